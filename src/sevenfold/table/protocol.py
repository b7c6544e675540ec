"""The models of everything that goes over the wire: requests and answers over HTTP, messages of a room's WebSocket.

The published schema (`sevenfold.table.schema`) and `/api/openapi.json` are made from them; docs/protocol.md explains them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel, StrictBool, StrictInt, StrictStr

from sevenfold.view.description import View

from .refusal import Code
from .seating import BotChoice, Short

Value = StrictBool | StrictInt | StrictStr
Readiness = Literal["cold", "compiling", "ready"]
Status = Literal["open", "over", "given up"]
Text = Annotated[str, Field(max_length=200)]


class Model(BaseModel):
    """Something sent: it has all its fields, and no others."""

    model_config = ConfigDict(extra="forbid")


# -- games ------------------------------------------------------------------------------------------------------------


class CardInfo(Model):
    """A card of a game's pack."""

    code: str
    name: str
    suit: str | None  # its letter; None for jokers and special cards
    rank: int


class SuitInfo(Model):
    """A suit of a game's pack."""

    letter: str
    name: str


class OptionValue(Model):
    """A value that an option may have."""

    value: Value
    label: str
    about: str  # what it means; empty where the label says it


class OptionInfo(Model):
    """An option of a game."""

    name: str
    label: str
    about: str  # what it settles; empty if the game's file does not say
    values: list[OptionValue]
    default: Value


class GameInfo(Model):
    """A game that may be played."""

    id: str
    name: str
    about: str
    players: list[int]
    minutes: int
    deck: str
    cards: list[CardInfo]
    suits: list[SuitInfo]
    options: list[OptionInfo]


class BrokenGameInfo(Model):
    """A game that cannot be played, and why."""

    id: str
    error: str


class BotInfo(Model):
    """A kind of bot."""

    id: str
    name: str
    about: str


class PaceInfo(Model):
    """How long bots take."""

    id: str
    name: str


class Games(Model):
    """What may be played, by whom, and which games are compiled."""

    games: list[GameInfo]
    broken: list[BrokenGameInfo]
    bots: list[BotInfo]
    paces: list[PaceInfo]
    ready: dict[str, Readiness]


class Panel(Model):
    """A picture for the first game: what the game is about, with cards."""

    title: str
    html: str


class TermInfo(Model):
    """A word of the game, explained."""

    term: str
    about: str


class RulePage(Model):
    """A game's rule page; each rule is an element with the rule's id as its id."""

    game: str
    name: str
    html: str
    panels: list[Panel]  # for the first game; empty if the page has none
    tips: dict[str, str]  # for the first decision of each kind, by the view's `phase`
    terms: list[TermInfo]


# -- rooms ------------------------------------------------------------------------------------------------------------


class NewRoom(Model):
    """A game to begin."""

    game: Short
    options: dict[Short, StrictBool | StrictInt | Short] = {}
    seat: StrictInt | None = 0  # the person's; None: they watch the bots
    bots: Annotated[list[BotChoice], Field(max_length=10)] | None = None  # for the other seats; None: the usual bot


class RoomMade(Model):
    """The id of a new room."""

    room: str


class Bot(Model):
    """A bot at a seat."""

    kind: str
    pace: str


class RoomInfo(Model):
    """A room as lists show it."""

    id: str
    game: str
    name: str  # of the game
    options: dict[str, Value]
    seat: int | None  # the person's; None where they watch
    bots: list[Bot]  # one for each other seat
    made: int  # how many actions
    status: Status
    your_turn: bool
    score: str  # the person's as the view shows it, everybody's if they watch; empty if the game keeps none
    updated: float  # seconds since 1970


class Rooms(Model):
    """All rooms, the latest first."""

    rooms: list[RoomInfo]


class RecordResult(Model):
    """How a recorded game ended."""

    winners: list[int]
    returns: list[int | float]
    truncated: bool


class GameRecord(Model):
    """A game record, which gives the same game again."""

    format: int
    game: str
    options: dict[str, Value]
    players: int
    seed: int
    limit: int
    moves: list[str]
    result: RecordResult | None  # None: the game was broken off


class Problem(Model):
    """Why something was refused: a code for programs, a sentence for people."""

    code: Code
    message: str


class Refusal(Model):
    """The answer to a request that was refused."""

    error: Problem


# -- what a client sends over a room's WebSocket ----------------------------------------------------------------------


class Message(BaseModel):
    """A client's message."""

    model_config = ConfigDict(extra="forbid", strict=True)


class MoveMessage(Message):
    """A move, by its actions or its text; `made` is that of the view it answers."""

    type: Literal["move"]
    made: int
    actions: Annotated[list[int], Field(max_length=64)] = []
    text: Text = ""


class WhyMessage(Message):
    """The question why this may not be played."""

    type: Literal["why"]
    text: Text


class ClientMessage(RootModel[Annotated[MoveMessage | WhyMessage, Field(discriminator="type")]]):
    """What a client sends."""


# -- what the server sends over it ------------------------------------------------------------------------------------


class ViewMessage(Model):
    """The game as the person sees it now."""

    type: Literal["view"] = "view"
    view: View
    room: RoomInfo


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


class GoneMessage(Model):
    """There is no such room, or no longer."""

    type: Literal["gone"] = "gone"


Served = ViewMessage | StatusMessage | ErrorMessage | WhyAnswer | GoneMessage


class ServerMessage(RootModel[Annotated[Served, Field(discriminator="type")]]):
    """What the server sends."""
