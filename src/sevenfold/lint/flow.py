"""The order in which a function runs: what is never reached, used before it is set, has no name or no effect; loops that do
not end."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import pairwise

from sevenfold.findings import Finding
from sevenfold.kernel import chance, questions, sets

from .source import MISSING, Function, Source, closest, written
from .values import constant

STEADY = (sets.count, sets.lowest, sets.has, sets.bit, sets.without, sets.maybe, abs, len, min, max)
VALUES = (*STEADY, sets.first, sets.each, sets.nth, sets.beyond_lowest, questions.left, chance.some, chance.pick, sum)
LEAVING = (ast.Return, ast.Raise, ast.Break, ast.Continue)


def find(source: Source) -> Iterator[Finding]:
    """What is wrong with the order of statements."""
    for function in source.functions:
        yield from _unreachable(function)
        yield from _unset(function)
        yield from _unnamed(function)
        yield from _in_vain(function)
        if function.is_rule:
            yield from _endless(function)
            yield from _unread(function)


def ends(body: Sequence[ast.stmt]) -> bool:
    """Whether statements always return or raise, so that what follows them is never run."""
    return any(_ends(statement) for statement in body)


def _ends(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Return | ast.Raise):
        return True
    if isinstance(statement, ast.If):
        return bool(statement.orelse) and ends(statement.body) and ends(statement.orelse)
    if isinstance(statement, ast.While):
        always = isinstance(statement.test, ast.Constant) and bool(statement.test.value)
        return always and not any(isinstance(node, ast.Break) for node in ast.walk(statement))
    if isinstance(statement, ast.With):
        return ends(statement.body)
    if isinstance(statement, ast.Try):
        return ends(statement.finalbody) or (ends(statement.body) and all(ends(handler.body) for handler in statement.handlers))
    if isinstance(statement, ast.Match):
        return all(ends(case.body) for case in statement.cases) and any(_catches_all(case) for case in statement.cases)
    return False


def _catches_all(case: ast.match_case) -> bool:
    return case.guard is None and isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None


def _unreachable(function: Function) -> Iterator[Finding]:
    if isinstance(function.node, ast.Lambda):
        return
    for node in (function.node, *function.nodes):
        for body in (getattr(node, name, None) for name in ("body", "orelse", "finalbody")):
            if not isinstance(body, list):
                continue
            for before, after in pairwise(body):
                if isinstance(before, LEAVING) or (isinstance(before, ast.stmt) and _ends(before)):
                    yield function.module.error("unreachable", after, f"This is never run: line {before.lineno} leaves first.")
                    break


def _unset(function: Function) -> Iterator[Finding]:
    """Local variables that are read before anything sets them."""
    if isinstance(function.node, ast.Lambda):
        return
    args = function.node.args
    given = {one.arg for one in (*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg) if one}
    given |= {name for node in function.nodes if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names}
    first: dict[str, ast.AST] = {}
    for node in _in_order(function.node.body):
        if isinstance(node, ast.Name):
            first.setdefault(node.id, node)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            first.setdefault(node.name, ast.Name(node.name, ast.Store()))
    stored = {node.id for node in function.nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    for name in sorted(stored - given):
        read = first.get(name)
        if not isinstance(read, ast.Name):
            continue
        above = function.module.parents.get(read)
        if isinstance(above, ast.AugAssign) and above.target is read:
            yield function.module.error("unset", read, f"{name} is changed here before it has a value: begin with {name} = 0.")
        elif isinstance(read.ctx, ast.Load) and not _in_loop_with_store(function, read):
            yield function.module.error("unset", read, f"{name} is used here before it is set, which is further down.")


def _in_order(body: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """What runs, in its order: of an assignment the value first, of a comprehension the loops first; no inner functions."""
    for node in body:
        if isinstance(node, ast.Lambda):
            continue
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node
        elif isinstance(node, ast.Assign):
            yield from _in_order([node.value, *node.targets])
        elif isinstance(node, ast.AnnAssign):
            yield from _in_order([*([node.value] if node.value else []), node.target])
        elif isinstance(node, ast.For):
            yield from _in_order([node.iter, node.target, *node.body, *node.orelse])
        elif isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp):
            yield from _in_order([*node.generators, node.elt])
        elif isinstance(node, ast.DictComp):
            yield from _in_order([*node.generators, node.key, node.value])
        elif isinstance(node, ast.comprehension):
            yield from _in_order([node.iter, node.target, *node.ifs])
        elif isinstance(node, ast.IfExp):
            yield from _in_order([node.test, node.body, node.orelse])
        else:
            yield node
            yield from _in_order(list(ast.iter_child_nodes(node)))


def _in_loop_with_store(function: Function, node: ast.Name) -> bool:
    """Whether a loop around a name also sets it, and a condition in it lets an earlier round do so first."""
    is_guarded = False
    for above in function.module.above(node):
        is_guarded |= isinstance(above, ast.If | ast.IfExp | ast.BoolOp | ast.Match | ast.Try)
        if isinstance(above, ast.For | ast.While) and is_guarded:
            inside = (other for other in ast.walk(above) if isinstance(other, ast.Name) and other.id == node.id)
            if any(isinstance(other.ctx, ast.Store) for other in inside):
                return True
    return False


def _unnamed(function: Function) -> Iterator[Finding]:
    """Names that nothing defines."""
    module = function.module
    if not module.is_loaded:
        return
    annotations = {inner for node in function.nodes if isinstance(node, ast.AnnAssign) for inner in ast.walk(node.annotation)}
    for node in function.nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node not in annotations:
            if node.id not in function.own_names and function.meaning(node) is MISSING:
                close = closest(node.id, {*function.own_names, *module.namespace})
                yield module.error("undefined", node, f"Nothing is called {node.id}: define it or import it.{close}")


def _in_vain(function: Function) -> Iterator[Finding]:
    """Statements that do nothing: a value that nothing keeps, something that gets its own value or is compared with itself."""
    for node in function.nodes:
        if isinstance(node, ast.Expr) and _is_lost(function, node.value):
            right = " To store something, write a single =." if isinstance(node.value, ast.Compare) else ""
            yield function.module.error("value-lost", node, f"{written(node.value)} changes nothing: its value is lost.{right}")
        elif isinstance(node, ast.Assign) and any(_are_same(target, node.value) for target in node.targets):
            yield function.module.error(
                "own-value", node, f"{written(node.value)} gets the value that it has: this does nothing."
            )
        elif isinstance(node, ast.Compare) and len(node.ops) == 1 and _are_same(node.left, node.comparators[0]):
            yield function.module.error("own-value", node, f"{written(node.left)} is compared with itself.")
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr | ast.Sub | ast.BitXor):
            if _are_same(node.left, node.right):
                yield function.module.warning("own-value", node, f"Both sides are the same in {written(node)}.")


def _is_lost(function: Function, value: ast.expr) -> bool:
    """Whether an expression that stands alone only has a value."""
    if isinstance(value, ast.Call):
        meant = function.meaning(value.func)
        return any(meant is one for one in VALUES)
    return isinstance(value, ast.Compare | ast.BinOp | ast.UnaryOp | ast.Attribute | ast.Subscript | ast.Name | ast.IfExp)


def _are_same(one: ast.expr, other: ast.expr) -> bool:
    """Whether two expressions read alike and call nothing."""
    if isinstance(one, ast.Constant) or any(isinstance(node, ast.Call) for node in ast.walk(other)):
        return False
    return ast.unparse(one) == ast.unparse(other)


def _unread(function: Function) -> Iterator[Finding]:
    """Local variables that are set and never read."""
    inner = {one for node in function.nodes if isinstance(node, ast.FunctionDef | ast.Lambda) for one in ast.walk(node)}
    read = {node.id for node in (*function.nodes, *inner) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    for node in function.nodes:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
        for target in targets:
            if isinstance(target, ast.Name) and target.id not in read and not target.id.startswith("_"):
                yield function.module.warning(
                    "local-unread", node, f"{target.id} is set and never read: store it in a field, use it, or take it out."
                )
                return


def _endless(function: Function) -> Iterator[Finding]:
    """Loops whose condition nothing in them can change."""
    for node in function.nodes:
        if not isinstance(node, ast.While):
            continue
        inside = [inner for statement in node.body for inner in ast.walk(statement)]
        if any(isinstance(inner, ast.Break | ast.Return | ast.Raise) for inner in inside):
            continue
        if constant(function, node.test) not in (MISSING, False, 0):
            yield function.module.error(
                "endless", node, "This loop never ends: nothing leaves it. Loop over a range, or break."
            )
            continue
        names = {one.id for one in ast.walk(node.test) if isinstance(one, ast.Name) and one.id in function.own_names}
        names -= function.positions
        fields = {name for one in ast.walk(node.test) if (name := function.field(one))}
        calls = [function.meaning(one.func) for one in ast.walk(node.test) if isinstance(one, ast.Call)]
        if any(all(meant is not one for one in STEADY) for meant in calls):
            continue  # what a call answers may change by itself
        parts = {
            one.value.id for one in ast.walk(node.test) if isinstance(one, ast.Subscript) and isinstance(one.value, ast.Name)
        }
        changed = {one.id for one in inside if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
        changes_position = any(isinstance(one, ast.Call) for one in inside) or any(
            isinstance(one, ast.Attribute | ast.Subscript) and isinstance(one.ctx, ast.Store) for one in inside
        )
        if not names & changed and not ((fields or parts) and changes_position):
            yield function.module.error(
                "endless", node, f"This loop never ends once it begins: nothing in it changes {written(node.test)}."
            )
