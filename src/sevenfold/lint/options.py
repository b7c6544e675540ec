"""Options: whether rules read them, and compare them with what a position holds of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from sevenfold.declare.options import Option, show_value
from sevenfold.findings import Finding
from sevenfold.kernel.fields import STAYING

from .source import MISSING, Function, Source, closest, listed
from .values import constant

ADVISING = ("heuristics.py", "reasons.py")


def find(source: Source) -> Iterator[Finding]:
    """What is wrong with the use of options."""
    for function in source.functions:
        for node in function.nodes:
            if isinstance(node, ast.Compare):
                yield from _compared(source, function, node)
            elif isinstance(node, ast.If | ast.While | ast.IfExp):
                yield from _always_true(source, function, node.test)
    yield from _unread(source)
    yield from _illegal(source)


def _option(source: Source, function: Function, node: ast.AST) -> Option | None:
    return source.rules.options.get(function.field(node))


def _compared(source: Source, function: Function, node: ast.Compare) -> Iterator[Finding]:
    sides = [node.left, *node.comparators]
    for left, operation, right in zip(sides, node.ops, sides[1:], strict=False):
        for one, other in ((left, right), (right, left)):
            option = _option(source, function, one)
            if option is None or (isinstance(operation, ast.In | ast.NotIn) and one is right):
                continue
            among = isinstance(operation, ast.In | ast.NotIn)
            if not among and not isinstance(operation, ast.Eq | ast.NotEq | ast.Is | ast.IsNot):
                continue
            if among and not isinstance(other, ast.Tuple | ast.List | ast.Set):
                continue
            for value in other.elts if isinstance(other, ast.Tuple | ast.List | ast.Set) else [other]:
                yield from _wrong_value(function, node, option, constant(function, value))


def _wrong_value(function: Function, node: ast.AST, option: Option, value: object) -> Iterator[Finding]:
    module, codes = function.module, {option.code(one): one for one in option.values}
    if value is MISSING or (isinstance(value, int) and int(value) in codes):
        return
    if isinstance(value, str) and value in option.values:
        code = option.code(value)
        yield module.error(
            "option-word",
            node,
            f"A position holds {option.name} as a number, and never equals {value!r}: write s.{option.name} == {code}.",
        )
    else:
        held = listed(f"{code} for {show_value(one)}" if isinstance(one, str | bool) else code for code, one in codes.items())
        yield module.error("option-value", node, f"s.{option.name} is never {value!r}; it is one of: {held}.")


def _always_true(source: Source, function: Function, test: ast.AST) -> Iterator[Finding]:
    bare = test.operand if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) else test
    option = _option(source, function, bare)
    if option and all(option.code(value) for value in option.values):
        yield function.module.error(
            "option-truth",
            test,
            f"s.{option.name} is one of {listed(map(option.code, option.values))}, so it is always true: compare it.",
        )


def _unread(source: Source) -> Iterator[Finding]:
    read: dict[str, set[bool]] = {}
    for function in source.functions:
        for node in function.nodes:
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                decides = function.is_rule and function.module.path.name not in ADVISING
                read.setdefault(node.attr, set()).add(decides)
    for name, (module, node) in source.field_lines().items():
        if name not in source.rules.options or name in STAYING or name in source.shared or not source.is_whole:
            continue
        if name not in read:
            yield module.error(
                "option-unread",
                node,
                f"Nothing reads the option {name}, so choosing it changes nothing: use s.{name}, or leave it out.",
            )
        elif True not in read[name]:
            yield module.warning(
                "option-unread",
                node,
                f"No rule reads the option {name}; only texts or advice to bots do, so it changes no game.",
            )


def _illegal(source: Source) -> Iterator[Finding]:
    """`illegal` gets the options by name with their values as declared, not as a position holds them."""
    options = source.rules.options
    function = source.function_of(source.rules.illegal) if source.rules.illegal else None
    if source.rules.illegal and function is None and (place := source.declaration()):
        given = next((k.value for k in place[1].keywords if k.arg == "illegal"), None)
        function = next((f for f in source.functions if f.node is given), None)
    if function is None or not function.parameters:
        return
    chosen = function.parameters[0]

    def option_of(node: ast.AST) -> str | None:
        is_item = isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == chosen
        name = (
            node.slice.value if is_item and isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) else None
        )
        return name if isinstance(name, str) else None

    for node in function.nodes:
        name = option_of(node)
        if name is not None and name not in options:
            yield function.module.error(
                "illegal-option", node, f"There is no option {name}; the options are {listed(options)}.{closest(name, options)}"
            )
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], ast.Eq | ast.NotEq):
            for one, other in ((node.left, node.comparators[0]), (node.comparators[0], node.left)):
                option, value = options.get(option_of(one) or ""), constant(function, other)
                if option and value is not MISSING and value not in option.values:
                    values = listed(map(repr, option.values))
                    yield function.module.error(
                        "illegal-value",
                        node,
                        f"The option {option.name} is never {value!r} here; illegal gets the values as declared: {values}.",
                    )
