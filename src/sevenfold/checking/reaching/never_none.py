"""Fields that are compared with NONE, although they never hold it, or never again: what a forgotten line leaves behind."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from sevenfold.cards import NONE
from sevenfold.findings import Finding
from sevenfold.kernel import questions, sets
from sevenfold.lint.source import Function, Module, Source, written
from sevenfold.lint.values import subscripted, whole

OFTEN = 40  # times that cards took the place of others, before it is said that no place ever is free again


class NeverNone:
    """The fields that are asked whether they are NONE: numbers that never are, and cards that never are again."""

    def __init__(self, source: Source) -> None:
        shared, fields = source.shared, source.rules.position.fields
        numbers = {
            name for name, field in fields.items() if field.kind == "number" and not field.observed and name not in shared
        }
        self._asked: dict[str, tuple[Module, ast.Compare]] = {}  # by field: the first comparison
        for function in source.functions:
            for node in function.nodes:
                if isinstance(node, ast.Compare) and (name := _asked_for(function, node)) in numbers:
                    self._asked.setdefault(name, (function.module, node))
        stored, freed = set[str](), set[str]()
        for function in source.functions:
            for name, value in _stored(function):
                stored.add(name)
                if whole(function, value) == NONE:
                    freed.add(name)
                if not _is_sure(function, value):
                    self._asked.pop(name, None)
        for name in {*self._asked} - stored:  # which reading the file tells
            del self._asked[name]
        cards = {name for name, field in fields.items() if field.kind == "card" and field.shape} - source.shared - freed
        self._filled: dict[str, tuple[Module, ast.Compare]] = {}  # by field of cards: the first comparison by a rule
        for function in filter(lambda one: one.is_rule, source.functions):
            for node in function.nodes:
                if isinstance(node, ast.Compare) and (name := _asked_for(function, node)) in cards:
                    self._filled.setdefault(name, (function.module, node))
        self._last = dict[str, Any]()  # what these held at the decision before, in the present game
        self._replaced = Counter[str]()  # how often another card took a card's place

    def begin(self) -> None:
        """A game begins."""
        self._last.clear()

    def note(self, s: Any) -> None:
        """Note what the fields hold now."""
        for name in [*self._asked]:
            if np.any(np.asarray(s[name]) == NONE):
                del self._asked[name]
        for name in [*self._filled]:
            now = np.array(s[name])
            before = self._last.get(name, now)
            if np.any((before != NONE) & (now == NONE)):
                del self._filled[name]
            else:
                self._replaced[name] += int(np.count_nonzero((before != now) & (before != NONE)))
                self._last[name] = now

    def findings(self, played: str) -> Iterator[Finding]:
        """Fields that never held NONE, or never again; played: how many games were, in words."""
        for name, (module, node) in self._filled.items():
            if self._replaced[name] >= OFTEN:
                yield module.warning(
                    "never-none",
                    node,
                    f"{written(node)} asks for NONE, but once a card lay in a place of {name}, another took its place, and none"
                    f" was ever NONE again {played}: does a rule forget to store NONE once a card is gone?",
                )
        for name, (module, node) in self._asked.items():
            yield module.warning(
                "never-none",
                node,
                f"{written(node)} asks for NONE, which {name} never held {played}: a number begins as 0, so a rule must store"
                " NONE where there is none yet, or none any more.",
            )


def _asked_for(function: Function, node: ast.Compare) -> str:
    """The field that a comparison asks whether it is NONE; empty if it does not."""
    sides = [node.left, *node.comparators]
    if len(sides) != 2 or not isinstance(node.ops[0], ast.Eq | ast.NotEq):
        return ""
    for one, other in (sides, sides[::-1]):
        if whole(function, other) == NONE:
            return subscripted(function, one)[0] if isinstance(one, ast.Subscript) else function.field(one)
    return ""


def _stored(function: Function) -> Iterator[tuple[str, ast.expr | None]]:
    """The fields that a function stores, each with what it stores; None if the text does not say."""
    for node in function.nodes:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                pairs: list[tuple[ast.expr, ast.expr | None]] = [(target, node.value)]
                if isinstance(target, ast.Tuple):
                    values = node.value.elts if isinstance(node.value, ast.Tuple) else [None] * len(target.elts)
                    pairs = [*zip(target.elts, values, strict=False)]
                for place, value in pairs:
                    if name := subscripted(function, place)[0] if isinstance(place, ast.Subscript) else function.field(place):
                        yield name, value
            if name := function.field(node.value):  # an array that has another name may be changed there
                yield name, None
        elif isinstance(node, ast.Call):
            yield from ((name, None) for argument in node.args if (name := _array(function, argument)))


def _array(function: Function, node: ast.expr) -> str:
    """The field that an argument is, as a whole, in a call of a function that may store something in it."""
    parent = function.module.parents.get(node)
    is_read = isinstance(parent, ast.Call) and function.meaning(parent.func) in (int, str, len, max, min, sum, sets.count)
    return "" if is_read or not isinstance(node, ast.Attribute) else function.field(node)


def _is_sure(function: Function, value: ast.expr | None) -> bool:
    """Whether an expression is certainly not NONE."""
    if isinstance(value, ast.IfExp):
        return _is_sure(function, value.body) and _is_sure(function, value.orelse)
    if (number := whole(function, value)) is not None:
        return number != NONE
    if isinstance(value, ast.Name):
        return function.registered == "applies" and value.id in function.parameters[1:2]
    if isinstance(value, ast.Call):
        return function.meaning(value.func) in (questions.left, sets.count, sets.has, max, min)
    return function.field(value) in ("turn", "dealer", "players") if value is not None else False
