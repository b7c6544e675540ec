"""Friends, requests to become friends, links for friends, and whom one has played, in the database.

A friendship is two rows, one of each person; a request is one row, of the person who asks. A person names a row by its handle,
and only the rows that concern them: nobody needs to be sent another person's id.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from time import time
from typing import Literal

import sqlalchemy as sql
from sqlalchemy import ColumnElement, Connection
from sqlalchemy.dialects import postgresql, sqlite

from sevenfold.protocol.errors import Refused
from sevenfold.server.storage import rows
from sevenfold.server.storage.tables import friend_links, friends, people, rooms, seats

from . import blocks, hashed

DAY = 86_400.0
MOST_FRIENDS = 200
MOST_ASKED = 50  # requests that one person has made, or has to answer
ASKED_DAYS = 30  # until a request lapses
LINK_DAYS = 7  # until a link lapses
MOST_LINKS = 20  # of one person
MOST_SEATS_READ = 5000  # of the people with whom one has played, the latest
State = Literal["asked", "friends"]
NOT_KNOWN = "This friend or request is not there any more."
NO_LINK = f"This link has been used, or is older than {LINK_DAYS} days; ask your friend for another."
OWN_LINK = "This link is your own; send it to a friend, who opens it."


@dataclass(frozen=True)
class Known:
    """Somebody whom a person knows."""

    handle: str
    person: str
    name: str
    created: float


@dataclass(frozen=True)
class Played:
    """A seat of somebody else in a room where a person played, and what became of both."""

    person: str
    name: str
    room: str
    seat: int
    updated: float
    counts: bool  # the game has ended, and counts
    own: str  # the person's outcome
    theirs: str


def unknown() -> Refused:
    """The `Refused` error for a handle that does not exist, or not for this person."""
    return Refused("unknown_friend", NOT_KNOWN)


# -- lists ------------------------------------------------------------------------------------------------------------


def of_person(c: Connection, person: str) -> list[Known]:
    """A person's friends, the first first."""
    return _known(c, friends.c.friend, friends.c.person == person, friends.c.state == "friends")


def asking(c: Connection, person: str) -> list[Known]:
    """The people who ask a person to be their friend, the first first."""
    return _known(c, friends.c.person, friends.c.friend == person, friends.c.state == "asked", _is_open())


def asked_by(c: Connection, person: str) -> list[Known]:
    """Those whom a person has asked and who have not agreed. They are not told who has declined."""
    return _known(c, friends.c.friend, friends.c.person == person, friends.c.state != "friends", _is_open())


def number_asking(c: Connection, person: str) -> int:
    """How many people ask a person to be their friend."""
    asked = friends.c.friend == person, friends.c.state == "asked", _is_open()
    return c.scalar(sql.select(sql.func.count()).select_from(friends).where(*asked)) or 0


def _known(c: Connection, whom: ColumnElement[str], *which: ColumnElement[bool]) -> list[Known]:
    wanted = sql.select(friends.c.handle, people.c.id.label("person"), people.c.name, friends.c.created)
    found = c.execute(wanted.join(people, people.c.id == whom).where(*which).order_by(friends.c.created, friends.c.handle))
    return [Known(**row._mapping) for row in found]


def _is_open() -> ColumnElement[bool]:
    return friends.c.created >= time() - ASKED_DAYS * DAY


def states(c: Connection, person: str) -> tuple[dict[str, State], set[str]]:
    """Whom a person has as a friend or has asked, and who asks them."""
    own: dict[str, State] = {known.person: "asked" for known in asked_by(c, person)}
    own |= {known.person: "friends" for known in of_person(c, person)}
    return own, {known.person for known in asking(c, person)}


def friend(c: Connection, person: str, handle: str) -> Known:
    """A person's friend; Refused if there is none with this handle."""
    found = _known(c, friends.c.friend, friends.c.person == person, friends.c.handle == handle, friends.c.state == "friends")
    if not found:
        raise unknown()
    return found[0]


def played_with(c: Connection, person: str) -> list[Played]:
    """The seats of other people in the rooms where a person played, the latest first; not in test rooms."""
    own, other = seats.alias("own"), seats.alias("other")
    counts = sql.and_(rooms.c.status.in_(rows.ENDED), rooms.c.parent.is_(None)).label("counts")
    columns = (
        other.c.person, people.c.name, rooms.c.id.label("room"), other.c.seat, rooms.c.updated, counts,
        own.c.outcome.label("own"), other.c.outcome.label("theirs"),
    )  # fmt: skip
    same_room = sql.and_(other.c.room == own.c.room, other.c.person != person)
    joined = own.join(other, same_room).join(rooms, rooms.c.id == own.c.room).join(people, people.c.id == other.c.person)
    begun = sql.or_(rooms.c.status == "open", rooms.c.status.in_(rows.ENDED))
    wanted = sql.select(*columns).select_from(joined).where(own.c.person == person, begun, rooms.c.test.is_(sql.false()))
    found = c.execute(wanted.order_by(rooms.c.updated.desc(), rooms.c.id, other.c.seat).limit(MOST_SEATS_READ))
    return [Played(**row._mapping) for row in found]


# -- becoming friends, and ceasing to be ------------------------------------------------------------------------------


def ask(c: Connection, person: str, other: str) -> State:
    """Ask somebody to be a friend; if they have asked too, both are friends now.

    Args:
        c: The connection.
        person: Who asks.
        other: Who is asked.

    Returns:
        Whether they are friends now, or are asked.

    Raises:
        Refused: If one of them has too many friends or open requests, or if the other is blocked.
    """
    _lock(c, person, other)
    if blocks.is_blocked(c, other, by=person):
        raise Refused("not_now", blocks.YOURS)
    before = _state(c, person, other)
    if before == "friends":
        return "friends"
    if blocks.is_blocked(c, person, by=other):  # which they are not told
        _put(c, person, other, "declined")
        return "asked"
    if _state(c, other, person) is not None:  # also if this person has declined it before
        befriend(c, person, other)
        return "friends"
    if before is not None:
        return "asked"
    _check_friends(c, person, other)
    own = friends.c.person == person, friends.c.state != "friends", _is_open()
    if (c.scalar(sql.select(sql.func.count()).select_from(friends).where(*own)) or 0) >= MOST_ASKED:
        raise Refused("too_many", f"You have asked {MOST_ASKED} people who have not answered; wait for some of them.")
    if number_asking(c, other) >= MOST_ASKED:
        raise Refused("too_many", f"{MOST_ASKED} people are waiting for their answer already; send them a link instead.")
    _put(c, person, other, "asked")
    return "asked"


def accept(c: Connection, person: str, handle: str) -> str:
    """Agree to a request; returns who had made it. Refused if there is none with this handle for this person."""
    other = asked_with(c, person, handle)
    _lock(c, person, other)
    befriend(c, person, other)
    return other


def decline(c: Connection, person: str, handle: str) -> None:
    """Decline a request, which is not told to who made it; Refused as by `accept`."""
    asked_with(c, person, handle)
    c.execute(sql.update(friends).where(friends.c.handle == handle, friends.c.state == "asked").values(state="declined"))


def asked_with(c: Connection, person: str, handle: str) -> str:
    """Who has made a request; Refused if there is none with this handle for this person."""
    which = friends.c.handle == handle, friends.c.friend == person, friends.c.state == "asked", _is_open()
    other: str | None = c.scalar(sql.select(friends.c.person).where(*which))
    if other is None:
        raise unknown()
    return other


def befriend(c: Connection, person: str, other: str) -> None:
    """Make two people friends; Refused if one of them has too many."""
    _check_friends(c, person, other)
    _put(c, person, other, "friends")
    _put(c, other, person, "friends")


def remove(c: Connection, person: str, handle: str) -> None:
    """End a friendship, for both; Refused if it is none of this person's."""
    other = friend(c, person, handle).person
    mine = sql.and_(friends.c.person == person, friends.c.friend == other)
    theirs = sql.and_(friends.c.person == other, friends.c.friend == person)
    c.execute(sql.delete(friends).where(sql.or_(mine, theirs)))


def _state(c: Connection, person: str, other: str) -> str | None:
    """What a person's row says about another; None without one. A request that has lapsed is deleted."""
    which = friends.c.person == person, friends.c.friend == other
    c.execute(sql.delete(friends).where(*which, friends.c.state != "friends", sql.not_(_is_open())))
    found: str | None = c.scalar(sql.select(friends.c.state).where(*which))
    return found


def _put(c: Connection, person: str, other: str, state: State | Literal["declined"]) -> None:
    insert = postgresql.insert if c.dialect.name == "postgresql" else sqlite.insert
    values = {"person": person, "friend": other, "state": state, "handle": secrets.token_urlsafe(9), "created": time()}
    new = insert(friends).values(values)
    c.execute(new.on_conflict_do_update(index_elements=["person", "friend"], set_={"state": state, "created": time()}))


def _lock(c: Connection, *both: str) -> None:
    """Let no other server change what these people are to each other meanwhile."""
    c.execute(sql.select(people.c.id).where(people.c.id.in_(both)).order_by(people.c.id).with_for_update(key_share=True))


def _check_friends(c: Connection, person: str, other: str) -> None:
    for one, sentence in (
        (person, f"You have {MOST_FRIENDS} friends, which is the most; remove one of them first."),
        (other, f"They have {MOST_FRIENDS} friends, which is the most."),
    ):
        which = friends.c.person == one, friends.c.state == "friends"
        if (c.scalar(sql.select(sql.func.count()).select_from(friends).where(*which)) or 0) >= MOST_FRIENDS:
            raise Refused("full", sentence)


# -- links ------------------------------------------------------------------------------------------------------------


def add_link(c: Connection, person: str, code: str) -> float:
    """Add a link whose first reader becomes a friend; returns when it lapses."""
    now = time()
    c.execute(sql.delete(friend_links).where(friend_links.c.person == person, friend_links.c.expires < now))
    for is_of_kind in (friend_links.c.used.is_(None), friend_links.c.used.is_not(None)):
        kept = sql.select(friend_links.c.hash).where(friend_links.c.person == person, is_of_kind)
        older = kept.order_by(friend_links.c.expires.desc()).offset(MOST_LINKS - 1).limit(MOST_LINKS)
        if gone := list(c.scalars(older)):
            c.execute(sql.delete(friend_links).where(friend_links.c.hash.in_(gone)))
    expires = now + LINK_DAYS * DAY
    c.execute(sql.insert(friend_links).values(hash=hashed(code), person=person, expires=expires))
    return expires


@dataclass(frozen=True)
class Offer:
    """What a link offers to somebody."""

    person: str  # whose link it is
    name: str
    is_own: bool
    are_friends: bool  # they are friends already, by this link or otherwise


def offered(c: Connection, code: str, person: str | None) -> Offer:
    """What a link offers to a person; Refused if it has lapsed, or was used by somebody else.

    Whose link it is, and who is their friend, may open it as often as they like: they are told so rather than asked, or
    told that there is nobody behind it.

    Args:
        c: The connection.
        code: The code of the link.
        person: Who opens it; None if nobody knows them.
    """
    now = time()
    is_good = friend_links.c.expires.between(now, now + LINK_DAYS * DAY)  # not for longer because the clock was set back
    wanted = sql.select(people.c.id, people.c.name, friend_links.c.used)
    joined = wanted.join(friend_links, friend_links.c.person == people.c.id)
    row = c.execute(joined.where(friend_links.c.hash == hashed(code), is_good)).first()
    if row is None:
        raise Refused("unknown_friend", NO_LINK)
    is_own = row.id == person
    are_friends = person is not None and not is_own and _state(c, person, row.id) == "friends"
    if row.used is not None and not is_own and not are_friends:
        raise Refused("unknown_friend", NO_LINK)
    return Offer(row.id, row.name, is_own, are_friends)


def use_link(c: Connection, code: str, person: str) -> str:
    """Become the friend of whose link it is, which uses the link up unless they are friends already.

    Args:
        c: The connection.
        code: The code of the link.
        person: Who uses it.

    Returns:
        The name of the friend.

    Raises:
        Refused: If it is the person's own, if it was used or has lapsed, or if one of them has too many friends.
    """
    offer = offered(c, code, person)
    if offer.is_own:
        raise Refused("not_now", OWN_LINK)
    other = offer.person
    _lock(c, person, other)
    if blocks.is_blocked(c, other, by=person):
        raise Refused("not_now", blocks.YOURS)
    if blocks.is_blocked(c, person, by=other):
        raise Refused("unknown_friend", NO_LINK)
    if _state(c, person, other) != "friends":
        unused = sql.update(friend_links).where(friend_links.c.hash == hashed(code), friend_links.c.used.is_(None))
        if c.execute(unused.values(used=time())).rowcount != 1:
            raise Refused("unknown_friend", NO_LINK)
        befriend(c, person, other)
    return offer.name
