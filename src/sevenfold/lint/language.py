"""What of Python rules may not use: what is not compiled, what is made anew at every call, what differs from game to game."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import ModuleType

import numpy as np

from sevenfold.findings import Finding

from .source import FUNCTIONS, MISSING, Function, Source, written
from .values import Values, whole

CHANCE = ("random", "secrets", "numpy.random", "time", "datetime", "uuid", "os")
CHANCE_INSTEAD = "draw from the position: draw, draw_card, pick, some, below"
NEVER: dict[type[ast.AST], tuple[str, str]] = {
    ast.With: ("with", "write out what it does"),
    ast.GeneratorExp: ("a generator", "write a loop"),
    ast.ClassDef: ("a class", "keep what must be kept in fields of the position"),
    ast.Yield: ("yield", "return a set"),
    ast.YieldFrom: ("yield", "return a set"),
    ast.Await: ("await", "write it without"),
    ast.Import: ("an import", "import at the top of the file"),
    ast.ImportFrom: ("an import", "import at the top of the file"),
    ast.Global: ("global", "what changes in a game is a field of the position"),
    ast.Nonlocal: ("nonlocal", "what changes in a game is a field of the position"),
    ast.Delete: ("del", "store 0 or NONE instead"),
}
AVOIDED: dict[type[ast.AST], tuple[str, str]] = {
    ast.JoinedStr: ("make a text", "report an event, whose sentence says it"),
    ast.Try: ("try", "ask first whether it can be done"),
    ast.Lambda: ("hold a lambda", "write a function with @compiled at the top of the file"),
    ast.FunctionDef: ("hold another function", "write it at the top of the file, with @compiled"),
}
ANEW: dict[type[ast.AST], tuple[str, str]] = {
    ast.List: ("a list", "use a set (bit, |, each), a field with a shape, or scratch(n)"),
    ast.ListComp: ("a list", "write a loop, over a set or a field with a shape"),
    ast.Dict: ("a dict", "write a tuple at the top of the file, or if and elif"),
    ast.DictComp: ("a dict", "write a tuple at the top of the file, or if and elif"),
    ast.Set: ("a set of Python", "write bit(a) | bit(b), and has(members, member)"),
    ast.SetComp: ("a set of Python", "write bit(a) | bit(b) in a loop"),
}
MADE = {list: ast.List, dict: ast.Dict, set: ast.Set, sorted: ast.List}
NUMBERS = (bool, int, float, np.integer, np.floating)


def find(source: Source) -> Iterator[Finding]:
    """What of Python rules use and may not."""
    values = Values(source)
    for function in source.functions:
        if function.is_rule:
            for node in function.nodes:
                if not _is_raised(function, node):
                    yield from _statement(function, node)
                    yield from _names(function, node)
                    yield from _texts(source, values, function, node)
            yield from _recursion(source, function)
        else:
            yield from _chance_in_texts(function)
            yield from _identity(function)


def _is_raised(function: Function, node: ast.AST) -> bool:
    """Whether a node only says what went wrong, in a raise or an assert."""
    above = (node, *function.module.above(node))
    return any(isinstance(one, ast.Raise | ast.Assert) for one in above) and not isinstance(node, ast.Raise | ast.Assert)


def _statement(function: Function, node: ast.AST) -> Iterator[Finding]:
    module, name = function.module, function.name
    if type(node) in NEVER:
        what, instead = NEVER[type(node)]
        yield module.error("rule-python", node, f"A rule cannot use {what} ({name}): {instead}.")
    if type(node) in AVOIDED:
        what, instead = AVOIDED[type(node)]
        yield module.warning("rule-python", node, f"A rule should not {what} ({name}): {instead}.")
    if isinstance(node, ast.ExceptHandler) and node.type is not None and function.meaning(node.type) is not Exception:
        yield module.error(
            "rule-python", node, "Compiled code cannot tell exceptions apart: ask first whether it can be done, without try."
        )
    made = function.meaning(node.func) if isinstance(node, ast.Call) else None
    kind = type(node) if type(node) in ANEW else MADE.get(made) if isinstance(made, type) or made is sorted else None
    if kind in ANEW and not isinstance(getattr(node, "ctx", None), ast.Store):
        what, instead = ANEW[kind]
        yield module.warning(
            "rule-allocates", node, f"A rule should not make {what}, which takes memory at every call: {instead}."
        )
    if made is print:
        yield module.warning(
            "rule-prints", node, "A rule that prints does so in every game that a bot tries: take print out, and use events."
        )
    if isinstance(node, ast.AugAssign | ast.BinOp):
        grown = node.value if isinstance(node, ast.AugAssign) else node.right
        if isinstance(node.op, ast.Add) and isinstance(grown, ast.Tuple):
            yield module.error(
                "rule-python", node, "A rule cannot build up a tuple: use a set (bit, |) or a field with a shape."
            )
    if isinstance(node, ast.Compare):
        for operation, right in zip(node.ops, node.comparators, strict=True):
            if isinstance(operation, ast.Is | ast.IsNot):
                sign = "==" if isinstance(operation, ast.Is) else "!="
                yield module.error(
                    "rule-is", node, f"Rules compare numbers: write {sign} instead of {'is' if sign == '==' else 'is not'}."
                )
            elif isinstance(right, ast.Constant) and right.value is None:
                yield module.error(
                    "rule-none", node, "Nothing in a position is None: compare with NONE from sevenfold.cards, which is -1."
                )
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and node.value.value is None:
        if any(_is_of_position(function, target) for target in node.targets):
            yield module.error(
                "rule-none", node, "A position holds numbers, not None: store NONE from sevenfold.cards, which is -1."
            )


def _is_of_position(function: Function, node: ast.AST) -> bool:
    return bool(function.field(node.value if isinstance(node, ast.Subscript) else node))


def _names(function: Function, node: ast.AST) -> Iterator[Finding]:
    """What the names of a rule stand for: modules of chance, things of the module that can change."""
    module = function.module
    above = module.parents.get(node)
    if not isinstance(node, ast.Name | ast.Attribute) or isinstance(node.ctx, ast.Store):
        return
    meant = function.meaning(node)
    if meant is MISSING or (isinstance(node, ast.Attribute) and not isinstance(meant, ModuleType)):
        return
    origin = meant.__name__ if isinstance(meant, ModuleType) else getattr(meant, "__module__", None) or ""
    owner = type(getattr(meant, "__self__", None)).__module__  # random.random is a method of a Random
    found = next((name for name in CHANCE if name in (origin, owner) or origin.startswith(f"{name}.")), "")
    if found:
        yield module.error(
            "rule-chance", node, f"A rule cannot use {found}: a game follows from its seed alone; {CHANCE_INSTEAD}."
        )
    elif isinstance(meant, list | dict | set | bytearray):
        kind = type(meant).__name__
        yield module.error(
            "rule-mutable",
            node,
            f"A rule cannot read {written(node)}, a {kind}: make it a tuple if it never changes, and else a field.",
        )
    elif isinstance(meant, np.ndarray) and isinstance(above, ast.Subscript) and isinstance(above.ctx, ast.Store):
        yield module.error(
            "rule-mutable", node, f"{written(node)} is the same for all games and cannot be changed: make it a field."
        )


def _texts(source: Source, values: Values, function: Function, node: ast.AST) -> Iterator[Finding]:
    """Texts in a rule, and methods of texts and lists."""
    module, above = function.module, function.module.parents.get(node)
    if (
        isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Load)
        and isinstance(above, ast.Call)
        and above.func is node
    ):
        is_text = isinstance(node.value, ast.Constant | ast.JoinedStr) or isinstance(function.meaning(node.value), str)
        if is_text:
            yield module.error("rule-text", node, f"A rule makes no texts: {written(above)} belongs into a sentence or a text.")
        elif function.is_position(node.value) and node.attr in dir(np.record) and node.attr not in source.rules.position.fields:
            yield module.error(
                "rule-python", node, f"A rule cannot call {written(above)}: it uses the fields of the position alone."
            )
    if (
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and not isinstance(above, ast.Expr | ast.JoinedStr | ast.FormattedValue)
    ):
        if isinstance(above, ast.Attribute) or _is_annotation(function, node) or _compares_option(source, function, above):
            return
        sides = (
            [above.left, *above.comparators]
            if isinstance(above, ast.Compare)
            else above.targets
            if isinstance(above, ast.Assign)
            else []
        )
        others = [side for side in sides if side is not node]
        given = [side for side in others if isinstance(side, ast.Name) and side.id in function.parameters]
        of_position = given or any(function.field(side) or values.kind(function, side) for side in others)
        finding = module.error if of_position else module.warning
        yield finding(
            "rule-text",
            node,
            f"A rule works with numbers, not with texts such as {node.value!r}: name the numbers by constants.",
        )


def _is_annotation(function: Function, node: ast.AST) -> bool:
    """Whether a text is a quoted type."""
    for above in (node, *function.module.above(node)):
        parent = function.module.parents.get(above)
        if isinstance(parent, ast.AnnAssign) and parent.annotation is above:
            return True
        if isinstance(above, FUNCTIONS):
            return False
    return False


def _compares_option(source: Source, function: Function, node: ast.AST | None) -> bool:
    """Whether a comparison has an option in it, of which `options` speaks."""
    sides = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
    return any(function.field(side) in source.rules.options for side in sides)


def _recursion(source: Source, function: Function) -> Iterator[Finding]:
    for call in function.calls():
        if source.called(function, call) is function:
            yield function.module.warning(
                "recursion",
                call,
                f"{function.name} calls itself; compiled, too deep a recursion ends the process without a word: write a loop.",
            )
            return


def _identity(function: Function) -> Iterator[Finding]:
    for node in (one for one in function.nodes if isinstance(one, ast.Compare)):
        for operation, right in zip(node.ops, node.comparators, strict=True):
            if isinstance(operation, ast.Is | ast.IsNot) and whole(function, right) is not None and not _is_truth(right):
                yield function.module.warning(
                    "rule-is", node, f"Numbers are compared with == or !=, not with is: {written(node)}."
                )


def _is_truth(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, bool)


def _chance_in_texts(function: Function) -> Iterator[Finding]:
    for node in function.nodes:
        meant = function.meaning(node) if isinstance(node, ast.Name) else MISSING
        origin = meant.__name__ if isinstance(meant, ModuleType) else getattr(meant, "__module__", None) or ""
        owner = type(getattr(meant, "__self__", None)).__module__
        if "random" in (origin, owner) and meant is not MISSING:
            yield function.module.warning(
                "text-chance", node, "A text must be the same whenever it is made, for every reader: take random out of it."
            )
