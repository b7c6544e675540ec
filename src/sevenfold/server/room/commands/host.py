"""What a room's host may do before and during the game."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from sevenfold.protocol.errors import Refused
from sevenfold.server.room.room import Room
from sevenfold.server.room.room_info import seat_names
from sevenfold.server.room.seating import check_may_be_public, checked_bot, checked_pace
from sevenfold.server.storage import StoredSeat, rooms

from .seats import announce_bot, check_not_ended, check_unseen, seat_at


def check_host(room: Room, person: str | None) -> None:
    """Refused to everybody but the host, and once the game is over."""
    if person is None or person != room.stored.host:
        raise Refused("not_host", "Only the host of this room may do this.")
    check_not_ended(room)


def check_rules(room: Room) -> None:
    """Refused while a game rests because its rules have changed."""
    if room.rules_have_changed:
        raise Refused("not_now", room.rules_note)


async def set_pace(room: Room, pace: str, person: str | None) -> None:
    """Set how fast bots play from now on."""
    check_host(room, person)
    await room.change(pace=checked_pace(pace))
    room.show()


async def pause(room: Room, person: str | None, *, on: bool) -> None:
    """Pause the game, or resume it, which also agrees to rules that have changed."""
    if not on and room.may_go_on(person):
        await room.change(paused=False, rules=room.game.rules.fingerprint)
        room.show()
        return
    check_host(room, person)
    check_rules(room)
    room.bot_steps = 0
    if room.stored.paused != on:
        await room.change(paused=on)
    room.show()


def step(room: Room, person: str | None) -> None:
    """Let a bot make one move in a paused game."""
    check_host(room, person)
    check_rules(room)
    if not room.stored.paused:
        raise Refused("not_now", "Pause the game first; then its bots move one step at a time.")
    room.bot_steps = 1
    room.after_change()


async def set_public(room: Room, person: str | None, *, on: bool) -> None:
    """Let anybody on this server sit at an open seat before the game begins, or only who is invited."""
    check_host(room, person)
    if room.stored.status != "waiting":
        raise Refused("not_now", "The game has begun; only a table that waits for players can be open to everybody.")
    if on:
        check_may_be_public(room.stored)
    if room.stored.public != on:
        await room.change(public=on, first=partial(rooms.attend, id=room.stored.id) if on else None)
    room.show()


async def show_hands(room: Room, person: str | None, *, on: bool) -> None:
    """Open all hands to spectators, or close them. Afterwards nobody may sit down in this room."""
    check_host(room, person)
    if not room.stored.is_of_bots:
        raise Refused("not_now", "Hands can be opened only where bots play at all seats.")
    if on != (room.stored.hands == "open"):
        await room.change(hands="open" if on else "seen")
    room.show()


async def put_bot(room: Room, seat: int, kind: str, person: str | None) -> None:
    """Put a bot in a seat; a person who sat there needs a new invitation."""
    check_host(room, person)
    old, names = seat_at(room, seat), seat_names(room.stored.seats)
    await room.change([StoredSeat(seat, "bot", bot=checked_bot(kind), seconds=old.seconds)])
    if old.kind == "person" and room.is_open:
        announce_bot(room, seat, names, old.person)
    room.show()


async def open_seat(room: Room, seat: int, person: str | None) -> None:
    """Open a seat; a person who sat there needs a new invitation."""
    check_host(room, person)
    if room.game.players == 1:
        raise Refused("not_now", "The seat in a game for one belongs to its host.")
    check_unseen(room)
    old = seat_at(room, seat)
    await room.change([replace(StoredSeat(seat, "open"), seconds=old.seconds)])
    room.show()
