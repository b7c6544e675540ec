"""Reading a game's file before anything of it runs: mistakes that can be seen in its text.

Each module but `source` and `values` is a check, with `find(source)`.
"""

from __future__ import annotations

from sevenfold.declare.rules import Rules
from sevenfold.findings import Finding

from . import declarations, events, expressions, fields, flow, functions, language, options, phases, rule_ids, seats, tables
from .source import Source

__all__ = ["read"]

CHECKS = (declarations, options, functions, language, flow, fields, seats, expressions, events, phases, tables, rule_ids)


def read(rules: Rules) -> list[Finding]:
    """What is wrong with a game's source, errors first, then by file and line.

    Nothing of the game is run. The files are those of the module that declares the position, as they are now on disk.

    Args:
        rules: The rules that the module declared; they need not be complete.

    Returns:
        The findings; none if the game has no file.
    """
    source = Source(rules)
    if not source.modules:
        return []
    found = dict.fromkeys(_Once(finding) for check in CHECKS for finding in check.find(source))
    order = {module.path.name: at for at, module in enumerate(source.modules)}
    return sorted(
        (one.finding for one in found), key=lambda one: (one.severity != "error", order.get(one.file, len(order)), one.line)
    )


class _Once:
    """A finding, equal to another of the same kind on the same line."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding
        self._key = finding.code, finding.file, finding.line, finding.sentence

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Once) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)
