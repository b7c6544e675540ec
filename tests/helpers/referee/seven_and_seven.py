"""Seven and Seven, as a referee sees it."""

from __future__ import annotations

from collections import Counter

from .common import SEVENDECK, Event, Table

OPTIONS: Event = {"players": (2, 3, 4)}


def play(t: Table) -> list[int]:
    """A game; the winners."""
    t.deal(SEVENDECK, 7)  # SEVENS-1
    t.dealt()
    piles: list[list[str]] = [[] for _ in range(t.players)]
    order = [(t.dealer + i) % t.players for i in range(1, t.players + 1)]
    for seat in order:
        if complete(t.hands[seat]):
            return [seat]  # SEVENS-5
    while True:
        for seat in order:
            t.begin_turn()
            if not t.stock:
                t.reshuffle(card for pile in piles for card in pile[:-1])  # SEVENS-4
                piles = [pile[-1:] for pile in piles]
            turn(t, piles, seat)
            if complete(t.hands[seat]):
                return [seat]  # SEVENS-3


def turn(t: Table, piles: list[list[str]], seat: int) -> None:
    """A turn (SEVENS-2)."""
    source = t.choice(t.move(seat, "take"), "from", ["stock", *(p for p in range(t.players) if piles[p])])
    t.hands[seat].add(t.draw(seat) if source == "stock" else piles[source].pop())
    piles[seat].append(t.from_hand(t.move(seat, "discard"), seat))


def complete(hand: set[str]) -> bool:
    """Four of one number and four of one suit (SEVENS-3)."""
    return all(max(Counter(card[at] for card in hand).values()) >= 4 for at in (0, 1))
