"""The rows of the database as Python objects; an invalid row is refused when it is read."""

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
AS_JSON = ("options", "shuffle", "clock", "asking", "summary")  # columns


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
    person: str | None = None  # at a bot's seat: who may return to it
    bot: str | None = None
    seconds: float | None = None
    stand_in: bool = False
    out_of_time: bool = False
    outcome: str = ""
    score: str = ""
    name: str = ""  # the person's, stored with the person


@dataclass
class Summary:
    """What lists show of a game."""

    scores: list[str] = field(default_factory=list)  # by seat
    winners: list[int] = field(default_factory=list)
    sentence: str = ""  # how the game ended; empty before
    resigned: int | None = None  # the seat that gave up, which ended the game
    returns: list[float] = field(default_factory=list)  # by seat; empty before the end, and of older versions
    truncated: bool = False  # the limit of turns ended it
    choosers: list[int] = field(default_factory=list)  # where all choose at once: the seats that have not chosen yet


@dataclass
class Clock:
    """The time of each seat: seconds for the whole game, and an increment for each move."""

    seconds: float
    increment: float = 0.0


@dataclass
class UndoRequest:
    """A player's request to undo actions, for the others to agree to."""

    seat: int
    to: int  # the action count that would be left
    yes: list[int] = field(default_factory=list)  # the seats that agree


@dataclass
class Shuffle:
    """What the seed is made from."""

    secret: str = field(default="", repr=False)  # 64 hexadecimal digits; empty: the deal was chosen
    contributions: dict[str, str] = field(default_factory=dict)  # by seat


@dataclass
class StoredRoom:
    """A room as it is stored, with its seats and without its entries."""

    id: str
    game: str
    options: dict[str, Value]
    seats: list[StoredSeat]
    seed: str = field(default="", repr=False)  # secrets must not reach the log
    bots_secret: str = field(default="", repr=False)
    shuffle: Shuffle = field(default_factory=Shuffle)
    limit: int = 10_000
    status: Status = "open"
    tempo: Tempo = "live"
    paused: bool = False
    pace: str = "normal"
    clock: Clock | None = None
    since: float | None = None  # when the running clock was started, in seconds that count for this process alone; not stored
    host: str | None = None
    asking: UndoRequest | None = None
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
    rules: str = ""  # the fingerprint of the rules that it is played by; empty: unknown
    test: bool = False  # a test room: its host may see and do everything, and its game does not count
    held: bool = False  # its bots make no moves
    public: bool = False  # anybody on this server may sit at an open seat
    chat: Literal["on", "off"] = "on"  # off: nobody may write

    @property
    def has_ended(self) -> bool:
        """Whether the game is over or given up."""
        return self.status in ENDED

    @property
    def is_known_deal(self) -> bool:
        """Whether somebody may know its cards: a deal by number, of the day, or of an earlier room."""
        return bool(self.deal or self.daily or self.parent)

    @property
    def is_of_bots(self) -> bool:
        """Whether bots play at all seats, and no person may return to one."""
        return all(seat.kind == "bot" and seat.person is None for seat in self.seats)

    @property
    def gathers(self) -> bool:
        """Whether it begins by itself once everybody has come in: several people have taken all the seats that were open."""
        is_full = not any(seat.kind == "open" for seat in self.seats)
        return self.status == "waiting" and is_full and (self.follows is not None or len(self.persons) > 1)

    def seats_of(self, person: str | None) -> list[int]:
        """The seats that a person plays."""
        return [s.seat for s in self.seats if s.kind == "person" and s.person == person] if person else []

    @property
    def persons(self) -> set[str | None]:
        """The people who play; None stands for a player from a version without accounts."""
        return {seat.person for seat in self.seats if seat.kind == "person"}

    @property
    def people(self) -> set[str]:
        """The people who play or played, also those in whose place a bot plays on."""
        return {seat.person for seat in self.seats if seat.person is not None}


@dataclass
class Invitation:
    """An invitation to a seat, or to any open one."""

    hash: str
    room: str
    seat: int | None
    used: float | None = None
    person: str | None = None  # whom it is for; None: whoever has its code


_ROOM = TypeAdapter(StoredRoom)
_ENTRIES = TypeAdapter(list[Entry])


def invalid(what: str) -> Refused:
    """The `Refused` error for a room whose rows are invalid."""
    return Refused("storage", f"What is stored of this room makes no sense ({what}); it can only be deleted.")


def room_of(row: Row[Any], seats: list[dict[str, Any]]) -> StoredRoom:
    """Parse the rows of a room; Refused if they are invalid."""
    values = dict(row._mapping) | {"since": None}
    values.pop("attended", None)  # which lists alone ask for
    try:
        for name in AS_JSON:
            values[name] = json.loads(values[name])
        room = _ROOM.validate_python(values | {"seats": seats})
    except (ValueError, TypeError, RecursionError) as error:
        where = error.errors()[0]["loc"] if isinstance(error, ValidationError) else (type(error).__name__,)
        raise invalid(".".join(map(str, where))) from error
    if [seat.seat for seat in room.seats] != list(range(len(room.seats))) or not room.seats:
        raise invalid("seats")
    return room


def entries_of(rows: list[Row[Any]], first: int) -> list[Entry]:
    """Parse the rows of consecutive entries; Refused if they are invalid or some are missing."""
    try:
        names = rows[0]._fields if rows else ()  # read once, because a row's own mapping is slow
        found = _ENTRIES.validate_python([dict(zip(names, row, strict=True)) for row in rows])
    except ValidationError as error:
        raise invalid("a move") from error
    if [entry.number for entry in found] != list(range(first, first + len(found))):
        raise invalid("some moves are missing")
    return found


def as_columns(changes: dict[str, Any]) -> dict[str, Any]:
    """Values as the columns hold them."""
    return {name: _text(value) if name in AS_JSON else value for name, value in changes.items()}


def row_of(room: StoredRoom) -> dict[str, Any]:
    """The row of a room."""
    values = asdict(replace(room, seats=[], since=None))
    del values["seats"]
    return as_columns(values)


def seat_row(room: str, seat: StoredSeat) -> dict[str, Any]:
    """The row of a seat."""
    values = vars(seat) | {"room": room}
    del values["name"]
    return values


def entry_row(room: str, entry: Entry) -> dict[str, Any]:
    """The row of an entry."""
    return vars(entry) | {"room": room}


def _text(value: Any) -> str:
    return json.dumps(value if value is None or isinstance(value, dict) else asdict(value), separators=(",", ":"))
