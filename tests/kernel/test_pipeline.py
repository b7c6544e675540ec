"""What may stand in functions that are compiled with fewer of Numba's passes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sevenfold
from sevenfold.kernel.compiler.decorators import INTERPRETED, compiled, entry
from sevenfold.kernel.fields import small_seeded


@compiled
def with_a_function(numbers: Any) -> int:
    """A function within a function."""
    factor = 3

    def times(n: int) -> int:
        return factor * n

    return times(int(numbers[0])) + times(int(numbers[1]))


@compiled
def with_a_list(numbers: Any) -> int:
    """A list that is made in an expression."""
    return len([n for n in numbers if n > 1])


@compiled
def with_arrays(numbers: Any) -> int:
    """Arithmetic with whole arrays."""
    return int((numbers * 2 + numbers).sum())


@compiled
def with_an_array_of_constants(numbers: Any) -> int:
    """An array that is made of a list."""
    return int((np.array([1, 2, 3, 4]) * numbers).sum())


FUNCTIONS: list[Any] = [with_a_function, with_a_list, with_arrays, with_an_array_of_constants]


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_a_function_is_compiled_as_python_runs_it(function: Any) -> None:
    """Passes are left out only where they change nothing."""
    numbers = np.array([4, 1, 0, 7])

    def ask(given: Any) -> Any:
        return function(given)

    assert entry(ask)(numbers) == function(numbers)


@pytest.mark.parametrize("name", sevenfold.game_names())
def test_positions_for_small_seeds_are_the_same_memory(name: str) -> None:
    """Every field lies where it lies in a listening position; code for small seeds finds no key and no trace."""
    listening = sevenfold.load(name).rules.listening
    small = small_seeded(listening)
    assert small.itemsize == listening.itemsize
    assert small.fields is not None
    assert listening.fields is not None
    assert [field[1] for field in small.fields.values()] == [field[1] for field in listening.fields.values()]
    assert set(listening.names or ()) - set(small.names or ()) == {(listening.names or ())[0], "key", "trace_address"}
