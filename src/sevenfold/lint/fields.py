"""Fields: whether those that are named exist, and those that exist are read and stored; where a rule may store."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import numpy as np

from sevenfold.findings import Finding
from sevenfold.kernel import chance, questions
from sevenfold.kernel.events import EventKind
from sevenfold.kernel.fields import FIXED

from .source import Function, Source, closest, listed, written
from .values import Values, subscripted, whole

KEPT = ("players", "limit", "turns", "truncated", "chance")  # by the engine
DECIDING = ("start", "standing", "returns", "winners")  # answers that positions give which nobody listens to
READING = {
    "standing", "returns", "winners", "tally", "deals_done", "shown", "known", "parts", "part_size", "lacked",
    "lacked_everywhere", "once_held", "came_from", "not_in_stock", "lies_in", "lacked_in", "possible", "comes_about",
    "policy", "heuristic_value", "strength", "led_cards", "free_cards", "bid_of", "total",
}  # fmt: skip  # answers that only read
CHANGING = (chance.draw, chance.draw_card, questions.end_game, questions.next_turn)
DRAWING = (chance.below, chance.fraction, chance.pick, chance.some)


def find(source: Source) -> Iterator[Finding]:
    """What is wrong with the use of fields."""
    yield from _unknown(source)
    yield from _unlistened(source)
    yield from _stored_where_only_read(source)
    yield from _stored_wrongly(source)
    yield from _unused(source)
    yield from _without_effect(source)


def _unknown(source: Source) -> Iterator[Finding]:
    names = set(source.rules.listening.names or ())
    shown = [name for name in names if not name.startswith(("mark_", "listens_")) and "listens_" not in name]
    for function in source.functions:
        for node in function.nodes:
            name = function.field(node)
            if not name or name in names or name.startswith("__"):
                continue
            is_record = name in dir(np.record)
            if is_record and (isinstance(function.module.parents.get(node), ast.Call) or not function.is_rule):
                continue  # of what rules call, `language` speaks; texts may look at the type
            own = listed(sorted(source.rules.position.fields))
            yield function.module.error(
                "field-unknown", node, f"The position has no field {name}.{closest(name, shown)} Its own fields: {own}."
            )


def _unlistened(source: Source) -> Iterator[Finding]:
    """Fields that only listening positions have, where rules decide something."""
    only = {name for name, field in source.rules.position.fields.items() if field.observed}
    deciding = [*source.registered("allows"), *source.registered("applies"), *source.registered("answers", *DECIDING)]
    for function in source.reached(*deciding):
        for node in function.nodes:
            if function.field(node) in only:
                yield function.module.error(
                    "field-observed",
                    node,
                    f"{written(node)} exists only where somebody keeps track (observed=True, remembered), so no rule may use"
                    f" it: only functions given to rules.observes, and answers about what seats know.",
                )


# -- storing ----------------------------------------------------------------------------------------------------------


def _stores(function: Function) -> Iterator[tuple[ast.AST, str]]:
    """What a function stores in fields: the node, and the name of the field."""
    same = dict(_views(function))
    for node in function.nodes:
        if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store):
            name = subscripted(function, node)[0] if isinstance(node, ast.Subscript) else function.field(node)
            if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
                name = same.get(node.value.id, name)
            if name:
                yield node, name
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("fill", "sort"):
            if name := function.field(node.func.value):
                yield node, name


def _views(function: Function) -> Iterator[tuple[str, str]]:
    """The variables that stand for a field as a whole, each with its name: `points = s.points`."""
    for node in function.nodes:
        if isinstance(node, ast.Assign) and (name := function.field(node.value)):
            yield from ((target.id, name) for target in node.targets if isinstance(target, ast.Name))


def _changes(source: Source, function: Function) -> Iterator[tuple[ast.AST, str]]:
    """What a function itself does that changes a position or tells something: the node, and what it is in words."""
    for node, name in _stores(function):
        yield node, f"stores {name}"
    for call in function.calls():
        meant = function.meaning(call.func)
        if any(meant is one for one in CHANGING):
            yield call, f"calls {written(call.func)}"
        elif isinstance(meant, EventKind):
            yield call, f"reports the event {meant.name}"
        elif any(meant is one for one in DRAWING) and call.args and function.is_position(call.args[0]):
            yield call, f"draws by chance ({written(call.func)})"


def _stored_where_only_read(source: Source) -> Iterator[Finding]:
    for rule in (f for f in source.functions if f.registered == "allows" or (f.registered == "answers" and f.name in READING)):
        what = "says what is allowed" if rule.registered == "allows" else "answers a question"
        for function in source.reached(rule):
            for node, does in _changes(source, function):
                called = "" if function is rule else f" (called by {rule.name})"
                yield function.module.error(
                    "reading-changes",
                    node,
                    f"{function.name}{called} {does}, but {rule.name} only {what}, any number of times: do it in an effect.",
                )
    for function in (f for f in source.functions if f.role == "text"):
        for node, name in _stores(function):
            yield function.module.error("text-changes", node, f"A text only reads the position; it cannot store {name}.")


def _stored_wrongly(source: Source) -> Iterator[Finding]:
    values, position = Values(source), source.rules.position
    for function in source.functions:
        if not function.is_rule:
            continue
        for node, name in _stores(function):
            if name in KEPT:
                yield function.module.error("field-kept", node, f"The engine keeps s.{name}: no rule stores it.")
            elif name in source.rules.options:
                yield function.module.error(
                    "option-stored", node, f"{name} is an option and stays as chosen: declare a field for what changes."
                )
        for statement in function.nodes:
            targets = statement.targets if isinstance(statement, ast.Assign) else []
            for target in targets:
                name, value = values.array(function, target), statement.value  # type: ignore[attr-defined]
                if name and (whole(function, value) is not None or values.kind(function, value) not in (None, "array")):
                    yield function.module.error(
                        "array-stored",
                        target,
                        f"{name} has {' by '.join(map(str, position.fields[name].shape))} places: store them one by one, as in"
                        f" s.{name}[seat] = …, in a loop.",
                    )
            if isinstance(statement, ast.AugAssign) and (name := values.array(function, statement.target)):
                yield function.module.warning(
                    "array-stored",
                    statement,
                    f"{name} has several places, and all change: to change one, write s.{name}[seat] += …",
                )


# -- using ------------------------------------------------------------------------------------------------------------


def _unused(source: Source) -> Iterator[Finding]:
    if not source.is_whole:
        return
    shared = {*source.shared, *FIXED}
    read, stored = set[str](), set[str]()
    for function in source.functions:
        for node in function.nodes:
            if not isinstance(node, ast.Attribute):
                continue
            above = function.module.parents.get(node)
            if not isinstance(node.ctx, ast.Load):
                stored.add(node.attr)
                continue
            top: ast.AST = node
            while isinstance(above, ast.Subscript) and above.value is top:
                top, above = above, function.module.parents.get(above)
            if isinstance(top, ast.Subscript) and not isinstance(top.ctx, ast.Load):
                stored.add(node.attr)
                continue
            read.add(node.attr)
            declared = source.rules.position.fields.get(node.attr)
            is_array = declared is None or bool(declared.shape)
            if is_array and top is node and isinstance(above, ast.Call | ast.Assign | ast.NamedExpr):
                stored.add(node.attr)  # an array that is given away may be changed there
    for module in source.modules:
        texts = {node.value for node in module.nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
        read |= texts & set(source.rules.position.fields)  # look.hand(seat, field="melds")
    if _uses(source, chance.draw, chance.draw_card):
        read.add("stock")
    if any(isinstance(call.func, ast.Attribute) and call.func.attr == "hand" for f in source.functions for call in f.calls()):
        read.add("hands")
    for name, (module, node) in source.field_lines().items():
        if name not in source.rules.position.fields or name in shared:
            continue
        if name not in read and name not in stored:
            yield module.warning("field-unused", node, f"Nothing uses the field {name}: take it out.")
        elif name not in stored:
            yield module.warning(
                "field-unstored", node, f"Nothing stores the field {name}, so it is always 0: store it, or take it out."
            )
        elif name not in read and source.rules.position.fields[name].kind not in ("cards", "card"):  # which say where cards lie
            yield module.warning("field-unread", node, f"Nothing reads the field {name}: take it out, or show it in the table.")


def _uses(source: Source, *wanted: object) -> bool:
    """Whether a rule calls one of some functions."""
    found = (function.meaning(call.func) for function in source.functions for call in function.calls())
    return any(meant is one for meant in found for one in wanted)


def _without_effect(source: Source) -> Iterator[Finding]:
    """Effects of a phase that change nothing, and games that nothing ends."""
    if not source.is_whole:
        return
    for rule in source.registered("applies"):
        reached = source.reached(rule)
        calls_ours = any(_is_of_mechanics(f.meaning(call.func)) for f in reached for call in f.calls())
        changed = [does for function in reached for _, does in _changes(source, function) if not does.startswith("reports")]
        if not changed and not calls_ours:
            yield rule.module.error(
                "effect-empty",
                rule.node,
                f"{rule.name} is the effect of actions, but changes nothing: store what the action does.",
            )
    ending = any(meant is questions.end_game for meant in _called(source)) or _is_over(source)
    if not ending and source.modules and source.modules[0].is_loaded:
        place = source.declaration()
        module, at = place or (source.modules[0], 0)
        yield module.error("never-ends", at, "No rule ends the game: call end_game(s) where it is over.")


def _called(source: Source) -> Iterator[object]:
    for function in source.functions:
        yield from (function.meaning(node) for node in function.nodes if isinstance(node, ast.Name))


def _is_over(source: Source) -> bool:
    """Whether a rule stores OVER as the phase, or something that is not plain."""
    for function in source.functions:
        for node in function.nodes:
            if isinstance(node, ast.Assign) and any(function.field(target) == "phase" for target in node.targets):
                value = whole(function, node.value)
                if value is None or value == questions.OVER:
                    return True
    return False


def _is_of_mechanics(meant: object) -> bool:
    return str(getattr(meant, "__module__", "")).startswith(("sevenfold.mechanics", "sevenfold.games"))
