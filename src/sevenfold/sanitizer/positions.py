"""`CheckedPosition`: a position that checks every index and every value as plain Python rules use it.

It has the memory layout of a listening position and stands for it wherever the kernel's interpreted functions and a game's
rules take one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import prod
from typing import Any, ClassVar

import numpy as np

from sevenfold.cards import NONE
from sevenfold.declare.rules import Rules
from sevenfold.errors import quoted
from sevenfold.kernel.fields import OWNER, Field
from sevenfold.kernel.memory import record_dtype
from sevenfold.kernel.questions import OVER
from sevenfold.kernel.types import Int64Array, Positions

from .faults import RuleFault

LEAST, MOST = -(1 << 63), (1 << 63) - 1
KERNELS = ("chance", "heard", "heard_alone", "key", "trace_address")  # fields that only the kernel writes
Check = Callable[["CheckedPosition", int], str]  # what is wrong with a value for a field; empty if nothing is


class CheckedPosition:
    """One position. Made by `Checks.new`."""

    checks: ClassVar[Checks]
    dtype: ClassVar[np.dtype[np.record]]  # by this, questions find the checked answers of the game

    def __init__(self, memory: bytearray) -> None:
        self._memory = memory
        self._words = memoryview(memory).cast("q")
        self._array: Int64Array = np.frombuffer(memory, np.int64)
        self._arrays: dict[str, CheckedArray] = {}
        self._written = set[int]()  # the words of arrays that rules have written
        self._only_read = ""  # by which answer the position may not be changed just now; empty if it may

    # -- what the kernel uses of a NumPy record --------------------------------------------------------------------------

    @property
    def __array_interface__(self) -> dict[str, Any]:
        return self._array.__array_interface__

    @property
    def nbytes(self) -> int:
        """The size in bytes."""
        return len(self._memory)

    def tobytes(self) -> bytes:
        """The position's memory."""
        return bytes(self._memory)

    def __getitem__(self, name: str) -> Any:
        if not isinstance(name, str):
            raise RuleFault(
                "field-unknown", f"the position is asked for {quoted(name)}; a field is read by its name, as s.turn."
            )
        return self._raw(name) if name in KERNELS else getattr(self, name)

    def __setitem__(self, name: str, value: Any) -> None:
        if name in KERNELS:
            self._raw(name)[...] = value
        else:
            setattr(self, name, value)

    def _raw(self, name: str) -> Any:
        """A field of the kernel's, as a NumPy array."""
        first, shape = self.checks.places[name]
        return self._array[first : first + prod(shape)].view(self.checks.kinds[name]).reshape(shape)

    # -- what there is not ----------------------------------------------------------------------------------------------

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise RuleFault("field-unknown", f"s.{name} is read, but the position declares no {name}{self.checks.close_to(name)}.")

    def __setattr__(self, name: str, value: Any) -> None:
        if name[0] != "_" and name not in self.checks.places:
            close = self.checks.close_to(name)
            raise RuleFault("field-unknown", f"s.{name} is written, but the position declares no {name}{close}.")
        object.__setattr__(self, name, value)

    # -- checks ---------------------------------------------------------------------------------------------------------

    def check_written(self, name: str, value: Any) -> int:
        """The number that is stored in a field or a place of it; RuleFault if the field may not hold it."""
        if self._only_read:
            raise RuleFault("changes-position", f"s.{name} is changed, although {self._only_read} may only read the position.")
        number = whole(value)
        if number is None:
            raise RuleFault(
                "value-number",
                f"{quoted(value)} is stored in s.{name}; a position holds whole numbers, such as a seat or a set.",
            )
        if not LEAST <= number <= MOST:
            raise RuleFault(
                "value-large", f"a number beyond 64 bits is stored in s.{name}; it would be cut. Is a set shifted too far?"
            )
        wrong = self.checks.values[name](self, number)
        if wrong:
            raise RuleFault(f"value-{self.checks.kind_of(name)}", wrong)
        return number


def whole(value: Any) -> int | None:
    """A value as a whole number; None if it is none. A float without a fraction is one."""
    if isinstance(value, (int, np.integer, np.bool_)):
        return int(value)
    if isinstance(value, (float, np.floating)) and float(value).is_integer():
        return int(value)
    return None


class CheckedArray:
    """A field of several numbers, or a row of it; every index is checked."""

    __slots__ = ("_first", "_name", "_s", "_said", "shape")

    def __init__(self, s: CheckedPosition, name: str, first: int, shape: tuple[int, ...], said: str) -> None:
        self._s, self._name, self._first, self.shape, self._said = s, name, first, shape, said

    @property
    def view(self) -> Int64Array:
        """The numbers as a NumPy array that shares their memory."""
        first = self._first
        return self._s._array[first : first + prod(self.shape)].reshape(self.shape)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.array(self.view, dtype)

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of numbers."""
        return prod(self.shape)

    @property
    def flat(self) -> Iterator[int]:
        """All numbers, row by row."""
        return iter(self._s._words[self._first : self._first + prod(self.shape)].tolist())

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[at] for at in range(self.shape[0]))

    def __getitem__(self, at: Any) -> Any:
        if type(at) is int and len(self.shape) == 1:
            if 0 <= at < self.shape[0]:
                word = self._first + at
                if at >= self._s.players and self._said == f"s.{self._name}":
                    self._check_seat(at, word)
                return self._s._words[word]
            self._refuse(at, 0, "read")
        if _has_slice(at):
            found = self.view[self._checked_slices(at, "read")]
            return found if isinstance(found, np.ndarray) else int(found)
        word, shape, said = self._find(at, "read")
        return CheckedArray(self._s, self._name, word, shape, said) if shape else self._s._words[word]

    def __setitem__(self, at: Any, value: Any) -> None:
        s = self._s
        if not _has_slice(at):
            word, shape, _ = self._find(at, "written")
            if not shape:
                s._words[word] = s.check_written(self._name, value)
                s._written.add(word)
                return
            places: Any = s._array[word : word + prod(shape)].reshape(shape)
            at = ...
        else:
            places, at = self.view, self._checked_slices(at, "written")
        s._written.update(range(self._first, self._first + prod(self.shape)))
        values = value.view if isinstance(value, CheckedArray) else np.asarray(value)
        for one in values.flat:
            s.check_written(self._name, one)
        try:
            places[at] = values
        except ValueError as error:
            raise RuleFault("index-shape", f"{self._said} is written with an array of another shape: {error}.") from None

    def fill(self, value: Any) -> None:
        """Store a number in every place."""
        self[...] = self._s.check_written(self._name, value)

    def copy(self) -> Int64Array:
        """A copy as a NumPy array."""
        return self.view.copy()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.view, name)

    def __eq__(self, other: object) -> Any:
        return self.view == (other.view if isinstance(other, CheckedArray) else other)

    __hash__ = None  # type: ignore[assignment]  # as NumPy's arrays

    def _find(self, at: Any, done: str) -> tuple[int, tuple[int, ...], str]:
        """The first word of a place, the shape of what is there, and its name."""
        indices = at if isinstance(at, tuple) else (at,)
        if len(indices) > len(self.shape):
            raise RuleFault(
                "index-shape",
                f"{self._said} is {done} with {len(indices)} indices, but has {_n(len(self.shape), 'axis', 'axes')}.",
            )
        word, rest = self._first, self.shape
        for axis, one in enumerate(indices):
            place = one if type(one) is int else self._index(one, done)
            if not 0 <= place < rest[0]:
                self._refuse(place, axis, done)
            rest = rest[1:]
            word += place * prod(rest)
        said = f"{self._said}[{', '.join(map(str, map(int, indices)))}]" if rest else ""
        return word, rest, said

    def _index(self, one: Any, done: str) -> int:
        if isinstance(one, (int, np.integer, np.bool_)):
            return int(one)
        raise RuleFault("index-number", f"{self._said} is {done} at {quoted(one)}; a place is a whole number.")

    def _checked_slices(self, at: Any, done: str) -> Any:
        for axis, one in enumerate(at if isinstance(at, tuple) else (at,)):
            if one is Ellipsis:
                break
            if not isinstance(one, slice) and not 0 <= self._index(one, done) < self.shape[axis]:
                self._refuse(int(one), axis, done)
        return at

    def _check_seat(self, seat: int, word: int) -> None:
        """Refuse to read the place of a seat that does not play: of an owner's, or of a card that was never written."""
        s, field = self._s, self._s.checks.field(self._name)
        most = s.checks.rules.player_counts[-1]
        if field is None or (field.seen_by != OWNER and (field.kind != "card" or self.shape[0] != most or word in s._written)):
            return
        raise RuleFault(
            "index-seat",
            f"{self._said} is read at seat {seat}, which does not play; the seats are 0 to {s.players - 1} (s.players).",
        )

    def _refuse(self, place: int, axis: int, done: str) -> None:
        places, what = self.shape[axis], self._said if len(self.shape) == 1 else f"axis {axis} of {self._said}"
        there = f"its places are 0 to {places - 1}"
        if place == -1:
            raise RuleFault("index-none", f"{what} is {done} at -1 (NONE); {there}. Test for NONE first.")
        raise RuleFault("index-negative" if place < 0 else "index-beyond", f"{what} is {done} at {place}; {there}.")


def _n(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"


def _has_slice(at: Any) -> bool:
    if isinstance(at, tuple):
        return any(isinstance(one, slice) or one is Ellipsis for one in at)
    return isinstance(at, slice) or at is Ellipsis


class Checks:
    """The checked positions of one game: which fields there are and what each may hold."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.dtype = checked_dtype(rules.listening)
        self.cards = len(rules.pack.cards)
        fields = self.dtype.fields
        assert fields is not None
        self.places = {name: (at // 8, kind.shape) for name, (kind, at, *_) in fields.items()}
        self.kinds = {name: kind.base for name, (kind, *_) in fields.items()}
        self.values: dict[str, Check] = {name: self._check_of(name) for name in self.places}
        made = {name: self._property(name) for name in self.places}
        self.position: type[CheckedPosition] = type(
            "CheckedPositionOfGame", (CheckedPosition,), {"checks": self, "dtype": self.dtype, **made}
        )

    def new(self, kept: bytes) -> CheckedPosition:
        """A checked position with this memory, which is copied."""
        return self.position(bytearray(kept))

    def copy(self, s: CheckedPosition) -> CheckedPosition:
        """An independent copy."""
        made = self.new(s.tobytes())
        made._written = s._written
        return made

    def plain(self, s: CheckedPosition) -> Positions:
        """A copy as an array of one plain position, which is not traced."""
        made: Positions = np.frombuffer(bytearray(s.tobytes()), self.rules.listening)
        made["trace_address"] = 0
        return made

    def kind_of(self, name: str) -> str:
        """What a field holds: cards, card, number, recorded, memory; or the name of one that every position has."""
        field = self.rules.position.fields.get(name)
        return {"recorded": "cards", "memory": "cards"}.get(field.kind, field.kind) if field else name

    def close_to(self, name: str) -> str:
        """A hint at the field that was meant."""
        from difflib import get_close_matches

        close = get_close_matches(name, [one for one in self.places if one not in KERNELS], 1)
        return f"; did you mean s.{close[0]}?" if close else ""

    def field(self, name: str) -> Field | None:
        """The declaration of a field; None for those that every position has."""
        return self.rules.position.fields.get(name)

    # -- what a field may hold ------------------------------------------------------------------------------------------

    def _check_of(self, name: str) -> Check:
        field = self.field(name)
        if field is not None:
            if field.kind == "card":
                return lambda s, value: self._wrong_card(name, value)
            if field.kind == "number":
                return lambda s, value: self._wrong_number(s, name, field, value)
            return lambda s, value: self._wrong_set(name, value)
        if name in self.rules.options or name in ("players", "limit"):
            return lambda s, value: (
                "" if value == getattr(s, name) else f"s.{name} is changed, which is fixed for the whole game."
            )
        if name == "turn":
            return lambda s, value: self._wrong_seat(s, "s.turn", value)
        if name == "dealer":
            return lambda s, value: self._wrong_seat(s, "s.dealer", value)
        if name == "phase":
            return lambda s, value: self._wrong_phase(value)
        return lambda s, value: ""

    def _wrong_card(self, name: str, value: int) -> str:
        if -1 <= value < self.cards:
            return ""
        return f"{value} is stored in s.{name}, a card; cards are 0 to {self.cards - 1}, or NONE (-1)."

    def _wrong_number(self, s: CheckedPosition, name: str, field: Field, value: int) -> str:
        """Judge a number by what its declaration says of it."""
        if field.of == "seat":
            return self._wrong_seat(s, f"s.{name}", value)
        if field.of == "card":
            return self._wrong_card(name, value)
        if field.of == "suit" and not NONE <= value < len(self.rules.pack.suits):
            return f"s.{name} becomes {value}; the suits are 0 to {len(self.rules.pack.suits) - 1}, or NONE (-1)."
        if field.of == "seats" and value >> s.players:
            return f"s.{name} becomes {value}, a set with others than the seats 0 to {s.players - 1}."
        if field.most is not None and not field.least <= value <= field.most:
            return f"s.{name} becomes {value}; it is declared as {field.least} to {field.most}."
        return ""

    def _wrong_set(self, name: str, value: int) -> str:
        beyond = (value & (1 << 64) - 1) >> self.cards
        if not beyond:
            return ""
        number = self.cards + (beyond & -beyond).bit_length() - 1
        complement = " Is it a complement (~), which needs & first(n)?" if value < 0 else ""
        return f"s.{name} gets a set that contains {number}; the pack's cards are 0 to {self.cards - 1}.{complement}"

    def _wrong_seat(self, s: CheckedPosition, what: str, value: int) -> str:
        players = s.players
        return "" if -1 <= value < players else f"{what} becomes {value}; the seats are 0 to {players - 1}, or NONE (-1)."

    def _wrong_phase(self, value: int) -> str:
        if value in self.rules.phases or value == OVER:
            return ""
        there = ", ".join(f"{phase.id} ({phase.name})" for phase in self.rules.phases.values())
        return f"s.phase becomes {value}, which is not declared; the phases are {there}. end_game(s) ends the game."

    # -- the fields as properties ---------------------------------------------------------------------------------------

    def _property(self, name: str) -> property:
        first, shape = self.places[name]
        if name in KERNELS:
            return _of_kernel(name, shape)
        return _several(name, first, shape) if shape else _single(name, first, self.field(name), self.cards)


def checked_dtype(listening: np.dtype[np.record]) -> np.dtype[np.record]:
    """The record type of checked positions: that of listening ones with another name for its mark."""
    assert listening.names is not None
    assert listening.fields is not None
    layout: list[tuple[Any, ...]] = [(f"checked_{listening.names[0]}", np.int64)]
    layout += [(name, listening.fields[name][0]) for name in listening.names[1:]]
    return record_dtype(layout)


def _single(name: str, at: int, field: Field | None, cards: int) -> property:
    """A field of one number."""
    is_free = field is not None and field.kind == "number" and not field.of and field.most is None

    def read(s: CheckedPosition) -> int:
        return s._words[at]

    def write(s: CheckedPosition, value: Any) -> None:
        if type(value) is int and is_free and LEAST <= value <= MOST and not s._only_read:
            s._words[at] = value
        else:
            s._words[at] = s.check_written(name, value)

    return property(read, write)


def _several(name: str, first: int, shape: tuple[int, ...]) -> property:
    """A field of several numbers."""

    def read(s: CheckedPosition) -> CheckedArray:
        made = s._arrays.get(name)
        if made is None:
            made = s._arrays[name] = CheckedArray(s, name, first, shape, f"s.{name}")
        return made

    def write(s: CheckedPosition, value: Any) -> None:
        if value is not s._arrays.get(name):
            raise RuleFault("value-array", f"s.{name} is replaced as a whole; write its places: s.{name}[i] = ...")

    return property(read, write)


def _of_kernel(name: str, shape: tuple[int, ...]) -> property:
    def read(s: CheckedPosition) -> Any:
        found = s._raw(name)
        return found if shape else found[()]

    def write(s: CheckedPosition, value: Any) -> None:
        if s._only_read:
            done = "a random number is drawn" if name == "chance" else "an event is reported"
            raise RuleFault("changes-position", f"{done}, although {s._only_read} may only read the position.")
        s._raw(name)[...] = value

    return property(read, write)
