"""Runs the command of a client's message."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from sevenfold import protocol as p
from sevenfold.protocol.codec import BEAT
from sevenfold.protocol.errors import Refused
from sevenfold.server.room.room import Room
from sevenfold.server.room.subscriber import Subscriber

from . import chat, design, host, seats
from .moves import move, why
from .pointing import point
from .undo import consent, redo, undo, withdraw


def show(room: Room, subscriber: Subscriber, seat: int) -> None:
    """Show a player the game from another of their seats, until one of their seats is to move."""
    if seat not in room.stored.seats_of(subscriber.person):
        raise Refused("not_yours", f"Seat {seat} is not yours.")
    subscriber.shown = seat
    subscriber.put(room.message(subscriber))


def _query(room: Room, subscriber: Subscriber, message: p.HintMessage | p.ClaimMessage | p.CanWinMessage) -> None:
    room.query(message.type, subscriber, message.number)


# Each is given the room, the sender's connection, and the message.
_COMMANDS: dict[type[Any], Callable[[Room, Subscriber, Any], Awaitable[None] | None]] = {
    p.BeatMessage: lambda room, sender, message: sender.put(BEAT),  # only those beyond the allowed rate come this far
    p.MoveMessage: move,
    p.WhyMessage: lambda room, sender, message: sender.put(why(room, sender, message.text)),
    p.ShowMessage: lambda room, sender, message: show(room, sender, message.seat),
    p.UndoMessage: lambda room, sender, message: undo(room, message.number, sender.person),
    p.RedoMessage: lambda room, sender, message: redo(room, message.number, sender.person),
    p.ConsentMessage: lambda room, sender, message: consent(room, message.number, sender.person, yes=message.yes),
    p.WithdrawMessage: lambda room, sender, message: withdraw(room, message.number, sender.person),
    p.ReactMessage: chat.react,
    p.SayMessage: chat.say,
    p.PointMessage: point,
    p.AllowChatMessage: lambda room, sender, message: chat.allow(room, sender.person, on=message.on),
    p.StartMessage: lambda room, sender, message: seats.start(room, sender.person),
    p.SitMessage: lambda room, sender, message: seats.sit(room, message.seat, sender.person),
    p.LeaveMessage: lambda room, sender, message: seats.leave(room, message.seat, sender.person),
    p.PaceMessage: lambda room, sender, message: host.set_pace(room, message.pace, sender.person),
    p.PauseMessage: lambda room, sender, message: host.pause(room, sender.person, on=True),
    p.ResumeMessage: lambda room, sender, message: host.pause(room, sender.person, on=False),
    p.StepMessage: lambda room, sender, message: host.step(room, sender.person),
    p.HandsMessage: lambda room, sender, message: host.show_hands(room, sender.person, on=message.open),
    p.BotMessage: lambda room, sender, message: host.put_bot(room, message.seat, message.kind, sender.person),
    p.OpenMessage: lambda room, sender, message: host.open_seat(room, message.seat, sender.person),
    p.RandomMessage: lambda room, sender, message: seats.add_random(room, message.value, sender.person),
    p.HintMessage: _query,
    p.ClaimMessage: _query,
    p.CanWinMessage: _query,
    p.DesignMessage: lambda room, sender, message: design.choices(room, sender),
    p.PeekMessage: lambda room, sender, message: design.peek(room, sender, on=message.on),
    p.HoldMessage: lambda room, sender, message: design.hold(room, sender.person, on=message.on),
    p.ForceMessage: lambda room, sender, message: design.force(room, message.number, message.actions, sender.person),
    p.JumpMessage: lambda room, sender, message: design.jump(room, message.number, message.to, sender.person),
}


# What changes nothing of the game, so that no move waits for it.
_BESIDE: dict[type[Any], Callable[[Room, Subscriber, Any], Awaitable[None]]] = {
    p.ChatMessage: lambda room, sender, message: room.chat.write(sender, message.text),
    p.MuteMessage: lambda room, sender, message: room.chat.mute(sender, message.line, on=message.on),
}


async def obey(room: Room, subscriber: Subscriber, message: p.AnyClientMessage) -> None:
    """Do what a message wants, to completion, under the room's lock if it concerns the game; Refused as by `dispatch`."""
    if beside := _BESIDE.get(type(message)):
        await beside(room, subscriber, message)
    else:
        await room.run(dispatch(room, subscriber, message))


async def dispatch(room: Room, subscriber: Subscriber, message: p.AnyClientMessage) -> None:
    """Run the command of a message that concerns the game; Refused if its sender may not do that, or if it cannot be done."""
    running = _COMMANDS[type(message)](room, subscriber, message)
    if running is not None:
        await running
