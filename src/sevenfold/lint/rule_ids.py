"""Rule ids: those that the file cites, against the rule page beside it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from sevenfold.findings import Finding

from .source import Module, Source, closest

ID = re.compile(r"\b[A-Z][A-Z0-9]*(?:-[A-Z][A-Z0-9]*)*-\d+[a-z]?\b")
OF_PAGE = re.compile(r"^\*\*([^*\n]+-\d+[a-z]?)\*\*", re.MULTILINE)
SHARED = "GEN"  # rules that every game has: no game's file need cite them


def find(source: Source) -> Iterator[Finding]:
    """What is wrong with rule ids."""
    if not source.modules:
        return
    page = source.modules[0].path.with_suffix(".md")
    known = dict.fromkeys(OF_PAGE.findall(page.read_text(encoding="utf-8"))) if page.is_file() else {}
    cited = set[str]()
    declared = list(_declared(source))
    prefixes = {_prefix(rule) for rule in (*known, *(rule for _, _, rule in declared))}
    for module, node, rule in declared:
        cited.add(rule)
        if not ID.fullmatch(rule):
            yield module.warning(
                "rule-id-shape", node, f"{rule!r} is no rule id: it is capitals and a number, such as WHIST-3."
            )
        elif known and rule not in known and _prefix(rule) != SHARED:
            yield module.error("rule-id-unknown", node, f"The rule page {page.name} has no rule {rule}.{closest(rule, known)}")
    for module in source.modules:
        for line, comment in module.comments:
            for rule in ID.findall(comment):
                cited.add(rule)
                if known and rule not in known and _prefix(rule) in prefixes:
                    yield module.warning(
                        "rule-id-unknown", line, f"The rule page {page.name} has no rule {rule}.{closest(rule, known)}"
                    )
    for rule in known:
        if rule not in cited and _prefix(rule) != SHARED:
            yield Finding(
                "rule-id-uncited",
                f"No line cites {rule}: put a comment # {rule} on the line that enacts it.",
                "warning",
                page.name,
                _line(page.read_text(encoding="utf-8"), rule),
            )


def _prefix(rule: str) -> str:
    return rule.rpartition("-")[0]


def _line(text: str, rule: str) -> int:
    return text[: text.index(f"**{rule}**")].count("\n") + 1


def _declared(source: Source) -> Iterator[tuple[Module, ast.AST, str]]:
    """The ids that are given to the engine: of restrictions, of choices that may change, of terms of points."""
    for module in source.modules:
        for node in module.nodes:
            if not isinstance(node, ast.Call):
                continue
            name = (
                node.func.attr
                if isinstance(node.func, ast.Attribute)
                else node.func.id
                if isinstance(node.func, ast.Name)
                else ""
            )
            given: list[ast.AST] = []
            if name == "allows":
                given = [*node.args[1:2], *(k.value for k in node.keywords if k.arg == "rule")]
            elif name == "phase":
                given = [k.value for k in node.keywords if k.arg == "may_change"]
            elif name == "a_term":
                given = [one.elts[0] for one in node.args if isinstance(one, ast.Tuple) and one.elts]
            elif name == "tricks":
                given = list(node.args[2:3])
            for one in given:
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    yield module, one, one.value
