"""A game's rule page: the Markdown next to its file, with a few extensions that both page and terminal draw.

- A rule is a paragraph that begins with its id in bold: **TRUF-5**.
- A fence named `cards` holds rows of cards, one a line: codes; `?` a card face down; `_` an empty place; `-` a hole; `|` a gap.
  Named `cards small`, it is drawn small. A star after a card marks it; words in brackets stand under it. "Words: " before a
  row name it. A line that ends in a full stop is the caption.
- A code in backticks, of a card or of a suit, is that card or suit.
- A block quote that begins with emphasised words is a ruling, folded under these words.
- The whole pack is added to "The cards", and what the game declares about its options begins "Options and limit".
- Under "Terms", each item explains a word of the game: - **Marriage**: both sevens …
- "First game" comes last and is no part of the rules: headings with a drawing and a sentence or two each, the panels that are
  shown before somebody's first game; then "Tips", with an item for each phase of the game: - *bid*: A bid of none …
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from inspect import cleandoc
from pathlib import Path
from typing import TYPE_CHECKING

from sevenfold.cards import NONE

if TYPE_CHECKING:
    from sevenfold.cards import Pack
    from sevenfold.declare.rules import Rules

FENCE = "cards"  # the name of a fence with rows of cards
SMALL = f"{FENCE} small"
FENCES = re.compile(rf"^```(?:{FENCE}|{SMALL})\n(.*?)^```$\n?", re.MULTILINE | re.DOTALL)
WIDEST = 8  # places that a row may have, so that it fits a phone
IN_PARTS = 7  # places in a row of a suit that is longer than that
CARDS, OPTIONS = "\n## The cards\n", "\n## Options and limit\n"
DOWN, EMPTY, HOLE, GAP = "?", "_", "-", "|"
TERMS, FIRST_GAME, TIPS = "\n## Terms\n", "\n## First game\n", "\n### Tips\n"
_PANEL = re.compile(r"^### ([^\n]+)\n+(.*?)(?=\n+### |\s*\Z)", re.MULTILINE | re.DOTALL)
_TERM = re.compile(r"^- \*\*([^*\n]+)\*\*: (.+?)(?=\n- |\n\n|\s*\Z)", re.MULTILINE | re.DOTALL)
_TIP = re.compile(r"^- \*([^*\n]+)\*: (.+?)(?=\n- |\n\n|\s*\Z)", re.MULTILINE | re.DOTALL)
_PLACE = re.compile(r"(?P<code>[^\s()*]+)(?P<star>\*?)(?:\((?P<note>[^()]*)\))?")


@dataclass(frozen=True)
class Place:
    """A card of a row, or a placeholder for one."""

    code: str  # a card's; or DOWN, EMPTY, HOLE, GAP
    is_marked: bool
    note: str


@dataclass(frozen=True)
class Row:
    """A row of cards."""

    name: str  # "" for none
    places: tuple[Place, ...]


@dataclass(frozen=True)
class Drawing:
    """The contents of a fence of cards."""

    rows: tuple[Row, ...]
    caption: str


@dataclass(frozen=True)
class FirstGame:
    """The introduction for people who play a game for the first time."""

    panels: tuple[tuple[str, str], ...]  # a heading, and the Markdown under it
    tips: dict[str, str]  # by the name of a phase


def page(rules: Rules) -> str:
    """The rule page of a game, as Markdown; without one, the game's own short description."""
    text = _file(rules).partition(FIRST_GAME)[0]
    before, cards, after = text.partition(CARDS)
    section, next_heading, rest = after.partition("\n## ")
    if cards:
        text = f"{before}{cards}{section.rstrip()}\n\n{_whole_pack(rules.pack, text)}\n{next_heading}{rest}"
    return text.replace(OPTIONS, f"{OPTIONS}\n{_options(rules)}") if rules.options else text


def _whole_pack(pack: Pack, text: str) -> str:
    """All cards of a pack, suit by suit, in rows that fit a phone; of the cards without a suit those that the page names."""
    rows = []
    for number, suit in [*enumerate(pack.suits), (NONE, None)]:
        codes = [card.code for card in pack.cards if card.suit == number and (suit or re.search(rf"\b{card.code}\b", text))]
        step = len(codes) if len(codes) <= WIDEST else IN_PARTS
        for i in range(0, len(codes), max(step, 1)):
            name = "" if i else f"{suit.name.capitalize() if suit else 'Special'}: "
            rows.append(name + " ".join(codes[i : i + step]))
    return "\n".join([f"```{SMALL}", *rows, "All cards of the pack.", "```"])


def _options(rules: Rules) -> str:
    """What can be chosen before a game, as a list."""
    lines = [f"- **{option.label}**: {option.in_words()}" for option in rules.options.values()]
    return "\n".join([*lines, *(f"\n{why}" for why in dict.fromkeys(conflict.why for conflict in rules.conflicts()))]) + "\n"


def terms(rules: Rules) -> dict[str, str]:
    """The terms that a game's rule page explains."""
    return _sentences(_TERM, page(rules).partition(TERMS)[2])


def first_game(rules: Rules) -> FirstGame:
    """The introduction on a game's rule page; empty if it has none."""
    panels, _, tips = _file(rules).partition(FIRST_GAME)[2].partition(TIPS)
    return FirstGame(tuple(_PANEL.findall(panels)), _sentences(_TIP, tips))


def answers(rules: Rules) -> dict[str, list[str]]:
    """The captions of the buttons of each kind of decision that needs no card, by the name of its phase.

    A page keeps room for them before they are asked for. Not all of them need be legal.
    """
    pack, found = rules.pack, {}
    for phase in rules.phases.values():
        if not phase.within_move and not any(kind.touch for kind in phase.kinds):
            found[phase.name] = [kind.button(action, pack) for kind in phase.kinds if kind.button for action in kind.actions]
    return {name: captions for name, captions in found.items() if captions}


def _sentences(items: re.Pattern[str], text: str) -> dict[str, str]:
    """The items of a list, however their lines are broken."""
    return {name: " ".join(sentence.split()) for name, sentence in items.findall(text)}


def _file(rules: Rules) -> str:
    module = sys.modules[rules.position.__module__]
    path = Path(str(module.__file__)).with_suffix(".md")
    return path.read_text(encoding="utf-8") if path.is_file() else cleandoc(module.__doc__ or "")


def paragraph(text: str, rule: str) -> str:
    """The paragraph with a rule's id, and the cards and rulings right after it; empty if the page has none."""
    found = re.search(rf"^\*\*{re.escape(rule)}\*\*.*?(?=\n\s*\n(?!>|```)|\Z)", text, re.MULTILINE | re.DOTALL)
    return found[0] if found else ""


def drawing(content: str) -> Drawing:
    """The cards of a fence."""
    lines = [line.strip() for line in content.splitlines() if line.strip()]
    rows = tuple(_row(line) for line in lines if not line.endswith("."))
    return Drawing(rows, " ".join(line for line in lines if line.endswith(".")))


def _row(line: str) -> Row:
    before, colon, after = line.partition(": ")
    name, cards = (before, after) if colon else ("", line)
    return Row(name, tuple(Place(found["code"], bool(found["star"]), found["note"] or "") for found in _PLACE.finditer(cards)))


def name_of(code: str, pack: Pack) -> str | None:
    """The name of the card at a place; None for a code that the pack does not have."""
    if code in (DOWN, EMPTY):
        return "a card face down" if code == DOWN else "an empty place"
    return next((card.name for card in pack.cards if card.code == code), None)


def faults(text: str, pack: Pack) -> list[str]:
    """The faults of a page: codes that the pack does not have, rows that are too long."""
    found = []
    for fence in FENCES.finditer(text):
        for row in drawing(fence[1]).rows:
            if len(row.places) > WIDEST:
                found.append(f"A row has at most {WIDEST} places; one has {len(row.places)}: {_as_text(row)}.")
            unknown = [p.code for p in row.places if p.code not in (HOLE, GAP) and name_of(p.code, pack) is None]
            found += [f"{code} is not a card of the pack: {_as_text(row)}." for code in unknown]
    return found


def _as_text(row: Row) -> str:
    return " ".join(place.code for place in row.places)
