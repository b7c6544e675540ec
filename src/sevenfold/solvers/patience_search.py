"""The search for a way to win with all cards known: depth first over positions, by the rules of the game's own file.

All chance is in the position, so what is drawn next is settled by it. A position that was come to once is not entered again:
a table in memory holds its seal, two words. From time to time the search begins anew and tries things in another order, by
chance. What was left behind stays in the table, for it was all in vain; only where the search stood is open again.

Each game says four things more, which save work and never change what is found (the tests hold them against a search without):
its seal, which legal actions suffice, what is lost for certain, and what is tried first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from sevenfold.declare.rules import Rules
from sevenfold.kernel.chance import below, mixed, pick, times
from sevenfold.kernel.compiler.decorators import Compiled, F, compiled, entry
from sevenfold.kernel.fields import Fields
from sevenfold.kernel.questions import OVER, Generic, apply_action, legal_actions, move_begins, returns
from sevenfold.kernel.sets import bit, lowest
from sevenfold.kernel.types import Action, ActionSet, Int64Array, Positions, Sources

RUNNING, SOLVED, EXHAUSTED, FULL = 0, 1, 2, 3  # how a run of the search ended
DEPTH, STATES, WHIM = 0, 1, 2  # what is noted of a search; WHIM: how often of 16 times chance says what is tried next
DEEPEST = 512  # actions of a game, at most
GONE = -1  # in a table, both words of a seal that is no longer there; no seal is less than 0
FILLED = 0.7  # how full the table may be


def asked(function: F) -> F:
    """A question about positions that a game's solver may answer; otherwise the function's own body does."""
    return cast("F", Generic(function, compiled(function)).function)


def answered(rules: Rules, question: Callable[..., Any]) -> Callable[[F], F]:
    """Register a game's answer to a question of this file, to be compiled."""

    def register(function: F) -> F:
        answer = function if isinstance(function, Compiled) else compiled(function)
        question.generic.answer(answer, rules.dtype, rules.listening)  # type: ignore[attr-defined]
        return cast("F", answer)

    return register


@asked
def seal(s: Fields) -> tuple[int, int]:
    """Two words, not both 0, that this position shares only with those from which the same can be won; before a move."""
    return 0, 0


@asked
def worthwhile(s: Fields) -> ActionSet:
    """Legal actions of which one wins if any legal action does."""
    return legal_actions(s)


@asked
def hopeless(s: Fields) -> bool:
    """Is it certain that this position, before a move, cannot be won?"""
    return False


@asked
def rather(s: Fields, actions: ActionSet) -> Action:
    """Which of some actions to try first."""
    return lowest(actions)


@compiled
def choices(s: Fields, plainly: bool) -> ActionSet:
    """What to try in a position; plainly: all that is legal."""
    return legal_actions(s) if plainly else worthwhile(s)


@entry
def search(
    stack: Positions, untried: Int64Array, path: Int64Array, table: Int64Array, noted: Int64Array, most: int, plainly: bool,
    anew: bool, sources: Sources,
) -> int:  # fmt: skip
    """Go on searching, or begin anew, until a way to win is found, all was tried, the table is full or `most` positions noted.

    stack: the position after each of the actions in path; untried: what is left to try in it; noted: DEPTH, STATES, WHIM.
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
        if states >= room:
            status = RUNNING if states >= most else FULL
            break
        if below(chance, 16) < noted[WHIM]:
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
            if not noted_anew(table, one, other):
                continue
            states += 1
        depth += 1
        untried[depth] = choices(s, plainly)
    noted[DEPTH] = depth
    noted[STATES] = states
    return EXHAUSTED if depth < 0 else status


@compiled
def noted_anew(table: Int64Array, one: int, other: int) -> bool:
    """Note a seal in the table, which has room; was it not there before?"""
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
    """Note all that a table holds in a larger, empty one."""
    for i in range(len(table)):
        if table[i, 0] | table[i, 1] != 0 and table[i, 0] != GONE:
            noted_anew(larger, table[i, 0], table[i, 1])


@compiled
def begin(stack: Positions, untried: Int64Array, table: Int64Array, noted: Int64Array) -> None:
    """Begin in stack[0], before a move or within one; the positions on the way to where the search stood are open again."""
    for i in range(noted[DEPTH] + 1):
        if noted[STATES] > 0 and move_begins(stack[i]):
            one, other = seal(stack[i])
            slot = slot_of(table, one, other)
            table[slot, 0] = table[slot, 1] = GONE
            noted[STATES] -= 1
    noted[DEPTH] = 0
    untried[0] = legal_actions(stack[0])  # all, for what suffices in the midst of a move depends on how it was begun
    if move_begins(stack[0]):
        one, other = seal(stack[0])
        noted[STATES] += noted_anew(table, one, other)
