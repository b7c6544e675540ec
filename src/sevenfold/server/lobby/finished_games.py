"""`FinishedGames`: replays, reviews, records and statistics, and new rooms that start from a finished game."""

from __future__ import annotations

import asyncio
import platform
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from importlib.metadata import version
from time import time
from typing import Any, TypeVar

from sevenfold._version import __version__
from sevenfold.bots import USUAL
from sevenfold.errors import BadInput, BadRecord
from sevenfold.playing.game import State
from sevenfold.protocol import Branch, GameRecord, GameReview, Replay, ReplayStep, Report, Statistics
from sevenfold.protocol.errors import Refused
from sevenfold.records import replay
from sevenfold.records.record import as_record, from_record, numbered_record
from sevenfold.records.shuffle import checked
from sevenfold.registry import load_with
from sevenfold.seat_names import names_at
from sevenfold.server.execution import guest_games
from sevenfold.server.room.room_info import seat_names
from sevenfold.server.room.rules_check import have_changed, rules_note, stored_result, with_stored_result
from sevenfold.server.room.scores import resignation, summary_of
from sevenfold.server.room.shuffle import shuffle_of, stored_shuffle
from sevenfold.server.room.snapshot import given_up
from sevenfold.server.storage import Person, Storage, StoredRoom, StoredSeat, Summary, finished, rooms
from sevenfold.session.game_log import Entry, GameLog, standing_actions
from sevenfold.solvers.winnable import winning
from sevenfold.view.description import View
from sevenfold.view.numbers import number_in

from .catalogue import game_name
from .lobby import CANNOT_BE_SHOWN, Lobby
from .new_room import new_room
from .reviews import ReviewKey, Reviews
from .statistics import COUNTS, Finished, against_bots, against_people, statistics

T = TypeVar("T")
MOST_CACHED = 16  # replays in memory
OPENED = "file"  # in place of a parent's id: the game came from a record


@dataclass
class _CachedReplay:
    """A replay in memory, and the seat that played each action."""

    replay: replay.Replay
    seats: Sequence[int | None]
    note: str  # that the rules have changed since; empty if they have not
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class FinishedGames:
    """The finished games of one lobby."""

    def __init__(self, lobby: Lobby, storage: Storage) -> None:
        self._lobby, self._storage = lobby, storage
        self._reviews = Reviews(lobby, storage)
        self._replays: OrderedDict[str, _CachedReplay] = OrderedDict()
        self._reading = asyncio.Lock()  # reading a record may take seconds: one at a time
        self._solving = asyncio.Lock()  # one at a time

    # -- replays ------------------------------------------------------------------------------------------------------

    async def steps(self, id: str, viewer: str) -> Replay:
        """The steps of a finished game.

        Args:
            id: The room.
            viewer: The number of the seat that sees them, "none" for a spectator, "open" for open hands.

        Raises:
            Refused: If the game is not over, or there is no such seat.
        """
        stored = await self._find_ended(id)
        seat, hands_open = _parse_viewer(viewer, stored)

        def steps(found: replay.Replay) -> Replay:
            happened = found.steps(seat, _names(stored, seat, hands_open=hands_open), hands_open=hands_open)
            steps = [ReplayStep(made=one.made, text=one.text) for one in happened]
            if stored.summary.resigned is not None:
                told = resignation(seat_names(stored.seats), stored.summary.resigned, stored.summary.winners, seat)
                steps[-1].text = f"{steps[-1].text} {told}".lstrip()
            elif cached.note:
                steps[-1].text = f"{steps[-1].text} {stored.summary.sentence}".strip()
            return Replay(steps=steps, deals=found.deals(), note=cached.note)

        cached = await self._replay(stored)
        return await self._query(stored, steps)

    async def view(self, id: str, made: int, viewer: str) -> View:
        """The table after `made` actions, without moves; the other arguments are those of `steps`."""
        stored = await self._find_ended(id)
        seat, hands_open = _parse_viewer(viewer, stored)

        def seen(found: replay.Replay) -> View:
            try:
                view = found.view(made, seat, _names(stored, seat, hands_open=hands_open), hands_open=hands_open)
            except BadInput as error:
                raise Refused("bad_moment", str(error)) from error
            if made == found.action_count and stored.summary.resigned is not None:
                return given_up(view, stored, seat)
            if made == found.action_count and cached.note:
                return with_stored_result(view, stored)
            return replace(view, moves=[])

        cached = await self._replay(stored)
        return await self._query(stored, seen)

    async def _find_ended(self, id: str, not_yet: str = "A game can be looked at again once it is over.") -> StoredRoom:
        stored = await self._storage.run(rooms.find, id)
        if not stored.has_ended:
            raise Refused("not_over", not_yet)
        return stored

    async def _query(self, stored: StoredRoom, question: Callable[[replay.Replay], T]) -> T:
        """Call a function of a replay off the event loop, one at a time."""
        cached = await self._replay(stored)
        async with cached.lock:
            ask = partial(guest_games.call, stored.game, partial(question, cached.replay), guest_games.LONG)
            return await asyncio.to_thread(ask)

    async def _replay(self, stored: StoredRoom) -> _CachedReplay:
        key = f"{stored.id}:{stored.number}"  # after an undo a game for one may end again
        if key not in self._replays:
            _, game_log = await self._lobby.game_log(stored.id)
            seats = [action.seat for action in game_log.played]
            note = rules_note(stored, game_log)
            self._replays[key] = _CachedReplay(replay.Replay(game_log.state), seats, note)
            while len(self._replays) > MOST_CACHED:
                self._replays.popitem(last=False)
        self._replays.move_to_end(key)
        return self._replays[key]

    async def review(self, id: str, seat: int) -> GameReview:
        """The coach's review of a seat's decisions, as far as it has come."""
        stored = await self._find_ended(id, "A game can be reviewed once it is over.")
        if not 0 <= seat < len(stored.seats):
            raise Refused("bad_seat", f"There is no seat {seat}; seats are 0 to {len(stored.seats) - 1}.")
        key = ReviewKey(stored.id, stored.number, seat)
        found = self._reviews.cached(key)
        if found is None:
            game = guest_games.call(stored.game, lambda: load_with(stored.game, stored.options))
            found = await self._reviews.stored(key, game)
        if found is None:
            state = await self._query(stored, lambda found: found.final_state())
            found = self._reviews.start(key, state, seat_names(stored.seats))
        note = (await self._replay(stored)).note
        if stored.status == "over" and not note:
            return found
        told = f"{note} The decisions are judged by today's rules." if note else ""
        return found.model_copy(update={"note": told, "result": _stored_outcome(stored, seat)})

    # -- new rooms ----------------------------------------------------------------------------------------

    async def branch(self, id: str, wanted: Branch, person: Person) -> str:
        """Make a room that continues from a moment of a finished game, against bots; returns its id."""
        old = await self._find_ended(id)
        if wanted.seat >= len(old.seats):
            raise Refused("bad_seat", f"There is no seat {wanted.seat}; seats are 0 to {len(old.seats) - 1}.")

        def begun(found: replay.Replay) -> State:
            try:
                return found.state(wanted.made).copy()
            except BadInput as error:
                raise Refused("bad_moment", str(error)) from error

        state = await self._query(old, begun)
        if state.is_over:
            raise Refused("bad_moment", "At this moment the game is over; choose an earlier one.")
        seats = [StoredSeat(seat.seat, "bot", bot=seat.bot or USUAL) for seat in old.seats]
        seats[wanted.seat] = StoredSeat(wanted.seat, "person", person.id, name=person.name)
        seats_played = (await self._replay(old)).seats
        return await self._add(_room_of(state, seats, person, old.pace, parent=old.id), state, seats_played)

    async def open(self, record: dict[str, Any], person: Person) -> str:
        """Make a room in which a recorded game can be watched; returns its id."""
        seats_played: list[int | None] = []

        def read() -> State:
            try:
                return from_record(record, lambda state: seats_played.append(state.turn))
            except BadRecord as error:
                raise Refused("bad_record", f"This record cannot be opened: {error}") from error

        async with self._reading:
            state = await asyncio.to_thread(guest_games.limited, str(record.get("game")), read, guest_games.LONG)
        seats = [StoredSeat(n, "bot", bot=USUAL) for n in range(state.game.players)]
        room = _room_of(state, seats, person, "normal", parent=OPENED)
        room.status = "over" if state.is_over else "given up"
        if (resigned := record.get("resigned")) is not None:
            room.summary = Summary(winners=[seat.seat for seat in seats if seat.seat != resigned], resigned=resigned)
        room.shuffle = stored_shuffle(checked(record["shuffle"], state.seed, state.game.players))
        return await self._add(room, state, seats_played)

    async def _add(self, room: StoredRoom, state: State, seats_played: Sequence[int | None]) -> str:
        if state.is_over:
            room.summary, room.seats = summary_of(room, state)
        played = [Entry(i, "play", int(action), seats_played[i], room.created) for i, action in enumerate(state.actions)]
        await self._storage.run(finished.add_played, room, played)
        return room.id

    async def solution(self, id: str, person: Person) -> str:
        """A room in which a solver wins the deal of a lost game; it is made once. Returns its id."""
        old = await self._find_ended(id)
        if old.verdict != "yes":
            raise Refused("not_now", "No way to win this deal is known.")
        shown = sha256(f"solution of {id}".encode()).hexdigest()[:22]
        async with self._solving:
            if not await self._storage.run(rooms.exists, shown):
                begin = partial(load_with(old.game, old.options).start, int(old.seed), limit=old.limit)
                start = await guest_games.run(old.game, begin)
                solve = self._lobby.compilation.solvers.solve
                state = await solve(id, start.game, start.seed, lambda stop: winning(start, stop=stop))
                room = _room_of(state, [StoredSeat(0, "bot", bot=USUAL)], person, "normal", parent=OPENED)
                await self._add(replace(room, id=shown, status="over", deal=old.deal), state, [0] * state.action_count)
        return shown

    # -- statistics and reports ---------------------------------------------------------------------------------------

    async def statistics(self, person: Person | None) -> Statistics:
        """A person's statistics."""
        found = await self._storage.run(finished.of_person, person.id) if person else []
        counted = [_counted(stored, person.id) for stored in found if person]
        names = {stored.game: game_name(stored.game) for stored in found}
        return Statistics(
            counts=COUNTS, games=statistics(counted, names), people=against_people(counted), bots=against_bots(counted)
        )

    async def record(self, id: str) -> GameRecord:
        """The record of a finished game; Refused before that, because it contains the seed."""
        not_yet = "The record can be read once the game is over; you may give it up."
        await self._find_ended(id, not_yet)
        try:
            stored, game_log = await self._lobby.game_log(id)
        except Refused as error:
            if error.code not in CANNOT_BE_SHOWN:
                raise
            stored, game_log = await self._find_ended(id, not_yet), None
        if not stored.has_ended:  # it was undone meanwhile
            raise Refused("not_over", not_yet)
        if game_log is None or have_changed(stored, game_log):
            return await self._numbered_record(id)
        write = partial(as_record, game_log.state, shuffle_of(stored), stored.summary.resigned)
        return GameRecord(**await guest_games.run(stored.game, write, guest_games.LONG))

    async def _numbered_record(self, id: str) -> GameRecord:
        """The record of a finished game whose rules have changed or are not installed: what is stored of it."""
        stored, entries = await self._storage.run(rooms.load, id)
        had = stored_result(stored)
        result = {"winners": had.winners, "returns": had.returns, "truncated": had.truncated} if had else None
        return GameRecord(
            **numbered_record(
                stored.game, stored.options, len(stored.seats), int(stored.seed), stored.limit, standing_actions(entries),
                result, stored.rules, shuffle_of(stored), stored.summary.resigned,
            )
        )  # fmt: skip

    async def report(self, id: str) -> Report:
        """A report for bug reports: versions, and the record of a finished game."""
        record = await self.record(id)
        versions = {"sevenfold": __version__, "python": platform.python_version()}
        versions |= {name: version(name) for name in ("numba", "numpy", "sqlalchemy")}
        return Report(versions=versions, system=platform.platform(), made=time(), record=record)


def _parse_viewer(text: str, stored: StoredRoom) -> tuple[int | None, bool]:
    """The seat that a text names (None: a spectator), and whether all hands are open."""
    if text in ("open", "none"):
        return None, text == "open"
    if text.isdecimal() and int(text) < len(stored.seats):
        return int(text), False
    raise Refused("bad_seat", f"seat is open, none, or a number from 0 to {len(stored.seats) - 1}; not {text[:20]!r}.")


def _stored_outcome(stored: StoredRoom, seat: int) -> float | None:
    """How a game ended for a seat, as it is stored: 1 for a win, 0 for a loss, None where it was given up and nobody won."""
    is_decided = stored.status == "over" or stored.summary.resigned is not None
    return float(seat in stored.summary.winners) if is_decided else None


def _names(stored: StoredRoom, seat: int | None, *, hands_open: bool) -> list[str]:
    return names_at(seat_names(stored.seats), None if hands_open else seat)


def _room_of(state: State, seats: list[StoredSeat], person: Person, pace: str, *, parent: str) -> StoredRoom:
    room = new_room(state.game, seats, person, pace=pace)
    room.seed, room.limit, room.turn, room.made, room.number = (
        str(state.seed),
        state.limit,
        state.turn,
        state.action_count,
        state.action_count,
    )
    room.parent = parent
    room.summary = replace(room.summary, choosers=GameLog(state).choosers)
    return room


def _counted(stored: StoredRoom, person: str) -> Finished:
    """A finished game as it counts for one of its players, by the best result of their seats."""
    own = [seat for seat in stored.seats if seat.person == person and seat.outcome]
    names = seat_names(stored.seats)
    best = next((seat for seat in own if seat.outcome == "won"), own[0])
    return Finished(
        room=stored.id,
        game=stored.game,
        options=stored.options,
        ended=stored.updated,
        outcome="won" if best.outcome == "won" else "given up" if best.outcome == "given up" else "lost",
        score=number_in(best.score) if stored.status == "over" else None,  # a game that was given up has no final score
        taken_back=stored.taken_back,
        asked=stored.asked,
        winnable=stored.winnable,
        opponents=[name for name, seat in zip(names, stored.seats, strict=True) if seat.person != person],
        people={
            seat.person: name
            for name, seat in zip(names, stored.seats, strict=True)
            if seat.kind == "person" and seat.person and seat.person != person
        },
        bots=[seat.bot for seat in stored.seats if seat.kind == "bot" and seat.bot and seat.person != person],
    )
