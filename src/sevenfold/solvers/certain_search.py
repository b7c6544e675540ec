"""What is certain: every line of a position, and one way of playing that forces an end in many, by the rules of the games."""

from __future__ import annotations

from typing import Any

import numpy as np

from sevenfold.kernel.compiler.decorators import compiled, entry
from sevenfold.kernel.event_hash import mix
from sevenfold.kernel.fields import MOST_SEATS, Fields
from sevenfold.kernel.memory import as_int64, scratch
from sevenfold.kernel.questions import OVER, apply_action, deals_done, legal_actions, returns, standing
from sevenfold.kernel.sets import beyond_lowest, bit, lowest
from sevenfold.kernel.types import Action, Int64Array, Positions, Reals, Seat

DEEPEST = 40  # actions to the end
MOST_ENDS = 16  # outcomes that are tried, of those best for the seat; where there are more, nothing is certain

# What is noted of a search: how many positions may still be looked at, how it stands, how many of the best ends are kept,
# whether ends differ, how many worlds were explored.
LEFT, STATUS, ENDS, VARIES, EXPLORED = 0, 1, 2, 3, 4
GOING, TOO_MUCH, NOT_CERTAIN = 0, 1, 2  # how it stands
# The columns of an end: every seat's standing, every seat's result if the game is over, whether it is.
RESULTS, IS_OVER, END = MOST_SEATS, 2 * MOST_SEATS, 2 * MOST_SEATS + 1
# The columns of a frame: the group order[FIRST:AFTER]; where what becomes of it begins and ends, and the group of it that is
# next; what may still be tried; is it the seat's turn; has an action been tried, and did not fail so far.
FIRST, AFTER, TOP, NEW, GROUP, CHOICES, OWN, HOPE, FRAME = 0, 1, 2, 3, 4, 5, 6, 7, 8
HOLDS, FAILS, OPEN = 1, 0, -1  # what is known of a group when it is begun with
ANY = -1
# The columns of a slot: the seal of a position, and of which world it was.
SEAL, WORLD = 0, 1


@compiled
def is_done(s: Fields, deal: int) -> bool:
    """Is the deal over that was the deal-th?"""
    return s.phase == OVER or deals_done(s) != deal


@compiled
def end_of(s: Fields, end: Any) -> None:
    """Write down what a deal that is over has come to."""
    for seat in range(s.players):
        end[seat] = standing(s, seat)
        end[RESULTS + seat] = returns(s, seat) if s.phase == OVER else 0.0
    end[IS_OVER] = s.phase == OVER


@compiled
def are_equal(one: Any, other: Any) -> bool:
    """Are two ends the same?"""
    for i in range(END):
        if one[i] != other[i]:
            return False
    return True


# -- every line of one position -----------------------------------------------------------------------------------------


@compiled
def explore(
    pool: Positions, at: int, seat: Seat, deal: int, size: int, table: Int64Array, ends: Reals, noted: Int64Array
) -> None:
    """Look at every line from pool[at], with the room behind it; size: words that say how everything lies."""
    untried = scratch(64)
    depth = 0
    untried[0] = legal_actions(pool[at])
    while depth >= 0 and noted[STATUS] == GOING:
        if untried[depth] == 0:
            depth -= 1
            continue
        if noted[LEFT] <= 0 or depth + 1 >= DEEPEST:
            noted[STATUS] = TOO_MUCH
            return
        action = lowest(untried[depth])
        untried[depth] = beyond_lowest(untried[depth])
        pool[at + depth + 1] = pool[at + depth]
        s = pool[at + depth + 1]
        apply_action(s, action)
        noted[LEFT] -= 1
        if is_done(s, deal):
            take_end(s, seat, ends, noted)
        elif is_new(s, size, table, noted[EXPLORED] + 1):
            depth += 1
            untried[depth] = legal_actions(s)
    noted[EXPLORED] += 1


@compiled
def take_end(s: Fields, seat: Seat, ends: Reals, noted: Int64Array) -> None:
    """Take in an end: of the first world those that are best for the seat are kept; in no other may it do better."""
    now = ends[MOST_ENDS]
    end_of(s, now)
    if noted[ENDS] > 0 and now[seat] > ends[0, seat] and noted[EXPLORED] > 0:
        noted[STATUS] = NOT_CERTAIN
        return
    if noted[ENDS] > 0 and now[seat] > ends[0, seat]:
        noted[ENDS], noted[VARIES] = 0, 1
    elif noted[ENDS] > 0 and not are_equal(now, ends[0]):
        noted[VARIES] = 1
    if noted[EXPLORED] > 0 or (noted[ENDS] > 0 and now[seat] < ends[0, seat]):
        return
    for i in range(noted[ENDS]):
        if are_equal(now, ends[i]):
            return
    if noted[ENDS] == MOST_ENDS:
        noted[STATUS] = TOO_MUCH
        return
    end_of(s, ends[noted[ENDS]])  # written there anew: to assign a whole array costs a second and a half of compiling
    noted[ENDS] += 1


@compiled
def is_new(s: Fields, size: int, table: Int64Array, world: int) -> bool:
    """Note a position in the table, which has room: was it not there before, in this world?"""
    w = as_int64(s)
    seal = np.uint64(world)
    for i in range(1, size):
        seal = mix(seal, w[i])
    mark = np.int64(seal >> np.uint64(1))
    slot = mark & (len(table) - 1)
    while table[slot, WORLD] == world and table[slot, SEAL] != mark:
        slot = (slot + 1) & (len(table) - 1)
    if table[slot, WORLD] == world:
        return False
    table[slot, SEAL], table[slot, WORLD] = mark, world
    return True


# -- one way of playing for all of them ---------------------------------------------------------------------------------


@compiled
def forces(
    pool: Positions,
    order: Int64Array,
    keys: Int64Array,
    frames: Int64Array,
    count: int,
    seat: Seat,
    deal: int,
    end: Any,
    noted: Int64Array,
) -> bool:
    """Can the seat force this end in the first positions of the pool, so many, which it cannot tell apart?

    A frame is a group of such positions, and what the action tried in it leads to: groups that are all to be proved. An action
    is tried in all positions of a group alike.
    """
    for world in range(count):
        order[world] = world
    d = 0
    frames[0, FIRST], frames[0, AFTER], frames[0, TOP] = 0, count, count
    verdict = enter(pool, order, frames, 0, seat, deal, end)
    if verdict != OPEN:
        return verdict == HOLDS
    while noted[STATUS] == GOING:
        if frames[d, GROUP] < frames[d, NEW]:
            group = frames[d, GROUP]
            behind = gather(order, keys, group, frames[d, NEW])
            frames[d, GROUP] = behind
            if d + 1 >= DEEPEST:
                noted[STATUS] = TOO_MUCH
                break
            frames[d + 1, FIRST], frames[d + 1, AFTER], frames[d + 1, TOP] = group, behind, frames[d, NEW]
            verdict = enter(pool, order, frames, d + 1, seat, deal, end)
            if verdict == OPEN:
                d += 1
            elif verdict == FAILS:
                give_up(frames, d)
        elif frames[d, HOPE]:
            if d == 0:
                return True
            d -= 1
        elif frames[d, CHOICES] != 0:
            try_next(pool, order, keys, frames, d, seat, noted)
        elif d == 0:
            return False
        else:
            d -= 1
            give_up(frames, d)
    return False


@compiled
def enter(pool: Positions, order: Int64Array, frames: Int64Array, d: int, seat: Seat, deal: int, end: Any) -> int:
    """Begin with a group: deals that are over in it are judged and left out."""
    reached = scratch(16)
    here = reached.view(np.float64)
    first, i, after = frames[d, FIRST], frames[d, FIRST], frames[d, AFTER]
    while i < after:
        if is_done(pool[order[i]], deal):
            end_of(pool[order[i]], here)
            if not are_equal(here, end):
                return FAILS
            after -= 1
            order[i], order[after] = order[after], order[i]
        else:
            i += 1
    if first == after:
        return HOLDS
    s = pool[order[first]]
    frames[d, AFTER], frames[d, OWN] = after, s.turn == seat
    frames[d, CHOICES] = legal_actions(s) if s.turn == seat else bit(0)  # of the others' actions all are tried at once
    give_up(frames, d)
    return OPEN


@compiled
def give_up(frames: Int64Array, d: int) -> None:
    """The action that was tried in a group does not hold."""
    frames[d, HOPE], frames[d, GROUP], frames[d, NEW] = 0, 0, 0


@compiled
def try_next(
    pool: Positions, order: Int64Array, keys: Int64Array, frames: Int64Array, d: int, seat: Seat, noted: Int64Array
) -> None:
    """Try the next action in a group."""
    action = lowest(frames[d, CHOICES])
    frames[d, CHOICES] = beyond_lowest(frames[d, CHOICES])
    first, after, top = frames[d, FIRST], frames[d, AFTER], frames[d, TOP]
    new = play_all(pool, order, keys, first, after, top, seat, action if frames[d, OWN] else ANY, noted)
    frames[d, HOPE], frames[d, GROUP], frames[d, NEW] = 1, top, new


@compiled
def play_all(
    pool: Positions,
    order: Int64Array,
    keys: Int64Array,
    first: int,
    after: int,
    top: int,
    seat: Seat,
    action: Action,
    noted: Int64Array,
) -> int:
    """Play an action, or ANY, in these positions, and lay what becomes of them from pool[top] on: the first place behind."""
    new = top
    for i in range(first, after):
        choices = legal_actions(pool[order[i]])
        if action != ANY:
            choices &= bit(action)
        while choices != 0:
            if new >= len(pool) or noted[LEFT] <= 0:
                noted[STATUS] = TOO_MUCH
                return new
            pool[new] = pool[order[i]]
            s = pool[new]
            apply_action(s, lowest(choices))
            choices = beyond_lowest(choices)
            noted[LEFT] -= 1
            order[new] = new
            heard = mix(mix(s.heard, s.heard_alone[seat]), s.turn)
            keys[new] = np.int64(heard >> np.uint64(1))
            new += 1
    return new


@compiled
def gather(order: Int64Array, keys: Int64Array, first: int, after: int) -> int:
    """Bring what the seat cannot tell from order[first] forward, next to it: the first place behind."""
    behind = first + 1
    for i in range(first + 1, after):
        if keys[order[i]] == keys[order[first]]:
            order[i], order[behind] = order[behind], order[i]
            behind += 1
    return behind


@entry
def prove(
    pool: Positions, order: Int64Array, keys: Int64Array, frames: Int64Array, count: int, seat: Seat, deal: int, size: int,
    table: Int64Array, ends: Reals, noted: Int64Array, jointly: bool,
) -> int:  # fmt: skip
    """Explore pool[count]; or, jointly, find the one end that can be forced in the first `count` positions: else -1.

    deal: how many deals were done when it began.
    """
    if not jointly:
        explore(pool, count, seat, deal, size, table, ends, noted)
        return -1
    forced = -1
    for i in range(noted[ENDS]):
        if forces(pool, order, keys, frames, count, seat, deal, ends[i], noted):
            if forced >= 0:
                return -1
            forced = i
    return forced if noted[STATUS] == GOING else -1
