"""`RuleFault`: what checked play raises where a rule does something wrong; and where that is in the author's files."""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import CodeType, FrameType, TracebackType
from typing import Any, Self

from sevenfold.declare.rules import Rules
from sevenfold.system.syntax import parsed


class RuleFault(Exception):
    """Something that compiled code would not notice.

    Attributes:
        code: What kind of fault it is, as in `Finding`.
        sentence: What is wrong and what is right, to follow "In lay, ".
        function: The author's function at fault, where that is not the one in which it is raised.
    """

    def __init__(self, code: str, sentence: str, function: object = None) -> None:
        super().__init__(sentence)
        self.code, self.sentence, self.function = code, sentence, function


@dataclass(frozen=True)
class Place:
    """A line of the author's files; all empty if there is none."""

    file: str = ""
    line: int = 0
    function: str = ""

    @property
    def at(self) -> tuple[str, int]:
        """Its file and line, as a finding takes them."""
        return self.file, self.line


class AuthorsFiles:
    """The files of a game: those of its package, or the file itself and those beside it.

    Attributes:
        name: The name of the file that declares the game; empty if it has none.
    """

    def __init__(self, name: str, folder: Path | None, *, is_package: bool) -> None:
        """folder: of the files; None if there are none. is_package: whether folders within it belong to the game too."""
        self.name = name
        self._folder, self._is_package = folder, is_package
        self._known: dict[str, bool] = {}

    @classmethod
    def of_module(cls, module: str, file: str | None, *, is_package: bool = False) -> Self:
        """The files of the game that a module declares, whose own file this is."""
        if not file:
            return cls("", None, is_package=False)
        path = Path(file).resolve()
        is_package = is_package or "." in module or path.name == "__init__.py"
        return cls(path.name, _folder_of(module, path), is_package=is_package)

    @classmethod
    def of_rules(cls, rules: Rules) -> Self:
        """The files of a game."""
        module = rules.position.__module__
        return cls.of_module(module, getattr(sys.modules.get(module), "__file__", None))

    def every(self) -> list[Path]:
        """The files of a game's package, or the file itself."""
        if self._folder is None:
            return []
        return sorted(self._folder.rglob("*.py")) if self._is_package else [self._folder / self.name]

    def own(self, filename: str) -> bool:
        """Whether code from this file is the author's."""
        if filename not in self._known:
            path = Path(filename)
            own = self._folder is not None and path.suffix == ".py"
            if own:
                path = path.resolve()
                own = path.parent == self._folder or (self._is_package and self._folder in path.parents)
            self._known[filename] = own
        return self._known[filename]

    def place_of(self, trace: TracebackType | None) -> Place:
        """The innermost line of the author's in a traceback."""
        found = Place()
        while trace is not None:
            code = trace.tb_frame.f_code
            if self.own(code.co_filename):
                found = Place(Path(code.co_filename).name, trace.tb_lineno, code.co_name)
            trace = trace.tb_next
        return found

    def place_of_function(self, function: Any) -> Place:
        """Where a function, or what is made of it, begins; the file alone if it is not the author's."""
        code = getattr(getattr(function, "function", function), "__code__", None)
        if code is None or not self.own(code.co_filename):
            return Place(self.name)
        return Place(Path(code.co_filename).name, _line_of(code), code.co_name)

    def place_in(self, frame: FrameType | None) -> Place:
        """The innermost line of the author's in a stack of frames."""
        while frame is not None:
            if self.own(frame.f_code.co_filename):
                return Place(Path(frame.f_code.co_filename).name, frame.f_lineno, frame.f_code.co_name)
            frame = frame.f_back
        return Place()


def _folder_of(module: str, path: Path) -> Path:
    """The folder of a game's files: for a package of others all of it, for ours the game's own."""
    if module.startswith("sevenfold.") or "." not in module:
        return path.parent
    return path.parents[module.count(".") - (path.name == "__init__.py")]


def _line_of(code: CodeType) -> int:
    """The line of a function's name, which follows its decorators."""
    node = functions_of(code.co_filename).get((code.co_name, code.co_firstlineno))
    return node.lineno if node else code.co_firstlineno


def functions_of(filename: str) -> dict[tuple[str, int], ast.FunctionDef]:
    """The functions of a file by name and first line, which is that of the first decorator."""
    try:
        return _functions_in(filename, Path(filename).stat().st_mtime_ns)
    except OSError:
        return {}


@lru_cache(64)
def _functions_in(filename: str, changed: int) -> dict[tuple[str, int], ast.FunctionDef]:
    """Those of a file as it was at a time."""
    try:
        tree = parsed(Path(filename).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return {}
    found = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return {(node.name, min([node.lineno, *(one.lineno for one in node.decorator_list)])): node for node in found}
