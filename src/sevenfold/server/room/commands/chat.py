"""Reactions, talk about the cards where a game's rules allow it, and the room's chat as a whole."""

from __future__ import annotations

from dataclasses import replace

from sevenfold.errors import BadInput
from sevenfold.protocol import ReactionMessage, ReactMessage, SaidMessage, SayMessage
from sevenfold.protocol.codec import written
from sevenfold.protocol.errors import Refused
from sevenfold.server.room.room import Room
from sevenfold.server.room.subscriber import Subscriber
from sevenfold.server.storage import chat


def speaker(room: Room, subscriber: Subscriber) -> int:
    """The seat of somebody who speaks; Refused if they only watch."""
    seat = room.seat_for(subscriber)
    if seat is None:
        raise Refused("not_yours", "You are watching; only players may speak.")
    return seat


def react(room: Room, subscriber: Subscriber, message: ReactMessage) -> None:
    """Show everybody a player's reaction, which is not stored."""
    room.broadcast_everywhere(written(ReactionMessage(seat=speaker(room, subscriber), reaction=message.reaction)))


def say(room: Room, subscriber: Subscriber, message: SayMessage) -> None:
    """Say one of the phrases that the game declares, which is not stored."""
    seat = speaker(room, subscriber)
    phrases = room.game.rules.phrases
    if not phrases:
        raise Refused("not_now", f"There is no talk about the cards in {room.game.name}.")
    if message.phrase not in phrases:
        raise Refused("bad_message", f"The phrases: {', '.join(phrases)}.")
    phrase = phrases[message.phrase]
    if bool(message.card) != phrase.has_card:
        how = "of a card: name it" if phrase.has_card else "without a card"
        raise Refused("bad_message", f"{message.phrase} is said {how}.")
    try:
        text = phrase.said(room.game.pack, message.card)
    except BadInput as error:
        raise Refused("bad_message", str(error)) from error
    room.broadcast_everywhere(written(SaidMessage(seat=seat, text=text)))


async def allow(room: Room, person: str | None, *, on: bool) -> None:
    """Switch the room's chat on or off, also before the game begins and after its end; for the host."""
    if person is None or person != room.stored.host:
        raise Refused("not_host", "Only the host of this room may do this.")
    await room.storage.run(chat.allow, room.stored.id, on=on)
    room.replace_stored(replace(room.stored, chat="on" if on else "off"))
    room.show()
