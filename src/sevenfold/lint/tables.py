"""The table: zones, their kinds and purposes, what events and actions name of them; what texts say."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from typing import TypeAlias, get_args

from sevenfold.findings import Finding
from sevenfold.view import description
from sevenfold.view.table_builder import TableBuilder

from .functions import is_look, unknown_attributes
from .source import Function, Module, Source, closest, listed
from .values import constant, returned

LITERALS = {
    "kind": get_args(description.ZoneKind),
    "purpose": get_args(description.Purpose),
    "place": get_args(description.Place),
    "mark": get_args(description.Mark),
    "badge": get_args(description.Badge),
}
LAYING = ("zone", "pile", "column", "hand", "stock", "trick")
SEAT = re.compile(r"seat-\d+")  # a seat as what is touched
BRACED = re.compile(r"\{\w+\}")
UNKNOWN = ".*"
Looks: TypeAlias = "set[tuple[Function, str]]"  # the parameters that are the table, with their functions


def find(source: Source) -> Iterator[Finding]:
    """What is wrong with the table and the texts."""
    looks = _looks(source)
    yield from unknown_attributes(source)
    for function in source.functions:
        for call in _table_calls(function, looks):
            yield from _called(source, function, call)
    yield from _zones_named(source, looks)
    yield from _unfilled(source)


def _table_calls(function: Function, looks: Looks) -> Iterator[ast.Call]:
    """The calls of the table builder in a function of texts."""
    for call in function.calls():
        made = call.func
        if isinstance(made, ast.Attribute) and isinstance(made.value, ast.Name) and (function, made.value.id) in looks:
            yield call


def _looks(source: Source) -> Looks:
    """The parameters that are the table, with their functions: of `table`, and of what it gives it to."""
    found = {(function, name) for function in source.functions for name in function.parameters if is_look(function, name)}
    waiting = list(found)
    while waiting:
        function, name = waiting.pop()
        more = {(inner, name) for inner in source.functions if inner.outer is function and name not in inner.parameters}
        for call in function.calls():
            if other := source.called(function, call):
                passed = [*zip(other.parameters, call.args, strict=False), *((k.arg, k.value) for k in call.keywords if k.arg)]
                more |= {(other, word) for word, given in passed if isinstance(given, ast.Name) and given.id == name}
        waiting += more - found
        found |= more
    return found


def _called(source: Source, function: Function, call: ast.Call) -> Iterator[Finding]:
    assert isinstance(call.func, ast.Attribute)
    module, name = function.module, call.func.attr
    method = getattr(TableBuilder, name, None)
    if not inspect.isfunction(method) or any(isinstance(one, ast.Starred) for one in call.args):
        return
    if any(keyword.arg is None for keyword in call.keywords):
        return
    signature = inspect.signature(method)
    try:
        given = signature.bind(None, *call.args, **{k.arg: k.value for k in call.keywords if k.arg}).arguments
    except TypeError as error:
        takes = listed(list(signature.parameters)[1:])
        yield module.error("table-arguments", call, f"look.{name} takes {takes}; here: {error}.")
        return
    for word, allowed in LITERALS.items():
        value = constant(function, given[word]) if word in given else None
        if isinstance(value, str) and value not in allowed:
            kinds = listed(one or '""' for one in allowed)
            yield module.error(f"zone-{word}", call, f"{value!r} is no {word}; it is one of: {kinds}.{closest(value, allowed)}")
    if name == "hand":
        field = constant(function, given["field"]) if "field" in given else "hands"
        declared = source.rules.position.fields.get(field) if isinstance(field, str) else None
        axes = 2 if declared and declared.kind == "card" else 1  # a set for each seat, or a card for each place of each hand
        is_hand = declared is not None and declared.kind != "number" and len(declared.shape) == axes
        if isinstance(field, str) and not is_hand:
            yield module.error(
                "hand-field",
                call,
                f"look.hand shows a field with a set of cards for each seat, and {field} is none: name it,"
                f' as in look.hand(seat, field="hands").',
            )


# -- zones that are named ---------------------------------------------------------------------------------------------


def _zones_named(source: Source, looks: Looks) -> Iterator[Finding]:
    laid = list(_laid(source, looks))
    if not laid or UNKNOWN in laid:
        return
    is_known = not _lays_elsewhere(source, looks)
    named = listed(sorted({one.replace(".*", "…").replace("\\", "") for one in laid}))
    for module, node, zone, what in _named(source):
        if what == "touch" and SEAT.fullmatch(zone):
            continue
        pattern = re.escape(BRACED.sub("\0", zone)).replace("\0", ".*").replace("\\\0", ".*")
        if not any(_may_meet(pattern, one) for one in laid):
            finding = module.error if is_known else module.warning
            yield finding("zone-unknown", node, f"{what} names the zone {zone!r}, which table does not lay. It lays: {named}.")


def _may_meet(one: str, other: str) -> bool:
    """Whether two patterns may name the same zone."""
    a, b = (text.replace(".*", "7").replace("\\", "") for text in (one, other))
    return bool(re.fullmatch(one, b) or re.fullmatch(other, a))


def _laid(source: Source, looks: Looks) -> Iterator[str]:
    """The ids of the zones that are laid, as patterns; UNKNOWN for one that the text does not say."""
    for function in source.functions:
        for call in _table_calls(function, looks):
            assert isinstance(call.func, ast.Attribute)
            name = call.func.attr
            if name not in LAYING:
                continue
            if name == "hand":
                yield "hand\\-.*"
            elif name in ("stock", "trick"):
                yield name
            else:
                given = call.args[0] if call.args else next((k.value for k in call.keywords if k.arg == "id"), None)
                yield _pattern(function, given)


def _pattern(function: Function, node: ast.AST | None) -> str:
    value = constant(function, node)
    if isinstance(value, str):
        return re.escape(value)
    if isinstance(node, ast.JoinedStr):
        parts = [re.escape(str(one.value)) if isinstance(one, ast.Constant) else ".*" for one in node.values]
        return "".join(parts)
    return UNKNOWN


def _lays_elsewhere(source: Source, looks: Looks) -> bool:
    """Whether the table is given to something that is not in these files, which may lay zones too."""
    for function, name in looks:
        for call in function.calls():
            given = [*call.args, *(keyword.value for keyword in call.keywords)]
            if any(isinstance(one, ast.Name) and one.id == name for one in given) and not source.called(function, call):
                return True
    return False


def _named(source: Source) -> Iterator[tuple[Module, ast.AST, str, str]]:
    """The zones that events and actions name: the file, the place, the zone, what names it."""
    for module in source.modules:
        for node in module.nodes:
            if not isinstance(node, ast.Call):
                continue
            for keyword in node.keywords:
                if keyword.arg == "goes":
                    for triple in (one for one in ast.walk(keyword.value) if isinstance(one, ast.Tuple) and len(one.elts) == 3):
                        for zone in triple.elts[1:]:
                            if isinstance(zone, ast.Constant) and isinstance(zone.value, str) and zone.value:
                                yield module, zone, zone.value, "goes"
                elif keyword.arg == "touch" and isinstance(keyword.value, ast.Lambda):
                    for pair in (
                        one for one in ast.walk(keyword.value.body) if isinstance(one, ast.Tuple) and len(one.elts) == 2
                    ):
                        zone = pair.elts[0]
                        if isinstance(zone, ast.Constant) and isinstance(zone.value, str):
                            yield module, zone, zone.value, "touch"


# -- sentences --------------------------------------------------------------------------------------------------------


def _unfilled(source: Source) -> Iterator[Finding]:
    """Sentences with braces that nothing fills: the f before them is missing."""
    for function in source.functions:
        if function.role == "text" and function.name in ("prompt", "label", "effect", "table"):
            for node in function.nodes:
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and not _is_formatted(function, node):
                    if (found := BRACED.search(node.value)) and not isinstance(function.module.parents.get(node), ast.Expr):
                        yield _unfilled_at(function.module, node, found[0])
        if function.registered == "texts" and function.name == "outcome":
            for statement in returned(function):
                for node in ast.walk(statement):
                    if isinstance(node, ast.Constant) and isinstance(node.value, str) and not _is_formatted(function, node):
                        wrong = next((one for one in BRACED.findall(node.value) if one != "{winners}"), None)
                        if wrong:
                            yield function.module.warning(
                                "text-braces",
                                node,
                                f"Only {{winners}} is filled in here, not {wrong}: put an f before the text.",
                            )
    for module in source.modules:
        for node in module.nodes:
            is_allows = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "allows"
            sentence = node.args[2] if is_allows and isinstance(node, ast.Call) and len(node.args) > 2 else None
            said = sentence.body if isinstance(sentence, ast.Lambda) else sentence
            if isinstance(said, ast.Constant) and isinstance(said.value, str):
                if found := BRACED.search(said.value):
                    yield _unfilled_at(module, said, found[0])
                elif not said.value.strip():
                    yield module.error(
                        "refusal-empty", said, "A restriction says why an action is refused: write a sentence for the player."
                    )
                elif said.value.rstrip()[-1] not in ".!?…":
                    yield module.warning(
                        "refusal-sentence", said, f"Players read {said.value!r} as a sentence: end it with a full stop."
                    )


def _is_formatted(function: Function, node: ast.AST) -> bool:
    above = function.module.parents.get(node)
    return isinstance(above, ast.JoinedStr | ast.Attribute)


def _unfilled_at(module: Module, node: ast.AST, what: str) -> Finding:
    return module.warning(
        "text-braces",
        node,
        f"Players would read {what} as it stands: put an f before the text, or make it a function of (s, action).",
    )
