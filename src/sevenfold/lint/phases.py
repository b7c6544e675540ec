"""Phases: whether some rule sets each, those that are set exist, and each action of a phase means one thing."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from sevenfold.declare.actions import ActionKind, Phase
from sevenfold.findings import Finding
from sevenfold.kernel.questions import OVER

from .source import MISSING, Function, Module, Source, listed
from .values import constant, whole

TURNING = ("sevenfold.mechanics.tricks", "sevenfold.mechanics.simultaneous")  # mechanics that pass the turn


def find(source: Source) -> Iterator[Finding]:
    """What is wrong with the phases."""
    phases = source.rules.phases
    places = _declared(source)
    known = source.is_whole  # whether every value that is stored as the phase can be told
    entered = {0}
    for function in source.functions:
        for node, value in _stored(function):
            for number in _values(function, value):
                if number is None:
                    known = False
                elif number not in phases and number != OVER:
                    yield function.module.error(
                        "phase-unknown",
                        node,
                        f"There is no phase {number}; the phases are {_names(source)}. (end_game(s) ends the game.)",
                    )
                else:
                    entered.add(number)
        for node in function.nodes:
            if isinstance(node, ast.Compare):
                yield from _compared(source, function, node)
    for number, phase in phases.items():
        module, call = places.get(number, (source.modules[0], 0))
        if known and number not in entered:
            yield module.error(
                "phase-unset", call, f"No rule sets the phase {phase.name!r}: nothing ever stores {number} in s.phase."
            )
        yield from _clashing(source, module, call, phase)
        if phase.ends_move and not source.rules.has_steps:
            yield module.warning(
                "phase-ends-move", call, "ends_move is for moves of several steps, and no phase is within_move."
            )
    if 0 not in phases and not any(_stored(f) for f in source.functions if f.name == "start"):
        yield source.modules[0].warning(
            "phase-first", 0, f"A game begins in phase 0, which is none; the phases are {_names(source)}."
        )
    yield from _never_left(source, entered, known)


def _names(source: Source) -> str:
    return listed(f"{number} ({phase.name})" for number, phase in source.rules.phases.items())


def _declared(source: Source) -> dict[int, tuple[Module, ast.AST]]:
    """The calls of `rules.phase`, by the number of the phase."""
    found: dict[int, tuple[Module, ast.AST]] = {}
    for module in source.modules:
        for node in module.nodes:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "phase" and node.args:
                given = node.args[0]
                number = given.value if isinstance(given, ast.Constant) else None
                if isinstance(given, ast.Name):
                    number = module.namespace.get(given.id)
                if isinstance(number, int):
                    found[number] = module, node
    return found


def _stored(function: Function) -> list[tuple[ast.AST, ast.expr | None]]:
    """What a function stores as the phase, with the statements; None if that cannot be told."""
    found: list[tuple[ast.AST, ast.expr | None]] = []
    for node in function.nodes:
        if isinstance(node, ast.AugAssign) and function.field(node.target) == "phase":
            found.append((node, None))
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            if function.field(target) == "phase":
                found.append((node, node.value))
            elif isinstance(target, ast.Tuple):
                for at, one in enumerate(target.elts):
                    if function.field(one) == "phase":
                        found.append((node, node.value.elts[at] if isinstance(node.value, ast.Tuple) else None))
    return found


def _values(function: Function, node: ast.expr | None) -> Iterator[int | None]:
    """The numbers that an expression may be; None for one that cannot be told."""
    if isinstance(node, ast.IfExp):
        yield from _values(function, node.body)
        yield from _values(function, node.orelse)
    else:
        yield whole(function, node) if node is not None else None


def _compared(source: Source, function: Function, node: ast.Compare) -> Iterator[Finding]:
    phases = source.rules.phases
    for one, other in ((node.left, node.comparators[0]), (node.comparators[0], node.left)):
        if function.field(one) != "phase" or not isinstance(node.ops[0], ast.Eq | ast.NotEq | ast.In | ast.NotIn):
            continue
        for part in other.elts if isinstance(other, ast.Tuple | ast.List | ast.Set) else [other]:
            value = constant(function, part)
            if value is not MISSING and not (isinstance(value, int) and (int(value) in phases or value == OVER)):
                yield function.module.error(
                    "phase-unknown",
                    node,
                    f"s.phase is never {value!r}; the phases are {_names(source)}, and {OVER} once the game is over.",
                )


# -- actions ----------------------------------------------------------------------------------------------------------


def _clashing(source: Source, module: Module, at: ast.AST | int, phase: Phase) -> Iterator[Finding]:
    """Texts that two actions of a phase have."""
    seen: dict[str, int] = {}
    for action in phase.every():
        kind = phase.kind(action)
        text = _text(source, kind, action) if kind else ""
        if text and text.casefold() in seen and seen[text.casefold()] != action:
            yield module.error(
                "actions-alike",
                at,
                f"In the phase {phase.name!r} actions {seen[text.casefold()]} and {action} are both called"
                f" {text!r}, so records could not tell them apart.",
            )
            return
        seen.setdefault(text.casefold(), action)


def _text(source: Source, kind: ActionKind, action: int) -> str:
    """The text of an action that does not depend on the position; empty if it does, or if there is none."""
    if kind.is_coordinate:
        return ""
    try:
        return str(kind.text(action, source.rules.pack, None).text)  # type: ignore[arg-type]  # no position: texts of ours ask for none
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        return ""


def _said(source: Source, kind: ActionKind, action: int) -> str:
    return repr(_text(source, kind, action)) if _text(source, kind, action) else "another"


def _never_left(source: Source, entered: set[int], known: bool) -> Iterator[Finding]:
    """Effects of phases that no longer pass the turn: nothing to tell here but that none of all does."""
    from sevenfold.kernel import questions

    if source.rules.player_counts[-1] < 2 or not source.modules[0].is_loaded:
        return
    for function in source.functions:
        for node in function.nodes:
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.ctx, ast.Store)
                and function.field(node) == "turn"
                and function.name != "start"
            ):
                return
            meant = function.meaning(node) if isinstance(node, ast.Name) else MISSING
            module = str(getattr(meant, "__module__", ""))
            if meant is questions.next_turn or module.startswith(TURNING):
                return
    yield source.modules[0].warning(
        "turn-stays", 0, "The turn never passes to another seat: call next_turn(s), or store s.turn."
    )
