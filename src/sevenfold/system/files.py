"""The text files that people name: records, transcripts, deals, credentials. They are read whatever program saved them, as
bytes of UTF-8 or UTF-16, and are written whole or not at all.
"""

from __future__ import annotations

import json
import math
import os
import re
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, NoReturn, TextIO

from sevenfold.errors import BadInput, quoted, shortened

STDIN = Path("-")
MOST_STREAMED = 256 << 20  # bytes read from a pipe or a device, which might never end
BLOCK = 1 << 16
DEEPEST = 64  # levels of JSON; ours has five
LONGEST_NUMBER = 100  # characters of a number in JSON
ADDRESS = re.compile(r"(https?):/+", re.IGNORECASE)  # as a path, which has lost a slash
KINDS = {  # of files that are no text, by their first bytes
    b"\x1f\x8b": "compressed (gzip); unpack it first",
    b"PK\x03\x04": "a zip archive; unpack it first",
    b"BZh": "compressed (bzip2); unpack it first",
    b"\xfd7zXZ": "compressed (xz); unpack it first",
    b"\x28\xb5\x2f\xfd": "compressed (zstd); unpack it first",
    b"\x89PNG": "an image",
    b"\xff\xd8\xff": "an image",
    b"GIF8": "an image",
    b"%PDF": "a PDF document",
    b"SQLite format 3": "a database, as sevenfold serve --db opens it",
}


def path_named(name: str) -> Path:
    """What a file or a folder is called on the command line; BadInput for nothing, as of a shell's variable that is not set.

    Only "-" itself stands for standard input: "./-" is a file, which a plain `Path` does not tell apart.
    """
    if not name:
        raise BadInput("The name of a file is empty.")
    return Path.cwd() / "-" if name != "-" and Path(name) == STDIN else Path(name)


# -- reading ----------------------------------------------------------------------------------------------------------


def read_text(path: Path, expected: str = "a record or a transcript") -> str:
    """The text of a file, or of stdin if the path is "-"; a byte-order mark is no part of it.

    Args:
        path: The file.
        expected: What it should hold, for the messages.

    Raises:
        BadInput: It cannot be read, is no text, or holds nothing.
    """
    called = name_of(path)
    try:
        data = _bytes(path, expected)
    except OSError as error:
        if address := ADDRESS.match(str(path)):
            called = f"{address[1]}://{called[address.end() :]}"
            advice = "Save what is there as a file first; of a room, sevenfold record LINK does."
            raise BadInput(f"{called} is an address. {advice}") from None
        raise BadInput(f"{called} cannot be read: {why(error)}. {expected.capitalize()} is expected.") from error
    except BadInput:
        raise
    except (ValueError, MemoryError) as error:
        problem = "it is too large" if isinstance(error, MemoryError) else "no file can have this name"
        raise BadInput(f"{called} cannot be read: {problem}.") from error
    text = _decoded(data, called, expected)
    if not text.strip():
        raise BadInput(f"{called} is empty; {expected} is expected.")
    return text


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text that are not blank, numbered from 1, without the blanks around them.

    A line ends where an editor ends it: at a line feed, a carriage return or both; not at a form feed or the like, which
    JSON has in its texts.
    """
    for number, line in enumerate(re.split(r"\r\n|\n|\r", text), start=1):
        stripped = line.strip(" \t\f\v\ufeff")  # files that were put together have a byte-order mark in their midst
        if stripped:
            yield number, stripped


def name_of(path: Path) -> str:
    """A file as messages name it."""
    return "Standard input" if path == STDIN else shortened(_printable(str(path)), 200)


def why(error: OSError) -> str:
    """The system's reason why a file cannot be used, without a full stop."""
    return (error.strerror or str(error)).rstrip(".")


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)


def _bytes(path: Path, expected: str) -> bytes:
    if path == STDIN:
        return _streamed(sys.stdin.buffer, path, expected)
    with path.open("rb") as file:
        if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            return file.read()
        return _streamed(file, path, expected)


def _streamed(file: IO[bytes], path: Path, expected: str) -> bytes:
    """Everything that comes from a pipe or a device, unless it is no text or does not end."""
    data = bytearray()
    while block := file.read(BLOCK):
        if not data:
            _decoded(block[: len(block) - 3] if len(block) == BLOCK else block, name_of(path), expected, is_part=True)
        data += block
        if len(data) > MOST_STREAMED:
            raise BadInput(f"{name_of(path)} goes on after {MOST_STREAMED >> 20} MiB; {expected} is expected.")
    return bytes(data)


def _decoded(data: bytes, called: str, expected: str, *, is_part: bool = False) -> str:
    for begin, kind in KINDS.items():
        if data.startswith(begin):
            raise BadInput(f"{called} is {kind}; {expected} is expected.")
    encoding = json.detect_encoding(data)  # by a byte-order mark, or where the zeros are
    try:
        text = data.decode(encoding, "ignore" if is_part and encoding != "utf-8" else "strict")
    except UnicodeDecodeError as error:
        if is_part and error.end >= len(data) - 3:
            return ""
        line = data.count(b"\n", 0, error.start) + 1
        raise BadInput(
            f"{called} is not text in UTF-8 or UTF-16, as {expected} is: line {line} has other bytes. Save it as UTF-8."
        ) from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise BadInput(f"{called} is not text, or is damaged: line {line} has zero bytes. {expected.capitalize()} is expected.")
    return text.removeprefix("\ufeff")


# -- JSON -------------------------------------------------------------------------------------------------------------


def parse_json(text: str) -> Any:
    """The value of a text in JSON, as every reader of JSON reads it.

    Raises:
        BadInput: It is not JSON, or has what readers understand differently: a key twice, NaN, half a character, a number
            of hundreds of digits. The message is a clause without a full stop, to stand after "this is not a record: ".
    """
    if _depth(text) > DEEPEST:
        raise BadInput(f"it is nested more than {DEEPEST} levels deep")
    try:
        value = json.loads(
            re.sub("[\f\v]", " ", text.removeprefix("\ufeff")),  # blanks to editors, and not allowed in texts
            object_pairs_hook=_object,
            parse_constant=_no_number,
            parse_int=_whole,
            parse_float=_fraction,
        )
    except json.JSONDecodeError as error:
        raise BadInput(_where(error)) from None
    if not text.isascii() or re.search(r"\\u[dD][89a-fA-F]", text):
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise BadInput("it has half a character (a lone surrogate, U+D800 to U+DFFF)") from None
    return value


def _depth(text: str) -> int:
    """How deep the brackets are nested; 0 if there are too few of them to matter."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return 0
    depth = deepest = 0
    for found in re.finditer(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', text):
        bracket = found[0]
        depth += (bracket in "[{") - (bracket in "]}")
        deepest = max(deepest, depth)
    return deepest


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise BadInput(f"an object has the key {quoted(twice)} twice")
    return found


def _no_number(name: str) -> NoReturn:
    raise BadInput(f"it has {name}, which is not a number in JSON")


def _whole(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise BadInput(f"it has a number of {len(digits):,} digits")
    return int(digits)


def _fraction(digits: str) -> float:
    if len(digits) > LONGEST_NUMBER or not math.isfinite(float(digits)):
        raise BadInput(f"it has the number {shortened(digits, 30)}, which is too large or too long")
    return float(digits)


def _where(error: json.JSONDecodeError) -> str:
    """Where a text ceases to be JSON."""
    at, text = error.pos, error.doc
    line = f"line {error.lineno}, " if "\n" in text.strip() else ""
    if not text[at:].strip() or error.msg.startswith("Unterminated string"):
        return f"it ends too early, in {line}column {error.colno}"
    if error.msg.startswith("Extra data"):
        return f"something follows its end, in {line}column {error.colno}: {quoted(text[at : at + 60], 40)}"
    start = max(text.rfind("\n", 0, at) + 1, at - 10)
    there = quoted(re.split(r"[\r\n]", text[start : at + 60], maxsplit=1)[0], 50)
    return f"{line}column {error.colno} is not JSON: {there}"


# -- writing ----------------------------------------------------------------------------------------------------------


@contextmanager
def writing(path: Path, *, replaces: bool = True, is_private: bool = False) -> Iterator[TextIO]:
    """Open a file to write its whole text. The file appears when the block ends; if it fails, everything is as before.

    Args:
        path: The file; a device or a pipe is written to directly.
        replaces: Whether a file that is there already is replaced.
        is_private: Whether only the user may read it.

    Raises:
        BadInput: It cannot be written, or is there already.
    """
    check_output(path)
    called = name_of(path)
    try:
        if not replaces:
            _check_new(path)
        if path.exists() and not path.is_file():
            with path.open("w", encoding="utf-8") as file:
                yield file
            return
        with _draft(Path(os.path.realpath(path)), replaces=replaces, is_private=is_private) as file:
            yield file
    except FileExistsError:
        raise BadInput(f"There is a file {called} already; name another.") from None
    except OSError as error:
        raise BadInput(f"{called} cannot be written: {why(error)}.") from error
    except ValueError as error:
        if "null" not in str(error):
            raise
        raise BadInput(f"{called} cannot be written: no file can have this name.") from error


def check_output(path: Path) -> None:
    """BadInput for what names no file that can be written."""
    if path == STDIN:
        raise BadInput("- is standard input, to which nothing is written; name a file (./- for one of that name).")


def _check_new(path: Path) -> None:
    if path.exists() or path.is_symlink():
        raise FileExistsError


@contextmanager
def _draft(path: Path, *, replaces: bool, is_private: bool) -> Iterator[TextIO]:
    """A file beside it that takes its name once it is complete."""
    draft = path.with_name(f".sevenfold-{secrets.token_hex(4)}.part")
    mode = 0o600 if is_private else stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o666
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w", encoding="utf-8") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if replaces or not _linked(draft, path):
            draft.replace(path)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def _linked(draft: Path, path: Path) -> bool:
    """Give the draft its name if no file has it (FileExistsError); False where the file system has no links."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:
        if path.exists():
            raise FileExistsError from None
        return False
    return True
