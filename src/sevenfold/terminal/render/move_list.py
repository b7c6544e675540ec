"""Moves as the terminal lists them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.text import Text

from sevenfold.view.description import Move

from .cards import words
from .style import DrawStyle, flow


def listed(moves: Sequence[tuple[str, Move]], deck: str, pen: DrawStyle) -> Text:
    """Moves with the text to type for each, and each one's effect if it is known."""
    return flow([item(tag, move, deck) for tag, move in moves], pen.width)


def item(tag: str, move: Move, deck: str) -> Text:
    """A move with the text to type for it, and its effect if it is known."""
    made = Text.assemble((f"{tag} ", "dim")).append_text(words(move.typed or move.text, deck))
    return made.append(f" ({move.effect})", "italic") if move.effect else made


def gathered(moves: Iterable[Move], deck: str, pen: DrawStyle) -> Text:
    """The first steps of moves, with how many moves begin with each."""
    firsts = Counter(move.text.partition(",")[0] for move in moves)
    return flow([words(f"{text} ({n})" if n > 1 else text, deck) for text, n in firsts.items()], pen.width)
