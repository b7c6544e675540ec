"""Moves, and the question why something may not be played."""

from __future__ import annotations

from collections.abc import Sequence

from sevenfold.errors import BadInput
from sevenfold.playing.game import State
from sevenfold.protocol import MoveMessage
from sevenfold.protocol.codec import why_message
from sevenfold.protocol.errors import Refused
from sevenfold.server.execution import guest_games
from sevenfold.server.room.room import NOT_NOW, OVER, Room
from sevenfold.server.room.subscriber import Subscriber
from sevenfold.view.description import View

TRIES = 4  # to store a choice while others choose on other servers
MOST_REFUSALS = 500  # remembered for one state of a game


def check_begun(room: Room) -> None:
    """Refused if the game has not begun."""
    room.game_log  # noqa: B018 - raises Refused before the game begins


def check_number(room: Room, number: int, since: int | None = None) -> None:
    """Refused if a message refers to an earlier state of the room, or to one before the number `since`."""
    if number != room.stored.number and not (since is not None and since <= number <= room.stored.number):
        raise Refused("stale", f"The game has moved on: its log has {room.stored.number} entries, not {number}.")


def own_turn(room: Room, subscriber: Subscriber) -> int:
    """The seat for which a subscriber may move now; Refused if there is none."""
    own = room.stored.seats_of(subscriber.person)
    if not own:
        raise Refused("not_yours", "You are watching; only players may move.")
    if (seat := room.asked_of(subscriber.person)) is None:
        raise Refused("not_your_turn", NOT_NOW)
    if room.stored.seats[seat].out_of_time:
        raise Refused("out_of_time", "Your time has run out; a bot plays for you from now on.")
    return seat


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
    if not room.state.is_simultaneous:
        check_number(room, wanted.number)
        await play_for(room, own_turn(room, subscriber), wanted.actions, wanted.text)
        return
    for tries_left in reversed(range(TRIES)):
        check_number(room, wanted.number, since=room.game_log.asked_since)
        try:
            await play_for(room, own_turn(room, subscriber), wanted.actions, wanted.text)
        except Refused as error:
            if error.code != "stale" or not room.is_shared or not tries_left:
                raise
            await room.follow()  # somebody else has chosen at the same time, on another server
        else:
            return


async def play_for(room: Room, seat: int, actions: Sequence[int], text: str = "") -> None:
    """Make a move for a seat that is asked, given by its actions or its text; if Refused, nothing changes."""
    view = room.view(seat)

    def checked() -> Sequence[int]:
        steps = actions or _steps(room.state_for(seat), view, text)
        # Only what the view offers as one move: trying out steps and undoing them would reveal hidden cards.
        if not any(move.actions[: len(steps)] == steps for move in view.moves) and not _is_together(view, steps):
            raise _refusal(room, seat, view, steps)
        return steps

    steps = await guest_games.run(room.stored.game, checked)
    await (room.play(steps) if seat == room.turn else room.choose(seat, steps))


def _is_together(view: View, actions: Sequence[int]) -> bool:
    """Whether these are different moves that the view lets its seat choose together."""
    offered = {move.actions[0] for move in view.moves} if view.together > 1 else set()
    return len(set(actions)) == len(actions) <= view.together and offered.issuperset(actions)


def why(room: Room, subscriber: Subscriber, text: str) -> str:
    """The message that explains why something may not be played."""
    check_begun(room)
    if (seat := room.asked_of(subscriber.person)) is None:
        return why_message(text, "", NOT_NOW if room.is_open else OVER)

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
        rule, sentence = room.state_for(seat).why_not(action) or ("", "")
        room.refusals[key] = rule, sentence
    return room.refusals[key]


def _steps(state: State, view: View, text: str) -> list[int]:
    """The actions that a text stands for; commas separate the steps of a move."""
    wanted = _plain(text)
    for offered in view.moves:
        texts = _plain(offered.text)
        if wanted == texts[: len(wanted)]:
            return offered.actions[: len(wanted)]
    by_text = {_plain(offered.text)[0]: offered.actions[0] for offered in view.moves} if view.together > 1 else {}
    if all(step in by_text for step in wanted):
        return [by_text[step] for step in wanted]
    try:
        first = int(state.parse(wanted[0]))
    except BadInput as error:
        raise Refused("bad_message", str(error)) from error
    return [first, *([-1] * (len(wanted) - 1))]


def _refusal(room: Room, seat: int, view: View, steps: Sequence[int]) -> Refused:
    rule, sentence = _why_not(room, seat, steps[0])
    if sentence:
        return Refused("illegal", sentence, rule)
    there = "; ".join(move.text for move in view.moves if move.actions[0] == steps[0])
    return Refused("illegal", f"That is not a single move. You may: {there}.")


def _plain(text: str) -> list[str]:
    """The steps of a move's text, normalised."""
    return [" ".join(step.split()).casefold() for step in text.split(",")]
