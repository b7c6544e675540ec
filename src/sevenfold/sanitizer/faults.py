"""`RuleFault`: what checked play raises where a rule does something wrong; and where that is in the author's files."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from types import FrameType, TracebackType

from sevenfold.declare.rules import Rules


class RuleFault(Exception):  # noqa: N818 - it is a fault of a rule, not an error of ours
    """Something that compiled code would not notice.

    Attributes:
        code: What kind of fault it is, as in `Finding`.
        sentence: What is wrong and what is right, to follow "In lay, ".
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code, self.sentence = code, sentence


@dataclass(frozen=True)
class Place:
    """A line of the author's files; all empty if there is none."""

    file: str = ""
    line: int = 0
    function: str = ""


class AuthorsFiles:
    """The files of a game: those of its package, or the file itself and those beside it."""

    def __init__(self, rules: Rules) -> None:
        module = sys.modules.get(rules.position.__module__)
        path = getattr(module, "__file__", None)
        self.name = Path(path).name if path else ""
        self._folder = _folder_of(rules.position.__module__, Path(path).resolve()) if path else None
        self._is_package = "." in rules.position.__module__ or hasattr(module, "__path__")
        self._known: dict[str, bool] = {}

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
