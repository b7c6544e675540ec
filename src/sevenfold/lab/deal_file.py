"""A file with a ladder's finished deals, so that it can be resumed. JSON Lines: the settings, then one line per deal."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

from sevenfold._version import __version__
from sevenfold.errors import BadInput, quoted, quoted_json
from sevenfold.system.files import lines_of, name_of, read_text, why, writing

from .duplicate import DealResult

FORMAT = 1


class DealFile:
    """A file of finished deals; each deal is written as soon as it is added.

    Attributes:
        results: The deals in the file, by first bot, second bot and deal.
    """

    def __init__(self, path: Path, settings: dict[str, Any]) -> None:
        """Open or create the file; BadInput if it contains a ladder with other settings, or anything else."""
        self._path, self._settings = path, settings
        self.results: dict[tuple[int, int, int], DealResult] = {}
        self._file = self._opened()

    def _opened(self) -> TextIO:
        try:
            is_new = not self._path.exists() or not self._path.stat().st_size
            header = json.dumps({"ladder": FORMAT, "version": __version__, **self._settings}) + "\n"
            complete = header if is_new else self._read(read_text(self._path, "a file of a ladder's deals"))
            if is_new or self._path.read_bytes() != complete.encode():  # an incomplete last line, or another editor's
                with writing(self._path) as whole:
                    whole.write(complete)
            return self._path.open("a", encoding="utf-8")
        except OSError as error:
            raise BadInput(f"{self._called} cannot be written: {why(error)}.") from error

    @property
    def _called(self) -> str:
        return name_of(self._path)

    def _read(self, text: str) -> str:
        """Read the complete lines, and return them."""
        (_, head), *lines = lines_of(text)
        if lines and not text.endswith(("\n", "\r")) and not _object(lines[-1][1]):
            lines.pop()  # it was being written when the program was ended
        first = _object(head)
        if first.get("ladder") != FORMAT:
            raise BadInput(f"{self._called} does not contain a ladder's deals; name a new file.")
        for name, value in self._settings.items():
            if first.get(name) != value:
                raise BadInput(
                    f"{self._called} holds a ladder with other settings ({name}: {quoted_json(first.get(name))}, not"
                    f" {quoted_json(value)}); ask for the same, or name a new file."
                )
        if first.get("version") != __version__:
            played = quoted_json(first.get("version")).strip('"')
            raise BadInput(f"{self._called} was played by Sevenfold {played}, not {__version__}; name a new file.")
        complete = [head]
        for number, line in lines:
            one = _object(line)
            try:
                key = (int(one["one"]), int(one["other"]), int(one["deal"]))
                self.results[key] = DealResult(float(one["points"]), float(one["wins"]), int(one["games"]))
            except (KeyError, TypeError, ValueError, OverflowError):
                raise BadInput(
                    f"{self._called}, line {number}: this is not a ladder's deal: {quoted(line)}. Name a new file."
                ) from None
            complete.append(line)
        return "".join(f"{line}\n" for line in complete)

    def add(self, key: tuple[int, int, int], result: DealResult) -> None:
        """Write a finished deal to the file."""
        self.results[key] = result
        one, other, deal = key
        line = {"one": one, "other": other, "deal": deal, "points": result.points, "wins": result.wins, "games": result.games}
        try:
            self._file.write(json.dumps(line) + "\n")
            self._file.flush()
        except OSError as error:
            raise BadInput(f"{self._called} could not be written to its end: {why(error)}.") from error

    def close(self) -> None:
        """Close the file."""
        with suppress(OSError):
            self._file.close()


def _object(line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
