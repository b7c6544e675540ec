"""Messages of a room's WebSocket."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, RootModel

from sevenfold.protocol.errors import Code
from sevenfold.view.description import View

from .base import Digest, Message, Model, Reaction, Seat, Short, Text, Verdict
from .rooms import RoomInfo

# -- what a client sends ----------------------------------------------------------------------------------------------


class MoveMessage(Message):
    """A move, by its actions or its text; `number` is that of the room when its view was sent."""

    type: Literal["move"]
    number: int
    actions: Annotated[list[int], Field(max_length=64, default_factory=list)]
    text: Text = ""


class WhyMessage(Message):
    """The question why this may not be played."""

    type: Literal["why"]
    text: Text


class ShowMessage(Message):
    """Show the game from another of one's own seats."""

    type: Literal["show"]
    seat: Seat


class UndoMessage(Message):
    """Take one's last decision back, or ask the others to agree; `number` as in a move."""

    type: Literal["undo"]
    number: int


class RedoMessage(Message):
    """Play again what was taken back, to one's next decision; `number` as in a move."""

    type: Literal["redo"]
    number: int


class ConsentMessage(Message):
    """The answer to whoever asks to take something back; `number` as in a move."""

    type: Literal["consent"]
    number: int
    yes: bool


class WithdrawMessage(Message):
    """Ask no longer to take something back; `number` as in a move."""

    type: Literal["withdraw"]
    number: int


class ReactMessage(Message):
    """A reaction, for all to see."""

    type: Literal["react"]
    reaction: Reaction


class SayMessage(Message):
    """One of the phrases of the game, where its rules allow talk; of a card, if the phrase is about one."""

    type: Literal["say"]
    phrase: Short
    card: Short = ""


class StartMessage(Message):
    """The host begins the game; bots take the open seats."""

    type: Literal["start"]


class SitMessage(Message):
    """Come back to one's own seat, or take an open one before the game begins."""

    type: Literal["sit"]
    seat: Seat


class LeaveMessage(Message):
    """Get up from one's own seat: a bot plays on."""

    type: Literal["leave"]
    seat: Seat


class PaceMessage(Message):
    """How long bots take from now on; the host's."""

    type: Literal["pace"]
    pace: Short


class PauseMessage(Message):
    """Stop the game; the host's."""

    type: Literal["pause"]


class ResumeMessage(Message):
    """Let the game go on; the host's."""

    type: Literal["resume"]


class StepMessage(Message):
    """Let a bot make one move of a game that is paused; the host's."""

    type: Literal["step"]


class HandsMessage(Message):
    """Open all hands of a game that bots play, or close them; the host's. Nobody can sit down there afterwards."""

    type: Literal["hands"]
    open: bool


class BotMessage(Message):
    """Put a bot in a seat; the host's."""

    type: Literal["bot"]
    seat: Seat
    kind: Short


class OpenMessage(Message):
    """Have a seat wait for somebody; the host's."""

    type: Literal["open"]
    seat: Seat


class RandomMessage(Message):
    """One's own randomness for the shuffle, once, before the cards are dealt."""

    type: Literal["random"]
    value: Digest


class HintMessage(Message):
    """What would a bot play? Where no other person plays, on one's own turn; `number` as in a move."""

    type: Literal["hint"]
    number: int


class ClaimMessage(Message):
    """Claim the rest of the deal, on one's own turn, if it is certain from what one knows; `number` as in a move."""

    type: Literal["claim"]
    number: int


class CanWinMessage(Message):
    """Can this game for one still be won, with all cards known? The result says that it was asked; `number` as in a move."""

    type: Literal["can_win"]
    number: int


AnyClientMessage = (
    MoveMessage | WhyMessage | ShowMessage | ReactMessage | SayMessage | StartMessage | SitMessage | LeaveMessage | PaceMessage
    | UndoMessage | RedoMessage | ConsentMessage | PauseMessage | ResumeMessage | StepMessage | BotMessage | OpenMessage
    | RandomMessage | HintMessage | CanWinMessage | WithdrawMessage | HandsMessage | ClaimMessage
)  # fmt: skip


class ClientMessage(RootModel[Annotated[AnyClientMessage, Field(discriminator="type")]]):
    """What a client sends."""


# -- what the server sends --------------------------------------------------------------------------------------------


class ViewMessage(Model):
    """The game as the person sees it now."""

    type: Literal["view"] = "view"
    view: View
    room: RoomInfo


class LobbyMessage(Model):
    """A room that waits for its game to begin."""

    type: Literal["lobby"] = "lobby"
    room: RoomInfo


class ReactionMessage(Model):
    """A player's reaction."""

    type: Literal["reaction"] = "reaction"
    seat: int
    reaction: Reaction


class SaidMessage(Model):
    """What a player says."""

    type: Literal["said"] = "said"
    seat: int
    text: str


class StatusMessage(Model):
    """What people are waiting for."""

    type: Literal["status"] = "status"
    text: str


class ErrorMessage(Model):
    """A message was refused, or something failed; the game is unchanged."""

    type: Literal["error"] = "error"
    code: Code
    message: str
    rule: str  # the id of the rule that forbids a move; otherwise empty


class WhyAnswer(Model):
    """Why something may not be played; rule and sentence are empty if it may."""

    type: Literal["why"] = "why"
    text: str
    rule: str
    sentence: str


class HintAnswer(Model):
    """The move that a bot would make: one of those in the view of this number."""

    type: Literal["hint"] = "hint"
    number: int
    text: str
    label: str
    actions: list[int]
    expected: str  # its expected result, with an interval, in words; empty if there is no choice


class CanWinAnswer(Model):
    """Whether the game can still be won by somebody who knows all cards, in the position of this number."""

    type: Literal["can_win"] = "can_win"
    number: int
    answer: Verdict  # unknown: not found out in time
    sentence: str


class ClaimedMessage(Model):
    """Somebody has claimed the rest of the deal, or conceded it, and shown what they held; the view has all that was played."""

    type: Literal["claimed"] = "claimed"
    seat: int
    made: int  # how many actions stand after it
    settled: bool  # nothing could change any more, whatever anybody did
    concedes: bool  # settled, and somebody else gained more by it
    cards: list[str]  # the codes of what they held
    sentence: str


class GoneMessage(Model):
    """There is no such room, or no longer."""

    type: Literal["gone"] = "gone"


AnyServerMessage = (
    ViewMessage | LobbyMessage | StatusMessage | ErrorMessage | WhyAnswer | GoneMessage | ReactionMessage | SaidMessage
    | HintAnswer | CanWinAnswer | ClaimedMessage
)  # fmt: skip


class ServerMessage(RootModel[Annotated[AnyServerMessage, Field(discriminator="type")]]):
    """What the server sends."""
