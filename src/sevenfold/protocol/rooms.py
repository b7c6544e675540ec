"""Rooms and accounts over HTTP."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt

from sevenfold.protocol.errors import Code as ErrorCode
from sevenfold.session.deals import MOST

from .base import Digest, Hands, Model, Seat, Short, Status, Tempo, TypedName, Value, Verdict

DealNumber: TypeAlias = Annotated[int, Field(ge=1, le=MOST)]


class RequestBody(BaseModel):
    """The body of a request."""

    model_config = ConfigDict(extra="forbid", strict=True)


# -- people -----------------------------------------------------------------------------------------------------------


class Me(Model):
    """The person who sends the request."""

    name: str  # empty if they have not chosen one
    new: bool = False  # made by this request: whether their browser keeps the cookie is seen at the next


class NewName(RequestBody):
    """A new name."""

    name: TypedName


class NewPerson(Model):
    """An account for a client without cookies; its token goes into the Authorization header, after "Bearer "."""

    token: str
    person: Me


class Link(Model):
    """A link to share: as a path for the page itself, as addresses for other machines, and as a QR code."""

    path: str
    urls: list[str]  # the likeliest to work first
    qrs: list[str]  # each of them as a QR code in SVG
    shared: bool  # whether other machines reach them; otherwise only the server's own


class DeviceLink(Link):
    """A link that logs one other device in, within ten minutes."""

    expires: float  # seconds since 1970


class Code(RequestBody):
    """The code from a link."""

    code: Short


class PageAt(RequestBody):
    """Where the sender's page lies on their server: not at / behind a proxy that adds a path."""

    page: Annotated[str, Field(max_length=200, pattern=r"^/([A-Za-z0-9._~-]+/)*$")] = "/"


class NewInvitation(PageAt):
    """An invitation to one seat, or to any open one."""

    seat: Seat | None = None


class PushInfo(Model):
    """Whether the server calls people by Web Push."""

    key: str  # what a browser subscribes with, in base64url; empty: it calls nobody


class NewSubscription(RequestBody):
    """A browser's subscription at its push service, as the browser describes it."""

    endpoint: Annotated[str, Field(max_length=1000)]
    p256dh: Short
    auth: Short


class NetworkInfo(Model):
    """Which other devices reach the server, and what the reader may do about it."""

    urls: list[str]  # its addresses for them, the likeliest to work first; empty: only the server's own computer reaches it
    may_open: bool  # the reader, at that computer, may open it to the network
    may_close: bool  # it was opened so, and the reader may close it again
    addresses: list[str]  # of that computer in its networks, for such a reader; empty: it is in none
    public: bool  # one of these is reached from the whole internet


class NetworkWish(RequestBody):
    """Whether other devices in the network are to reach the server."""

    open: StrictBool


class Joining(RequestBody):
    """Taking the seat that an invitation offers."""

    code: Short
    name: TypedName = ""  # empty: as before


# -- rooms ------------------------------------------------------------------------------------------------------------


class Promise(Model):
    """A commitment of the server, made before it knows what players add to the shuffle; good once, for ten minutes."""

    promise: str
    commitment: str  # SHA-256 of a secret that the game's record will contain: 64 hexadecimal digits


class Shuffling(RequestBody):
    """What a player adds to the shuffle of a game that begins at once."""

    promise: Short = ""  # the promise whose secret is used; empty: a new secret
    random: Digest | None = None  # their own randomness, generated after the promise


class Again(Shuffling):
    """A rematch, or in a game for one another deal at any time."""

    deal: Literal["new", "same"] | DealNumber = "new"  # a number: only where no other people play
    leave: bool = False  # in a game for one that is not over: give it up


class SeatWish(RequestBody):
    """Who gets a seat of a new room."""

    kind: Literal["you", "open", "bot"]
    bot: Short = "club"  # the kind of bot, possibly with a budget: "search:2000"


class ClockInfo(RequestBody):
    """The time of each seat: seconds for the whole game, and an increment for each move."""

    seconds: Annotated[float, Field(ge=1, le=1_000_000)]
    increment: Annotated[float, Field(ge=0, le=100_000)] = 0.0


class NewRoom(Shuffling):
    """A request for a new room."""

    game: Short
    options: dict[Short, StrictBool | StrictInt | Short] = {}
    seats: Annotated[list[SeatWish], Field(max_length=10)] | None = None  # None: you at seat 0, the usual bots elsewhere
    watch: bool = False  # bots play at all seats
    pace: Short = "normal"  # of the bots
    tempo: Tempo = "live"  # turns: people play when they have time, so no bot stands in for absent players
    clock: ClockInfo | None = None
    deal: DealNumber | None = None  # the number of the deal; no other people may play
    daily: bool = False  # the deal of the day, the same for everybody
    winnable: bool = False  # in a game for one: a deal that the server knows can be won
    test: bool = False  # a test room, for a game's designer; where the catalogue says that there are test rooms
    public: bool = False  # anybody may sit at an open seat; where the catalogue says that there are public rooms


class RoomMade(Model):
    """A new room."""

    room: str
    commitment: str = ""  # to its shuffle, in hexadecimal digits; empty if the deal was chosen


class SeatInfo(Model):
    """A seat and its player."""

    model_config = ConfigDict(extra="forbid", frozen=True)  # one object is sent to many, as long as nothing changes

    seat: int
    kind: Literal["person", "bot", "open"]
    name: str
    colour: int  # 0 to 5
    bot: str | None  # the kind of bot that plays there, or would
    you: bool  # the reader plays there
    may_sit: bool  # whether the reader may sit down there without an invitation
    here: bool  # its player is connected
    stand_in: bool  # a bot plays until they return
    out_of_time: bool  # their time has run out, so a bot plays
    seconds: float | None  # left on their clock
    gave: bool  # they have added randomness to the shuffle


class AskingInfo(Model):
    """A player's request to take something back."""

    seat: int
    to: int  # the number of actions that would be left
    yes: list[int]  # the seats that agree


class RoomResult(Model):
    """The result of a room's game."""

    winners: list[int]
    sentence: str
    scores: list[str]  # by seat
    resigned: int | None  # the seat that gave up, which ended the game


class SequelInfo(Model):
    """The rematch of a room."""

    room: str
    name: str  # of who made it
    you: bool  # the reader made it


class EveningPlayer(Model):
    """What one person has reached in the games of an evening."""

    name: str
    you: bool
    won: int  # games, also together with others
    points: float | None  # in the games of the same kind; None: they keep none


class EveningInfo(Model):
    """The running score of people who play one game after another."""

    games: int
    players: list[EveningPlayer]
    sentences: list[str]  # the same in words


class RoomInfo(Model):
    """A room as its reader may know it."""

    id: str
    game: str
    name: str  # of the game
    options: dict[str, Value]
    options_text: str  # the same in words, without the number of players
    status: Status
    tempo: Tempo
    paused: bool
    pace: str
    clock: ClockInfo | None
    host: bool  # whether the reader is the host
    seats: list[SeatInfo]
    seat: int | None  # the seat whose view the reader gets; None: a spectator
    number: int  # of entries in its log; a move must name it
    made: int  # number of actions that stand
    your_turn: bool
    score: str  # the reader's, or everybody's for a spectator; empty if the game keeps none
    updated: float  # seconds since 1970
    created: float
    taken_back: int  # number of times something was taken back, except as the rules allow
    asked: int  # number of questions whether the game can still be won
    counts: bool  # whether this game for one counts as not won if the reader leaves it for another deal now
    may_ask: bool  # whether the reader may ask that now
    may_undo: bool  # whether the reader may undo now; other players are asked first
    may_redo: bool
    resigns: bool  # whether giving up ends the game, which the only other person then wins
    why_not_undo: str  # a sentence, or empty
    asking: AskingInfo | None
    result: RoomResult | None
    commitment: str  # to the shuffle, as 64 hexadecimal digits; empty if the deal was chosen
    deal: str  # the deal's number; unless it was chosen by number, empty until the game is over
    daily: str  # the date of a deal of the day, or empty
    winnable: bool  # whether the deal was chosen as one that can be won
    verdict: Verdict | None  # whether a lost game for one could have been won, once that is known
    public: bool  # anybody on this server may sit at an open seat before the game begins
    gathers: bool  # all seats are taken, by several people: it begins by itself once everybody has come in
    sequel: SequelInfo | None  # its rematch
    evening: EveningInfo | None  # for its players: the games that these people have ended one after another; with a view only
    hands: Hands  # open: to spectators, where only bots play; seen: they have been open, so nobody may sit down
    may_open_hands: bool  # whether the reader may open or close them
    seen_by_all: list[str]  # for a reader with several seats: what everybody saw since they last moved, in sentences
    rules_note: str  # that the game's rules have changed since it was begun, or that it is not installed; empty if all is well
    may_go_on: bool  # whether the reader may let it go on under rules that have changed, by resuming it
    chat: bool  # whether its host lets people write
    watched: bool  # for its players and its host: whether somebody else watches
    test: bool  # a test room: its host may see all hands, move for everybody and go back; its game does not count
    held: bool  # in a test room: bots make no moves until its host lets them go
    sees_all: bool  # in a test room: the view shows all hands, as its host has asked


class InvitationInfo(Model):
    """What an invitation offers."""

    room: RoomInfo
    host: str  # the name of the room's host; empty if they have not chosen one
    seat: int | None  # None: any open one


class Rooms(Model):
    """The reader's rooms, latest first."""

    rooms: list[RoomInfo]


class GoingOn(Model):
    """The reader's games to go on with: not over, with a move in the last two weeks; those with people and their turn first."""

    rooms: list[RoomInfo]
    total: int  # how many rooms the reader has in all


class DailyAttempt(Model):
    """Somebody's attempt at a deal of the day: their first, which is the one that counts."""

    game: str
    options: dict[str, Value]
    room: str  # in which it was made; empty if that was deleted
    outcome: Literal["", "won", "lost", "given up"]  # empty: it goes on
    moves: int
    score: str  # empty if the game keeps none
    seconds: float  # from the first move to the last
    taken_back: int  # how often something was taken back


class DailyGame(Model):
    """Today's deal of a game for one, with the usual options."""

    game: str
    name: str  # of the game
    attempt: DailyAttempt | None  # the reader's, which counts; None: they have played nothing of it
    room: str  # in which the reader has it; empty: none yet
    doubtful: bool  # nobody knows whether it can be won


class DailyStreak(Model):
    """How many days in a row somebody has played the deal of the day to an end, and how many they have won."""

    game: str  # empty: of any game
    played: int  # days in a row up to today, or to yesterday as long as today's is to come
    won: int
    longest_played: int
    longest_won: int
    days: list[Literal["", "won", "lost", "given up"]]  # the last seven, the best of each; the last is today


class DailyRank(Model):
    """A place in the results of a deal of the day."""

    rank: int
    name: str
    you: bool
    moves: int
    score: str
    seconds: float
    taken_back: int


class DailyBar(Model):
    """How many attempts at a deal of the day ended in one way."""

    outcome: Literal["won", "lost", "given up"]
    least: int  # moves of those that were won; 0 for the others
    most: int
    count: int
    yours: bool  # whether the reader's is among them


class DailyBoard(Model):
    """The results of a deal of the day on this server."""

    ended: int  # attempts
    won: int
    rank: int | None  # the reader's among those who have won
    best: list[DailyRank]  # of those who have won and chosen a name, and the reader; the best twenty
    bars: list[DailyBar]


class Daily(Model):
    """Today's deals."""

    date: str  # in UTC, as 2026-11-22
    ends: float  # when the day ends, in seconds since 1970
    rooms: list[RoomInfo]  # the first rooms in which the reader played them
    attempts: list[DailyAttempt]  # the reader's at today's deals
    streaks: list[DailyStreak]  # over all games, then by game as they were last played; empty before the first attempt
    deals: list[DailyGame]  # of the games for one, with their usual options, as the games are listed


class DailyResults(Model):
    """A deal of the day: what the reader has made of it, and once their own attempt has ended what others have."""

    date: str  # in UTC
    ends: float  # when that day ends, in seconds since 1970
    game: str
    name: str  # of the game
    options: dict[str, Value]
    options_text: str  # the same in words; empty if they are the usual ones
    mine: DailyAttempt | None  # the reader's attempt that counts; None: they have played nothing of it
    streak: DailyStreak  # of the reader, over all games
    streak_in_game: DailyStreak
    others: DailyBoard | None  # None until the reader's own attempt has ended


class RecordResult(Model):
    """The result of a recorded game."""

    winners: list[int]
    returns: list[int | float]
    truncated: bool


class Contribution(Model):
    """What a player's device added to a shuffle."""

    seat: int
    random: str  # 64 hexadecimal digits


class ShuffleRecord(Model):
    """What a game's seed is made from; see docs/study/chance.md."""

    commitment: str  # 64 hexadecimal digits, like the secret
    secret: str
    contributions: list[Contribution]


class GameRecord(Model):
    """A game record, from which the game can be replayed. What it holds beyond that, another version may understand."""

    model_config = ConfigDict(extra="ignore")

    format: int
    game: str
    options: dict[str, Value]
    players: int
    seed: int | str  # 64 hexadecimal digits from 2^53 on
    limit: int
    moves: list[str | StrictInt]  # in format 3 the numbers of the actions
    result: RecordResult | None  # None: the game did not end
    shuffle: ShuffleRecord | None = None
    resigned: int | None = None  # the seat that gave up, which ended the game
    rules: str = ""  # the fingerprint of the rules that it was played by; empty: unknown


class Problem(Model):
    """Why something was refused: a code for programs, a sentence for people."""

    code: ErrorCode
    message: str


class Refusal(Model):
    """The answer to a refused request."""

    error: Problem
