"""The hidden worlds that a seat must think possible, and how likely each is: found by enumeration, from the rulebook.

What a seat has seen is given as the transcript's events so far, of which only what it has seen is read. Every hidden history is
weighted by chance alone (deals, draws, reshuffles); a choice of others is no evidence but for its being legal. A world says
what each seat holds, what the stock holds, and the card that a seat has drawn and not yet dealt with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from hidden import of_this_deal

Event = dict[str, Any]
Cards = frozenset[str]
World = tuple[Cards, ...]  # the hands by seat, the stock, the drawn card
MOST_STEPS = 100_000  # of an enumeration, before it is given up


class TooMany(Exception):
    """There are more worlds than were asked for."""


def arrangements(
    cards: Cards, sizes: Sequence[int], may: Sequence[Cards], most: int, steps: list[int] | None = None
) -> Iterator[tuple[Cards, ...]]:
    """Every way to lay the cards into places of these sizes, each holding only what it may."""
    steps = steps if steps is not None else [0]
    if not sizes:
        yield ()
        return
    if len(sizes) == 1:
        if cards <= may[0]:
            yield (cards,)
        return
    for chosen in combinations(sorted(cards & may[0]), sizes[0]):
        steps[0] += 1
        if steps[0] > MOST_STEPS:
            raise TooMany
        here = frozenset(chosen)
        for rest in arrangements(cards - here, sizes[1:], may[1:], most, steps):
            yield (here, *rest)


def counted(worlds: Iterator[tuple[World, int]], most: int) -> dict[World, int]:
    """The worlds that are possible at all with their weights; TooMany where they are more than `most`."""
    found: dict[World, int] = {}
    for world, weight in worlds:
        if weight:
            found[world] = weight
            if len(found) > most:
                raise TooMany
    return found


def of_suit(cards: Cards, letter: str) -> Cards:
    """The cards of a suit of the French pack."""
    return frozenset(card for card in cards if card[1] == letter)


# -- 7-Truf -----------------------------------------------------------------------------------------------------------

PIQUET = frozenset(rank + suit for suit in "SHDC" for rank in "789TJQKA")


def truf_worlds(events: Sequence[Event], seat: int, most: int) -> dict[World, int]:
    """TRUF-3, TRUF-7: the hands are drawn at random, and nobody holds a suit that he failed to follow."""
    deal = of_this_deal(events)
    first = deal[0]
    own = set(first["hands"][seat])
    gone = {first["table"]["turn_up"]} - {None}
    left = [len(hand) for hand in first["hands"]]
    lacks: list[Cards] = [frozenset()] * 4
    led = ""
    for event in deal[1:]:
        if event.get("move") == "play":
            who, card = event["seat"], event["card"]
            led = led or card[1]
            if card[1] != led:
                lacks[who] |= of_suit(PIQUET, led)
            gone.add(card)
            own.discard(card)
            left[who] -= 1
        elif event["event"] == "trick":
            led = ""
    unseen = PIQUET - own - gone
    others = [other for other in range(4) if other != seat]
    sizes = [*(left[other] for other in others), first["stock"]]
    may = [*(PIQUET - lacks[other] for other in others), PIQUET]

    def worlds() -> Iterator[tuple[World, int]]:
        for laid in arrangements(unseen, sizes, may, most):
            hands = [frozenset(own)] * 4
            for other, cards in zip(others, laid, strict=False):
                hands[other] = cards
            yield (*hands, laid[-1], frozenset[str]()), 1

    return counted(worlds(), most)


# -- Sane Sevens ------------------------------------------------------------------------------------------------------

SEVENDECK = frozenset(colour + number for colour in "ROYGBIV" for number in "1234567")
JOKERS = frozenset({"X1", "X2", "X3", "X4"})
NOW = 1 << 30


@dataclass
class Hand:
    """What everybody has seen of a hand: when it got its cards, what it played, and what it showed to lack.

    A card is got in an epoch, which begins with a new stock: it must have been in that stock and in no later one.
    """

    got: list[tuple[int, int]] = field(default_factory=lambda: [(-1, 0)] * 7)  # (when, epoch)
    played: list[tuple[int, str]] = field(default_factory=list)
    lacked: list[tuple[int, Cards]] = field(default_factory=list)


class Sane:
    """A game of Sane Sevens as a seat has seen it."""

    def __init__(self, events: Sequence[Event], seat: int, turn: int | None) -> None:
        deal = events[1]
        self.pack = SEVENDECK | (JOKERS if events[0]["options"]["silly"] else frozenset())
        self.seat = seat
        self.own = set(deal["hands"][seat])
        self.hands = [Hand() for _ in deal["hands"]]
        self.stocks: list[tuple[int, Cards]] = [(-1, self.pack)]  # what each new stock was made of, and when
        self.in_stock: int = deal["stock"]
        self.drawn: int | None = None  # the seat that has drawn and not yet dealt with the card
        top = asked = deal["table"]["turn_up"]
        pile: set[str] = set()
        free = top in JOKERS  # SANE-7
        for now, event in enumerate(events[2:]):
            who = int(event.get("seat", -1))
            wanted = frozenset(c for c in SEVENDECK if free or c[0] in asked or c[1] in asked)
            if event["event"] == "reshuffle":
                self.stocks.append((now, frozenset(event["cards"])))
                self.in_stock, pile = len(event["cards"]), set()
            elif event["event"] == "draw":
                self.in_stock -= 1
                self.hands[who].got.append((now, len(self.stocks) - 1))
                self.drawn = who
                if who == seat:
                    self.own.add(event["card"])
            elif event.get("move") == "play":
                card = event["card"]
                if self.drawn == who:
                    self.hands[who].got.pop()  # it is the card just drawn
                else:
                    self.hands[who].played.append((now, card))
                self.drawn = None
                self.own.discard(card)
                pile.add(top)
                top = asked = card
                free = False
                if card in JOKERS:
                    asked = str(event.get("suit", event.get("number")))  # SANE-6
            elif event.get("move") == "draw":
                self.drawn = None
                self.hands[who].lacked.append((now, wanted))  # SANE-2
            elif event.get("move") == "pass":
                self.drawn = None
                self.hands[who].lacked.append((now, wanted | JOKERS))  # SANE-8
        if self.drawn != turn or events[-1]["event"] != "draw":
            self.drawn = None  # it was kept
        if self.drawn is not None:
            self.hands[self.drawn].got.pop()
        self.unseen = self.pack - self.own - pile - {top}
        self.others = [other for other in range(len(self.hands)) if other != seat]

    def epoch(self, card: str, when: int) -> int:
        """The epoch in which a card, somewhere else before and in a hand until then, must have been drawn."""
        return max(e for e, (began, stock) in enumerate(self.stocks) if began < when and card in stock)

    def fits(self, hand: Hand, place: tuple[int, int], card: str, until: int) -> bool:
        """May the hand have got the card at that time, and kept it until then?"""
        when, epoch = place
        lacked = (cards for shown, cards in hand.lacked if when < shown < until)
        return when < until and epoch == self.epoch(card, until) and not any(card in cards for cards in lacked)

    def lay(self, hand: Hand, ways: dict[tuple[int, ...], int], card: str, until: int) -> dict[tuple[int, ...], int]:
        """In how many ways each set of places is left, counted so far, when one of them has got this card."""
        kinds = sorted(set(hand.got))
        found: dict[tuple[int, ...], int] = {}
        allowed = [k for k, place in enumerate(kinds) if self.fits(hand, place, card, until)]
        for left, n in ways.items():
            for k in allowed:
                if left[k]:
                    then = (*left[:k], left[k] - 1, *left[k + 1 :])
                    found[then] = found.get(then, 0) + n * left[k]
        return found

    def left_by_plays(self, hand: Hand) -> dict[tuple[int, ...], int]:
        """In how many ways the plays leave each set of places; one set only: no play has an ambiguous origin."""
        ways = {tuple(hand.got.count(place) for place in sorted(set(hand.got))): 1}
        for when, card in hand.played:
            ways = self.lay(hand, ways, card, when)
        return ways

    @property
    def is_ambiguous(self) -> bool:
        """May a play of another seat have come from several places of its hand?"""
        return any(len(self.left_by_plays(self.hands[other])) > 1 for other in self.others)

    def size(self, other: int) -> int:
        """How many cards a hand holds, a drawn one apart."""
        return len(self.hands[other].got) - len(self.hands[other].played)

    def worlds(self, most: int) -> dict[World, int]:
        """SANE-1 to SANE-8: a world's weight is in how many ways its hands can have got their cards."""
        now_in_stock = frozenset(c for c in self.unseen if self.epoch(c, NOW) == len(self.stocks) - 1)
        pending = self.drawn is not None and self.drawn != self.seat
        sizes = [*map(self.size, self.others), int(pending), self.in_stock]
        ways = {other: self.left_by_plays(self.hands[other]) for other in self.others}
        may = [self.can_hold(self.hands[other]) for other in self.others] + [now_in_stock] * 2
        counts: dict[tuple[int, Cards], int] = {}

        def count(other: int, cards: Cards) -> int:
            if (other, cards) not in counts:
                left = ways[other]
                for card in cards:
                    left = self.lay(self.hands[other], left, card, NOW)
                counts[other, cards] = sum(left.values())
            return counts[other, cards]

        def worlds() -> Iterator[tuple[World, int]]:
            own_drawn = self.drawn == self.seat
            for laid in arrangements(self.unseen, sizes, may, most):
                hands = [frozenset(self.own)] * len(self.hands)
                weight = 1
                for other, cards in zip(self.others, laid, strict=False):
                    hands[other] = cards
                    weight *= count(other, cards)
                yield (*hands, laid[-1], frozenset() if own_drawn else laid[-2]), weight

        return counted(worlds(), most)

    def can_hold(self, hand: Hand) -> Cards:
        """What some place of the hand may hold now."""
        return frozenset(card for card in self.unseen if any(self.fits(hand, place, card, NOW) for place in set(hand.got)))
