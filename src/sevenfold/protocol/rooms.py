"""Rooms and the people in them, over HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt

from sevenfold.protocol.errors import Code as ErrorCode

from .base import Digest, Hands, Model, Seat, Short, Status, Tempo, Value, Verdict


class RequestBody(BaseModel):
    """The body of a request."""

    model_config = ConfigDict(extra="forbid", strict=True)


# -- people -----------------------------------------------------------------------------------------------------------


class Me(Model):
    """Whoever asks."""

    name: str  # empty: they have not said


class NewName(RequestBody):
    """What somebody wants to be called."""

    name: Short


class NewPerson(Model):
    """A person for a client without cookies: its token goes into the header Authorization, after "Bearer "."""

    token: str
    person: Me


class Link(Model):
    """A link to hand on: for the page itself, as whole addresses that other machines may open, and drawn."""

    path: str
    urls: list[str]
    qr: str  # the first of them as a QR code, in SVG


class DeviceLink(Link):
    """A link that makes another device the same person's: once, within ten minutes."""

    expires: float  # seconds since 1970


class Code(RequestBody):
    """What a link holds."""

    code: Short


class NewInvitation(RequestBody):
    """An invitation to one seat, or to any that is free."""

    seat: Seat | None = None


class Joining(RequestBody):
    """Taking the seat that an invitation offers."""

    code: Short
    name: Short = ""  # empty: as before


# -- rooms ------------------------------------------------------------------------------------------------------------


class Promise(Model):
    """What the server holds itself to before it knows what is added to the shuffle; good once, for ten minutes."""

    promise: str
    commitment: str  # the SHA-256 of a secret that is in the game's record later: 64 hexadecimal digits


class Shuffling(RequestBody):
    """What somebody adds to the shuffle of a game that begins at once."""

    promise: Short = ""  # whose secret the shuffle has; empty: a new one, which nobody was promised
    random: Digest | None = None  # their own randomness, made once they have the promise


class Again(Shuffling):
    """The same once more."""

    deal: Literal["new", "same"] = "new"


class SeatWish(RequestBody):
    """Who is to sit at a seat of a new room."""

    kind: Literal["you", "open", "bot"]
    bot: Short = "club"  # the kind of bot, or with its budget: "search:2000"


class ClockInfo(RequestBody):
    """How much time each seat has: seconds for the whole game, and more of them for each move."""

    seconds: Annotated[float, Field(ge=1, le=1_000_000)]
    increment: Annotated[float, Field(ge=0, le=100_000)] = 0.0


class NewRoom(Shuffling):
    """A game to begin."""

    game: Short
    options: dict[Short, StrictBool | StrictInt | Short] = {}
    seats: Annotated[list[SeatWish], Field(max_length=10)] | None = None  # None: you at 0, the usual bots elsewhere
    watch: bool = False  # nobody sits: bots play at all seats
    pace: Short = "normal"  # of the bots
    tempo: Tempo = "live"  # turns: nobody waits at the table, so nobody is played for while they are away
    clock: ClockInfo | None = None
    deal: Annotated[int, Field(ge=1, le=4_294_967_295)] | None = None  # the deal of this number; nobody else may play
    daily: bool = False  # the deal of the day, which is the same for all; likewise
    winnable: bool = False  # in a patience for one: a deal of which the server has found that it can be won


class RoomMade(Model):
    """The id of a new room."""

    room: str
    commitment: str = ""  # to the secret of its shuffle, in hexadecimal digits; empty if the deal was chosen


class SeatInfo(Model):
    """A seat, and who sits there."""

    seat: int
    kind: Literal["person", "bot", "open"]
    name: str
    colour: int  # 0 to 5
    bot: str | None  # what kind of bot plays there, or would
    you: bool  # it is the reader's
    may_sit: bool  # the reader may sit down there: come back to it, or take it before the game begins
    here: bool  # its person is connected
    stand_in: bool  # a bot plays for them until they are back
    out_of_time: bool  # their clock has run out, so a bot plays
    seconds: float | None  # left on their clock
    gave: bool  # their own randomness is in the shuffle


class AskingInfo(Model):
    """A player asks the others to agree to taking something back."""

    seat: int
    to: int  # how many actions would stay
    yes: list[int]  # the seats that agree


class RoomResult(Model):
    """How a room's game ended."""

    winners: list[int]
    sentence: str
    scores: list[str]  # by seat


class SequelInfo(Model):
    """A room that somebody has made for the same people to play again."""

    room: str
    name: str  # of who made it
    you: bool  # the reader made it


class RoomInfo(Model):
    """A room, as its reader may know it."""

    id: str
    game: str
    name: str  # of the game
    options: dict[str, Value]
    status: Status
    tempo: Tempo
    paused: bool
    pace: str
    clock: ClockInfo | None
    host: bool  # the reader is
    seats: list[SeatInfo]
    seat: int | None  # the one shown to the reader; None: a spectator
    number: int  # how many entries its log has: a move answers this number
    made: int  # how many actions stand
    your_turn: bool
    score: str  # the reader's as the view shows it, everybody's if they watch; empty if the game keeps none
    updated: float  # seconds since 1970
    created: float
    taken_back: int  # how many times something was taken back that the rules do not let be changed
    asked: int  # how many times it was asked whether the game can still be won
    may_ask: bool  # the reader, now
    may_undo: bool  # the reader, now; where there are others, this asks them
    may_redo: bool
    why_not_undo: str  # a sentence, or empty
    asking: AskingInfo | None
    result: RoomResult | None
    commitment: str  # to the secret of the shuffle, as 64 hexadecimal digits; empty if the deal was chosen
    deal: str  # the deal's number; of one that was not chosen by its number, empty until the game is over
    daily: str  # the date of a deal of the day, or empty
    winnable: bool  # the deal was chosen because it can be won
    verdict: Verdict | None  # could the deal have been won? once a game for one is lost and that has been looked into
    gathers: bool  # it begins by itself, once everybody who played the room before it has come in
    sequel: SequelInfo | None  # the room that was made after it for the same people
    hands: Hands  # open to all who watch, where bots play at all seats; seen: they have been, so nobody may sit down
    may_open_hands: bool  # the reader may open or close them
    seen_by_all: list[str]  # for who holds several seats: what everybody saw happen since they last moved, in sentences


class InvitationInfo(Model):
    """What an invitation offers."""

    room: RoomInfo
    seat: int | None  # None: any that is free


class Rooms(Model):
    """Rooms of the reader, the latest first."""

    rooms: list[RoomInfo]


class Daily(Model):
    """Today's deals."""

    date: str  # in UTC, as 2026-11-22
    rooms: list[RoomInfo]  # where the reader plays or played them: the first room of each game with its options


class RecordResult(Model):
    """How a recorded game ended."""

    winners: list[int]
    returns: list[int | float]
    truncated: bool


class Contribution(Model):
    """What a player's device put into a shuffle."""

    seat: int
    random: str  # 64 hexadecimal digits


class ShuffleRecord(Model):
    """What a game's seed comes from; see docs/study/chance.md."""

    commitment: str  # 64 hexadecimal digits, as has
    secret: str
    contributions: list[Contribution]


class GameRecord(Model):
    """A game record, which gives the same game again."""

    format: int
    game: str
    options: dict[str, Value]
    players: int
    seed: int | str  # 64 hexadecimal digits from 2^53 on
    limit: int
    moves: list[str]
    result: RecordResult | None  # None: the game was broken off
    shuffle: ShuffleRecord | None = None


class Problem(Model):
    """Why something was refused: a code for programs, a sentence for people."""

    code: ErrorCode
    message: str


class Refusal(Model):
    """The answer to a request that was refused."""

    error: Problem
