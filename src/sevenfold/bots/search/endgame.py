"""The last cards of a deal: the best plan of one seat against others who play by the heuristics.

A plan says what the seat plays at each of its decisions, given what it has observed until then. Worlds that the seat cannot
tell apart get the same action, so a plan never relies on a hidden card. All worlds go down the seat's decisions together, depth
first. Between two decisions the others play by the heuristics in each world, and worlds in which they acted differently are
separated. The value of a decision is the sum over its worlds of what its best action gains. A few worlds are soon all
separated, and then played as if their cards were open (strategy fusion: I. Frank and D. Basin, "Search in games with incomplete
information", Artificial Intelligence 100, 1998): where time allows only so few, the tree search decides instead.
"""

from __future__ import annotations

import math
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sevenfold.bots.heuristics import advice
from sevenfold.cards import NONE
from sevenfold.kernel.chance import next_bits, pick, seeded
from sevenfold.kernel.compiler.decorators import compiled, entry
from sevenfold.kernel.event_hash import mix
from sevenfold.kernel.fields import MOST_SEATS, Fields
from sevenfold.kernel.memory import scratch
from sevenfold.kernel.questions import apply_action, deals_done, legal_actions, policy
from sevenfold.kernel.redeal import redeal_unseen
from sevenfold.kernel.sets import beyond_lowest, bit, count, lowest
from sevenfold.kernel.types import Action, Int64Array, Plan, Positions, Reals, Seat, Source, Sources
from sevenfold.solvers.certain_search import is_done
from sevenfold.solvers.open_hands.solving import is_of_tricks

from .rollout import weigh

if TYPE_CHECKING:
    from .tree import Tree

MOST_STEPS = 400_000  # a step takes one world from a decision of the seat to its next; all of them take about 0.3 s
FIRST, FEWEST = 10, 50  # worlds: to measure how many there is time for; the fewest that make a plan
RELIED_ON = 0.7  # no plan is sought if a smaller share of another seat's choices follows the heuristics
OF_TIME = 0.8  # the part of the remaining time that is planned for: other worlds may take longer
# The columns of a depth: its group of worlds, the actions left to try, the one being tried, the worlds after it, and their end.
BEGIN, END, LEFT, ACTION, NEXT, AFTER = 0, 1, 2, 3, 4, 5
NOW, BEST = 0, 1  # the columns of the sums: of the action being tried, of the best


class Workspace(NamedTuple):
    """The memory of the search. All arrays are indexed by depth: the number of own decisions before."""

    positions: Positions  # by world
    order: Int64Array  # of the worlds, each group in one piece
    heard: Int64Array  # the hash of what the seat has observed, in this order
    frames: Int64Array
    sums: Reals


def new_workspace(tree: Tree, decisions: int, worlds: int) -> Workspace:
    """Memory for this many decisions of the seat in this many worlds."""
    shape = (decisions, worlds)
    return Workspace(
        np.zeros(shape, tree.game.rules.listening), np.zeros(shape, np.int64), np.zeros(shape, np.int64),
        np.zeros((decisions, 6), np.int64), np.zeros((decisions, 2)),
    )  # fmt: skip


# -- from Python --------------------------------------------------------------------------------------------------------


def plan(tree: Tree, until: float = math.inf) -> tuple[Action, float] | None:
    """The first action of the best plan, and its average gain; None where there is no plan.

    Of equally good actions one that the heuristics advise, then the lowest.
    """
    good = advice(tree.root, tree.mark)[1]  # before any plan is found, so that it is always compiled
    values = values_of_plans(tree, until)
    if not values:
        return None
    best = max(sorted(values), key=lambda action: (round(values[action], 9), good >> action & 1))
    return best, values[best]


def values_of_plans(tree: Tree, until: float = math.inf) -> dict[Action, float]:
    """The average gain of the best plan that begins with each action.

    Empty in games without tricks, with too many cards in hand, against players who do not follow the heuristics, and where it
    would take too long.
    """
    if not is_of_tricks(tree.game):
        return {}
    cards = count(int(tree.root[0]["hands"][tree.seat]))
    if cards > tree.settings.exact or min(tree.shares_of_others()) < RELIED_ON:
        search(tree, worlds_of(tree, 0), 1, 0)  # only compiles, when a bot is tried out
        return {}
    worlds = worlds_of(tree, tree.settings.worlds)
    decisions, began = 2 * cards + 2, perf_counter()
    values, steps = search(tree, worlds[:FIRST], decisions, MOST_STEPS * FIRST // FEWEST)
    now = perf_counter()
    can = int(FIRST * min(MOST_STEPS / max(steps, 1), OF_TIME * (until - now) / max(now - began, 1e-9)))
    if not values or can < FEWEST <= len(worlds):
        return {}
    return search(tree, worlds[:can], decisions, 2 * MOST_STEPS)[0] or values


def worlds_of(tree: Tree, n: int) -> Positions:
    """The first n of the inferred worlds, or n re-deals where nothing was inferred."""
    worlds = np.zeros(0 if len(tree.worlds) else n, tree.game.rules.listening)
    deal_worlds(tree.root, tree.seat, tree.plan, tree.ways, worlds, tree.chance, tree.mark)
    return tree.worlds[:n] if len(tree.worlds) else worlds


def search(tree: Tree, worlds: Positions, decisions: int, most: int) -> tuple[dict[Action, float], int]:
    """The average gain of each action in these worlds, and the number of steps; no gains if there were more than `most`."""
    values: Reals = np.full(64, np.nan)
    steps = best_plan(
        tree.root, worlds, tree.ears, tree.work, tree.seat, tree.how, new_workspace(tree, decisions, len(worlds)), values, most,
        tree.chance, tree.mark,
    )  # fmt: skip
    if steps > most:
        return {}, steps
    return {action: float(values[action]) / len(worlds) for action in range(64) if not math.isnan(values[action])}, steps


# -- compiled -----------------------------------------------------------------------------------------------------------


@entry
def deal_worlds(
    root: Positions, seat: Seat, plan: Plan, ways: Reals, worlds: Positions, sources: Sources, _mark: Positions
) -> None:
    """Fill the worlds with re-deals."""
    for i in range(len(worlds)):
        worlds[i] = root[0]
        redeal_unseen(worlds[i], seat, plan, ways, sources[0])


@entry
def best_plan(
    root: Positions, worlds: Positions, ears: Positions, work: Positions, seat: Seat, how: Reals, space: Workspace,
    values: Reals, most: int, sources: Sources, _mark: Positions,
) -> int:  # fmt: skip
    """Set values[action] to the total gain, over all worlds, of the best plan that begins with it; returns the steps.

    work and ears are the same memory, as a position and as a listening one. With more than `most` steps values are incomplete.
    """
    if not len(worlds):
        return 0
    deal, steps, d = deals_done(root[0]), 0, 0
    begin(worlds, space, sources[0])
    while steps <= most:
        frame, sums = space.frames[d], space.sums[d]
        if frame[NEXT] < frame[AFTER]:
            d += 1
            enter(space, d)
            continue
        if frame[ACTION] != NONE:
            sums[BEST] = max(sums[BEST], sums[NOW])
            if d == 0:
                values[frame[ACTION]] = sums[NOW]
        if frame[LEFT] != 0:
            steps += frame[END] - frame[BEGIN]
            step(root, ears, work, seat, deal, how, space, d, sources[0])
        elif d == 0:
            break
        else:
            d -= 1
            space.sums[d, NOW] += sums[BEST]
    return steps


@compiled
def begin(worlds: Positions, space: Workspace, source: Source) -> None:
    """Put all worlds into one group: nothing has been observed yet."""
    for i in range(len(worlds)):
        space.positions[0, i] = worlds[i]
        space.positions[0, i].chance = seeded(next_bits(source))
        space.positions[0, i].heard = np.uint64(0)
        for player in range(MOST_SEATS):
            space.positions[0, i].heard_alone[player] = np.uint64(0)
        space.order[0, i] = i
    open_group(space, 0, 0, len(worlds))


@compiled
def open_group(space: Workspace, d: int, first: int, end: int) -> None:
    """Start on a group of worlds that the seat cannot tell apart."""
    frame = space.frames[d]
    frame[BEGIN], frame[END], frame[ACTION], frame[NEXT], frame[AFTER] = first, end, NONE, 0, 0
    frame[LEFT] = legal_actions(space.positions[d, space.order[d, first]])
    space.sums[d, BEST] = -np.inf


@compiled
def enter(space: Workspace, d: int) -> None:
    """Start on the next group at this depth."""
    above, heard = space.frames[d - 1], space.heard[d]
    first = above[NEXT]
    end = first + 1
    while end < above[AFTER] and heard[end] == heard[first]:
        end += 1
    above[NEXT] = end
    open_group(space, d, first, end)


@compiled
def step(
    root: Positions,
    ears: Positions,
    work: Positions,
    seat: Seat,
    deal: int,
    how: Reals,
    space: Workspace,
    d: int,
    source: Source,
) -> None:
    """Try a group's next action in each of its worlds, play on, and group the unfinished worlds by what was observed."""
    frame, gains, n = space.frames[d], scratch(8), 0
    gained = gains.view(np.float64)
    frame[ACTION] = lowest(frame[LEFT])
    frame[LEFT] = beyond_lowest(frame[LEFT])
    space.sums[d, NOW] = 0.0
    for i in range(frame[BEGIN], frame[END]):
        ears[0] = space.positions[d, space.order[d, i]]
        apply_action(ears[0], frame[ACTION])
        play_on(work[0], ears[0], seat, deal, d + 1 < len(space.frames), source)
        if is_done(work[0], deal):
            weigh(root[0], work[0], deal, how, gained)
            space.sums[d, NOW] += gained[seat]
        else:
            space.positions[d + 1, n] = ears[0]
            sort_in(space.heard[d + 1], space.order[d + 1], n, mix(ears[0].heard, ears[0].heard_alone[seat]))
            n += 1
    frame[NEXT], frame[AFTER] = 0, n


@compiled
def sort_in(heard: Int64Array, order: Int64Array, n: int, key: Any) -> None:
    """Insert the n-th world into the sorted ones before it; key: what was observed in it."""
    j = n
    while j > 0 and heard[j - 1] > np.int64(key):
        heard[j], order[j] = heard[j - 1], order[j - 1]
        j -= 1
    heard[j], order[j] = np.int64(key), n


@compiled
def play_on(s: Fields, listener: Any, seat: Seat, deal: int, may_decide: bool, source: Source) -> None:
    """Play by the heuristics until the seat has a decision, if it may decide; listener: the same position, listening."""
    while not is_done(s, deal):
        legal = legal_actions(s)
        if s.turn == seat and may_decide and legal != bit(lowest(legal)):
            break
        apply_action(listener, pick(source, policy(s, legal)))
