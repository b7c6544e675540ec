"""The limit: 7-Truf and Sane Sevens for two in hand-written C, compiled when first needed.

`Limit(pdep=…).play(game, seed, games)` plays random games of the seeds `seed`, `seed + 1` … The same seed gives the
same game as `sevenfold.kernel.play`, action by action, so the scores of both can be compared.
"""

from __future__ import annotations

import json
import platform
import shutil
import subprocess
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

GAMES = ("seven_truf", "sane_sevens")
HERE = Path(__file__).parent


class NoCompiler(RuntimeError):
    """gcc is missing, or this processor lacks an instruction that was asked for."""


@dataclass(frozen=True)
class Played:
    """What one run of the program played."""

    games: int
    actions: int
    seconds: float
    checksum: int
    scores: list[GameScore]


@dataclass(frozen=True)
class GameScore:
    """One game: its seed, how many actions it took, and the result of each seat."""

    seed: int
    actions: int
    returns: tuple[int, ...]


class Limit:
    """The compiled program. With `pdep` the k-th member of a set is found by that x86 instruction, not by a loop."""

    def __init__(self, pdep: bool = False) -> None:
        """Nothing is compiled yet."""
        self.pdep = pdep

    @cached_property
    def program(self) -> str:
        """The path of the program, in a folder that lives as long as this object."""
        if self.pdep and "pdep" not in features():
            raise NoCompiler("this processor has no pdep (x86 with BMI2)")
        gcc = shutil.which("gcc")
        if gcc is None:
            raise NoCompiler("gcc is not installed, so the limit in C is left out")
        self._folder = TemporaryDirectory(prefix="sevenfold-limit-")
        program = str(Path(self._folder.name) / "limit")
        flags = ["-std=gnu11", "-O3", "-march=native", *(["-DPDEP"] if self.pdep else [])]
        made = subprocess.run([gcc, *flags, "-o", program, str(HERE / "limit.c")], check=False, capture_output=True, text=True)
        if made.returncode:
            raise NoCompiler(f"gcc could not compile the limit: {made.stderr.strip()}")
        return program

    def play(self, game: str, seed: int, games: int, scores: bool = False) -> Played:
        """Play games at random; with `scores`, also the result of each game."""
        command = [self.program, game, str(seed), str(games), *(["--scores"] if scores else [])]
        *lines, last = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
        rows = [[int(word) for word in line.split()] for line in lines]
        return Played(**json.loads(last), scores=[GameScore(row[0], row[1], tuple(row[2:])) for row in rows])


def features() -> set[str]:
    """Which instructions this processor has, of those that matter here: {"pdep"}, or none."""
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return set()
    try:
        flags = Path("/proc/cpuinfo").read_text().split()
    except OSError:
        return set()
    return {"pdep"} if "bmi2" in flags else set()
