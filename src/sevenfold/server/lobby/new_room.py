"""New rooms: their game, their seats and their deal."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace

from sqlalchemy import Connection

from sevenfold._version import __version__
from sevenfold.declare.options import Value
from sevenfold.playing.game import Game
from sevenfold.protocol import Again, NewRoom, Status
from sevenfold.protocol.errors import Refused, refusing
from sevenfold.registry import load_with, rules_of
from sevenfold.server.execution import guest_games
from sevenfold.server.room.seating import check_may_be_public, checked_pace, new_seats
from sevenfold.server.room.shuffle import check_alone, new_shuffle
from sevenfold.server.storage import Clock, Person, StoredRoom, StoredSeat, promises, rooms
from sevenfold.session import daily
from sevenfold.solvers.winnable import check_solved

from .catalogue import check_listed


def find_game(name: str, options: Mapping[str, Value]) -> Game:
    """Load a game with options; Refused if there is no such game or option."""
    with refusing("unknown_game"):
        rules_of(name)
    check_listed(name)

    def load() -> Game:
        with refusing("bad_option"):
            return load_with(name, options)

    return guest_games.call(name, load)


def requested_room(wanted: NewRoom, person: Person) -> tuple[Game, StoredRoom]:
    """The game and the room that a person requests, before the deal; Refused if the request is impossible."""
    game = find_game(wanted.game, wanted.options)
    clock = Clock(wanted.clock.seconds, wanted.clock.increment) if wanted.clock else None
    seats = [replace(seat, seconds=clock.seconds if clock else None) for seat in new_seats(game, wanted, person)]
    room = new_room(game, seats, person, pace=checked_pace(wanted.pace))
    if wanted.test and (clock or wanted.daily):
        raise Refused("bad_message", "A test room has no clock, and not the deal of the day, which is the same for all.")
    dealt = _with_deal(room, game, wanted)
    made = replace(dealt, tempo=wanted.tempo, clock=clock, test=wanted.test, public=wanted.public)
    if wanted.public:
        check_may_be_public(made)
        if made.status != "waiting":
            raise Refused("bad_seat", "A room that is open to everybody needs an open seat.")
    return game, made


def _with_deal(room: StoredRoom, game: Game, wanted: NewRoom) -> StoredRoom:
    """A new room with the chosen deal, or with a new shuffle."""
    if wanted.winnable:
        return _with_winnable_deal(room, game, wanted)
    if wanted.deal is None and not wanted.daily:
        return replace(room, shuffle=new_shuffle())
    if wanted.deal is not None and wanted.daily:
        raise Refused("bad_message", "A deal is chosen by its number or as that of the day, not both.")
    check_alone(room.seats)
    if wanted.deal is not None:
        return replace(room, seed=str(wanted.deal), deal=str(wanted.deal))
    return replace(room, daily=daily.today())  # its seed is chosen when the cards are dealt


def _with_winnable_deal(room: StoredRoom, game: Game, wanted: NewRoom) -> StoredRoom:
    """A new room whose deal is to be one that can be won; Refused in games without a solver."""
    if wanted.deal is not None or wanted.daily:
        raise Refused("bad_message", "Deals by number and of the day are not checked: leave winnable out, or deal and daily.")
    with refusing("bad_option"):
        check_solved(game)
    check_alone(room.seats)
    return replace(room, winnable=True)


def repeated_room(old: StoredRoom, person: Person | None, wanted: Again) -> tuple[Game, StoredRoom]:
    """The game and the room for a rematch, before the deal; everybody keeps their seat.

    Args:
        old: The room to repeat.
        person: The person who wants the rematch.
        wanted: Their wishes.

    Raises:
        Refused: If the person did not play there, if the game with the same deal is not over and not left, or if it is to be
            left or dealt by number although other people play.
    """
    if person is None or person.id not in {old.host, *(seat.person for seat in old.seats)}:
        raise Refused("not_yours", "Only people who played here may start a rematch; start a game of your own.")
    is_watched_test = old.test and not old.persons and not wanted.leave
    if (wanted.leave or isinstance(wanted.deal, int)) and len(old.persons) != 1 and not is_watched_test:
        raise Refused("not_now", "Another deal can be chosen at any time only where you play without other people.")
    if wanted.deal == "same" and not (old.has_ended or wanted.leave):
        raise Refused("not_over", "The same deal can be played again once this game is over; you may give it up.")
    game = find_game(old.game, old.options)
    room = new_room(game, [_reset_seat(seat, old.clock) for seat in old.seats], person, pace=old.pace)
    status: Status = "waiting" if len(room.persons) > 1 else room.status
    room = replace(
        room, tempo=old.tempo, clock=old.clock, status=status, follows=old.id, test=old.test, held=old.held,
        chat=old.chat,
    )  # fmt: skip
    if isinstance(wanted.deal, int):
        check_alone(room.seats)
        return game, replace(room, seed=str(wanted.deal), deal=str(wanted.deal))
    if wanted.deal == "same":
        parent = old.id if old.made or old.has_ended else old.parent  # nothing is known of a deal in which nothing was played
        deal_of_old = replace(room, seed=old.seed, deal=old.deal, daily=old.daily, winnable=old.winnable, parent=parent)
        return game, deal_of_old
    looks_for_one = old.winnable and not old.daily  # the deal of the day was not chosen by the person as one that can be won
    return game, replace(room, winnable=True) if looks_for_one else replace(room, shuffle=new_shuffle())


def new_room(game: Game, seats: list[StoredSeat], person: Person, *, pace: str) -> StoredRoom:
    """A room with this host, before the deal."""
    return StoredRoom(
        secrets.token_urlsafe(16),
        game.id,
        dict(game.options),
        seats,
        bots_secret=secrets.token_hex(32),
        status="waiting" if any(seat.kind == "open" for seat in seats) else "open",
        pace=pace,
        host=person.id,
        version=__version__,
        rules=game.rules.fingerprint,
    )


def _reset_seat(seat: StoredSeat, clock: Clock | None) -> StoredSeat:
    kind = "person" if seat.person else seat.kind
    return StoredSeat(seat.seat, kind, seat.person, seat.bot, clock.seconds if clock else None, name=seat.name)


def store_room(c: Connection, room: StoredRoom, person: Person, promise: str) -> None:
    """Store a new room, and use up the promise of its shuffle; to be called in one transaction.

    Args:
        c: The connection.
        room: The room.
        person: The person who makes it.
        promise: The code of the promise; empty if there is none.

    Raises:
        Refused: If the promise has been used meanwhile.
    """
    if promise:
        promises.take(c, person.id, promise)
    rooms.add(c, room)
