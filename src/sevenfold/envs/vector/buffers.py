"""The arrays that a batch writes into: its own, or the caller's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from sevenfold.errors import BadInput, quoted
from sevenfold.kernel.types import Int64Array, Reals

Array = np.ndarray[Any, np.dtype[Any]]

MASK_TYPES = (np.dtype(np.int8), np.dtype(np.uint8), np.dtype(np.bool_))
FLAG_TYPES = (np.dtype(np.bool_),)
ALIGNMENT = 64  # bytes
IN_MEMORY = (1, 3, 11, 13)  # devices as DLPack numbers them: the processor's memory, and what it shares with CUDA and ROCm


@dataclass(frozen=True)
class Buffers:
    """The arrays that a step fills, a row or an element for each environment.

    Attributes:
        observations: What is observed: (n, columns), uint8 or float32.
        action_mask: 1 for each legal action: (n, actions), int8, uint8 or bool.
        rewards: The reward: (n,), float64.
        terminated: Whether the game ended by its rules: (n,), bool.
        truncated: Whether the limit of turns ended the game: (n,), bool.
        seat: The seat to move, -1 after the end: (n,), int64.
        seat_rewards: The reward of every seat: (n, seats), float64.
        seed: The seed of the game under way: (n,), uint64.
    """

    observations: Array
    action_mask: Array
    rewards: Reals
    terminated: Array
    truncated: Array
    seat: Int64Array
    seat_rewards: Reals
    seed: Array

    def fresh(self) -> Buffers:
        """New arrays of the same shapes and types, not filled."""
        return Buffers(*(aligned(array.shape, array.dtype) for array in self.arrays()))

    def copied(self) -> Buffers:
        """New arrays with the same contents."""
        made = self.fresh()
        made.fill_from(self)
        return made

    def fill_from(self, other: Buffers) -> None:
        """Copy the contents of other arrays."""
        for mine, theirs in zip(self.arrays(), other.arrays(), strict=True):
            mine[...] = theirs

    def arrays(self) -> list[Array]:
        """The arrays, in the order of their declaration."""
        return [getattr(self, name) for name in NAMES]


NAMES = tuple(field.name for field in fields(Buffers))


def buffers_for(n: int, columns: int, actions: int, seats: int, dtype: np.dtype[Any], given: object = None) -> Buffers:
    """The arrays for a batch: those given by the caller, and new ones for the rest.

    Args:
        n: The number of environments.
        columns: The columns of an observation.
        actions: The number of actions.
        seats: The number of seats.
        dtype: The type of observations.
        given: A mapping from names of `Buffers` to arrays, or a dataclass with such fields; None: nothing.

    Raises:
        BadInput: There is no such name, or an array has another shape or type, is not contiguous, read-only, or no NumPy array.
    """
    wanted: dict[str, tuple[tuple[int, ...], tuple[np.dtype[Any], ...]]] = {
        "observations": ((n, columns), (dtype,)),
        "action_mask": ((n, actions), MASK_TYPES),
        "rewards": ((n,), (np.dtype(np.float64),)),
        "terminated": ((n,), FLAG_TYPES),
        "truncated": ((n,), FLAG_TYPES),
        "seat": ((n,), (np.dtype(np.int64),)),
        "seat_rewards": ((n, seats), (np.dtype(np.float64),)),
        "seed": ((n,), (np.dtype(np.uint64),)),
    }
    theirs = _named(given)
    for name in theirs:
        if name not in wanted:
            raise BadInput(f"There is no array {quoted(name)} to write into; out= may name {', '.join(wanted)}.")
    made = {}
    for name, (shape, types) in wanted.items():
        array = theirs.get(name)
        if array is None:
            made[name] = aligned(shape, types[0])
            made[name][...] = 0
        else:
            check_array(f"out: {name}", array, shape, types)
            made[name] = array
    _check_apart(made)
    return Buffers(**made)


def aligned(shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
    """A new array, not filled, that begins where JAX takes it without a copy: NumPy's own begin at multiples of 16 bytes."""
    size = prod(shape) * dtype.itemsize
    memory = np.empty(size + ALIGNMENT, np.uint8)
    start = -memory.ctypes.data % ALIGNMENT
    array: Array = memory[start : start + size].view(dtype).reshape(shape)
    return array


def check_array(name: str, array: object, shape: tuple[int, ...], types: tuple[np.dtype[Any], ...]) -> None:
    """Raise BadInput for what is no NumPy array of this shape and one of these types, contiguous and writable."""
    wanted = f"{name} is a contiguous, writable NumPy array of shape {shape}, type {' or '.join(map(str, types))}"
    if not isinstance(array, np.ndarray):
        raise BadInput(f"{wanted}; not {type(array).__name__}{device_of(array)}.")
    if array.shape != shape or array.dtype not in types:
        raise BadInput(f"{wanted}; this one has shape {array.shape} and type {array.dtype}.")
    if not (array.flags.c_contiguous and array.flags.writeable and array.flags.aligned):
        raise BadInput(f"{wanted}; this one is {'not contiguous' if not array.flags.c_contiguous else 'read-only'}.")


def as_numpy(array: object, dtype: DTypeLike | None = None) -> Array:
    """An array of any library that lies in this computer's memory, as NumPy's.

    Raises:
        TypeError: It lies on another device, from which some libraries would copy it at every step without a word.
        ValueError: It is no array.
    """
    device = getattr(array, "__dlpack_device__", None)
    if device is not None and device()[0] not in IN_MEMORY:
        raise TypeError("The array lies on another device.")
    return np.ascontiguousarray(array, dtype) if dtype else np.asarray(array)


def device_of(array: object) -> str:
    """Where an array of another library lies, for a message: " on the device cuda:0"."""
    device = getattr(array, "device", None)
    return "" if device is None else f" on the device {device}"


def _named(given: object) -> dict[str, Any]:
    if given is None:
        return {}
    if isinstance(given, Mapping):
        return dict(given)
    if is_dataclass(given) and not isinstance(given, type):
        return {field.name: getattr(given, field.name) for field in fields(given)}
    raise BadInput(f"out= is a dictionary of arrays by name, or a dataclass with them; not {quoted(given)}.")


def _check_apart(arrays: Mapping[str, Array]) -> None:
    """Raise BadInput if two arrays share memory: one would be written over the other."""
    spans = sorted((a.__array_interface__["data"][0], a.nbytes, name) for name, a in arrays.items())
    for (at, size, name), (after, _, other) in pairwise(spans):
        if at + size > after:
            raise BadInput(f"out: {name} and {other} share memory; each array needs its own.")
