"""Inference: positions sampled as likely as what the other seats did makes them.

A share of a seat's choices is assumed to follow the heuristics (`policy`), the others to be random. The share is unknown: a few
are weighed by how well they explain the seat's choices in this deal and in those before it. Every earlier choice is looked at
again in the re-dealt position, which is as likely as all the choices made in it. Worlds are drawn from many re-deals in
proportion to that (importance resampling), and then changed by swaps of two unseen cards, which are accepted so that worlds
keep their probability (N. Metropolis et al., "Equation of State Calculations by Fast Computing Machines", J. Chem. Phys. 21,
1953).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from time import perf_counter
from typing import NamedTuple

import numpy as np

from sevenfold.bots.settings import Settings
from sevenfold.cards import NONE
from sevenfold.kernel.chance import fraction, pick
from sevenfold.kernel.compiler.decorators import compiled, entry
from sevenfold.kernel.fields import MOST_SEATS, Fields
from sevenfold.kernel.memory import as_int64
from sevenfold.kernel.questions import comes_about, hidden_places, legal_actions, policy, possible, redealt, stands_for
from sevenfold.kernel.redeal import put_back, redeal_unseen
from sevenfold.kernel.sets import bit, count, has, lowest
from sevenfold.kernel.types import Action, Card, CardSet, Int64Array, Plan, Positions, Reals, Seat, SeatSet, Source, Sources
from sevenfold.kernel.worlds import AT, GOT, MAY, META, PART, PLACES, PLAN_SHAPE, UNSEEN, pick_place

from .history import STILL, TAKEN, DealHistory, empty_history

SHARES = (0.0, 0.3, 0.5, 0.7, 0.85, 0.95, 0.99)  # of a seat's choices that follow the heuristics: those considered
FIRMNESS = 4.0  # of the prior belief in the settings' share: the sum of a Beta distribution's parameters
DRAFTS = 1000  # re-deals from which worlds are drawn
SWAPS = 60  # attempted in each world
FICKLE = 0.05  # the probability that a seat plays with another share after a deal
BATCH = 100  # re-deals or worlds between two looks at the clock
EVERYBODY = (1 << MOST_SEATS) - 1


class Beliefs(NamedTuple):
    """What the other seats did, and the beliefs about how they choose."""

    seat: Seat  # that has these beliefs
    positions: Positions  # before each of their choices in this deal, without what is hidden still
    actions: Int64Array
    parts: Int64Array  # the parts of the hands then, as in `DealHistory`
    shares: Reals  # [seat, k]: the probability that the seat's share is SHARES[k], after the completed deals
    now: Reals  # that times the likelihood of the seat's choices in this deal, in the world looked at
    kept: Reals  # memory for a copy of `now`
    trial: Positions  # memory for one position


def prior_belief(share: float) -> Reals:
    """The prior probability of each of SHARES, where `share` is the expected one."""
    x = np.arange(0.0005, 1, 0.001)
    density = x ** (FIRMNESS * share - 1) * (1 - x) ** (FIRMNESS * (1 - share) - 1)
    nearest = np.abs(x[:, None] - SHARES).argmin(axis=1)
    believed: Reals = np.bincount(nearest, density) / density.sum()
    return believed


def beliefs_after(history: DealHistory, root: Positions, share: float, mark: Positions) -> Beliefs:
    """Beliefs after the completed deals. `root` only triggers compilation when there is none yet."""
    at_first = prior_belief(share)
    shares: Reals = np.tile(at_first, (MOST_SEATS, 1))
    trial: Positions = np.zeros(1, history.positions.dtype)
    nothing = empty_history(history.positions.dtype, history.seat)
    undealt: Plan = np.zeros(PLAN_SHAPE, np.int64)  # all cards of a completed deal are known
    for end, done in history.done[::-1] or ((root, nothing),):  # at least once, so that it is compiled when a bot is tried out
        beliefs = Beliefs(done.seat, done.positions, done.actions, done.parts, shares, shares, shares, trial)
        learn(end, undealt, beliefs, mark)
        shares += FICKLE * (at_first - shares)
    return Beliefs(history.seat, history.positions, history.actions, history.parts, shares, shares.copy(), shares.copy(), trial)


def inferred(
    root: Positions, seat: Seat, plan: Plan, ways: Reals, history: DealHistory, settings: Settings, chance: Sources,
    mark: Positions, seconds: float = math.inf,
) -> tuple[Positions, Reals]:  # fmt: skip
    """Sampled worlds, and for each seat the expected share of its choices that follow the heuristics.

    There are as many worlds as the settings say or the time allows; none if there is nothing to infer from.
    """
    until, beliefs = perf_counter() + seconds, beliefs_after(history, root, settings.infer, mark)
    is_vain = not len(history.actions) or plan[META, UNSEEN] == 0
    drafts: Positions = np.zeros(0 if is_vain else DRAFTS, root.dtype)
    lays, likely = np.zeros((DRAFTS, PLAN_SHAPE[1]), np.int64), np.zeros(DRAFTS)
    for part in parts(len(drafts), until - seconds / 2):
        draft(root, seat, plan, ways, beliefs, drafts[part], lays[part], likely[part], chance, mark)
    sums = likely.cumsum()
    worlds: Positions = np.zeros(settings.worlds if sums[-1] > 0 else 0, root.dtype)
    expected, found = np.zeros(MOST_SEATS), 0
    for part in parts(len(worlds), until):
        draw(seat, plan, beliefs, drafts, lays, sums, worlds[part], expected, chance, mark)
        found = part.stop
    return worlds[:found], expected / found if found else beliefs.shares @ np.array(SHARES)


def parts(n: int, until: float) -> Iterator[slice]:
    """Slices of n items while there is time; at least one, even if empty, so that what takes it is compiled."""
    for first in range(0, max(n, 1), BATCH):
        yield slice(first, min(first + BATCH, n))
        if perf_counter() >= until:
            break


# -- compiled -----------------------------------------------------------------------------------------------------------


@entry
def learn(end: Positions, plan: Plan, beliefs: Beliefs, _mark: Positions) -> None:
    """Update the beliefs by the choices of a deal that may have ended in this position."""
    weigh_choices(end[0], plan, beliefs, EVERYBODY, 1.0)
    for seat in range(MOST_SEATS):
        whole = total(beliefs.now[seat])
        for k in range(len(SHARES)):
            beliefs.now[seat, k] /= whole


@entry
def draft(
    root: Positions, seat: Seat, plan: Plan, ways: Reals, beliefs: Beliefs, drafts: Positions, lays: Int64Array, likely: Reals,
    sources: Sources, _mark: Positions,
) -> None:  # fmt: skip
    """Fill drafts with re-deals, lays with the cards that each puts into the plan's places, and likely with its likelihood."""
    for k in range(len(drafts)):
        drafts[k] = root[0]
        redeal_unseen(drafts[k], seat, plan, ways, sources[0])
        for p in range(plan[META, PLACES]):
            lays[k, p] = plan[GOT, p]
        likely[k] = likelihood(drafts[k], plan, beliefs)


@entry
def draw(
    seat: Seat, plan: Plan, beliefs: Beliefs, drafts: Positions, lays: Int64Array, sums: Reals, worlds: Positions,
    expected: Reals, sources: Sources, _mark: Positions,
) -> None:  # fmt: skip
    """Draw the worlds from the drafts in proportion to their likelihoods (sums: cumulative), and change them by swaps."""
    k, n = 0, len(worlds)
    for i in range(n):
        at = sums[-1] * (i + fraction(sources[0])) / n
        while sums[k] <= at and k + 1 < len(sums):
            k += 1
        worlds[i] = drafts[k]
        for p in range(plan[META, PLACES]):
            plan[GOT, p] = lays[k, p]
        likelihood(worlds[i], plan, beliefs)
        for _ in range(SWAPS):
            swap(worlds[i], seat, plan, beliefs, sources[0])
        for player in range(MOST_SEATS):
            believed = 0.0
            for j in range(len(SHARES)):
                believed += SHARES[j] * beliefs.now[player, j]
            expected[player] += believed / total(beliefs.now[player])


@compiled
def swap(world: Fields, seat: Seat, plan: Plan, beliefs: Beliefs, source: Source) -> None:
    """Propose a swap of two unseen cards; undo it if it is impossible or rejected (Metropolis)."""
    one, other = pick_place(source, plan), pick_place(source, plan)
    a, b = pick(source, plan[GOT, one]), pick(source, plan[GOT, other])
    if one == other or not has(plan[MAY, other], a) or not has(plan[MAY, one], b):
        return
    both = bit(a) | bit(b)
    plan[GOT, one] ^= both
    plan[GOT, other] ^= both
    put_back(world, plan)
    redealt(world, seat, source)
    if possible(world) and comes_about(world, seat, source):
        before = of_all(beliefs.now)
        copy_beliefs(beliefs.kept, beliefs.now, EVERYBODY)
        weigh_again(world, plan, beliefs, who_see(world, plan[AT, one] >> 1) | who_see(world, plan[AT, other] >> 1))
        then = of_all(beliefs.now)
        if then > 0 and fraction(source) * before <= then:
            return
        copy_beliefs(beliefs.now, beliefs.kept, EVERYBODY)
    plan[GOT, one] ^= both
    plan[GOT, other] ^= both
    put_back(world, plan)
    redealt(world, seat, source)


@compiled
def who_see(s: Fields, at: int) -> SeatSet:
    """The seats that see the hidden place at this word, in a game in which only their owners see hidden hands."""
    for first, length, per_seat, _, _ in hidden_places(s):
        if first <= at < first + length:
            return EVERYBODY if per_seat < 0 else bit((at - first) // per_seat) if per_seat > 0 else 0
    return EVERYBODY


@compiled
def likelihood(world: Fields, plan: Plan, beliefs: Beliefs) -> float:
    """The likelihood of all choices in this world, relative to random play."""
    weigh_again(world, plan, beliefs, EVERYBODY)
    return of_all(beliefs.now)


@compiled
def of_all(now: Reals) -> float:
    """The product over all seats."""
    found = 1.0
    for seat in range(MOST_SEATS):
        found *= total(now[seat])
    return found


@compiled
def total(of_a_seat: Reals) -> float:
    """The sum of a seat's weights."""
    found = 0.0
    for k in range(len(SHARES)):
        found += of_a_seat[k]
    return found


@compiled
def copy_beliefs(to: Reals, source: Reals, seats: SeatSet) -> None:
    """Copy the beliefs about these seats.

    One number at a time: assigning whole arrays makes Numba compile its error messages too, which takes three seconds.
    """
    for seat in range(MOST_SEATS):
        if has(seats, seat):
            for k in range(len(SHARES)):
                to[seat, k] = source[seat, k]


@compiled
def weigh_again(world: Fields, plan: Plan, beliefs: Beliefs, seats: SeatSet) -> None:
    """Weigh some seats again: those that see what has changed. The others chose without knowing it."""
    copy_beliefs(beliefs.now, beliefs.shares, seats)
    weigh_choices(world, plan, beliefs, seats, 0.0)


@compiled
def weigh_choices(world: Fields, plan: Plan, beliefs: Beliefs, seats: SeatSet, illegal: float) -> None:
    """Multiply the weight of each share of these seats by the likelihood of their choices, with the cards as in the world.

    illegal: the factor of a choice that would have been illegal.
    """
    trial, now = beliefs.trial, beliefs.now
    for i in range(len(beliefs.positions)):
        mover = beliefs.positions[i].turn
        if has(seats, mover):
            trial[0] = beliefs.positions[i]
            lay_back(trial[0], world, plan, beliefs, i)
            times = likelier(trial[0], beliefs.actions[i])
            for k in range(len(SHARES)):
                now[mover, k] *= 1 - SHARES[k] + SHARES[k] * times if times >= 0 else illegal


@compiled
def lay_back(s: Fields, world: Fields, plan: Plan, beliefs: Beliefs, i: int) -> None:
    """Move the cards in the world's hidden places back to where they were before choice i, those drawn since to the stock.

    The stock also gets the card that the mover had just drawn, which is harmless: no policy reads it.
    """
    w, now = as_int64(s), as_int64(world)
    since, taken = drawn_since(s, plan, beliefs.parts[i])
    for first, length, per_seat, _, is_set in hidden_places(s):
        for at in range(first, first + length):
            if is_set and per_seat <= 0:
                w[at] |= now[at] | since
            elif is_set and (at - first) // per_seat != beliefs.seat:
                w[at] = (w[at] | now[at]) & ~since
            elif not is_set and w[at] == STILL:
                w[at] = now[at]
            elif not is_set and w[at] == TAKEN:
                w[at] = taken


@compiled
def drawn_since(s: Fields, plan: Plan, parts: Int64Array) -> tuple[CardSet, Card]:
    """The cards that hands received since an earlier position with these parts, and the first that its mover received."""
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
    """How many times as likely a choice is under the heuristics as at random; -1 if it is illegal."""
    legal = legal_actions(s)
    action = stands_for(s, action, legal)  # of twins, the one that is offered
    if not has(legal, action):
        return -1.0
    if legal == bit(action):
        return 1.0
    good = policy(s, legal)
    return count(legal) / count(good) if has(good, action) else 0.0
