"""What is stored, as Python has it; a row that makes no sense is refused when it is read."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import Row

from sevenfold.declare.options import Value
from sevenfold.protocol import Status, Tempo, Verdict
from sevenfold.protocol.errors import Refused
from sevenfold.session.game_log import Entry

SeatKind = Literal["person", "bot", "open"]
ENDED: tuple[Status, ...] = ("over", "given up")
WRITTEN = ("options", "shuffle", "clock", "asking", "summary")  # as JSON


@dataclass
class Person:
    """Somebody who holds a token."""

    id: str
    name: str = ""


@dataclass
class StoredSeat:
    """A seat of a room."""

    seat: int
    kind: SeatKind
    person: str | None = None  # of a bot's seat: who may come back to it
    bot: str | None = None
    seconds: float | None = None
    stand_in: bool = False
    out_of_time: bool = False
    outcome: str = ""
    score: str = ""
    name: str = ""  # the person's; kept with the person


@dataclass
class Summary:
    """What lists show that only the game's own words can tell."""

    scores: list[str] = field(default_factory=list)  # by seat
    winners: list[int] = field(default_factory=list)
    sentence: str = ""  # how the game ended; empty while it goes on


@dataclass
class Clock:
    """How much time a seat has: so many seconds for the game, and so many more for each move."""

    seconds: float
    increment: float = 0.0


@dataclass
class Asking:
    """Somebody asks the others to take actions back."""

    seat: int
    to: int  # how many actions are to stay
    yes: list[int] = field(default_factory=list)  # the seats that agree


@dataclass
class Shuffle:
    """How the seed comes about."""

    secret: str = field(default="", repr=False)  # 64 hexadecimal digits; empty: the deal was chosen
    contributions: dict[str, str] = field(default_factory=dict)  # by seat


@dataclass
class StoredRoom:
    """A room as it is stored, with its seats and without its entries."""

    id: str
    game: str
    options: dict[str, Value]
    seats: list[StoredSeat]
    seed: str = field(default="", repr=False)  # nothing secret goes into a log
    bots_secret: str = field(default="", repr=False)
    shuffle: Shuffle = field(default_factory=Shuffle)
    limit: int = 10_000
    status: Status = "open"
    tempo: Tempo = "live"
    paused: bool = False
    pace: str = "normal"
    clock: Clock | None = None
    since: float | None = None  # since when the clock of the seat whose turn it is runs
    host: str | None = None
    asking: Asking | None = None
    summary: Summary = field(default_factory=Summary)
    number: int = 0
    made: int = 0
    turn: int | None = None
    taken_back: int = 0
    asked: int = 0
    verdict: Verdict | None = None
    winnable: bool = False
    created: float = 0.0  # seconds since 1970
    updated: float = 0.0
    version: str = ""
    lease_owner: str | None = None
    lease_until: float | None = None
    parent: str | None = None
    deal: str = ""
    daily: str = ""
    follows: str | None = None
    sequel: str | None = None
    sequel_by: str | None = None
    hands: Literal["open", "seen"] | None = None

    @property
    def has_ended(self) -> bool:
        """Is the game over, or given up?"""
        return self.status in ENDED

    @property
    def is_of_bots(self) -> bool:
        """Do bots play at all seats, none of them in the place of a person who may come back?"""
        return all(seat.kind == "bot" and seat.person is None for seat in self.seats)

    @property
    def gathers(self) -> bool:
        """Does it wait for those who played another room's game, to begin once they have come in?"""
        return self.status == "waiting" and self.follows is not None and not any(seat.kind == "open" for seat in self.seats)

    def seats_of(self, person: str | None) -> list[int]:
        """The seats that somebody holds and plays."""
        return [s.seat for s in self.seats if s.kind == "person" and s.person == person] if person else []

    @property
    def persons(self) -> set[str | None]:
        """Who plays; None for somebody of an older version whom nobody knows yet."""
        return {seat.person for seat in self.seats if seat.kind == "person"}


@dataclass
class Invitation:
    """A place at a table that somebody was offered."""

    room: str
    seat: int | None
    used: float | None = None


_ROOM = TypeAdapter(StoredRoom)
_ENTRIES = TypeAdapter(list[Entry])


def nonsense(what: str) -> Refused:
    """The refusal of a room whose rows make no sense."""
    return Refused("storage", f"What is stored of this room makes no sense ({what}); it can only be deleted.")


def room_of(row: Row[Any], seats: list[dict[str, Any]]) -> StoredRoom:
    """A room from its rows; Refused if they make no sense."""
    values = dict(row._mapping)
    try:
        for name in WRITTEN:
            values[name] = json.loads(values[name])
        room = _ROOM.validate_python(values | {"seats": seats})
    except (ValueError, TypeError, RecursionError) as error:
        where = error.errors()[0]["loc"] if isinstance(error, ValidationError) else (type(error).__name__,)
        raise nonsense(".".join(map(str, where))) from error
    if [seat.seat for seat in room.seats] != list(range(len(room.seats))) or not room.seats:
        raise nonsense("seats")
    return room


def entries_of(rows: list[Row[Any]], first: int) -> list[Entry]:
    """Entries from their rows, which follow each other; Refused if some are missing."""
    try:
        names = rows[0]._fields if rows else ()  # asked once: a row's own mapping is slow
        found = _ENTRIES.validate_python([dict(zip(names, row, strict=True)) for row in rows])
    except ValidationError as error:
        raise nonsense("a move") from error
    if [entry.number for entry in found] != list(range(first, first + len(found))):
        raise nonsense("some moves are missing")
    return found


def written(changes: dict[str, Any]) -> dict[str, Any]:
    """Values as columns hold them."""
    return {name: _text(value) if name in WRITTEN else value for name, value in changes.items()}


def row_of(room: StoredRoom) -> dict[str, Any]:
    """A room's own row."""
    values = asdict(replace(room, seats=[]))
    del values["seats"]
    return written(values)


def seat_row(room: str, seat: StoredSeat) -> dict[str, Any]:
    """A seat's row."""
    values = asdict(seat) | {"room": room}
    del values["name"]
    return values


def entry_row(room: str, entry: Entry) -> dict[str, Any]:
    """An entry's row."""
    return asdict(entry) | {"room": room}


def _text(value: Any) -> str:
    return json.dumps(value if value is None or isinstance(value, dict) else asdict(value), separators=(",", ":"))
