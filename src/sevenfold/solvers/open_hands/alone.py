"""Max^n: each seat takes what is best for itself, and among equals the action with the lowest number."""

from __future__ import annotations

from sevenfold.cards import NONE
from sevenfold.kernel.compiler.decorators import compiled
from sevenfold.kernel.questions import legal_actions, standing
from sevenfold.kernel.sets import beyond_lowest, lowest
from sevenfold.kernel.types import Action, Positions, Reals, Int64Array
from sevenfold.mechanics.tricks import TrickFields

from .memory import (
    CHOSEN, GOES_ON, KEY, LEFT, SALT, SEAT, SEATS, STOP, TRIED, Memory, is_done, key_of, may_go_on, new_slot, slot_of, step,
)  # fmt: skip


@compiled
def max_n(stack: Positions, m: Memory, top: int) -> Action:
    """The best action in stack[top], NONE if the deal is over; m.values[top] becomes the standings at its end."""
    d, is_new = top, True
    while m.control[STOP] == GOES_ON:
        if is_new:
            enter_alone(stack, m, d)
        elif m.frames[d, CHOSEN] == NONE or m.values[d + 1, m.frames[d, SEAT]] > m.values[d, m.frames[d, SEAT]]:
            m.frames[d, CHOSEN] = m.frames[d, TRIED]
            copy_values(m.values[d + 1], m.values[d])
        if m.frames[d, LEFT] != 0:
            m.frames[d, TRIED] = lowest(m.frames[d, LEFT])
            m.frames[d, LEFT] = beyond_lowest(m.frames[d, LEFT])
            step(stack, d, m.frames[d, TRIED])
            d, is_new = d + 1, True
            continue
        if m.frames[d, KEY] != 0 and m.frames[d, CHOSEN] != NONE and slot_of(m.keys, m.frames[d, KEY]) == NONE:
            slot = new_slot(m, m.frames[d, KEY])
            m.moves[slot] = m.frames[d, CHOSEN]
            copy_values(m.values[d], m.kept[slot])
        if d == top:
            return m.frames[d, CHOSEN]
        d, is_new = d - 1, False
    return NONE


@compiled
def enter_alone(stack: Positions, m: Memory, d: int) -> None:
    """Enter a position; if its values are known, nothing is left to try in it."""
    s: TrickFields = stack[d]
    m.frames[d, LEFT], m.frames[d, KEY], m.frames[d, CHOSEN] = 0, 0, NONE
    if is_done(stack, d):
        for seat in range(s.players):
            m.values[d, seat] = standing(s, seat)
        return
    if not may_go_on(stack, m, d):
        return
    m.frames[d, KEY] = key_of(s, m.control[SALT])
    slot = slot_of(m.keys, m.frames[d, KEY])
    if slot != NONE:
        copy_values(m.kept[slot], m.values[d])
        m.frames[d, CHOSEN] = m.moves[slot]
        return
    m.frames[d, SEAT] = s.turn
    m.frames[d, LEFT] = legal_actions(s)


@compiled
def copy_values(source: Reals, to: Reals) -> None:
    """Copy every seat's value."""
    for seat in range(SEATS):
        to[seat] = source[seat]


@compiled
def follow_alone(stack: Positions, m: Memory, line: Int64Array) -> float:
    """Write the line from stack[1] by max^n, and the standings at its end into m.values[1]."""
    d = 1
    line[0] = max_n(stack, m, 1)
    while line[d - 1] != NONE and m.control[STOP] == GOES_ON:
        step(stack, d, line[d - 1])
        d += 1
        line[d - 1] = max_n(stack, m, d)
    return m.values[1, 0]
