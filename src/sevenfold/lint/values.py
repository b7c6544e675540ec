"""What an expression of a rule holds, as far as its text says: a set, a card, a seat, a constant."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, Literal

from sevenfold.cards import NONE
from sevenfold.kernel import chance, questions, sets
from sevenfold.kernel.fields import FIXED

from .source import MISSING, Function, Source

Kind = Literal["set", "card", "part", "seat", "array", "float", "truth", "text"]  # part: a card's suit, rank or number
LEAST_SET = 1 << 12  # a constant from here on is taken for a set: no rule counts so far
RETURNED: dict[Any, Kind] = {
    sets.bit: "set",
    sets.first: "set",
    sets.maybe: "set",
    sets.without: "set",
    sets.beyond_lowest: "set",
    sets.has: "truth",
    chance.draw: "set",
    chance.some: "set",
    chance.draw_card: "card",
    chance.fraction: "float",
    questions.left: "seat",
    float: "float",
    str: "text",
}
NAMED: dict[str, Kind] = {
    "CardSet": "set",
    "ActionSet": "set",
    "SeatSet": "set",
    "Card": "card",
    "Suit": "part",
    "Seat": "seat",
    "float": "float",
    "bool": "truth",
    "str": "text",
}
OPERATIONS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
}
NOTHING = (0, NONE)  # what a variable begins with, whatever it is to hold
DEEPEST = 6  # functions and variables looked through for what an expression holds


def constant(function: Function, node: ast.AST | None) -> Any:
    """The value of an expression that is the same wherever it stands; MISSING if it is not one."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Invert):
        value = constant(function, node.operand)
        if type(value) is not int:
            return MISSING
        return -value if isinstance(node.op, ast.USub) else ~value
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATIONS:
        left, right = constant(function, node.left), constant(function, node.right)
        return OPERATIONS[type(node.op)](left, right) if type(left) is int and type(right) is int else MISSING
    value = function.meaning(node)
    return value if isinstance(value, bool | int | str | float) else MISSING


def whole(function: Function, node: ast.AST | None) -> int | None:
    """The value of an expression that is a constant whole number; None if it is not."""
    value = constant(function, node)
    return int(value) if isinstance(value, int) else None


class Values:
    """What the expressions of a game's functions hold."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._fields = source.rules.position.fields
        self._returned: dict[Function, Kind | None] = {}

    def kind(self, function: Function, node: ast.AST | None, depth: int = DEEPEST) -> Kind | None:
        """What an expression holds; None if it is something else, or unknown."""
        if depth == 0 or node is None:
            return None
        if isinstance(node, ast.Attribute):
            return self._of_field(function.field(node))
        if isinstance(node, ast.Subscript):
            return self._of_place(function, node)
        if isinstance(node, ast.Call):
            return self._of_call(function, node, depth)
        if isinstance(node, ast.Name):
            return self._of_name(function, node, depth)
        if isinstance(node, ast.BinOp):
            return self._of_operation(function, node, depth)
        if isinstance(node, ast.UnaryOp):
            inner = self.kind(function, node.operand, depth - 1)
            return "truth" if isinstance(node.op, ast.Not) else inner if inner in ("set", "float") else None
        if isinstance(node, ast.IfExp):
            kinds = {self.kind(function, one, depth - 1) for one in (node.body, node.orelse) if constant(function, one) != 0}
            return kinds.pop() if len(kinds) == 1 else None
        if isinstance(node, ast.Compare):
            return "truth"
        if isinstance(node, ast.Constant):
            return _of_constant(node.value)
        return None

    def array(self, function: Function, node: ast.AST) -> str:
        """The name of the array field that an expression is, as a whole; empty if it is none."""
        name = function.field(node)
        return name if name in self._fields and self._fields[name].shape else ""

    def _of_field(self, name: str) -> Kind | None:
        if name in ("turn", "dealer"):
            return "seat"
        field = self._fields.get(name)
        if field is None or name in FIXED:
            return None
        return "array" if field.shape else _HELD.get(field.kind)

    def _of_place(self, function: Function, node: ast.Subscript) -> Kind | None:
        name, at = subscripted(function, node)
        field = self._fields.get(name)
        if field is None or any(isinstance(one, ast.Slice | ast.Starred) for one in at):
            return None
        return "array" if len(at) < len(field.shape) else _HELD.get(field.kind) if len(at) == len(field.shape) else None

    def _of_call(self, function: Function, node: ast.Call, depth: int) -> Kind | None:
        meant = function.meaning(node.func)
        try:
            if meant in RETURNED:
                return RETURNED[meant]
        except TypeError:  # it cannot be hashed
            return None
        called = self._source.called(function, node)
        if called is None or not isinstance(called.node, ast.FunctionDef):
            return None
        if isinstance(called.node.returns, ast.Name) and called.node.returns.id != "int":
            return NAMED.get(called.node.returns.id)
        if called not in self._returned:
            self._returned[called] = None  # a function that calls itself
            kinds = {self.kind(called, one.value, depth - 1) for one in returned(called) if constant(called, one.value) != 0}
            kind = kinds.pop() if len(kinds) == 1 else None
            self._returned[called] = kind if kind == "part" or called.node.returns is None else None
        return self._returned[called]

    def _of_name(self, function: Function, node: ast.Name, depth: int) -> Kind | None:
        if node.id not in function.own_names:
            value = function.meaning(node)
            return "set" if type(value) is int and (value >= LEAST_SET or value < -LEAST_SET) else None
        for at, one in enumerate(function.node.args.args):
            if one.arg == node.id:
                if _is_set_again(function, node.id):
                    return None
                if one.annotation is None:
                    return self._of_given(function, at, depth)
                return NAMED.get(one.annotation.id) if isinstance(one.annotation, ast.Name) else None
        loops = [
            n for n in function.nodes if isinstance(n, ast.For) and isinstance(n.target, ast.Name) and n.target.id == node.id
        ]
        values = [value for value in _values_of(function, node.id) if constant(function, value) not in NOTHING]
        kinds = {self.kind(function, value, depth - 1) for value in values} | {self._of_loop(function, loop) for loop in loops}
        return kinds.pop() if len(kinds) == 1 else None

    def _of_loop(self, function: Function, loop: ast.For) -> Kind | None:
        call = loop.iter
        if not isinstance(call, ast.Call) or len(call.args) != 1:
            return None
        meant = function.meaning(call.func)
        if meant is range and function.field(call.args[0]) == "players":
            return "seat"
        return "card" if meant is sets.each and self._is_of_cards(function, call.args[0]) else None

    def _is_of_cards(self, function: Function, node: ast.AST) -> bool:
        """Whether a set is one of cards, not of actions, seats or places: it is made from fields that hold cards."""
        named = {function.field(one) for one in ast.walk(node)} & set(self._fields)
        kinds = {self._fields[name].kind for name in named}
        return bool(kinds & {"cards"}) and not any(isinstance(one, ast.LShift | ast.RShift) for one in ast.walk(node))

    def _of_given(self, function: Function, at: int, depth: int) -> Kind | None:
        """What a parameter holds that has no type: the card of an action, or what all calls give there."""
        if function.registered == "applies":
            return "card" if at == 1 and function in self._choosing_cards else None
        if function.registered or at == 0:
            return None
        calls = self._calls.get(function, ())
        given = {self.kind(one, call.args[at], depth - 1) if at < len(call.args) else None for one, call in calls}
        return given.pop() if len(given) == 1 else None

    @cached_property
    def _calls(self) -> dict[Function, list[tuple[Function, ast.Call]]]:
        """The calls of each function of the game's files, each with the function in which it stands."""
        found = dict[Function, list[tuple[Function, ast.Call]]]()
        for function in self._source.functions:
            for call in function.calls():
                if called := self._source.called(function, call):
                    found.setdefault(called, []).append((function, call))
        return found

    @cached_property
    def _choosing_cards(self) -> set[Function]:
        """The effects of phases in which an action is the card of its number or, with a number beyond those, something else."""
        rules, found, others = self._source.rules, set[Function](), set[Function]()
        for id, action in rules.actions.items():
            if (function := self._source.function_of(action)) and id in rules.phases:
                cards = [kind.actions for kind in rules.phases[id].kinds if kind.is_of_cards]
                beyond = max((actions.stop for actions in cards), default=0)
                apart = all(kind.is_of_cards or kind.actions.start >= beyond for kind in rules.phases[id].kinds)
                (found if cards and apart else others).add(function)
        return found - others

    def _of_operation(self, function: Function, node: ast.BinOp, depth: int) -> Kind | None:
        left, right = self.kind(function, node.left, depth - 1), self.kind(function, node.right, depth - 1)
        if isinstance(node.op, ast.Div):
            return "float"
        if isinstance(node.op, ast.FloorDiv | ast.Mod):
            is_part = left == "card" and (whole(function, node.right) or 0) > 1
            return "part" if is_part else "text" if left == "text" else None
        if isinstance(node.op, ast.BitOr | ast.BitAnd | ast.BitXor):
            return "set" if "set" in (left, right) else None
        if isinstance(node.op, ast.LShift):
            return "set" if constant(function, node.left) == 1 or left == "set" else None
        if "text" in (left, right):
            return "text"
        return "float" if "float" in (left, right) and isinstance(node.op, ast.Add | ast.Sub | ast.Mult) else None


_HELD: dict[str, Kind] = {"cards": "set", "recorded": "set", "memory": "set", "card": "card"}


def _of_constant(value: object) -> Kind | None:
    if isinstance(value, bool):
        return "truth"
    if isinstance(value, str):
        return "text"
    return "float" if isinstance(value, float) else None


def subscripted(function: Function, node: ast.Subscript) -> tuple[str, list[ast.expr]]:
    """The field that `s.hands[seat]` or `s.lacks[seat, 0]` reads, and its indices; an empty name if it reads none."""
    at = list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]
    if isinstance(node.value, ast.Subscript):
        name, outer = subscripted(function, node.value)
        return name, outer + at
    return function.field(node.value), at


def returned(function: Function) -> list[ast.Return]:
    """The statements that return something."""
    return [node for node in function.nodes if isinstance(node, ast.Return) and node.value is not None]


def _values_of(function: Function, name: str) -> Iterator[ast.AST | None]:
    """What a local variable is set to, by plain assignments; None for anything else that sets it."""
    for node in function.nodes:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id == name:
                    yield node.value
                elif isinstance(target, ast.Tuple):
                    parts = node.value.elts if isinstance(node.value, ast.Tuple) else [None] * len(target.elts)
                    named = zip(target.elts, parts, strict=False)
                    yield from (value for one, value in named if isinstance(one, ast.Name) and one.id == name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == name:
            yield node.value
        elif isinstance(node, ast.AugAssign | ast.NamedExpr) and isinstance(node.target, ast.Name) and node.target.id == name:
            if not (isinstance(node, ast.AugAssign) and isinstance(node.op, ast.BitOr | ast.BitAnd)):
                yield None


def _is_set_again(function: Function, name: str) -> bool:
    """Whether a parameter is set in the function."""
    return any(isinstance(n, ast.Name) and n.id == name and not isinstance(n.ctx, ast.Load) for n in function.nodes)
