"""How far a run is, as a file in its folder that others can read: `progress.json`."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Event, Thread
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
        state: "running", or how it ended: "finished", "interrupted", "out of budget", "failed".
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
    """Writes how far a run is at once, and then about once a second, whatever else the process is doing: a run that begins,
    looks at its intervals or writes its report is not taken for one that was killed. What cannot be written is left out: it is
    only for people who watch."""

    def __init__(self, folder: Path, of: int) -> None:
        """Args: folder: of the run. of: how many deals it has at most."""
        self._folder, self._begun = folder, monotonic()
        self._last, self._ended = Progress(0, of), Event()
        self._write("running")
        self._writer = Thread(target=self._go_on, daemon=True)
        self._writer.start()

    def _go_on(self) -> None:
        while not self._ended.wait(INTERVAL):
            self._write("running")

    def note(self, progress: Progress) -> None:
        """Note how far it is now."""
        self._last = progress

    def end(self, state: str) -> None:
        """Write the last of it, and how it ended."""
        self._ended.set()
        self._writer.join()
        self._write(state)

    def _write(self, state: str) -> None:
        now = self._last
        seconds = round(monotonic() - self._begun, 1)
        note = Note(now.deals, now.of, now.set_aside, seconds, state, time())
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
