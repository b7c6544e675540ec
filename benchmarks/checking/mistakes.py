"""Run `sevenfold check` on games with one mistake each: how many it finds, and after how many seconds.

Run with `python -m benchmarks.checking.mistakes [GAME…] [--seconds S] [--jobs N] [--json FILE]`. Each check is a process of
its own, as an author starts it. The mistakes are those of `tools/games/mistakes.py`; the sound games are checked too.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tools.games.mistakes import MISTAKES, Mistake, sound

LIMIT = 180.0  # seconds after which a check is given up
WANTED, SOON = 60.0, 5.0  # seconds in which a mistake must be found, and half of all


@dataclass(frozen=True)
class Checked:
    """What became of one check."""

    game: str
    what: str  # empty for the sound game
    code: int  # of the process
    seconds: float
    told: str  # the first finding, or the error
    place: str  # its file and line
    warned: bool  # whether there were findings that are no errors

    @property
    def is_found(self) -> bool:
        """Whether the author was told something."""
        return self.code == 1 or self.code == 2 or self.warned


def check(folder: Path, seconds: float, one: tuple[str, Mistake | None]) -> Checked:
    """Check one game with or without a mistake."""
    game, mistake = one
    place = folder / f"{game}-{abs(hash(mistake))}"
    place.mkdir()
    for name, text in sound(game).items():
        (place / name).write_text(mistake.made_in(text) if mistake and name == f"{game}.py" else text, encoding="utf-8")
    command = [sys.executable, "-m", "sevenfold", "check", str(place / f"{game}.py"), "--json", "--seconds", str(seconds)]
    began = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired:
        return Checked(game, mistake.what if mistake else "", -1, LIMIT, "did not end", "", warned=False)
    took = time.monotonic() - began
    told, where, warned = _first(done.stdout, done.stderr)
    return Checked(game, mistake.what if mistake else "", done.returncode, took, told, where, warned)


def _first(stdout: str, stderr: str) -> tuple[str, str, bool]:
    """The first finding, errors before warnings: its sentence, its place, and whether there are warnings."""
    try:
        stages = json.loads(stdout)["stages"]
    except ValueError:
        found = re.search(r"(\w+\.py)(?::|, line )(\d+)", stderr)
        return " ".join(stderr.split())[:300], f"{found[1]}:{found[2]}" if found else "", False
    findings = [finding for stage in stages for finding in stage["findings"]]
    findings.sort(key=lambda finding: finding["severity"] != "error")
    if not findings:
        return "", "", False
    first = findings[0]
    return f"{first['code']}: {first['sentence']}", f"{first['file']}:{first['line']}", True


def report(done: Sequence[Checked]) -> Iterator[str]:
    """What was found, as lines."""
    broken = [one for one in done if one.what]
    for one in done:
        if bool(one.what) != one.is_found or one.seconds > WANTED:
            what = f"missed: {one.game}: {one.what}" if one.what else f"false alarm: {one.game}"
            yield f"{what} ({one.seconds:.1f} s, exit {one.code}) {one.told}"
    found = [one for one in broken if one.is_found and one.seconds <= WANTED]
    if broken:
        errors = sum(one.code in (1, 2) for one in found)
        soon = sum(one.seconds <= SOON for one in found)
        placed = sum(":" in one.place and not one.place.endswith(":0") for one in found)
        share = len(found) / len(broken)
        yield f"{len(found)} of {len(broken)} found ({share:.0%}), {errors} as errors, {placed} with file and line"
        middle = median(one.seconds for one in broken)
        yield f"within {SOON:.0f} s: {soon} ({soon / len(broken):.0%}); median {middle:.1f} s"
    sound_ones = [one for one in done if not one.what]
    yield f"sound games: {len(sound_ones)}, false alarms: {sum(one.code != 0 for one in sound_ones)}"


def main() -> None:
    """Check what the arguments name."""
    parser = argparse.ArgumentParser(description="How many mistakes of authors `sevenfold check` finds, and how soon.")
    parser.add_argument("games", nargs="*", default=[], metavar="GAME", help=f"of {', '.join(MISTAKES)}")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each stage")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    games = given.games or list(MISTAKES)
    asked = [(game, mistake) for game in games for mistake in (None, *MISTAKES[game])]
    with TemporaryDirectory() as folder, ThreadPoolExecutor(given.jobs) as pool:
        done = []
        for one in pool.map(partial(check, Path(folder), given.seconds), asked):
            done.append(one)
            print(
                f"{one.seconds:6.1f} s  exit {one.code}  {one.game}: {one.what or 'sound'}  ->  {one.place} {one.told}",
                flush=True,
            )
    for line in report(done):
        print(line)
    if given.json:
        given.json.write_text(json.dumps([asdict(one) for one in done], indent=1))


if __name__ == "__main__":
    main()
