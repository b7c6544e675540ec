"""What a room's host may do while the game is played or waited for."""

from __future__ import annotations

from dataclasses import replace

from sevenfold.protocol.errors import Refused
from sevenfold.server.room.room import Room
from sevenfold.server.room.seating import checked_bot, checked_pace
from sevenfold.server.storage import StoredSeat

from .seats import check_begins_or_goes_on, check_unseen, seat_at


def check_host(room: Room, person: str | None) -> None:
    """Refused to all others."""
    if person is None or person != room.stored.host:
        raise Refused("not_host", "Only whoever made this room may do this.")
    check_begins_or_goes_on(room)


async def set_pace(room: Room, pace: str, person: str | None) -> None:
    """How long bots take from now on."""
    check_host(room, person)
    await room.change(pace=checked_pace(pace))
    room.show()


async def pause(room: Room, person: str | None, *, on: bool) -> None:
    """Stop the game, or let it go on."""
    check_host(room, person)
    room.steps = 0
    if room.stored.paused != on:
        await room.change(paused=on)
    room.show()


def step(room: Room, person: str | None) -> None:
    """Let a bot make one move of a game that is paused."""
    check_host(room, person)
    if not room.stored.paused:
        raise Refused("not_now", "Pause the game first; then its bots move one step at a time.")
    room.steps = 1
    room.see_to_chores()


async def show_hands(room: Room, person: str | None, *, on: bool) -> None:
    """Open all hands to whoever watches, or close them. Where hands have been open nobody may sit down any more."""
    check_host(room, person)
    if not room.stored.is_of_bots:
        raise Refused("not_now", "Hands can be opened only where bots play at all seats.")
    if on != (room.stored.hands == "open"):
        await room.change(hands="open" if on else "seen")
    room.show()


async def put_bot(room: Room, seat: int, kind: str, person: str | None) -> None:
    """Put a bot in a seat; whoever sat there has to be invited again."""
    check_host(room, person)
    old = seat_at(room, seat)
    await room.change([StoredSeat(seat, "bot", bot=checked_bot(kind), seconds=old.seconds)])
    room.show()


async def open_seat(room: Room, seat: int, person: str | None) -> None:
    """Have a seat wait for somebody; whoever sat there has to be invited again."""
    check_host(room, person)
    if room.game.players == 1:
        raise Refused("not_now", "A game for one is its host's.")
    check_unseen(room)
    old = seat_at(room, seat)
    await room.change([replace(StoredSeat(seat, "open"), seconds=old.seconds)])
    room.show()
