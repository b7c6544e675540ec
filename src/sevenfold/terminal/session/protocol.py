"""The interfaces between the screen and a game, wherever it is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from rich.console import RenderableType

from sevenfold.terminal.render.avatars import SeatLabel
from sevenfold.view.description import Move, View

from .replay import PlayOn, ReplaySession

if TYPE_CHECKING:
    from sevenfold.playing.game import State


@dataclass(frozen=True)
class TableState:
    """Everything that the screen shows of a game."""

    title: str  # the name of the game, and how it stands: "7-Truf: paused"
    view: View | None  # None: the game has not begun
    sitters: Sequence[SeatLabel]  # by seat
    notes: Sequence[str] = ()  # sentences beside the view's prompt
    may_ask: bool = False  # whether "can it still be won?" may be asked
    may_again: bool = False  # whether the person may play again, or join a rematch
    may_replay: bool = False  # whether the game has ended and can be replayed


class GameScreen(Protocol):
    """The screen, as a game sees it."""

    def show(self) -> None:
        """Redraw: the game has changed."""

    def refresh_seats(self) -> None:
        """Redraw the clocks."""

    def say(self, text: str) -> None:
        """Show an answer to the person's input, until the next change."""

    def note(self, told: RenderableType) -> None:
        """Add a line to the log."""

    def busy(self, text: str) -> None:
        """Show what is being waited for; empty: nothing."""

    def go_back(self, text: str) -> None:
        """Show that moves were undone or redone, and report only what comes after."""

    def begin_anew(self, text: str) -> None:
        """Show that another game begins, of which nothing has been reported."""

    def deafen(self) -> None:
        """Ignore keys for a moment: a move was made for the person, and their key was meant for it."""

    def remark(self, text: str) -> None:
        """Add a text to the person's own next news."""

    async def rest(self) -> None:
        """Wait until the person has closed the page of a deal that was just scored."""

    def end(self, sentence: str) -> None:
        """Close the screen, with the reason."""


class GameSession(Protocol):
    """A game that a person plays, locally or in a room on a server."""

    forced: str  # a sentence about the moves that are made for the person
    words: Mapping[str, str]  # extra commands of this session, with their help

    @property
    def state(self) -> State | None:
        """The game; None if it is played on a server."""

    def table_state(self) -> TableState:
        """Everything that the screen shows now."""

    async def run(self, board: GameScreen) -> None:
        """Run the game on this screen until it is left. The other methods may be called only while this runs."""

    async def move(self, move: Move, /) -> None:
        """Make a move."""

    async def why(self, typed: str, view: View) -> None:
        """Show why a typed move may not be played."""

    async def undo(self) -> None:
        """Undo, or ask the others to agree."""

    async def redo(self) -> None:
        """Redo."""

    async def hint(self) -> None:
        """Show a hint."""

    async def claim(self) -> None:
        """Claim the rest of the deal."""

    async def can_win(self) -> None:
        """Show whether the game can still be won."""

    async def again(self) -> None:
        """Start a rematch, or join the one that another player has started."""

    async def replay(self) -> ReplaySession | None:
        """The replay of the game that has ended; None, with a message, if there is none."""

    async def play_on(self, wish: PlayOn, /) -> None:
        """Play on from a moment of the replay."""

    async def command(self, word: str, argument: str, /) -> bool:
        """Run one of `words`; False if it is none of them."""
