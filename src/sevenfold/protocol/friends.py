"""Friends, whom one has played, invitations of one person, and open tables, over HTTP."""

from __future__ import annotations

from typing import Literal

from pydantic import StrictBool

from .base import Model, Seat, Short, TypedName
from .rooms import Link, RequestBody

# -- tables to sit down at --------------------------------------------------------------------------------------------


class TableInfo(Model):
    """A room whose reader may sit down there."""

    room: str
    game: str
    name: str  # of the game
    how: str  # it is played, in words: "bids · turn by turn · 3 days each"
    waits: str  # who does, and for how many: "Ada and Kim wait, 1 seat is free, 2 bots"
    since: float  # when it was made, in seconds since 1970


class FriendInvitation(Model):
    """An invitation that a friend has sent to the reader."""

    id: str  # to take it or to decline it
    by: str  # the friend's name
    created: float  # seconds since 1970
    table: TableInfo


class HomeNews(Model):
    """What has come for the reader, and where they may sit down; asked for again and again by the page with the games."""

    invitations: list[FriendInvitation]  # latest first
    requests: int  # how many people ask to be a friend
    tables: list[TableInfo]  # open to everybody, the latest made first; not the reader's own
    public: bool  # whether rooms may be open to everybody here


class PublicWish(RequestBody):
    """Whether anybody may sit at an open seat of a room that waits for players."""

    on: StrictBool


class Sitting(RequestBody):
    """Taking an open seat of a public room."""

    name: TypedName = ""  # empty: as before


# -- friends ----------------------------------------------------------------------------------------------------------

Friendship = Literal["none", "asked", "asks", "friends"]  # asked: by the reader; asks: the reader


class FriendTable(Model):
    """The table at which a friend is just now. Only such as its reader may know of anyway are told."""

    room: str
    name: str  # of the game
    yours: bool  # the reader plays there too; otherwise it is open to everybody, and has a free seat


class FriendInfo(Model):
    """A friend, or somebody who asks or is asked to be one."""

    id: str  # of what the two are to each other; good for the reader alone
    name: str
    here: bool  # a friend is connected just now, in a room or at the page with the games
    table: FriendTable | None  # where a friend is; None also at tables that are not the reader's business


class BlockedInfo(Model):
    """Somebody whom the reader has blocked."""

    id: str  # to end that
    name: str


class Friends(Model):
    """The reader's friends, and whom they have blocked."""

    friends: list[FriendInfo]
    requests: list[FriendInfo]  # who ask the reader
    asked: list[FriendInfo]  # whom the reader has asked, and who have not agreed
    blocked: list[BlockedInfo]


class BlockWish(RequestBody):
    """Blocking somebody at a table where the sender plays, or which is open to everybody."""

    room: Short
    seat: Seat | None = None  # None: its host


class FriendWish(RequestBody):
    """Asking the player of a seat, in a room where one plays too, to be a friend."""

    room: Short
    seat: Seat


class FriendState(Model):
    """What somebody is to the reader now."""

    state: Friendship
    name: str


class SeatFriend(Model):
    """What the player of a seat is to the reader."""

    seat: int
    state: Friendship
    friend: str  # the id of a friend; empty for others


class RoomFriends(Model):
    """What the other players of a room are to the reader; empty for who does not play there."""

    seats: list[SeatFriend]


class FriendLink(Link):
    """A link whose first reader becomes a friend of the person who made it."""

    expires: float  # seconds since 1970


class FriendOffer(Model):
    """What a link for friends offers."""

    name: str  # of whose link it is
    yours: bool  # it is the reader's own
    friends: bool  # they are friends already


class FriendCall(RequestBody):
    """Inviting a friend to a room."""

    friend: Short  # the friend's id
    seat: Seat | None = None  # None: any open one


class PlayedWith(Model):
    """Somebody with whom the reader has played."""

    room: str  # the latest, in which they can be asked to be a friend
    seat: int
    name: str
    state: Friendship
    games: int  # that ended, and count
    won: int  # by the reader and not by them
    lost: int  # won by them and not by the reader
    together: int  # won by both
    last: float  # when they last played together, in seconds since 1970


class Played(Model):
    """With whom the reader has played, latest first."""

    people: list[PlayedWith]
