"""Where something stands in the author's file."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from types import FrameType
from typing import Any

from sevenfold.declare.rules import Rules
from sevenfold.kernel.events import EventKind
from sevenfold.kernel.types import Positions
from sevenfold.sanitizer.faults import AuthorsFiles
from sevenfold.system.syntax import parsed

Place = tuple[str, int]  # the name of a file and a line, counted from 1; ("", 0) if nothing of the author's is at fault
NOWHERE: Place = ("", 0)


class Source:
    """The file of a game."""

    def __init__(self, rules: Rules) -> None:
        self._module = sys.modules.get(rules.position.__module__)
        self._files = AuthorsFiles.of_rules(rules)
        self.path = Path(getattr(self._module, "__file__", None) or "")

    @cached_property
    def _tree(self) -> ast.Module:
        try:
            return parsed(self.path.read_text(encoding="utf-8"))
        except (OSError, SyntaxError, ValueError):
            return parsed("")

    def function(self, function: Callable[..., Any] | None) -> Place:
        """Where a function of the author's begins."""
        place = self._files.place_of_function(function)
        return place.at if place.line else NOWHERE

    def field(self, name: str) -> Place:
        """Where a field is declared."""
        return self._first(lambda node: name in _assigned(node), ast.ClassDef)

    def phase(self, name: str) -> Place:
        """Where a phase of this name is declared."""
        for node in ast.walk(self._tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "phase":
                if any(isinstance(one, ast.Constant) and one.value == name for one in node.args):
                    return self.path.name, node.lineno
        return NOWHERE

    def event(self, kind: EventKind) -> Place:
        """Where an event is declared; if it is a shared one, where it is first called."""
        known = vars(self._module).items() if self._module else ()
        # By number, since a module that was loaded again has kinds of its own.
        names = [name for name, value in known if isinstance(value, EventKind) and value.number == kind.number]
        declared = self._first(lambda node: any(name in _assigned(node) for name in names), ast.Module)
        if declared != NOWHERE:
            return declared
        calls = [
            node.lineno
            for node in ast.walk(self._tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names
        ]
        return (self.path.name, min(calls)) if calls else NOWHERE

    def _first(self, wanted: Callable[[ast.stmt], bool], kind: type[ast.ClassDef | ast.Module]) -> Place:
        for holder in ast.walk(self._tree):
            if isinstance(holder, kind):
                for node in holder.body:
                    if wanted(node):
                        return self.path.name, node.lineno
        return NOWHERE

    def error(self, error: BaseException) -> Place:
        """The last line of the author's that an error passed through."""
        place = self._files.place_of(error.__traceback__)
        return place.at

    def writes(self, field: str, position: Positions, step: Callable[[], object]) -> list[tuple[Place, bytes]]:
        """The author's lines that change a field of a position while something runs, with what they leave there."""
        found: list[tuple[Place, bytes]] = []
        last, place = _bytes(position, field), NOWHERE

        def look(frame: FrameType, event: str, argument: object) -> Any:
            nonlocal last, place
            if not self._files.own(frame.f_code.co_filename):
                return None
            now = _bytes(position, field)
            if now != last:
                found.append((place, now))
                last = now
            if event in ("line", "return"):
                place = Path(frame.f_code.co_filename).name, frame.f_lineno
            return look

        before = sys.gettrace()
        sys.settrace(look)
        try:
            step()
        finally:
            sys.settrace(before)
        if _bytes(position, field) != last:
            found.append((place, _bytes(position, field)))
        return found


def _bytes(position: Positions, field: str) -> bytes:
    return bytes(position[field].tobytes())


def _assigned(node: ast.stmt) -> Iterator[str]:
    """The names that a statement assigns to."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    for target in targets:
        for name in ast.walk(target):
            if isinstance(name, ast.Name):
                yield name.id
