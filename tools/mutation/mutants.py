"""Mutants: modules of the package with one place altered."""

from __future__ import annotations

import ast
import copy
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "sevenfold"
ENGINE = ("kernel", "declare", "view", "playing", "records", "mechanics")
LEFT_OUT = ("numba_overloads", "__init__")  # how things are compiled, not what

LEFT_ALONE = ("decorator_list", "args", "returns", "annotation", "targets", "target")
OPPOSITE: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """A module of the package with one place altered."""

    module: str  # "games.pyramid"
    lines: tuple[int, ...]  # of the altered place, and of the statement that contains it
    was: str
    now: str
    source: str

    @property
    def key(self) -> str:
        """A key that no other mutant has."""
        return hashlib.sha256(f"{self.module}\0{self.source}".encode()).hexdigest()[:20]

    def __str__(self) -> str:
        return f"{self.module} line {self.lines[0]}: {self.was}  ->  {self.now}"


class Altered(MetaPathFinder):
    """An import hook that loads one module from another file."""

    def __init__(self, module: str, path: str) -> None:
        self.name, self.path = f"sevenfold.{module}", path

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        """The altered module's spec; None for all others."""
        return spec_from_file_location(name, self.path) if name == self.name else None


def path_of(module: str) -> Path:
    """A module's file."""
    return SOURCE / f"{module.replace('.', '/')}.py"


def engine_modules() -> list[str]:
    """The modules of the engine."""
    files = (path for room in ENGINE for path in sorted((SOURCE / room).glob("*.py")) if path.stem not in LEFT_OUT)
    return [f"{path.parent.name}.{path.stem}" for path in files]


def modules_of(game: str) -> list[str]:
    """The modules with a game's rules."""
    files = sorted((SOURCE / "games" / game).glob("*.py"))
    return [f"games.{game}.{path.stem}" for path in files if path.stem not in ("__init__", "heuristics")]


def mutants(module: str) -> list[Mutant]:
    """All mutants of a module."""
    tree = ast.parse(path_of(module).read_text(encoding="utf-8"))
    found = []
    for parent, name, i, statement in places(tree):
        value = getattr(parent, name)
        node = value if i is None else value[i]
        for other in alterations(node):
            instead = ast.Pass() if other is None else other
            _put(parent, name, i, instead)
            now = "(left out)" if other is None else ast.unparse(instead)
            source = ast.unparse(ast.fix_missing_locations(tree))
            found.append(Mutant(module, (node.lineno, statement), ast.unparse(node), now, source))
            _put(parent, name, i, node)
    return found


def as_it_is(module: str) -> Mutant:
    """A module rebuilt from its syntax tree like all mutants, but not altered."""
    source = ast.unparse(ast.parse(path_of(module).read_text(encoding="utf-8")))
    return Mutant(module, (0,), "nothing", "nothing", source)


def alterations(node: ast.AST) -> Iterator[ast.AST | None]:
    """What can replace a node; None removes a statement."""
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


def places(tree: ast.Module) -> Iterator[tuple[ast.AST, str, int | None, int]]:
    """The places that can be altered in a module's functions, methods and constants: (parent, its field, index in a list,
    line of the statement)."""
    bodies = [tree.body, *(node.body for node in tree.body if isinstance(node, ast.ClassDef))]
    inside: list[tuple[ast.AST, int]] = [
        (node, node.lineno) for body in bodies for node in body if isinstance(node, ast.FunctionDef)
    ]
    inside += [
        (node, node.lineno) for node in tree.body if isinstance(node, ast.Assign) and not isinstance(node.value, ast.Call)
    ]
    while inside:
        parent, line = inside.pop()
        for name, value in ast.iter_fields(parent):
            if name in LEFT_ALONE and not isinstance(parent, ast.Call):
                continue
            for i, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if isinstance(node, ast.AST):
                    statement = node.lineno if isinstance(node, ast.stmt) else line
                    yield parent, name, i, statement
                    inside.append((node, statement))


def _put(parent: ast.AST, name: str, i: int | None, node: ast.AST) -> None:
    if i is None:
        setattr(parent, name, node)
    else:
        getattr(parent, name)[i] = node
