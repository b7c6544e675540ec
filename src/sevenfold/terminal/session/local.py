"""A game against bots on the screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from rich.text import Text

from sevenfold.errors import BadInput
from sevenfold.seat_names import NAMES
from sevenfold.solvers.claims import Claim
from sevenfold.terminal.background import LOOK, is_compiling, under_way
from sevenfold.terminal.render.avatars import SeatLabel
from sevenfold.view.description import Move, View

from .local_game import DEALS, FINDING_OUT, FORCED_SAID, LOOKING, LOOKING_FOR, ONLY, LocalGame
from .move_parser import why
from .protocol import GameScreen, TableState
from .replay import PlayOn, ReplaySession

if TYPE_CHECKING:
    from sevenfold.playing.game import State

T = TypeVar("T")
NEW, ON = "A new game.", "You play on from there."  # how a game begins
PLAYED_OUT = "The rest of the deal is being played out."
DEALT = {"restart": "The same deal, from its start.", "new": NEW, "deal": "Deal number {}."}
AGAIN = "Press a to play again. Press r to see the game again."
PACE = 0.6  # seconds that a bot's move takes at least, so that each is seen


class LocalSession:
    """See `Sitting`."""

    words: Mapping[str, str] = DEALS

    def __init__(self, game: LocalGame, pace: float = PACE, deal: Callable[[], State] | None = None) -> None:
        """deal: makes the next game; None: it is dealt by chance."""
        self.game, self.pace, self.deal = game, pace, deal
        self._dealing: asyncio.Task[None] | None = None
        self.earlier: list[State] = []  # games that were played to their end before this one
        self.forced = FORCED_SAID[game.forced]
        self._changed = asyncio.Event()
        self._claimed: Claim | None = None  # by the person, to be played out
        self._is_playing_out = False

    @property
    def state(self) -> State:
        return self.game.state

    def table_state(self) -> TableState:
        game = self.game
        over = game.state.is_over
        notes = [note for note in (game.marks(), game.verdict if game.is_lost else "", AGAIN) if note and over]
        return TableState(
            game.state.game.name, game.view(), self._sitters(), notes,
            may_ask=game.is_solved and not over, may_again=over, may_replay=over,
        )  # fmt: skip

    def _sitters(self) -> list[SeatLabel]:
        game = self.game
        bots = ("" if seat == game.me else f"bot, {made.spec}" for seat, made in enumerate(game.bots))
        return [SeatLabel(NAMES[seat], seat, marks) for seat, marks in enumerate(bots)]

    async def run(self, board: GameScreen) -> None:
        self.board = board
        while True:
            game = self.game
            self._changed.clear()
            board.show()
            await board.rest()
            if self._claimed:
                claim, self._claimed = self._claimed, None
                await self._play_out(claim)
                continue
            only = game.only_move(game.view()) if game.is_mine else None
            if only is not None:
                board.remark(f" ({ONLY})")
                game.make(only, chosen=False)
                board.deafen()
            elif game.is_lost and not game.verdict:
                await self._waiting(game.judge, FINDING_OUT)
            elif game.is_mine or game.state.is_over:
                await self._changed.wait()
            else:
                await self._let_bot_play()

    async def _let_bot_play(self) -> None:
        game, began = self.game, monotonic()
        assert game.state.turn is not None
        before = game.changes
        found = await self._waiting(game.bots_choice, f"{game.names[game.state.turn]} is thinking…", is_compiled=True)
        await asyncio.sleep(max(0.0, self.pace - (monotonic() - began)))
        if game.changes == before:
            if isinstance(found, Claim):
                await self._play_out(found)
            else:
                game.play([found])

    async def _play_out(self, claim: Claim) -> None:
        """Show a claim, and card by card what is played with it; nothing else may be done meanwhile."""
        self.board.note(Text(f"  {self.game.told(claim)}", "bold"))
        self._is_playing_out = True
        try:
            for _ in self.game.play_out(claim):
                self.board.show()
                await asyncio.sleep(self.pace)
        finally:
            self._is_playing_out = False

    async def _waiting(self, work: Callable[[], T], doing: str, *, is_compiled: bool = False) -> T:
        """What the work returns; it is done in a thread while the screen says what is taking so long.

        is_compiled: what it needs, so that what is being compiled meanwhile does not delay it.
        """
        future = under_way(work)
        waited = asyncio.wrap_future(future)
        while not (await asyncio.wait([waited], timeout=LOOK))[0]:
            may_compile = not is_compiled and is_compiling()
            self.board.busy(f"Compiling the rules of {self.game.state.game.name} (once)…" if may_compile else doing)
        self.board.busy("")
        return waited.result()

    async def move(self, move: Move) -> None:
        if self.game.is_mine and not self._is_playing_out:
            self.game.make(move)
            self._changed.set()

    async def why(self, typed: str, view: View) -> None:
        self.board.say(why(typed, self.state, view) if self.game.is_mine else "It is not your turn.")

    async def undo(self) -> None:
        self._go_back(self.game.undo)

    async def redo(self) -> None:
        self._go_back(self.game.redo)

    def _go_back(self, how: Callable[[], str]) -> None:
        if self._is_playing_out:
            self.board.say(PLAYED_OUT)
            return
        try:
            self.board.go_back(how())
        except BadInput as error:
            self.board.say(str(error))
        else:
            self._changed.set()

    async def hint(self) -> None:
        before = self.game.changes
        try:
            hint = await self._waiting(self.game.hint, "Looking for a good move…")
        except BadInput as error:
            self.board.say(str(error))
        else:
            if self.game.changes == before:
                self.board.say(hint.line)

    async def claim(self) -> None:
        before = self.game.changes
        try:
            claim = await self._waiting(self.game.claim, LOOKING)
        except BadInput as error:
            self.board.say(str(error))
        else:
            if self.game.changes == before:
                self._claimed = claim
                self._changed.set()

    async def can_win(self) -> None:
        before = self.game.changes
        try:
            found = await self._waiting(self.game.can_win, FINDING_OUT)
        except BadInput as error:
            self.board.say(str(error))
        else:
            if self.game.changes == before:
                self.board.say(found)

    async def again(self) -> None:
        if not self.state.is_over:
            self.board.say("You can play again once the game is over.")
        elif self.deal is None:
            self._begin(self.state.game.start(), self.game.me, NEW)
        elif self._dealing is None:
            self._dealing = asyncio.create_task(self._deal(self.deal))

    async def _deal(self, deal: Callable[[], State]) -> None:
        try:
            self._begin(await self._waiting(deal, LOOKING_FOR), self.game.me, NEW)
        except BadInput as error:
            self.board.say(str(error))
        finally:
            self._dealing = None

    def _begin(self, state: State, me: int, text: str) -> None:
        """Begin the next game, in this seat."""
        old = self.game
        if old.state.is_over:
            self.earlier.append(old.state)
        self.game = old.next(state, me)
        self.board.begin_anew(text)
        self._changed.set()

    async def replay(self) -> ReplaySession | None:
        if not self.state.is_over:
            self.board.say("You can see the game again once it is over.")
            return None
        state, sitters, me = self.state.copy(), self._sitters(), self.game.me
        return await self._waiting(lambda: ReplaySession(state, sitters, me), "Rewinding…")

    async def play_on(self, wish: PlayOn) -> None:
        if self._dealing is None:
            state = self.state.copy()
            state.undo_to(wish.made)
            self._begin(state, wish.seat, ON)

    async def command(self, word: str, argument: str) -> bool:
        is_deal = word == "deal" or (word in ("restart", "new") and not argument)
        if is_deal and self._dealing is None:
            await self._deal_another(word, argument)
        return is_deal

    async def _deal_another(self, word: str, argument: str) -> None:
        if word == "new" and self.deal is not None:
            self._dealing = asyncio.create_task(self._deal(self.deal))
            return
        try:
            self._begin(self.game.another(word, argument), self.game.me, DEALT[word].format(argument))
        except BadInput as error:
            self.board.say(str(error))
