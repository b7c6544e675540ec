"""What the other seats did, and where the cards were then, as far as one seat can tell.

No rule of any game is known here. Earlier positions of a deal follow from the present one and from what everybody saw, as long
as hidden cards have only been revealed, or drawn from one stock into hands that fall into parts: then knowing the cards of each
part means knowing which had not been drawn yet. Anything before that is left out.
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
from sevenfold.kernel.fields import MOST_SEATS, OWNER_SEES
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import redeal
from sevenfold.kernel.questions import GENERIC, LAYOUTS, deals_done, once_held, parts
from sevenfold.kernel.types import Action, CardSet, Int64Array, Positions, Seat

if TYPE_CHECKING:
    from sevenfold.playing.game import State

# In place of a hidden card: STILL, it is still there; TAKEN, its seat took it into its hand, as the next part of that.
STILL, TAKEN = -2, -3
WHOLE = 64  # more parts than a hand has
Flags: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True)
class DealHistory:
    """What the other seats did in a deal, the latest first, as far back as the seat knows the positions.

    Places hidden from the seat hold only the cards that it has seen leave them since.
    """

    seat: Seat
    positions: Positions
    actions: Int64Array
    parts: Int64Array  # [i, seat]: how many of the present parts of a hand it had then
    done: tuple[
        tuple[Positions, DealHistory], ...
    ] = ()  # earlier deals: a possible position at the end of each, and its history


Recall: TypeAlias = Callable[[], DealHistory]  # called only by bots that use it


def empty_history(dtype: np.dtype[np.record], seat: Seat) -> DealHistory:
    """A history without any action."""
    return DealHistory(seat, np.zeros(0, dtype), np.zeros(0, np.int64), np.zeros((0, MOST_SEATS), np.int64))


def history_of(state: State, seat: Seat, since: int = 0) -> DealHistory:
    """What a seat knows of this deal and of those before it; actions before number `since` are left out."""
    dtype, now, done = state.game.rules.dtype, state.position, list[tuple[Positions, DealHistory]]()
    latest = empty_history(dtype, seat)
    if not _only_owners_see(dtype):
        return latest
    steps = zip(reversed(state.actions), state.earlier_positions(), strict=True)
    for deal, group in groupby(islice(steps, len(state.actions) - since), lambda step: deals_done(step[1][0])):
        made = list(group)
        if deal == deals_done(now[0]):
            latest = _history_of_deal(dtype, seat, now, made, can_draw=_can_draw(dtype))
        else:
            end = copied(made[0][1])
            history = _history_of_deal(dtype, seat, end, made, can_draw=False)
            redeal(end, 0, seat, source(0))
            done.append((end, history))
    return replace(latest, done=tuple(done))


def _only_owners_see(dtype: np.dtype[np.record]) -> bool:
    """Whether nobody else sees a hidden hand; otherwise it would take more to tell who chose knowing what."""
    return all(sight == OWNER_SEES for _, _, _, sight, _ in LAYOUTS[dtype].places)


def _can_draw(dtype: np.dtype[np.record]) -> bool:
    """Whether cards are drawn from one stock into hands, where each becomes a part of its own."""
    stocks = sum(words for _, words, per_seat, _, is_set in LAYOUTS[dtype].places if is_set and per_seat == 0)
    return dtype in GENERIC["once_held"].answers and stocks == 1


class _Place(NamedTuple):
    """A 64-bit word of a position that holds hidden cards."""

    at: int
    owner: Seat  # NONE: nobody, or the seat to move
    is_movers: bool
    is_set: bool


class _Hands:
    """What the parts of the others' hands say at each position of a course, the latest first."""

    def __init__(self, trace: Sequence[Positions], seat: Seat) -> None:
        self.parts = np.full((len(trace), MOST_SEATS), WHOLE)
        self.gone = np.zeros((len(trace), MOST_SEATS), np.int64)  # what has been let go of a hand
        for i, position in enumerate(trace):
            for holder in range(position[0].players):
                if holder != seat:
                    self.parts[i, holder], self.gone[i, holder] = parts(position[0], holder), once_held(position[0], holder)

    def are_known(self, holder: Seat, came: Int64Array, went: Int64Array) -> Flags:
        """For each step, whether every hidden card that entered a hand is a new part, and every one that left is on record."""
        had, gone = self.parts[:, holder], self.gone[:, holder]
        known_steps: Flags = (came == had[:-1] - had[1:]) & (went & ~gone[:-1] == 0) & (gone[1:] & ~gone[:-1] == 0)
        return known_steps


class _PositionTrace:
    """The positions of a deal, the latest first: the present one, and that before each action."""

    def __init__(self, dtype: np.dtype[np.record], seat: Seat, positions: Sequence[Positions], *, can_draw: bool) -> None:
        self.layout, self.seat, self.is_turn = LAYOUTS[dtype], seat, int(positions[0][0].turn) == seat
        self.places = [
            _Place(at, (at - first) // per_seat if per_seat > 0 else NONE, per_seat < 0, bool(is_set))
            for first, length, per_seat, _, is_set in self.layout.places
            for at in range(first, first + length)
        ]
        self.lay = np.array([position.view(np.int64)[: dtype.itemsize // 8] for position in positions])
        self.here = {place: self.lay[:, place.at] if place.is_set else _as_set(self.lay[:, place.at]) for place in self.places}
        self.hidden = np.bitwise_or.reduce(list(self.here.values()))
        self.went = {place: cards[1:] & ~self.hidden[:-1] for place, cards in self.here.items()}  # and were laid open
        self.hands = _Hands(positions, seat) if can_draw else None

    def known_steps(self) -> int:
        """For how many positions back the seat knows how hidden cards moved."""
        is_told = self.hidden[:-1] & ~self.hidden[1:] == 0
        for place, cards in self.here.items():
            came = _count(cards[:-1]) - _count(cards[1:]) + _count(self.went[place])
            if place.is_set and not self.hands:
                is_told &= came == 0
            elif place.is_set and self.hands and place.owner not in (NONE, self.seat):
                is_told &= self.hands.are_known(place.owner, came, self.went[place])
        return len(is_told) if is_told.all() else int(is_told.argmin())

    def known(self, known_steps: int) -> Int64Array:
        """The last `known_steps` positions; places that are hidden from the seat hold only what it knows of them."""
        known = self.lay[1 : known_steps + 1].copy()
        for first, length, *_ in self.layout.private:
            known[:, first : first + length] = 0
        for place in self.places:
            cards, went = known[:, place.at], self.went[place][:known_steps]
            if not place.is_set:
                cards[:] = np.where((cards == NONE) | (went != 0), cards, TAKEN) if self.hands and place.is_movers else STILL
            elif self.hands and place.owner == NONE:
                cards &= ~self._may_lie_elsewhere(self.hands)
            elif place.owner != self.seat:
                cards[:] = np.bitwise_or.accumulate(went)
        return known

    def _may_lie_elsewhere(self, hands: _Hands) -> CardSet:
        """The cards of an earlier stock that others may hold now, or that may already have been in a hand they left since."""
        mine = (place for place in self.places if place.owner == self.seat or (place.is_movers and self.is_turn))
        return int(self.hidden[0] & ~sum(self.here[place][0] for place in mine) | np.bitwise_or.reduce(hands.gone[0]))


def _history_of_deal(
    dtype: np.dtype[np.record], seat: Seat, now: Positions, made: Sequence[tuple[Action, Positions]], *, can_draw: bool
) -> DealHistory:
    """The history of one deal up to the position `now`; made: actions and the positions before them, the latest first."""
    trace = _PositionTrace(dtype, seat, [now, *(then for _, then in made)], can_draw=can_draw)
    known_steps = trace.known_steps()
    known, actions = (
        trace.known(known_steps).reshape(-1).view(dtype),
        np.array([action for action, _ in made[:known_steps]], np.int64),
    )
    known["chance"] = 0
    had = trace.hands.parts[1 : known_steps + 1] if trace.hands else np.full((known_steps, MOST_SEATS), WHOLE)
    of_others = known["turn"] != seat
    return DealHistory(seat, known[of_others], actions[of_others], had[of_others])


def _as_set(cards: Int64Array) -> Int64Array:
    """Each card as a set; NONE is the empty set."""
    return np.where(cards == NONE, 0, np.int64(1) << np.maximum(cards, 0))


def _count(sets: Int64Array) -> Int64Array:
    """The number of cards in each set."""
    return np.bitwise_count(sets.view(np.uint64)).astype(np.int64)
