"""Undo, redo, and the other players' consent."""

from __future__ import annotations

from dataclasses import replace

from sevenfold.protocol.errors import Refused
from sevenfold.server.room.room import Room
from sevenfold.server.storage import UndoRequest
from sevenfold.session.undo_policy import Offer, redone

from .moves import check_begun, check_number


async def undo(room: Room, number: int, person: str | None) -> None:
    """Undo what may be undone; where the other players must agree, ask them."""
    offered = _offer(room, number, person)
    if not offered.way:
        raise Refused("not_now" if room.stored.seats_of(person) else "not_yours", offered.why_not)
    seat = room.game_log.played[offered.to].seat
    if offered.way == "ask":
        await _request(room, UndoRequest(seat, offered.to))
    else:
        await _go_back(room, seat, offered.to, is_marked=offered.way == "bots")


async def redo(room: Room, number: int, person: str | None) -> None:
    """Play again what was undone, up to the person's next decision."""
    if not _offer(room, number, person).may_redo:
        raise Refused("not_now", "There is nothing to play again.")
    await room.play(redone(room.game_log, room.stored.seats_of(person)))


async def consent(room: Room, number: int, person: str | None, *, yes: bool) -> None:
    """Answer a request to undo; a single no rejects it."""
    _check(room, number)
    request = room.stored.asking
    own = room.stored.seats_of(person)
    if request is None or not own or request.seat in own:
        raise Refused("not_now", "Nobody has asked to take anything back.")
    if yes:
        await _request(room, replace(request, yes=sorted({*request.yes, own[0]})))
    else:
        await room.change(asking=None)
        room.show()


async def withdraw(room: Room, number: int, person: str | None) -> None:
    """Withdraw one's own request to undo. (A move withdraws it too.)"""
    _check(room, number)
    request = room.stored.asking
    if request is None or request.seat not in room.stored.seats_of(person):
        raise Refused("not_now", "You have not asked to take anything back.")
    await room.change(asking=None)
    room.show()


async def _request(room: Room, request: UndoRequest) -> None:
    """Undo if everybody at the table has agreed; otherwise store the request."""
    if _all_agree(room, request):
        await _go_back(room, request.seat, request.to, is_marked=True)
    else:
        await room.change(asking=request)
        room.show()


def _all_agree(room: Room, request: UndoRequest) -> bool:
    """Whether everybody else who is at the table has agreed."""
    seats = room.stored.seats
    others = {seat.person for seat in seats if seat.kind == "person" and not seat.stand_in} - {seats[request.seat].person}
    return others <= {seats[seat].person for seat in request.yes}


async def _go_back(room: Room, seat: int, to: int, *, is_marked: bool) -> None:
    """Undo for a seat.

    Args:
        room: The room.
        seat: The seat that undoes.
        to: The action count that is left.
        is_marked: Whether the room counts it as taken back.
    """
    stored = room.stored
    asked = stored.asked + bool(stored.verdict and stored.has_ended)  # going on with a known verdict counts as having asked
    await room.undo_to(to, seat, taken_back=stored.taken_back + is_marked, asked=asked)


def _check(room: Room, number: int) -> None:
    check_begun(room)
    check_number(room, number)


def _offer(room: Room, number: int, person: str | None) -> Offer:
    _check(room, number)
    room.check_going_on()
    return room.snapshot.offer(person)
