"""The search for a way to win with all cards known: depth first over positions, by the rules of the game's own file.

A position contains all its chance, so it decides what is drawn next. No position is entered twice: a table in memory holds
the seals (two words each) of those visited. From time to time the search restarts in another, random order. Positions that
were left behind stay in the table, because they cannot be won; only those on the current path are open again.

Each game adds four functions, which save work and never change the result (the tests compare with a search without them): its
seal, which legal actions suffice, which positions are certainly lost, and what to try first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from sevenfold.declare.rules import Rules
from sevenfold.kernel.chance import below, mixed, pick, plus, times
from sevenfold.kernel.compiler.decorators import Compiled, F, compiled, entry
from sevenfold.kernel.fields import Fields
from sevenfold.kernel.questions import OVER, Generic, apply_action, legal_actions, move_begins, returns
from sevenfold.kernel.sets import bit, lowest
from sevenfold.kernel.types import Action, ActionSet, Int64Array, Positions, Sources

__all__ = [  # what the module of a package imports that says what is known of its patience; the rest is the solver's own
    "answers", "hopeless", "legal_actions", "mixed", "plus", "rather", "seal", "worthwhile",
]  # fmt: skip

RUNNING, SOLVED, EXHAUSTED, FULL, CUT = 0, 1, 2, 3, 4  # how a run of the search ended; CUT: exhausted, but for lines too long
# The words of `noted`. RANDOM_CHOICES: how many choices of 16 are random; CUTS: 1 once a line was broken off.
DEPTH, STATES, RANDOM_CHOICES, CUTS = 0, 1, 2, 3
NOTED = 4  # words
DEEPEST = 512  # actions of a line; a longer one is broken off
GONE = -1  # both words of a removed seal; no seal is negative
FILLED = 0.7  # how full the table may be


def question(function: F) -> F:
    """A question about positions that a game's solver may answer; the function's body is the default answer."""
    return cast("F", Generic(function, compiled(function)).function)


def answers(rules: Rules, asked: Callable[..., Any]) -> Callable[[F], F]:
    """Register a game's answer to a question, to be compiled."""

    def register(function: F) -> F:
        answer = function if isinstance(function, Compiled) else compiled(function)
        asked.generic.answer(answer, rules.dtype, rules.listening)  # type: ignore[attr-defined]
        return cast("F", answer)

    return register


@question
def seal(s: Fields) -> tuple[int, int]:
    """Two words, not both 0, that identify this position, before a move, for what can be won from it."""
    return 0, 0


def is_answered(rules: Rules) -> bool:
    """Whether a module that has been imported says what is known of a game."""
    return rules.listening in seal.generic.answers  # type: ignore[attr-defined]  # set by Generic


@question
def worthwhile(s: Fields) -> ActionSet:
    """Legal actions among which one wins if any legal action does."""
    return legal_actions(s)


@question
def hopeless(s: Fields) -> bool:
    """Whether this position, before a move, can certainly not be won."""
    return False


@question
def rather(s: Fields, actions: ActionSet) -> Action:
    """The one of these actions to try first."""
    return lowest(actions)


@compiled
def choices(s: Fields, plainly: bool) -> ActionSet:
    """The actions to try in a position; plainly: all legal ones."""
    return legal_actions(s) if plainly else worthwhile(s)


@entry
def run_search(
    stack: Positions, untried: Int64Array, path: Int64Array, table: Int64Array, noted: Int64Array, most: int, plainly: bool,
    anew: bool, sources: Sources,
) -> int:  # fmt: skip
    """Continue the search, or restart it, until it is solved or exhausted, the table is full or `most` positions are visited.

    stack: the position after each action of `path`. untried: the actions left to try in it. noted: DEPTH, STATES,
    RANDOM_CHOICES, CUTS. plainly: try every legal action. anew: restart. Returns the status.
    """
    chance = sources[0]
    if anew:
        begin(stack, untried, table, noted)
    depth = noted[DEPTH]
    states = noted[STATES]
    room = min(most, int(len(table) * FILLED))
    status = RUNNING
    while depth >= 0:
        if untried[depth] == 0:
            depth -= 1
            continue
        if depth + 1 >= len(path):
            noted[CUTS] = 1
            depth -= 1
            continue
        if states >= room:
            status = RUNNING if states >= most else FULL
            break
        if below(chance, 16) < noted[RANDOM_CHOICES]:
            action = pick(chance, untried[depth])
        else:
            action = rather(stack[depth], untried[depth])
        untried[depth] &= ~bit(action)
        stack[depth + 1] = stack[depth]
        s = stack[depth + 1]
        path[depth] = action
        apply_action(s, action)
        if s.phase == OVER:
            if returns(s, 0) > 0 and s.truncated == 0:
                depth += 1
                status = SOLVED
                break
            continue
        if move_begins(s):
            if not plainly and hopeless(s):
                continue
            one, other = seal(s)
            if not add_seal(table, one, other):
                continue
            states += 1
        depth += 1
        untried[depth] = choices(s, plainly)
    noted[DEPTH] = depth
    noted[STATES] = states
    if depth < 0:
        return CUT if noted[CUTS] else EXHAUSTED
    return status


@compiled
def add_seal(table: Int64Array, one: int, other: int) -> bool:
    """Add a seal to the table, which has room; False if it was there already."""
    slot = slot_of(table, one, other)
    if table[slot, 0] | table[slot, 1] != 0:
        return False
    table[slot, 0] = one
    table[slot, 1] = other
    return True


@compiled
def slot_of(table: Int64Array, one: int, other: int) -> int:
    """Where a seal is in the table, or would be: a slot of two zeros is free."""
    word = mixed(np.uint64(one) ^ times(np.uint64(other), np.uint64(0x9E3779B97F4A7C15)))
    slot = np.int64(word >> np.uint64(20)) & (len(table) - 1)
    while table[slot, 0] | table[slot, 1] != 0 and (table[slot, 0] != one or table[slot, 1] != other):
        slot = (slot + 1) & (len(table) - 1)
    return slot  # type: ignore[return-value]  # an int64


@entry
def refill(table: Int64Array, larger: Int64Array) -> None:
    """Copy all seals of a table into a larger, empty one."""
    for i in range(len(table)):
        if table[i, 0] | table[i, 1] != 0 and table[i, 0] != GONE:
            add_seal(larger, table[i, 0], table[i, 1])


@compiled
def begin(stack: Positions, untried: Int64Array, table: Int64Array, noted: Int64Array) -> None:
    """Begin in stack[0], before a move or within one; the positions on the path of the run before are open again."""
    for i in range(noted[DEPTH] + 1):
        if noted[STATES] > 0 and move_begins(stack[i]):
            one, other = seal(stack[i])
            slot = slot_of(table, one, other)
            table[slot, 0] = table[slot, 1] = GONE
            noted[STATES] -= 1
    noted[DEPTH] = 0
    untried[0] = legal_actions(stack[0])  # all, since what suffices within a move depends on how it was begun
    if move_begins(stack[0]):
        one, other = seal(stack[0])
        noted[STATES] += add_seal(table, one, other)
