"""Fail-soft alpha-beta between the seats that raise a value and all others; the table is used between tricks only."""

from __future__ import annotations

import numpy as np

from sevenfold.cards import NONE
from sevenfold.kernel.compiler.decorators import compiled
from sevenfold.kernel.questions import legal_actions, standing
from sevenfold.kernel.sets import beyond_lowest, bit, has, lowest
from sevenfold.kernel.types import Action, ActionSet, Positions, Reals, Int64Array
from sevenfold.mechanics.tricks import TrickFields

from .memory import (
    ALPHA, BEST, BETA, CHOSEN, FIRST, GOES_ON, HIGH, HIGHEST, KEY, LEFT, LOW, LOWEST, RAISERS, SALT, SEAT, STOP, TRIED,
    Memory, is_done, key_of, may_go_on, new_slot, slot_of, step,
)  # fmt: skip


@compiled
def weighed(s: TrickFields, weights: Reals) -> float:
    """The value of a deal that is over."""
    value = 0.0
    for seat in range(s.players):
        if weights[seat] != 0:
            value += weights[seat] * standing(s, seat)
    return value


@compiled
def bound(stack: Positions, m: Memory, top: int, alpha: float, beta: float) -> float:
    """The value of stack[top] if it lies between alpha and beta, else a bound on it on the same side of them."""
    d, is_new = top, True
    m.bounds[d, ALPHA], m.bounds[d, BETA] = alpha, beta
    while m.control[STOP] == GOES_ON:
        if is_new:
            enter(stack, m, d)
        else:
            take(m, d)
        if m.frames[d, LEFT] == 0 or m.bounds[d, LOWEST] >= m.bounds[d, HIGHEST]:
            keep(m, d)
            if d == top:
                return m.bounds[d, BEST]
            d, is_new = d - 1, False
        else:
            action = next_action(m.frames[d, LEFT], m.frames[d, FIRST], m.history[m.frames[d, SEAT]])
            m.frames[d, LEFT] &= ~bit(action)
            m.frames[d, TRIED] = action
            step(stack, d, action)
            m.bounds[d + 1, ALPHA], m.bounds[d + 1, BETA] = m.bounds[d, LOWEST], m.bounds[d, HIGHEST]
            d, is_new = d + 1, True
    return 0.0


@compiled
def enter(stack: Positions, m: Memory, d: int) -> None:
    """Enter a position; if its value or a sufficient bound is known, nothing is left to try in it."""
    s: TrickFields = stack[d]
    m.frames[d, LEFT], m.frames[d, FIRST], m.frames[d, KEY], m.frames[d, CHOSEN] = 0, NONE, 0, NONE
    if is_done(stack, d):
        m.bounds[d, BEST] = weighed(s, m.weights)
        return
    if not may_go_on(stack, m, d):
        return
    key = key_of(s, m.control[SALT])
    slot = slot_of(m.keys, key)
    if slot != NONE:
        low, high = m.kept[slot, LOW], m.kept[slot, HIGH]
        m.bounds[d, BEST] = low if low >= m.bounds[d, BETA] else high
        if low >= m.bounds[d, BETA] or low == high or high <= m.bounds[d, ALPHA]:
            return
        m.frames[d, FIRST] = m.moves[slot]
    m.frames[d, KEY], m.frames[d, SEAT] = key, s.turn
    m.frames[d, LEFT] = legal_actions(s)
    m.bounds[d, LOWEST], m.bounds[d, HIGHEST] = m.bounds[d, ALPHA], m.bounds[d, BETA]
    m.bounds[d, BEST] = -np.inf if raises(m, d) else np.inf


@compiled
def raises(m: Memory, d: int) -> bool:
    """Whether the seat to move raises the value."""
    return has(m.control[RAISERS], m.frames[d, SEAT])


@compiled
def next_action(legal: ActionSet, first: Action, history: Int64Array) -> Action:
    """The action to try next: first the best one of an earlier search, then those with the most cut-offs."""
    if first != NONE and has(legal, first):
        return first
    best, most = NONE, -1
    left = legal
    while left:
        action = lowest(left)
        left = beyond_lowest(left)
        if history[action] > most:
            best, most = action, history[action]
    return best


@compiled
def take(m: Memory, d: int) -> None:
    """Update a position with the value of the action that was tried."""
    value = m.bounds[d + 1, BEST]
    if raises(m, d):
        if value > m.bounds[d, BEST]:
            m.bounds[d, BEST], m.frames[d, CHOSEN] = value, m.frames[d, TRIED]
            m.bounds[d, LOWEST] = max(m.bounds[d, LOWEST], value)
    elif value < m.bounds[d, BEST]:
        m.bounds[d, BEST], m.frames[d, CHOSEN] = value, m.frames[d, TRIED]
        m.bounds[d, HIGHEST] = min(m.bounds[d, HIGHEST], value)


@compiled
def keep(m: Memory, d: int) -> None:
    """Store the result of the search of a position."""
    key, action, value = m.frames[d, KEY], m.frames[d, CHOSEN], m.bounds[d, BEST]
    if action == NONE:
        return
    if m.bounds[d, LOWEST] >= m.bounds[d, HIGHEST]:
        m.history[m.frames[d, SEAT], action] += 1
    if key == 0:
        return
    slot = slot_of(m.keys, key)
    if slot == NONE:
        slot = new_slot(m, key)
        m.kept[slot, LOW], m.kept[slot, HIGH] = -np.inf, np.inf
    m.moves[slot] = action
    if value > m.bounds[d, ALPHA]:
        m.kept[slot, LOW] = max(m.kept[slot, LOW], value)
    if value < m.bounds[d, BETA]:
        m.kept[slot, HIGH] = min(m.kept[slot, HIGH], value)


@compiled
def follow(stack: Positions, m: Memory, value: float, line: Int64Array) -> None:
    """Write the line from stack[1], whose value this is, and the standings at its end into m.values[1].

    Each seat plays the action with the lowest number that preserves the value.
    """
    d = 1
    below, above = np.nextafter(value, -np.inf), np.nextafter(value, np.inf)
    while not is_done(stack, d) and m.control[STOP] == GOES_ON:
        rising = has(m.control[RAISERS], stack[d].turn)
        legal, found = legal_actions(stack[d]), NONE
        while found == NONE and m.control[STOP] == GOES_ON:
            action = lowest(legal)
            legal = beyond_lowest(legal)
            step(stack, d, action)
            reached = bound(stack, m, d + 1, below if rising else value, value if rising else above)
            if reached >= value if rising else reached <= value:
                found = action
        line[d - 1] = found
        if found != NONE:
            d += 1
    line[d - 1] = NONE
    for seat in range(stack[d].players):
        m.values[1, seat] = standing(stack[d], seat)
