"""Seats: invitations, sitting down, getting up, beginning the game, giving up."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial

from sevenfold.bots import USUAL
from sevenfold.protocol import Status
from sevenfold.protocol.errors import Refused
from sevenfold.seat_names import isolated
from sevenfold.server.room.room import OVER, WAITS, Room
from sevenfold.server.room.room_info import may_sit, resignation_winners, seat_names
from sevenfold.server.room.shuffle import deal_cards, with_random
from sevenfold.server.storage import Invitation, Person, StoredSeat, Summary, invitations, people, rooms
from sevenfold.server.storage.people.friends import Known
from sevenfold.session.game_log import GameLog

TRIES = 10  # more than the moves that another server's bots can make before it is a person's turn


def seat_at(room: Room, seat: int) -> StoredSeat:
    """A seat of the room; Refused if it does not exist."""
    if not 0 <= seat < len(room.stored.seats):
        raise Refused("bad_seat", f"There is no seat {seat}; seats are 0 to {len(room.stored.seats) - 1}.")
    return room.stored.seats[seat]


def check_not_ended(room: Room) -> None:
    """Refused once the game is over."""
    if room.stored.has_ended:
        raise Refused("over", OVER)


def check_unseen(room: Room) -> None:
    """Refused if all hands have been open to spectators."""
    if room.stored.hands is not None:
        raise Refused("not_now", invitations.SEEN)


# -- invitations ------------------------------------------------------------------------------------------------------


async def new_invitation(room: Room, seat: int | None, person: Person | None) -> str:
    """Make an invitation.

    Args:
        room: The room.
        seat: The seat offered, once; None for any open seat, as often as there is one.
        person: The person who invites.

    Returns:
        The code of the invitation.

    Raises:
        Refused: If the person may not invite, or nobody may sit down there.
    """
    check_may_invite(room, seat, person)
    code = people.new_token()
    await room.storage.run(invitations.add, room.stored.id, seat, code)
    return code


def check_may_invite(room: Room, seat: int | None, person: Person | None) -> None:
    """Refused if a person may not invite somebody to a seat, or to any open one (None)."""
    if person is None or (person.id != room.stored.host and not room.stored.seats_of(person.id)):
        raise Refused("not_yours", "Only the host and the players may invite.")
    check_not_ended(room)
    check_unseen(room)
    if room.stored.is_known_deal:
        raise Refused("not_now", "The cards of this deal may be known already; invite others to a newly shuffled game.")
    if seat is not None:
        _check_free(room, seat)


async def invite_friend(room: Room, seat: int | None, friend: Known, person: Person) -> None:
    """Invite a friend to a seat, or to any open one (None); the friend finds the invitation in their list."""
    check_may_invite(room, seat, person)
    if room.stored.seats_of(friend.person):
        raise Refused("full", f"{isolated(friend.name) or 'Your friend'} sits here already.")
    if seat is None and not any(other.kind == "open" for other in room.stored.seats):
        raise Refused("full", "All seats are taken; free one first.")
    await room.storage.run(invitations.add_for, room.stored.id, seat, friend.person, person.id)


def _check_free(room: Room, seat: int) -> None:
    if seat_at(room, seat).kind == "person":
        raise Refused("full", f"Somebody sits at seat {seat} already.")


async def take_seat(room: Room, invitation: Invitation, person: Person) -> None:
    """Seat a person by an invitation; a person who sits there already stays."""
    await _retry_when_stale(room, lambda: _take_seat(room, invitation, person), room.stored.status)


async def _take_seat(room: Room, invitation: Invitation, person: Person) -> None:
    own = room.stored.seats_of(person.id)
    if invitation.seat in own or (invitation.seat is None and own):
        return
    if invitation.seat is None:
        check_not_ended(room)
        free = [seat.seat for seat in room.stored.seats if seat.kind == "open"]
        if not free:
            raise Refused("full", "All seats are taken; ask for an invitation to a bot's seat, or watch.")
        seat = free[0]
    else:
        seat = invitation.seat
        if invitation.used is not None:
            raise Refused("used", invitations.USED)
        check_not_ended(room)
        _check_free(room, seat)
        if own and room.stored.status != "waiting":
            raise Refused("not_now", "You play here already, and would see another's cards.")
    taken = replace(seat_at(room, seat), kind="person", person=person.id, name=person.name, stand_in=False, outcome="")
    await room.change([taken], as_known=True, first=partial(invitations.redeem, invitation=invitation))
    room.show()


# -- open tables ------------------------------------------------------------------------------------------------------


async def sit_in_public(room: Room, person: Person) -> None:
    """Take an open seat of a public room; a person who sits there already stays."""
    await _retry_when_stale(room, lambda: _sit_in_public(room, person), room.stored.status)


async def _sit_in_public(room: Room, person: Person) -> None:
    if room.stored.seats_of(person.id):
        return
    check_not_ended(room)
    if not room.stored.public:
        raise Refused("not_yours", rooms.NOT_OPEN)
    if room.stored.status != "waiting":
        raise Refused("not_now", "The game has begun without you; choose another table, or watch.")
    free = next((seat for seat in room.stored.seats if seat.kind == "open"), None)
    if free is None:
        raise Refused("full", "Somebody was faster, and all seats are taken; choose another table.")
    taken = replace(free, kind="person", person=person.id, name=person.name, stand_in=False, outcome="")
    await room.change([taken], as_known=True, first=partial(rooms.check_public, id=room.stored.id, person=person.id))
    room.show()


# -- sitting down and getting up --------------------------------------------------------------------------------------


async def sit(room: Room, seat: int, person: str | None) -> None:
    """Return to one's own seat; before the game begins, its host and players may also take an open one."""
    check_not_ended(room)
    old = seat_at(room, seat)
    if person is None:
        raise Refused("not_yours", "You are watching; ask for an invitation.")
    if old.kind == "person":
        raise Refused("full", f"Somebody sits at seat {seat} already.")
    check_unseen(room)
    if not may_sit(room.stored, old, person):
        raise Refused("not_yours", f"Seat {seat} is not yours; ask for an invitation to it.")
    name = (await room.storage.run(people.name_of, person)) if old.kind == "open" else old.name
    await room.change([replace(old, kind="person", person=person, name=name, stand_in=False)])
    room.show()


async def leave(room: Room, seat: int, person: str | None) -> None:
    """Get up: a bot plays on until the person returns; before the game begins the seat is open again."""
    check_not_ended(room)
    if seat not in room.stored.seats_of(person):
        raise Refused("not_yours", f"Seat {seat} is not yours.")
    if room.game.players == 1:
        raise Refused("not_now", "A game for one has nobody to leave it to; it waits for you, or you may give it up.")
    old, names = seat_at(room, seat), seat_names(room.stored.seats)
    if room.stored.status == "waiting":
        await room.change([StoredSeat(seat, "open", seconds=old.seconds)])
    else:
        await room.change([replace(old, kind="bot", bot=old.bot or USUAL, stand_in=False)])
        announce_bot(room, seat, names, person)
    room.show()


def announce_bot(room: Room, seat: int, names: Sequence[str], person: str | None) -> None:
    """Tell everybody but the person who has left a seat that a bot plays on for them; `names` are those before."""
    room.announce(seat, f"{names[seat]} has left; a bot plays on for them.", but=person)


async def add_random(room: Room, value: str, person: str | None) -> None:
    """Add a player's own randomness to the shuffle, once, before the cards are dealt."""
    await _retry_when_stale(room, lambda: _add_random(room, value, person), "waiting")


async def _add_random(room: Room, value: str, person: str | None) -> None:
    stored, own = room.stored, room.stored.seats_of(person)
    if not own:
        raise Refused("not_yours", "You are watching; only players add to the shuffle.")
    if stored.status != "waiting" or not stored.shuffle.secret:
        raise Refused("not_now", "The cards have been dealt; randomness can only be added before that.")
    given = [stored.shuffle.contributions[str(seat)] for seat in own if str(seat) in stored.shuffle.contributions]
    if not given:
        await room.change(shuffle=with_random(stored, value, person))
    elif value not in given:
        raise Refused("not_now", "You have added randomness to the shuffle already.")
    room.show()


async def _retry_when_stale(room: Room, doing: Callable[[], Awaitable[None]], status: Status) -> None:
    """Run `doing`; after a write conflict reload the room and retry, at most TRIES times, while it has this status."""
    for left in reversed(range(TRIES)):
        try:
            await doing()
        except Refused as error:
            if error.code != "stale" or room.stored.status != status:
                raise
            if not left:
                raise Refused("not_now", str(error)) from error
        else:
            return
        await room.catch_up(*await room.storage.run(rooms.load, room.stored.id, room.stored.number))


async def start(room: Room, person: str | None) -> None:
    """Begin the game, which is for the host to do, whether everybody is there or not."""
    if person is None or person != room.stored.host:
        raise Refused("not_host", "Only the host of this room may start the game.")
    if room.stored.status != "waiting":
        raise Refused("not_now", "The game has begun already.")
    await _retry_when_stale(room, lambda: begin(room), "waiting")


async def begin(room: Room) -> None:
    """Begin the game; bots take the open seats."""
    seats = [replace(s, kind="bot", bot=USUAL) for s in room.stored.seats if s.kind == "open"]
    dealt = replace(room.stored)
    state = await deal_cards(dealt, room.game)
    await room.begin(GameLog(state), seats, seed=dealt.seed, limit=dealt.limit, shuffle=dealt.shuffle)
    await room.reshow()


async def give_up(room: Room, person: Person | None) -> None:
    """Give up: the only opponent wins, if that is a person; where more play, a bot takes the seat; alone, the game ends."""
    await _retry_when_stale(room, lambda: _give_up(room, person), "open")


async def _give_up(room: Room, person: Person | None) -> None:
    own = room.stored.seats_of(person.id if person else None)
    if not own:
        raise Refused("not_yours", "Only players may give up.")
    check_not_ended(room)
    if not room.is_open:
        raise Refused("not_now", WAITS)
    others = [seat for seat in room.stored.seats if seat.kind == "person" and seat.seat not in own]
    if winners := resignation_winners(room.stored, room.game, person.id if person else None):
        summary = Summary(winners=winners, resigned=own[0])
        check_open = partial(rooms.check_open, id=room.stored.id)
        await room.store(room.game_log, [], first=check_open, status="given up", turn=None, summary=summary)
    elif others:
        left = [seat_at(room, seat) for seat in own]
        given_up = [replace(s, kind="bot", bot=s.bot or USUAL, stand_in=False, outcome="given up") for s in left]
        names = seat_names(room.stored.seats)
        await room.change(given_up, as_known=True)
        announce_bot(room, own[0], names, person.id if person else None)
    else:
        await room.store(room.game_log, [], status="given up", turn=None)
    room.show()


async def show_new_name(room: Room, person: Person) -> None:
    """Show the new name of a person, which is stored already."""
    seats = [replace(seat, name=person.name) if seat.person == person.id else seat for seat in room.stored.seats]
    room.replace_stored(replace(room.stored, seats=seats))
    room.show()
