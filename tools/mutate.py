"""Mutation run: alter a game's file in one place at a time, and see whether its tests notice.

    python tools/mutate.py                          sixty places of every game
    python tools/mutate.py --sample 0 pyramid       every place of one

Each mutant runs interpreted, in a process of its own, through the tests of `make test` that concern its game, until one
fails; what gets through is compiled for those of re-dealing, which deal too often to be interpreted. Those that none notices
are printed, with the line as it was and as it is: a test is missing, or the line says the same either way.
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
from pathlib import Path

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "src" / "sevenfold" / "games"
SUITES = ("golden", "", "transcripts", "properties", "secrecy")  # the quickest to notice first; "" is the game's own
COMPILED = ("redeal",)
PATIENCE = 240  # seconds: a mutant that has not ended by then never ends
LEFT_ALONE = ("decorator_list", "args", "returns", "annotation", "targets", "target")
OPPOSITE: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip


@dataclass
class Mutant:
    """A game's file with one place altered."""

    game: str
    line: int
    was: str
    now: str
    source: str


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
    """Where something can be altered: (parent, its field, which of a list), in functions and in numbers of the module."""
    inside: list[ast.AST] = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
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


def mutants(game: str) -> list[Mutant]:
    """All mutants of a game's file."""
    text = (GAMES / f"{game}.py").read_text(encoding="utf-8")
    tree = ast.parse(text)
    found = []
    for parent, name, i in places(tree):
        value = getattr(parent, name)
        node = value if i is None else value[i]
        for other in alterations(node):
            instead = ast.Pass() if other is None else other
            _put(parent, name, i, instead)
            now = "(left out)" if other is None else ast.unparse(instead)
            found.append(Mutant(game, node.lineno, ast.unparse(node), now, ast.unparse(ast.fix_missing_locations(tree))))
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
        (Path(folder) / f"{mutant.game}.py").write_text(mutant.source, encoding="utf-8")
        return _fails_interpreted(mutant.game, folder) or _fails_compiled(mutant.game, folder)


def _fails_interpreted(game: str, folder: str) -> bool:
    """In a child of this process, which has loaded no game."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, 1)
            os.dup2(nothing, 2)
            status = run_tests(game, folder, SUITES)
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


def _fails_compiled(game: str, folder: str) -> bool:
    code = f"import sys, mutate; sys.exit(mutate.run_tests({game!r}, {folder!r}, {COMPILED!r}))"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0", "SEVENFOLD_CACHE": folder, "PYTHONPATH": str(Path(__file__).parent)}
    try:
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            timeout=PATIENCE, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def run_tests(game: str, folder: str, suites: Sequence[str]) -> int:
    """Run the tests that concern a game, its file taken from the folder; pytest's exit status."""
    import pytest

    import sevenfold.games

    sevenfold.games.__path__.insert(0, folder)
    choose = f"{game} and not perft and not server and not a_bot"
    how = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "-k", choose, "-o", "timeout=60"]
    status = int(pytest.main([*how, *(str(ROOT / "tests" / f"test_{suite or game}.py") for suite in suites)]))
    return 0 if status == pytest.ExitCode.NO_TESTS_COLLECTED else status


def main() -> None:
    """Run the mutants of the games named, or of all."""
    parser = argparse.ArgumentParser(description="Alter games in one place at a time, and see whether their tests notice.")
    parser.add_argument("games", nargs="*", metavar="game")
    parser.add_argument("--sample", type=int, default=60, help="mutants of each game, taken at random; 0 for all")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    os.chdir(ROOT)
    import numpy as np  # noqa: F401 - what every child would load anew
    import pytest  # noqa: F401

    from sevenfold.games import NAMES

    for game in chosen.games or NAMES:
        as_it_is = ast.unparse(ast.parse((GAMES / f"{game}.py").read_text(encoding="utf-8")))
        if is_noticed(Mutant(game, 0, "", "", as_it_is)):
            sys.exit(f"The tests of {game} fail without a mutation.")
        every = mutants(game)
        some = every if not chosen.sample else random.Random(chosen.seed).sample(every, min(chosen.sample, len(every)))
        with ThreadPoolExecutor(chosen.jobs) as pool:
            noticed = list(pool.map(is_noticed, some))
        print(f"{game}: {sum(noticed)} of {len(some)} noticed, of {len(every)} that there are", flush=True)
        for mutant, was_noticed in zip(some, noticed, strict=True):
            if not was_noticed:
                print(f"  line {mutant.line}: {mutant.was}  ->  {mutant.now}", flush=True)


if __name__ == "__main__":
    main()
