"""`Room`: a table in play, with whoever looks at it and the bots that sit at it.

All that changes a room happens on the event loop without a pause in between: play, store, tell. Only bots think
elsewhere.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from sevenfold.bots import choose
from sevenfold.errors import BadInput, IllegalAction
from sevenfold.playing.game import State
from sevenfold.view.description import View

from .listener import Listener
from .messages import GONE, MoveMessage, error_message, status_message, table_info, view_message, why_message
from .refusal import Refused
from .seating import BotChoice, Player, bot_seats, names_for
from .storage import GIVEN_UP, OPEN, OVER, Kept, Storage
from .warm import COMPILING, Warmth, Workers, telling

log = logging.getLogger(__name__)
GONE_CODE = 4404  # of a connection that is closed because its table is not there
NOT_NOW = "It is not your turn."


class Room:
    """A table in play."""

    def __init__(
        self,
        kept: Kept,
        state: State,
        storage: Storage,
        workers: Workers,
        warmth: Warmth,
        when_idle: Callable[[Room], None],
    ) -> None:
        self.kept = kept
        self.state = state
        self._storage, self._workers, self._warmth, self._when_idle = storage, workers, warmth, when_idle
        choices = [BotChoice(**choice) for choice in kept.bots]
        self._players = {s: Player(c) for s, c in zip(bot_seats(state.game, kept.seat), choices, strict=True)}
        self._listeners: set[Listener] = set()
        self._messages: dict[int | None, str] = {}  # the views as they stand, by seat
        self._ready: set[Player] = set()
        self._bots: asyncio.Task[None] | None = None

    # -- what can be seen ---------------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """May moves still be made?"""
        return self.kept.status == OPEN

    @property
    def is_idle(self) -> bool:
        """Does nobody look, and no bot think?"""
        return not self._listeners and self._bots is None

    def view(self, seat: int | None) -> View:
        """What a seat sees."""
        view = self.state.view(seat, names_for(self.state.game.players, seat))
        if self.kept.status == GIVEN_UP:
            return replace(view, moves=[], prompt="The game was given up.")
        return view

    def message(self, seat: int | None) -> str:
        """The view of a seat as it is sent."""
        if seat not in self._messages:
            info = table_info(self.kept, self.state.game.name)
            self._messages[seat] = view_message(self.view(seat), info)
        return self._messages[seat]

    # -- who looks ----------------------------------------------------------------------------------------------------

    def enter(self, listener: Listener) -> None:
        """Somebody looks from now on, and sees the table at once."""
        self._listeners.add(listener)
        listener.put(self.message(listener.seat))
        self.wake_bots()

    def leave(self, listener: Listener) -> None:
        """Somebody looks no more."""
        self._listeners.discard(listener)
        self._check_idle()

    def close(self, code: int, message: str = "") -> None:
        """Everybody is sent away, and the bots stop."""
        if self._bots:
            self._bots.cancel()
        for listener in self._listeners:
            if message:
                listener.put(message)
            listener.close(code)

    def delete(self) -> None:
        """The table is no more."""
        self.close(GONE_CODE, GONE)

    def _tell(self, message: str) -> None:
        for listener in self._listeners:
            listener.put(message)

    def _tell_views(self) -> None:
        for listener in self._listeners:
            listener.put(self.message(listener.seat))

    def _check_idle(self) -> None:
        if self.is_idle:
            self._when_idle(self)

    # -- what is done -------------------------------------------------------------------------------------------------

    def move(self, seat: int | None, wanted: MoveMessage) -> None:
        """A person's move; Refused leaves everything as it is."""
        self._check_turn(seat, wanted.made)
        view = self.view(seat)
        steps = wanted.actions or self._steps(view, wanted.text)
        # Only what the view offers as one move: steps tried out and taken back would tell of hidden cards.
        if not any(move.actions[: len(steps)] == steps for move in view.moves):
            raise self._refusal(view, steps)
        self._play(steps)
        self.wake_bots()

    def why(self, seat: int | None, text: str) -> str:
        """The answer to a question why something may not be played."""
        if self.state.turn is None or self.state.turn != seat or not self.is_open:
            return why_message(text, "", NOT_NOW if self.is_open else "The game is over.")
        try:
            refusal = self.state.why_not(text.partition(",")[0])
        except BadInput as error:
            return why_message(text, "", str(error))
        return why_message(text, *(refusal or ("", "")))

    def give_up(self) -> None:
        """The game ends as given up."""
        if not self.is_open:
            raise Refused("over", "The game is over already.")
        self._store(replace(self.kept, status=GIVEN_UP, your_turn=False), [])
        self._tell_views()

    def _check_turn(self, seat: int | None, made: int) -> None:
        if not self.is_open:
            raise Refused("over", "The game is over.")
        if made != self.kept.made:
            raise Refused("stale", f"The table has moved on: {self.kept.made} actions were made, not {made}.")
        if seat is None or self.state.turn != seat:
            raise Refused("not_your_turn", NOT_NOW)

    def _steps(self, view: View, text: str) -> list[int]:
        """The actions that a text means; those of a move of several steps are parted by commas."""
        wanted = _plain(text)
        for move in view.moves:
            texts = _plain(move.text)
            if wanted == texts[: len(wanted)]:
                return move.actions[: len(wanted)]
        try:
            first = int(self.state.parse(wanted[0]))
        except BadInput as error:
            raise Refused("bad_message", str(error)) from error
        return [first, *([-1] * (len(wanted) - 1))]

    def _refusal(self, view: View, steps: Sequence[int]) -> Refused:
        refusal = self.state.why_not(steps[0])
        if refusal is not None:
            return Refused("illegal", refusal.sentence, refusal.rule)
        there = "; ".join(move.text for move in view.moves if move.actions[0] == steps[0])
        return Refused("illegal", f"That is no single move. You may: {there}.")

    def _play(self, actions: Sequence[int]) -> None:
        """Play actions, of which the first is legal, store them and tell of them.

        Should a card that the move brings to light forbid a later step, the steps before it stand.
        """
        before = len(self.state.actions)
        self.state.play(actions[0])
        try:
            for action in actions[1:]:
                self.state.play(action)
        except IllegalAction:
            log.info("%s: a move was broken off after a step", self.kept.id)
        self._store(summed_up(self.kept, self.state), self.state.actions[before:])
        self._tell_views()

    def _store(self, kept: Kept, actions: Sequence[int]) -> None:
        """Store the table as it is to be; where that fails nothing has happened."""
        try:
            self._storage.change(kept, actions)
        except Refused:
            for _ in actions:
                self.state.undo()
            raise
        self.kept = kept
        self._messages.clear()

    # -- bots ---------------------------------------------------------------------------------------------------------

    def wake_bots(self) -> None:
        """Let the bots play on until it is a person's turn; where no person plays, while somebody looks."""
        if self._bots is None and self._bot_to_move() is not None:
            self._bots = asyncio.create_task(self._let_bots_play())

    def _bot_to_move(self) -> Player | None:
        turn = self.state.turn
        if not self.is_open or turn is None or (self.kept.seat is None and not self._listeners):
            return None
        return self._players.get(turn)

    async def _let_bots_play(self) -> None:
        try:
            while (player := self._bot_to_move()) is not None:
                await self._let_play(player)
        except Refused as error:  # it could not be stored: the bot plays again when somebody comes back
            self._tell(error_message(error))
        except Exception:
            log.exception("%s: a bot failed", self.kept.id)
            self._tell(error_message(Refused("internal", "A bot failed to play. Reload the page to let it try again.")))
        finally:
            self._bots = None
            self._check_idle()

    async def _let_play(self, player: Player) -> None:
        if player not in self._ready:
            await telling(self._prepare(player), lambda: self._tell(status_message(COMPILING)))
        clock = asyncio.get_running_loop().time
        began = clock()
        action = await self._workers.think(choose, player.bot, self.state)
        await asyncio.sleep(began + player.answers_after(clock() - began) - clock())
        if self.is_open:
            self._play([action])

    async def _prepare(self, player: Player) -> None:
        """Compile what a bot needs, and find out how much time it is to have."""
        await self._warmth.need(self.state.game, player.bot)
        if player.iterations:
            player.allow(await self._warmth.iteration_seconds(self.state.game))
        self._ready.add(player)


def _plain(text: str) -> list[str]:
    """The steps of a move's text."""
    return [" ".join(step.split()).casefold() for step in text.split(",")]


def score_of(view: View, seat: int | None) -> str:
    """The score of a table in a list: the person's, or everybody's for who watches; empty where the game keeps none."""
    if seat is not None:
        return view.seats[seat].score
    return " : ".join(sitting.score for sitting in view.seats if sitting.score)


def summed_up(kept: Kept, state: State) -> Kept:
    """A table's entry, with what lists of tables tell of its state."""
    seat = kept.seat
    return replace(
        kept,
        status=OVER if state.is_over else OPEN,
        made=len(state.actions),
        your_turn=seat is not None and bool(state.turn == seat),
        score=score_of(state.view(seat), seat),
    )


def table_state(start: Callable[[], State], actions: Sequence[Any]) -> State:
    """A state played on from its start; it knows its whole history at once."""
    state = start()
    for action in actions:
        state.play(int(action))
    state.story()
    return state
