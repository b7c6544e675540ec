"""The states in which the matrix looks at a game: each brings a page there."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from unittest.mock import patch

from playwright.sync_api import Browser

from helpers.table_server import Running, cookies_of, token_of
from sevenfold.protocol import ErrorMessage, ReactionMessage, SaidMessage
from sevenfold.protocol.codec import written
from sevenfold.server.room.room import Room
from sevenfold.server.room.services.bots import BotService
from sevenfold.server.room.services.claims import carry_out
from sevenfold.server.room.snapshot import RoomSnapshot
from sevenfold.server.room.subscriber import Subscriber
from sevenfold.server.storage import StoredRoom, StoredSeat, UndoRequest, people, rooms
from sevenfold.session.game_log import Entry
from sevenfold.view.description import View

from .positions import ME, Positions
from .screen import Screen, screen

STATES = (
    "first", "mid", "late", "claim", "trick", "deal", "result", "replay", "end", "friends", "watched", "asked", "lost", "told",
)  # fmt: skip
PHRASE = "Shall we play another one?"
REFUSAL = "You hold two diamonds, so you must follow suit: play the seven of diamonds or the king of diamonds (SUITABILITY-4)."
FRIENDS = ("Bartholomew", "Wolfgang Maximilian", "Josephine")  # one that fills a line, one of two words, and a usual one
LONG_NAMES = ("W" * 24, "\N{CJK UNIFIED IDEOGRAPH-6F22}" * 24, "\N{HEBREW LETTER SHIN}\N{HEBREW LETTER LAMED} " * 7 + "7")
MUCH = 100_000  # points, of six digits
GOING_AWAY = 1001  # the code with which a socket is closed
REST = 1500  # milliseconds after which a finished trick has been taken away
CLAIM = 20_000  # milliseconds within which a claim has been played out


@contextmanager
def still_bots() -> Iterator[None]:
    """Let no bot move, so that a position stays."""
    with patch.object(BotService, "after_change", lambda self: None):
        yield


@contextmanager
def large_scores() -> Iterator[None]:
    """Let every score be one of six digits."""
    view_of = RoomSnapshot.view

    def view(self: RoomSnapshot, seat: int | None, *, sees_all: bool = False) -> View:
        """The view with the scores made large, once."""
        known = set(self._views)
        found = view_of(self, seat, sees_all=sees_all)
        is_new = set(self._views) != known
        for one in found.seats if is_new else ():
            one.score = one.score and str(MUCH + one.seat)
        for line in (line for deal in found.sheet for line in deal.lines) if is_new else ():
            line.points, line.total = line.points + MUCH, line.total + MUCH
        return found

    with patch.object(RoomSnapshot, "view", view):
        yield


async def _broadcast(room: Room, message: str) -> None:
    room.broadcast(message)


async def _ask(room: Room, request: UndoRequest) -> None:
    await room.change(asking=request)
    room.show()


async def _cut_off(room: Room) -> None:
    for subscriber in list(room.subscribers):
        subscriber.close(GOING_AWAY)


class Missing(Exception):
    """A game has no such state."""


class Tables:
    """Rooms of a running server with known games, and the pages that look at them."""

    def __init__(self, server: Running, launched: Browser, *, long_names: bool = False, forced_colours: bool = False) -> None:
        """Make tables.

        Args:
            server: The server.
            launched: The browser.
            long_names: Whether people have the longest names there may be.
            forced_colours: Whether the pages have the system's colours alone.
        """
        self.server, self._launched, self._forced_colours = server, launched, forced_colours
        server.http.put("/api/me", json={"name": LONG_NAMES[0].lower() if long_names else "Robin"}).raise_for_status()
        self._cookies = cookies_of(server.http)
        person = server.run(people.by_token, token_of(server.http))
        assert person is not None
        self._me = person.id
        self._friends = [self._befriend(name) for name in (LONG_NAMES if long_names else FRIENDS)]
        self._stored = 0

    def _befriend(self, name: str) -> str:
        with self.server.somebody(name) as client:
            person = self.server.run(people.by_token, token_of(client))
        assert person is not None
        return str(person.id)

    @contextmanager
    def screen(self, *, newcomer: bool = False) -> Iterator[Screen]:
        """A page of the player's."""
        address = f"http://{self.server.address}"
        cookies = [{"name": name, "value": token, "url": address} for name, token in self._cookies.items()]
        with screen(self._launched, address, cookies, newcomer=newcomer, forced_colours=self._forced_colours) as found:
            yield found

    def store(self, known: Positions, made: int, *, friends: bool = False, watched: bool = False) -> str:
        """Store a known game after a number of actions; return the room's id.

        Args:
            known: The game.
            made: The number of actions.
            friends: Whether friends have the other seats, instead of bots.
            watched: Whether a bot has the player's own seat, too.
        """
        game, self._stored = known.known.game, self._stored + 1
        id = f"{game.id}-{game.players}-{self._stored}"
        seats = [StoredSeat(seat, "bot", bot="random") for seat in range(game.players)]
        if friends:
            for seat, person in zip(range(ME + 1, game.players), self._friends, strict=False):
                seats[seat] = StoredSeat(seat, "person", person, "random")
        if not watched:
            seats[ME] = StoredSeat(ME, "person", self._me, "random")
        state = game.start(known.known.seed, limit=known.known.limit)
        for action in known.known.actions[:made]:
            state.play(action)
        room = StoredRoom(
            id,
            game.id,
            dict(game.options),
            seats,
            str(known.known.seed),
            limit=known.known.limit,
            pace="instant",
            host=self._me,
        )
        new = [Entry(number, "play", action) for number, action in enumerate(state.actions)]
        self.server.run(rooms.add, room)
        status = "over" if state.is_over else "open"
        self.server.run(rooms.append, id, 0, new, {"made": made, "turn": state.turn, "status": status})
        return id

    def room(self, id: str) -> Room:
        """A room that a page shows."""
        found: Room = self.server.app.state.lobby._rooms[id]
        return found

    def do(self, doing: Coroutine[object, object, object]) -> None:
        """Let the server do something."""
        loop = self.server._service.servers[0].get_loop()
        asyncio.run_coroutine_threadsafe(doing, loop).result(60)


@dataclass
class Look:
    """A page brought to the states of one game, one after the other."""

    tables: Tables
    known: Positions
    shown: Screen
    newcomer: Screen
    _made: int = field(default=0, init=False)

    @contextmanager
    def at(self, state: str) -> Iterator[Screen]:
        """The page that shows a state, until the block ends; Missing where the game has none."""
        bring = getattr(self, f"_{state}")
        with bring() as page:
            yield page

    def open_room(self, made: int, *, friends: bool = False, watched: bool = False, page: Screen | None = None) -> str:
        """Open a room in which this many actions have been made; return its id."""
        id, self._made = self.tables.store(self.known, made, friends=friends, watched=watched), made
        (page or self.shown).go(f"#/room/{id}", made)
        return id

    def play(self, room: Room, made: int) -> None:
        """Play the game's action after this number of actions in a room, and wait until the page has it."""
        self.tables.do(room.run(room.play([self.known.known.actions[made]])))
        self.shown.page.wait_for_selector(f'[data-made="{made + 1}"]', state="attached")

    @property
    def beginnings(self) -> list[list[str]]:
        """The spots with which the player's moves begin in the position that was opened last."""
        return self.known.beginnings(self._made)

    @contextmanager
    def _first(self) -> Iterator[Screen]:
        """The first decision with its tip; the game's panels, which a newcomer sees before, have been put away."""
        self.newcomer.leave()
        self.open_room(self.known.first, page=self.newcomer)
        dialog = self.newcomer.page.get_by_role("dialog")
        dialog.wait_for()
        self.newcomer.page.keyboard.press("Escape")
        dialog.wait_for(state="detached")
        yield self.newcomer

    @contextmanager
    def _mid(self) -> Iterator[Screen]:
        self.open_room(self.known.middle)
        yield self.shown

    @contextmanager
    def _late(self) -> Iterator[Screen]:
        self.open_room(self.known.late)
        yield self.shown

    @contextmanager
    def _claim(self) -> Iterator[Screen]:
        """The claim as it is announced."""
        if self.known.claim is None:
            raise Missing("no claim was found")
        made, claim = self.known.claim
        id = self.open_room(made)
        with self.shown.stopped():
            room = self.tables.room(id)
            self.tables.do(room.run(carry_out(room, claim)))
            words = self.shown.page.locator("p", has_text=" the rest" if "rest" in claim.sentence("") else "the deal").first
            for _ in range(CLAIM // 500):
                if words.is_visible():
                    break
                self.shown.pass_time(500)
            words.wait_for()
            yield self.shown

    @contextmanager
    def _trick(self) -> Iterator[Screen]:
        """The last trick of a deal, complete in the middle."""
        if self.known.trick_end is None:
            raise Missing("no tricks")
        with self._played(self.known.trick_end):
            yield self.shown

    @contextmanager
    def _deal(self) -> Iterator[Screen]:
        """The end of a deal."""
        if self.known.deal_end is None:
            raise Missing("one deal")
        with self._played(self.known.deal_end):
            self.shown.pass_time(REST)
            yield self.shown

    @contextmanager
    def _played(self, made: int) -> Iterator[None]:
        """The page as it shows an action of the game, with the clock stopped."""
        id = self.open_room(made)
        with self.shown.stopped():
            room = self.tables.room(id)
            self.play(room, made)
            yield

    @contextmanager
    def _result(self) -> Iterator[Screen]:
        self.open_room(self.known.last)
        yield self.shown

    @contextmanager
    def _replay(self) -> Iterator[Screen]:
        self._replayed(self.known.middle)
        yield self.shown

    @contextmanager
    def _end(self) -> Iterator[Screen]:
        """A replay before the last action of the game."""
        self._replayed(self.known.last - 1)
        yield self.shown

    def _replayed(self, made: int) -> None:
        id = self.tables.store(self.known, self.known.last)
        self.shown.go(f"#/replay/{id}/{made}/open", made)

    @contextmanager
    def _friends(self) -> Iterator[Screen]:
        """The middle of a game with friends, one of them away, and two saying something."""
        if self.known.known.game.players == 1:
            raise Missing("one player")
        id = self.open_room(self.known.middle, friends=True)
        room = self.tables.room(id)
        for friend in self.tables._friends[: room.game.players - 1][:2]:
            self.tables.do(room.enter(Subscriber(friend)))
        with self.shown.stopped():
            said: list[SaidMessage | ReactionMessage] = [SaidMessage(seat=1, text=PHRASE)]
            if room.game.players > 2:
                said.append(ReactionMessage(seat=room.game.players - 1, reaction="clap"))
            for message in said:
                self.tables.do(_broadcast(room, written(message)))
            self.shown.page.get_by_text(PHRASE).first.wait_for()
            yield self.shown

    @contextmanager
    def _watched(self) -> Iterator[Screen]:
        """The middle of a game as a spectator sees it."""
        self.open_room(self.known.middle, watched=True)
        yield self.shown

    @contextmanager
    def _asked(self) -> Iterator[Screen]:
        """A friend asks to take the last move back."""
        if self.known.known.game.players == 1:
            raise Missing("one player")
        made = self.known.middle
        room = self.tables.room(self.open_room(made, friends=True))
        self.tables.do(_ask(room, UndoRequest(1, made - 1)))
        self.shown.page.get_by_text("asks to take back").first.wait_for()
        yield self.shown

    @contextmanager
    def _lost(self) -> Iterator[Screen]:
        """The connection is lost, at a table with friends if there are others: its bar has most buttons."""
        room = self.tables.room(self.open_room(self.known.middle, friends=self.known.known.game.players > 1))
        self.shown.page.context.set_offline(True)
        try:
            self.tables.do(_cut_off(room))
            self.shown.page.get_by_text("No connection").first.wait_for()
            yield self.shown
        finally:
            self.shown.page.context.set_offline(False)
            self.shown.leave()

    @contextmanager
    def _told(self) -> Iterator[Screen]:
        """A sentence to the player that is as long as the longest, shown by an error of the server."""
        room = self.tables.room(self.open_room(self.known.middle))
        with self.shown.stopped():
            self.tables.do(_broadcast(room, written(ErrorMessage(code="not_now", message=REFUSAL, rule=""))))
            self.shown.page.get_by_text(REFUSAL[:20]).first.wait_for()
            yield self.shown
