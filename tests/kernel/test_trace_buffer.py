"""Events are written into a trace buffer while a position is traced. (Compiled and interpreted: test_lockstep.py.)"""

from __future__ import annotations

import numpy as np
import pytest

import sevenfold
from helpers.random_games import random_game
from sevenfold.errors import BadInput
from sevenfold.kernel.chance import source
from sevenfold.kernel.compiler.decorators import compiled, entry
from sevenfold.kernel.event_hash import TRACE_SIZE
from sevenfold.kernel.events import a_number, a_seat, by_seat, event, listed, tracing
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply, redact_position, redeal
from sevenfold.kernel.types import Positions

counted = event("test_count", number=a_number(), line=False)
shown_all = event("test_show", seat=a_seat(), sizes=by_seat("number"), rows=listed("number"))
GAME = sevenfold.load("seven_solitaire")


@entry
def count_to(positions: Positions, i: int, n: int) -> None:
    """Emit a number of events."""
    for number in range(n):
        counted(positions[i], number)


@compiled
def squares() -> np.ndarray:
    """An array of rows."""
    rows = np.zeros((2, 3), np.int64)
    for at in range(3):
        rows[1, at] = at * at
    return rows


@entry
def show_all(positions: Positions, i: int) -> None:
    """Emit an event with arrays, one of them empty."""
    shown_all(positions[i], 1, np.zeros(0, np.int64), squares())
    shown_all(positions[i], -1, np.arange(2), np.arange(3))


def test_arrays_are_told_as_they_were_said() -> None:
    position = GAME.new_positions(listening=True)
    with tracing(position) as tape:
        show_all(position, 0)
        said = tape.read()
    assert [event.values for event in said] == [(1, (), ((0, 0, 0), (0, 1, 4))), (-1, (0, 1), (0, 1, 2))]
    assert all(event.kind is shown_all for event in said)


def test_as_much_as_fits_is_told() -> None:
    """Each of these events takes two numbers: its kind and its value."""
    position, most = GAME.new_positions(listening=True), (TRACE_SIZE - 1) // 2
    with tracing(position) as tape:
        count_to(position, 0, most)
        assert [event["number"] for event in tape.read()] == list(range(most))
        assert not tape.read(), "it is told once"
        count_to(position, 0, most + 1)
        with pytest.raises(BadInput, match=f"says {2 * most + 2} numbers of what happens; at most {TRACE_SIZE - 1} can"):
            tape.read()
        count_to(position, 0, most + 1)  # and nobody reads it
    with tracing(position) as tape:
        count_to(position, 0, 1)
        assert len(tape.read()) == 1, "the tape begins anew"


def test_nothing_is_told_otherwise() -> None:
    """Afterwards a position has no buffer, and copies, re-dealt and redacted positions never share one."""
    state = random_game(sevenfold.load("seven_truf"), 3, actions=8)
    listened = copied(state.position)
    with tracing(listened) as tape:
        dealt, seen = copied(listened), copied(listened)
        redeal(dealt, 0, 0, source(1))
        redact_position(seen, 0, 0)
        assert not dealt["trace_address"][0]
        assert not seen["trace_address"][0]
        apply(dealt, 0, state.legal_actions()[0])
        assert not tape.read()
    assert not listened["trace_address"][0]
    count_to(listened, 0, 1)
