"""The hidden worlds that are possible for a seat, and how likely each is, enumerated from the rulebook.

A seat's knowledge is given as the transcript's events so far, of which only what it has seen is read. Every hidden history is
weighted by chance alone (deals, draws, reshuffles); the choices of others are evidence only in being legal. A world
says what each seat holds, what the stock holds, and the card that a seat has drawn and not yet played, kept or discarded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from math import perm
from typing import Any

from helpers.hidden import of_this_deal
from helpers.referee.seven_and_seven import complete

Event = dict[str, Any]
Cards = frozenset[str]
World = tuple[Cards, ...]  # the hands by seat, the stock, the drawn card
MOST_STEPS = 100_000  # of an enumeration, before it is given up


class TooMany(Exception):
    """There are more worlds than allowed."""


def arrangements(
    cards: Cards, sizes: Sequence[int], may: Sequence[Cards], most: int, steps: list[int] | None = None
) -> Iterator[tuple[Cards, ...]]:
    """Every way to distribute the cards among places of these sizes, each restricted to some cards."""
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
    """The possible worlds with their weights; TooMany if there are more than `most`."""
    found: dict[World, int] = {}
    for world, weight in worlds:
        if weight:
            found[world] = weight
            if len(found) > most:
                raise TooMany
    return found


# -- games of tricks ----------------------------------------------------------------------------------------------------

PIQUET = frozenset(rank + suit for suit in "SHDC" for rank in "789TJQKA")
FRENCH = frozenset(rank + suit for suit in "SHDC" for rank in "23456789TJQKA")
FRENCH_JOKERS = frozenset({"X1", "X2", "X3"})
SUITABILITY_PACKS = {2: "89TJQKA", 3: "23456TJQKA", 4: "23456789TJQKA", 5: "23456789TJQKA"}  # SUITABILITY-1, -14, -16, -17
SUITORS = frozenset(f"{s}{r}" for tier, s in enumerate("SMDCTPH", 1) for r in range(tier, tier + 7) if r != 7) | frozenset(
    f"{s}7{which}" for s in "SMDCTPH" for which in "ab"
)
SPECIALS = frozenset({"ZERO", "HALF", "THIEF", "FOURTEEN"})


@dataclass
class Dealt:
    """A deal of a trick game as a seat has seen it: cards are dealt at random, and then hands only shrink."""

    seat: int
    own: Cards
    unseen: Cards
    left: list[int]  # how many cards each hand holds
    stock: int
    lacks: list[Cards]  # what a seat has shown that it does not hold
    known: list[Cards]  # what the seat knows another to hold
    played: list[Cards]  # in this deal

    def worlds(self, most: int, weight: Callable[[Sequence[Cards]], int] = lambda hands: 1) -> dict[World, int]:
        """Every way to distribute the unseen cards, weighted by the hands."""
        others = [other for other in range(len(self.left)) if other != self.seat]
        free = self.unseen.difference(*(self.known[other] for other in others))
        sizes = [*(self.left[other] - len(self.known[other]) for other in others), self.stock]
        may = [*(free - self.lacks[other] for other in others), free]

        def worlds() -> Iterator[tuple[World, int]]:
            for laid in arrangements(free, sizes, may, most):
                hands = [self.own] * len(self.left)
                for other, cards in zip(others, laid, strict=False):
                    hands[other] = cards | self.known[other]
                yield (*hands, laid[-1], frozenset[str]()), weight(hands)

        return counted(worlds(), most)


def look_on(
    deal: Sequence[Event], seat: int, pack: Cards, like: Callable[[str, str], Cards], unbound: Cards, joker_leads: bool = False
) -> Dealt:
    """What a seat learns from the events of a deal.

    `like(card, by)` are the cards that follow it; `unbound` may be played whatever is led. If one of those is led, it frees the
    whole trick (with `joker_leads`), or the next card counts as the one led.
    """
    first = deal[0]
    own, gone = set(first["hands"][seat]), {first["table"].get("turn_up")} - {None}
    left = [len(hand) for hand in first["hands"]]
    lacks: list[Cards] = [frozenset() for _ in left]
    known: list[set[str]] = [set() for _ in left]
    played: list[set[str]] = [set() for _ in left]
    by, led = "suit", None
    for event in deal[1:]:
        move, who = event.get("move"), int(event.get("seat", -1))
        if move == "pass":
            if who == seat:
                own.remove(event["card"])
                known[event["to"]].add(event["card"])
            elif event["to"] == seat:
                own.add(event["card"])
        elif event["event"] == "exchange":
            gone = {event["gives"]}
            if who == seat:
                own = own - {event["gives"]} | {event["takes"]}
            else:
                known[who].add(event["takes"])
        elif move == "follow":
            by = event["by"]
        elif move == "play":
            card = event["card"]
            if led is None:
                led = None if card in unbound and not joker_leads else pack if card in unbound else like(card, by)
            elif card not in led | unbound:
                lacks[who] |= led
            gone.add(card)
            own.discard(card)
            known[who].discard(card)
            played[who].add(card)
            left[who] -= 1
        elif event["event"] == "trick":
            led = None
    unseen, stock = pack - own - gone, first["stock"]
    return Dealt(seat, frozenset(own), unseen, left, stock, lacks, [*map(frozenset, known)], [*map(frozenset, played)])


def leader(deal: Sequence[Event]) -> int:
    """The seat that led the first trick of a deal."""
    return next(int(event["seat"]) for event in deal if event.get("move") == "play")


def of_one_suit(pack: Cards, at: int) -> Callable[[str, str], Cards]:
    """The cards of a card's suit; `at` is the index of the suit's letter in a code."""
    return lambda card, by: frozenset(other for other in pack if other[at] == card[at])


def truf_worlds(events: Sequence[Event], seat: int, most: int) -> dict[World, int]:
    """TRUF-3, TRUF-7: the hands are drawn at random, and nobody holds a suit that they failed to follow."""
    return look_on(of_this_deal(events), seat, PIQUET, of_one_suit(PIQUET, 1), frozenset()).worlds(most)


def suitability_worlds(events: Sequence[Event], seat: int, most: int) -> dict[World, int]:
    """SUITABILITY-5, SUITABILITY-15, SUITABILITY-16."""
    players = events[0]["players"]
    pack = frozenset(card for card in FRENCH if card[0] in SUITABILITY_PACKS[players])
    jokers = FRENCH_JOKERS if players == 5 else frozenset[str]()
    deal = of_this_deal(events)
    return look_on(deal, seat, pack | jokers, of_one_suit(pack, 1), jokers, joker_leads=True).worlds(most)


def thoughts_worlds(events: Sequence[Event], seat: int, most: int) -> dict[World, int]:
    """THOUGHTS-2, THOUGHTS-3, THOUGHTS-6: with `red_one` the first leader holds R1, unless it is turned up."""

    def like(card: str, by: str) -> Cards:
        return frozenset(other for other in SEVENDECK if other[by == "number"] == card[by == "number"])

    deal = of_this_deal(events)
    seen = look_on(deal, seat, SEVENDECK, like, frozenset())
    if events[0]["options"]["first_lead"] == "red_one" and "R1" in seen.unseen:
        seen.known[leader(deal)] |= {"R1"}
    return seen.worlds(most)


def suitors_worlds(events: Sequence[Event], seat: int, most: int) -> dict[World, int]:
    """SUITORS-2, SUITORS-3, SUITORS-5, SUITORS-19 to SUITORS-21, once the hands have changed."""
    special_cards = events[0]["options"]["special_cards"]
    pack = SUITORS | (SPECIALS if special_cards != "none" else frozenset())
    deal = of_this_deal(events)
    seen = look_on(deal, seat, pack, of_one_suit(SUITORS, 0), SPECIALS)
    if "S1" in seen.unseen:
        seen.known[leader(deal)] |= {"S1"}
    if special_cards != "one_each":
        return seen.worlds(most)
    given = {event["to"]: event["card"] for event in deal if event.get("move") == "pass" and event["seat"] == seat}
    (own,) = SPECIALS & set(deal[0]["hands"][seat])
    others = [other for other in range(4) if other != seat]

    def histories(hands: Sequence[Cards]) -> int:
        """The number of ways in which passing can have led to these hands, if each seat was dealt one special card.

        A special card that has left the seat it was dealt to was passed. The other cards that others passed may be any ordinary
        ones except those that this seat passed. (What this seat was given counts the same in all worlds.)
        """
        at = {card: holder for holder in range(4) for card in SPECIALS & (hands[holder] | seen.played[holder])}
        ways = 0
        for dealt in permutations(sorted(SPECIALS - {own})):
            moved = [at[card] for giver, card in zip(others, dealt, strict=True) if at[card] != giver]
            product = 1
            for taker in others:
                ordinary = 15 - sum(holder == taker for holder in at.values()) - (given[taker] not in SPECIALS)
                product *= perm(ordinary, 2 - moved.count(taker))
            ways += product
        return ways

    return seen.worlds(most, histories)


# -- Sane Sevens ------------------------------------------------------------------------------------------------------

SEVENDECK = frozenset(colour + number for colour in "ROYGBIV" for number in "1234567")
JOKERS = frozenset({"X1", "X2", "X3", "X4"})
NOW = 1 << 30


@dataclass
class Hand:
    """What everybody has seen of a hand: when it got its cards, what it played, and what it was shown to lack.

    Each new stock begins an epoch. A card drawn in an epoch must have been in its stock and in no later one.
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
        self.drawn: int | None = None  # the seat that has drawn a card and not yet played or kept it
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
        """The epoch in which a card must have been drawn, given where it was before."""
        return max(e for e, (began, stock) in enumerate(self.stocks) if began < when and card in stock)

    def fits(self, hand: Hand, place: tuple[int, int], card: str, until: int) -> bool:
        """Whether the hand can have got the card at one time, and kept it until another."""
        when, epoch = place
        lacked = (cards for shown, cards in hand.lacked if when < shown < until)
        return when < until and epoch == self.epoch(card, until) and not any(card in cards for cards in lacked)

    def lay(self, hand: Hand, ways: dict[tuple[int, ...], int], card: str, until: int) -> dict[tuple[int, ...], int]:
        """The number of ways in which each set of places remains once one of them has taken this card."""
        kinds = sorted(set(hand.got))
        found: dict[tuple[int, ...], int] = {}
        allowed = [k for k, place in enumerate(kinds) if self.fits(hand, place, card, until)]
        for left, n in ways.items():
            for k in allowed:
                if left[k]:
                    then = (*left[:k], left[k] - 1, *left[k + 1 :])
                    found[then] = found.get(then, 0) + n * left[k]
        return found

    def by_plays(self, hand: Hand) -> Iterator[dict[tuple[int, ...], int]]:
        """The number of ways in which the plays so far leave each set of places, before the first play and after each."""
        ways = {tuple(hand.got.count(place) for place in sorted(set(hand.got))): 1}
        yield ways
        for when, card in hand.played:
            ways = self.lay(hand, ways, card, when)
            yield ways

    def left_by_plays(self, hand: Hand) -> dict[tuple[int, ...], int]:
        """The number of ways in which all plays leave each set of places."""
        *_, ways = self.by_plays(hand)
        return ways

    @property
    def is_ambiguous(self) -> bool:
        """Whether a play of another seat can have come from several places of its hand."""
        return any(len(self.left_by_plays(self.hands[other])) > 1 for other in self.others)

    @property
    def is_plain(self) -> bool:
        """Whether every play of another seat came from a place of its hand that was known at the time."""
        return all(len(ways) == 1 for other in self.others for ways in self.by_plays(self.hands[other]))

    def size(self, other: int) -> int:
        """The number of cards in a hand, without a drawn one."""
        return len(self.hands[other].got) - len(self.hands[other].played)

    def worlds(self, most: int) -> dict[World, int]:
        """SANE-1 to SANE-8: a world's weight is the number of ways in which its hands can have got their cards."""
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
        """The cards that at least one place of the hand may hold now."""
        return frozenset(card for card in self.unseen if any(self.fits(hand, place, card, NOW) for place in set(hand.got)))


# -- Seven and Seven --------------------------------------------------------------------------------------------------


@dataclass
class Turn:
    """What everybody saw of a hand's turn or deal: the cards it gained and lost, and its known cards afterwards."""

    open: Cards
    came: list[Cards]  # for each unseen card that it got, what that may have been
    went: str | None = None  # the card that it discarded, if that had been unseen


class Sevens:
    """A game of Seven and Seven as a seat has seen it."""

    def __init__(self, events: Sequence[Event], seat: int, turn: int | None) -> None:
        first = events[1]
        players = range(len(first["hands"]))
        self.seat = seat
        self.own = set(first["hands"][seat])
        self.in_stock: int = first["stock"]
        self.may_come = SEVENDECK  # what a card drawn now may be: what the stock was made of, less what was seen since
        self.turns = {other: [Turn(frozenset(), [SEVENDECK] * 7)] for other in players if other != seat}
        self.drawn: int | None = None  # the seat that has drawn and not yet discarded
        self.steps = 0  # of an enumeration: see MOST_STEPS
        held: list[set[str]] = [set() for _ in players]  # openly
        piles: list[list[str]] = [[] for _ in players]
        picked: set[str] = set()  # by the seat to move
        for event in events[2:]:
            move, who = event.get("move"), int(event.get("seat", -1))
            if event["event"] == "reshuffle":
                piles = [pile[-1:] for pile in piles]
                self.may_come = frozenset(event["cards"])
                self.in_stock = len(event["cards"])
            elif event["event"] == "draw":
                self.in_stock -= 1
                self.drawn = who
                if who == seat:
                    self.own.add(event["card"])
            elif move == "take" and event["from"] != "stock":
                picked = {piles[event["from"]].pop()}
            elif move == "discard":
                card = event["card"]
                came: list[Cards] = [self.may_come] if self.drawn == who else []
                held[who] |= picked
                if who == seat:
                    self.own = self.own - {card} | picked - {card}
                else:
                    self.turns[who].append(Turn(frozenset(held[who] - {card}), came, None if card in held[who] else card))
                held[who].discard(card)
                piles[who].append(card)
                picked, self.drawn = set(), None
                self.may_come -= {card}
        open_cards = {card for cards in [*held, *piles] for card in cards}
        self.unseen = SEVENDECK - self.own - open_cards - picked
        assert turn is not None
        assert self.drawn in (None, turn)

    def left(self, other: int) -> Cards:
        """The known cards of a hand."""
        return self.turns[other][-1].open

    def ways(self, other: int, cards: Cards) -> int:
        """SEVENS-3, SEVENS-5: the number of ways in which the hand can have got these cards unseen without ever being complete.

        Counted from now back to the deal, by what it held unseen then.
        """
        turns = self.turns[other][::-1]
        risky = []  # the turns after which the hand can have been complete at all
        ever = cards  # what it held unseen since
        for k, turn in enumerate(turns):
            if complete(set(ever | turn.open)):
                risky.append(k)
            if turn.went:
                ever |= {turn.went}
        now = {cards: 1}
        for k, turn in enumerate(turns):
            if k in risky:
                now = {held: n for held, n in now.items() if not complete(set(held | turn.open))}
            elif k > max(risky, default=-1) and len(now) > 1:
                now = {next(iter(now)): sum(now.values())}  # from here back all have equally many ways
            if turn.went:
                now = {held | {turn.went}: n for held, n in now.items() if turn.went not in held}
            for may in turn.came if k < len(turns) - 1 else ():  # the seven dealt may be in any order
                self.steps += len(now)
                if self.steps > MOST_STEPS:
                    raise TooMany
                before: dict[Cards, int] = {}
                for held, n in now.items():
                    for card in held & may:
                        before[held - {card}] = before.get(held - {card}, 0) + n
                now = before
        return sum(now.values())

    def worlds(self, most: int) -> dict[World, int]:
        """SEVENS-1 to SEVENS-5: a world's weight is the number of ways in which its hands can have got their cards."""
        others = list(self.turns)
        pending = self.drawn is not None and self.drawn != self.seat
        sizes = [*(7 - len(self.left(other)) for other in others), int(pending), self.in_stock]
        may = [*(self.can_hold(other) for other in others), *[self.unseen & self.may_come] * 2]
        counts: dict[tuple[int, Cards], int] = {}

        def count(other: int, cards: Cards) -> int:
            if (other, cards) not in counts:
                counts[other, cards] = self.ways(other, cards)
            return counts[other, cards]

        def worlds() -> Iterator[tuple[World, int]]:
            for laid in arrangements(self.unseen, sizes, may, most):
                hands = [frozenset(self.own)] * (len(others) + 1)
                weight = 1
                for other, cards in zip(others, laid, strict=False):
                    hands[other] = cards | self.left(other)
                    weight *= weight and count(other, cards)
                yield (*hands, laid[-1], laid[-2]), weight

        return counted(worlds(), most)

    def can_hold(self, other: int) -> Cards:
        """The cards that may have come to a hand and still be there."""
        return self.unseen.intersection(frozenset[str]().union(*(may for turn in self.turns[other] for may in turn.came)))
