"""Mutation testing: alter the rules or the engine in one place at a time, and see whether the tests notice.

    python -m tools.mutation.run                          sixty places of every game
    python -m tools.mutation.run --places 0 pyramid       every place of one game
    python -m tools.mutation.run --engine --places 300    places of the engine (ENGINE in mutants.py)
    python -m tools.mutation.run --engine --control       alter nothing, to check that nothing is noticed

First all tests run interpreted, and the lines that each executes are kept in a temporary folder until a file changes.
Then each mutant runs, interpreted and in its own process, through the tests that execute its line, the quickest first, until
one fails. A mutant that gets through is compiled and run through some of the tests that are too slow when interpreted.
Mutants that no test notices are printed with the old and the new line: a test is missing, or the line does the same
either way. Results are saved as they come, so an interrupted run resumes; --again repeats the mutants that got
through.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from tools.mutation.lines_by_test import FOLDER, HOW, Limit, Map, Reached, kept_in, read_map, record, test_files
from tools.mutation.mutants import ROOT, SOURCE, Altered, Mutant, as_it_is, engine_modules, modules_of, mutants

BUDGET = 40.0  # seconds of recorded test time that a mutant runs interpreted
LOADING = 0.3  # seconds that a file of tests takes to load
FIRST = 2.0  # seconds of the quickest tests, before two playthroughs, which notice most
ENOUGH = 10.0  # seconds: if the tests of a line take less, others run too; what they use may have been made by another test
COMPILED = 4  # tests that a mutant runs compiled
HANGS = 20  # seconds of processor time: a test that takes longer does not end
PROCESSOR = 240  # seconds of processor time that all tests of a mutant may take
COMPILING = 600  # the same where it is compiled; a loop that no longer ends is noticed by that
PATIENCE = 1800  # seconds, after which a mutant is given up
MEMORY = 4 << 30
GIVEN_UP = 1000  # not an exit status
LOADED_ONCE = ("coverage", "numba", "numpy", "scipy.stats", "sqlalchemy")  # every child would load these
PATH = os.pathsep.join([str(ROOT / "src"), str(ROOT)])


@dataclass
class Result:
    """The result of a mutant."""

    key: str
    noticed_by: str | None  # a test, or the way the process ended
    remark: str  # if none noticed it


# -- one mutant -------------------------------------------------------------------------------------------------------


@dataclass
class Plan:
    """The tests through which a mutant runs."""

    interpreted: list[list[str]]  # one after the other
    compiled: list[str]
    remark: str  # printed if it gets through


def plan_for(mutant: Mutant, found: Map) -> Plan:
    """The tests that execute a mutant's line; if it is executed before any test begins, all tests."""
    before = any(found.before.get(mutant.module, 0) >> line & 1 for line in mutant.lines)
    executing = [test for test in found.tests if test.executes(mutant.module, mutant.lines)]
    timed = [test for test in executing if test.seconds is not None]
    compiled = sorted((test.test for test in executing if test.seconds is None), key=lambda test: "redeal" not in test)
    of_module = [test for test in found.tests if test.lines.get(mutant.module)]
    remark = "" if executing or before else "no test executes it"
    if before or sum(test.seconds or 0 for test in timed) < ENOUGH:
        others = [test for test in (found.tests if before else of_module) if test.seconds is not None and test not in timed]
        timed += list(_within(others, BUDGET if before else ENOUGH))
    quick = list(_within(timed, FIRST))
    played = [test for test in timed if "test_playthrough" in test.test and test not in quick][:2]
    rest = [test for test in timed if test not in quick and test not in played]
    within = list(_within(rest, BUDGET - FIRST - sum(test.seconds or 0 for test in played)))
    if len(within) < len(rest):
        remark = f"given up after {len(quick) + len(played) + len(within)} tests of {len(timed)}"
    stages = [[test.test for test in stage] for stage in ([*quick, *played], within) if stage]
    return Plan(stages, compiled[:COMPILED], remark)


def _within(tests: Iterable[Reached], seconds: float) -> Iterator[Reached]:
    files = set()
    for test in tests:
        file = test.test.partition("::")[0]
        seconds -= (test.seconds or 0) + (0 if file in files else LOADING)
        files.add(file)
        if seconds < 0:
            return
        yield test


class Noting:
    """A pytest plugin that runs tests in a given order, and records which one fails."""

    def __init__(self, tests: list[str], note: Path) -> None:
        self.place, self.note = {test: i for i, test in enumerate(tests)}, note

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Put the tests into the given order."""
        items.sort(key=lambda item: self.place.get(item.nodeid, 0))

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Record the failing test."""
        if report.failed:
            self.note.write_text(report.nodeid, encoding="utf-8")

    def pytest_collectreport(self, report: Any) -> None:
        """Record a file of tests that cannot be loaded."""
        if report.failed:
            self.note.write_text(f"{report.nodeid} (loading)", encoding="utf-8")


def run_tests(module: str, path: str, stages: list[list[str]]) -> int:
    """Run the tests of each stage until one fails, with the module loaded from a file; return 1 if one fails."""
    import pytest

    sys.meta_path.insert(0, Altered(module, path))
    for tests in stages:
        plugins = [Noting(tests, Path(path).with_name("noticed")), Limit(HANGS)]
        status = int(pytest.main([*HOW, "-x", *tests], plugins=plugins))
        if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return 1
    return 0


# -- processes --------------------------------------------------------------------------------------------------------


def forked(task: Callable[[], int]) -> int:
    """Start a task in a silent child process that has loaded nothing of the package; return its id."""
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        status = task()
    finally:
        os._exit(status)


def alone(child: int, seconds: float) -> Iterator[int | None]:
    """Yield None until a child has ended, then its exit status; the child is killed after `seconds`."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            yield os.waitstatus_to_exitcode(status)
            return
        yield None
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    yield GIVEN_UP


def side_by_side(tasks: Iterable[Iterator[None]], jobs: int) -> None:
    """Run tasks, `jobs` at a time, until all have ended."""
    waiting, running = iter(tasks), list[Iterator[None]]()
    while True:
        while len(running) < jobs and (task := next(waiting, None)) is not None:
            running.append(task)
        if not running:
            return
        running = [task for task in running if next(task, running) is not running]
        time.sleep(0.02)


def trying(mutant: Mutant, plan: Plan, report: Callable[[Mutant, Result], None]) -> Iterator[None]:
    """Run a mutant through its tests, interpreted and then compiled."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{mutant.module.rpartition('.')[2]}.py"
        path.write_text(mutant.source, encoding="utf-8")

        def interpreted() -> int:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR, PROCESSOR))  # against endless loops outside tests
            return run_tests(mutant.module, str(path), plan.interpreted)

        def compiled() -> int:
            resource.setrlimit(resource.RLIMIT_CPU, (COMPILING, COMPILING))
            code = f"import sys, mutate; sys.exit(mutate.run_tests({mutant.module!r}, {str(path)!r}, {[plan.compiled]!r}))"
            environment = {**os.environ, "NUMBA_DISABLE_JIT": "0", "SEVENFOLD_CACHE": folder, "PYTHONPATH": PATH}
            os.execve(sys.executable, [sys.executable, "-c", code], environment)  # noqa: S606

        for task, tests in ((interpreted, plan.interpreted), (compiled, plan.compiled)):
            ended = alone(forked(task), PATIENCE) if tests else iter([0])
            while (status := next(ended)) is None:
                yield
            if status == GIVEN_UP:
                report(mutant, Result(mutant.key, None, f"given up after {PATIENCE} seconds"))
                return
            if status:
                note = path.with_name("noticed")
                by = note.read_text(encoding="utf-8") if note.exists() else f"no test, it ends with {status}"
                report(mutant, Result(mutant.key, by, ""))
                return
        report(mutant, Result(mutant.key, None, plan.remark))


# -- the command ------------------------------------------------------------------------------------------------------


class Results:
    """The results so far, saved in a file if there is one."""

    def __init__(self, path: Path | None) -> None:
        self.path, self.of = path, dict[str, Result]()
        for line in path.read_text(encoding="utf-8").splitlines() if path and path.exists() else ():
            row = json.loads(line)
            self.of[row["key"]] = Result(row["key"], row["noticed_by"], row["remark"])

    def add(self, mutant: Mutant, result: Result) -> None:
        """Save a result, and print the mutant if it got through."""
        self.of[result.key] = result
        if self.path is None:
            return
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({**asdict(result), "mutant": str(mutant)}) + "\n")
        if result.noticed_by is None:
            print(told(mutant, result), flush=True)


def told(mutant: Mutant, result: Result) -> str:
    """The line to print for a mutant that got through."""
    return f"  {mutant}" + (f"  ({result.remark})" if result.remark else "")


def recording(path: Path) -> Iterator[None]:
    """Record the lines that a file's tests execute, in a process of its own."""

    def task() -> int:
        record(path)
        return 0

    for status in alone(forked(task), 3600):
        if status:
            sys.exit(f"The tests of {path.name} could not be recorded.")
        yield


def run(name: str, every: list[Mutant], chosen: argparse.Namespace, found: Map, results: Results) -> None:
    """Run a sample of the mutants, and print those that are not noticed."""
    some = every if not chosen.places else random.Random(chosen.seed).sample(every, min(chosen.places, len(every)))
    missing = [m for m in some if m.key not in results.of or (chosen.again and results.of[m.key].noticed_by is None)]
    for mutant in some:
        if mutant not in missing and results.of[mutant.key].noticed_by is None:
            print(told(mutant, results.of[mutant.key]), flush=True)
    side_by_side((trying(mutant, plan_for(mutant, found), results.add) for mutant in missing), chosen.jobs)
    noticed = sum(results.of[mutant.key].noticed_by is not None for mutant in some)
    print(f"{name}: {noticed} of {len(some)} noticed, of {len(every)} that there are", flush=True)


def control(modules: list[str], jobs: int, found: Map) -> None:
    """Run unaltered modules; exit with the tests that fail, if any do."""
    results = Results(None)
    unaltered = [as_it_is(module) for module in modules]
    side_by_side((trying(mutant, plan_for(mutant, found), results.add) for mutant in unaltered), jobs)
    noticed = [f"{mutant.module}: {by}" for mutant in unaltered if (by := results.of[mutant.key].noticed_by)]
    if noticed:
        sys.exit("\n".join(["These are noticed, though nothing is altered:", *noticed]))


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Alter the rules or the engine in one place at a time: do the tests notice?")
    parser.add_argument("games", nargs="*", metavar="game")
    parser.add_argument("--engine", action="store_true", help="alter the engine instead of games")
    parser.add_argument("--places", type=int, default=60, help="of each game, or of the engine, at random; 0 for all")
    parser.add_argument("--seed", type=int, default=0, help="of the choice of places")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--results", type=Path, default=FOLDER / "results.jsonl", help="where the results are kept")
    parser.add_argument("--again", action="store_true", help="try those anew that got through")
    parser.add_argument("--control", action="store_true", help="alter nothing: no test may notice")
    chosen = parser.parse_args()
    if chosen.engine and chosen.games:
        parser.error("Name games, or --engine, not both.")
    os.environ |= {"NUMBA_DISABLE_JIT": "1"}
    os.chdir(ROOT)
    sys.path[:0] = PATH.split(os.pathsep)
    for name in LOADED_ONCE:
        import_module(name)

    side_by_side((recording(path) for path in test_files() if not kept_in(path).exists()), chosen.jobs)
    found, results = read_map(), Results(chosen.results)
    names = chosen.games or sorted(path.parent.name for path in (SOURCE / "games").glob("*/rules.py"))
    parts = {"engine": engine_modules()} if chosen.engine else {name: modules_of(name) for name in names}
    modules = [module for of_part in parts.values() for module in of_part]
    control(modules if chosen.control else modules[:1], chosen.jobs, found)
    if chosen.control:
        return
    for name, of_part in parts.items():
        run(name, [mutant for module in of_part for mutant in mutants(module)], chosen, found, results)


if __name__ == "__main__":
    main()
