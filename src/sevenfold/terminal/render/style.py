"""How to draw, and the small functions that all parts of a view need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from sevenfold.view.description import View

GAP = 2  # columns between two things on a line
LABELS = 18  # the most columns of a zone's label
MANY = 8  # things side by side that are set in columns


@dataclass(frozen=True)
class DrawStyle:
    """How to draw: the width in columns, and whether the encoding has suit symbols."""

    width: int
    symbols: bool

    def sign(self, fine: str, plain: str) -> str:
        """A Unicode sign, or one in ASCII."""
        return fine if self.symbols else plain


def name_of(view: View, seat: int | None) -> str:
    """A seat's name; empty for no seat."""
    return next((found.name for found in view.seats if found.seat == seat), "")


def amount(n: int) -> str:
    """A number of cards, with its noun."""
    return f"{n} card" if n == 1 else f"{n} cards"


def flow(items: Sequence[Text], width: int, gap: int = GAP + 1, indent: int = 0, *, columns: bool = True) -> Text:
    """Items side by side, broken into (indented) lines only between two of them; many are set in columns, if wanted."""
    column = max((item.cell_len for item in items), default=0) if columns and len(items) > MANY else 0
    made, used = Text(), 0
    for item in items:
        if used and used + gap + item.cell_len > width:
            made.append("\n" + " " * indent)
            used = indent
        elif used:
            made.append(" " * gap)
            used += gap
        made.append_text(item)
        made.append(" " * (column - item.cell_len))
        used += max(column, item.cell_len)
    return made
