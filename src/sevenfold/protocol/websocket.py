"""The messages of a room's WebSocket."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, RootModel

from sevenfold.protocol.errors import Code
from sevenfold.view.description import View

from .base import Digest, Message, Model, Reaction, Seat, Short, Text, Verdict
from .finished_games import ReplayStep
from .rooms import RoomInfo
from .talk import (
    AllowChatMessage,
    ChatLinesMessage,
    ChatMessage,
    MutedMessage,
    MuteMessage,
    PointedMessage,
    PointMessage,
)  # fmt: skip

# -- what a client sends ----------------------------------------------------------------------------------------------


class BeatMessage(Message):
    """Ask whether the connection still holds; answered by a beat at once."""

    type: Literal["beat"]


class MoveMessage(Message):
    """Make a move, given by its actions or its text; `number` is the room's number in the view that it answers."""

    type: Literal["move"]
    number: int
    actions: Annotated[list[int], Field(max_length=64, default_factory=list)]
    text: Text = ""


class WhyMessage(Message):
    """Ask why something may not be played."""

    type: Literal["why"]
    text: Text


class ShowMessage(Message):
    """Show the view of another of one's own seats."""

    type: Literal["show"]
    seat: Seat


class UndoMessage(Message):
    """Take one's last decision back, or ask the other players to agree; `number` as in a move."""

    type: Literal["undo"]
    number: int


class RedoMessage(Message):
    """Play again what was taken back, up to one's next decision; `number` as in a move."""

    type: Literal["redo"]
    number: int


class ConsentMessage(Message):
    """Answer a request to take something back; `number` as in a move."""

    type: Literal["consent"]
    number: int
    yes: bool


class WithdrawMessage(Message):
    """Withdraw one's request to take something back; `number` as in a move."""

    type: Literal["withdraw"]
    number: int


class ReactMessage(Message):
    """Show everybody a reaction."""

    type: Literal["react"]
    reaction: Reaction


class SayMessage(Message):
    """Say one of the game's phrases, with a card if the phrase names one."""

    type: Literal["say"]
    phrase: Short
    card: Short = ""


class StartMessage(Message):
    """Begin the game, with bots at the open seats; for the host."""

    type: Literal["start"]


class SitMessage(Message):
    """Return to one's own seat, or take an open one before the game begins."""

    type: Literal["sit"]
    seat: Seat


class LeaveMessage(Message):
    """Get up from one's own seat: a bot plays on."""

    type: Literal["leave"]
    seat: Seat


class PaceMessage(Message):
    """Set the pace of bots; for the host."""

    type: Literal["pace"]
    pace: Short


class PauseMessage(Message):
    """Pause the game; for the host."""

    type: Literal["pause"]


class ResumeMessage(Message):
    """Resume the game; for the host."""

    type: Literal["resume"]


class StepMessage(Message):
    """Let a bot make one move in a paused game; for the host."""

    type: Literal["step"]


class HandsMessage(Message):
    """Open or close all hands of a game that only bots play; for the host. Nobody can sit down there afterwards."""

    type: Literal["hands"]
    open: bool


class BotMessage(Message):
    """Put a bot in a seat; for the host."""

    type: Literal["bot"]
    seat: Seat
    kind: Short


class OpenMessage(Message):
    """Open a seat for somebody; for the host."""

    type: Literal["open"]
    seat: Seat


class RandomMessage(Message):
    """Add one's own randomness to the shuffle, once, before the cards are dealt."""

    type: Literal["random"]
    value: Digest


class HintMessage(Message):
    """Ask what a bot would play, on one's own turn where no other person plays; `number` as in a move."""

    type: Literal["hint"]
    number: int


class ClaimMessage(Message):
    """Claim the rest of the deal on one's own turn, if it is certain from what one knows; `number` as in a move."""

    type: Literal["claim"]
    number: int


class CanWinMessage(Message):
    """Ask whether this game for one can still be won. The room counts the questions; `number` as in a move."""

    type: Literal["can_win"]
    number: int


# In a test room, for its host:


class DesignMessage(Message):
    """Ask for the moves of the seat to move, and for the moments that one can jump to."""

    type: Literal["design"]


class PeekMessage(Message):
    """Show all hands over this connection, or only what one's own seat sees."""

    type: Literal["peek"]
    on: bool


class HoldMessage(Message):
    """Hold the bots, which make no move until they are let go."""

    type: Literal["hold"]
    on: bool


class ForceMessage(Message):
    """Make a move for the seat to move, whoever sits there; `number` as in a move."""

    type: Literal["force"]
    number: int
    actions: Annotated[list[int], Field(min_length=1, max_length=64)]


class JumpMessage(Message):
    """Go back to an earlier moment, without asking anybody, and hold the bots; `number` as in a move."""

    type: Literal["jump"]
    number: int
    to: int  # the number of actions that stand there


AnyClientMessage = (
    MoveMessage | WhyMessage | ShowMessage | ReactMessage | SayMessage | PointMessage | ChatMessage | MuteMessage
    | AllowChatMessage | StartMessage | SitMessage | LeaveMessage | PaceMessage
    | UndoMessage | RedoMessage | ConsentMessage | PauseMessage | ResumeMessage | StepMessage | BotMessage | OpenMessage
    | RandomMessage | HintMessage | CanWinMessage | WithdrawMessage | HandsMessage | ClaimMessage | BeatMessage
    | DesignMessage | PeekMessage | HoldMessage | ForceMessage | JumpMessage
)  # fmt: skip


class ClientMessage(RootModel[Annotated[AnyClientMessage, Field(discriminator="type")]]):
    """A message from a client."""


# -- what the server sends --------------------------------------------------------------------------------------------


class ViewMessage(Model):
    """The game as the reader sees it now."""

    type: Literal["view"] = "view"
    view: View
    room: RoomInfo


class LobbyMessage(Model):
    """A room whose game has not begun."""

    type: Literal["lobby"] = "lobby"
    room: RoomInfo


class ReactionMessage(Model):
    """A player's reaction."""

    type: Literal["reaction"] = "reaction"
    seat: int
    reaction: Reaction


class SaidMessage(Model):
    """A phrase that a player says."""

    type: Literal["said"] = "said"
    seat: int
    text: str


class AnnouncementMessage(Model):
    """A sentence about a player that everybody else at the table is told, such as that a bot plays on for them."""

    type: Literal["announcement"] = "announcement"
    seat: int
    text: str


class StatusMessage(Model):
    """What the reader is waiting for."""

    type: Literal["status"] = "status"
    text: str


class ErrorMessage(Model):
    """A message was refused, or something failed; the game is unchanged."""

    type: Literal["error"] = "error"
    code: Code
    message: str
    rule: str  # the id of the rule that forbids a move; otherwise empty


class WhyAnswer(Model):
    """Why something may not be played; rule and sentence are empty if it may be."""

    type: Literal["why"] = "why"
    text: str
    rule: str
    sentence: str


class HintAnswer(Model):
    """The move that a bot would make: one of those in the view with this number."""

    type: Literal["hint"] = "hint"
    number: int
    text: str
    label: str
    actions: list[int]
    sentence: str  # what and why
    figure: str  # what is to be expected of it, in short: "64 % to win" or "+2.3 points"; empty without a choice
    expected: str  # the same at length, with an interval


class CanWinAnswer(Model):
    """Whether the game can still be won, in the position with this number."""

    type: Literal["can_win"] = "can_win"
    number: int
    answer: Verdict  # unknown: the solver ran out of time
    sentence: str


class ClaimedMessage(Model):
    """A player has claimed or conceded the rest of the deal and shown their hand; views of each action follow."""

    type: Literal["claimed"] = "claimed"
    seat: int
    start: int = 0  # number of actions that stood before it
    made: int  # number of actions that stand after it
    settled: bool  # nobody could have changed the result
    claims: bool  # the claimant's side takes all tricks that are left
    concedes: bool  # others take them all
    cards: list[str]  # the codes of what they held
    sentence: str


class ForcedMove(Model):
    """A move that the host of a test room may make for the seat to move."""

    text: str
    label: str
    actions: list[int]


class DesignAnswer(Model):
    """What the host of a test room may choose from, in the position with this number."""

    type: Literal["design"] = "design"
    number: int
    seat: int | None  # the seat to move; None once the game is over
    moves: list[ForcedMove]
    moments: list[ReplayStep]  # before each move so far: how many actions stand, and what happened since the moment before


class BeatAnswer(Model):
    """The connection holds."""

    type: Literal["beat"] = "beat"


class GoneMessage(Model):
    """The room does not exist, or no longer."""

    type: Literal["gone"] = "gone"


AnyServerMessage = (
    ViewMessage | LobbyMessage | StatusMessage | ErrorMessage | WhyAnswer | GoneMessage | ReactionMessage | SaidMessage
    | PointedMessage | ChatLinesMessage | MutedMessage
    | HintAnswer | CanWinAnswer | ClaimedMessage | BeatAnswer | AnnouncementMessage | DesignAnswer
)  # fmt: skip


class ServerMessage(RootModel[Annotated[AnyServerMessage, Field(discriminator="type")]]):
    """A message from the server."""
