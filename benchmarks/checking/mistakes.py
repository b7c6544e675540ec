"""Run `sevenfold check` on games with one mistake each: how many it finds, and after how many seconds.

Run with `python -m benchmarks.checking.mistakes [GAME…] [--only TEXT] [--set N] [--until-told] [--quick] [--seconds S]
[--jobs N] [--json FILE]`. Each check is a process of its own, as an author starts it. The mistakes are those of
`tools/games/mistakes`; the sound games are checked too. It is reported after how many seconds something was first told, and the
processor time beside time by the clock, which other programs prolong.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
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

from tools.games.mistakes import MISTAKES, SETS, Mistake, sound

LIMIT = 300.0  # seconds after which a check is given up
LOOK = 0.05  # seconds between two looks whether it has ended
FINDING = re.compile(rb"^(error|warning) ", re.MULTILINE)  # as it is told on stderr
WANTED, SOON = 60.0, 5.0  # seconds in which a mistake must be found, and half of all


@dataclass(frozen=True)
class Checked:
    """What became of one check."""

    game: str
    what: str  # empty for the sound game
    code: int  # of the process
    seconds: float  # by the clock
    processor: float  # seconds of processor time
    first: float  # seconds by the clock until a finding was told that is no note; those of the whole check if none was
    first_processor: float  # seconds of processor time until then
    told: str  # the first finding, or the error
    place: str  # its file and line
    warned: bool  # whether there were findings that are no errors

    @property
    def is_found(self) -> bool:
        """Whether the author was told something."""
        return self.code == 1 or self.code == 2 or self.warned


def check(folder: Path, more: Sequence[str], until_told: bool, one: tuple[str, Mistake | None]) -> Checked:
    """Check one game with or without a mistake, with more arguments for the command, to its end or until something is told."""
    game, mistake = one
    what = mistake.what if mistake else ""
    place = folder / f"{game}-{what.replace(' ', '-').replace('/', '-')}"
    place.mkdir()
    for name, text in sound(game).items():
        (place / name).write_text(mistake.made_in(text) if mistake and name == f"{game}.py" else text, encoding="utf-8")
    command = [sys.executable, "-m", "sevenfold", "check", str(place / f"{game}.py"), "--json", *more]
    with TemporaryFile("w+") as stdout, TemporaryFile("w+") as stderr:
        began = time.monotonic()
        started = subprocess.Popen(command, stdout=stdout, stderr=stderr, start_new_session=True)
        first, first_processor = _wait_until_told(started.pid, stderr.fileno(), began)
        if until_told or time.monotonic() - began >= LIMIT:
            os.kill(started.pid, signal.SIGINT)  # `send_signal` would reap it, if it has ended
        code, processor = _wait(started.pid, began)
        took = time.monotonic() - began
        started.returncode = code
        stdout.seek(0)
        stderr.seek(0)
        told, where, warned = _first(stdout.read(), stderr.read())
    return Checked(game, what, code, took, processor, first, first_processor or processor, told, where, warned)


def _wait_until_told(pid: int, stderr: int, began: float) -> tuple[float, float]:
    """After how many seconds a process told a finding or ended, and the processor time until then, 0 if it ended."""
    while (passed := time.monotonic() - began) < LIMIT:
        if FINDING.search(os.pread(stderr, os.fstat(stderr).st_size, 0)):
            return passed, _processor_time(pid)
        if os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            break
        time.sleep(LOOK)
    return passed, 0.0


def _processor_time(pid: int) -> float:
    """The seconds of processor time of a process and of those that it started, once ended; 0 if the system tells none."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def _wait(pid: int, began: float) -> tuple[int, float]:
    """The exit code and the processor time of a process; it is killed if it does not end."""
    while time.monotonic() - began < LIMIT:
        ended, status, used = os.wait4(pid, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime
        time.sleep(LOOK)
    os.kill(pid, signal.SIGKILL)
    _, status, used = os.wait4(pid, 0)
    return os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime


def _first(stdout: str, stderr: str) -> tuple[str, str, bool]:
    """What was told, errors before warnings: its sentence, its place, and whether there are findings that are no notes."""
    try:
        stages = json.loads(stdout)["stages"]
    except ValueError:
        found = re.search(r"(\w+\.py)(?::|, line )(\d+)", stderr)
        warned = FINDING.search(stderr.encode()) is not None
        return " ".join(stderr.split())[:300], f"{found[1]}:{found[2]}" if found else "", warned
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
            yield f"{what} ({one.seconds:.1f} s, {one.processor:.1f} s of processor time, exit {one.code}) {one.told}"
    found = [one for one in broken if one.is_found and one.first <= WANTED]
    if broken:
        errors = sum(one.code in (1, 2) for one in found)
        soon = sum(one.first <= SOON for one in found)
        placed = sum(":" in one.place and not one.place.endswith(":0") for one in found)
        share = len(found) / len(broken)
        yield f"{len(found)} of {len(broken)} found ({share:.0%}), {errors} as errors, {placed} with file and line"
        used = sum(one.first_processor <= SOON for one in found)
        yield (
            f"told within {SOON:.0f} s: {soon} ({soon / len(broken):.0%}); median {median(one.first for one in broken):.1f} s;"
            f" within {SOON:.0f} s of processor time: {used} ({used / len(broken):.0%}),"
            f" median {median(one.first_processor for one in broken):.1f} s;"
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
    parser.add_argument("--set", type=int, metavar="N", help=f"only the mistakes of this set, 1 to {len(SETS)}; no sound game")
    parser.add_argument("--until-told", action="store_true", help="end each check once something is told")
    parser.add_argument("--quick", action="store_true", help="without what needs the compiler")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each stage")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # or checks inherit that a script in the background ignores it
    mistakes = SETS[given.set - 1] if given.set else MISTAKES
    games = given.games or list(mistakes)
    asked = [(game, mistake) for game in games for mistake in (None, *mistakes.get(game, ()))]
    if given.only or given.set:
        asked = [(game, mistake) for game, mistake in asked if mistake and given.only in mistake.what]
    more = ["--seconds", str(given.seconds), *["--quick"] * given.quick]
    with TemporaryDirectory() as folder, ThreadPoolExecutor(given.jobs) as pool:
        done = []
        for one in pool.map(partial(check, Path(folder), more, given.until_told), asked):
            done.append(one)
            print(
                f"told {one.first:5.1f} s ({one.first_processor:.1f} s of processor time)  ended {one.seconds:5.1f} s"
                f" ({one.processor:.1f})  exit {one.code}"
                f"  {one.game}: {one.what or 'sound'}  ->  {one.place} {one.told}",
                flush=True,
            )
    for line in report(done):
        print(line)
    if given.json:
        given.json.write_text(json.dumps([asdict(one) for one in done], indent=1))


if __name__ == "__main__":
    main()
