"""Games that have ended: replays, statistics, and what is begun from them again."""

from __future__ import annotations

import asyncio
import platform
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from importlib.metadata import version
from time import time
from typing import Any, TypeVar

from sevenfold._version import __version__
from sevenfold.bots import USUAL
from sevenfold.errors import BadInput, BadRecord
from sevenfold.playing.game import State
from sevenfold.protocol import Branch, GameRecord, GameReview, Replay, ReplayStep, Report, Statistics
from sevenfold.protocol.errors import Refused, blaming
from sevenfold.records import replay
from sevenfold.records.record import as_record, from_record
from sevenfold.records.shuffle import checked
from sevenfold.registry import load_with
from sevenfold.seat_names import names_at
from sevenfold.server.room.room_info import seat_names
from sevenfold.server.room.shuffle import shuffle_of, stored_shuffle
from sevenfold.server.storage import Person, Storage, StoredRoom, StoredSeat, finished, rooms
from sevenfold.session.game_log import Entry
from sevenfold.solvers.winnable import winning
from sevenfold.view.description import View

from .catalogue import game_name
from .lobby import Hall
from .new_room import new_room
from .reviews import ReviewOf, Reviews
from .statistics import COUNTS, Finished, statistics

T = TypeVar("T")
KEPT = 16  # replays in memory
OPENED = "file"  # in place of a parent's id: the game came from a record


@dataclass
class _Kept:
    """A replay in memory, and the seat that made each of its actions."""

    replay: replay.Replay
    seats: Sequence[int | None]
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Past:
    """What has ended, in the rooms of one hall."""

    def __init__(self, hall: Hall, storage: Storage) -> None:
        self._hall, self._storage = hall, storage
        self._reviews = Reviews(hall, storage)
        self._replays: OrderedDict[str, _Kept] = OrderedDict()
        self._reading = asyncio.Lock()  # of records, which may take seconds: one at a time
        self._solving = asyncio.Lock()  # of deals that were lost, likewise

    # -- replays ------------------------------------------------------------------------------------------------------

    async def steps(self, id: str, eyes: str) -> Replay:
        """The steps of a game that is over, as a seat saw them, a spectator, or with open hands."""
        stored = await self._ended(id)
        seat, hands_open = _eyes(eyes, stored)

        def told(found: replay.Replay) -> Replay:
            happened = found.steps(seat, _names(stored, seat, hands_open=hands_open), hands_open=hands_open)
            return Replay(steps=[ReplayStep(made=one.made, text=one.text) for one in happened], deals=found.deals())

        return await self._ask(stored, told)

    async def view(self, id: str, made: int, eyes: str) -> View:
        """One moment of it, with nothing that could be done."""
        stored = await self._ended(id)
        seat, hands_open = _eyes(eyes, stored)

        def seen(found: replay.Replay) -> View:
            try:
                view = found.view(made, seat, _names(stored, seat, hands_open=hands_open), hands_open=hands_open)
            except BadInput as error:
                raise Refused("bad_moment", str(error)) from error
            return replace(view, moves=[])

        return await self._ask(stored, seen)

    async def _ended(self, id: str, not_yet: str = "A game can be looked at again once it is over.") -> StoredRoom:
        stored = await self._storage.ask(rooms.find, id)
        if not stored.has_ended:
            raise Refused("not_over", not_yet)
        return stored

    async def _ask(self, stored: StoredRoom, question: Callable[[replay.Replay], T]) -> T:
        """Ask a replay off the event loop, one question at a time."""
        kept = await self._kept(stored)
        async with kept.lock:
            with blaming(stored.game):
                return await asyncio.to_thread(question, kept.replay)

    async def _kept(self, stored: StoredRoom) -> _Kept:
        key = f"{stored.id}:{stored.number}"  # a game for one may be taken back when it is over, and end again
        if key not in self._replays:
            room = await self._hall.room(stored.id)
            async with room.lock:
                course = room.course.copy()
            room.check_idle()
            self._replays[key] = _Kept(replay.Replay(course.state), [made.seat for made in course.made])
            while len(self._replays) > KEPT:
                self._replays.popitem(last=False)
        self._replays.move_to_end(key)
        return self._replays[key]

    async def review(self, id: str, seat: int) -> GameReview:
        """What the coach says of a seat's decisions, as far as it has come."""
        stored = await self._ended(id, "A game can be reviewed once it is over.")
        if not 0 <= seat < len(stored.seats):
            raise Refused("bad_seat", f"There is no seat {seat}; seats are 0 to {len(stored.seats) - 1}.")
        of = ReviewOf(stored.id, stored.number, seat)
        known = self._reviews.known(of)
        if known is None:
            with blaming(stored.game):
                game = load_with(stored.game, stored.options)
            known = await self._reviews.kept(of, game)
        return known or self._reviews.begin(of, await self._ask(stored, lambda found: found.final_state()))

    # -- what is begun from it ----------------------------------------------------------------------------------------

    async def branch(self, id: str, wanted: Branch, person: Person) -> str:
        """A new room that goes on from a moment of a game that is over, against bots."""
        old = await self._ended(id)
        if wanted.seat >= len(old.seats):
            raise Refused("bad_seat", f"There is no seat {wanted.seat}; seats are 0 to {len(old.seats) - 1}.")

        def begun(found: replay.Replay) -> State:
            try:
                return found.state(wanted.made).copy()
            except BadInput as error:
                raise Refused("bad_moment", str(error)) from error

        state = await self._ask(old, begun)
        if state.is_over:
            raise Refused("bad_moment", "At this moment the game is over; choose an earlier one.")
        seats = [StoredSeat(seat.seat, "bot", bot=seat.bot or USUAL) for seat in old.seats]
        seats[wanted.seat] = StoredSeat(wanted.seat, "person", person.id, name=person.name)
        who = (await self._kept(old)).seats
        return await self._add(_room_of(state, seats, person, old.pace, parent=old.id), state, who)

    async def open(self, record: dict[str, Any], person: Person) -> str:
        """A room to look at a game again that a record holds."""
        who: list[int | None] = []
        try:
            async with self._reading:
                state = await asyncio.to_thread(from_record, record, lambda state: who.append(state.turn))
        except BadRecord as error:
            raise Refused("bad_record", f"This record cannot be opened: {error}") from error
        seats = [StoredSeat(n, "bot", bot=USUAL) for n in range(state.game.players)]
        room = _room_of(state, seats, person, "normal", parent=OPENED)
        room.status = "over" if state.is_over else "given up"
        room.shuffle = stored_shuffle(checked(record["shuffle"], state.seed, state.game.players))
        return await self._add(room, state, who)

    async def _add(self, room: StoredRoom, state: State, who: Sequence[int | None]) -> str:
        """who: the seat that made each action."""
        played = [Entry(i, "play", int(action), who[i], room.created) for i, action in enumerate(state.actions)]
        await self._storage.ask(finished.add_played, room, played)
        return room.id

    async def solution(self, id: str, person: Person) -> str:
        """A room to look at in which the deal of a lost game is won, as a solver plays it; made once for all who ask."""
        old = await self._ended(id)
        if old.verdict != "yes":
            raise Refused("not_now", "No way of playing that wins this deal is known.")
        shown = sha256(f"solution of {id}".encode()).hexdigest()[:22]
        async with self._solving:
            if not await self._storage.ask(rooms.exists, shown):
                with blaming(old.game):
                    start = load_with(old.game, old.options).start(int(old.seed), limit=old.limit)
                solve = self._hall.warmth.solving.solve
                state = await solve(id, start.game, start.seed, lambda stop: winning(start, stop=stop))
                room = _room_of(state, [StoredSeat(0, "bot", bot=USUAL)], person, "normal", parent=OPENED)
                await self._add(replace(room, id=shown, status="over", deal=old.deal), state, [0] * state.action_count)
        return shown

    # -- statistics and reports ---------------------------------------------------------------------------------------

    async def statistics(self, person: Person | None) -> Statistics:
        """What somebody's finished games come to."""
        found = await self._storage.ask(finished.of_person, person.id) if person else []
        counted = [_counted(stored, person.id) for stored in found if person]
        names = {stored.game: game_name(stored.game) for stored in found}
        return Statistics(counts=COUNTS, games=statistics(counted, names))

    async def record(self, id: str) -> GameRecord:
        """The record of a game that is over or given up; Refused before that, because it holds the seed."""
        await self._ended(id, "The record can be read once the game is over; you may give it up.")
        room = await self._hall.room(id)
        async with room.lock:
            with blaming(room.stored.game):
                made = GameRecord(**as_record(room.state, shuffle_of(room.stored)))
        room.check_idle()
        return made

    async def report(self, id: str) -> Report:
        """What whoever mends a fault needs to see it: versions, and the record of a game that has ended."""
        record = await self.record(id)
        versions = {"sevenfold": __version__, "python": platform.python_version()}
        versions |= {name: version(name) for name in ("numba", "numpy", "sqlalchemy")}
        return Report(versions=versions, system=platform.platform(), made=time(), record=record)


def _eyes(eyes: str, stored: StoredRoom) -> tuple[int | None, bool]:
    """Whose eyes a text means: the seat (None: a spectator), and whether all hands are open."""
    if eyes in ("open", "none"):
        return None, eyes == "open"
    if eyes.isdecimal() and int(eyes) < len(stored.seats):
        return int(eyes), False
    raise Refused("bad_seat", f"seat is open, none, or a number from 0 to {len(stored.seats) - 1}; not {eyes[:20]!r}.")


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
    return room


def _counted(stored: StoredRoom, person: str) -> Finished:
    """A finished game, as it counts for one of its players: with the best that came of their seats."""
    own = [seat for seat in stored.seats if seat.person == person and seat.outcome]
    best = next((seat for seat in own if seat.outcome == "won"), own[0])
    return Finished(
        room=stored.id,
        game=stored.game,
        options=stored.options,
        ended=stored.updated,
        outcome="won" if best.outcome == "won" else "given up" if best.outcome == "given up" else "lost",
        score=_number(best.score),
        taken_back=stored.taken_back,
        asked=stored.asked,
        winnable=stored.winnable,
        opponents=[name for name, seat in zip(seat_names(stored.seats), stored.seats, strict=True) if seat.person != person],
    )


def _number(score: str) -> float | None:
    try:
        return float(score.replace("−", "-"))
    except ValueError:
        return None
