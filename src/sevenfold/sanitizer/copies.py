"""Checked copies of a game's functions: the same code, lines and names, with checked words and operators in their globals.

Nothing of the game itself is changed, so that other threads may compile and play it meanwhile.
"""

from __future__ import annotations
import __future__

import ast
from collections.abc import Callable
from copy import deepcopy
from types import CellType, CodeType, FunctionType
from typing import Any

from sevenfold.kernel.compiler.decorators import Compiled
from sevenfold.kernel.events import EventKind

from . import words
from .events import CheckedEvent
from .faults import functions_of
from .positions import Checks

OPERATORS = {"sevenfold_item": words.item, "sevenfold_left": words.shifted_left, "sevenfold_right": words.shifted_right}
SHARED = "sevenfold.mechanics."


class Copies:
    """The checked copies of one game's functions."""

    def __init__(self, checks: Checks, own: Callable[[str], bool]) -> None:
        """own: says whether a file is the author's."""
        self._checks, self._own = checks, own
        self._functions: dict[int, FunctionType] = {}
        self._spaces: dict[int, dict[str, Any]] = {}
        self._events: dict[int, CheckedEvent] = {}
        self._kept: list[Any] = []  # what the identities above belong to

    def of(self, value: Any) -> Any:
        """The checked copy of a function, a word or an event; anything else as it is."""
        if id(value) in words.WORDS:
            return words.WORDS[id(value)]
        if isinstance(value, EventKind):
            return self._event(value)
        function = value.function if isinstance(value, Compiled) else value
        if isinstance(function, FunctionType) and self._is_copied(function):
            return self._function(function)
        return value

    def _event(self, kind: EventKind) -> CheckedEvent:
        if id(kind) not in self._events:
            self._kept.append(kind)
            self._events[id(kind)] = CheckedEvent(kind, self._checks)
        return self._events[id(kind)]

    def _is_copied(self, function: FunctionType) -> bool:
        """Whether a function is the author's, of the shared mechanics, or generated from the game's phases."""
        if "__name__" not in function.__globals__:
            return True
        return self._own(function.__code__.co_filename) or str(function.__globals__["__name__"]).startswith(SHARED)

    def _function(self, function: FunctionType) -> FunctionType:
        made = self._functions.get(id(function))
        if made is None:
            self._kept.append(function)
            code = function.__code__
            if not code.co_freevars and self._own(code.co_filename):
                code = checked_code(code)
            space = self._space(function.__globals__)
            made = self._functions.get(id(function))  # perhaps made meanwhile, for the globals
            if made is None:
                cells = tuple(CellType() for _ in function.__closure__ or ())
                made = FunctionType(code, space, function.__name__, function.__defaults__, cells or None)
                made.__kwdefaults__ = function.__kwdefaults__
                self._functions[id(function)] = made
                for cell, old in zip(cells, function.__closure__ or (), strict=True):
                    try:
                        cell.cell_contents = self.of(old.cell_contents)
                    except ValueError:  # it is empty
                        continue
        return made

    def _space(self, old: dict[str, Any]) -> dict[str, Any]:
        """A copy of a module's globals, in which everything that is called is checked."""
        space = self._spaces.get(id(old))
        if space is None:
            self._kept.append(old)
            space = self._spaces[id(old)] = old | OPERATORS
            for name, value in old.items():
                space[name] = self.of(value)
        return space


# -- operators ----------------------------------------------------------------------------------------------------------


def checked_code(code: CodeType) -> CodeType:
    """The code of a function with its shifts and reads of tables checked; unchanged if its source is not found."""
    node = functions_of(code.co_filename).get((code.co_name, code.co_firstlineno))
    if node is None:
        return code
    node, changer = deepcopy(node), _Operators()
    node.body = [changer.visit(one) for one in node.body]
    if not changer.has_changed:
        return code
    node.decorator_list = []
    module = ast.fix_missing_locations(ast.Module([node], []))
    made = compile(module, code.co_filename, "exec", __future__.annotations.compiler_flag, dont_inherit=True)
    found = next((one for one in made.co_consts if isinstance(one, CodeType) and one.co_name == code.co_name), code)
    return found if found.co_freevars == code.co_freevars and found.co_varnames == code.co_varnames else code


class _Operators(ast.NodeTransformer):
    """Replaces operators by calls that check them."""

    def __init__(self) -> None:
        self.has_changed = False

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """A shift by an amount that is not written as a number."""
        self.generic_visit(node)
        if not isinstance(node.op, (ast.LShift, ast.RShift)) or isinstance(node.right, ast.Constant):
            return node
        return self._call(
            "sevenfold_left" if isinstance(node.op, ast.LShift) else "sevenfold_right", node, node.left, node.right
        )

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        """A shift of a variable, written as <<= or >>=."""
        self.generic_visit(node)
        if isinstance(node.target, ast.Name) and isinstance(node.op, (ast.LShift, ast.RShift)):
            read = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
            shifted = ast.copy_location(ast.BinOp(read, node.op, node.value), node)
            return ast.copy_location(ast.Assign([node.target], self.visit_BinOp(shifted)), node)  # type: ignore[arg-type]
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """A place that is read and not written as a number, nor as a difference: table[i - 1] may well mean the last."""
        self.generic_visit(node)
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if not isinstance(node.ctx, ast.Load) or any(map(_is_left_alone, parts)):
            return node
        return self._call("sevenfold_item", node, node.value, node.slice)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """An annotation is no expression."""
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """A function within: its body alone."""
        node.body = [self.visit(one) for one in node.body]
        return node

    def _call(self, name: str, node: ast.expr, *arguments: ast.expr) -> ast.AST:
        self.has_changed = True
        call = ast.Call(ast.Name(name, ast.Load()), list(arguments), [])
        return ast.fix_missing_locations(ast.copy_location(call, node))


def _is_left_alone(place: ast.expr) -> bool:
    """Whether an index is not checked: a slice, a constant, a difference."""
    if isinstance(place, ast.UnaryOp):
        return isinstance(place.operand, ast.Constant)
    return isinstance(place, (ast.Slice, ast.Constant, ast.Starred)) or (
        isinstance(place, ast.BinOp) and isinstance(place.op, ast.Sub)
    )
