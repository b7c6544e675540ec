"""The folder of a run: what is studied, and every finished unit as soon as it is finished.

`run.json` says what is studied. `units.jsonl` has a line for each finished unit, with a checksum; lines are only ever
appended, and a line that was cut off or damaged is left out and computed again. What another version of Sevenfold, of a study
or of a game computed is not mixed in.
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

import numpy as np

from sevenfold._version import __version__
from sevenfold.bots.levels import SPECS, spec_of
from sevenfold.errors import BadInput, quoted_json
from sevenfold.kernel.types import Reals
from sevenfold.system.files import name_of, read_text, why, writing

from .plan import Plan
from .study import Settings
from .units import Result, Unit, as_columns

if TYPE_CHECKING:
    from sevenfold.playing.game import Game

FORMAT = 1
RUN, UNITS = "run.json", "units.jsonl"
ASKED = ("deals", "to", "budget")  # what may be other the next time


class Piece(NamedTuple):
    """Finished deals of a game, from one seed to another."""

    last: int  # one past the last seed
    columns: dict[str, Reals]


class RunFolder:
    """The folder of a run.

    Attributes:
        path: The folder.
        plan: What is studied.
        damaged: How many lines could not be read, so that their units are computed again.
    """

    def __init__(self, path: Path, plan: Plan) -> None:
        """Make the folder, or open it to go on.

        Raises:
            BadInput: It holds another run, or something else, or was computed by another version, or cannot be written.
        """
        self.path, self.plan = path, plan
        self.damaged = 0
        self._pieces: dict[tuple[str, str], dict[int, Piece]] = {}  # of earlier runs, by game and first seed
        described = description(plan)
        try:
            if path.is_file():
                raise BadInput(f"{name_of(path)} is a file, and a run is kept in a folder; name a new one.")
            path.mkdir(parents=True, exist_ok=True)
            if (path / RUN).exists():
                _check_same(path, described_in(path), described)
            elif any(path.iterdir()):
                raise BadInput(f"{name_of(path)} holds other files and no run of a study; name a new folder.")
            self._file: TextIO = (path / UNITS).open("a", encoding="utf-8")
            _keep_to_itself(self._file, path)
            with writing(path / RUN) as file:
                file.write(json.dumps(described | {"asked": {name: getattr(plan, name) for name in ASKED}}, indent=2) + "\n")
            self._read()
            if _ends_amid_a_line(path / UNITS):
                self._file.write("\n")
        except OSError as error:
            raise BadInput(f"{name_of(path)} cannot be written: {why(error)}.") from error

    def _read(self) -> None:
        for line in lines_of(self.path):
            if line is None:
                self.damaged += 1
                continue
            pieces = self._pieces.setdefault((line["game"], line["options"]), {})
            first, last = line["seeds"]
            if first not in pieces or pieces[first].last < last:
                pieces[first] = Piece(last, as_columns(line["columns"]))

    def take(self, unit: Unit) -> dict[str, Reals] | None:
        """The columns of a unit, if all its deals were finished before; they are not kept here any longer."""
        pieces, found, first = self._pieces.get((unit.game, unit.options), {}), list[Piece](), unit.first
        while first < unit.last and (piece := pieces.get(first)) is not None:
            found.append(piece)
            first = piece.last
        if first < unit.last:
            return None
        size = unit.last - unit.first
        for first in [unit.first, *(piece.last for piece in found[:-1])]:
            del pieces[first]
        return {name: np.concatenate([piece.columns[name] for piece in found])[:size] for name in found[0].columns}

    def add(self, unit: Unit, result: Result) -> None:
        """Keep a finished unit.

        Raises:
            BadInput: The disk is full, or the folder cannot be written any more. What was kept before stays.
        """
        try:
            self._file.write(_line(unit.game, unit.options, (unit.first, unit.last), result))
            self._file.flush()
        except OSError as error:
            raise BadInput(
                f"{name_of(self.path)} cannot be written any more: {why(error)}. What was finished is kept; make room and run"
                " again with the same --out."
            ) from error

    def close(self) -> None:
        """Close the file."""
        with suppress(OSError):
            self._file.close()


def _keep_to_itself(file: TextIO, path: Path) -> None:
    """Refuse a folder in which a run is going on already, as far as the system can tell; until the file is closed."""
    try:
        import fcntl  # not on Windows

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise BadInput(
            f"A run is going on in {name_of(path)}; to look at it: sevenfold study --watch {name_of(path)}."
        ) from None
    except (ImportError, OSError):  # some network disks have no locks
        return


def _line(game: str, options: str, seeds: tuple[int, int], result: Result) -> str:
    text = json.dumps({"game": game, "options": options, "seeds": seeds, "columns": result})
    return f'{text[:-1]}, "sha256": "{sha256(text.encode()).hexdigest()}"}}\n'


def _ends_amid_a_line(path: Path) -> bool:
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(size - 1, 0))
        return size > 0 and file.read(1) != b"\n"


def lines_of(path: Path) -> Iterator[dict[str, Any] | None]:
    """The finished units of a run as its file has them; None for a line that is damaged."""
    if not (path / UNITS).exists():
        return
    with (path / UNITS).open(encoding="utf-8", errors="replace") as file:
        for line in file:
            with suppress(ValueError, RecursionError):
                found = json.loads(line)
                if isinstance(found, dict):
                    checksum = found.pop("sha256", "")
                    if checksum == sha256(json.dumps(found).encode()).hexdigest():
                        yield found
                        continue
            if line.strip():
                yield None


# -- what is in a folder ----------------------------------------------------------------------------------------------


def description(plan: Plan) -> dict[str, Any]:
    """What a run's numbers depend on, as JSON."""
    study = plan.made()
    return {
        "sevenfold study": FORMAT,
        "version": __version__,
        "study": plan.study,
        "code": _code_of(type(study)),
        "settings": asdict(plan.settings) | {"bots": list(study.specs), "own": study.own},
        "levels": _levels(study.specs, plan.loaded()),
        "seed": plan.seed,
        "unit": plan.unit,
        "games": [
            {"game": name, "options": json.loads(options), "rules": game.rules.fingerprint}
            for (name, options), game in zip(plan.games, plan.loaded(), strict=True)
        ],
    }


def _levels(specs: Sequence[str], games: Sequence[Game]) -> dict[str, list[str]]:
    """The bot that each level is in each game: it may become another one."""
    return {name: [spec_of(name, game) for game in games] for name in specs if name in SPECS}


def _code_of(study: type) -> str:
    """The checksum of the module of a study."""
    return sha256(inspect.getsource(sys.modules[study.__module__]).encode()).hexdigest()[:16]


def described_in(path: Path) -> dict[str, Any]:
    """What the run in a folder depends on, and what was asked last.

    Raises:
        BadInput: There is no run in it.
    """
    if path.is_dir() and not (path / RUN).exists():
        raise BadInput(f"{name_of(path)} holds no run of a study.")
    try:
        found = json.loads(read_text(path / RUN, "the description of a run"))
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or found.get("sevenfold study") != FORMAT:
        raise BadInput(f"{name_of(path)} does not hold a run of a study that this version reads.")
    return found


def plan_in(path: Path) -> Plan:
    """The plan of the run in a folder, as it was asked last.

    Raises:
        BadInput: There is no run in it, or its description is damaged.
    """
    found = described_in(path)
    try:
        games = tuple((str(one["game"]), json.dumps(one["options"], sort_keys=True)) for one in found["games"])
        asked_for = found["settings"]
        settings = Settings(tuple(asked_for["bots"]), asked_for["limit"], tuple(sorted(asked_for["own"].items())))
        asked = {name: found["asked"][name] for name in ASKED}
        return Plan(found["study"], games, seed=found["seed"], settings=settings, **asked)
    except (AttributeError, KeyError, TypeError) as error:
        raise BadInput(f"{name_of(path / RUN)} is damaged: it lacks {quoted_json(str(error))}.") from error


def _check_same(path: Path, found: dict[str, Any], wanted: dict[str, Any], names: Sequence[str] = ()) -> None:
    if found.get("version") != wanted["version"]:
        raise BadInput(
            f"{name_of(path)} was computed by Sevenfold {quoted_json(found.get('version'))}, not {wanted['version']};"
            " name a new folder."
        )
    for name in names or wanted:
        if found.get(name) != wanted[name]:
            raise BadInput(
                f"{name_of(path)} holds another run ({name}: {quoted_json(found.get(name))}, not {quoted_json(wanted[name])});"
                " ask for the same, or name a new folder."
            )


# -- merging ----------------------------------------------------------------------------------------------------------


def merge(paths: Sequence[Path], out: Path) -> Plan:
    """Put the finished units of several runs of one study into a new folder, which may be run on.

    Args:
        paths: The folders of the runs; their games and seeds may be others.
        out: The new folder.

    Returns:
        The plan for all their games, from their first seed to their last.

    Raises:
        BadInput: They are of several studies, settings, versions or rules, or a folder cannot be read or written.
    """
    if len(paths) < 2:
        raise BadInput("Name two runs or more to merge.")
    if (out / RUN).exists():
        raise BadInput(f"{name_of(out)} holds a run already; name a new folder for the merged one.")
    plans, descriptions = [plan_in(path) for path in paths], [described_in(path) for path in paths]
    for path, plan, found in zip(paths, plans, descriptions, strict=True):
        _check_same(path, found, descriptions[0], ("study", "code", "settings", "unit"))
        _check_same(path, found, description(plan))  # of the version, and by the rules, that are installed
    seed, last = min(plan.seed for plan in plans), max(plan.seed + plan.deals for plan in plans)
    games = tuple(dict.fromkeys(game for plan in plans for game in plan.games))
    merged = Plan(plans[0].study, games, last - seed, seed, plans[0].settings, plans[0].to)
    with closing(RunFolder(out, merged)) as folder:
        for path in paths:
            for line in lines_of(path):
                if line is not None:
                    unit = Unit(merged.study, line["game"], line["options"], merged.settings, *line["seeds"])
                    folder.add(unit, line["columns"])
    return merged
