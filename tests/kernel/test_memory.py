"""Records of positions: NumPy's in everything but the time that a field takes."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from sevenfold.kernel.memory import copied, record_dtype

LAYOUT: list[tuple[Any, ...]] = [("hand", np.int64, (4,)), ("layout", np.int64), ("chance", np.uint64)]


@pytest.fixture
def records() -> Any:
    return np.zeros(2, record_dtype(LAYOUT))


def test_fields_are_read_and_written_as_those_of_numpy(records: Any) -> None:
    plain: Any = np.zeros(2, np.dtype((np.record, LAYOUT)))
    for array in (records, plain):
        first = array[0]
        first.hand[2] = 5
        first.layout = -7
        first.chance = (1 << 64) - 1
        first["layout"] -= 1
    assert records.tobytes() == plain.tobytes()
    assert [type(getattr(records[0], name)) for name, *_ in LAYOUT] == [type(getattr(plain[0], name)) for name, *_ in LAYOUT]
    assert records.dtype == plain.dtype
    assert hash(records.dtype) == hash(plain.dtype)
    assert isinstance(records[0], np.record)


@pytest.mark.parametrize("again", [lambda made: pickle.loads(pickle.dumps(made)), copy.copy, copy.deepcopy, copied])
def test_they_are_pickled_and_copied(records: Any, again: Any) -> None:
    """A field may have any name."""
    records[1].layout = 3
    other = again(records)
    assert (other[1].layout, other.dtype.type) == (3, records.dtype.type)
    other[1].layout = 4
    assert records[1].layout == 3


def test_a_field_that_is_not_there_is_named(records: Any) -> None:
    with pytest.raises(AttributeError, match="'record' object has no attribute 'stock'"):
        _ = records[0].stock
