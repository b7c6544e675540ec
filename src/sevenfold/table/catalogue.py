"""What may be played: games, bots and paces, as the page lists them."""

from __future__ import annotations

from functools import cache
from typing import Any

from sevenfold.bots import KINDS
from sevenfold.declare.options import Option, Value
from sevenfold.declare.rules import Rules
from sevenfold.registry import names, rules_of

from .seating import PACES


@cache
def catalogue() -> dict[str, Any]:
    """All but how far the games are compiled."""
    return {
        "games": [game_info(rules_of(name)) for name in names()],
        "bots": [{"id": kind.id, "name": kind.name, "about": kind.about} for kind in KINDS.values()],
        "paces": [{"id": pace.id, "name": pace.name} for pace in PACES.values()],
    }


def game_info(rules: Rules) -> dict[str, Any]:
    """GameInfo."""
    pack = rules.pack
    letters = [suit.letter for suit in pack.suits]
    return {
        "id": rules.id,
        "name": rules.name,
        "about": rules.about,
        "players": list(rules.player_counts),
        "minutes": rules.minutes,
        "deck": pack.deck,
        "cards": [
            {
                "code": card.code,
                "name": card.name,
                "suit": letters[card.suit] if card.suit >= 0 else None,
                "rank": card.rank,
            }
            for card in pack.cards
        ],
        "suits": [{"letter": suit.letter, "name": suit.name} for suit in pack.suits],
        "options": [_option_info(option) for option in rules.options.values()],
    }


def _option_info(option: Option) -> dict[str, Any]:
    values = option.values if isinstance(option.values[0], str) else tuple(sorted(option.values, key=int))
    return {
        "name": option.name,
        "label": option.label,
        "values": [{"value": value, "label": _label(value)} for value in values],
        "default": option.values[0],
    }


def _label(value: Value) -> str:
    if isinstance(value, bool):
        return "Yes" if value else "No"
    return str(value).replace("_", " ")
