"""What the screen needs to know of a game, wherever it is played, and what a game may ask of the screen."""

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
    """What there is to see now."""

    title: str  # the name of the game, and how it stands: "7-Truf: paused"
    view: View | None  # None: the game has not begun
    sitters: Sequence[SeatLabel]  # by seat
    notes: Sequence[str] = ()  # what is to be known beside the view's prompt
    may_ask: bool = False  # whether the game can still be won
    may_again: bool = False  # the person may play again, or come along where others do
    may_replay: bool = False  # the game has ended, and can be looked at again


class GameScreen(Protocol):
    """The screen, as a game sees it."""

    def show(self) -> None:
        """The scene has changed."""

    def refresh_seats(self) -> None:
        """Clocks run on."""

    def say(self, text: str) -> None:
        """Answer what the person did; it stands until the scene changes."""

    def note(self, told: RenderableType) -> None:
        """Add to what has been told."""

    def busy(self, text: str) -> None:
        """Say what people are waiting for; empty: for nothing any more."""

    def go_back(self, text: str) -> None:
        """The game has been taken back, or played again: say so, and tell only what comes after."""

    def begin_anew(self, text: str) -> None:
        """What comes next is another game, of which nothing has been told: say so."""

    def deafen(self) -> None:
        """A move was made for the person: a key meant for it is not to make the next one."""

    def remark(self, text: str) -> None:
        """Stands beside the person's own next news."""

    async def rest(self) -> None:
        """Return when the person has looked at the deal that was just scored, if one was."""

    def end(self, sentence: str) -> None:
        """Leave the screen; the sentence says why."""


class GameSession(Protocol):
    """A game with a person at it: played here, or in a room on a server."""

    forced: str  # which moves are made for the person, in a sentence
    words: Mapping[str, str]  # what may be typed beyond what every game understands, and what it does

    @property
    def state(self) -> State | None:
        """The game; None if it is played elsewhere."""

    def table_state(self) -> TableState:
        """What there is to see now."""

    async def run(self, board: GameScreen) -> None:
        """Go on with the game, shown on this board, until it is left; only then may the other methods be called."""

    async def move(self, move: Move, /) -> None:
        """Make a move."""

    async def why(self, typed: str, view: View) -> None:
        """Say why something typed may not be played."""

    async def undo(self) -> None:
        """Take back, or ask to."""

    async def redo(self) -> None:
        """Play again what was taken back."""

    async def hint(self) -> None:
        """Say what a bot would do."""

    async def claim(self) -> None:
        """Claim the rest of the deal."""

    async def can_win(self) -> None:
        """Say whether the game can still be won."""

    async def again(self) -> None:
        """Play again; with others, where one of them does so already."""

    async def replay(self) -> ReplaySession | None:
        """The game that has ended, to be looked at again; None if it cannot be, which is said."""

    async def play_on(self, wish: PlayOn, /) -> None:
        """Play on from a moment of it."""

    async def command(self, word: str, argument: str, /) -> bool:
        """Do one of the `words`; False if it is none of them."""
