"""What a game's file is written with: the kernel's words, what its actions mean, `Rules`, and what its table is laid out with."""

from sevenfold.declare.actions import card_actions, named_actions, number_actions, one_action, place_actions
from sevenfold.declare.rules import Rules
from sevenfold.kernel import (
    ALL, EACH, NOBODY, OWNER, Action, ActionSet, Card, CardSet, Fields, Numbers, Seat, SeatSet, Suit, a_card, a_choice, a_flag,
    a_number, a_seat, a_suit, a_term, below, beyond_lowest, bit, by_seat, card, cards, compiled, count, draw, draw_card, each,
    end_game, event, first, fraction, has, left, listed, lowest, maybe, next_turn, noted, number, pick, remembered, scratch, some,
    some_cards, some_numbers, without,
)  # fmt: skip
from sevenfold.view.description import Face, Place, Step
from sevenfold.view.look import Look

__all__ = [
    "ALL", "EACH", "NOBODY", "OWNER", "Action", "ActionSet", "Card", "CardSet", "Face", "Fields", "Look", "Numbers", "Place",
    "Rules", "Seat", "SeatSet", "Step", "Suit", "a_card", "a_choice", "a_flag", "a_number", "a_seat", "a_suit", "a_term", "below",
    "beyond_lowest", "bit", "by_seat", "card", "card_actions", "cards", "compiled", "count", "draw", "draw_card", "each",
    "end_game", "event", "first", "fraction", "has", "left", "listed", "lowest", "maybe", "named_actions", "next_turn", "noted",
    "number", "number_actions", "one_action", "pick", "place_actions", "remembered", "scratch", "some", "some_cards",
    "some_numbers", "without",
]  # fmt: skip
