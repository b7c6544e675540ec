"""The lines of a game's rules: where its functions and events stand in the author's files, and which lines have run."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

from sevenfold.declare.rules import Rules
from sevenfold.kernel.compiler.decorators import Compiled
from sevenfold.kernel.events import EventKind
from sevenfold.kernel.questions import GENERIC
from sevenfold.sanitizer.faults import AuthorsFiles, Place, functions_of
from sevenfold.system.syntax import parsed

NOT_ASKED = ("policy", "heuristic_value", "tally", "comes_about")  # questions of bots and claims, which play need not ask
OF_PHASES = ("legal_actions", "apply_action")  # questions that the engine answers from the restrictions and effects of phases
RARE = 2  # games in which a line is rare that runs in no others
BLOCKS = ("body", "orelse", "finalbody")  # of statements that contain others


class RuleLines:
    """The functions of a game's rules that stand in its own files, by their code."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self._authors = rules, AuthorsFiles.of_rules(rules)
        self.files = frozenset(map(str, files_of(rules)))
        self._parsed: dict[CodeType, list[range]] = {}
        self.functions = self._called_by(*self._roots())

    @cached_property
    def events(self) -> dict[str, EventKind]:
        """The events that the game's modules name, by the name there; those of shared mechanics that they import included."""
        named = ((name, value) for module in self._modules() for name, value in vars(module).items())
        found: dict[str, EventKind] = {}
        for name, value in named:
            if isinstance(value, EventKind) and value not in found.values():
                found[name] = value
        return found

    def place_of(self, function: object) -> Place:
        """The place of a function; nowhere if it does not stand in the author's files."""
        place = self._authors.place_of_function(function)
        return place if place.line else Place()

    def place_of_name(self, name: str) -> Place:
        """The place where a module of the game gives a value this name, or imports it; nowhere if none does."""
        for file, tree in self._trees.items():
            for node in tree.body:
                for named, line in _names_given(node):
                    if named == name:
                        return Place(Path(file).name, line)
        return Place()

    def statements(self, code: CodeType) -> list[range]:
        """The lines of each statement of a function that can run, as ranges. Of a compound one only its head."""
        if code not in self._parsed:
            node = self._node_of(code)
            executable = {line for part in _with_inner(code) for _, _, line in part.co_lines() if line}
            found = _statements(node.body) if node else ()
            self._parsed[code] = [lines for lines in found if executable.intersection(lines)]
        return self._parsed[code]

    def phases_reading(self, field: str) -> list[int] | None:
        """The phases of which alone a rule reads a field, in their restrictions and effects and what these call; None if
        another function reads it, such as the deal."""
        reading = {code for code in self.functions if any(field in part.co_names for part in _with_inner(code))}
        answers = (generic.answers.get(self.rules.listening) for name, generic in GENERIC.items() if name not in OF_PHASES)
        if reading & self._called_by(*answers).keys():
            return None
        of_phases = {
            phase: self._called_by(self.rules.actions[phase], *(restriction.allows for restriction in restrictions))
            for phase, restrictions in self.rules.restrictions.items()
        }
        return [phase for phase, called in of_phases.items() if called.keys() & reading]

    def _called_by(self, *roots: object) -> dict[CodeType, FunctionType]:
        """Functions and those that they name, in turn, by their code."""
        called: dict[CodeType, FunctionType] = {}
        for root in roots:
            self._add(root, called)
        return called

    def text(self, place: Place) -> str:
        """The text of a line."""
        path = next((path for path in self.files if Path(path).name == place.file), None)
        if path is None:
            return ""
        return Path(path).read_text(encoding="utf-8").splitlines()[place.line - 1].strip()

    def _roots(self) -> Iterator[object]:
        for restrictions in self.rules.restrictions.values():
            yield from (restriction.allows for restriction in restrictions)
        yield from self.rules.actions.values()
        for name, generic in GENERIC.items():
            if name not in NOT_ASKED:
                yield generic.answers.get(self.rules.listening)

    def _add(self, value: object, called: dict[CodeType, FunctionType]) -> None:
        """Add a function and, in turn, those that it names."""
        if observer := self._observer(value):
            self._add(observer, called)
        function = value.function if isinstance(value, Compiled) else None
        code = getattr(function, "__code__", None)
        if not isinstance(function, FunctionType) or code in called or function.__code__.co_filename not in self.files:
            return
        called[function.__code__] = function
        for part in _with_inner(function.__code__):
            for name in part.co_names:
                self._add(function.__globals__.get(name), called)

    def _observer(self, value: object) -> object:
        """What listening positions do where rules call this, if it is declared with `observed`."""
        answers = getattr(getattr(value, "generic", None), "answers", {})
        return answers.get(self.rules.listening)

    def _modules(self) -> list[Any]:
        return [module for module in list(sys.modules.values()) if getattr(module, "__file__", None) in self.files]

    @cached_property
    def _trees(self) -> dict[str, ast.Module]:
        trees = {}
        for file in sorted(self.files):
            with suppress(OSError, SyntaxError, ValueError):
                trees[file] = parsed(Path(file).read_text(encoding="utf-8"))
        return trees

    def _node_of(self, code: CodeType) -> ast.FunctionDef | None:
        return functions_of(code.co_filename).get((code.co_name, code.co_firstlineno))


def files_of(rules: Rules) -> list[Path]:
    """The files of a game's rules: its module's or, if that is a folder's `rules.py`, all in the folder but heuristics."""
    file = getattr(sys.modules.get(rules.position.__module__), "__file__", None)
    if not file:
        return []
    path = Path(file)
    if path.name != "rules.py":
        return [path]
    return sorted(one for one in path.parent.glob("*.py") if one.name != "heuristics.py")


def _names_given(node: ast.stmt) -> Iterator[tuple[str, int]]:
    """The names that a statement of a module assigns or imports, each with its line."""
    if isinstance(node, ast.ImportFrom):
        yield from ((alias.asname or alias.name, alias.lineno) for alias in node.names)
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    yield from ((target.id, node.lineno) for target in targets if isinstance(target, ast.Name))


def _with_inner(code: CodeType) -> Iterator[CodeType]:
    yield code
    for value in code.co_consts:
        if isinstance(value, CodeType):
            yield from _with_inner(value)


def _statements(body: list[ast.stmt]) -> Iterator[range]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        inner = [statement for block in BLOCKS for statement in getattr(node, block, [])]
        inner += [case for match in getattr(node, "cases", []) for case in match.body]
        first = min((statement.lineno for statement in inner), default=0)
        yield range(node.lineno, max(node.lineno + 1, first) if inner else (node.end_lineno or node.lineno) + 1)
        for block in BLOCKS:
            yield from _statements(getattr(node, block, []))
        for match in getattr(node, "cases", []):
            yield from _statements(match.body)


class Trace:
    """Notes which lines of rules run, in how many games at first, and which events they report, for as long as it is on."""

    def __init__(self, lines: RuleLines) -> None:
        parts = [part for code in lines.functions for part in _with_inner(code)]
        self._games = {part: dict.fromkeys((line for _, _, line in part.co_lines() if line), 0) for part in parts}
        self._missing = {part: set(games) for part, games in self._games.items()}  # lines that are still counted in this game
        self._reports = {event.function.__code__: name for name, event in lines.events.items()}
        self.run: dict[str, set[int]] = {file: set() for file in lines.files}  # by file
        self.called: set[CodeType] = set()
        self.said: set[str] = set()  # the names of events
        self.watched: dict[CodeType, Callable[[FrameType], None]] = {}  # functions whose frames are shown after each line

    def next_game(self) -> None:
        """Another game begins: lines that have run in few games are counted again."""
        for part, games in self._games.items():
            self._missing[part] = {line for line, run in games.items() if run <= RARE}

    @property
    def rare(self) -> int:
        """How many lines have run in one or two games only."""
        return sum(0 < run <= RARE for games in self._games.values() for run in games.values())

    @contextmanager
    def on(self) -> Iterator[None]:
        """Trace this thread. Whoever traced it before, such as a debugger, goes on afterwards."""
        before = sys.gettrace()
        sys.settrace(self._call)
        try:
            yield
        finally:
            sys.settrace(before)

    def _call(self, frame: FrameType, _what: str, _argument: object) -> Any:
        missing = self._missing.get(frame.f_code)
        if missing is None:
            if frame.f_code in self._reports:
                self.said.add(self._reports.pop(frame.f_code))
            return None
        self.called.add(frame.f_code)
        is_traced = missing or frame.f_code in self.watched
        return self._line if is_traced else None  # what runs in many games is not traced again, so that it costs little

    def _line(self, frame: FrameType, what: str, _argument: object) -> Any:
        if watcher := self.watched.get(frame.f_code):
            watcher(frame)
        if what == "line" and frame.f_lineno in self._missing[frame.f_code]:
            self._missing[frame.f_code].remove(frame.f_lineno)
            self._games[frame.f_code][frame.f_lineno] += 1
            self.run[frame.f_code.co_filename].add(frame.f_lineno)
        return self._line
