"""Is the rest of a deal certain? Then whoever knows it may claim it, or say that nothing is left to play for.

The rest is certain for a seat if there is an outcome, every seat's standing when the deal or the game ends, that the seat
can force whatever the others do, and no line at all gives the seat more. If it could force several that are equally good for
itself, it has something to decide, and nothing is certain. If every line gives that outcome, nothing can change any more.

A seat is judged by what it knows: the outcome has to be the same in many positions re-dealt for it, and one way of playing has
to force it in all of them, which may depend only on what the seat hears meanwhile: where it would have to guess, nothing is
certain. Which cards the others truly hold decides neither whether somebody may claim nor what is claimed. Only then the
true position is looked at in the same way, as a safeguard; in the rare case that the rest is not certain there, nobody claims.

No rule is known here: positions are played on by the games' own rules, and all of them are looked at, within a budget.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from sevenfold.errors import BadInput
from sevenfold.kernel.chance import source
from sevenfold.kernel.compiled import compiled, entry
from sevenfold.kernel.events import stirred
from sevenfold.kernel.fields import MOST_SEATS, Fields
from sevenfold.kernel.memory import copied, scratch, words
from sevenfold.kernel.play import apply, look_up, plan_redeals, redeal_planned
from sevenfold.kernel.questions import OVER, apply_action, deals_done, legal_actions, returns, standing
from sevenfold.kernel.sets import beyond_lowest, bit, lowest
from sevenfold.kernel.types import Action, ActionSet, Positions, Reals, Seat, Sources, Words
from sevenfold.kernel.worlds import PLAN_SHAPE

if TYPE_CHECKING:
    from sevenfold.playing.game import Game, State

WORLDS = 100  # positions re-dealt for a seat
BUDGET = 20_000  # positions looked at in each of them
DEEPEST = 40  # actions to the end
POOL = 1 << 14  # positions kept at once
SLOTS = 1 << 16  # of the table of positions looked at; more than a budget
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
def explore(pool: Positions, at: int, seat: Seat, deal: int, size: int, table: Words, ends: Reals, noted: Words) -> None:
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
def take_end(s: Fields, seat: Seat, ends: Reals, noted: Words) -> None:
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
    ends[noted[ENDS]] = now
    noted[ENDS] += 1


@compiled
def is_new(s: Fields, size: int, table: Words, world: int) -> bool:
    """Note a position in the table, which has room: was it not there before, in this world?"""
    w = words(s)
    seal = np.uint64(world)
    for i in range(1, size):
        seal = stirred(seal, w[i])
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
    pool: Positions, order: Words, keys: Words, frames: Words, count: int, seat: Seat, deal: int, end: Any, noted: Words
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
def enter(pool: Positions, order: Words, frames: Words, d: int, seat: Seat, deal: int, end: Any) -> int:
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
def give_up(frames: Words, d: int) -> None:
    """The action that was tried in a group does not hold."""
    frames[d, HOPE], frames[d, GROUP], frames[d, NEW] = 0, 0, 0


@compiled
def try_next(pool: Positions, order: Words, keys: Words, frames: Words, d: int, seat: Seat, noted: Words) -> None:
    """Try the next action in a group."""
    action = lowest(frames[d, CHOICES])
    frames[d, CHOICES] = beyond_lowest(frames[d, CHOICES])
    first, after, top = frames[d, FIRST], frames[d, AFTER], frames[d, TOP]
    new = play_all(pool, order, keys, first, after, top, seat, action if frames[d, OWN] else ANY, noted)
    frames[d, HOPE], frames[d, GROUP], frames[d, NEW] = 1, top, new


@compiled
def play_all(
    pool: Positions, order: Words, keys: Words, first: int, after: int, top: int, seat: Seat, action: Action, noted: Words
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
            heard = stirred(stirred(s.heard, s.heard_alone[seat]), s.turn)
            keys[new] = np.int64(heard >> np.uint64(1))
            new += 1
    return new


@compiled
def gather(order: Words, keys: Words, first: int, after: int) -> int:
    """Bring what the seat cannot tell from order[first] forward, next to it: the first place behind."""
    behind = first + 1
    for i in range(first + 1, after):
        if keys[order[i]] == keys[order[first]]:
            order[i], order[behind] = order[behind], order[i]
            behind += 1
    return behind


@entry
def prove(
    pool: Positions, order: Words, keys: Words, frames: Words, count: int, seat: Seat, deal: int, size: int, table: Words,
    ends: Reals, noted: Words, jointly: bool,
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


# -- what Python asks ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Certain:
    """The rest of a deal is certain for a seat."""

    seat: Seat
    is_settled: bool  # whatever anybody does: nothing can change any more
    standing: tuple[float, ...]  # every seat's when the deal, or the game, ends
    end: tuple[float, ...]  # all that is certain of it


class Proof:
    """A search for what is certain, world by world."""

    def __init__(self, state: State, seat: Seat, budget: int = BUDGET, jointly: int = 0) -> None:
        """budget: positions looked at in each world; jointly: where one way of playing is looked for in all of them."""
        self.game, self.seat, self.budget, self.jointly = state.game, seat, min(budget, SLOTS // 2), jointly
        self.deal = int(deals_done(state.position[0]))
        game = self.game
        self.pool: Positions = np.zeros(POOL + DEEPEST, game.rules.listening)
        self.order: Words = np.zeros(len(self.pool), np.int64)
        self.keys: Words = np.zeros(len(self.pool), np.int64)
        self.frames: Words = np.zeros((DEEPEST, FRAME), np.int64)
        self.table: Words = np.zeros((SLOTS, 2), np.int64)
        self.ends: Reals = np.zeros((MOST_ENDS + 1, END))
        self.noted: Words = np.zeros(5, np.int64)
        self.count = 0  # worlds taken in

    def takes(self, world: Positions) -> bool:
        """Take in another position that the seat thinks possible; False if nothing is certain, or it takes too much."""
        self.pool[self.count] = world[0]
        self.noted[LEFT] = self.budget
        self._run(jointly=False)
        self.count += 1
        return bool(self.noted[STATUS] == GOING)

    def found(self) -> Certain | None:
        """What is certain in all worlds taken in; None if nothing is, or too much is to be looked at."""
        if self.noted[STATUS] != GOING or not self.count:
            return None
        at = 0
        if self.noted[VARIES]:
            self.noted[LEFT] = self.jointly or self.budget * self.count
            at = self._run(jointly=True)
            if at < 0:
                return None
        end = tuple(float(value) for value in self.ends[at])
        return Certain(self.seat, not self.noted[VARIES], end[: self.game.players], end)

    def bears_out(self, found: Certain) -> bool:
        """Is what was found true of the one world that was taken in? With all cards known, the seat may have more to choose."""
        if found.is_settled:
            return not self.noted[VARIES] and tuple(self.ends[0]) == found.end
        return bool(self.ends[0][self.seat] == found.end[self.seat]) and self.forces(self.pool[:1], found.end)

    def forces(self, world: Positions, end: Sequence[float]) -> bool:
        """Can the seat force this end in one position, with all cards known?"""
        self.pool[0] = world[0]
        self.ends[0] = end
        self.noted[:] = 0
        self.noted[LEFT], self.noted[ENDS], self.count = self.budget, 1, 1
        return self._run(jointly=True) == 0

    def _run(self, *, jointly: bool) -> int:
        size = self.game.rules.dtype.itemsize // 8
        return int(
            prove(
                self.pool, self.order, self.keys, self.frames, self.count, self.seat, self.deal, size, self.table, self.ends,
                self.noted, jointly,
            )
        )  # fmt: skip


def certain_in(state: State, seat: Seat, *, budget: int = BUDGET) -> Certain | None:
    """What is certain for a seat that knows all cards."""
    proof = Proof(state, seat, budget)
    return proof.found() if proof.takes(state.position) else None


def certain_for(
    state: State, seat: Seat, chance: Sources, *, worlds: int = WORLDS, budget: int = BUDGET, jointly: int = 0,
    seconds: float = math.inf,
) -> Certain | None:  # fmt: skip
    """What is certain for a seat that knows no more than it has seen; None too if it was not found out in time.

    chance: what re-deals are drawn from. budget, jointly: positions looked at in each, and for one way of playing in all
    of them (0: as many for each). BadInput for a game for one, and one that is over.
    """
    check(state)
    until = perf_counter() + seconds
    dealt, plan = copied(state.position), np.zeros(PLAN_SHAPE, np.int64)
    ways = plan_redeals(dealt, 0, seat, plan)
    proof = Proof(state, seat, budget, jointly)
    for _ in range(worlds):
        redeal_planned(dealt, 0, seat, plan, ways, chance)
        if perf_counter() >= until or not proof.takes(dealt):
            return None
    return proof.found()


def line_to(state: State, found: Certain, *, budget: int = BUDGET) -> tuple[Action, ...] | None:
    """How the true game goes on to the end that is certain: the seat forces it, the others do the first thing they may.

    None if the rest is not certain in the true position.
    """
    proof, position, line = Proof(state, found.seat, budget), copied(state.position), list[Action]()
    if not proof.takes(position) or not proof.bears_out(found):
        return None
    legal, turn = look_up(position, 0)
    while not is_done(position[0], proof.deal):
        action = _next(proof, position, legal, found) if turn == found.seat and not found.is_settled else lowest(legal)
        if action is None:
            return None
        line.append(action)
        legal, turn = apply(position, 0, action)
    return tuple(line)


def _next(proof: Proof, position: Positions, legal: ActionSet, found: Certain) -> Action | None:
    """The first action after which the seat still forces the end."""
    left = int(legal)
    while left:
        action, left = lowest(left), beyond_lowest(left)
        after = copied(position)
        apply(after, 0, action)
        if proof.forces(after, found.end):
            return action
    return None


def check(state: State) -> None:
    """BadInput where nobody claims."""
    if state.is_over:
        raise BadInput("The game is over: there is nothing left to claim.")
    if state.game.players == 1:
        raise BadInput("A game for one is not claimed; it can be given up.")


def prepare(game: Game) -> None:
    """Have all compiled that this takes."""
    state = game.start(0)
    assert state.turn is not None
    if game.players > 1:
        certain_for(state, state.turn, source(0), worlds=1, budget=1)
