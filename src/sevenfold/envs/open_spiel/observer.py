"""What a seat observes, as OpenSpiel asks for it."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import pyspiel

from sevenfold.cards import NONE
from sevenfold.envs.observation import Rows
from sevenfold.envs.observation.event_vectors import COLUMNS
from sevenfold.errors import BadInput, quoted

from .play import Play
from .table import Table


class Shown(Protocol):
    """A state, of which only the node is looked at."""

    play: Play


class Observer:
    """What a seat sees at a node: the named parts of `sevenfold.envs.observation`, and the same as text.

    Attributes:
        tensor: The numbers, as of the last `set_from`.
        dict: The same by part: views that share the memory of `tensor`.
    """

    def __init__(self, table: Table, *, extra: int = 0) -> None:
        """Args: table: what all states of the game share. extra: how many numbers follow the observation."""
        self._table = table
        self.tensor: Rows = np.zeros(table.observation.size + extra, np.float32)
        self.dict = {part.name: self.tensor[part.first : part.last].reshape(part.shape) for part in table.observation.parts}

    def set_from(self, state: Shown, player: int) -> None:
        """Write what a seat observes into `tensor`."""
        self._table.observe(state.play.positions, player, self.tensor)

    def string_from(self, state: Shown, player: int) -> str:
        """What a seat observes, as text."""
        return self._table.observation_text(state.play.positions, player)


class Recaller(Observer):
    """What a seat has learnt since the beginning (perfect recall): as text, and as an observation followed by events.

    The part `events` has a row for each of the latest vectors of `envs/observation/event_vectors.py`, after a column that is 1;
    rows that are left are 0. It is there if the game was loaded with `recall`.
    """

    def __init__(self, table: Table) -> None:
        observed, rows, columns = table.observation.size, table.recall, 1 + len(COLUMNS)
        super().__init__(table, extra=rows * columns)
        self._observed = self.tensor[:observed]
        self._events = self.tensor[observed:].reshape(rows, columns)
        self.dict["events"] = self._events

    def set_from(self, state: Shown, player: int) -> None:
        self._table.observe(state.play.positions, player, self._observed)
        self._events.fill(0)
        vectors = state.play.vectors(player, player)
        self._events[: len(vectors), 0] = 1
        self._events[: len(vectors), 1:] = vectors

    def string_from(self, state: Shown, player: int) -> str:
        return state.play.information(player)


class Teller:
    """Information as text alone: of a seat, or of a spectator."""

    tensor = None

    def __init__(self, *, is_spectator: bool) -> None:
        self._is_spectator = is_spectator
        self.dict: dict[str, Rows] = {}  # OpenSpiel looks for it

    def set_from(self, state: Shown, player: int) -> None:
        """Do nothing: there is no tensor."""

    def string_from(self, state: Shown, player: int) -> str:
        """The information state."""
        return state.play.information(NONE if self._is_spectator else player)


def observer_of(table: Table, kind: Any, params: Any) -> Observer | Teller | None:
    """The observer for a type of observation (`pyspiel.IIGObservationType`; None: the default); None if there is none.

    Raises:
        BadInput: There are parameters; observations have none.
    """
    if params:
        raise BadInput(f"Observations have no parameters, so leave out {quoted(params)}.")
    if kind is None:
        return Observer(table)
    if not kind.public_info:
        return None
    if kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER:
        if not kind.perfect_recall:
            return Observer(table)
        return Recaller(table) if table.recall else Teller(is_spectator=False)
    if kind.private_info == pyspiel.PrivateInfoType.NONE and kind.perfect_recall:
        return Teller(is_spectator=True)
    return None
