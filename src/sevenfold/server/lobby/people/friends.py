"""`Friends`: a person's friends, whom they have played, and the invitations that friends send each other."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence

from sqlalchemy import Connection

from sevenfold import protocol as p
from sevenfold.player_names import distinct_names
from sevenfold.protocol import FriendInfo, FriendOffer, Friendship, FriendState, FriendTable, PlayedWith, RoomFriends
from sevenfold.protocol.errors import Refused
from sevenfold.seat_names import isolated
from sevenfold.server.lobby.catalogue import game_name
from sevenfold.server.lobby.open_tables import OpenTables
from sevenfold.server.push.notifier import Notice
from sevenfold.server.room.commands.seats import invite_friend, take_seat
from sevenfold.server.room.room import Room
from sevenfold.server.room.shuffle import commitment_of
from sevenfold.server.storage import Person, Storage, StoredRoom, invitations, people, rooms
from sevenfold.server.storage.people import blocks, friends
from sevenfold.server.storage.people.friends import Known, Played

from .whereabouts import Whereabouts

NAMELESS = "Somebody"  # who has not chosen a name
MOST_PLAYED = 50  # people

Tell = Callable[[str, Notice], None]  # given a person's id


def _notice(sentence: str) -> Notice:
    return Notice("Sevenfold", sentence, "#/", sentence)


class Friends:
    """The friends of all people in one storage."""

    def __init__(
        self, storage: Storage, room: Callable[[str], Awaitable[Room]], whereabouts: Whereabouts, open_tables: OpenTables,
        tell: Tell,
    ) -> None:  # fmt: skip
        """Make them.

        Args:
            storage: Where they are stored.
            room: Takes a room into memory.
            whereabouts: Who is connected.
            open_tables: The tables that are open to everybody.
            tell: Called when a person is invited or asked; their page with the games shows it anyway.
        """
        self._storage, self._room, self._whereabouts, self._tell = storage, room, whereabouts, tell
        self._open_tables = open_tables

    # -- lists --------------------------------------------------------------------------------------------------------

    async def of(self, person: Person) -> p.Friends:
        """A person's friends, who asks them, and whom they have asked or blocked."""
        own, asking, asked, blocked = await self._storage.run(
            lambda c: (
                friends.of_person(c, person.id), friends.asking(c, person.id), friends.asked_by(c, person.id),
                blocks.blocked_by(c, person.id),
            )
        )  # fmt: skip
        here = self._whereabouts.here()
        if seated := self._whereabouts.tables_of([known.person for known in own]):
            tables = await self._storage.run(self._tables, person.id, seated)
        else:
            tables = {}
        handles, names = [handle for handle, _ in blocked], _names(name for _, name in blocked)
        shown = [p.BlockedInfo(id=id, name=name) for id, name in zip(handles, names, strict=True)]
        return p.Friends(friends=_listed(own, here, tables), requests=_listed(asking), asked=_listed(asked), blocked=shown)

    def _tables(self, c: Connection, reader: str, seated: Mapping[str, Collection[str]]) -> dict[str, FriendTable]:
        """The tables of people as a friend may know them, by person, the latest where there are several.

        Who knows a room's address may watch it. So a friend is told of a table where they play themselves, and of one that
        they could find among the open tables; others there have not invited them to any other.

        Args:
            c: The connection.
            reader: The friend.
            seated: Who is connected to a room where they play, by the room.
        """
        shared = {id: room for id, room in rooms.with_ids(c, list(seated)).items() if room.seats_of(reader)}
        found = shared | {room.id: room for room in self._open_tables.read(c, reader) if room.id in seated}
        told: dict[str, FriendTable] = {}
        for room in sorted(found.values(), key=lambda room: room.updated):
            table = FriendTable(room=room.id, name=game_name(room.game), yours=room.id in shared)
            told.update(dict.fromkeys(seated[room.id], table))
        return told

    async def played(self, person: Person) -> list[PlayedWith]:
        """With whom a person has played, latest first."""
        found, (own, asking) = await self._storage.run(
            lambda c: (friends.played_with(c, person.id), friends.states(c, person.id))
        )
        by_person: dict[str, list[Played]] = {}
        for one in found:
            by_person.setdefault(one.person, []).append(one)
        latest = list(by_person.values())[:MOST_PLAYED]
        names = _names(played[0].name for played in latest)
        named = zip(latest, names, strict=True)
        return [_played(seats, name, _state(seats[0].person, own, asking)) for seats, name in named]

    async def in_room(self, id: str, person: Person | None) -> RoomFriends:
        """What the other players of a room are to a person who plays or played there."""
        room = await self._stored(id)
        if person is None or person.id not in room.people:
            return RoomFriends(seats=[])
        (own, asking), known = await self._storage.run(
            lambda c: (friends.states(c, person.id), friends.of_person(c, person.id))
        )
        handles: dict[str | None, str] = {one.person: one.handle for one in known}
        others = [seat for seat in room.seats if seat.kind == "person" and seat.person not in (None, person.id)]
        return RoomFriends(
            seats=[
                p.SeatFriend(seat=s.seat, state=_state(s.person, own, asking), friend=handles.get(s.person, "")) for s in others
            ]
        )

    # -- becoming friends, and ceasing to be --------------------------------------------------------------------------

    async def ask(self, wanted: p.FriendWish, person: Person) -> FriendState:
        """Ask the player of a seat to be a friend; Refused to who does not play in that room."""
        room = await self._stored(wanted.room)
        if person.id not in room.people:
            raise Refused("not_yours", "Only who plays at a table may ask its players to be a friend.")
        if not wanted.seat < len(room.seats):
            raise Refused("bad_seat", f"There is no seat {wanted.seat}; seats are 0 to {len(room.seats) - 1}.")
        seat = room.seats[wanted.seat]
        if seat.person is None:
            raise Refused("bad_seat", f"No person plays or played at seat {wanted.seat}.")
        if seat.person == person.id:
            raise Refused("bad_seat", "That seat is your own.")
        state = await self._storage.run(friends.ask, person.id, seat.person)
        asks = "is your friend now" if state == "friends" else "asks you to be friends"
        self._tell(seat.person, _notice(f"{shown_name(person.name)} {asks}."))
        return FriendState(state=state, name=shown_name(seat.name))

    async def accept(self, id: str, person: Person) -> None:
        """Agree to a request."""
        other = await self._storage.run(friends.accept, person.id, id)
        self._tell(other, _notice(f"{shown_name(person.name)} is your friend now."))

    async def decline(self, id: str, person: Person) -> None:
        """Decline a request."""
        await self._storage.run(friends.decline, person.id, id)

    async def remove(self, id: str, person: Person) -> None:
        """End a friendship."""
        await self._storage.run(friends.remove, person.id, id)

    # -- blocking -----------------------------------------------------------------------------------------------------

    async def block(self, wanted: p.BlockWish, person: Person) -> None:
        """Block the host of a room or the player of a seat; Refused where a person neither plays nor may sit down."""
        room = await self._stored(wanted.room)
        if not room.public and person.id not in room.people:
            raise Refused("not_yours", "Only somebody at whose table you play or may sit down can be blocked here.")
        if wanted.seat is not None and not wanted.seat < len(room.seats):
            raise Refused("bad_seat", f"There is no seat {wanted.seat}; seats are 0 to {len(room.seats) - 1}.")
        other = room.host if wanted.seat is None else room.seats[wanted.seat].person
        if other is None or other == person.id:
            raise Refused("bad_seat", "There is nobody else there to block.")
        await self._storage.run(blocks.block, person.id, other)

    async def block_asking(self, id: str, person: Person) -> None:
        """Block somebody who asks to be a friend."""
        await self._storage.run(lambda c: blocks.block(c, person.id, friends.asked_with(c, person.id, id)))

    async def unblock(self, id: str, person: Person) -> None:
        """Block somebody no longer."""
        if not await self._storage.run(blocks.unblock, person.id, id):
            raise friends.unknown()

    async def new_link(self, person: Person) -> tuple[str, float]:
        """Make a link; returns its code and when it lapses."""
        code = people.new_token()
        return code, await self._storage.run(friends.add_link, person.id, code)

    async def offered_by(self, code: str, person: Person | None) -> FriendOffer:
        """What a link offers."""
        found = await self._storage.run(friends.offered, code, person.id if person else None)
        return FriendOffer(name=shown_name(found.name), yours=found.is_own, friends=found.are_friends)

    async def use_link(self, code: str, person: Person) -> FriendState:
        """Become the friend of whose link it is."""
        return FriendState(state="friends", name=shown_name(await self._storage.run(friends.use_link, code, person.id)))

    # -- invitations --------------------------------------------------------------------------------------------------

    async def invite(self, id: str, wanted: p.FriendCall, person: Person) -> None:
        """Invite a friend to a room."""
        friend = await self._storage.run(friends.friend, person.id, wanted.friend)
        room = await self._room(id)
        await room.run(invite_friend(room, wanted.seat, friend, person))
        self._tell(friend.person, _notice(f"{shown_name(person.name)} invites you to {room.game.name}."))

    async def take(self, id: str, person: Person) -> p.RoomMade:
        """Take the seat that a friend's invitation offers."""
        invitation = await self._storage.run(invitations.find_for, id, person.id)
        room = await self._room(invitation.room)
        await room.run(take_seat(room, invitation, person))
        return p.RoomMade(room=room.stored.id, commitment=commitment_of(room.stored))

    async def decline_invitation(self, id: str, person: Person) -> None:
        """Decline a friend's invitation."""
        await self._storage.run(invitations.decline, id, person.id)

    async def _stored(self, id: str) -> StoredRoom:
        return await self._storage.run(rooms.find, id)


def shown_name(name: str) -> str:
    """A person's name as others see it in lists and sentences."""
    return isolated(name) or NAMELESS


def _names(names: Iterable[str]) -> list[str]:
    """The names of different people, told apart by numbers where they are equal."""
    return [isolated(name) for name in distinct_names([name or NAMELESS for name in names], ())]


def _listed(
    known: Sequence[Known], here: Collection[str | None] = (), tables: Mapping[str, FriendTable] | None = None
) -> list[FriendInfo]:  # fmt: skip
    names = _names(one.name for one in known)
    return [
        FriendInfo(id=one.handle, name=name, here=one.person in here, table=(tables or {}).get(one.person))
        for one, name in zip(known, names, strict=True)
    ]


def _state(other: str | None, own: dict[str, friends.State], asking: set[str]) -> Friendship:
    """What somebody is to a person, given whom that person knows and who asks them."""
    if other is None:
        return "none"
    return "asks" if other in asking and own.get(other) != "friends" else own.get(other, "none")


def _played(seats: Sequence[Played], name: str, state: Friendship) -> PlayedWith:
    """What became of the games with one person, the latest first; each counts once, however many seats they had."""
    games: dict[str, tuple[bool, bool]] = {}  # by room: whether the person won, and the other
    for one in seats:
        if one.counts:
            own, theirs = games.get(one.room, (False, False))
            games[one.room] = own or one.own == "won", theirs or one.theirs == "won"
    results = list(games.values())
    return PlayedWith(
        room=seats[0].room,
        seat=seats[0].seat,
        name=name,
        state=state,
        games=len(results),
        won=results.count((True, False)),
        lost=results.count((False, True)),
        together=results.count((True, True)),
        last=seats[0].updated,
    )
