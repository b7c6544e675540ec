"""The person's credentials for each server: the token that holds their seats, kept in a file that only they can read."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path
from pydantic import TypeAdapter, ValidationError

from sevenfold.errors import BadInput
from sevenfold.system.files import read_text, why, writing

FILE = "people.json"


@dataclass
class Credentials:
    """The person's credentials for one server."""

    token: str = ""  # empty: nobody yet
    name: str = ""
    joined: dict[str, str] = field(default_factory=dict)  # the room that each invitation used here led to


FILES = TypeAdapter(dict[str, Credentials])


def default_file() -> Path:
    """The file in the user's data folder."""
    return user_data_path("sevenfold", appauthor=False) / FILE


class CredentialsFile:
    """The file; BadInput if it cannot be read or written."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or default_file()

    def of(self, server: str) -> Credentials:
        """The credentials for a server."""
        return self._all().get(server) or Credentials()

    def keep(self, server: str, identity: Credentials) -> None:
        """Remember it; the file is replaced as a whole."""
        everything = FILES.dump_json({**self._all(), server: identity}, indent=1).decode()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{self.path.parent} cannot be made: {why(error)}.") from error
        with writing(self.path, is_private=True) as file:
            file.write(everything)

    def _all(self) -> dict[str, Credentials]:
        try:
            return FILES.validate_json(read_text(self.path)) if self.path.exists() else {}
        except (OSError, BadInput, ValidationError):
            raise BadInput(f"{self.path} cannot be read; remove it, and you will be somebody new to servers.") from None
