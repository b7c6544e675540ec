"""What an author is told if a rule cannot be compiled: one sentence with the line, in place of Numba's hundreds of lines."""

from __future__ import annotations

import linecache
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sevenfold.errors import NotCompiled, shortened

COLOURS = re.compile(r"\x1b\[[0-9;]*m")
FRAMES = ("Failed in nopython mode pipeline", "During:", "File ", "raised from", "Enable logging", "<source", "There are")
PLACE = re.compile(r'File "(?P<file>[^"\n]*)", line (?P<line>\d+)|(?:at|from) (?P<path>\S+\.py) \((?P<number>\d+)\)')
ANNOTATIONS = re.compile(r"(?<=\w): '[^']*'| -> '[^']*'")  # of parameters
PLAIN_WORDS = (
    (
        r"Untyped global name '(\w+)':\s*Cannot determine Numba type of <class 'function'>.*",
        r"it calls \1, which is a plain function; decorate it with @compiled",
    ),
    (
        r"Untyped global name '(\w+)':\s*Cannot determine Numba type of <class '(?:\w+\.)*(\w+)'>.*",
        r"it uses \1, a \2; rules use whole numbers, tuples of them, and functions decorated with @compiled",
    ),
    (
        r"Cannot unify (.+?) and (.+?) for '(\w+)(?:\.\d+)?'.*",
        r"\3 is \1 on one way and \2 on another; a name holds one kind of value",
    ),
    (r"NameError: (name '\w+' is not defined).*", r"the \1"),
    (
        r"Cannot bind 'args=.*' to signature '(.*?)' due to \"TypeError: (.*?)\".*",
        r"it calls a function whose parameters are \1: \2",
    ),
    (r"Unknown attribute '?(\w+)'? of type .*", r"there is no .\1 here"),
    (
        r"No implementation of function Function\((?:<built-in function )?(\w+)>?.*?>>> (.*?)\s*There are.*",
        r"\2 is not possible",
    ),
)


class Failures(threading.local):
    """The functions of this thread that could not be compiled, the innermost first, each with its error."""

    def __init__(self) -> None:
        self.found: list[tuple[Callable[..., Any], BaseException]] = []


failures = Failures()


def broken(is_guest: Callable[[Callable[..., Any]], bool]) -> NotCompiled | None:
    """The error to raise for the failures of this thread; None if no function of another package is among them."""
    theirs = next(((function, error) for function, error in failures.found if is_guest(function)), None)
    if theirs is None:
        return None
    function, error = theirs
    sentence = f"{function.__name__} cannot be compiled: {essence(failures.found[0][1])}."
    return NotCompiled(sentence, Path(function.__code__.co_filename).name, _line(function, error))


def essence(error: BaseException) -> str:
    """The message of the innermost error, without where it arose, without a full stop."""
    text = COLOURS.sub("", str(error))
    if isinstance(error, KeyError):
        return f"the position has no field {text}"
    lines = [line.strip() for line in text.splitlines()]
    start = next((i for i, line in enumerate(lines) if line and not line.startswith(FRAMES)), 0)
    end = next((i for i in range(start + 1, len(lines)) if lines[i].startswith(("During:", "File "))), len(lines))
    message = " ".join(filter(None, lines[start:end]))
    for theirs, ours in PLAIN_WORDS:
        found = re.fullmatch(theirs, message, re.DOTALL)
        if found:
            return shortened(ANNOTATIONS.sub("", found.expand(ours)), 300)
    kind = "" if "numba" in type(error).__module__ else f"{type(error).__name__}: "
    return kind + shortened(re.sub(r"\W*(Raised)?( from None)?\W*$", "", PLACE.sub("", message)), 300)


def _line(function: Callable[..., Any], error: BaseException) -> int:
    """The line of a function at which it cannot be compiled: named by the error, or the first with the name it is about."""
    code, text = function.__code__, COLOURS.sub("", str(error))
    lines = sorted({line for _, _, line in code.co_lines() if line})
    for match in PLACE.finditer(text):
        path, line = (match["file"], match["line"]) if match["file"] else (match["path"], match["number"])
        if Path(path).name == Path(code.co_filename).name and int(line) in range(lines[0], lines[-1] + 1):
            return int(line)
    about = re.search(r"'(\w+)'", text)
    if about:
        word = re.compile(rf"\b{about[1]}\b")
        return next((line for line in lines if word.search(linecache.getline(code.co_filename, line))), code.co_firstlineno)
    return code.co_firstlineno
