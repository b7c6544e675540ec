"""Places of fields: indices beyond them, NONE as one, seats counted where the number of players varies."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from sevenfold.cards import NONE
from sevenfold.findings import Finding

from .source import Function, Source, written
from .values import subscripted, whole

SEATS = ("seat", "seats", "player", "players", "holder", "other", "opponent")


def find(source: Source) -> Iterator[Finding]:
    """What is wrong with indices and seats."""
    for function in source.functions:
        for node in function.nodes:
            if isinstance(node, ast.Subscript):
                yield from _index(source, function, node)
            elif isinstance(node, ast.For) and function.is_rule:
                yield from _loop(source, function, node)
            elif isinstance(node, ast.Assign | ast.AugAssign) and function.is_rule:
                yield from _turn(source, function, node)


def _index(source: Source, function: Function, node: ast.Subscript) -> Iterator[Finding]:
    module, (name, at) = function.module, subscripted(function, node)
    field = source.rules.position.fields.get(name)
    if field is None or isinstance(function.module.parents.get(node), ast.Subscript):
        return
    if not field.shape:
        yield module.error(
            "index-single",
            node,
            f"{name} is declared without places, so {written(node)} is nothing: write s.{name}, or declare it with a shape.",
        )
        return
    if len(at) > len(field.shape):
        yield module.error(
            "index-shape", node, f"{name} has {len(field.shape)} axes ({_shape(field.shape)}); {written(node)} gives {len(at)}."
        )
        return
    for n, index in zip(field.shape, at, strict=False):
        value = whole(function, index)
        if value is None:
            yield from _beside(source, function, node, index, name)
        elif value == NONE and isinstance(index, ast.UnaryOp):
            yield module.warning(
                "index-none", node, f"{written(node)} is the last of {name}'s {n} places: if that is meant, write {n - 1}."
            )
        elif value == NONE:
            yield module.error(
                "index-none",
                node,
                f"NONE is no place: {written(node)} would be the last of {name}. Ask first whether there is one.",
            )
        elif not 0 <= value < n:
            yield module.error("index-range", node, f"{name} has the places 0 to {n - 1}; {written(node)} is none of them.")


def _shape(shape: tuple[int, ...]) -> str:
    return " by ".join(map(str, shape))


def _beside(source: Source, function: Function, node: ast.AST, index: ast.expr, name: str) -> Iterator[Finding]:
    """The seat before or after the one to move, counted beyond the last."""
    if not isinstance(index, ast.BinOp) or not isinstance(index.op, ast.Add | ast.Sub) or not function.is_rule:
        return
    if function.field(index.left) in ("turn", "dealer") and whole(function, index.right) and source.rules.player_counts[-1] > 1:
        right = "left(s, …)" if isinstance(index.op, ast.Add) else "(… - 1) % s.players"
        yield function.module.warning(
            "seat-beyond",
            node,
            f"{written(index)} goes beyond the seats: the one before seat 0 is the last. Write {right}"
            f" for the index of {name}.",
        )


def _loop(source: Source, function: Function, node: ast.For) -> Iterator[Finding]:
    """Loops over a constant number of seats, and over more places than a field has."""
    call, rules = node.iter, source.rules
    if not isinstance(call, ast.Call) or function.meaning(call.func) is not range or not isinstance(node.target, ast.Name):
        return
    stop = whole(function, call.args[-1] if len(call.args) < 3 else call.args[1])
    if stop is None:
        if len(call.args) == 1 and function.field(call.args[0]) == "players":
            yield from _beyond(source, function, node, rules.player_counts[-1], "up to {} may play")
        return
    if (
        node.target.id in SEATS
        and len(rules.player_counts) > 1
        and rules.player_counts[0] < stop == rules.player_counts[-1]
        and _does_more(function, node)
    ):
        fewest = rules.player_counts[0]
        yield function.module.warning(
            "seats-fixed",
            node,
            f"With {fewest} players there are no seats from {fewest} on: write range(s.players) instead of {written(call)}.",
        )
    yield from _beyond(source, function, node, stop, "the loop goes to " + str(stop - 1))


def _does_more(function: Function, node: ast.For) -> bool:
    """Whether a loop does more than store constants, which is harmless for seats that nobody has."""
    return not all(
        isinstance(statement, ast.Assign) and whole(function, statement.value) is not None for statement in node.body
    )


def _beyond(source: Source, function: Function, node: ast.For, stop: int, why: str) -> Iterator[Finding]:
    """Fields with fewer places than a loop has rounds."""
    assert isinstance(node.target, ast.Name)
    told = set[str]()
    is_guarded = any(
        isinstance(inner, ast.If | ast.IfExp | ast.Break | ast.Continue | ast.Return | ast.BoolOp) for inner in ast.walk(node)
    )
    for inner in (one for statement in node.body for one in ast.walk(statement)):
        name, at = subscripted(function, inner) if isinstance(inner, ast.Subscript) else ("", [])
        field = source.rules.position.fields.get(name)
        if field is None or name in told or isinstance(function.module.parents.get(inner), ast.Subscript):
            continue
        for n, index in zip(field.shape, at, strict=False):
            if isinstance(index, ast.Name) and index.id == node.target.id and stop > n:
                told.add(name)
                finding = function.module.warning if is_guarded else function.module.error
                yield finding("index-range", inner, f"{name} has the places 0 to {n - 1}, but {why.format(stop)}.")


def _turn(source: Source, function: Function, node: ast.Assign | ast.AugAssign) -> Iterator[Finding]:
    """The turn counted on beyond the last seat."""
    if source.rules.player_counts[-1] < 2:
        return
    above = list(function.module.above(node))
    if any(isinstance(one, ast.While | ast.If | ast.For) for one in above):
        return
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    if not any(function.field(target) in ("turn", "dealer") for target in targets):
        return
    value = node.value
    steps = (
        isinstance(value, ast.BinOp)
        and isinstance(value.op, ast.Add | ast.Sub)
        and function.field(value.left) in ("turn", "dealer")
    )
    grows = isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add | ast.Sub)
    counts = any(function.field(one) == "players" or isinstance(one, ast.Mod) for one in function.nodes)
    looks = any(
        isinstance(one, ast.Compare) and any(function.field(side) == "turn" for side in ast.walk(one)) for one in function.nodes
    )
    if (steps or grows) and not counts and not looks:
        yield function.module.warning(
            "turn-beyond", node, "After the last seat comes seat 0: write s.turn = left(s, s.turn), or next_turn(s)."
        )
    elif isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mod) and len(source.rules.player_counts) > 1:
        n = whole(function, value.right)
        if n is not None:
            yield function.module.error("seats-fixed", node, f"Not always {n} play: write % s.players, or left(s, s.turn).")
