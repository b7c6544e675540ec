"""Reactions, and talk about the cards where a game's rules allow it."""

from __future__ import annotations

from sevenfold.errors import BadInput
from sevenfold.protocol import ReactionMessage, ReactMessage, SaidMessage, SayMessage
from sevenfold.protocol.codec import written
from sevenfold.protocol.errors import Refused
from sevenfold.server.room.room import Room
from sevenfold.server.room.subscriber import Subscriber


def _speaker(room: Room, subscriber: Subscriber) -> int:
    seat = room.seat_for(subscriber)
    if seat is None:
        raise Refused("not_yours", "You are watching; only players may speak.")
    return seat


def react(room: Room, subscriber: Subscriber, message: ReactMessage) -> None:
    """Show everybody a player's reaction, which is not stored."""
    room.broadcast_everywhere(written(ReactionMessage(seat=_speaker(room, subscriber), reaction=message.reaction)))


def say(room: Room, subscriber: Subscriber, message: SayMessage) -> None:
    """Say one of the phrases that the game declares, which is not stored."""
    seat = _speaker(room, subscriber)
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
