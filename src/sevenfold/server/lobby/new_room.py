"""What a new room is made of: its game, its seats, its deal."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace

from sevenfold._version import __version__
from sevenfold.declare.options import Value
from sevenfold.playing.game import Game
from sevenfold.protocol import NewRoom, Status
from sevenfold.protocol.errors import Refused, blaming, refusing
from sevenfold.registry import load_with, rules_of
from sevenfold.server.room import shuffle
from sevenfold.server.room.seating import checked_pace, seated
from sevenfold.server.room.shuffle import check_alone, daily_seed, new_shuffle
from sevenfold.server.storage import Clock, Person, StoredRoom, StoredSeat
from sevenfold.solvers.winnable import check_solved

from .catalogue import check_listed


def find_game(name: str, options: Mapping[str, Value]) -> Game:
    """The game with its options; Refused if there is none."""
    with refusing("unknown_game"):
        rules_of(name)
    check_listed(name)
    with blaming(name), refusing("bad_option"):
        return load_with(name, options)


def wished(wanted: NewRoom, person: Person) -> StoredRoom:
    """The room that somebody asks for, without its deal; Refused if it is not possible."""
    game = find_game(wanted.game, wanted.options)
    clock = Clock(wanted.clock.seconds, wanted.clock.increment) if wanted.clock else None
    seats = [replace(seat, seconds=clock.seconds if clock else None) for seat in seated(game, wanted, person)]
    room = new_room(game, seats, person, pace=checked_pace(wanted.pace))
    return replace(_dealt_as(room, wanted), tempo=wanted.tempo, clock=clock)


def _dealt_as(room: StoredRoom, wanted: NewRoom) -> StoredRoom:
    """A new room with the deal that was chosen, or to be shuffled."""
    if wanted.winnable:
        return _with_deal_to_win(room, wanted)
    if wanted.deal is None and not wanted.daily:
        return replace(room, shuffle=new_shuffle())
    if wanted.deal is not None and wanted.daily:
        raise Refused("bad_message", "A deal is chosen by its number or as that of the day, not both.")
    check_alone(room.seats)
    if wanted.deal is not None:
        return replace(room, seed=str(wanted.deal), deal=str(wanted.deal))
    date = shuffle.today()
    return replace(room, seed=str(daily_seed(date, room.game, room.options)), daily=date)


def _with_deal_to_win(room: StoredRoom, wanted: NewRoom) -> StoredRoom:
    """A new room whose deal is drawn from those that can be won; Refused where none can be."""
    if wanted.deal is not None or wanted.daily:
        raise Refused("bad_message", "Deals by number and of the day are not checked: leave winnable out, or deal and daily.")
    with refusing("bad_option"):
        check_solved(load_with(room.game, room.options))
    check_alone(room.seats)
    return replace(room, winnable=True)


def repeated(old: StoredRoom, person: Person | None, deal: str) -> StoredRoom:
    """The same room once more; everybody sits where they sat."""
    if person is None or person.id not in {old.host, *(seat.person for seat in old.seats)}:
        raise Refused("not_yours", "Only who played here may begin the same again; begin a game of your own.")
    if deal == "same" and not old.has_ended:
        raise Refused("not_over", "The same deal can be played again once this game is over; you may give it up.")
    game, same = find_game(old.game, old.options), deal == "same"
    room = new_room(game, [_as_at_first(seat, old.clock) for seat in old.seats], person, pace=old.pace)
    status: Status = "waiting" if len(room.persons) > 1 else room.status
    room = replace(room, tempo=old.tempo, clock=old.clock, status=status, follows=old.id)
    if same:
        return replace(room, seed=old.seed, deal=old.deal, daily=old.daily, winnable=old.winnable, parent=old.id)
    return replace(room, winnable=True) if old.winnable else replace(room, shuffle=new_shuffle())


def new_room(game: Game, seats: list[StoredSeat], person: Person, *, pace: str) -> StoredRoom:
    """A room in which nothing is dealt yet; whoever makes it is its host."""
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
    )


def _as_at_first(seat: StoredSeat, clock: Clock | None) -> StoredSeat:
    kind = "person" if seat.person else seat.kind
    return StoredSeat(seat.seat, kind, seat.person, seat.bot, clock.seconds if clock else None, name=seat.name)
