"""What a seat observes, as numbers to learn from: derived from the fields that a game declares and who sees them.

observation = Observation.of(game)
row = observation.row(state, seat)
observation.read(row)["hands"]
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from sevenfold.declare.rules import Rules
from sevenfold.errors import BadInput, quoted
from sevenfold.kernel.compiler.decorators import before_compiling
from sevenfold.kernel.types import Int64Array, Positions, Seat
from sevenfold.playing.game import State
from sevenfold.playing.legal import is_whole

from .encoding import define, observe_each, observe_one
from .parts import Part, parts_of


@before_compiling
def _load_numba_support() -> None:
    from . import numba_overloads  # noqa: F401 - importing it registers the overloads


DTYPES = (np.dtype(np.uint8), np.dtype(np.float32))
Rows = np.ndarray[Any, np.dtype[Any]]

__all__ = ["DTYPES", "Observation", "Part", "Rows"]


class Observation:
    """How the positions of a game are observed: named parts, one row of columns.

    All options and numbers of players of a game share one layout. Seats are counted from the observer, who is 0. A column is 0
    or 1, except for counts of cards (at most 63) and the turns that are left (at most 255).

    Attributes:
        parts: The parts, in the order of their columns.
        size: The number of columns.

    Example:
        >>> import sevenfold
        >>> from sevenfold.envs.observation import Observation
        >>> game = sevenfold.load("seven_truf")
        >>> observation = Observation(game.rules)
        >>> row = observation.row(game.start(seed=7), 0)
        >>> row.dtype, row.shape == (observation.size,)
        (dtype('uint8'), True)
        >>> [int(card) for card in observation.read(row)["hands"][0, :32].nonzero()[0]]
        [8]
    """

    def __init__(self, rules: Rules) -> None:
        """Args: rules: the rules of a game (`Game.rules`)."""
        self.rules = rules
        self.parts = parts_of(rules)
        self.size = self.parts[-1].last
        define(rules, self.parts)

    @cached_property
    def by_name(self) -> dict[str, Part]:
        """The parts by their names."""
        return {part.name: part for part in self.parts}

    @cached_property
    def high(self) -> Rows:
        """The largest value of each column; the smallest is 0."""
        high = np.ones(self.size, np.uint8)
        for part in self.parts:
            if part.counts:
                high[part.first : part.last].reshape(part.shape)[..., -1] = part.counts
        return high

    def row(self, state: State, seat: Seat, dtype: DTypeLike = np.uint8) -> Rows:
        """What a seat observes in a state, as a new row.

        Args:
            state: A state of this game.
            seat: The observer.
            dtype: uint8 or float32.

        Raises:
            BadInput: There is no such seat, or the type is another one.
        """
        row = np.zeros(self.size, self.checked(dtype))
        self.write_row(state, seat, row)
        return row

    def write_row(self, state: State, seat: Seat, row: Rows) -> None:
        """Write what a seat observes in a state into a row of the caller's.

        Raises:
            BadInput: There is no such seat, the state is of another game, or the row has another shape or type.
        """
        if state.game.rules is not self.rules:
            raise BadInput(f"This observation is of {self.rules.id}, the state is of {state.game.id}.")
        if not is_whole(seat, 0, state.game.players - 1):
            raise BadInput(f"There is no seat {quoted(seat)}; seats are 0 to {state.game.players - 1}.")
        self.check_rows(row, (self.size,))
        self.write_one(state.position, int(seat), row)

    def write_one(self, positions: Positions, seat: Seat, row: Rows) -> None:
        """Write what a seat observes in positions[0] into a row. Nothing is checked; see `write`."""
        observe_one(positions.view(np.ndarray), 0, seat, row)

    def write(self, positions: Positions, seats: Int64Array, rows: Rows) -> None:
        """Write what seats[i] observes in positions[i] into rows[i], for each i.

        Args:
            positions: An array of n listening positions (`Game.new_positions`).
            seats: An array of n seats, int64. A seat below 0 observes nothing: its row is left as it is.
            rows: An array of shape (n, size), uint8 or float32.

        Raises:
            BadInput: The arrays have other shapes or types.
        """
        if positions.dtype != self.rules.listening:
            raise BadInput(f"Only listening positions of {self.rules.id} are observed: Game.new_positions(n, listening=True).")
        if seats.shape != (len(positions),) or seats.dtype != np.int64:
            raise BadInput(f"seats is an array of {len(positions)} int64, not of shape {seats.shape} and type {seats.dtype}.")
        self.check_rows(rows, (len(positions), self.size))
        observe_each(positions, seats, rows)

    def check_rows(self, rows: object, shape: tuple[int, ...]) -> None:
        """Raise BadInput if an array to write into has another shape or type, is not contiguous or is read-only."""
        wanted = f"Observations are written into a contiguous NumPy array of shape {shape}, uint8 or float32"
        if not isinstance(rows, np.ndarray):
            raise BadInput(f"{wanted}; not {type(rows).__name__}.")
        if rows.shape != shape or rows.dtype not in DTYPES:
            raise BadInput(f"{wanted}; this one has shape {rows.shape} and type {rows.dtype}.")
        if not (rows.flags.c_contiguous and rows.flags.writeable):
            raise BadInput(f"{wanted}; this one is {'read-only' if rows.flags.c_contiguous else 'not contiguous'}.")

    @staticmethod
    def checked(dtype: DTypeLike) -> np.dtype[Any]:
        """A type of observations, or BadInput."""
        try:
            found = np.dtype(dtype)
        except TypeError:
            found = None
        if found not in DTYPES:
            raise BadInput(f"Observations are of type uint8 or float32, not {quoted(dtype)}.")
        return found

    def read(self, row: Rows) -> dict[str, Rows]:
        """The parts of a row, or of an array of rows, by name: views that share its memory."""
        return {part.name: row[..., part.first : part.last].reshape(*row.shape[:-1], *part.shape) for part in self.parts}

    def __repr__(self) -> str:
        return f"<Observation of {self.rules.id}: {self.size} columns, {len(self.parts)} parts>"
