"""The search for `certain`: every line of one position, and one strategy that forces an end in many positions."""

from __future__ import annotations

from typing import Any

import numpy as np

from sevenfold.kernel.compiler.decorators import compiled, entry
from sevenfold.kernel.event_hash import mix
from sevenfold.kernel.fields import MOST_SEATS, Fields
from sevenfold.kernel.memory import as_int64, scratch
from sevenfold.kernel.questions import OVER, apply_action, deals_done, legal_actions, returns, standing, tally
from sevenfold.kernel.sets import beyond_lowest, bit, lowest
from sevenfold.kernel.types import Action, Int64Array, Positions, Reals, Seat

DEEPEST = 40  # actions to the end
MOST_ENDS = 16  # outcomes tried, the best for the seat; if there are more, nothing is certain

# The words of `noted`: how many positions may still be explored, the status, how many of the best ends are stored, whether
# ends differ, how many worlds have been explored.
LEFT, STATUS, ENDS, VARIES, EXPLORED = 0, 1, 2, 3, 4
GOING, TOO_MUCH, NOT_CERTAIN = 0, 1, 2  # the status
# The columns of an end: every seat's standing, every seat's result if the game is over, every seat's tally, whether it is over.
RESULTS, TALLIES, IS_OVER, END = MOST_SEATS, 2 * MOST_SEATS, 3 * MOST_SEATS, 3 * MOST_SEATS + 1
# The columns of a frame: the group order[FIRST:AFTER]; the range of the positions it leads to (TOP, NEW) and the next group
# among them; the actions still to be tried; whether it is the seat's turn; whether an action is being tried and has not failed.
FIRST, AFTER, TOP, NEW, GROUP, CHOICES, OWN, HOPE, FRAME = 0, 1, 2, 3, 4, 5, 6, 7, 8
HOLDS, FAILS, OPEN = 1, 0, -1  # what is known of a group when it is entered
ANY = -1
# The columns of a slot: the seal of a position, and its world.
SEAL, WORLD = 0, 1


@compiled
def is_done(s: Fields, deal: int) -> bool:
    """Whether the deal with this number is over."""
    return s.phase == OVER or deals_done(s) != deal


@compiled
def end_of(s: Fields, end: Any) -> None:
    """Write the outcome of a deal that is over."""
    for seat in range(s.players):
        end[seat] = standing(s, seat)
        end[RESULTS + seat] = returns(s, seat) if s.phase == OVER else 0.0
        end[TALLIES + seat] = tally(s, seat)
    end[IS_OVER] = s.phase == OVER


@compiled
def are_equal(one: Any, other: Any) -> bool:
    """Whether two ends are the same."""
    for i in range(END):
        if one[i] != other[i]:
            return False
    return True


# -- every line of one position -----------------------------------------------------------------------------------------


@compiled
def explore(
    pool: Positions, at: int, seat: Seat, deal: int, size: int, table: Int64Array, ends: Reals, noted: Int64Array
) -> None:
    """Explore every line from pool[at], using the pool behind it; size: how many words describe where everything lies."""
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
    """Record an end: those best for the seat in the first world are stored; no other world may have a better one."""
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
    end_of(s, ends[noted[ENDS]])  # computed again: assigning a whole array takes 1.5 s longer to compile
    noted[ENDS] += 1


@compiled
def is_new(s: Fields, size: int, table: Int64Array, world: int) -> bool:
    """Add a position to the table, which has room; False if this world's was there already."""
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


# -- one strategy for all of them ---------------------------------------------------------------------------------


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
    """Whether the seat can force this end in the first `count` positions of the pool, which it cannot tell apart.

    A frame is a group of such positions, with the groups that the action being tried leads to: all of these must be proved.
    An action is tried in all positions of a group alike.
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
    """Enter a group: positions in which the deal is over are judged and left out."""
    reached = scratch(END)
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
    frames[d, CHOICES] = legal_actions(s) if s.turn == seat else bit(0)  # all of the others' actions are tried at once
    give_up(frames, d)
    return OPEN


@compiled
def give_up(frames: Int64Array, d: int) -> None:
    """The action tried in a group has failed."""
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
    """Play an action, or ANY, in these positions; their successors go to pool[top] and on. Returns the end of these."""
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
    """Move the positions that the seat cannot tell from order[first] next to it; returns the end of the group."""
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
    """Explore pool[count]; or, jointly, return the index of the one end that can be forced in the first `count` positions.

    deal: how many deals were done when it began. Returns -1 if there is no such end, or several.
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
