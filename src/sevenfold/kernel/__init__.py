"""Code that is compiled: positions, sets of cards, randomness, events, the questions that games answer, re-dealing, whole
games.

Numba is loaded when something is first compiled. The cache of compiled code depends on this package and on `mechanics`.
"""

from .chance import below, draw, draw_card, fraction, pick, some
from .compiler.decorators import before_compiling, compiled
from .events import (
    EACH,
    EventField,
    EventKind,
    RawEvent,
    Values,
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
from .fields import ALL, MOST_SEATS, NOBODY, OTHERS, OWNER, PARTNER, Fields, card, cards, number, place_of, recorded, remembered
from .memory import scratch
from .questions import OVER, best_seats, end_game, is_last_turn, left, next_turn, observed, optional, question, winning_seats
from .sets import beyond_lowest, bit, count, each, first, has, lowest, maybe, without, without_twin
from .types import Action, ActionSet, Card, CardSet, Numbers, Seat, SeatSet, Source, Suit

__all__ = [
    "ALL", "EACH", "MOST_SEATS", "NOBODY", "OTHERS", "OVER", "OWNER", "PARTNER", "Action", "ActionSet", "Card", "CardSet",
    "EventField", "EventKind", "Fields", "Numbers", "RawEvent", "Seat", "SeatSet", "Source", "Suit", "Values", "a_card",
    "a_choice", "a_flag", "a_number", "a_seat", "a_suit", "a_term", "below", "best_seats", "beyond_lowest", "bit",
    "by_seat", "card", "cards", "compiled", "count", "draw", "draw_card", "each", "end_game", "event", "first", "fraction",
    "has", "is_last_turn", "left", "listed", "lowest", "maybe", "next_turn", "number", "observed", "optional", "pick",
    "place_of", "question", "recorded", "remembered", "scratch", "some", "some_cards", "some_numbers", "winning_seats",
    "without", "without_twin",
]  # fmt: skip


@before_compiling
def _load_numba_support() -> None:
    from . import numba_overloads  # noqa: F401 - importing it registers the overloads
