"""Monoculture, as a referee sees it."""

from __future__ import annotations

from .common import SEVENDECK, Event, Table

OPTIONS: Event = {"players": (3, 4)}


def play(t: Table) -> list[int]:
    """A game; the winners."""
    t.deal(SEVENDECK, 7)  # MONO-1
    t.dealt()
    discards: set[str] = set()
    there = set(range(t.players))
    seat = t.dealer
    while True:
        seat = t.left(seat)
        while seat not in there:
            seat = t.left(seat)  # MONO-9
        t.begin_turn()
        attack(t, discards, there, seat)
        if len(there) == 1:
            return list(there)  # MONO-9


def attack(t: Table, discards: set[str], there: set[int], seat: int) -> None:
    """A turn."""
    event = t.move(seat, "attack")
    card = t.from_hand(event, seat)
    target = t.choice(event, "target", there - {seat})  # MONO-2
    hand = t.hands[target]
    suit, number = {c for c in hand if c[0] == card[0]}, {c for c in hand if c[1] == card[1]}
    lost = suit or number  # MONO-3
    if suit and number:
        by = t.choice(t.move(target, "wipe"), "by", ["suit", "number"])  # MONO-4
        lost = suit if by == "suit" else number
    hand -= lost
    discards |= {card, *lost}  # MONO-8
    draws = 1 if lost else 2  # MONO-5, MONO-7
    if len(hand) == 1:  # MONO-6
        last = hand.pop()
        told = t.next("give")
        t.choice(told, "seat", [target])
        t.choice(told, "to", [seat])
        t.choice(told, "card", [last])
        t.hands[seat].add(last)
        draws -= 1  # MONO-7
    if not hand:
        t.choice(t.next("out"), "seat", [target])  # MONO-6
        there.remove(target)
        if len(there) == 1:
            return  # MONO-9: nothing more is drawn
    for _ in range(draws):
        if not t.stock and discards:
            t.reshuffle(discards)  # MONO-8
            discards.clear()
        if t.stock:
            t.hands[seat].add(t.draw(seat))
