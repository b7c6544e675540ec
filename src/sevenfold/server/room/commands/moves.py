"""Moves, and the question why something may not be played."""

from __future__ import annotations

from collections.abc import Sequence

from sevenfold.errors import BadInput
from sevenfold.protocol import MoveMessage
from sevenfold.protocol.codec import why_message
from sevenfold.protocol.errors import Refused
from sevenfold.server.execution import guest_games
from sevenfold.server.room.room import NOT_NOW, OVER, Room
from sevenfold.server.room.subscriber import Subscriber
from sevenfold.view.description import View

MOST_REFUSALS = 500  # remembered for one state of a game


def check_begun(room: Room) -> None:
    """Refused if the game has not begun."""
    room.game_log  # noqa: B018 - raises Refused before the game begins


def check_number(room: Room, number: int) -> None:
    """Refused if a message refers to an earlier state of the room."""
    if number != room.stored.number:
        raise Refused("stale", f"The game has moved on: its log has {room.stored.number} entries, not {number}.")


def own_turn(room: Room, subscriber: Subscriber) -> int:
    """The seat for which a subscriber may move now; Refused if there is none."""
    own = room.stored.seats_of(subscriber.person)
    if not own:
        raise Refused("not_yours", "You are watching; only players may move.")
    if room.turn is None or room.turn not in own:
        raise Refused("not_your_turn", NOT_NOW)
    if room.stored.seats[room.turn].out_of_time:
        raise Refused("out_of_time", "Your time has run out; a bot plays for you from now on.")
    return room.turn


async def move(room: Room, subscriber: Subscriber, wanted: MoveMessage) -> None:
    """Make a person's move; if Refused, nothing changes. One that was made already is answered with the room as it stands."""
    check_begun(room)
    own = room.stored.seats_of(subscriber.person)
    if wanted.actions and room.game_log.has_played(wanted.number, own, wanted.actions):
        subscriber.put(room.message(subscriber))
        return
    if not room.is_open:
        raise Refused("over", OVER)
    if not own:
        own_turn(room, subscriber)
    room.check_going_on()
    check_number(room, wanted.number)
    await play_for(room, own_turn(room, subscriber), wanted.actions, wanted.text)


async def play_for(room: Room, seat: int, actions: Sequence[int], text: str = "") -> None:
    """Make a move for the seat to move, given by its actions or its text; if Refused, nothing changes."""
    view = room.view(seat)

    def checked() -> Sequence[int]:
        steps = actions or _steps(room, view, text)
        # Only what the view offers as one move: trying out steps and undoing them would reveal hidden cards.
        if not any(move.actions[: len(steps)] == steps for move in view.moves):
            raise _refusal(room, view, steps)
        return steps

    await room.play(await guest_games.run(room.stored.game, checked))


def why(room: Room, subscriber: Subscriber, text: str) -> str:
    """The message that explains why something may not be played."""
    check_begun(room)
    if room.turn is None or room.turn not in room.stored.seats_of(subscriber.person):
        return why_message(text, "", NOT_NOW if room.is_open else OVER)
    seat = room.turn

    def reason() -> tuple[str, str]:
        try:
            return _why_not(room, seat, text.partition(",")[0])
        except BadInput as error:
            return "", str(error)

    return why_message(text, *guest_games.call(room.stored.game, reason))


def _why_not(room: Room, seat: int, action: str | int) -> tuple[str, str]:
    """The rule that forbids an action and its sentence, empty if none does; cached until the room changes."""
    key = seat, " ".join(action.split()) if isinstance(action, str) else f"#{action}"
    if key not in room.refusals:
        if len(room.refusals) >= MOST_REFUSALS:
            room.refusals.clear()
        rule, sentence = room.state.why_not(action) or ("", "")
        room.refusals[key] = rule, sentence
    return room.refusals[key]


def _steps(room: Room, view: View, text: str) -> list[int]:
    """The actions that a text stands for; commas separate the steps of a move."""
    wanted = _plain(text)
    for offered in view.moves:
        texts = _plain(offered.text)
        if wanted == texts[: len(wanted)]:
            return offered.actions[: len(wanted)]
    try:
        first = int(room.state.parse(wanted[0]))
    except BadInput as error:
        raise Refused("bad_message", str(error)) from error
    return [first, *([-1] * (len(wanted) - 1))]


def _refusal(room: Room, view: View, steps: Sequence[int]) -> Refused:
    assert room.turn is not None
    rule, sentence = _why_not(room, room.turn, steps[0])
    if sentence:
        return Refused("illegal", sentence, rule)
    there = "; ".join(move.text for move in view.moves if move.actions[0] == steps[0])
    return Refused("illegal", f"That is not a single move. You may: {there}.")


def _plain(text: str) -> list[str]:
    """The steps of a move's text, normalised."""
    return [" ".join(step.split()).casefold() for step in text.split(",")]
