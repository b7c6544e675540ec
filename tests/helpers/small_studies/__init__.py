"""A package of small studies, as somebody else would install it, and backends that compute in this process."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import sevenfold
from sevenfold.lab.studies import Plan, Run, RunFolder, Settings, named, run
from sevenfold.lab.studies.units import Failed, Result, Unit, compute

PACKAGE = '''
import os, time
from sevenfold.kernel.chance import below, source
from sevenfold.lab.studies import Study
from sevenfold.lab.studies.figures import mean, share

class Dice(Study):
    """Dice thrown by the seed."""
    name = "dice"
    about = "How many eyes?"
    columns = {"eyes": "the eyes", "six": "1 for a six; NaN for a one"}
    def measure(self, game, seed):
        eyes = below(source(seed, 1)[0], 6) + 1
        return {"eyes": eyes / 7, "six": float("nan") if eyes == 1 else float(eyes == 6)}
    def figures(self, game, columns):
        return [mean("eyes", columns["eyes"]), share("sixes", columns["six"])]

class Slow(Dice):
    name = "slow"
    def measure(self, game, seed):
        time.sleep(0.02)
        return super().measure(game, seed)

class Faulty(Dice):
    name = "faulty"
    def measure(self, game, seed):
        if seed == 40:
            raise ZeroDivisionError("the deal is poisoned")
        return super().measure(game, seed)

class Deadly(Dice):
    name = "deadly"
    def measure(self, game, seed):
        if seed == 40:
            os._exit(3)
        return super().measure(game, seed)

class Hopeless(Dice):
    name = "hopeless"
    def measure(self, game, seed):
        raise ZeroDivisionError("nothing goes")

class Misnamed(Dice):
    name = "misnamed"
    def figures(self, game, columns):
        return [mean("eyes", columns["pips"])]

class Forgetful(Dice):
    name = "forgetful"
    columns = {"eyes": "the eyes", "six": "1 for a six", "pips": "what it forgets"}

class Clumsy(Dice):
    name = "clumsy"
    def figures(self, game, columns):
        return [mean("eyes", columns["eyes"] / [1, 2])]
'''
NAMES = ("dice", "slow", "faulty", "deadly", "hopeless", "misnamed", "forgetful", "clumsy")


def install(folder: Path) -> None:
    """Install the package of small studies into a folder."""
    (folder / "small_studies_installed.py").write_text(PACKAGE)
    metadata = folder / "small_studies-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: small-studies\nVersion: 1.0\n")
    lines = [f"{name} = small_studies_installed:{name.capitalize()}" for name in NAMES]
    (metadata / "entry_points.txt").write_text("\n".join(["[sevenfold.studies]", *lines, ""]))


@pytest.fixture
def small_studies(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a package of small studies, which this process and those that it starts find."""
    folder = tmp_path_factory.mktemp("installed")
    install(folder)
    monkeypatch.syspath_prepend(folder)
    return folder


def plan(study: str = "dice", deals: int = 200, **more: object) -> Plan:
    """A plan of a small study."""
    return Plan(study, (named(sevenfold.load("sane_sevens")),), deals, settings=Settings(), **more)  # type: ignore[arg-type]


class InDisorder:
    """A backend that computes at once, and gives units back in a random order."""

    def __init__(self, seed: int, width: int) -> None:
        self.width, self._chance = width, Random(seed)
        self._back: list[tuple[Unit, Result | Failed]] = []
        self.computed = 0

    def submit(self, unit: Unit) -> None:
        """Compute it."""
        self.computed += 1
        try:
            self._back.append((unit, compute(unit)))
        except Failed as failed:
            self._back.append((unit, failed))

    def next(self, seconds: float) -> tuple[Unit, Result | Failed] | None:  # noqa: ARG002 - nothing is waited for
        """One of those that are computed."""
        return self._back.pop(self._chance.randrange(len(self._back))) if self._back else None

    def close(self) -> None:
        """There is nothing to end."""


def run_in(path: Path, of: Plan, seed: int = 0, width: int = 7) -> Run:
    """A plan carried out in a folder."""
    folder = RunFolder(path, of)
    try:
        return run(of, folder, InDisorder(seed, width))
    finally:
        folder.close()
