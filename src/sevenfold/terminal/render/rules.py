"""Rule pages in the terminal: Rich draws the Markdown, and the cards and suits in it become coloured codes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text

from sevenfold.cards import Pack
from sevenfold.view.rule_page import EMPTY, FENCES, GAP, HOLE, Place, Row, drawing, page, paragraph

from .cards import card, inks_of

__all__ = ["drawn", "page", "paragraph"]

INDENT = 2  # columns before a row of cards


def drawn(text: str, pack: Pack, *, symbols: bool) -> RenderableType:
    """A rule page, or a part of one."""
    parts: list[RenderableType] = []
    for i, part in enumerate(FENCES.split(text)):
        if part.strip():
            has_line = part.lstrip().startswith(">")  # Rich sets one before a block quote
            parts += [Text()] if parts and not has_line else []
            parts.append(_cards(part, pack, symbols=symbols) if i % 2 else Markdown(_with_signs(part, pack, symbols=symbols)))
    return Group(*parts)


def _with_signs(text: str, pack: Pack, *, symbols: bool) -> str:
    """Codes of cards with the symbols of their suits, codes of suits with their names."""
    suits = {suit.letter: suit.name for suit in pack.suits}
    codes = {card.code for card in pack.cards}

    def sign(found: re.Match[str]) -> str:
        code = found[1]
        if code in suits:
            ink = inks_of(pack.design).get(code)
            return f"`{ink.symbol if symbols and ink and ink.symbol else code}` {suits[code]}"
        return f"`{card(code, pack.design, symbols=symbols).plain}`" if code in codes else found[0]

    return re.sub(r"`([^`\n]+)`", sign, text)


def _cards(content: str, pack: Pack, *, symbols: bool) -> RenderableType:
    """Rows of cards, each place as wide as the widest, and the caption."""
    shown = drawing(content)
    cells = [[_place(place, pack, symbols=symbols) for place in row.places] for row in shown.rows]
    lines = list(_lines(shown.rows, cells))
    if shown.caption:
        lines.append(Text(shown.caption, "italic"))
    return Padding(Group(*lines), (0, 0, 0, INDENT))


def _lines(rows: tuple[Row, ...], cells: list[list[Text]]) -> Iterator[Text]:
    """The rows, with their names in a column before them; rows without names are centred below each other, as in a pyramid."""
    width = max((cell.cell_len for row in cells for cell in row), default=0)
    longest = max((len(row) for row in cells), default=0)
    names = max((len(row.name) for row in rows), default=0)
    for row, line in zip(rows, cells, strict=True):
        before = f"{row.name:{names}}  " if names else " " * ((longest - len(line)) * (width + 1) // 2)
        made = Text(before, "dim")
        for cell in line:
            made.append_text(cell)
            made.append(" " * (width - cell.cell_len + 1), "not dim")
        made.rstrip()
        yield made


def _place(place: Place, pack: Pack, *, symbols: bool) -> Text:
    """A card's code, in brackets if it is marked, and its note."""
    if place.code in (HOLE, GAP, EMPTY):
        return Text("__" if place.code == EMPTY else " ")
    made = card(place.code, pack.design, symbols=symbols, style="bold" if place.is_marked else "")
    if place.is_marked:
        made = Text("[").append_text(made).append("]")
    return made.append(f" {place.note}", "not bold") if place.note else made
