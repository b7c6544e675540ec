"""What a new room is made of: its game, its seats, its deal."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from time import time

from sevenfold._version import __version__
from sevenfold.declare.options import Value
from sevenfold.playing.game import Game, State
from sevenfold.registry import load_with, rules_of

from .catalogue import check_listed
from .protocol import NewRoom
from .refusal import Refused, blaming, refusing
from .seating import checked_pace, seated
from .shuffling import new_shuffle, promised
from .storage import Clock, Person, StoredRoom, StoredSeat
from .timing import started


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
    room = _room(game, seats, person, pace=checked_pace(wanted.pace))
    waits = wanted.fair and bool(room.persons) and room.status == "open"
    return replace(room, tempo=wanted.tempo, clock=clock, status="waiting" if waits else room.status)


def repeated(old: StoredRoom, person: Person | None, deal: str) -> StoredRoom:
    """The same room once more; everybody sits where they sat."""
    if person is None or person.id not in {old.host, *(seat.person for seat in old.seats)}:
        raise Refused("not_yours", "Only who played here may begin the same again; begin a game of your own.")
    if deal == "same" and old.status not in ("over", "given up"):
        raise Refused("not_over", "The same deal can be played again once this game is over; you may give it up.")
    game, same = find_game(old.game, old.options), deal == "same"
    room = _room(game, [_as_at_first(seat, old.clock) for seat in old.seats], person, pace=old.pace)
    room = replace(room, tempo=old.tempo, clock=old.clock)
    return replace(room, seed=old.seed, shuffle=old.shuffle, parent=old.id) if same else room


def _room(game: Game, seats: list[StoredSeat], person: Person, *, pace: str) -> StoredRoom:
    return StoredRoom(
        secrets.token_urlsafe(16),
        game.id,
        dict(game.options),
        seats,
        bots_secret=secrets.token_hex(32),
        shuffle=new_shuffle(),
        status="waiting" if any(seat.kind == "open" for seat in seats) else "open",
        pace=pace,
        host=person.id,
        version=__version__,
    )


def _as_at_first(seat: StoredSeat, clock: Clock | None) -> StoredSeat:
    kind = "person" if seat.person else seat.kind
    return StoredSeat(seat.seat, kind, seat.person, seat.bot, clock.seconds if clock else None, name=seat.name)


def deal_cards(room: StoredRoom, game: Game) -> State:
    """Deal the cards of a room that begins."""
    found = promised(room)
    seed = int(room.seed) if room.seed else found.seed if found else None
    with blaming(game.id):
        state = game.start(seed)
    room.seed, room.limit, room.turn = str(state.seed), state.limit, state.turn
    room.since = started(room, time()).since
    return state
