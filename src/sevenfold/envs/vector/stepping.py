"""A step of many games at once, compiled: actions, opponents by chance, new games, rewards, masks and observations.

Games are stepped without Python, allocation or lock, so that several threads share a batch (`sharing`). What a game does next
depends on that game alone; the number of threads changes no result.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from sevenfold.cards import NONE
from sevenfold.envs.observation.columns import write_set
from sevenfold.envs.observation.encoding import encode
from sevenfold.kernel.chance import choosers_seed, fraction, mixed, pick, seeded
from sevenfold.kernel.compiler.decorators import before_compiling, compiled, entry
from sevenfold.kernel.fields import MOST_SEATS, Fields
from sevenfold.kernel.memory import record_dtype
from sevenfold.kernel.play import begin
from sevenfold.kernel.questions import OVER, apply_action, legal_actions, returns, standing
from sevenfold.kernel.sets import has
from sevenfold.kernel.types import Action, Int64Array, Positions, Reals

from .prefetching import prefetch
from .sharing import (
    ADDRESSES,
    CALL,
    MOST_ADDRESSES,
    array_at,
    close_call,
    done,
    join_call,
    leave_call,
    next_slice,
    open_call,
)

# What a game does in the next call.
PLAY = 0  # apply the action given
BEGIN = 1  # begin the next game, whatever the action
GO_ON = 2  # an opponent's turn: apply the action that it chose
ENDED = 3  # nothing, until it is reset
START = 4  # begin a game with the seed that is set
RESTART = 5  # begin a game with the next seed

STEP, ROUND, RESET = range(3)  # calls: a step; the opponents' actions within one; beginning the games of START and RESTART

NEXT_STEP, SAME_STEP, DISABLED = range(3)  # when the next game begins: in the step after the end, in the same step, on request

ANY = -1  # of legal actions: whatever is given, it is ignored

MOST_IDLE = 1000  # games in a row in which the learner has no decision

LEDGER = record_dtype(
    [
        ("seed", np.uint64),  # of the game under way
        ("ended_seed", np.uint64),  # of the game that ended in this step, if the next began in it
        ("chance", np.uint64),  # the generator of opponents that play at random or by probabilities
        ("sampler", np.uint64),  # the generator of `sample`
        ("seat", np.int64),  # the seat to move, or NONE
        ("learner", np.int64),  # the seat that the caller plays; NONE: all
        ("doing", np.int64),  # what comes next
        ("opening", np.int64),  # 1 until the learner's first decision in a game
        ("values", np.float64, (MOST_SEATS,)),  # what each seat has been credited with in this game
    ]
)
Ledger: TypeAlias = "np.ndarray[Any, np.dtype[np.record]]"  # what is kept of each game beside its position


@before_compiling
def _load_numba_support() -> None:
    from . import numba_overloads  # noqa: F401 - importing it registers the overloads


@entry
def advance(
    shared: Int64Array,
    own: int,
    call: int,
    positions: Positions,
    ledger: Ledger,
    actions: Int64Array,
    legal: Int64Array,
    by_chance: bool,
    standings: bool,
    mode: int,
    lines: Int64Array,
    observations: Any,
    finals: Any,
    masks: Any,
    seats: Int64Array,
    seeds: Any,
    rewards: Reals,
    by_seat: Reals,
    terminated: Any,
    truncated: Any,
) -> None:
    """Advance games by one call, slice by slice, as long as there are any that no thread has taken.

    The thread of part 0 does so once. A thread that helps does so in every call, and returns when the threads are to end; the
    arrays to fill are then those of the thread of part 0, of the same shapes and types as its own.

    Args:
        shared: What the threads share, as `sharing` says.
        own: Which part of the games this thread begins with.
        call: STEP, ROUND or RESET; a thread that helps does not look at it.
        positions: Listening positions.
        ledger: An array of LEDGER.
        actions: A legal action for each game that plays one in this call.
        legal: Where to write the legal actions; ANY where the next step plays none.
        by_chance: Whether the other seats play at random, within this call.
        standings: Whether the reward is the change of the standing, not of the returns.
        mode: NEXT_STEP, SAME_STEP or DISABLED.
        lines: Where in a position memory is to be fetched before it is needed, as `lines_of` says.
        observations: Where to write what the learner (or the seat to move) observes, a row for each game.
        finals: The same for games that end in this step and begin again in it; other rows stay.
        masks: Where to write which actions are legal, uint8.
        seats: Where to write the seat to move.
        seeds: Where to write the seed of the game under way.
        rewards: Where to write the reward of the learner (or the seat that acted).
        by_seat: Where to write the reward of each seat.
        terminated: Where to write whether the game ended by its rules.
        truncated: Where to write whether the limit of turns ended it.
    """
    number, n = 0, len(positions)
    if own == 0:
        addresses = shared[ADDRESSES : ADDRESSES + MOST_ADDRESSES]
        addresses[0], addresses[1], addresses[2] = observations.ctypes.data, finals.ctypes.data, masks.ctypes.data
        addresses[3], addresses[4], addresses[5] = seats.ctypes.data, seeds.ctypes.data, rewards.ctypes.data
        addresses[6], addresses[7], addresses[8] = by_seat.ctypes.data, terminated.ctypes.data, truncated.ctypes.data
        open_call(shared, call)
    while True:
        if own > 0:
            number = join_call(shared, own, number)
            if number == NONE:
                return
        at = shared[ADDRESSES : ADDRESSES + MOST_ADDRESSES]
        first, last = next_slice(shared, own, n)
        while first < last:
            idle = advance_slice(
                first, last, positions, ledger, shared[CALL], actions, legal, array_at(at[0], observations),
                array_at(at[1], finals), array_at(at[2], masks), array_at(at[3], seats), array_at(at[4], seeds),
                array_at(at[5], rewards), array_at(at[6], by_seat), array_at(at[7], terminated), array_at(at[8], truncated),
                by_chance, standings, mode, lines,
            )  # fmt: skip
            done(shared, last - first, idle)
            first, last = next_slice(shared, own, n)
        if own == 0:
            close_call(shared, n)
            return
        leave_call(shared)


@compiled
def advance_slice(
    first: int,
    last: int,
    positions: Positions,
    ledger: Ledger,
    call: int,
    actions: Int64Array,
    legal: Int64Array,
    observations: Any,
    finals: Any,
    masks: Any,
    seats: Int64Array,
    seeds: Any,
    rewards: Reals,
    by_seat: Reals,
    terminated: Any,
    truncated: Any,
    by_chance: bool,
    standings: bool,
    mode: int,
    lines: Int64Array,
) -> int:
    """Advance the games from `first` to before `last` by one call, with the arguments of `advance`.

    Returns:
        NONE; or a game that was begun MOST_IDLE times without a decision by the learner.
    """
    position_at, row_at = positions.ctypes.data, observations.ctypes.data
    position_size, row_size = positions.itemsize, observations.itemsize * observations.shape[1]
    for i in range(first, last):
        if i + 1 < len(positions):  # also the first of the next slice, which this thread will most often take
            for at in lines:
                prefetch(position_at + (i + 1) * position_size + at, 1)
            prefetch(row_at + (i + 1) * row_size, row_size)
        g, s = ledger[i], positions[i]
        doing, learner = g.doing, g.learner
        if doing == ENDED or (call == ROUND) != (doing == GO_ON) or (call == RESET) != (doing >= START):
            continue
        if doing != GO_ON:
            terminated[i] = truncated[i] = False
            for k in range(by_seat.shape[1]):
                by_seat[i, k] = 0.0
        if doing >= START:
            g.sampler = seeded(mixed(g.seed))
        action, actor, credited, idle = actions[i], g.seat, g.seat, 0
        members, over, seat, waiting = 0, False, NONE, False
        while True:
            begins = doing == BEGIN or doing >= START
            if begins and doing != START:
                g.seed = mixed(g.seed)
            if begins:
                begin(s, g.seed)
                g.chance = seeded(choosers_seed(g.seed))
                g.opening = learner >= 0
            else:
                apply_action(s, action)
                if actor == learner:
                    g.opening = 0
            members, over, seat = legal_actions(s), s.phase == OVER, s.turn
            if standings or over or begins:
                credit(s, g, by_seat[i], standings, over, begins)
            waiting = not over and learner >= 0 and seat != learner
            if over and g.opening:
                idle += 1
                if idle == MOST_IDLE:
                    return i
                doing = BEGIN
                continue
            if waiting and by_chance:
                action, actor, doing = pick(g, members), seat, GO_ON
                continue
            again = over and mode == SAME_STEP
            if over:
                truncated[i] = s.truncated != 0
                terminated[i] = s.truncated == 0
            observer = seat if seat >= 0 else actor
            if learner >= 0 and not waiting:
                observer = learner
            row = finals[i] if again else observations[i]
            encode(s, observer, row)
            if again:
                g.ended_seed, doing = g.seed, BEGIN
                continue
            break
        if over:
            members = 1 if mode == NEXT_STEP else 0  # any action will do for a step that begins the next game
            doing = BEGIN if mode == NEXT_STEP else ENDED
        else:
            doing = GO_ON if waiting else PLAY
        g.seat, g.doing, seats[i], seeds[i] = seat, doing, seat, g.seed
        legal[i] = ANY if doing == BEGIN else members
        rewards[i] = by_seat[i, max(learner if learner >= 0 else credited, 0)]
        mask = masks[i]
        write_set(mask, 0, members, len(mask))
    return NONE


@compiled
def credit(s: Fields, g: Any, gained: Reals, standings: bool, over: bool, begins: bool) -> None:
    """Add what each seat has gained to its reward. What was gained before the learner's first decision is added after it."""
    if g.opening and not begins:
        return
    for seat in range(s.players):
        value = 0.0
        if standings:
            value = standing(s, seat)
        elif over:
            value = returns(s, seat)
        if not begins:
            gained[seat] += value - g.values[seat]
        g.values[seat] = value


@entry
def first_refused(legal: Int64Array, actions: Int64Array) -> int:
    """The first game for which the action is not legal; NONE if there is none."""
    for i in range(len(legal)):
        if legal[i] != ANY and not (0 <= actions[i] < 63 and has(legal[i], actions[i])):
            return i
    return NONE


@entry
def sample(ledger: Ledger, legal: Int64Array, actions: Int64Array) -> None:
    """Choose a legal action for each game, all equally likely; 0 where none is played."""
    for i in range(len(legal)):
        if legal[i] == ANY or not legal[i]:
            actions[i] = 0
            continue
        g = ledger[i]
        kept, g.chance = g.chance, g.sampler
        actions[i] = pick(g, legal[i])
        g.sampler, g.chance = g.chance, kept


@entry
def choose_by(ledger: Ledger, legal: Int64Array, games: Int64Array, probabilities: Reals, actions: Int64Array) -> int:
    """Choose a legal action for each of these games with probabilities in proportion to those given.

    Args:
        ledger: An array of LEDGER.
        legal: The legal actions, by place in the ledger.
        games: The games, as places in the ledger.
        probabilities: For each of the games a row with a number for each action.
        actions: Where to write the choices, by place in the ledger.

    Returns:
        NONE; or the first row that holds a negative number or NaN, or nothing above 0 for a legal action.
    """
    for k in range(len(games)):
        whole, members = 0.0, legal[games[k]]
        for a in range(probabilities.shape[1]):
            p = probabilities[k, a]
            if not 0.0 <= p < np.inf:
                return k
            if has(members, a):
                whole += p
        if not 0.0 < whole < np.inf:
            return k
        actions[games[k]] = chosen_by(ledger[games[k]], members, probabilities[k], whole)
    return NONE


@compiled
def chosen_by(g: Any, members: int, weights: Reals, whole: float) -> Action:
    """A legal action, chosen with probabilities in proportion to weights of which those of legal actions add up to `whole`."""
    left, chosen = fraction(g) * whole, 0
    for a in range(len(weights)):
        if has(members, a) and weights[a] > 0.0:
            chosen = a
            left -= weights[a]
            if left < 0.0:
                break
    return chosen
