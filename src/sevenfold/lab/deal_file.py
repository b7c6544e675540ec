"""A file with a ladder's finished deals, so that it can be resumed. JSON Lines: the settings, then one line per deal."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

from sevenfold._version import __version__
from sevenfold.errors import BadInput

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
            complete = self._read(self._path.read_text(encoding="utf-8")) if self._path.exists() else ""
            file = self._path.open("r+" if complete else "w", encoding="utf-8")
            if complete:
                file.truncate(len(complete.encode("utf-8")))  # without an incomplete last line
                file.seek(0, os.SEEK_END)
            else:
                file.write(json.dumps({"ladder": FORMAT, "version": __version__, **self._settings}) + "\n")
                file.flush()
        except OSError as error:
            raise BadInput(f"{self._path} cannot be written: {error.strerror or error}.") from error
        except UnicodeDecodeError:
            raise BadInput(f"{self._path} does not contain a ladder's deals; name a new file.") from None
        return file

    def _read(self, text: str) -> str:
        """Read the complete lines, and return them."""
        head, *lines = text.split("\n")[:-1] or [""]
        first = _object(head)
        if first.get("ladder") != FORMAT:
            if not text.strip():
                return ""
            raise BadInput(f"{self._path} does not contain a ladder's deals; name a new file.")
        for name, value in self._settings.items():
            if first.get(name) != value:
                raise BadInput(
                    f"{self._path} holds a ladder with other settings ({name}: {json.dumps(first.get(name))}, not"
                    f" {json.dumps(value)}); ask for the same, or name a new file."
                )
        if first.get("version") != __version__:
            raise BadInput(f"{self._path} was played by Sevenfold {first.get('version')}, not {__version__}; name a new file.")
        complete = [head]
        for line in lines:
            one = _object(line)
            try:
                key = (int(one["one"]), int(one["other"]), int(one["deal"]))
                self.results[key] = DealResult(float(one["points"]), float(one["wins"]), int(one["games"]))
            except (KeyError, TypeError, ValueError):
                raise BadInput(
                    f"{self._path}, line {len(complete) + 1}: this is not a ladder's deal. Name a new file."
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
            raise BadInput(f"{self._path} could not be written to its end: {error.strerror or error}.") from error

    def close(self) -> None:
        """Close the file."""
        with suppress(OSError):
            self._file.close()


def _object(line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
