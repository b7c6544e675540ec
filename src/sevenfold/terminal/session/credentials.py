"""The person's credentials for each server: the token that holds their seats, kept in a file that only they can read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from sevenfold.errors import BadInput
from sevenfold.system.files import read_text, why, writing
from sevenfold.system.folders import data_folder

FILE = "people.json"


@dataclass
class Credentials:
    """The person's credentials for one server."""

    token: str = ""  # empty: nobody yet
    name: str = ""
    joined: dict[str, str] = field(default_factory=dict)  # the room that each invitation used here led to


FILES = TypeAdapter(dict[str, Credentials])


def default_file() -> Path:
    """The file in the user's data folder; BadInput if they have none."""
    return data_folder("who you are on servers", "Set HOME") / FILE


class CredentialsFile:
    """The file; BadInput if it cannot be read or written."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or default_file()

    def of(self, server: str) -> Credentials:
        """The credentials for a server."""
        return self._all().get(server) or Credentials()

    def keep(self, server: str, identity: Credentials) -> None:
        """Remember it; the file is replaced as a whole."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{self.path.parent} cannot be made: {why(error)}.") from error
        with _alone_in(self.path.parent):
            everything = FILES.dump_json({**self._all(), server: identity}, indent=1).decode()
            with writing(self.path, is_private=True) as file:
                file.write(everything)

    def _all(self) -> dict[str, Credentials]:
        try:
            return FILES.validate_json(read_text(self.path)) if self.path.exists() else {}
        except (OSError, BadInput, ValidationError) as error:
            trouble = error if isinstance(error, OSError) else error.__cause__
            if isinstance(trouble, OSError):  # the file itself may be whole: nobody is told to remove it
                raise BadInput(f"{self.path} cannot be read: {why(trouble)}. It says who you are on servers.") from error
            raise BadInput(f"{self.path} is damaged; remove it, and you will be somebody new to servers.") from None


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """The user's other processes wait meanwhile, so that none of them loses what another has just written."""
    try:
        import fcntl
    except ImportError:  # on Windows
        yield
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # a file system without locks
            fcntl.flock(number, fcntl.LOCK_EX)
        yield
    finally:
        os.close(number)
