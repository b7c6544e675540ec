"""Mutation run: alter the rules or the engine in one place at a time, and see whether the tests notice.

    python tools/mutate.py                          sixty places of every game
    python tools/mutate.py --places 0 pyramid       every place of one
    python tools/mutate.py --engine --places 300    places of the engine: kernel, declare, view, playing, records, words

Each mutant runs interpreted, in a process of its own, through the tests of `make test` that concern it, the quickest first,
until one fails. What gets through is compiled for those tests that deal too often to be interpreted. Mutants that no test
notices are printed, with the line as it was and as it is: a test is missing, or the line does the same either way.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "sevenfold"
ENGINE = ("kernel", "declare", "view", "playing", "records", "words")
LEFT_OUT = ("cache", "compiled", "numba_support", "__init__")  # how things are compiled, not what

Suite = tuple[str, str]  # tests by the names of their files (and their own), and which of those: pytest's -k

# A game's own: the quickest to notice first.
ITS_OWN = "{game} and not perft and not server and not a_bot"
OF_A_GAME: tuple[Suite, ...] = (("golden {game} transcripts properties secrecy", ITS_OWN),)
COMPILED: tuple[Suite, ...] = (("redeal", ITS_OWN),)

# The engine's: playthroughs that together use all that it does, in an order in which most mutants are noticed soon.
PLAYED = (
    "sane_sevens-players=2-silly=true seven_truf front_and_center",
    "seven_solitaire chain_up-players=2 monoculture-players=3 seven_and_seven-players=2",
    "seven_suitors-variant=short-no_ties=false-special_cards=one_each monoculture-players=4",
    "second_thoughts-players=3-first_lead=red_one-scoring=bids",
    "suitability-players=2-partnership=false-target=four_deals cooperative_dominoes-players=2-jokers=true-stacks=true",
)
PLAYTHROUGHS: list[Suite] = [
    (" ".join(f"golden::test_playthrough[{label}]" for label in labels.split()), "") for labels in PLAYED
]
GAMES = "sane_sevens seven_truf seven_solitaire pyramid monoculture second_thoughts suitability chain_up"
OF_THE_ENGINE: tuple[Suite, ...] = (
    PLAYTHROUGHS[0],
    ("state", ""),
    PLAYTHROUGHS[1],
    (GAMES, ""),
    PLAYTHROUGHS[2],
    ("seven_suitors seven_and_seven front_and_center cooperative_dominoes", ""),
    PLAYTHROUGHS[3],
    PLAYTHROUGHS[4],
    ("records rule_examples ring grid taking triangle types rules_cited", ""),
    ("terminal rule_pages", "not compil and not whole_game"),
    ("kept_transcripts transcripts", "sane_sevens or seven_solitaire or monoculture"),
    ("information secrecy properties", "seven_solitaire or chain_up"),
)
ENGINE_COMPILED: tuple[Suite, ...] = (
    ("redeal", "sane_sevens or seven_truf or deal_out or monoculture or chain_up"),
    ("information secrecy", "sane_sevens or chain_up"),
)
PATIENCE = 240  # seconds: a mutant that has not ended by then is taken to run for ever
PATH = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tools"), str(ROOT / "benchmarks")])
LEFT_ALONE = ("decorator_list", "args", "returns", "annotation", "targets", "target")
OPPOSITE: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip


@dataclass
class Mutant:
    """A file of the package with one place altered."""

    module: str  # "games.pyramid"
    line: int
    was: str
    now: str
    source: str

    @property
    def suites(self) -> tuple[tuple[Suite, ...], tuple[Suite, ...]]:
        """The tests that concern it: those to run interpreted, those to run compiled."""
        room, _, name = self.module.partition(".")
        if room != "games":
            return OF_THE_ENGINE, ENGINE_COMPILED
        filled = [
            tuple((files.format(game=name), which.format(game=name)) for files, which in of) for of in (OF_A_GAME, COMPILED)
        ]
        return filled[0], filled[1]


class Altered(MetaPathFinder):
    """Finds one module of the package in a file of its own."""

    def __init__(self, module: str, path: str) -> None:
        self.name, self.path = f"sevenfold.{module}", path

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        """The altered module's; all others are found as usual."""
        return spec_from_file_location(name, self.path) if name == self.name else None


def alterations(node: ast.AST) -> Iterator[ast.AST | None]:
    """What may stand in place of a node; None leaves a statement out."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in OPPOSITE:
            other = copy.deepcopy(node)
            other.ops = [OPPOSITE[type(op)]()]  # type: ignore[list-item]
            yield other
        case ast.BinOp(op=op) | ast.BoolOp(op=op) | ast.AugAssign(op=op) if type(op) in OPPOSITE:
            changed = copy.deepcopy(node)
            changed.op = OPPOSITE[type(op)]()  # type: ignore[assignment]
            yield changed
        case ast.UnaryOp(op=ast.Not() | ast.Invert(), operand=operand):
            yield operand
        case ast.Constant(value=bool() as truth):
            yield ast.Constant(not truth)
        case ast.Constant(value=int() as number):
            yield ast.Constant(number + 1)
        case ast.Break():
            yield ast.Pass()
    if isinstance(node, ast.Assign | ast.AugAssign) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        yield None


def places(tree: ast.Module) -> Iterator[tuple[ast.AST, str, int | None]]:
    """Where something can be altered: (parent, its field, which of a list), in functions, methods and numbers of the module."""
    bodies = [tree.body, *(node.body for node in tree.body if isinstance(node, ast.ClassDef))]
    inside: list[ast.AST] = [node for body in bodies for node in body if isinstance(node, ast.FunctionDef)]
    inside += [node for node in tree.body if isinstance(node, ast.Assign) and not isinstance(node.value, ast.Call)]
    while inside:
        parent = inside.pop()
        for name, value in ast.iter_fields(parent):
            if name in LEFT_ALONE and not isinstance(parent, ast.Call):
                continue
            for i, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if isinstance(node, ast.AST):
                    yield parent, name, i
                    inside.append(node)


def path_of(module: str) -> Path:
    """A module's file."""
    return SOURCE / f"{module.replace('.', '/')}.py"


def as_it_is(module: str) -> Mutant:
    """A module that is not altered."""
    return Mutant(module, 0, "", "", ast.unparse(ast.parse(path_of(module).read_text(encoding="utf-8"))))


def mutants(module: str) -> list[Mutant]:
    """All mutants of a module."""
    tree = ast.parse(path_of(module).read_text(encoding="utf-8"))
    found = []
    for parent, name, i in places(tree):
        value = getattr(parent, name)
        node = value if i is None else value[i]
        for other in alterations(node):
            instead = ast.Pass() if other is None else other
            _put(parent, name, i, instead)
            now = "(left out)" if other is None else ast.unparse(instead)
            found.append(Mutant(module, node.lineno, ast.unparse(node), now, ast.unparse(ast.fix_missing_locations(tree))))
            _put(parent, name, i, node)
    return found


def _put(parent: ast.AST, name: str, i: int | None, node: ast.AST) -> None:
    if i is None:
        setattr(parent, name, node)
    else:
        getattr(parent, name)[i] = node


def is_noticed(mutant: Mutant) -> bool:
    """Does a test fail?"""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{mutant.module.rpartition('.')[2]}.py"
        path.write_text(mutant.source, encoding="utf-8")
        interpreted, compiled = mutant.suites
        return _fails_interpreted(mutant.module, str(path), interpreted) or _fails_compiled(mutant.module, str(path), compiled)


def _fails_interpreted(module: str, path: str, suites: Sequence[Suite]) -> bool:
    """In a child of this process, which has loaded nothing of the package."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, 1)
            os.dup2(nothing, 2)
            status = run_tests(module, path, suites)
        finally:
            os._exit(status)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status != 0
        time.sleep(0.02)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return True


def _fails_compiled(module: str, path: str, suites: Sequence[Suite]) -> bool:
    code = f"import sys, mutate; sys.exit(mutate.run_tests({module!r}, {path!r}, {suites!r}))"
    folder = str(Path(path).parent)
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0", "SEVENFOLD_CACHE": folder, "PYTHONPATH": PATH}
    try:
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            timeout=PATIENCE, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def run_tests(module: str, path: str, suites: Sequence[Suite]) -> int:
    """Run the tests of suites one after the other, the module taken from a file, until one fails; pytest's exit status."""
    import pytest

    sys.meta_path.insert(0, Altered(module, path))
    how = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "-o", "timeout=60"]
    for files, which in suites:
        named = [name.partition("::") for name in files.split()]
        paths = [str(ROOT / "tests" / f"test_{file}.py") + "".join(own) for file, *own in named]
        status = int(pytest.main([*how, *(["-k", which] if which else []), *paths]))
        if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return status
    return 0


# -- the command ------------------------------------------------------------------------------------------------------


def run(name: str, every: list[Mutant], places_wanted: int, seed: int, jobs: int) -> None:
    """Run some of the mutants, and print those that are not noticed."""
    some = every if not places_wanted else random.Random(seed).sample(every, min(places_wanted, len(every)))
    with ThreadPoolExecutor(jobs) as pool:
        noticed = []
        for mutant, was_noticed in zip(some, pool.map(is_noticed, some), strict=True):
            noticed.append(was_noticed)
            if not was_noticed:
                print(f"  {mutant.module} line {mutant.line}: {mutant.was}  ->  {mutant.now}", flush=True)
    print(f"{name}: {sum(noticed)} of {len(some)} noticed, of {len(every)} that there are", flush=True)


def check(module: str) -> None:
    """Leave with what fails, if a test fails without a mutation."""
    mutant = as_it_is(module)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{module.rpartition('.')[2]}.py"
        path.write_text(mutant.source, encoding="utf-8")
        for suites, fails in zip(mutant.suites, (_fails_interpreted, _fails_compiled), strict=True):
            for suite in suites:
                if fails(module, str(path), [suite]):
                    sys.exit(f"Without a mutation these tests fail ({fails.__name__[7:]}): {suite[0]} {suite[1]}".rstrip())


def engine_modules() -> list[str]:
    """The modules of the engine."""
    files = (path for room in ENGINE for path in sorted((SOURCE / room).glob("*.py")) if path.stem not in LEFT_OUT)
    return [f"{path.parent.name}.{path.stem}" for path in files]


def main() -> None:
    """Run the mutants of the games named, of all, or of the engine."""
    parser = argparse.ArgumentParser(description="Alter the rules or the engine in one place at a time: do the tests notice?")
    parser.add_argument("games", nargs="*", metavar="game")
    parser.add_argument("--engine", action="store_true", help="alter the engine instead of games")
    parser.add_argument("--places", type=int, default=60, help="of each game, or of the engine, at random; 0 for all")
    parser.add_argument("--seed", type=int, default=0, help="of the choice of places")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    if chosen.engine and chosen.games:
        parser.error("Name games, or --engine, not both.")
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    os.chdir(ROOT)
    import numpy as np  # noqa: F401 - what every child would load anew
    import pytest  # noqa: F401

    if chosen.engine:
        check("kernel.sets")
        every = [mutant for module in engine_modules() for mutant in mutants(module)]
        run("engine", every, chosen.places, chosen.seed, chosen.jobs)
        return
    for game in chosen.games or sorted(path.stem for path in (SOURCE / "games").glob("*.py") if path.stem != "__init__"):
        check(f"games.{game}")
        run(game, mutants(f"games.{game}"), chosen.places, chosen.seed, chosen.jobs)


if __name__ == "__main__":
    main()
