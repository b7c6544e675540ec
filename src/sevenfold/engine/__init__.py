"""The engine: records, rules as compiled functions, chance, re-dealing, games, states and views. It knows no game."""

from .actions import card_actions, named_actions, number_actions, one_action, place_actions
from .bits import beyond_lowest, bit, count, each, first, has, lowest, maybe, without
from .chance import below, draw, draw_card, fraction, pick, some
from .compiled import compiled
from .game import Rules
from .look import Look
from .memory import scratch
from .record import ALL, NOBODY, OWNER, Record, card, cards, noted, number, remembered
from .rules import end_game, left, next_turn
from .view import Face, Place

__all__ = [
    "ALL", "NOBODY", "OWNER", "Face", "Look", "Place", "Record", "Rules", "below", "beyond_lowest", "bit", "card",
    "card_actions", "cards", "compiled", "count", "draw", "draw_card", "each", "end_game", "first", "fraction",
    "has", "left", "lowest", "maybe", "named_actions", "next_turn", "noted", "number", "number_actions", "one_action",
    "pick", "place_actions", "remembered", "scratch", "some", "without",
]  # fmt: skip
