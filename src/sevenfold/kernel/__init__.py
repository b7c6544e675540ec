"""Compiled code: positions, sets of cards, chance, events, the questions that games answer, re-dealing, whole games.

Numba is not loaded before something is compiled. The cache of compiled code depends on this package and on the words that
games share.
"""

from .chance import below, draw, draw_card, fraction, pick, some
from .compiler.decorators import before_compiling, compiled
from .events import (
    EACH,
    Kind,
    Part,
    RawEvent,
    a_card,
    a_choice,
    a_flag,
    a_number,
    a_seat,
    a_suit,
    a_term,
    by_seat,
    event,
    listed,
    some_cards,
    some_numbers,
)  # fmt: skip
from .fields import ALL, NOBODY, OWNER, Fields, card, cards, noted, number, remembered
from .memory import scratch
from .questions import OVER, end_game, heard, left, next_turn, optional, question
from .sets import beyond_lowest, bit, count, each, first, has, lowest, maybe, without
from .types import Action, ActionSet, Card, CardSet, Numbers, Seat, SeatSet, Source, Suit

__all__ = [
    "ALL", "EACH", "NOBODY", "OVER", "OWNER", "Action", "ActionSet", "Card", "CardSet", "Fields", "Kind", "Numbers", "Part",
    "RawEvent", "Seat", "SeatSet", "Source", "Suit", "a_card", "a_choice", "a_flag", "a_number", "a_seat", "a_suit", "a_term",
    "below", "beyond_lowest", "bit", "by_seat", "card", "cards", "compiled", "count", "draw", "draw_card", "each", "end_game",
    "event", "first", "fraction", "has", "heard", "left", "listed", "lowest", "maybe", "next_turn", "noted", "number",
    "optional", "pick", "question", "remembered", "scratch", "some", "some_cards", "some_numbers", "without",
]  # fmt: skip


@before_compiling
def _load_numba_support() -> None:
    from . import numba_overloads  # noqa: F401 - importing it tells Numba of the kernel's words
