"""Functions: whether each is registered or compiled as it should be, takes what it is given, and returns something."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from types import FunctionType
from typing import Any

from sevenfold.declare.rules import OLD_QUESTIONS, TEXTS
from sevenfold.findings import Finding
from sevenfold.kernel.compiler.decorators import Compiled
from sevenfold.kernel.events import EventKind
from sevenfold.kernel.questions import GENERIC, Generic
from sevenfold.view.table_builder import TableBuilder

from .flow import ends
from .source import COMPILING, FUNCTIONS, MISSING, Function, Source, closest, listed, written
from .values import returned

TEXT_PARAMETERS = {
    "table": ("look",),
    "prompt": ("s",),
    "label": ("s", "actions", "names"),
    "effect": ("s", "actions", "names"),
    "outcome": ("s", "winners", "names"),
    "reasons": ("trial",),
    "together": ("s",),
}
GENERATED = ("legal_actions", "apply_action", "turn_begins", "move_begins", "stands_for")
FORBIDDEN = {
    "breakpoint", "callable", "compile", "delattr", "dir", "eval", "exec", "format", "globals", "hasattr", "help", "id",
    "input", "locals", "open", "repr", "setattr", "vars",
}  # fmt: skip  # functions of Python that cannot be compiled


def find(source: Source) -> Iterator[Finding]:
    """What is wrong with the functions."""
    yield from _unregistered(source)
    told = set[Function]()
    for function in source.functions:
        yield from _calls(source, function, told)
        yield from _parameters(function)
        yield from _results(function)
    yield from _twice(source)
    yield from _lost_results(source)
    yield from _given(source)
    yield from _unanswered(source)


def _unregistered(source: Source) -> Iterator[Finding]:
    """Functions that look like a question, a text, a rule of a phase, and that nothing uses."""
    used = _used_names(source)
    for function in source.functions:
        node = function.node
        if function.outer is not None or function.registered or not isinstance(node, ast.FunctionDef):
            continue
        decorators = [one.func if isinstance(one, ast.Call) else one for one in node.decorator_list]
        known = [
            one.attr if isinstance(one, ast.Attribute) else one.id if isinstance(one, ast.Name) else "" for one in decorators
        ]
        if any(name not in COMPILING for name in known) or isinstance(function.module.parents.get(node), ast.ClassDef):
            continue
        name, error = function.name, function.module.error
        is_used = name in used or name in source.rules.plain
        takes_position = function.parameters[:1] == ["s"] or bool(function.positions & set(function.parameters[:1]))
        if name in GENERATED and takes_position:
            yield error(
                "question-generated",
                node,
                f"{name} is made from the phases: register rules with @rules.allows and @rules.applies.",
            )
        elif (name in GENERIC or name in OLD_QUESTIONS) and takes_position and not is_used:
            yield error(
                "answer-unregistered",
                node,
                f"{name} answers a question, but nothing registers it: write @rules.answers above it.",
            )
        elif name in TEXTS and not known and not is_used and len(function.parameters) == len(TEXT_PARAMETERS[name]):
            yield error("text-unregistered", node, f"{name} is a text, but nothing registers it: write @rules.texts above it.")
        elif not is_used and takes_position and function.module.path.name not in ("heuristics.py", "reasons.py"):
            wanted = "@rules.applies(PHASE)" if len(function.parameters) == 2 else "@rules.allows(PHASE, rule, sentence)"
            how = f"with {wanted} or @rules.answers"
            if _records(source, node):
                how = (
                    f"with rules.observes(FUNCTION, {name}), where FUNCTION is the one declared with @observed that rules call"
                )
            close = closest(name, [*GENERIC, *TEXTS])
            yield function.module.warning(
                "function-unused", node, f"Nothing uses {name}: register it, {how}, or take it out.{close}"
            )


def _records(source: Source, node: ast.FunctionDef) -> bool:
    """Whether a function names a field that only listening positions have, as those that record what seats know do."""
    fields = source.rules.position.fields
    named = {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}
    return any(fields[name].observed or fields[name].kind == "memory" for name in named & set(fields))


def _used_names(source: Source) -> set[str]:
    """The names at the top of the files that something else there reads, or imports."""
    found = set[str]()
    for module in source.modules:
        by_node = {function.node: function for function in module.functions}
        for node in module.nodes:
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                around = [by_node[above] for above in module.above(node) if isinstance(above, FUNCTIONS)]
                if not any(function.name == node.id or node.id in function.own_names for function in around):
                    found.add(node.id)
            elif isinstance(node, ast.ImportFrom):
                found |= {alias.name for alias in node.names}
    return found


# -- calls ------------------------------------------------------------------------------------------------------------


def _calls(source: Source, function: Function, told: set[Function]) -> Iterator[Finding]:
    """What is wrong with the calls in a function; told: the functions that are known not to be compiled."""
    for call in function.calls():
        meant = function.meaning(call.func)
        if meant is MISSING or isinstance(meant, EventKind):
            continue
        called = source.function_of(meant)
        what = written(call.func)
        if function.is_rule and not _is_compiled(meant):
            if called is None or called not in told:
                yield _uncompiled(function, call, what, called)
            told |= {called} if called else set()
        elif (
            isinstance(meant, Compiled)
            or (_is_ours(meant) and function.is_rule)
            or (called and isinstance(meant, FunctionType))
        ):
            yield from _arguments(function, call, meant, what)


def _uncompiled(function: Function, call: ast.Call, what: str, called: Function | None) -> Finding:
    if called is not None and called.registered == "":
        return called.module.error(
            "not-compiled", called.node, f"{function.name}, which is a rule, calls {what}: write @compiled above {what}."
        )
    if called is not None:
        return function.module.error("text-in-rule", call, f"{what} makes texts, in plain Python; a rule cannot call it.")
    return function.module.error(
        "not-compiled",
        call,
        f"A rule cannot call {what}, which is not compiled: rules call functions with @compiled, those of sevenfold.devise, and"
        f" Python's abs, min, max, range, len.",
    )


def _is_compiled(meant: Any) -> bool:
    """Whether compiled code can call an object."""
    if isinstance(meant, Compiled) or hasattr(meant, "generic") or hasattr(meant, "py_func"):
        return True
    module = getattr(meant, "__module__", "") or ""
    if module == "builtins":
        return getattr(meant, "__name__", "") not in FORBIDDEN
    return module.startswith(("sevenfold.kernel", "numpy", "math"))


def _is_ours(meant: Any) -> bool:
    return isinstance(meant, FunctionType) and meant.__module__.startswith("sevenfold.")


def _arguments(function: Function, call: ast.Call, meant: Any, what: str) -> Iterator[Finding]:
    if any(isinstance(one, ast.Starred) for one in call.args) or any(one.arg is None for one in call.keywords):
        return
    generic = getattr(meant, "generic", None)
    inner = getattr(generic, "default", None) or meant
    inner = inner.function if isinstance(inner, Compiled) else inner
    if generic is not None and generic.default is None:
        return  # a question without a default: nothing says its parameters
    signature = inspect.signature(inner)
    names = listed(signature.parameters)
    try:
        given = signature.bind(*call.args, **{one.arg: one.value for one in call.keywords if one.arg}).arguments
    except TypeError:
        yield function.module.error(
            "call-arguments", call, f"{what} takes {len(signature.parameters)} arguments ({names}), not these: {written(call)}."
        )
        return
    named = {
        name: _called_so(node) for name, node in given.items() if isinstance(node, ast.Name | ast.Attribute)
    }  # by parameter, what stands in its place
    first = next(iter(signature.parameters), "")
    if first == "s" and function.is_rule and function.positions and isinstance(given.get(first), ast.AST):
        others = [node for name, node in given.items() if name != first and isinstance(node, ast.AST)]
        if not function.is_position(given[first]) and any(function.is_position(node) for node in others):
            yield function.module.error("call-order", call, f"The position comes first: {what}({names}), not {written(call)}.")
            return
    for name, there in named.items():
        if there != name and named.get(there) == name and first != name:
            yield function.module.warning(
                "call-order", call, f"{there} and {name} stand in each other's place: {what}({names}), not {written(call)}."
            )
            return


def _called_so(node: ast.AST) -> str:
    """The name of a variable; empty for anything else."""
    return node.id if isinstance(node, ast.Name) else ""


# -- parameters and results -------------------------------------------------------------------------------------------


def _parameters(function: Function) -> Iterator[Finding]:
    if isinstance(function.node, ast.Lambda) or not function.registered:
        return
    args = function.node.args
    n, optional = len(function.parameters), len(args.defaults)
    if args.vararg or args.kwonlyargs:
        return
    wanted: tuple[str, ...] = ()
    if function.registered == "allows":
        wanted = ("s",)
    elif function.registered == "applies":
        wanted = ("s", "action")
    elif function.registered in ("texts", "words"):
        wanted = TEXT_PARAMETERS.get(function.name, ())
    elif function.registered == "answers" and function.name in GENERIC:
        default = GENERIC[function.name].default
        inner = default.function if isinstance(default, Compiled) else None
        wanted = tuple(inspect.signature(inner).parameters) if inner else _ASKED.get(function.name, ())
    if wanted and not n - optional <= len(wanted) <= n:
        yield function.module.error(
            "parameters",
            function.node,
            f"{function.name} is called with {len(wanted)} arguments ({listed(wanted)}), but takes {n}"
            f" ({listed(function.parameters)}).",
        )


GIVEN_TWO = {"touch": "(s, action)"}  # arguments that are functions, with what these are called with
GIVEN_ONE = {"say": "the event's fields", "line": "the event's fields", "joins": "a list of fields", "illegal": "the options"}


def _given(source: Source) -> Iterator[Finding]:
    """Functions that are given to the engine and take another number of arguments than it calls them with."""
    for module in source.modules:
        for call in (node for node in module.nodes if isinstance(node, ast.Call)):
            made = (
                call.func.attr
                if isinstance(call.func, ast.Attribute)
                else call.func.id
                if isinstance(call.func, ast.Name)
                else ""
            )
            wanted = [(k.value, 2, "(s, action)") for k in call.keywords if k.arg in GIVEN_TWO]
            wanted += [(k.value, 1, f"({GIVEN_ONE[k.arg]})") for k in call.keywords if k.arg in GIVEN_ONE]
            wanted += [(one, 2, "(s, action)") for one in call.args[2:3] if made == "allows"]
            wanted += [(one, 2, "(s, action)") for one in call.args[2:4] if made == "counted_actions"]
            wanted += [(one, 1, "(the event's fields)") for one in call.args[1:2] if made == "notes"]
            for node, n, what in wanted:
                function = next((one for one in module.functions if one.node is node), None)
                if function is None and isinstance(node, ast.Name):
                    function = source.function_of(module.namespace.get(node.id))
                if function is None or function.node.args.vararg:
                    continue
                most, optional = len(function.parameters), len(function.node.args.defaults)
                if not most - optional <= n <= most:
                    yield module.error(
                        "parameters",
                        node,
                        f"This function is called with {n} argument{'s' * (n > 1)}, {what}, but takes {most}.",
                    )


def _unanswered(source: Source) -> Iterator[Finding]:
    """Questions of the mechanics in use that the game does not answer."""
    dtype = source.rules.dtype
    told = set[str]()
    for function in (f for f in source.functions if f.is_rule):
        for call in function.calls():
            meant = function.meaning(call.func)
            if not isinstance(meant, Compiled) or isinstance(meant, EventKind) or source.function_of(meant):
                continue
            for name in _asked(meant, set()):
                if dtype not in GENERIC[name].answers and name not in told:
                    told.add(name)
                    yield function.module.error(
                        "question-unanswered",
                        call,
                        f"{written(call.func)} asks for {name}: answer it, with @rules.answers above def {name}.",
                    )


def _asked(meant: Compiled, seen: set[str]) -> Iterator[str]:
    """The questions without a default that a function asks, itself or by what it calls."""
    function = meant.function
    for name in function.__code__.co_names:
        found = function.__globals__.get(name)
        generic = getattr(found, "generic", None)
        if isinstance(generic, Generic) and generic.default is None and GENERIC.get(name) is generic and name not in GENERATED:
            yield name
        elif isinstance(found, Compiled) and not isinstance(found, EventKind) and name not in seen:
            seen.add(name)
            yield from _asked(found, seen)


_ASKED = {
    "start": ("s",), "standing": ("s", "seat"), "points": ("s", "seat"), "strength": ("s", "card"), "led_cards": ("s",),
}  # fmt: skip  # the parameters of the questions that have no default


def _results(function: Function) -> Iterator[Finding]:
    """Functions that return nothing although they are asked for something."""
    node, found = function.node, returned(function)
    if function.registered == "applies" and found:
        yield function.module.warning(
            "returns-something", found[0], f"What {function.name} returns is lost: effects change the position."
        )
    asked = GENERIC.get(function.name) if function.registered == "answers" else None
    is_answer = asked is not None and not asked.returns_nothing
    is_text = function.registered == "texts" and function.name in ("prompt", "label", "effect", "outcome")
    if isinstance(node, ast.Lambda) or not (is_answer or is_text or function.registered == "allows"):
        return
    what = {"allows": "the actions allowed, as a set", "texts": "a text"}.get(function.registered, "an answer")
    if any(isinstance(one, ast.Yield | ast.YieldFrom) for one in function.nodes):
        return
    if not found and not any(isinstance(one, ast.Raise) for one in function.nodes):
        yield function.module.error("returns-nothing", node, f"{function.name} returns nothing; it must return {what}.")
    elif found and not ends(node.body):
        at = node.body[-1]
        yield function.module.warning(
            "returns-nothing",
            at,
            f"{function.name} may end here without returning {what}: let every way through it return one.",
        )


def _lost_results(source: Source) -> Iterator[Finding]:
    """Functions of the game that return nothing, or not always, and whose result something uses."""
    told = set[Function]()
    for function in source.functions:
        for call in function.calls():
            called = source.called(function, call)
            if called is None or called in told or isinstance(called.node, ast.Lambda) or called.registered:
                continue
            if isinstance(function.module.parents.get(call), ast.Expr) or any(
                isinstance(one, ast.Yield | ast.YieldFrom | ast.Raise) for one in called.nodes
            ):
                continue
            what = f"{function.name} uses what {called.name} returns"
            if not returned(called) and not _does_nothing(called):
                told.add(called)
                yield called.module.error("returns-nothing", called.node, f"{what}, which is nothing: return it there.")
            elif returned(called) and not ends(called.body):
                told.add(called)
                yield called.module.warning(
                    "returns-nothing",
                    called.body[-1],
                    f"{what}, but it may end here and return nothing: return something always.",
                )


def _does_nothing(function: Function) -> bool:
    """Whether a function is only a declaration: a docstring, pass, or dots."""
    return all(
        isinstance(one, ast.Pass) or (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))
        for one in function.body
    )


def _twice(source: Source) -> Iterator[Finding]:
    """Answers, effects and functions that are defined twice, of which the first is lost."""
    for module in source.modules:
        seen: dict[tuple[str, str], int] = {}
        for function in (f for f in module.functions if f.outer is None and isinstance(f.node, ast.FunctionDef)):
            if not isinstance(module.parents.get(function.node), ast.Module):
                continue
            is_lost = function.registered not in ("allows", "applies") and function.name != "_"  # registered ones are kept
            keys = [(f"{function.registered} name", function.name)] if is_lost else []
            for decorator in function.node.decorator_list:  # type: ignore[union-attr]  # no lambda
                if function.registered == "applies" and isinstance(decorator, ast.Call) and decorator.args:
                    keys.append(("applies", written(decorator.args[0])))
            for key in keys:
                if key in seen:
                    what = function.name if key[0].endswith("name") else f"The effect of the phase {key[1]}"
                    yield module.error(
                        "defined-twice",
                        function.node,
                        f"{what} is defined twice, first in line {seen[key]}, and only this one counts: join them,"
                        f" or rename one.",
                    )
                seen[key] = function.node.lineno


def unknown_attributes(source: Source) -> Iterator[Finding]:
    """Attributes of the table builder that it does not have."""
    names = {name for name in dir(TableBuilder) if not name.startswith("_")}
    names |= {"rules", "positions", "s", "viewer", "names", "every_seat", "facts", "tracks", "seats", "zones"}
    for function in source.functions:
        for look in (name for name in function.parameters if is_look(function, name)):
            for node in function.nodes:
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == look:
                    if node.attr not in names:
                        yield function.module.error(
                            "table-attribute",
                            node,
                            f"A table has no {node.attr}.{closest(node.attr, names)} It has: {listed(sorted(names))}.",
                        )


def is_look(function: Function, name: str) -> bool:
    """Whether a parameter is the table to be filled."""
    if function.name == "table" and function.registered == "texts":
        return name == function.parameters[0]
    annotation = next((one.annotation for one in function.node.args.args if one.arg == name), None)
    return isinstance(annotation, ast.Name) and annotation.id == "TableBuilder"
