"""Strategies in files. A file holds all that a solver has learnt, so it is a checkpoint too: the sets and their values as NumPy
arrays, and a header in JSON that names the game, its options, the fingerprint of its rules, and the solver's settings.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sevenfold._version import __version__
from sevenfold.errors import BadInput, quoted
from sevenfold.kernel.types import Int64Array, Reals
from sevenfold.system.files import name_of, why, writing

from .information_sets import FIRST, KEY, LEGAL, SETS, SUM, VALUES, Table, fill_slots
from .mccfr import Progress, Settings, Solver
from .strategy import Strategy

if TYPE_CHECKING:
    from sevenfold.playing.game import Game

FORMAT = 1
EXPECTED = "a strategy, as sevenfold equilibrium --out writes it,"


class StoredStrategy:
    """What a file holds.

    Attributes:
        path: The file.
        header: Its header: the game, the settings, how far the solver was.
        table: What was learnt.
    """

    def __init__(self, path: Path) -> None:
        """Read a file; BadInput if it cannot be read or holds something else."""
        self.path = path
        try:
            with path.open("rb") as file:
                content = file.read()
        except (OSError, ValueError) as error:
            reason = why(error) if isinstance(error, OSError) else "no file can have this name"
            raise BadInput(f"{name_of(path)} cannot be read: {reason}. {EXPECTED.capitalize()} is expected.") from error
        try:
            with np.load(BytesIO(content), allow_pickle=False) as arrays:
                self.header: dict[str, Any] = json.loads(arrays["header"].tobytes())
                self.table = _table(arrays["sets"], arrays["values"])
            self.settings = Settings(**self.header["settings"])
            self.progress = Progress(**self.header["progress"])
            is_ours = self.header["strategy"] == FORMAT and len(self.progress.chances) == self.settings.jobs
        except Exception as error:
            raise BadInput(f"{name_of(path)} does not hold {EXPECTED} or is damaged.") from error
        if not is_ours:
            raise BadInput(f"{name_of(path)} does not hold {EXPECTED} of this version.")

    def check(self, game: Game) -> None:
        """BadInput unless it was made for this game, with these options and by these rules."""
        called, options = name_of(self.path), dict(self.header["options"])
        if self.header["game"] != game.id:
            raise BadInput(f"{called} holds a strategy for {self.header['game']}, not for {game.id}.")
        for name, value in game.options.items():
            if options.get(name) != value:
                raise BadInput(f"{called} holds a strategy for {name}={options.get(name)}, not for {name}={value}.")
        if self.header["rules"] != game.rules.fingerprint:
            raise BadInput(
                f"{called} was made by Sevenfold {quoted(self.header['sevenfold'])} under other rules of {game.name};"
                " solve the game again."
            )

    def strategy(self, game: Game) -> Strategy:
        """The average strategy; BadInput if it is for something else."""
        self.check(game)
        return Strategy(game, self.table)

    def solver(self, game: Game) -> Solver:
        """The solver, as it was when the file was written; BadInput if it is for something else."""
        self.check(game)
        return Solver(game, self.settings, self.table, self.progress)


def save(solver: Solver, path: Path) -> None:
    """Write what a solver has learnt to a file; BadInput if it cannot be written."""
    game, table = solver.game, solver.table
    header = {
        "strategy": FORMAT,
        "sevenfold": __version__,
        "game": game.id,
        "options": game.options,
        "rules": game.rules.fingerprint,
        "settings": asdict(solver.settings),
        "progress": asdict(solver.progress),
    }
    content = BytesIO()
    np.savez(
        content,
        header=np.frombuffer(json.dumps(header).encode(), np.uint8),
        sets=table.sets[: table.counts[SETS]],
        values=table.values[: table.counts[VALUES]],
        allow_pickle=False,
    )
    with writing(path) as file:
        file.buffer.write(content.getbuffer())


def _table(sets: Int64Array, values: Reals) -> Table:
    """A table with the arrays of a file; ValueError if they do not fit each other."""
    if sets.dtype != np.int64 or sets.ndim != 2 or sets.shape[1] != 3 or values.dtype != np.float64:
        raise ValueError
    sizes = np.array([int(legal).bit_count() for legal in sets[:, LEGAL]], np.int64)
    if values.shape != (sizes.sum(), 2) or not np.isfinite(values).all() or (values[:, SUM] < 0).any():
        raise ValueError
    if len(np.unique(sets[:, KEY])) != len(sets) or (sizes < 2).any():
        raise ValueError
    if not np.array_equal(sets[:, FIRST], np.cumsum(sizes) - sizes):
        raise ValueError
    table = Table.of_size(len(sets), len(values))
    table.sets[: len(sets)], table.values[: len(values)] = sets, values
    table.counts[:] = len(sets), len(values), 0
    fill_slots(table.slots, table.sets, len(sets))
    return table
