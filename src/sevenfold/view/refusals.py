"""Buttons that cannot be pressed now, and why: actions allowed by a phase's first restriction and excluded by a later one."""

from __future__ import annotations

from sevenfold.declare.actions import describe
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import ActionSet

from .description import RefusedMove
from .moves import refusing
from .table_builder import TableBuilder


def refused(table: TableBuilder, legal: ActionSet) -> list[RefusedMove]:
    """The viewer's refused buttons. Actions that the first restriction excludes are not listed."""
    rules, s = table.rules, table.s
    phase = rules.phases[int(s.phase)]
    first, *others = rules.restrictions[phase.id]
    offered = [kind for action in each(int(legal)) if (kind := phase.kind(action)) and not kind.touch]
    if not others or not offered:
        return []  # if no move is a button, no button is missing
    found = []
    meant = sum(1 << action for action in set(phase.every()))  # a restriction may allow every action, even those there are not
    for action in each(int(first.allows(s)) & meant & ~int(legal)):
        kind = phase.kind(action)
        if not kind or not kind.button or kind.touch:
            continue
        if restriction := refusing(table, action):
            why = f"{restriction.say(s, action)} ({restriction.rule})"
            found.append(RefusedMove(kind.button(action, rules.pack), describe(action, phase, rules.pack, s).label, why))
    return found
