"""Sane Sevens, as a referee sees it."""

from __future__ import annotations

from .common import COLOURS, JOKERS, SEVENDECK, Event, Table

OPTIONS: Event = {"players": (2, 3, 4), "silly": (False, True)}


class Discards:
    """The discard pile, and what its top asks for."""

    def __init__(self, top: str) -> None:
        self.top, self.below = top, set[str]()
        self.asked = "" if top in JOKERS else top  # SANE-7: "" asks for nothing

    def matches(self, card: str) -> bool:
        """SANE-2; a joker matches nothing: it may always be played, and need never be."""
        return card not in JOKERS and (self.asked == "" or card[0] in self.asked or card[1] in self.asked)

    def fits(self, card: str) -> bool:
        """May the card be played?"""
        return card in JOKERS or self.matches(card)  # SANE-6


def play(t: Table) -> list[int]:
    """A game; the winners."""
    table = t.deal(SEVENDECK + (JOKERS if t.options["silly"] else []), 7)  # SANE-1
    pile = Discards(t.lay(t.get(table, "turn_up", str)))  # SANE-1
    t.dealt()
    seat = t.dealer
    while True:
        seat = t.left(seat)  # SANE-1
        t.begin_turn()
        turn(t, pile, seat)
        if not t.hands[seat]:
            return [seat]  # SANE-5


def turn(t: Table, pile: Discards, seat: int) -> None:
    """A turn."""
    can_match = any(pile.matches(card) for card in t.hands[seat])
    can_draw = bool(t.stock or pile.below)
    event = t.move(seat, "play", "draw", "pass")
    if event["move"] == "play":
        lay(t, pile, event, t.from_hand(event, seat))
        return
    t.check(not can_match, "who can match must play (SANE-2).")
    if event["move"] == "pass":
        t.check(not can_draw, "there is something to draw (SANE-3).")
        t.check(not t.hands[seat] & set(JOKERS), "who holds a joker must play it (SANE-8).")
        return
    t.check(can_draw, "there is nothing to draw (SANE-8).")
    if not t.stock:
        t.reshuffle(pile.below)  # SANE-4
        pile.below = set()
    drawn = t.draw(seat)
    t.hands[seat].add(drawn)
    if pile.fits(drawn):  # SANE-3
        event = t.move(seat, "play", "keep")
        if event["move"] == "play":
            t.choice(event, "card", [drawn])
            lay(t, pile, event, t.from_hand(event, seat))


def lay(t: Table, pile: Discards, event: Event, card: str) -> None:
    """Lay a card onto the pile."""
    t.check(pile.fits(card), f"{card} does not match (SANE-2).")
    pile.below.add(pile.top)
    pile.top = pile.asked = card
    if card in JOKERS:
        named = [key for key in ("suit", "number") if key in event]
        t.check(len(named) == 1, "a joker names a suit or a number (SANE-6).")
        pile.asked = str(t.choice(event, named[0], COLOURS if named[0] == "suit" else range(1, 8)))
