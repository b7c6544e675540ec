"""The person's credentials for each server: the token that holds their seats, kept in a file that only they can read."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from sevenfold.errors import BadInput
from sevenfold.folders import data_folder

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
        everything = FILES.dump_json({**self._all(), server: identity}, indent=1)
        draft = self.path.with_suffix(f".{os.getpid()}")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(everything)
            draft.replace(self.path)
        except OSError as error:
            raise BadInput(f"{self.path} cannot be written: {error.strerror or error}.") from error

    def _all(self) -> dict[str, Credentials]:
        try:
            return FILES.validate_json(self.path.read_bytes())
        except FileNotFoundError:
            return {}
        except (OSError, ValidationError):
            raise BadInput(f"{self.path} cannot be read; remove it, and you will be somebody new to servers.") from None
