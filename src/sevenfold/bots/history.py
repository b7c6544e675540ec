"""What the other seats did, and how the cards lay then, as far as a seat can tell.

No rule is known here. How things lay earlier in a deal follows from how they lie now and what everybody saw, as far back as
hidden cards have only been laid open, or drawn from one stock to hands that fall into parts: whoever knows which cards each
part has knows which had not been drawn yet. What was before that is left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sevenfold.cards import NONE
from sevenfold.kernel.chance import source
from sevenfold.kernel.fields import MOST_SEATS
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import redeal
from sevenfold.kernel.questions import GENERIC, LAYOUTS, deals_done, once_held, parts
from sevenfold.kernel.types import Action, CardSet, Int64Array, Positions, Seat

if TYPE_CHECKING:
    from sevenfold.playing.game import State

# In place of a hidden card: it still lies there; its seat took it into its hand, of which it is the next part.
STILL, TAKEN = -2, -3
WHOLE = 64  # more parts than a hand has
Flags: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True)
class Past:
    """What the other seats did in a deal, as far as a seat can tell how it lay: the latest first.

    Of the places that are hidden from the seat, the positions hold only the cards that it has seen leave them since.
    """

    seat: Seat
    positions: Positions
    actions: Int64Array
    parts: Int64Array  # [i, seat]: how many of the parts that a hand has now it had then
    done: tuple[tuple[Positions, Past], ...] = ()  # the deals before it: how each may have lain at its end, and its past


Recall: TypeAlias = Callable[[], Past]  # finds out what was done, for a bot that asks


def no_past(dtype: np.dtype[np.record], seat: Seat) -> Past:
    """Nothing was done."""
    return Past(seat, np.zeros(0, dtype), np.zeros(0, np.int64), np.zeros((0, MOST_SEATS), np.int64))


def past_of(state: State, seat: Seat, since: int = 0) -> Past:
    """What a seat may know of how this deal went so far, and of those that are done; since: after so many actions."""
    dtype, now, done = state.game.rules.dtype, state.position, list[tuple[Positions, Past]]()
    latest = no_past(dtype, seat)
    steps = zip(reversed(state.actions), state.earlier_positions(), strict=True)
    for deal, group in groupby(islice(steps, len(state.actions) - since), lambda step: deals_done(step[1][0])):
        made = list(group)
        if deal == deals_done(now[0]):
            latest = _past_of_deal(dtype, seat, now, made, can_draw=_can_draw(dtype))
        else:
            end = copied(made[0][1])
            past = _past_of_deal(dtype, seat, end, made, can_draw=False)
            redeal(end, 0, seat, source(0))
            done.append((end, past))
    return replace(latest, done=tuple(done))


def _can_draw(dtype: np.dtype[np.record]) -> bool:
    """Are cards drawn from one stock to hands that fall into parts, of which each is a new one?"""
    stocks = sum(words for _, words, per_seat, is_set in LAYOUTS[dtype].places if is_set and per_seat == 0)
    return dtype in GENERIC["once_held"].answers and stocks == 1


class _Place(NamedTuple):
    """A word of a position that holds hidden cards."""

    at: int
    owner: Seat  # NONE: nobody, or the seat to move
    is_movers: bool
    is_set: bool


class _Hands:
    """What the parts of the others' hands say at each position of a course, the latest first."""

    def __init__(self, course: Sequence[Positions], seat: Seat) -> None:
        self.parts = np.full((len(course), MOST_SEATS), WHOLE)
        self.gone = np.zeros((len(course), MOST_SEATS), np.int64)  # what has been let go of a hand
        for i, position in enumerate(course):
            for holder in range(position[0].players):
                if holder != seat:
                    self.parts[i, holder], self.gone[i, holder] = parts(position[0], holder), once_held(position[0], holder)

    def tell(self, holder: Seat, came: Int64Array, went: Int64Array) -> Flags:
        """Step by step: is each hidden card that came to a hand a new part, and each that went remembered?"""
        had, gone = self.parts[:, holder], self.gone[:, holder]
        told: Flags = (came == had[:-1] - had[1:]) & (went & ~gone[:-1] == 0) & (gone[1:] & ~gone[:-1] == 0)
        return told


class _Course:
    """How the cards of a deal lay, the latest first: now, and before each action."""

    def __init__(self, dtype: np.dtype[np.record], seat: Seat, positions: Sequence[Positions], *, can_draw: bool) -> None:
        self.layout, self.seat, self.is_turn = LAYOUTS[dtype], seat, int(positions[0][0].turn) == seat
        self.places = [
            _Place(at, (at - first) // per_seat if per_seat > 0 else NONE, per_seat < 0, bool(is_set))
            for first, length, per_seat, is_set in self.layout.places
            for at in range(first, first + length)
        ]
        self.lay = np.array([position.view(np.int64)[: dtype.itemsize // 8] for position in positions])
        self.here = {place: self.lay[:, place.at] if place.is_set else _as_set(self.lay[:, place.at]) for place in self.places}
        self.hidden = np.bitwise_or.reduce(list(self.here.values()))
        self.went = {place: cards[1:] & ~self.hidden[:-1] for place, cards in self.here.items()}  # and were laid open
        self.hands = _Hands(positions, seat) if can_draw else None

    def told(self) -> int:
        """How many positions back the seat knows how hidden cards moved."""
        is_told = self.hidden[:-1] & ~self.hidden[1:] == 0
        for place, cards in self.here.items():
            came = _count(cards[:-1]) - _count(cards[1:]) + _count(self.went[place])
            if place.is_set and not self.hands:
                is_told &= came == 0
            elif place.is_set and self.hands and place.owner not in (NONE, self.seat):
                is_told &= self.hands.tell(place.owner, came, self.went[place])
        return len(is_told) if is_told.all() else int(is_told.argmin())

    def known(self, told: int) -> Int64Array:
        """So many positions back, with no more of the places that are hidden from the seat than it knows."""
        known = self.lay[1 : told + 1].copy()
        for first, length, _ in self.layout.private:
            known[:, first : first + length] = 0
        for place in self.places:
            cards, went = known[:, place.at], self.went[place][:told]
            if not place.is_set:
                cards[:] = np.where((cards == NONE) | (went != 0), cards, TAKEN) if self.hands and place.is_movers else STILL
            elif self.hands and place.owner == NONE:
                cards &= ~self._may_lie_elsewhere(self.hands)
            elif place.owner != self.seat:
                cards[:] = np.bitwise_or.accumulate(went)
        return known

    def _may_lie_elsewhere(self, hands: _Hands) -> CardSet:
        """The cards of a stock then that others may hold now, or that have left a hand and may have been in it even then."""
        mine = (place for place in self.places if place.owner == self.seat or (place.is_movers and self.is_turn))
        return int(self.hidden[0] & ~sum(self.here[place][0] for place in mine) | np.bitwise_or.reduce(hands.gone[0]))


def _past_of_deal(
    dtype: np.dtype[np.record], seat: Seat, now: Positions, made: Sequence[tuple[Action, Positions]], *, can_draw: bool
) -> Past:
    """What was done in one deal until it lay as now; made: the actions and the positions before them, the latest first."""
    course = _Course(dtype, seat, [now, *(then for _, then in made)], can_draw=can_draw)
    told = course.told()
    known, actions = course.known(told).reshape(-1).view(dtype), np.array([action for action, _ in made[:told]], np.int64)
    known["chance"] = 0
    had = course.hands.parts[1 : told + 1] if course.hands else np.full((told, MOST_SEATS), WHOLE)
    of_others = known["turn"] != seat
    return Past(seat, known[of_others], actions[of_others], had[of_others])


def _as_set(cards: Int64Array) -> Int64Array:
    """Each card as a set, NONE as the empty one."""
    return np.where(cards == NONE, 0, np.int64(1) << np.maximum(cards, 0))


def _count(sets: Int64Array) -> Int64Array:
    """How many cards are in each."""
    return np.bitwise_count(sets.view(np.uint64)).astype(np.int64)
