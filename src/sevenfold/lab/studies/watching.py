"""How far a run is, as a file in its folder that others can read: `progress.json`."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic, time

from sevenfold.errors import BadInput
from sevenfold.system.files import writing

from .run_folder import described_in
from .running import Progress

PROGRESS = "progress.json"
INTERVAL = 1.0  # seconds between two notes
SILENCE = 30.0  # seconds after which a run that says nothing has been killed


@dataclass(frozen=True)
class Note:
    """How far a run is.

    Attributes:
        deals: Deals that are finished.
        of: Of about how many.
        set_aside: Units that were set aside.
        seconds: Since the run began.
        state: "running", or how it ended: "finished", "interrupted", "out of budget".
        at: When it was written, in seconds since 1970.
    """

    deals: int
    of: int
    set_aside: int
    seconds: float
    state: str
    at: float

    @property
    def is_silent(self) -> bool:
        """Whether the run seems to have been killed."""
        return self.state == "running" and time() - self.at > SILENCE


class Notes:
    """Writes how far a run is, about once a second. What cannot be written is left out: it is only for people who watch."""

    def __init__(self, folder: Path) -> None:
        """Args: folder: of the run."""
        self._folder, self._begun, self._next = folder, monotonic(), 0.0
        self._last = Progress(0, 0)

    def note(self, progress: Progress) -> None:
        """Note it, unless that was done a moment ago."""
        self._last = progress
        if monotonic() >= self._next:
            self.write("running")

    def write(self, state: str) -> None:
        """Write the last of it, with a state."""
        self._next = monotonic() + INTERVAL
        note = Note(**asdict(self._last), seconds=round(monotonic() - self._begun, 1), state=state, at=time())
        with suppress(BadInput), writing(self._folder / PROGRESS) as file:
            file.write(json.dumps(asdict(note)) + "\n")


def note_in(folder: Path) -> Note | None:
    """How far the run in a folder is; None if it has not said yet.

    Raises:
        BadInput: There is no run in it.
    """
    described_in(folder)
    with suppress(OSError, ValueError, TypeError):
        return Note(**json.loads((folder / PROGRESS).read_text("utf-8")))
    return None
