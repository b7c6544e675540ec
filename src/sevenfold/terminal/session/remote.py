"""A room on a server, on the screen: messages over its WebSocket, which is opened again whenever it is lost."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from rich.text import Text
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

from sevenfold.errors import BadInput
from sevenfold.protocol import (
    AnnouncementMessage,
    CanWinAnswer,
    ChatLinesMessage,
    ClaimedMessage,
    ErrorMessage,
    GoneMessage,
    HintAnswer,
    LobbyMessage,
    NetworkInfo,
    PointedMessage,
    ReactionMessage,
    SaidMessage,
    StatusMessage,
    ViewMessage,
    WhyAnswer,
)
from sevenfold.protocol.codec import parse_server_message
from sevenfold.session.deals import parse_deal
from sevenfold.system.qr_codes import qr_text
from sevenfold.view.description import FORMAT, Move, View

from .http_client import Server, film_of
from .local import PACE
from .move_parser import why
from .network import WORDS as NETWORK_WORDS
from .network import network_text
from .protocol import GameScreen, TableState
from .remote_room import YOU, RemoteRoom
from .replay import PlayOn, ReplaySession
from .room_commands import REACTIONS, WORDS, meaning
from .talk import Talk, points_at

FIRST, LONGEST = 0.5, 3.0  # seconds until a lost connection is tried again: at first, and at most
GONE_CODE = 4404
LARGEST = 1 << 24  # bytes of a message from the server
# A connection that has gone silent is noticed within three seconds; so is an attempt that nobody answers, within five.
HOW: Mapping[str, Any] = {
    "max_size": LARGEST,
    "ping_interval": 0.8,
    "ping_timeout": 1.2,
    "open_timeout": 5,
    "close_timeout": 0.5,
}
TICK = 1.0  # seconds between two looks at the clocks
NEXT, ON = "A new game.", "You play on from there."  # how a game begins
UPGRADE_REQUIRED = 426  # what a server answers to a request for a WebSocket that has become an ordinary one
LOST = "The connection is lost, so nothing was done."
OTHER_VERSION = "This table speaks another version of Sevenfold; install the version that its server has."


class RemoteSession:
    """See `Sitting`."""

    state = None
    forced = "No move is made for you."
    words: Mapping[str, str] = WORDS

    def __init__(self, server: Server, room: str) -> None:
        self.server, self.id = server, room
        self.room: RemoteRoom | None = None
        self.view: View | None = None
        self.trouble = f"Connecting to {server.address}…"
        self.ended = ""  # why there is nothing more to come
        self.talk = Talk()
        self._socket: ClientConnection | None = None
        self._resting: asyncio.Task[None] | None = None
        self._is_random_sent = False
        self._link: tuple[str, dict[str, object], str] = ("", {}, "")  # the last one: its path, the body, what is said of it
        self._warned_of = "", ""  # what was typed to leave a game, and the room, when the player was warned that it counts

    @property
    def address(self) -> str:
        """Where the room is found again."""
        return f"{self.server.address}/#/room/{self.id}"

    def table_state(self) -> TableState:
        trouble = [self.trouble] if self.trouble else []
        if self.room is None:
            return TableState("Sevenfold", None, [], trouble)
        asked: list[int | None] = [*self.view.choosers] or [self.view.turn] if self.view else []
        room, notes = self.room, [*self.room.notes(), *trouble]
        sitters, info = room.sitters(asked), room.info
        return TableState(room.title(), self.view, sitters, notes, info.may_ask, room.may_again, room.has_ended)

    # -- the connection -----------------------------------------------------------------------------------------------

    async def run(self, board: GameScreen) -> None:
        self.board = board
        board.show()
        ticking = asyncio.create_task(self._tick())
        delay = FIRST
        try:
            while not self.ended:
                if await self._connected():
                    delay = FIRST
                if not self.ended:
                    self.trouble = f"The connection is lost; trying again in {delay:.0f} s." if delay > FIRST else self.trouble
                    board.show()
                    await asyncio.sleep(delay)
                    delay = min(2 * delay, LONGEST)
        finally:
            ticking.cancel()
        board.end(self.ended)

    async def _connected(self) -> bool:
        """Receive for as long as the connection holds. Did it ever?"""
        address = f"ws{self.server.address.removeprefix('http')}/api/rooms/{self.id}/play"
        try:
            async with connect(address, additional_headers=self.server.headers, **HOW) as self._socket:
                async for message in self._socket:
                    self.trouble = ""
                    self._receive(message)
                    if self._is_on_the_way:
                        await asyncio.sleep(PACE)
                    if self.ended:
                        break
                if self._socket.close_code == GONE_CODE and not self.ended:
                    self.ended = "The room is gone."
        except InvalidStatus as error:
            if error.response.status_code == UPGRADE_REQUIRED:
                self.ended = f"{self.server.address} answers, but a proxy in between does not pass WebSockets on."
            elif error.response.status_code < 500:
                self.ended = f"{self.server.address} lets nobody into this room (status {error.response.status_code})."
        except (OSError, TimeoutError, WebSocketException):
            pass
        except asyncio.CancelledError:
            if self._socket is not None:
                self._socket.transport.abort()  # a second cancellation would break off the farewell, and leave it open
            raise
        finally:
            held, self._socket = self._socket is not None, None
        self.trouble = self.trouble or "The connection is lost; trying again."
        return held

    async def _tick(self) -> None:
        """Let the clocks be seen to run."""
        while True:
            await asyncio.sleep(TICK)
            if self.room and any(seat.seconds is not None for seat in self.room.info.seats):
                self.board.refresh_seats()

    async def _send(self, **message: object) -> None:
        if self._socket is not None:
            with suppress(OSError, WebSocketException):
                await self._socket.send(json.dumps(message))
                return
        self.board.show()
        self.board.say(LOST)

    # -- what comes in ------------------------------------------------------------------------------------------------

    def _receive(self, text: str | bytes) -> None:
        try:
            message = parse_server_message(text)
        except ValueError:
            self.ended = OTHER_VERSION
            return
        match message:
            case ViewMessage() | LobbyMessage():
                self._see(message)
            case StatusMessage():
                self.board.busy(message.text)
            case ErrorMessage():
                self.board.show()
                self.board.say(with_rule(message.message, message.rule))
            case WhyAnswer():
                self.board.say(with_rule(message.sentence or "You may do that.", message.rule))
            case GoneMessage():
                self.ended = "There is no such room, or no longer."
            case AnnouncementMessage():
                self.board.note(Text(f"  {message.text}", "italic"))
            case ReactionMessage() | SaidMessage():
                self._talk(message)
            case PointedMessage():
                if self.room:
                    self.board.note(points_at(message, self.room))
            case ChatLinesMessage():
                for line in self.talk.news(message):
                    self.board.note(line)
            case HintAnswer() | CanWinAnswer():
                self._answer(message)
            case ClaimedMessage():
                self.board.busy("")
                self.board.note(Text(f"  {message.sentence}", "bold"))

    @property
    def _is_on_the_way(self) -> bool:
        """Whether the view is one of several on the way to the end of a claim, each of which is shown for a while."""
        return self.view is not None and self.view.turn is None and self.view.result is None

    def _see(self, message: ViewMessage | LobbyMessage) -> None:
        view = message.view if isinstance(message, ViewMessage) else None
        if view is not None and view.format != FORMAT:
            self.ended = OTHER_VERSION
            return
        self.room, self.view = RemoteRoom(message.room), view
        self.board.busy("")
        self.board.show()
        self._resting = asyncio.create_task(self.board.rest())
        info = message.room
        if info.commitment and info.status == "waiting" and info.seat is not None and not self._is_random_sent:
            self._is_random_sent = True
            self._sending = asyncio.create_task(self._send(type="random", value=secrets.token_hex(32)))

    def _talk(self, message: ReactionMessage | SaidMessage) -> None:
        if self.room is None:
            return
        name = self.room.name_of(message.seat)
        if isinstance(message, SaidMessage):
            self.board.note(Text(f"  {name}: “{message.text}”", "italic"))
        else:
            self.board.note(Text(f"  {name} {REACTIONS[message.reaction][name == YOU]}.", "italic"))

    def _answer(self, message: HintAnswer | CanWinAnswer) -> None:
        """Say the answer to a question, unless the game has gone on since."""
        if message.number != self._number:
            return
        if isinstance(message, HintAnswer):
            self.board.busy("")
            self.board.say(f"{message.sentence} {message.figure}".rstrip())
        else:
            self.board.say(message.sentence)

    # -- what the person does -----------------------------------------------------------------------------------------

    @property
    def _number(self) -> int:
        return self.room.info.number if self.room else 0

    async def move(self, move: Move) -> None:
        await self._send(type="move", number=self._number, actions=move.actions)

    async def why(self, typed: str, view: View) -> None:
        known = why(typed, None, view) if view.moves else ""
        if known:
            self.board.say(known)
        else:
            await self._send(type="why", text=typed)

    async def undo(self) -> None:
        if self.room and self.room.info.may_undo:
            await self._send(type="undo", number=self._number)
        else:
            self.board.say((self.room and self.room.info.why_not_undo) or "There is nothing that you could take back now.")

    async def redo(self) -> None:
        if self.room and self.room.info.may_redo:
            await self._send(type="redo", number=self._number)
        else:
            self.board.say("There is nothing to play again.")

    async def hint(self) -> None:
        await self._send(type="hint", number=self._number)

    async def claim(self) -> None:
        await self._send(type="claim", number=self._number)

    async def can_win(self) -> None:
        await self._send(type="can_win", number=self._number)

    async def again(self) -> None:
        room = self.room
        if room and room.leads_on and room.info.sequel:
            await self._go_to(room.info.sequel.room, NEXT)
        elif room is None or not room.may_again:
            self.board.say("You can play again once the game is over.")
        elif made := await self._ask("POST", f"rooms/{self.id}/again", await self._shuffling(room)):
            await self._go_to(str(made["room"]), NEXT)

    async def _shuffling(self, room: RemoteRoom) -> dict[str, str]:
        """What one adds to the shuffle of a game that begins at once; where others play, it is asked for when all are there."""
        looks_for_one = room.info.winnable and not room.info.daily
        promised = None if room.has_others or looks_for_one else await self._ask("POST", "promises")
        return {"promise": str(promised["promise"]), "random": secrets.token_hex(32)} if promised else {}

    async def replay(self) -> ReplaySession | None:
        room = self.room
        if room is None or not room.has_ended:
            self.board.say("You can see the game again once it is over.")
            return None
        self.board.busy("Rewinding…")
        try:
            return await asyncio.to_thread(film_of, self.server, self.id, room.sitters(()), room.info.seat)
        except BadInput as error:
            self.board.say(str(error))
            return None
        finally:
            self.board.busy("")

    async def play_on(self, wish: PlayOn) -> None:
        if made := await self._ask("POST", f"rooms/{self.id}/branch", {"made": wish.made, "seat": wish.seat}):
            await self._go_to(str(made["room"]), ON)

    async def _go_to(self, room: str, text: str) -> None:
        """Sit down in another room of the same table."""
        self.id, self.room, self.view, self._is_random_sent = room, None, None, False
        self.talk.go_on()
        self.trouble = "Going to the next game…"
        self.board.begin_anew(text)
        self.board.show()
        if self._socket is not None:
            await self._socket.close()

    async def command(self, word: str, argument: str) -> bool:
        if self.view and any(move.text.casefold().partition(" ")[0] == word for move in self.view.moves):
            return False  # the game's own word comes first
        if word == "invite":
            await self._invite(argument)
        elif word == "device" and not argument:
            await self._make_link("me/devices", {}, "Open this on your other device within ten minutes")
        elif word == "network" and argument in NETWORK_WORDS:
            await self._look_at_network(NETWORK_WORDS[argument])
        elif (word, argument) == ("give", "up"):
            await self._ask("POST", f"rooms/{self.id}/give-up")
        elif word == "deal" or (word in ("restart", "new") and not argument):
            await self._deal_another(word, argument)
        else:
            return await self._send_command(word, argument)
        return True

    async def _deal_another(self, word: str, argument: str) -> None:
        """Begin another deal where no other people play; the game left for it is given up, at the second wish if it counts."""
        room, typed = self.room, f"{word} {argument}".strip()
        if room is None or not room.mine or room.has_others:
            self.board.say("Another deal can be chosen at any time only where you play without other people.")
            return
        try:
            deal = parse_deal(argument) if word == "deal" else "same" if word == "restart" else "new"
        except BadInput as error:
            self.board.say(str(error))
            return
        if room.info.counts and self._warned_of != (typed, room.info.id):
            self._warned_of = typed, room.info.id
            self.board.say(f"The game you leave counts as not won. Type {typed} once more to leave it.")
            return
        shuffling = await self._shuffling(room) if deal == "new" else {}
        wanted = {"deal": deal, "leave": not room.has_ended, **shuffling}
        if made := await self._ask("POST", f"rooms/{self.id}/again", wanted):
            await self._go_to(str(made["room"]), NEXT)

    async def _send_command(self, word: str, argument: str) -> bool:
        """Send what a word means; False if it means nothing, or its argument does not fit."""
        meant = self.talk.meaning(word, argument, self.view)
        if meant is None:
            meant = meaning(word, argument, self.room.info if self.room else None)
        if isinstance(meant, str):
            self.board.say(meant)
        elif meant is not None:
            await self._send(**meant)
        return meant is not None

    async def _invite(self, argument: str) -> None:
        seat = int(argument) if argument.isdecimal() else None
        whom = "one person" if argument else "whoever comes, while seats are free"
        await self._make_link(f"rooms/{self.id}/invitations", {"seat": seat}, f"An invitation for {whom}")

    async def _make_link(self, path: str, body: dict[str, object], said: str) -> None:
        """Make a link and show it at each address at which the server is reached, with its QR code; or say that only this
        computer reaches it."""
        self._link = path, body, said
        made = await self._ask("POST", path, body)
        if made is None:
            return
        links = made.get("urls") or [self.server.address + made["path"]]
        if made.get("shared"):
            self.board.note(Text(qr_text(links[0]), "white on black", no_wrap=True))
        for link in links:
            self.board.note(Text(link, "bold", overflow="fold"))
        network = None if made.get("shared") else await self._ask("GET", "network")
        about = f" {network_text(NetworkInfo.model_validate(network))}" if network else ""
        self.board.say(f"{said}: {links[0]}{about}")

    async def _look_at_network(self, wanted: bool | None) -> None:
        """Say which other devices reach the server, after opening it to them, with the last link anew, or closing it."""
        try:
            change = partial(self.server.open_to_network, is_open=bool(wanted))
            found = await asyncio.to_thread(partial(self.server.ask, "GET", "network") if wanted is None else change)
        except BadInput as error:
            self.board.say(str(error))
            return
        text = network_text(NetworkInfo.model_validate(found))
        self.board.note(Text(text))
        self.board.say(text)
        if wanted and self._link[0]:
            await self._make_link(*self._link)

    async def _ask(self, method: str, path: str, body: object = None) -> Any:
        """The answer to a request over HTTP; None if it was refused, which is said."""
        try:
            return await asyncio.to_thread(self.server.ask, method, path, body)
        except BadInput as error:
            self.board.say(str(error))
            return None


def with_rule(sentence: str, rule: str) -> str:
    """A refusal with the rule that it comes from."""
    return f"{sentence} ({rule})" if rule else sentence
