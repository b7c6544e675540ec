"""What a client's message does in a room."""

from __future__ import annotations

from sevenfold import protocol as p
from sevenfold.protocol.errors import Refused
from sevenfold.server.room.room import Room
from sevenfold.server.room.subscriber import Listener

from . import chat
from . import host as hosting
from . import seats as lobby
from .moves import move, why
from .undo import consent, redo, undo, withdraw


async def do(room: Room, listener: Listener, message: p.Asking) -> None:
    """Do what somebody asks for; Refused if they may not, or if it cannot be done."""
    person = listener.person
    match message:
        case p.MoveMessage():
            await move(room, listener, message)
        case p.WhyMessage():
            listener.put(why(room, listener, message.text))
        case p.ShowMessage():
            show(room, listener, message.seat)
        case p.UndoMessage():
            await undo(room, message.number, person)
        case p.RedoMessage():
            await redo(room, message.number, person)
        case p.ConsentMessage():
            await consent(room, message.number, person, yes=message.yes)
        case p.WithdrawMessage():
            await withdraw(room, message.number, person)
        case p.ReactMessage():
            chat.react(room, listener, message)
        case p.SayMessage():
            chat.say(room, listener, message)
        case p.StartMessage():
            await lobby.start(room, person)
        case p.SitMessage():
            await lobby.sit(room, message.seat, person)
        case p.LeaveMessage():
            await lobby.leave(room, message.seat, person)
        case p.PaceMessage():
            await hosting.set_pace(room, message.pace, person)
        case p.PauseMessage():
            await hosting.pause(room, person, on=True)
        case p.ResumeMessage():
            await hosting.pause(room, person, on=False)
        case p.StepMessage():
            hosting.step(room, person)
        case p.HandsMessage():
            await hosting.show_hands(room, person, on=message.open)
        case p.BotMessage():
            await hosting.put_bot(room, message.seat, message.kind, person)
        case p.OpenMessage():
            await hosting.open_seat(room, message.seat, person)
        case p.RandomMessage():
            await lobby.add_random(room, message.value, person)
        case p.HintMessage():
            room.hint(listener, message.number)
        case p.ClaimMessage():
            room.claim(listener, message.number)
        case p.CanWinMessage():
            room.can_win(listener, message.number)


def show(room: Room, listener: Listener, seat: int) -> None:
    """Show the game from another of one's own seats, until the turn comes to one of them."""
    if seat not in room.stored.seats_of(listener.person):
        raise Refused("not_yours", f"Seat {seat} is not yours.")
    listener.shown = seat
    listener.put(room.message(listener))
