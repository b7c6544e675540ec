"""`Room`: a game in progress, with the people who watch it and the bots that play in it.

Whatever changes a room happens on the event loop without a pause in between: play, store, show. Only bots think
elsewhere. A game's own words run after what was played is stored, and may fail.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from sevenfold.cards import NONE
from sevenfold.errors import BadInput
from sevenfold.people import names_for
from sevenfold.playing.game import State
from sevenfold.view.description import SeatView, View
from sevenfold.view.making import seats_of

from .deciding import decide
from .listener import Listener
from .messages import GONE, error_message, room_info, status_message, why_message, written
from .protocol import MoveMessage, ViewMessage
from .refusal import Refused, blaming
from .seating import BotChoice, Player, bot_seats
from .storage import GIVEN_UP, OPEN, OVER, Storage, StoredRoom
from .warm import MEASURING, Warmth, Workers, telling

log = logging.getLogger(__name__)
GONE_CODE = 4404  # of a connection that is closed because its room does not exist
NOT_NOW = "It is not your turn."


class Room:
    """A game in progress."""

    def __init__(
        self,
        stored: StoredRoom,
        state: State,
        storage: Storage,
        workers: Workers,
        warmth: Warmth,
        when_idle: Callable[[Room], None],
    ) -> None:
        self.stored = stored
        self.state = state
        self._storage, self._workers, self._warmth, self._when_idle = storage, workers, warmth, when_idle
        choices = [BotChoice(**choice) for choice in stored.bots]
        self._players = {s: Player(c) for s, c in zip(bot_seats(state.game, stored.seat), choices, strict=True)}
        self._listeners: set[Listener] = set()
        self._views: dict[int | None, View] = {}  # of the game as it stands, by seat
        self._messages: dict[int | None, str] = {}  # the same, as they are sent
        self._ready: set[Player] = set()
        self._bots: asyncio.Task[None] | None = None

    # -- what can be seen ---------------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """May moves still be made?"""
        return self.stored.status == OPEN

    @property
    def is_idle(self) -> bool:
        """Is nobody watching, and no bot thinking?"""
        return not self._listeners and self._bots is None

    def view(self, seat: int | None) -> View:
        """What a seat sees; Refused if the game fails to say."""
        if seat not in self._views:
            with blaming(self.stored.game):
                view = self.state.view(seat, names_for(self.state.game.players, seat))
            if self.stored.status == GIVEN_UP:
                view = replace(view, moves=[], prompt="The game was given up.")
            self._views[seat] = view
        return self._views[seat]

    def message(self, seat: int | None) -> str:
        """The view of a seat as it is sent, or why there is none."""
        if seat not in self._messages:
            try:
                with blaming(self.stored.game):
                    info = room_info(self.stored, self.state.game.name)
                    self._messages[seat] = written(ViewMessage(view=self.view(seat), room=info))
            except Refused as error:
                self._messages[seat] = error_message(error)
        return self._messages[seat]

    # -- who watches --------------------------------------------------------------------------------------------------

    def enter(self, listener: Listener) -> None:
        """Somebody begins to watch, and is shown the game at once."""
        self._listeners.add(listener)
        listener.put(self.message(listener.seat))
        self.wake_bots()

    def leave(self, listener: Listener) -> None:
        """Somebody stops watching."""
        self._listeners.discard(listener)
        self._check_idle()

    def close(self, code: int, message: str = "") -> None:
        """Everybody is disconnected, and the bots stop."""
        if self._bots:
            self._bots.cancel()
        for listener in self._listeners:
            if message:
                listener.put(message)
            listener.close(code)

    def delete(self) -> None:
        """The room has been deleted."""
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
        """A person's move; if it is Refused, everything stays as it is."""
        self._check_turn(seat, wanted.made)
        view = self.view(seat)
        with blaming(self.stored.game):
            steps = wanted.actions or self._steps(view, wanted.text)
            # Only what the view offers as one move: steps tried out and taken back would give away hidden cards.
            if not any(move.actions[: len(steps)] == steps for move in view.moves):
                raise self._refusal(view, steps)
        self._play(steps)
        self.wake_bots()

    def why(self, seat: int | None, text: str) -> str:
        """The answer to the question why something may not be played."""
        if self.state.turn is None or self.state.turn != seat or not self.is_open:
            return why_message(text, "", NOT_NOW if self.is_open else "The game is over.")
        with blaming(self.stored.game):
            try:
                refusal = self.state.why_not(text.partition(",")[0])
            except BadInput as error:
                return why_message(text, "", str(error))
        return why_message(text, *(refusal or ("", "")))

    def give_up(self) -> None:
        """The person gives the game up."""
        if not self.is_open:
            raise Refused("over", "The game is over already.")
        self._store(replace(self.stored, status=GIVEN_UP, your_turn=False), [])
        self._tell_views()

    def _check_turn(self, seat: int | None, made: int) -> None:
        if not self.is_open:
            raise Refused("over", "The game is over.")
        if made != self.stored.made:
            raise Refused("stale", f"The game has moved on: {self.stored.made} actions were made, not {made}.")
        if seat is None or self.state.turn != seat:
            raise Refused("not_your_turn", NOT_NOW)

    def _steps(self, view: View, text: str) -> list[int]:
        """The actions that a text means; the steps of a move are separated by commas."""
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
        return Refused("illegal", f"That is not a single move. You may: {there}.")

    def _play(self, actions: Sequence[int]) -> None:
        """Play actions, the first of which is legal, store them and show them; if Refused, everything stays as it is."""
        before = self.state.made
        try:
            with blaming(self.stored.game):
                played = self._apply(actions)
            self._store(as_stored(self.stored, self.state), played)
        except BaseException:
            while self.state.made > before:
                self.state.undo()
            raise
        self._note_score()
        self._tell_views()

    def _apply(self, actions: Sequence[int]) -> list[int]:
        """Play actions; if a card that one step reveals makes a later step illegal, the steps before that one stand."""
        played: list[int] = []
        for action in actions:
            if played and action not in self.state.legal_actions():
                log.info("%s: a move was broken off after a step", self.stored.id)
                break
            self.state.play(action)
            played.append(action)
        return played

    def _store(self, stored: StoredRoom, actions: Sequence[int]) -> None:
        self._storage.change(stored, actions)
        self.stored = stored
        self._views.clear()
        self._messages.clear()

    def _note_score(self) -> None:
        """Store the score as it is now; nothing depends on it except what lists show."""
        seat = self.stored.seat
        try:
            score = score_line(self.view(seat).seats, seat) if self._listeners else score_of(self.state, seat)
            if score != self.stored.score:
                self._storage.note_score(self.stored.id, score)
                self.stored = replace(self.stored, score=score)
        except Refused as error:
            log.warning("%s: the score could not be stored: %s", self.stored.id, error)

    # -- bots ---------------------------------------------------------------------------------------------------------

    def wake_bots(self) -> None:
        """Let the bots play on until it is a person's turn; if no person plays, while somebody watches."""
        if self._bots is None and self._bot_to_move() is not None:
            self._bots = asyncio.create_task(self._let_bots_play())

    def _bot_to_move(self) -> Player | None:
        turn = self.state.turn
        if not self.is_open or turn is None or (self.stored.seat is None and not self._listeners):
            return None
        return self._players.get(turn)

    async def _let_bots_play(self) -> None:
        try:
            while (player := self._bot_to_move()) is not None:
                await self._let_play(player)
        except Refused as error:  # it could not be stored: the bot plays again when somebody comes back
            self._tell(error_message(error))
        except Exception:
            log.exception("%s: a bot failed", self.stored.id)
            self._tell(error_message(Refused("internal", "A bot failed to play. Reload the page to let it try again.")))
        finally:
            self._bots = None
            self._check_idle()

    async def _let_play(self, player: Player) -> None:
        if player not in self._ready:
            what = partial(self._warmth.why_waiting, self.stored.game, player.bot, MEASURING)
            await telling(self._prepare(player), lambda text: self._tell(status_message(text)), what)
        action = await decide(self._workers, self.stored.id, player, self.state, lambda text: self._tell(status_message(text)))
        if self.is_open:
            self._play([action])

    async def _prepare(self, player: Player) -> None:
        """Compile what a bot needs, and find out how much time it gets."""
        await self._warmth.need(self.state.game, player.bot)
        if player.iterations:
            player.allow(await self._warmth.iteration_seconds(self.state.game))
        self._ready.add(player)


def _plain(text: str) -> list[str]:
    """The steps of a move's text."""
    return [" ".join(step.split()).casefold() for step in text.split(",")]


def score_line(seats: Sequence[SeatView], seat: int | None) -> str:
    """A room's score in lists: the person's, or everybody's if the person watches; empty if the game keeps none."""
    if seat is not None:
        return seats[seat].score
    return " : ".join(sitting.score for sitting in seats if sitting.score)


def score_of(state: State, seat: int | None) -> str:
    """The same, of a game that nobody is watching; Refused if the game fails to say."""
    players = state.game.players
    viewer = NONE if seat is None else seat
    with blaming(state.game.id):
        seats = seats_of(state.game.rules, players, state.seen_by(seat), viewer, names_for(players, seat))
        return score_line(seats, seat)


def as_stored(stored: StoredRoom, state: State) -> StoredRoom:
    """A room's entry as its game now stands, except for the score, which only the game's own words can tell."""
    return replace(
        stored,
        status=OVER if state.is_over else OPEN,
        made=state.made,
        your_turn=stored.seat is not None and state.turn == stored.seat,
    )


def played_on(start: Callable[[], State], actions: Sequence[int]) -> State:
    """A game played again from its start, with its whole history known at once."""
    state = start()
    for action in actions:
        state.play(action)
    state.story()
    return state
