"""Taking moves back, playing them again, and the others' consent."""

from __future__ import annotations

from dataclasses import replace
from time import time

from sevenfold.protocol.errors import Refused
from sevenfold.server.room.room import Room
from sevenfold.server.room.snapshot import offer_to
from sevenfold.server.storage import Asking
from sevenfold.session.game_log import Entry
from sevenfold.session.undo_policy import Offer, redone

from .moves import check_begun, check_number


async def undo(room: Room, number: int, person: str | None) -> None:
    """Take back what may be taken back; where the others are to agree, ask them."""
    found = _offer(room, number, person)
    if not found.way:
        raise Refused("not_now" if room.stored.seats_of(person) else "not_yours", found.why_not)
    seat = room.course.made[found.to].seat
    if found.way == "ask":
        await room.change(asking=Asking(seat, found.to))
        if await _all_agree(room):
            return
    else:
        await _go_back(room, seat, found.to, is_marked=found.way == "bots")
    room.show()


async def redo(room: Room, number: int, person: str | None) -> None:
    """Play again what was taken back, to the next decision of one's own."""
    if not _offer(room, number, person).may_redo:
        raise Refused("not_now", "There is nothing to play again.")
    await room.play(redone(room.course, room.stored.seats_of(person)))


async def consent(room: Room, number: int, person: str | None, *, yes: bool) -> None:
    """Answer whoever asks to take something back; one no ends it."""
    _check(room, number)
    asked = room.stored.asking
    own = room.stored.seats_of(person)
    if asked is None or not own or asked.seat in own:
        raise Refused("not_now", "Nobody asks you to take anything back.")
    if yes:
        await room.change(asking=replace(asked, yes=sorted({*asked.yes, own[0]})))
        if await _all_agree(room):
            return
    else:
        await room.change(asking=None)
    room.show()


async def withdraw(room: Room, number: int, person: str | None) -> None:
    """Ask no longer to take something back. (A move ends the request too.)"""
    _check(room, number)
    asked = room.stored.asking
    if asked is None or asked.seat not in room.stored.seats_of(person):
        raise Refused("not_now", "You do not ask to take anything back.")
    await room.change(asking=None)
    room.show()


async def _all_agree(room: Room) -> bool:
    """Take back what was asked for if each of the others who are at the table has agreed."""
    asked = room.stored.asking
    assert asked is not None
    asker = room.stored.seats[asked.seat].person
    others = {seat.person for seat in room.stored.seats if seat.kind == "person" and not seat.stand_in} - {asker}
    agreed = {room.stored.seats[seat].person for seat in asked.yes}
    if not others <= agreed:
        return False
    await _go_back(room, asked.seat, asked.to, is_marked=True)
    room.show()
    return True


async def _go_back(room: Room, seat: int, to: int, *, is_marked: bool) -> None:
    """Store that only so many actions stay, then do it."""
    entry = Entry(room.course.number, "back", to, seat, time())
    before = room.course.copy()
    room.course.back(to)
    try:
        stored = room.stored
        asked = stored.asked + bool(stored.verdict and stored.has_ended)  # whoever goes on knows whether it could be won
        await room.keep([entry], status="open", taken_back=stored.taken_back + is_marked, asked=asked)
    except BaseException:
        room.restore(before)
        raise


def _check(room: Room, number: int) -> None:
    check_begun(room)
    check_number(room, number)


def _offer(room: Room, number: int, person: str | None) -> Offer:
    _check(room, number)
    if room.stored.paused:
        raise Refused("not_now", "The game is paused; its host lets it go on.")
    return offer_to(room.stored, room.course, person)
