"""What the others did says what they may hold: re-dealt positions, as likely as what was done in them.

A seat is taken to choose by the rules of thumb (`advised`) in some share of its choices, and else at random. Which share is not
known: each of a few is believed in as far as the seat's choices bear it out, in this deal and in those that are done. Each
earlier choice is looked at again, with the cards that a re-deal gives the seat and those it has shown since; a re-deal is as
likely as all that was done. Worlds are drawn from many re-deals in proportion to that, and then changed by swaps of two unseen
cards, each kept or undone so that worlds stay as likely as they are (Metropolis).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from time import perf_counter
from typing import NamedTuple

import numpy as np

from sevenfold.cards import NONE
from sevenfold.kernel.chance import fraction, pick
from sevenfold.kernel.compiler.decorators import compiled, entry
from sevenfold.kernel.fields import MOST_SEATS, Fields
from sevenfold.kernel.memory import as_int64
from sevenfold.kernel.questions import advised, comes_about, hidden_places, legal_actions, possible
from sevenfold.kernel.redeal import put_back, redeal_unseen
from sevenfold.kernel.sets import bit, count, has, lowest
from sevenfold.kernel.types import Action, Card, CardSet, Int64Array, Plan, Positions, Reals, Seat, SeatSet, Source, Sources
from sevenfold.kernel.worlds import AT, GOT, MAY, META, PART, PLACES, PLAN_SHAPE, UNSEEN, pick_place

from .history import STILL, TAKEN, Past, no_past
from .settings import Settings

SHARES = (0.0, 0.3, 0.5, 0.7, 0.85, 0.95, 0.99)  # of a seat's choices by rules of thumb: those that it may have
FIRMNESS = 4.0  # with which the settings' share is believed in at first: the sum of a Beta distribution's two numbers
DRAFTS = 1000  # re-deals that worlds are drawn from
SWAPS = 60  # tried in each world
FICKLE = 0.05  # the chance that a seat's habits, after a deal, are others than before
BATCH = 100  # re-deals or worlds between two looks at the clock
EVERYBODY = (1 << MOST_SEATS) - 1


class Habits(NamedTuple):
    """What the other seats did, and what is believed of how they choose."""

    seat: Seat  # whose beliefs these are
    positions: Positions  # before each of their choices in this deal, without what is hidden still
    actions: Int64Array
    parts: Int64Array  # and what the hands had then, as in `Past`
    shares: Reals  # [seat, k]: how far SHARES[k] is believed to be the seat's, after the deals that are done
    now: Reals  # the same, times how likely it makes what the seat did in this deal, in the world looked at
    kept: Reals  # room for a copy of that
    trial: Positions  # room for one position


def believed_at_first(share: float) -> Reals:
    """How far each of SHARES is believed to be that of a seat of which nothing is known but that such a share is usual."""
    x = np.arange(0.0005, 1, 0.001)
    density = x ** (FIRMNESS * share - 1) * (1 - x) ** (FIRMNESS * (1 - share) - 1)
    nearest = np.abs(x[:, None] - SHARES).argmin(axis=1)
    believed: Reals = np.bincount(nearest, density) / density.sum()
    return believed


def habits_of(past: Past, root: Positions, share: float, mark: Positions) -> Habits:
    """What is believed after the deals that are done; root: the position now, learnt from in vain before the first one is."""
    at_first = believed_at_first(share)
    shares: Reals = np.tile(at_first, (MOST_SEATS, 1))
    trial: Positions = np.zeros(1, past.positions.dtype)
    nothing = no_past(past.positions.dtype, past.seat)
    undealt: Plan = np.zeros(PLAN_SHAPE, np.int64)  # how all cards of a deal lay is known once it is done
    for end, done in past.done[::-1] or ((root, nothing),):  # once at least, so that it is compiled when a bot is tried out
        habits = Habits(done.seat, done.positions, done.actions, done.parts, shares, shares, shares, trial)
        learn(end, undealt, habits, mark)
        shares += FICKLE * (at_first - shares)
    return Habits(past.seat, past.positions, past.actions, past.parts, shares, shares.copy(), shares.copy(), trial)


def inferred(
    root: Positions, seat: Seat, plan: Plan, ways: Reals, past: Past, settings: Settings, chance: Sources, mark: Positions,
    seconds: float = math.inf,
) -> tuple[Positions, Reals]:  # fmt: skip
    """As many worlds as the settings say, or as can be found in that time; none if there is nothing to infer from.

    And by seat, which share of its choices is expected to be by rules of thumb.
    """
    until, habits = perf_counter() + seconds, habits_of(past, root, settings.infer, mark)
    is_vain = not len(past.actions) or plan[META, UNSEEN] == 0
    drafts: Positions = np.zeros(0 if is_vain else DRAFTS, root.dtype)
    lays, likely = np.zeros((DRAFTS, PLAN_SHAPE[1]), np.int64), np.zeros(DRAFTS)
    for part in parts(len(drafts), until - seconds / 2):
        draft(root, seat, plan, ways, habits, drafts[part], lays[part], likely[part], chance, mark)
    sums = likely.cumsum()
    worlds: Positions = np.zeros(settings.worlds if sums[-1] > 0 else 0, root.dtype)
    expected, found = np.zeros(MOST_SEATS), 0
    for part in parts(len(worlds), until):
        draw(seat, plan, habits, drafts, lays, sums, worlds[part], expected, chance, mark)
        found = part.stop
    return worlds[:found], expected / found if found else habits.shares @ np.array(SHARES)


def parts(n: int, until: float) -> Iterator[slice]:
    """Parts of so many, one after the other while there is time; one at least, for the same reason, and be it empty."""
    for first in range(0, max(n, 1), BATCH):
        yield slice(first, min(first + BATCH, n))
        if perf_counter() >= until:
            break


# -- compiled -----------------------------------------------------------------------------------------------------------


@entry
def learn(end: Positions, plan: Plan, habits: Habits, _mark: Positions) -> None:
    """Believe what was done in a deal that may have ended so."""
    weigh_habits(end[0], plan, habits, EVERYBODY, 1.0)
    for seat in range(MOST_SEATS):
        whole = total(habits.now[seat])
        for k in range(len(SHARES)):
            habits.now[seat, k] /= whole


@entry
def draft(
    root: Positions, seat: Seat, plan: Plan, ways: Reals, habits: Habits, drafts: Positions, lays: Int64Array, likely: Reals,
    sources: Sources, _mark: Positions,
) -> None:  # fmt: skip
    """Fill drafts with re-deals, lays with how each deals the unseen cards to the plan's places, and how likely each is."""
    for k in range(len(drafts)):
        drafts[k] = root[0]
        redeal_unseen(drafts[k], seat, plan, ways, sources[0])
        for p in range(plan[META, PLACES]):
            lays[k, p] = plan[GOT, p]
        likely[k] = likelihood(drafts[k], plan, habits)


@entry
def draw(
    seat: Seat, plan: Plan, habits: Habits, drafts: Positions, lays: Int64Array, sums: Reals, worlds: Positions,
    expected: Reals, sources: Sources, _mark: Positions,
) -> None:  # fmt: skip
    """Fill the worlds from drafts, in proportion to how likely they are (sums), and change them by swaps."""
    k, n = 0, len(worlds)
    for i in range(n):
        at = sums[-1] * (i + fraction(sources[0])) / n
        while sums[k] <= at and k + 1 < len(sums):
            k += 1
        worlds[i] = drafts[k]
        for p in range(plan[META, PLACES]):
            plan[GOT, p] = lays[k, p]
        likelihood(worlds[i], plan, habits)
        for _ in range(SWAPS):
            swap(worlds[i], seat, plan, habits, sources[0])
        for player in range(MOST_SEATS):
            believed = 0.0
            for j in range(len(SHARES)):
                believed += SHARES[j] * habits.now[player, j]
            expected[player] += believed / total(habits.now[player])


@compiled
def swap(world: Fields, seat: Seat, plan: Plan, habits: Habits, source: Source) -> None:
    """Swap two unseen cards where they may lie so, and it stays likely enough."""
    one, other = pick_place(source, plan), pick_place(source, plan)
    a, b = pick(source, plan[GOT, one]), pick(source, plan[GOT, other])
    if one == other or not has(plan[MAY, other], a) or not has(plan[MAY, one], b):
        return
    both = bit(a) | bit(b)
    plan[GOT, one] ^= both
    plan[GOT, other] ^= both
    put_back(world, plan)
    if possible(world) and comes_about(world, seat, source):
        before = of_all(habits.now)
        copy_beliefs(habits.kept, habits.now, EVERYBODY)
        weigh_again(world, plan, habits, who_see(world, plan[AT, one] >> 1) | who_see(world, plan[AT, other] >> 1))
        then = of_all(habits.now)
        if then > 0 and fraction(source) * before <= then:
            return
        copy_beliefs(habits.now, habits.kept, EVERYBODY)
    plan[GOT, one] ^= both
    plan[GOT, other] ^= both
    put_back(world, plan)


@compiled
def who_see(s: Fields, at: int) -> SeatSet:
    """The seats that see what lies in the hidden place of this word."""
    for first, length, per_seat, _ in hidden_places(s):
        if first <= at < first + length:
            return EVERYBODY if per_seat < 0 else bit((at - first) // per_seat) if per_seat > 0 else 0
    return EVERYBODY


@compiled
def likelihood(world: Fields, plan: Plan, habits: Habits) -> float:
    """How likely all that was done would be in this world, as a multiple of how likely it is at random."""
    weigh_again(world, plan, habits, EVERYBODY)
    return of_all(habits.now)


@compiled
def of_all(now: Reals) -> float:
    """The product over all seats."""
    found = 1.0
    for seat in range(MOST_SEATS):
        found *= total(now[seat])
    return found


@compiled
def total(of_a_seat: Reals) -> float:
    """The sum over its habits."""
    found = 0.0
    for k in range(len(SHARES)):
        found += of_a_seat[k]
    return found


@compiled
def copy_beliefs(to: Reals, source: Reals, seats: SeatSet) -> None:
    """Copy what is believed of these seats.

    Number by number: where Numba assigns whole arrays it compiles the sentences of its errors too, for three seconds.
    """
    for seat in range(MOST_SEATS):
        if has(seats, seat):
            for k in range(len(SHARES)):
                to[seat, k] = source[seat, k]


@compiled
def weigh_again(world: Fields, plan: Plan, habits: Habits, seats: SeatSet) -> None:
    """Weigh the habits of some seats anew: of those who see what has changed, for the others chose without knowing it."""
    copy_beliefs(habits.now, habits.shares, seats)
    weigh_habits(world, plan, habits, seats, 0.0)


@compiled
def weigh_habits(world: Fields, plan: Plan, habits: Habits, seats: SeatSet, illegal: float) -> None:
    """Weigh each habit of some seats by how likely it makes what they did, if the cards lie so: by the plan, in the world.

    illegal: the weight of what they could not do then.
    """
    trial, now = habits.trial, habits.now
    for i in range(len(habits.positions)):
        mover = habits.positions[i].turn
        if has(seats, mover):
            trial[0] = habits.positions[i]
            lay_back(trial[0], world, plan, habits, i)
            times = likelier(trial[0], habits.actions[i])
            for k in range(len(SHARES)):
                now[mover, k] *= 1 - SHARES[k] + SHARES[k] * times if times >= 0 else illegal


@compiled
def lay_back(s: Fields, world: Fields, plan: Plan, habits: Habits, i: int) -> None:
    """Put what lies in the world's hidden places back to where it was before the choice i, what was drawn since into the stock.

    The stock gets the card that the mover had just drawn, too: nobody looks into it.
    """
    w, now = as_int64(s), as_int64(world)
    since, taken = drawn_since(s, plan, habits.parts[i])
    for first, length, per_seat, is_set in hidden_places(s):
        for at in range(first, first + length):
            if is_set and per_seat <= 0:
                w[at] |= now[at] | since
            elif is_set and (at - first) // per_seat != habits.seat:
                w[at] = (w[at] | now[at]) & ~since
            elif not is_set and w[at] == STILL:
                w[at] = now[at]
            elif not is_set and w[at] == TAKEN:
                w[at] = taken


@compiled
def drawn_since(s: Fields, plan: Plan, parts: Int64Array) -> tuple[CardSet, Card]:
    """What hands have got since an earlier position when they had so many parts, and the first card of that for its mover."""
    since, taken = 0, NONE
    for p in range(plan[META, PLACES]):
        if plan[PART, p] > 0:
            holder = lowest(who_see(s, plan[AT, p] >> 1))
            if plan[PART, p] >= parts[holder]:
                since |= plan[GOT, p]
            if plan[PART, p] == parts[holder] and holder == s.turn:
                taken = lowest(plan[GOT, p])
    return since, taken


@compiled
def likelier(s: Fields, action: Action) -> float:
    """How many times as likely a choice is by rules of thumb as at random; -1 if it is not legal."""
    legal = legal_actions(s)
    if not has(legal, action):
        return -1.0
    if legal == bit(action):
        return 1.0
    good = advised(s, legal)
    return count(legal) / count(good) if has(good, action) else 0.0
