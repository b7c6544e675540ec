"""The last cards of a deal: the best plan of the seat that thinks, in all lines, where the others play by rules of thumb.

A plan says what the seat plays at each of its decisions, by what it has heard until then: in worlds that it cannot tell apart
it does the same, so it never counts on knowing a hidden card. The worlds go down the decisions of the seat together, depth
first; between two of them the others play on in each world as the rules of thumb have it, and worlds in which they did
otherwise are parted. A decision is worth the sum over its worlds of what its best action brings. Few worlds are soon all
parted, each then played as if its cards were open: where so few can be looked at, the tree thinks on.
"""

from __future__ import annotations

import math
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sevenfold.cards import NONE
from sevenfold.kernel.chance import next_bits, pick, seeded
from sevenfold.kernel.compiler.decorators import compiled, entry
from sevenfold.kernel.event_hash import mix
from sevenfold.kernel.fields import MOST_SEATS, Fields
from sevenfold.kernel.memory import scratch
from sevenfold.kernel.questions import advised, apply_action, deals_done, legal_actions
from sevenfold.kernel.redeal import redeal_unseen
from sevenfold.kernel.sets import beyond_lowest, bit, count, lowest
from sevenfold.kernel.types import Action, Int64Array, Plan, Positions, Reals, Seat, Source, Sources
from sevenfold.solvers.certain_search import is_done
from sevenfold.solvers.open_hands.solving import is_of_tricks

from .heuristics import advice
from .rollout import weigh

if TYPE_CHECKING:
    from .tree import Tree

MOST_STEPS = 400_000  # of worlds from one decision of the seat to its next, in all: about 0.3 s
FIRST, FEWEST = 10, 50  # worlds, to find out how many can be looked at; fewer are none
RELIED_ON = 0.7  # the share of each other seat's choices by rules of thumb below which no plan is sought
OF_TIME = 0.8  # of what is left after the first of them: others may take longer
# The columns of a depth: its group of worlds, the actions left to try, the one being tried, the worlds after it, and their end.
BEGIN, END, LEFT, ACTION, NEXT, AFTER = 0, 1, 2, 3, 4, 5
NOW, BEST = 0, 1  # the columns of the sums: of the action being tried, of the best


class Room(NamedTuple):
    """What the search works with, all by depth: the number of own decisions before."""

    positions: Positions  # of the worlds
    order: Int64Array  # in which a group's worlds are side by side
    heard: Int64Array  # by the seat, in this order
    frames: Int64Array
    sums: Reals


def new_room(tree: Tree, decisions: int, worlds: int) -> Room:
    """Room for so many decisions of the seat, in so many worlds."""
    shape = (decisions, worlds)
    return Room(
        np.zeros(shape, tree.game.rules.listening), np.zeros(shape, np.int64), np.zeros(shape, np.int64),
        np.zeros((decisions, 6), np.int64), np.zeros((decisions, 2)),
    )  # fmt: skip


# -- from Python --------------------------------------------------------------------------------------------------------


def plan(tree: Tree, until: float = math.inf) -> tuple[Action, float] | None:
    """The first action of the best plan, and its average gain; None where there is no plan.

    Of equally good actions one that the heuristics advise, then the lowest.
    """
    good = advice(tree.root, tree.mark)[1]  # before any plan is found, so that it is always compiled
    values = worth_of_plans(tree, until)
    if not values:
        return None
    best = max(sorted(values), key=lambda action: (round(values[action], 9), good >> action & 1))
    return best, values[best]


def worth_of_plans(tree: Tree, until: float = math.inf) -> dict[Action, float]:
    """What the seat gains on average by the best plan that begins with each action.

    Nothing in games without tricks, while it holds too many cards, among players who go by other rules than those of thumb, or
    where that would take too long.
    """
    if not is_of_tricks(tree.game):
        return {}
    cards = count(int(tree.root[0]["hands"][tree.seat]))
    if cards > tree.settings.exact or min(tree.shares_of_others()) < RELIED_ON:
        search(tree, worlds_of(tree, 0), 1, 0)  # all that it takes is compiled when a bot is tried out
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
    """The first n worlds of those that fit what the others did; where there are none, as many re-deals."""
    worlds = np.zeros(0 if len(tree.worlds) else n, tree.game.rules.listening)
    deal_worlds(tree.root, tree.seat, tree.plan, tree.ways, worlds, tree.chance, tree.mark)
    return tree.worlds[:n] if len(tree.worlds) else worlds


def search(tree: Tree, worlds: Positions, decisions: int, most: int) -> tuple[dict[Action, float], int]:
    """What is gained on average by each action in these worlds, nothing after more than so many steps; and the steps."""
    values: Reals = np.full(64, np.nan)
    steps = best_plan(
        tree.root, worlds, tree.ears, tree.work, tree.seat, tree.how, new_room(tree, decisions, len(worlds)), values, most,
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
    root: Positions, worlds: Positions, ears: Positions, work: Positions, seat: Seat, how: Reals, room: Room, values: Reals,
    most: int, sources: Sources, _mark: Positions,
) -> int:  # fmt: skip
    """values[action] becomes what the seat gains in all worlds by the best plan that begins with it; how many steps it took.

    work and ears are the same memory, as a position and as one that listens. Of more steps than `most`, nothing is known.
    """
    if not len(worlds):
        return 0
    deal, steps, d = deals_done(root[0]), 0, 0
    begin(worlds, room, sources[0])
    while steps <= most:
        frame, sums = room.frames[d], room.sums[d]
        if frame[NEXT] < frame[AFTER]:
            d += 1
            enter(room, d)
            continue
        if frame[ACTION] != NONE:
            sums[BEST] = max(sums[BEST], sums[NOW])
            if d == 0:
                values[frame[ACTION]] = sums[NOW]
        if frame[LEFT] != 0:
            steps += frame[END] - frame[BEGIN]
            step(root, ears, work, seat, deal, how, room, d, sources[0])
        elif d == 0:
            break
        else:
            d -= 1
            room.sums[d, NOW] += sums[BEST]
    return steps


@compiled
def begin(worlds: Positions, room: Room, source: Source) -> None:
    """All worlds are one group: nothing has been heard yet."""
    for i in range(len(worlds)):
        room.positions[0, i] = worlds[i]
        room.positions[0, i].chance = seeded(next_bits(source))
        room.positions[0, i].heard = np.uint64(0)
        for player in range(MOST_SEATS):
            room.positions[0, i].heard_alone[player] = np.uint64(0)
        room.order[0, i] = i
    open_group(room, 0, 0, len(worlds))


@compiled
def open_group(room: Room, d: int, first: int, end: int) -> None:
    """Begin with a group of worlds that the seat cannot tell apart."""
    frame = room.frames[d]
    frame[BEGIN], frame[END], frame[ACTION], frame[NEXT], frame[AFTER] = first, end, NONE, 0, 0
    frame[LEFT] = legal_actions(room.positions[d, room.order[d, first]])
    room.sums[d, BEST] = -np.inf


@compiled
def enter(room: Room, d: int) -> None:
    """Go on with the next group at this depth."""
    above, heard = room.frames[d - 1], room.heard[d]
    first = above[NEXT]
    end = first + 1
    while end < above[AFTER] and heard[end] == heard[first]:
        end += 1
    above[NEXT] = end
    open_group(room, d, first, end)


@compiled
def step(
    root: Positions, ears: Positions, work: Positions, seat: Seat, deal: int, how: Reals, room: Room, d: int, source: Source
) -> None:
    """Try a group's next action: play on in each of its worlds; those that are not over are grouped by what was heard."""
    frame, gains, n = room.frames[d], scratch(8), 0
    gained = gains.view(np.float64)
    frame[ACTION] = lowest(frame[LEFT])
    frame[LEFT] = beyond_lowest(frame[LEFT])
    room.sums[d, NOW] = 0.0
    for i in range(frame[BEGIN], frame[END]):
        ears[0] = room.positions[d, room.order[d, i]]
        apply_action(ears[0], frame[ACTION])
        play_on(work[0], ears[0], seat, deal, d + 1 < len(room.frames), source)
        if is_done(work[0], deal):
            weigh(root[0], work[0], deal, how, gained)
            room.sums[d, NOW] += gained[seat]
        else:
            room.positions[d + 1, n] = ears[0]
            sort_in(room.heard[d + 1], room.order[d + 1], n, mix(ears[0].heard, ears[0].heard_alone[seat]))
            n += 1
    frame[NEXT], frame[AFTER] = 0, n


@compiled
def sort_in(heard: Int64Array, order: Int64Array, n: int, key: Any) -> None:
    """Put the n-th world among those before it, by what was heard."""
    j = n
    while j > 0 and heard[j - 1] > np.int64(key):
        heard[j], order[j] = heard[j - 1], order[j - 1]
        j -= 1
    heard[j], order[j] = np.int64(key), n


@compiled
def play_on(s: Fields, listener: Any, seat: Seat, deal: int, may_decide: bool, source: Source) -> None:
    """Play by rules of thumb until the seat has something to decide, if it may; listener: the same position, as it listens."""
    while not is_done(s, deal):
        legal = legal_actions(s)
        if s.turn == seat and may_decide and legal != bit(lowest(legal)):
            break
        apply_action(listener, pick(source, advised(s, legal)))
