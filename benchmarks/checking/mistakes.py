"""Run `sevenfold check` on games with one mistake each: how many it finds, and after how many seconds.

Run with `python -m benchmarks.checking.mistakes [GAME…] [--only TEXT] [--quick] [--seconds S] [--jobs N] [--json FILE]`. Each
check is a process of its own, as an author starts it. The mistakes are those of `tools/games/mistakes.py`; the sound games are
checked too. It is reported after how many seconds something was first told, and the processor time beside time by the clock,
which other programs prolong.
"""

from __future__ import annotations

import argparse
import json
import os
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
from tempfile import TemporaryDirectory, TemporaryFile

from tools.games.mistakes import MISTAKES, Mistake, sound

LIMIT = 180.0  # seconds after which a check is given up
LOOK = 0.05  # seconds between two looks whether it has ended
WANTED, SOON = 60.0, 5.0  # seconds in which a mistake must be found, and half of all


@dataclass(frozen=True)
class Checked:
    """What became of one check."""

    game: str
    what: str  # empty for the sound game
    code: int  # of the process
    seconds: float  # by the clock
    processor: float  # seconds of processor time
    first: float  # seconds by the clock until something was told; those of the whole check if nothing was
    told: str  # the first finding, or the error
    place: str  # its file and line
    warned: bool  # whether there were findings that are no errors

    @property
    def is_found(self) -> bool:
        """Whether the author was told something."""
        return self.code == 1 or self.code == 2 or self.warned


def check(folder: Path, more: Sequence[str], one: tuple[str, Mistake | None]) -> Checked:
    """Check one game with or without a mistake, with more arguments for the command."""
    game, mistake = one
    what = mistake.what if mistake else ""
    place = folder / f"{game}-{what.replace(' ', '-').replace('/', '-')}"
    place.mkdir()
    for name, text in sound(game).items():
        (place / name).write_text(mistake.made_in(text) if mistake and name == f"{game}.py" else text, encoding="utf-8")
    command = [sys.executable, "-m", "sevenfold", "check", str(place / f"{game}.py"), "--json", *more]
    with TemporaryFile("w+") as stdout, TemporaryFile("w+") as stderr:
        began = time.monotonic()
        started = subprocess.Popen(command, stdout=stdout, stderr=stderr)
        ended, first = _wait(started.pid, stderr.fileno(), began)
        took = time.monotonic() - began
        if ended is None:
            started.kill()
            started.wait()
            return Checked(game, what, -1, LIMIT, LIMIT, first, "did not end", "", warned=False)
        code, processor = ended
        started.returncode = code
        stdout.seek(0)
        stderr.seek(0)
        told, where, warned = _first(stdout.read(), stderr.read())
    return Checked(game, what, code, took, processor, first, told, where, warned)


def _wait(pid: int, stderr: int, began: float) -> tuple[tuple[int, float] | None, float]:
    """The exit code and the processor time of a process, once it has ended, or None if it does not; and after how many seconds
    it first told something."""
    first = LIMIT
    while (passed := time.monotonic() - began) < LIMIT:
        ended, status, used = os.wait4(pid, os.WNOHANG)
        if ended or os.fstat(stderr).st_size:
            first = min(first, passed)
        if ended:
            return (os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime), first
        time.sleep(LOOK)
    return None, first


def _first(stdout: str, stderr: str) -> tuple[str, str, bool]:
    """The first finding, errors before warnings: its sentence, its place, and whether there are warnings."""
    try:
        stages = json.loads(stdout)["stages"]
    except ValueError:
        found = re.search(r"(\w+\.py)(?::|, line )(\d+)", stderr)
        return " ".join(stderr.split())[:300], f"{found[1]}:{found[2]}" if found else "", False
    findings = [finding for stage in stages for finding in stage["findings"]]
    findings = [finding for finding in findings if finding["severity"] != "note"]
    findings.sort(key=lambda finding: finding["severity"] != "error")
    if not findings:
        return "", "", False
    first = findings[0]
    return f"{first['code']}: {first['sentence']}", f"{first['file']}:{first['line']}", True


def report(done: Sequence[Checked]) -> Iterator[str]:
    """What was found, as lines."""
    broken = [one for one in done if one.what]
    for one in done:
        if (one.what and (not one.is_found or one.first > WANTED)) or (not one.what and one.is_found):
            what = f"missed: {one.game}: {one.what}" if one.what else f"false alarm: {one.game}"
            yield f"{what} ({one.seconds:.1f} s, {one.processor:.1f} s of processor, exit {one.code}) {one.told}"
    found = [one for one in broken if one.is_found and one.first <= WANTED]
    if broken:
        errors = sum(one.code in (1, 2) for one in found)
        soon = sum(one.first <= SOON for one in found)
        placed = sum(":" in one.place and not one.place.endswith(":0") for one in found)
        share = len(found) / len(broken)
        yield f"{len(found)} of {len(broken)} found ({share:.0%}), {errors} as errors, {placed} with file and line"
        yield (
            f"told within {SOON:.0f} s: {soon} ({soon / len(broken):.0%}); median {median(one.first for one in broken):.1f} s;"
            f" whole checks: {median(one.seconds for one in broken):.1f} s,"
            f" {median(one.processor for one in broken):.1f} s of processor time"
        )
    sound_ones = [one for one in done if not one.what]
    yield f"sound games: {len(sound_ones)}, false alarms: {sum(one.is_found for one in sound_ones)}"


def main() -> None:
    """Check what the arguments name."""
    parser = argparse.ArgumentParser(description="How many mistakes of authors `sevenfold check` finds, and how soon.")
    parser.add_argument("games", nargs="*", default=[], metavar="GAME", help=f"of {', '.join(MISTAKES)}")
    parser.add_argument("--only", default="", metavar="TEXT", help="only mistakes whose words contain this; no sound game")
    parser.add_argument("--quick", action="store_true", help="without what needs the compiler")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each stage")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    games = given.games or list(MISTAKES)
    asked = [(game, mistake) for game in games for mistake in (None, *MISTAKES[game])]
    if given.only:
        asked = [(game, mistake) for game, mistake in asked if mistake and given.only in mistake.what]
    more = ["--seconds", str(given.seconds), *["--quick"] * given.quick]
    with TemporaryDirectory() as folder, ThreadPoolExecutor(given.jobs) as pool:
        done = []
        for one in pool.map(partial(check, Path(folder), more), asked):
            done.append(one)
            print(
                f"told {one.first:5.1f} s  ended {one.seconds:5.1f} s  processor {one.processor:5.1f} s  exit {one.code}"
                f"  {one.game}: {one.what or 'sound'}  ->  {one.place} {one.told}",
                flush=True,
            )
    for line in report(done):
        print(line)
    if given.json:
        given.json.write_text(json.dumps([asdict(one) for one in done], indent=1))


if __name__ == "__main__":
    main()
