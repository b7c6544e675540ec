"""What the host of a test room may do with its game: see all hands, hold the bots, move for any seat, go back.

Every command begins with `check_design`, which refuses it in all other rooms.
"""

from __future__ import annotations

from collections.abc import Sequence

from sevenfold.protocol.codec import design_message
from sevenfold.protocol.errors import Refused
from sevenfold.records.replay import Replay
from sevenfold.server.execution import guest_games
from sevenfold.server.room.room import OVER, Room
from sevenfold.server.room.room_info import seat_names
from sevenfold.server.room.subscriber import Subscriber
from sevenfold.session.game_log import GameLog

from .host import check_rules
from .moves import check_begun, check_number, play_for
from .seats import check_not_ended

GIVEN_UP = "The game was given up; deal its cards again to go on."


def check_design(room: Room, person: str | None) -> None:
    """Refused outside test rooms, and to everybody but the host."""
    room.check_test_room()
    if person is None or person != room.stored.host:
        raise Refused("not_host", "Only the host of this test room may do this.")


async def choices(room: Room, subscriber: Subscriber) -> None:
    """Answer with the moves of the seat to move, and with the moments to jump to."""
    check_design(room, subscriber.person)
    check_begun(room)
    names = seat_names(room.stored.seats)

    def found() -> str:
        moves = room.view(room.turn).moves if room.turn is not None else []
        return design_message(room.stored.number, room.turn, moves, moments(room.game_log, names))

    subscriber.put(await guest_games.run(room.stored.game, found))


def moments(log: GameLog, names: Sequence[str]) -> list[tuple[int, str]]:
    """The action counts at which a move began, and what happened since the moment before, with open hands."""
    told = [step.text for step in Replay(log.state).steps(None, names, hands_open=True)]
    begins = [at for at, action in enumerate(log.played) if action.is_first]
    return [(at, " ".join(filter(None, told[before + 1 : at + 1]))) for before, at in zip([-1, *begins], begins, strict=False)]


async def peek(room: Room, subscriber: Subscriber, *, on: bool) -> None:
    """Show all hands over this connection, or what its seat sees."""
    check_design(room, subscriber.person)
    check_begun(room)
    subscriber.sees_all = on
    subscriber.put(await guest_games.run(room.stored.game, lambda: room.message(subscriber)))


async def hold(room: Room, person: str | None, *, on: bool) -> None:
    """Hold the bots, or let them go."""
    check_design(room, person)
    check_not_ended(room)
    await room.change(held=on)
    room.show()


async def force(room: Room, number: int, actions: Sequence[int], person: str | None) -> None:
    """Make a move for the seat to move, whoever sits there; if Refused, nothing changes."""
    check_design(room, person)
    check_begun(room)
    if not room.is_open or room.turn is None:
        raise Refused("over", OVER)
    room.check_going_on()
    check_number(room, number)
    await play_for(room, room.turn, actions)


async def jump(room: Room, number: int, to: int, person: str | None) -> None:
    """Go back to an earlier moment; the bots are held there, since they would play on at once."""
    check_design(room, person)
    check_begun(room)
    check_rules(room)
    check_number(room, number)
    if room.stored.status == "given up":
        raise Refused("over", GIVEN_UP)
    log = room.game_log
    if not 0 <= to < log.state.action_count:
        raise Refused("bad_moment", f"{log.state.action_count} actions stand, so {to} is no earlier moment.")
    has_bots = any(seat.kind == "bot" for seat in room.stored.seats)
    await room.undo_to(to, log.played[to].seat, held=room.stored.held or has_bots)
