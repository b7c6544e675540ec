"""Rule pages as HTML. Every rule has its id; cards and suits are text with data attributes, from which the page draws them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.token import Token

from sevenfold.cards import NONE, Pack
from sevenfold.protocol import Panel, RulePage, TermInfo
from sevenfold.registry import rules_of
from sevenfold.session.lesson import has_lesson
from sevenfold.view.rule_page import FENCE, GAP, HOLE, SMALL, Place, Row, answers, drawing, first_game, name_of, page, terms

RULE = re.compile(r"[A-Z][A-Z0-9]*-\d+[a-z]?")
NO_PACK = Pack("none", "", (), ())


@cache
def rule_page(game: str) -> RulePage:
    """A game's rule page; without one, what the game declares about itself."""
    rules = rules_of(game)
    first = first_game(rules)
    return RulePage(
        game=game,
        name=rules.name,
        html=to_html(page(rules), rules.pack),
        lesson=has_lesson(rules),
        panels=[Panel(title=title, html=to_html(text, rules.pack)) for title, text in first.panels],
        tips=first.tips,
        answers=answers(rules),
        terms=[TermInfo(term=term, about=about) for term, about in terms(rules).items()],
    )


def to_html(text: str, pack: Pack = NO_PACK) -> str:
    """Convert Markdown to HTML.

    A paragraph or list item that begins with a bold rule id (**TRUF-5**) gets that id; a heading gets one made from its words.
    """
    tokens = _markdown.parse(text)
    seen: set[str] = set()
    for i, token in enumerate(tokens):
        is_heading = i > 0 and tokens[i - 1].type == "heading_open"
        if token.type == "th_open" and not tokens[i + 1].content:  # above the names of a table
            token.tag = tokens[i + 2].tag = "td"
        id = _slug(token.content) if is_heading else _rule_id(token)
        if id and id not in seen:
            seen.add(id)
            _block_around(tokens, i).attrSet("id", id)
    return str(_markdown.renderer.render(list(_folded(tokens)), _markdown.options, {"pack": pack}))


def _slug(heading: str) -> str:
    """The id of a heading: "the-deal-and-the-pass". Rule ids are in capitals, so the two cannot be the same."""
    return "-".join(re.findall(r"[a-z0-9]+", heading.lower()))


def _rule_id(token: Token) -> str:
    """The rule id that an inline text begins with, or nothing."""
    parts = _parts(token)
    if len(parts) < 2 or parts[0].type != "strong_open" or parts[1].type != "text":
        return ""
    found = RULE.fullmatch(parts[1].content.strip(" .:"))
    return found[0] if found else ""


def _parts(token: Token) -> list[Token]:
    """The non-empty parts of an inline text."""
    return [child for child in token.children or [] if child.type != "text" or child.content]


def _block_around(tokens: list[Token], i: int) -> Token:
    """The block around an inline text: its paragraph, or the item of a list without paragraphs."""
    block = tokens[i - 1]
    return tokens[i - 2] if block.hidden and i >= 2 else block


# -- rulings ----------------------------------------------------------------------------------------------------------


def _folded(tokens: list[Token]) -> Iterator[Token]:
    """The tokens, with each block quote that begins with emphasised words turned into details below those words."""
    levels = []  # of the quotes that are open
    for i, token in enumerate(tokens):
        heading = _heading(tokens[i + 2]) if token.type == "blockquote_open" else []
        if heading:
            levels.append(token.level)
            token.tag = "details"
            token.attrSet("class", "ruling")
        elif token.type == "blockquote_close" and levels and levels[-1] == token.level:
            levels.pop()
            token.tag = "details"
        yield token
        if heading:
            yield Token("summary_open", "summary", 1)
            yield Token("inline", "", 0, children=heading)
            yield Token("summary_close", "summary", -1)


def _heading(inline: Token) -> list[Token]:
    """Remove and return the emphasised words that an inline text begins with; empty if there are none."""
    parts = _parts(inline)
    ends = [i for i, part in enumerate(parts) if part.type == "em_close" and part.level == 0]
    if not parts or parts[0].type != "em_open" or not ends:
        return []
    inline.children = parts[ends[0] + 1 :]
    return parts[1 : ends[0]]


# -- cards and suits --------------------------------------------------------------------------------------------------


def _fence(renderer: Any, tokens: Sequence[Token], i: int, options: Any, env: Any) -> str:
    """Render a fence: rows of cards, or code."""
    kind = tokens[i].info.strip()
    if kind not in (FENCE, SMALL):
        return str(_plain.renderer.render([tokens[i]], options, env))
    shown, pack = drawing(tokens[i].content), env["pack"]
    caption = f"<figcaption>{escapeHtml(shown.caption)}</figcaption>\n" if shown.caption else ""
    rows = "".join(_row(row, pack) for row in shown.rows)
    return f'<figure class="{kind}" data-deck="{escapeHtml(pack.design)}">\n{rows}{caption}</figure>\n'


def _row(row: Row, pack: Pack) -> str:
    name = f'<p class="whose">{escapeHtml(row.name)}</p>\n' if row.name else ""
    return f'{name}<ul class="row">{"".join(_place(place, pack) for place in row.places)}</ul>\n'


def _place(place: Place, pack: Pack) -> str:
    if place.code in (HOLE, GAP):
        return f'<li class="{"gap" if place.code == GAP else "hole"}" aria-hidden="true"></li>'
    words = (name_of(place.code, pack) or place.code) + (", marked" if place.is_marked else "")
    marked = ' class="marked"' if place.is_marked else ""
    note = f"<small>{escapeHtml(place.note)}</small>" if place.note else ""
    return f'<li{marked} data-card="{escapeHtml(place.code)}"><span class="name">{escapeHtml(words)}</span>{note}</li>'


def _code(renderer: Any, tokens: Sequence[Token], i: int, options: Any, env: Any) -> str:
    """Render inline code: a card, a suit, or plain code."""
    code, pack = tokens[i].content, env["pack"]
    for suit in pack.suits:
        if suit.letter == code:
            return _sign(pack, code, suit.name)
    for card in pack.cards:
        if card.code == code:
            return _sign(pack, pack.suits[card.suit].letter if card.suit != NONE else "", card.name)
    return f"<code>{escapeHtml(code)}</code>"


def _sign(pack: Pack, letter: str, words: str) -> str:
    """A card or suit as text, to which the page adds the picture."""
    return (
        f'<span class="sign" data-deck="{escapeHtml(pack.design)}" data-suit="{escapeHtml(letter)}">{escapeHtml(words)}</span>'
    )


# Raw HTML is shown as text; the pages allow no images from anywhere.
_plain = MarkdownIt("commonmark", {"html": False})
_markdown = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
_markdown.add_render_rule("fence", _fence)
_markdown.add_render_rule("code_inline", _code)
