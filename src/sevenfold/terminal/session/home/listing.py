"""What a server's home lists for a person, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from time import time
from typing import Literal, TypeAlias

from sevenfold.protocol import (
    Daily,
    DailyGame,
    FriendInfo,
    FriendInvitation,
    Friends,
    GoingOn,
    HomeNews,
    Puzzles,
    RoomInfo,
    TableInfo,
)
from sevenfold.terminal.session.http_client import Server
from sevenfold.terminal.session.remote_room import TEST_ROOM
from sevenfold.view.event_text import joined

Kind: TypeAlias = Literal["room", "sit", "take", "deal", "puzzle"]
RESERVED = "qr"  # keys of the list itself
KEYS = ["123456789"[i] for i in range(9)] + [letter for letter in ascii_lowercase if letter not in RESERVED]
YOUR_TURN = "your turn"
SEPARATOR = " · "
NOTHING = "There is nothing to go on with here, and no table is open. The page of this server begins games."


@dataclass(frozen=True)
class Wish:
    """What a person chose: a room to go to, a table to sit down at, an invitation to take, a deal or the puzzle of the day."""

    kind: Kind
    id: str  # of the room, the invitation or the game; empty for the puzzle


@dataclass(frozen=True)
class Entry:
    """A line of the list.

    Attributes:
        text: What it is.
        mark: What is special about it, such as that it is the reader's turn.
        wish: What choosing it means; None if it only tells something.
        key: The key that chooses it; empty for none.
    """

    text: str
    mark: str = ""
    wish: Wish | None = None
    key: str = ""

    @property
    def id(self) -> str | None:
        """What tells it from other lines; None if it cannot be chosen."""
        return f"{self.wish.kind} {self.wish.id}" if self.wish else None

    def __str__(self) -> str:
        """The line, as it is printed."""
        return SEPARATOR.join(filter(None, (f"{self.key or ' '} {self.text}", self.mark)))


@dataclass(frozen=True)
class Section:
    """Lines of one kind, under a heading."""

    heading: str
    entries: Sequence[Entry]


@dataclass(frozen=True)
class Home:
    """All that is listed; sections without lines are left out."""

    sections: Sequence[Section]

    @property
    def entries(self) -> list[Entry]:
        """The lines that can be chosen."""
        return [entry for section in self.sections for entry in section.entries if entry.wish]


def read_home(server: Server) -> Home:
    """Ask a server what there is; BadInput says in a sentence why that cannot be had."""
    server.become()
    going, news = server.read(GoingOn, "GET", "rooms/going-on"), server.read(HomeNews, "GET", "news")
    friends, today = server.read(Friends, "GET", "friends"), server.read(Daily, "GET", "daily")
    puzzles = server.read(Puzzles, "GET", "puzzles")
    sections = [
        Section("Go on playing", [_room(room) for room in going.rooms]),
        Section("Invitations", [_invitation(one) for one in news.invitations]),
        Section("Open tables", [Entry(table_text(one), wish=Wish("sit", one.room)) for one in news.tables]),
        Section("Friends", list(_friends(friends))),
        Section(f"Every day{SEPARATOR}{_left(today.ends)}", [*map(_deal, today.deals), *_puzzle(puzzles)]),
    ]
    keys = iter(KEYS)
    return Home([Section(one.heading, [_with_key(line, keys) for line in one.entries]) for one in sections if one.entries])


def _with_key(entry: Entry, keys: Iterator[str]) -> Entry:
    return Entry(entry.text, entry.mark, entry.wish, next(keys, "")) if entry.wish else entry


# -- in words ---------------------------------------------------------------------------------------------------------


def _room(room: RoomInfo) -> Entry:
    others = [seat.name for seat in room.seats if seat.kind == "person" and not seat.you]
    free = sum(seat.kind == "open" for seat in room.seats)
    waits = "" if room.status != "waiting" else f"waiting for {_counted(free, 'player')}" if free else "ready to start"
    said = [
        room.name,
        f"with {joined(others)}" if others else "",
        TEST_ROOM if room.test else "",
        waits,
        "paused" if room.paused else "",
        f"score {room.score}" if room.score else "",
        "turn by turn" if room.tempo == "turns" else "",
        room.rules_note,
    ]
    return Entry(SEPARATOR.join(filter(None, said)), YOUR_TURN if room.your_turn else "", Wish("room", room.id))


def _invitation(one: FriendInvitation) -> Entry:
    return Entry(f"{one.by} invites you: {table_text(one.table)}", wish=Wish("take", one.id))


def table_text(table: TableInfo) -> str:
    """A table at which somebody may sit down: the game, how it is played, who waits there."""
    return SEPARATOR.join([table.name, table.how, table.waits])


def _friends(friends: Friends) -> Iterator[Entry]:
    """Who is here, and who asks to be a friend; both are answered on the page or in a game."""
    here = [_whereabouts(friend) for friend in friends.friends if friend.here]
    if here:
        yield Entry(f"Here now: {joined(here)}. In a game of yours, invite makes a link for them.")
    if friends.requests:
        asking = joined([one.name for one in friends.requests])
        yield Entry(f"{asking} ask{'s' if len(friends.requests) == 1 else ''} to be your friend; answer on the page.")


def _whereabouts(friend: FriendInfo) -> str:
    table = friend.table
    at = "" if table is None else f" (at your table of {table.name})" if table.yours else f" (at an open table of {table.name})"
    return friend.name + at


def _deal(deal: DailyGame) -> Entry:
    mine = deal.attempt
    if mine is None:
        state = "to play; perhaps it cannot be won" if deal.doubtful else "to play"
    elif mine.outcome == "won":
        state = f"won in {_counted(mine.moves, 'move')}"
    else:
        state = mine.outcome or "not finished"
    wish = Wish("room", deal.room) if deal.room else Wish("deal", deal.game)
    is_over = mine is not None and mine.outcome and not deal.room  # the room was deleted, and another would be for fun
    return Entry(f"{deal.name}: {state}", wish=None if is_over else wish)


def _puzzle(puzzles: Puzzles) -> Iterator[Entry]:
    if puzzles.today:
        state = puzzles.outcome or "to solve"
        row = f"{SEPARATOR}{puzzles.streak} days in a row" if puzzles.streak > 1 else ""
        yield Entry(f"Puzzle of the day, {puzzles.game}: {state}{row}", wish=Wish("puzzle", ""))


def _left(ends: float) -> str:
    """How long a day goes on."""
    minutes = max(0, int(ends - time()) // 60)
    return f"until midnight UTC, in {_counted(minutes // 60, 'hour') if minutes >= 60 else _counted(minutes, 'minute')}"


def _counted(n: int, thing: str) -> str:
    return f"{n} {thing}{'' if n == 1 else 's'}"
