"""Who sits where: invitations, sitting down, getting up, beginning the game, giving it up."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from sevenfold.bots import USUAL
from sevenfold.protocol.errors import Refused
from sevenfold.server.room.room import OVER, WAITS, Room
from sevenfold.server.room.room_info import may_sit
from sevenfold.server.room.shuffle import deal_cards, with_random
from sevenfold.server.storage import Person, StoredSeat, invitations, people, rooms
from sevenfold.session.game_log import Course

TRIES = 10  # more than bots of another server can move before a person is asked, or people give up at once


def seat_at(room: Room, seat: int) -> StoredSeat:
    """A seat of the room; Refused if there is none."""
    if not 0 <= seat < len(room.stored.seats):
        raise Refused("bad_seat", f"There is no seat {seat}; seats are 0 to {len(room.stored.seats) - 1}.")
    return room.stored.seats[seat]


def check_begins_or_goes_on(room: Room) -> None:
    """Refused once the game is over."""
    if room.stored.has_ended:
        raise Refused("over", OVER)


def check_unseen(room: Room) -> None:
    """Refused where hands have been open to all."""
    if room.stored.hands is not None:
        raise Refused("not_now", invitations.SEEN)


# -- invitations ------------------------------------------------------------------------------------------------------


async def new_invitation(room: Room, seat: int | None, person: Person | None) -> str:
    """A code that seats somebody: once at one seat, or at any that is open."""
    if person is None or (person.id != room.stored.host and not room.stored.seats_of(person.id)):
        raise Refused("not_yours", "Only who sits at the table, or made it, may invite.")
    check_begins_or_goes_on(room)
    check_unseen(room)
    if room.stored.deal or room.stored.daily or room.stored.parent:
        raise Refused("not_now", "The cards of this deal can be known already; invite others to a game that is shuffled anew.")
    if seat is not None:
        _check_free(room, seat)
    code = people.new_token()
    await room.storage.ask(invitations.add, room.stored.id, seat, code)
    return code


def _check_free(room: Room, seat: int) -> None:
    if seat_at(room, seat).kind == "person":
        raise Refused("full", f"Somebody sits at seat {seat} already.")


async def take_seat(room: Room, code: str, person: Person) -> None:
    """Sit down where an invitation says. Whoever sits already and comes by the link for any seat stays where they are."""
    offered = await room.storage.ask(invitations.find, code)
    own = room.stored.seats_of(person.id)
    if offered.seat is None:
        if own:
            return
        check_begins_or_goes_on(room)
        free = [seat.seat for seat in room.stored.seats if seat.kind == "open"]
        if not free:
            raise Refused("full", "All seats are taken; ask for an invitation to a bot's seat, or watch.")
        seat = free[0]
    else:
        seat = offered.seat
        if offered.used is not None:
            if seat in own:
                return
            raise Refused("used", "This invitation has been used; ask for another.")
        check_begins_or_goes_on(room)
        _check_free(room, seat)
        if own and room.stored.status != "waiting":
            raise Refused("not_now", "You play here already, and would see another's cards.")
    old = seat_at(room, seat)
    sits = replace(old, kind="person", person=person.id, name=person.name, stand_in=False, outcome="")
    await room.storage.ask(invitations.use, code, room.stored.id, sits)
    await room.change([sits])
    room.show()


# -- sitting down and getting up --------------------------------------------------------------------------------------


async def sit(room: Room, seat: int, person: str | None) -> None:
    """Come back to one's own seat; or, before the game begins, take an open one of a table at which one is at home."""
    check_begins_or_goes_on(room)
    old = seat_at(room, seat)
    if person is None:
        raise Refused("not_yours", "You are watching; ask for an invitation.")
    if old.kind == "person":
        raise Refused("full", f"Somebody sits at seat {seat} already.")
    check_unseen(room)
    if not may_sit(room.stored, old, person):
        raise Refused("not_yours", f"Seat {seat} is not yours; ask for an invitation to it.")
    name = (await room.storage.ask(people.name_of, person)) if old.kind == "open" else old.name
    await room.change([replace(old, kind="person", person=person, name=name, stand_in=False)])
    room.show()


async def leave(room: Room, seat: int, person: str | None) -> None:
    """Get up: a bot plays on, and the seat can be come back to; before the game begins it is open again."""
    check_begins_or_goes_on(room)
    if seat not in room.stored.seats_of(person):
        raise Refused("not_yours", f"Seat {seat} is not yours.")
    if room.game.players == 1:
        raise Refused("not_now", "A game for one has nobody to leave it to; it waits for you, or you may give it up.")
    old = seat_at(room, seat)
    if room.stored.status == "waiting":
        new = StoredSeat(seat, "open", seconds=old.seconds)
    else:
        new = replace(old, kind="bot", bot=old.bot or USUAL, stand_in=False)
    await room.change([new])
    room.show()


async def add_random(room: Room, value: str, person: str | None) -> None:
    """Add a player's own randomness to the shuffle, once, while the cards are not dealt."""
    await _with_news(room, lambda: _add_random(room, value, person))


async def _add_random(room: Room, value: str, person: str | None) -> None:
    stored, own = room.stored, room.stored.seats_of(person)
    if not own:
        raise Refused("not_yours", "You are watching; those who play add to the shuffle.")
    if stored.status != "waiting" or not stored.shuffle.secret:
        raise Refused("not_now", "The cards have been dealt; randomness is added before that.")
    given = [stored.shuffle.contributions[str(seat)] for seat in own if str(seat) in stored.shuffle.contributions]
    if not given:
        await room.change(shuffle=with_random(stored, value, person))
    elif value not in given:
        raise Refused("not_now", "You have added randomness to the shuffle already.")
    room.show()


async def _with_news(room: Room, doing: Callable[[], Awaitable[None]], status: str = "waiting") -> None:
    """Do it; as often as another server has changed a room of this status meanwhile, read that and do it once more."""
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
        await room.catch_up(*await room.storage.ask(rooms.whole, room.stored.id, room.stored.number))


async def start(room: Room, person: str | None) -> None:
    """The host begins the game, whoever is there."""
    if person is None or person != room.stored.host:
        raise Refused("not_host", "Only whoever made this room may start the game.")
    if room.stored.status != "waiting":
        raise Refused("not_now", "The game has begun already.")
    await _with_news(room, lambda: begin(room))


async def begin(room: Room) -> None:
    """Begin the game: bots take the seats that are still open."""
    seats = [replace(s, kind="bot", bot=USUAL) for s in room.stored.seats if s.kind == "open"]
    dealt = replace(room.stored)
    state = deal_cards(dealt, room.game)
    await room.begin(Course(state), seats, seed=dealt.seed, limit=dealt.limit, shuffle=dealt.shuffle)
    room.show()


async def give_up(room: Room, person: Person | None) -> None:
    """Give up: with other persons in the game a bot takes the seat, alone the game ends."""
    await _with_news(room, lambda: _give_up(room, person), status="open")


async def _give_up(room: Room, person: Person | None) -> None:
    own = room.stored.seats_of(person.id if person else None)
    if not own:
        raise Refused("not_yours", "Only who plays may give up.")
    check_begins_or_goes_on(room)
    if not room.is_open:
        raise Refused("not_now", WAITS)
    others = [seat for seat in room.stored.seats if seat.kind == "person" and seat.seat not in own]
    if others:
        left = [seat_at(room, seat) for seat in own]
        given_up = [replace(s, kind="bot", bot=s.bot or USUAL, stand_in=False, outcome="given up") for s in left]
        await room.change(given_up, as_known=True)
    else:
        await room.keep([], status="given up", turn=None)
    room.show()


async def renamed_player(room: Room, person: Person) -> None:
    """Somebody has another name now."""
    seats = [replace(seat, name=person.name) if seat.person == person.id else seat for seat in room.stored.seats]
    room.stored = replace(room.stored, seats=seats)
    room.changed()
    room.show()
