"""Where a room's cards come from: a shuffle that everybody can verify, or a chosen deal."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace

from sevenfold.playing import seeds
from sevenfold.playing.game import Game, State
from sevenfold.protocol import Shuffling
from sevenfold.protocol.errors import Refused
from sevenfold.records import shuffle as shuffles
from sevenfold.server.execution import guest_games
from sevenfold.server.storage import Shuffle, StoredRoom, StoredSeat
from sevenfold.session.game_log import GameLog


def new_shuffle() -> Shuffle:
    """A shuffle with a new secret and no contributions."""
    return Shuffle(shuffles.new_secret().hex())


def shuffle_of(stored: StoredRoom) -> shuffles.Shuffle | None:
    """The shuffle behind a room's seed; None if the deal was chosen, or dealt by a version without shuffles."""
    if not stored.shuffle.secret:
        return None
    given = {int(seat): bytes.fromhex(random) for seat, random in stored.shuffle.contributions.items()}
    return shuffles.Shuffle(bytes.fromhex(stored.shuffle.secret), given)


def stored_shuffle(shuffle: shuffles.Shuffle | None) -> Shuffle:
    """A record's shuffle as a room stores it."""
    if shuffle is None:
        return Shuffle()
    return Shuffle(shuffle.secret.hex(), {str(seat): random.hex() for seat, random in shuffle.contributions.items()})


def commitment_of(stored: StoredRoom) -> str:
    """The commitment to a room's shuffle, which is public from the start; empty if there is no shuffle."""
    secret = stored.shuffle.secret
    return shuffles.commitment(bytes.fromhex(secret)).hex() if secret else ""


def seed_of(stored: StoredRoom) -> int:
    """The seed for a room whose game begins now."""
    shuffle = shuffle_of(stored)
    if shuffle is None:  # a waiting room made by a version without shuffles has no seed either
        return int(stored.seed) if stored.seed else secrets.randbits(256)
    return shuffle.seed


# -- contributions of players -------------------------------------------------------------------------------------------------


def check_shuffling(room: StoredRoom, wanted: Shuffling, person: str) -> None:
    """Refused if a new room cannot take the promise or the contribution."""
    if not (wanted.promise or wanted.random):
        return
    if room.winnable:
        raise Refused("bad_message", "A deal that can be won is not a promised shuffle: leave out promise and random.")
    if not room.shuffle.secret:
        raise Refused("bad_message", "A chosen deal is not shuffled: leave out promise and random.")
    if not wanted.promise:
        raise Refused("bad_message", "Ask for a promise first (POST /api/promises): randomness is added to one.")
    if wanted.random and not room.seats_of(person):
        raise Refused("bad_message", "Spectators add nothing to the shuffle: leave out random.")


def with_random(room: StoredRoom, value: str, person: str | None) -> Shuffle:
    """The room's shuffle with a person's contribution, which counts for the first of their seats."""
    own = room.seats_of(person)
    return replace(room.shuffle, contributions=room.shuffle.contributions | {str(own[0]): value})


def without_leavers(shuffle: Shuffle, before: Sequence[StoredSeat], after: Sequence[StoredSeat]) -> Shuffle:
    """The shuffle without the contributions of people who have left their seats."""
    left = {str(old.seat) for old, new in zip(before, after, strict=True) if (old.kind, old.person) != (new.kind, new.person)}
    staying = {seat: random for seat, random in shuffle.contributions.items() if seat not in left}
    return replace(shuffle, contributions=staying)


# -- chosen deals --------------------------------------------------------------------------------------------


def check_alone(seats: Sequence[StoredSeat]) -> None:
    """Refused if other people could join a deal that one of them chose."""
    if any(seat.kind == "open" for seat in seats):
        raise Refused("bad_seat", "A deal can be chosen where you play alone or with bots, so no seat may be open.")


def deal_name(stored: StoredRoom) -> str:
    """The deal's number as everybody may know it: while the game is on, only a number that was chosen."""
    if stored.deal or not stored.has_ended:
        return stored.deal
    return str(seeds.as_json(int(stored.seed)))


async def deal_cards(room: StoredRoom, game: Game) -> State:
    """Deal the cards: returns the first state, and sets the room's seed, limit and turn."""
    state = await guest_games.run(game.id, lambda: game.start(seed_of(room)))
    room.seed, room.limit, room.turn = str(state.seed), state.limit, state.turn
    room.summary = replace(room.summary, choosers=GameLog(state).choosers)
    return state
