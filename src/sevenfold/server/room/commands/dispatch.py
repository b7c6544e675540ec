"""Runs the command of a client's message."""

from __future__ import annotations

from sevenfold import protocol as p
from sevenfold.protocol.errors import Refused
from sevenfold.server.room.room import Room
from sevenfold.server.room.subscriber import Subscriber

from . import chat, host, seats
from .moves import move, why
from .undo import consent, redo, undo, withdraw


async def dispatch(room: Room, subscriber: Subscriber, message: p.AnyClientMessage) -> None:
    """Run the command of a message; Refused if its sender may not do that, or if it cannot be done."""
    person = subscriber.person
    match message:
        case p.MoveMessage():
            await move(room, subscriber, message)
        case p.WhyMessage():
            subscriber.put(why(room, subscriber, message.text))
        case p.ShowMessage():
            show(room, subscriber, message.seat)
        case p.UndoMessage():
            await undo(room, message.number, person)
        case p.RedoMessage():
            await redo(room, message.number, person)
        case p.ConsentMessage():
            await consent(room, message.number, person, yes=message.yes)
        case p.WithdrawMessage():
            await withdraw(room, message.number, person)
        case p.ReactMessage():
            chat.react(room, subscriber, message)
        case p.SayMessage():
            chat.say(room, subscriber, message)
        case p.StartMessage():
            await seats.start(room, person)
        case p.SitMessage():
            await seats.sit(room, message.seat, person)
        case p.LeaveMessage():
            await seats.leave(room, message.seat, person)
        case p.PaceMessage():
            await host.set_pace(room, message.pace, person)
        case p.PauseMessage():
            await host.pause(room, person, on=True)
        case p.ResumeMessage():
            await host.pause(room, person, on=False)
        case p.StepMessage():
            host.step(room, person)
        case p.HandsMessage():
            await host.show_hands(room, person, on=message.open)
        case p.BotMessage():
            await host.put_bot(room, message.seat, message.kind, person)
        case p.OpenMessage():
            await host.open_seat(room, message.seat, person)
        case p.RandomMessage():
            await seats.add_random(room, message.value, person)
        case p.HintMessage() | p.ClaimMessage() | p.CanWinMessage():
            room.query(message.type, subscriber, message.number)


def show(room: Room, subscriber: Subscriber, seat: int) -> None:
    """Show a player the game from another of their seats, until one of their seats is to move."""
    if seat not in room.stored.seats_of(subscriber.person):
        raise Refused("not_yours", f"Seat {seat} is not yours.")
    subscriber.shown = seat
    subscriber.put(room.message(subscriber))
