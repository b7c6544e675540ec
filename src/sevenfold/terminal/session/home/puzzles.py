"""Puzzles of a server, solved in the terminal: what counts is kept there, and the solution stays there until the end."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from sevenfold.errors import BadInput
from sevenfold.protocol import PuzzleAnswer, PuzzleEnd, PuzzleInfo
from sevenfold.terminal.session.http_client import OTHER_VERSION, Server
from sevenfold.view.description import FORMAT, Move, View


class ServerPuzzle:
    """A puzzle of a server; see `AskedPuzzle`."""

    state = None  # of a game that is played elsewhere

    def __init__(self, server: Server, info: PuzzleInfo) -> None:
        self._server, self.info = server, info
        self.game, self.question, self.view = info.name, info.question, info.view

    @property
    def known(self) -> str:
        """What speaks for the solution, if the person has been through it already; otherwise empty."""
        end = self.info.end
        return f"You have {'solved' if self.info.outcome == 'solved' else 'seen'} it. {end.why}" if end else ""

    def hint(self) -> str:
        """What helps; after it, a solution does not count as one at the first try."""
        self.info = self._server.read(PuzzleInfo, "POST", f"{self._path}/hint")
        return self.info.hint

    def answer(self, move: Move) -> tuple[bool, str]:
        """Whether a move is right, and why."""
        told = self._server.read(PuzzleAnswer, "POST", f"{self._path}/tries", {"actions": move.actions})
        self.info = told.puzzle
        return told.right, told.why

    def solution(self) -> str:
        """Give it up: the move, and what speaks for it."""
        self.info = self._server.read(PuzzleInfo, "POST", f"{self._path}/solution")
        return self._end.why

    @property
    def after(self) -> View:
        """What its player sees after the solution, once it is known."""
        return self._end.views[-1]

    @property
    def _end(self) -> PuzzleEnd:
        if self.info.end is None:
            raise BadInput(f"{self._server.address} keeps the solution of this puzzle to itself.")
        return self.info.end

    @property
    def _path(self) -> str:
        return f"puzzles/{quote(self.info.id)}"


def puzzles_from(server: Server) -> Iterator[ServerPuzzle]:
    """The puzzle of the day, then those that the person has not been through; BadInput says when there is none left."""
    path = "puzzles/today"
    while True:
        info = server.read(PuzzleInfo, "GET", path)
        if info.view.format != FORMAT:
            raise BadInput(OTHER_VERSION.format(server.address))
        yield ServerPuzzle(server, info)
        path = f"puzzles/next?after={quote(info.id)}"
