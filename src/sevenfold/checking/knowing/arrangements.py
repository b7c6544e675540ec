"""The hidden cards of a position as a seat is deemed to know them: where each lies, where it may lie, and re-deals of them.

Everything here runs as plain Python on the plans that re-dealing makes (`kernel.redeal`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np

from sevenfold.cards import NONE
from sevenfold.declare.rules import Rules
from sevenfold.kernel.fields import SEEING, place_of
from sevenfold.kernel.memory import copied
from sevenfold.kernel.questions import (
    comes_about,
    known,
    lacked,
    lacked_at,
    lacked_in,
    lies_in,
    not_in_stock,
    once_held,
    parts,
    possible,
    redealt,
    shown,
)
from sevenfold.kernel.redeal import MOST_TRIES, lift_unseen, put_back, sees
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import Card, CardSet, Plan, Positions, Reals, Seat, Sources
from sevenfold.kernel.worlds import (
    AT,
    COUNTED,
    DEPARTED,
    MAY,
    META,
    METHOD,
    PART,
    PLACES,
    PLAN_SHAPE,
    SHUFFLED,
    SIZE,
    SURE,
    SWAPPED,
    UNSEEN,
    WAYS,
    arrange,
    choose_method,
    count_ways,
    make_room,
)

MOST_CELLS = 20_000  # of a table of arrangements that plain Python fills; where it is larger, cards are swapped instead


@dataclass(frozen=True)
class Spot:
    """A field of a position, or one element of it, that holds cards which some seats do not see."""

    field: str
    at: tuple[int, ...]
    is_set: bool
    per_seat: int  # the words of a seat's part of the field; 0: nobody's; -1: the seat to move's
    sight: int  # who sees a seat's part, as in SEEING

    def cards(self, positions: Positions) -> CardSet:
        """The cards that lie there."""
        value = int(positions[0][self.field][self.at] if self.at else positions[0][self.field])
        return value if self.is_set else 0 if value == NONE else 1 << value

    def put(self, positions: Positions, cards: CardSet) -> None:
        """Replace the cards that lie there."""
        value = cards if self.is_set else cards.bit_length() - 1 if cards else NONE
        if self.at:
            positions[0][self.field][self.at] = value
        else:
            positions[0][self.field] = value

    def holder(self, positions: Positions) -> Seat:
        """The seat whose cards these are, or NONE."""
        return self.at[0] if self.per_seat > 0 else int(positions[0].turn) if self.per_seat < 0 else NONE

    def hidden_from(self, seat: Seat, positions: Positions) -> bool:
        """Whether a seat does not see them."""
        return not sees(positions[0], seat, self.holder(positions), self.sight)


@cache
def spots_of(rules: Rules) -> dict[int, Spot]:
    """Where hidden cards may lie, by the number of the word in a position."""
    found: dict[int, Spot] = {}
    dtype = rules.listening
    assert dtype.fields is not None
    for name, declared in rules.position.fields.items():
        if declared.seen_by == "all" or declared.kind not in ("cards", "card"):
            continue
        first = int(dtype.fields[name][1]) // 8
        per_seat = 0 if declared.seen_by == "nobody" else declared.words // declared.shape[0] if declared.shape else -1
        for i, at in enumerate(product(*map(range, declared.shape))):
            found[first + i] = Spot(name, at, declared.kind == "cards", per_seat, SEEING[declared.seen_by])
    return found


@dataclass(frozen=True)
class Place:
    """One place of a plan: a spot, or a part of a hand about which more is known."""

    size: int
    may: CardSet  # the hidden cards that it may hold
    word: int
    sure: CardSet
    part: int


@dataclass(frozen=True)
class Misfit:
    """Why a position is impossible for a seat, by the game's own answers."""

    code: str
    question: str  # the answer that says so
    sentence: str


class Knowledge:
    """What a seat is deemed to know of a position."""

    def __init__(self, rules: Rules, positions: Positions, seat: Seat) -> None:
        self.rules, self.seat, self.players = rules, seat, int(positions[0].players)
        self.lifted = copied(positions)  # without what only others know, but with the cards where they are
        self.plan: Plan = np.zeros(PLAN_SHAPE, np.int64)
        lift_unseen(self.lifted[0], seat, self.plan, True)
        self.unseen, self.departed = int(self.plan[META, UNSEEN]), int(self.plan[META, DEPARTED])
        self.spots = spots_of(rules)
        self.places = [
            Place(
                int(self.plan[SIZE, p]),
                int(self.plan[MAY, p]),
                int(self.plan[AT, p]) >> 1,
                int(self.plan[SURE, p]),
                int(self.plan[PART, p]),
            )
            for p in range(int(self.plan[META, PLACES]))
        ]
        self._ways: Reals | None = None

    # -- the position itself ------------------------------------------------------------------------------------------

    def misfit(self) -> Misfit | None:
        """Why the game's answers rule out that the cards lie where they do; None if they do not."""
        return self._shown_elsewhere() or self._lies_elsewhere() or self._wrong_sizes() or self._excluded() or self._refused()

    def hidden_in(self, word: int) -> CardSet:
        """The cards of a spot whose place the seat cannot know."""
        spot = self.spots[word]
        return spot.cards(self.lifted) & self.unseen & ~self.departed if spot.hidden_from(self.seat, self.lifted) else 0

    def hidden_words(self) -> list[int]:
        """The spots whose cards the seat does not see."""
        return [word for word, spot in self.spots.items() if spot.hidden_from(self.seat, self.lifted)]

    def _the(self, card: Card) -> str:
        cards = self.rules.pack.cards
        return self.rules.pack.the(card) if card < len(cards) else f"card {card}"

    def where(self, word: int) -> str:
        """A spot in words: "hands[1]"."""
        spot = self.spots[word]
        return spot.field + "".join(f"[{i}]" for i in spot.at)

    def _shown_elsewhere(self) -> Misfit | None:
        s = self.lifted[0]
        for holder in range(self.players):
            if holder == self.seat:
                continue
            hand = 0
            for spot in self.spots.values():
                if spot.is_set and spot.per_seat > 0 and spot.at[0] == holder:
                    hand |= spot.cards(self.lifted)
            for question, cards in (("shown", int(shown(s, holder))), ("known", int(known(s, self.seat, holder)))):
                for card in each(cards & ~hand):
                    called = f"{question}(s, {holder})" if question == "shown" else f"known(s, {self.seat}, {holder})"
                    return Misfit(
                        f"{question}-elsewhere",
                        question,
                        f"`{called}` names {self._the(card)}, which seat {holder} does not hold. It may name only cards that"
                        f" lie in that hand: combine it with `s.hands[holder] &`, or forget the card when it leaves.",
                    )
        return None

    def _lies_elsewhere(self) -> Misfit | None:
        s = self.lifted[0]
        for spot in self.spots.values():
            if spot.per_seat or not spot.is_set:
                continue
            place = place_of(self.rules.position, spot.field, *spot.at)
            for card in each(int(lies_in(s, self.seat, place)) & ~spot.cards(self.lifted)):
                return Misfit(
                    "lies-elsewhere",
                    "lies_in",
                    f"`lies_in(s, {self.seat}, {place})` names {self._the(card)}, which does not lie in {spot.field}. It may"
                    f" name only cards that lie there: combine it with `s.{spot.field} &`, or forget the card when it leaves.",
                )
        return None

    def _wrong_sizes(self) -> Misfit | None:
        s = self.lifted[0]
        for word in self.hidden_words():
            spot, room = self.spots[word], sum(place.size for place in self.places if place.word == word)
            in_hand = spot.is_set and spot.per_seat > 0 and spot.at[0] < self.players
            gone = int(once_held(s, spot.at[0])).bit_count() if in_hand else 0
            held = self.hidden_in(word).bit_count() + gone
            if not spot.cards(self.lifted) and not self.departed:
                continue
            if room != held:
                return Misfit(
                    "part-sizes",
                    "part_size",
                    f"The sizes of the parts of {self.where(word)} add up to {room}, but it has {held} cards whose place seat"
                    f" {self.seat} does not know{' (cards of `once_held` included)' if gone else ''}: `parts` and `part_size`"
                    f" must count each of them once, without those of `shown` and `known`.",
                )
        return None

    def _candidates(self, card: Card) -> list[int]:
        """The places of the plan in which a card may be deemed to lie, given the spot where it is."""
        fitting = [p for p, place in enumerate(self.places) if place.may >> card & 1]
        if self.departed >> card & 1:
            return fitting
        return [p for p in fitting if self.spots[self.places[p].word].cards(self.lifted) >> card & 1]

    def _excluded(self) -> Misfit | None:
        """Lay every card into a place that may hold it, moving others along; a card for which there is no way is excluded."""
        laid: list[list[Card]] = [[] for _ in self.places]
        wanted = {card: self._candidates(card) for card in each(self.unseen)}
        for card in sorted(wanted, key=lambda card: len(wanted[card])):
            if not self._lay(card, wanted, laid, set()):
                return self._why_excluded(card)
        return None

    def _lay(self, card: Card, wanted: dict[Card, list[int]], laid: list[list[Card]], tried: set[int]) -> bool:
        for p in wanted[card]:
            if p in tried:
                continue
            tried.add(p)
            if len(laid[p]) < self.places[p].size:
                laid[p].append(card)
                return True
            for i, other in enumerate(laid[p]):
                if self._lay(other, wanted, laid, tried):
                    laid[p][i] = card
                    return True
        return False

    def _why_excluded(self, card: Card) -> Misfit:
        s, name = self.lifted[0], self._the(card)
        if self.departed >> card & 1:
            return Misfit(
                "truth-excluded",
                "came_from",
                f"`once_held` names {name}, but no part of a hand that could have held it is left: `came_from` must"
                " allow it in the"
                " part from which it left, and `part_size` must count it there.",
            )
        word = next(word for word in self.hidden_words() if self.spots[word].cards(self.lifted) >> card & 1)
        spot = self.spots[word]
        if spot.is_set and spot.per_seat > 0:
            holder = spot.at[0]
            excluded = all(int(lacked(s, holder, part)) >> card & 1 for part in range(int(parts(s, holder))))
            claim = (
                f"`lacked` says that seat {holder} does not hold {name}"
                if excluded
                else f"`lacked`, `parts` and `part_size` together leave no room for {name} in the hand of seat {holder}"
            )
            return Misfit(
                "truth-excluded",
                "lacked",
                f"{claim}, but it lies in {self.where(word)}: no re-deal for seat {self.seat} can be right. `lacked` may"
                " name only"
                " cards that everybody knows not to be in that hand.",
            )
        if not spot.is_set and spot.per_seat > 1 and int(lacked_at(s, *spot.at)) >> card & 1:
            return Misfit(
                "truth-excluded",
                "lacked_at",
                f"`lacked_at` says that {name} is not in {self.where(word)}, where it lies: no re-deal for seat {self.seat}"
                " can be right. It may name only cards that everybody knows not to be there; what was known of a place ends"
                " when another card comes to it.",
            )
        if spot.per_seat <= 0 and int(not_in_stock(s)) >> card & 1:
            return Misfit(
                "truth-excluded",
                "not_in_stock",
                f"`not_in_stock` says that {name} is in no place that nobody sees, but it lies in {self.where(word)}: no"
                " re-deal for"
                f" seat {self.seat} can be right. It may name only cards that everybody knows to be neither there nor"
                " just drawn.",
            )
        if spot.per_seat == 0 and int(lacked_in(s, place_of(self.rules.position, spot.field, *spot.at))) >> card & 1:
            return Misfit(
                "truth-excluded",
                "lacked_in",
                f"`lacked_in` says that {name} is not in {self.where(word)}, where it lies: no re-deal for seat {self.seat}"
                " can be right. It may name only cards that everybody knows not to be there.",
            )
        return Misfit(
            "truth-excluded",
            "once_held",
            f"`once_held`, `not_in_stock` or `lacked_in` leaves no room for {name} in {self.where(word)}, where it lies: no"
            f" re-deal for seat {self.seat} can be right.",
        )

    def _refused(self) -> Misfit | None:
        if possible(copied(self.lifted)[0]):
            return None
        return Misfit(
            "truth-refused",
            "possible",
            f"`possible` refuses the cards as they truly lie: no re-deal for seat {self.seat} can be right. It may"
            " refuse only what"
            " cannot be, given what everybody knows; numbers and memories that the seat does not see are 0 when it is asked.",
        )

    # -- re-deals -----------------------------------------------------------------------------------------------------

    def _prepare(self) -> Reals:
        """Choose how to deal; the cards must fit (`misfit`). Returns the table that dealing needs."""
        choose_method(self.plan)
        meta = self.plan[META]
        if meta[METHOD] == COUNTED and meta[WAYS] > MOST_CELLS:
            meta[METHOD] = SWAPPED
        ways: Reals = np.empty(max(int(meta[WAYS]), 1) if meta[METHOD] == COUNTED else 1)
        if meta[METHOD] == COUNTED:
            count_ways(self.plan, ways)
        if meta[METHOD] == SWAPPED:  # the engine begins with many more swaps, which would take plain Python seconds
            for card in each(self.unseen):
                make_room(card, self.plan)
            meta[SHUFFLED] = 1
        return ways

    @property
    def is_exact(self) -> bool:
        """Whether re-deals are exactly uniform before `possible` and `comes_about`."""
        return bool(self.plan[META, METHOD] != SWAPPED)

    def tries(self, source: Sources) -> Iterator[tuple[Positions, str]]:
        """Arrangements dealt one after the other, each with the question that refuses it, or "" if it may be used."""
        ways = self._ways = self._prepare() if self._ways is None else self._ways
        while True:
            dealt = copied(self.lifted)
            arrange(self.plan, ways, source[0])
            put_back(dealt[0], self.plan)
            redealt(dealt[0], self.seat, source[0])
            if not possible(dealt[0]):
                yield dealt, "possible"
            else:
                yield dealt, "" if comes_about(dealt[0], self.seat, source[0]) else "comes_about"

    def redeal(self, source: Sources) -> tuple[Positions | None, dict[str, int]]:
        """A re-deal as the engine makes it, and how often each question refused one; None if all tries were refused."""
        refused: dict[str, int] = {"possible": 0, "comes_about": 0}
        for dealt, question in self.tries(source):
            if not question:
                return dealt, refused
            refused[question] += 1
            if sum(refused.values()) >= MOST_TRIES:
                break
        return None, refused

    def layout(self, positions: Positions) -> tuple[CardSet, ...]:
        """Where the hidden cards lie in a re-deal, by spot."""
        return tuple(spot.cards(positions) for spot in self.spots.values())
