"""Which lines of the package each test executes when nothing is compiled, and how long the test takes."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tools.mutation.mutants import ROOT, SOURCE

# These run the code in other processes, or compiled, or in a browser.
ELSEWHERE = ("page", "project", "process", "cache", "lockstep", "devise", "broken_games")  # folders and files
LONGEST = 4  # seconds of processor time for a test while its lines are recorded
# Of the tests for every combination of options those of each game's first one run; playthroughs run with these, too.
MORE = (
    "sane_sevens-players=2-silly=true",
    "seven_suitors-variant=short-no_ties=false-special_cards=one_each",
    "monoculture-players=4",
    "second_thoughts-players=3-first_lead=red_one-scoring=bids",
    "suitability-players=2-partnership=false-target=four_deals",
    "cooperative_dominoes-players=2-jokers=true-stacks=true",
)
FOLDER = Path(tempfile.gettempdir()) / f"sevenfold-mutants-{os.getuid()}"

HOW = ["-q", "-p", "no:cacheprovider", "-o", "timeout=0"]  # pytest's options

Lines = dict[str, int]  # by module, one bit for each line


@dataclass(frozen=True)
class Reached:
    """The lines that a test executes."""

    test: str
    seconds: float | None  # None if the test fails or takes too long when nothing is compiled
    lines: Lines

    def executes(self, module: str, lines: tuple[int, ...]) -> bool:
        """Whether it executes one of these lines."""
        mask = self.lines.get(module, 0)
        return any(mask >> line & 1 for line in lines)


@dataclass(frozen=True)
class Map:
    """The lines that every test executes, and those executed before a test begins."""

    tests: list[Reached]
    before: Lines


def test_files() -> list[Path]:
    """The files whose tests can notice a mutant."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return [path for path in files if not {path.parent.name, path.stem.removeprefix("test_")} & set(ELSEWHERE)]


def read_map() -> Map:
    """Read the map as recorded so far."""
    tests: list[Reached] = []
    before: Lines = {}
    for path in test_files():
        for row in json.loads(kept_in(path).read_text(encoding="utf-8")):
            found = Reached(row["test"], row["seconds"], {module: int(mask, 16) for module, mask in row["lines"].items()})
            if found.test:
                tests.append(found)
                continue
            for module, mask in found.lines.items():
                before[module] = before.get(module, 0) | mask
    return Map(sorted(tests, key=lambda found: found.seconds or 0), before)


def kept_in(path: Path) -> Path:
    """The file with the record of a file of tests; its name is a hash of everything it depends on."""
    digest = hashlib.sha256()
    helpers = [*(ROOT / "tests" / "helpers").rglob("*.py"), *(ROOT / "tools").rglob("*.py"), ROOT / "tests" / "conftest.py"]
    mutation = {Path(__file__).with_name("run.py"), Path(__file__).with_name("mutants.py")}
    for file in [*sorted(SOURCE.rglob("*.py")), *sorted(set(helpers) - mutation), path]:
        digest.update(str(file.relative_to(ROOT)).encode() + b"\0" + file.read_bytes())
    return FOLDER / f"{path.stem}-{digest.hexdigest()[:16]}.json"


def record(path: Path) -> None:
    """Run a file's tests interpreted, and record the lines that each executes."""
    recorder = _Recorder()
    pytest.main([*HOW, str(path)], plugins=[recorder, Limit(LONGEST)])
    assert recorder.seconds, "no test was run"
    kept = kept_in(path)
    kept.parent.mkdir(exist_ok=True)
    unfinished = kept.with_suffix(f".{os.getpid()}")
    unfinished.write_text(json.dumps(list(recorder.rows())), encoding="utf-8")
    unfinished.rename(kept)


class Limit:
    """A pytest plugin that ends a test after a number of seconds of processor time, so that a busy machine does not matter."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        signal.signal(signal.SIGPROF, self._end)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        """Run a test with a timer."""
        signal.setitimer(signal.ITIMER_PROF, self.seconds, 0.05)  # repeatedly, since the test may swallow the first
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def _end(self, _signal: int, frame: FrameType | None) -> None:
        if frame is not None and "coverage" not in frame.f_code.co_filename:  # coverage may hold a lock
            raise TimeoutError(f"more than {self.seconds} s")


class _Recorder:
    """A pytest plugin that records the lines each test executes, and how long it takes."""

    def __init__(self) -> None:
        import coverage

        self.coverage = coverage.Coverage(data_file=None, include=[f"{SOURCE}/*"], config_file=False)
        self.coverage.start()
        self.seconds: dict[str, float | None] = {}
        self.began = 0.0
        self.failed: set[str] = set()

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Drop the tests of most combinations of options."""
        import sevenfold
        from tools.games.combinations import combinations_of, label

        some = {label(combinations_of(name)[0]) for name in sevenfold.game_names()}
        items[:] = [
            item
            for item in items
            if not (games := _games_of(item))
            or {label(game) for game in games} <= (some | set(MORE) if item.originalname == "test_playthrough" else some)
        ]

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Attribute lines executed from now on to this test."""
        self.coverage.switch_context(nodeid)
        self.began = time.process_time()

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Record failures."""
        if report.failed:
            self.failed.add(report.nodeid)

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """Record how long the test took."""
        self.seconds[nodeid] = None if nodeid in self.failed else time.process_time() - self.began

    def rows(self) -> Iterator[dict[str, Any]]:
        """A row for each test, and one named "" for what is executed before them."""
        self.coverage.stop()
        data = self.coverage.get_data()
        lines: dict[str, dict[str, int]] = {}
        for file in data.measured_files():
            module = ".".join(Path(file).relative_to(SOURCE).with_suffix("").parts)
            for line, contexts in data.contexts_by_lineno(file).items():
                for context in contexts:
                    masks = lines.setdefault(context, {})
                    masks[module] = masks.get(module, 0) | 1 << line
        for test in ["", *self.seconds]:
            masks = lines.get(test, {})
            yield {"test": test, "seconds": self.seconds.get(test), "lines": {module: f"{masks[module]:x}" for module in masks}}


def _games_of(item: Any) -> list[Any]:
    """The games among a test's parameters."""
    from sevenfold.playing.game import Game

    callspec = getattr(item, "callspec", None)
    return [value for value in callspec.params.values() if isinstance(value, Game)] if callspec else []


if __name__ == "__main__":
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    sys.path.insert(0, str(ROOT / "src"))
    began = time.perf_counter()
    for argument in sys.argv[1:]:
        record(Path(argument).resolve())
        print(kept_in(Path(argument).resolve()), f"{time.perf_counter() - began:.1f} s")
