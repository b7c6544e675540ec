"""Rule pages: the Markdown beside each game's file, as HTML in which every rule can be found by its id."""

from __future__ import annotations

import inspect
import re
import sys
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from sevenfold.registry import rules_of

RULE = re.compile(r"[A-Z][A-Z0-9]*-\d+[a-z]?")
# Raw HTML is shown as text; the pages allow no images from anywhere.
_markdown = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")


@cache
def rule_page(game: str) -> str:
    """A game's rule page, or what its file says of itself where nobody wrote one."""
    module = sys.modules[rules_of(game).position.__module__]
    file = Path(str(module.__file__)).with_suffix(".md")
    text = file.read_text(encoding="utf-8") if file.is_file() else inspect.cleandoc(module.__doc__ or "")
    return to_html(text)


def to_html(text: str) -> str:
    """Markdown as HTML; a paragraph or item that begins with a bold rule id (**TRUF-5**) gets it as its id."""
    tokens = _markdown.parse(text)
    seen: set[str] = set()
    for i, token in enumerate(tokens):
        id = _rule_id(token)
        if id and id not in seen:
            seen.add(id)
            _block_around(tokens, i).attrSet("id", id)
    return str(_markdown.renderer.render(tokens, _markdown.options, {}))


def _rule_id(token: Token) -> str:
    """The rule's id with which an inline text begins, or nothing."""
    parts = [child for child in token.children or [] if child.type != "text" or child.content]
    if len(parts) < 2 or parts[0].type != "strong_open" or parts[1].type != "text":
        return ""
    found = RULE.fullmatch(parts[1].content.strip(" .:"))
    return found[0] if found else ""


def _block_around(tokens: list[Token], i: int) -> Token:
    """The block that holds an inline text: its paragraph, or the item of a list without paragraphs."""
    block = tokens[i - 1]
    return tokens[i - 2] if block.hidden and i >= 2 else block
