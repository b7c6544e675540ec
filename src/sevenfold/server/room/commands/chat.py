"""Reactions, and what may be said at the table where a game's rules allow talk."""

from __future__ import annotations

from sevenfold.errors import BadInput
from sevenfold.protocol import ReactionMessage, ReactMessage, SaidMessage, SayMessage
from sevenfold.protocol.codec import written
from sevenfold.protocol.errors import Refused
from sevenfold.server.room.room import Room
from sevenfold.server.room.subscriber import Listener


def _speaker(room: Room, listener: Listener) -> int:
    seat = room.seat_for(listener)
    if seat is None:
        raise Refused("not_yours", "You are watching; only who sits at the table is heard.")
    return seat


def react(room: Room, listener: Listener, message: ReactMessage) -> None:
    """Show everybody a player's reaction; it is not kept."""
    room.tell_all(written(ReactionMessage(seat=_speaker(room, listener), reaction=message.reaction)))


def say(room: Room, listener: Listener, message: SayMessage) -> None:
    """Say one of the phrases that the game's file declares; it is not kept."""
    seat = _speaker(room, listener)
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
    room.tell_all(written(SaidMessage(seat=seat, text=text)))
