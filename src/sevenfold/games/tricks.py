"""Words that games of tricks share, about the fields hands, trick, trick_size, leader and taker."""

from __future__ import annotations

from typing import Any

from sevenfold.cards import NONE
from sevenfold.engine import compiled, next_turn, some, without

EVERY = ~0  # every card that there is


@compiled
def deal_hands(s: Any, pack: int, size: int) -> int:
    """Deal every seat so many cards of the pack; what is left of it."""
    for seat in range(s.players):
        s.hands[seat] = some(s, pack, size)
        pack &= ~s.hands[seat]
    return pack


@compiled
def follow(hand: int, led_cards: int) -> int:
    """What a duty to follow allows: the cards of what was led if the hand holds any, else every card."""
    return led_cards if hand & led_cards else EVERY


@compiled
def lay(s: Any, card: int) -> None:
    """The seat to move plays a card to the trick; the turn passes to the left."""
    s.hands[s.turn] = without(s.hands[s.turn], card)
    s.trick[s.turn] = card
    s.trick_size += 1
    next_turn(s)


def cards_in_trick(s: Any) -> list[int]:
    """The trick in progress by seat, NONE for who has not played."""
    players = int(s.players)
    return [int(s.trick[p]) if (p - s.leader) % players < s.trick_size else NONE for p in range(players)]


def trick_event(before: Any, card: int, after: Any, code: Any) -> dict[str, Any]:
    """The transcript's event of a trick that this card completed; `after.taker` took it."""
    players = int(before.players)
    order = [(int(before.leader) + i) % players for i in range(players)]
    played = [card if seat == before.turn else int(before.trick[seat]) for seat in order]
    return {"event": "trick", "seat": int(after.taker), "cards": [code(c) for c in played], "leader": order[0]}
