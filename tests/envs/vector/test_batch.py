"""Threads, seeds, arrays and memory: what does not depend on the rules of a game."""

from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import sevenfold
from sevenfold.cards import NONE
from sevenfold.envs.vector import Batch, Buffers, make
from sevenfold.envs.vector.buffers import NAMES
from sevenfold.envs.vector.helpers import Helpers
from sevenfold.envs.vector.sharing import (
    ASLEEP,
    INSIDE,
    LINE,
    SLICE,
    STOPPED,
    TAKEN,
    close_call,
    done,
    join_call,
    new_shared,
    next_slice,
    open_call,
)
from sevenfold.kernel.chance import mixed
from sevenfold.kernel.compiler.decorators import INTERPRETED, interpreting

GAME = "seven_truf"


@pytest.mark.parametrize("opponents", [{}, {"seat": 2}])
def test_the_number_of_threads_changes_nothing(opponents: dict[str, Any]) -> None:
    """1, 2 and 5 threads give the same arrays in every step, and sample the same actions."""
    batches = [Batch(GAME, 1300, threads=threads, autoreset="same_step", limit=9, **opponents) for threads in (1, 2, 5)]
    for batch in batches:
        batch.reset(11)
    for _ in range(80):
        chosen = [batch.sample_actions() for batch in batches]
        filled = [batch.step(actions) for batch, actions in zip(batches, chosen, strict=True)]
        for batch, arrays, actions in zip(batches[1:], filled[1:], chosen[1:], strict=True):
            assert np.array_equal(actions, chosen[0])
            assert all(map(np.array_equal, arrays.arrays(), filled[0].arrays()))
            assert np.array_equal(batch.final_observations, batches[0].final_observations)
            assert np.array_equal(batch.seeds, batches[0].seeds)
    assert [batch._helpers.count for batch in batches] == [0, 1, 4]
    for batch in batches:
        batch.close()


@pytest.mark.skipif(INTERPRETED, reason="one thread interprets all games")
@pytest.mark.parametrize("pause", [0.0, 0.02])
def test_threads_help_whether_they_watch_or_sleep(pause: float) -> None:
    """They do their share of the games, soon after a step before and long after one, when all of them sleep."""
    alone, helped = (Batch(GAME, 4000, threads=threads) for threads in (1, 3))
    for batch in (alone, helped):
        batch.reset(5)
    assert helped._helpers.team
    shared = helped._helpers.team.shared
    for _ in range(20):
        actions = alone.sample_actions()
        expected = alone.step(actions)
        time.sleep(pause)
        assert not pause or all(shared[TAKEN + part * LINE + ASLEEP] for part in (1, 2))
        assert all(map(np.array_equal, helped.step(actions).arrays(), expected.arrays()))
    for batch in (alone, helped):
        batch.close()


@pytest.mark.skipif(INTERPRETED, reason="one thread interprets all games")
def test_a_thread_that_comes_late_is_not_waited_for() -> None:
    """The others do its part, and a call that has ended is not joined."""
    shared, taken = new_shared(2), []
    open_call(shared, 7)
    while (slice_ := next_slice(shared, 0, 600))[0] < 600:
        taken.append(slice_)
        done(shared, slice_[1] - slice_[0], NONE)
    close_call(shared, 600)
    assert taken[:2] == [(0, SLICE), (SLICE, 2 * SLICE)]
    assert sorted(taken) == taken
    assert [first for first, _ in taken[1:]] == [last for _, last in taken[:-1]], "each game once"
    shared[STOPPED] = 1
    assert join_call(shared, 1, 0) == NONE
    assert shared[INSIDE] == 0


@pytest.mark.skipif(INTERPRETED, reason="one thread interprets all games")
def test_an_error_in_a_thread_that_helps_reaches_the_caller() -> None:
    """It is raised where the step was asked for, and the threads end; the next call starts others."""
    helpers, fails = Helpers(2), threading.Event()

    def function(shared: Any, own: int, call: int, *arguments: Any) -> None:
        if own:
            fails.wait(20)
            raise ZeroDivisionError("division by zero")

    assert helpers.do(function, 1, (), (np.zeros(3),), alone=False) == NONE  # the threads start afterwards
    team = helpers.team
    assert team is not None
    fails.set()
    while len(team.errors) < 2:
        time.sleep(0.001)
    with pytest.raises(ZeroDivisionError):
        helpers.do(function, 1, (), (np.zeros(3),), alone=False)
    assert helpers.team is None


@pytest.mark.skipif(INTERPRETED, reason="one thread interprets all games")
def test_threads_end_with_their_batch() -> None:
    """Closed or forgotten, a batch leaves no thread, and one that is closed goes on with others."""

    def threads() -> list[threading.Thread]:
        return [thread for thread in threading.enumerate() if thread.name.startswith("sevenfold-step")]

    before = len(threads())
    closed, forgotten = (Batch(GAME, 600, threads=3) for _ in range(2))
    for batch in (closed, forgotten):
        batch.reset(1)
    assert len(threads()) == before + 4
    closed.close()
    assert len(threads()) == before + 2
    closed.step(closed.sample_actions())
    closed.close()
    del batch, forgotten
    gc.collect()
    assert len(threads()) == before


@pytest.mark.skipif(INTERPRETED or not hasattr(os, "fork"), reason="one thread interprets all games")
def test_a_forked_process_goes_on_alone() -> None:
    """It has none of the threads, and steps to the same arrays."""
    code = f"""
import os
from sevenfold.envs.vector import Batch
batch = Batch({GAME!r}, 600, threads=3)
batch.reset(1)
child = os.fork()
filled = batch.step(batch.sample_actions())
os.write(1, f"{{filled.observations.sum()}}\\n".encode())
if child:
    assert os.waitpid(child, 0)[1] == 0
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True).stdout.split()
    assert len(found) == 2
    assert found[0] == found[1]


def test_seeds_follow_each_other_as_documented() -> None:
    """Environment i begins with seed + i; each later game has the mixed seed of the one before; resetting goes on."""
    batch = Batch(GAME, 3, limit=1)
    batch.reset(40)
    expected = [40, 41, 42]
    for _ in range(4):
        assert batch.seeds.tolist() == expected
        while not batch.buffers.truncated.all():
            batch.step(batch.sample_actions())
        batch.step(np.zeros(3, np.int64))
        expected = [int(mixed(np.uint64(seed))) for seed in expected]
    batch.reset()
    expected = [int(mixed(np.uint64(seed))) for seed in expected]
    assert batch.seeds.tolist() == expected
    batch.reset([7, None, 2**64 - 1])
    assert batch.seeds.tolist() == [7, int(mixed(np.uint64(expected[1]))), 2**64 - 1]


def test_without_a_seed_batches_differ() -> None:
    """The first reset without a seed is by chance."""
    first, second = Batch(GAME, 2), Batch(GAME, 2)
    first.reset()
    second.reset()
    assert first.seeds.tolist() != second.seeds.tolist()


def test_actions_are_sampled_evenly() -> None:
    """Each legal action is sampled as often as the others."""
    batch = Batch(GAME, 8000)
    filled = batch.reset(1)
    counts = np.bincount(batch.sample_actions(), minlength=batch.actions)
    legal = filled.action_mask[0].nonzero()[0]
    assert (filled.action_mask == filled.action_mask[0]).all()
    assert counts.sum() == counts[legal].sum()
    assert abs(counts[legal[0]] / 8000 - 1 / len(legal)) < 0.03


def test_the_callers_arrays_are_filled_in_place() -> None:
    """Arrays of the caller's are written into, whatever flags and masks they are made of; those not given are new."""
    given = {
        "observations": np.full((4, 657), 9, np.uint8),
        "action_mask": np.full((4, 32), True),
        "rewards": np.full(4, 9.0),
    }
    batch, plain = Batch(GAME, 4, out=given), Batch(GAME, 4)
    for _ in range(3):
        batch.reset(3)
        plain.reset(3)
        for _ in range(5):
            actions = plain.sample_actions()
            filled, other = batch.step(actions), plain.step(actions)
            assert all(getattr(filled, name) is array for name, array in given.items())
            assert all(map(np.array_equal, filled.arrays(), other.arrays()))


def test_a_dataclass_of_arrays_will_do() -> None:
    """A dataclass names arrays as a dictionary does."""

    @dataclass
    class Mine:
        observations: Any

    mine = Mine(np.zeros((2, 657), np.float32))
    with interpreting():
        batch = Batch(GAME, 2, out=mine, dtype="float32")
        assert batch.reset(3).observations is mine.observations
        assert mine.observations.any()
        whole = Batch(GAME, 2).reset(3)
    assert isinstance(whole, Buffers)
    assert np.array_equal(whole.observations, mine.observations)


def test_copies() -> None:
    """By default each step has arrays of its own; without copying they stay the same ones."""
    batch, same = Batch(GAME, 2), Batch(GAME, 2, copy=False)
    first, again = batch.reset(5), same.reset(5)
    before = first.observations.copy()
    second = batch.step(batch.sample_actions())
    assert second.observations is not first.observations
    assert np.array_equal(first.observations, before)
    assert same.step(same.sample_actions()).observations is again.observations


@pytest.mark.parametrize("name", NAMES)
def test_arrays_are_taken_without_a_copy(name: str) -> None:
    """Other libraries take the arrays by DLPack, as they lie."""
    batch = Batch(GAME, 3)
    array = getattr(batch.reset(3), name)
    assert array.flags.c_contiguous
    assert array.flags.writeable
    assert array.ctypes.data % 64 == 0  # elsewhere JAX copies
    assert np.shares_memory(np.from_dlpack(array), array)


def test_torch_shares_the_memory() -> None:
    """What a step writes is seen by a tensor made before it."""
    torch = pytest.importorskip("torch")
    batch = Batch(GAME, 3, copy=False)
    tensor = torch.from_dlpack(batch.reset(3).observations)
    before = tensor.clone()
    batch.step(batch.sample_actions())
    assert not torch.equal(tensor, before)
    assert np.array_equal(tensor.numpy(), batch.buffers.observations)


def test_jax_takes_the_memory_as_it_lies() -> None:
    """JAX is forbidden to copy, and does not need to."""
    jax = pytest.importorskip("jax")
    filled = Batch(GAME, 3).reset(3)
    for array in (filled.observations, filled.action_mask):
        taken = jax.dlpack.from_dlpack(array, copy=False)
        assert taken.unsafe_buffer_pointer() == array.ctypes.data
        assert np.array_equal(taken, array)


def test_memory_does_not_grow() -> None:
    """Hundreds of thousands of steps, with all autoreset modes that go on by themselves, take no more memory."""
    for mode, seat in (("next_step", None), ("same_step", 0)):
        batch = Batch(GAME, 500, autoreset=mode, seat=seat, limit=5)
        batch.reset(1)

        def steps(n: int, batch: Batch = batch) -> int:
            for _ in range(n):
                batch.step(batch.sample_actions())
            gc.collect()
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

        before = steps(100)
        assert steps(500) - before < 4000  # KiB; a leak of a byte a step and column would be 160 MB
        batch.close()


def test_a_batch_of_a_game_with_options() -> None:
    """A loaded game brings its options; a batch of it adds others."""
    batch = Batch(sevenfold.load("sane_sevens", players=3), 2, options=[{}, {"silly": True}])
    assert [game.options for game in batch.games] == [{"players": 3, "silly": False}, {"players": 3, "silly": True}]
    assert make("sane_sevens", 2, players=3, silly=True).batch.games[1].options == {"players": 3, "silly": True}
