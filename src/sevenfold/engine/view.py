"""The view: what one seat sees of a table, as data that page, terminal and notebook draw without knowing any game.

A view is made from a state in which everything that its seat may not see has been blotted out (redeal.redact), so a
mistake here cannot show it. The published schema is `schema()` in sevenfold.table; the page's types come from it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

ZoneKind = Literal["hand", "trick", "stock", "pile", "row", "cells", "triangle", "chain", "grid", "set"]
Place = Literal["", "centre", "north", "east", "south", "west"]


@dataclass
class Face:
    """A place of a zone: a card face up (`code`), a card face down, or an empty place."""

    state: Literal["up", "down", "empty"]
    code: str | None = None
    seat: int | None = None  # who put it there (the cards of a trick)
    x: int | None = None  # where it lies, in a triangle (row and place: y, x) or on a grid
    y: int | None = None
    note: str = ""  # a few words about it
    why: str = ""  # touched now it does nothing, because


@dataclass
class Zone:
    """A place for cards."""

    id: str  # unique in the view: "hand-0", "trick", "stock"
    kind: ZoneKind
    label: str
    owner: int | None  # the seat before which it lies; None: the middle
    faces: list[Face]
    count: int  # how many cards it holds, also where not all of them are listed (a pile lists its top only)
    note: str = ""
    place: Place = ""  # where it lies in a cross of zones: in its centre, or as an arm that points there


@dataclass
class Line:
    """A small fact about a seat: its bid, its tricks."""

    label: str
    value: str


@dataclass
class SeatView:
    """One seat at the table."""

    seat: int
    name: str
    score: str  # empty where the game keeps none
    lines: list[Line]
    badges: list[str]
    side: int | None  # partners share a side
    is_dealer: bool
    is_turn: bool
    is_out: bool


@dataclass
class Spot:
    """A place of a zone, by the zone's id and the place in its faces (-1: the zone as a whole)."""

    zone: str
    at: int


@dataclass
class Gesture:
    """How a move is made at the table: touch the spots in order, then press the button, where there is one."""

    spots: list[Spot]
    button: str  # empty: none
    key: str  # a key that presses the button; empty: none


@dataclass
class Move:
    """Something the viewer may do now."""

    actions: list[int]
    text: str  # as records print it
    label: str  # where it has a colon, what follows tells the effect: "Attack Bo with red 5: 2 by suit"
    gesture: Gesture


@dataclass
class TrickCard:
    """A card of a finished trick."""

    seat: int
    code: str


@dataclass
class LastTrick:
    """The trick that was finished last."""

    number: int  # counted through the game, from 1
    taker: int
    cards: list[TrickCard]  # as played


@dataclass
class SheetRow:
    """A deal that has been scored."""

    deal: int
    points: list[float]
    totals: list[float]


@dataclass
class News:
    """Something that happened, as everybody may know it."""

    number: int  # counted through the game, from 1
    seat: int | None
    text: str


@dataclass
class Result:
    """How the game ended."""

    winners: list[int]
    returns: list[float]
    truncated: bool
    sentence: str


@dataclass
class View:
    """What one seat, or a spectator, sees of a table."""

    format: int  # 1
    game: str
    name: str
    deck: str  # how the cards are drawn: french, sevendeck, suitors
    seat: int | None  # who looks; None for a spectator
    turn: int | None  # who decides; None once the game is over
    phase: str
    ask: bool  # a single move is to be asked for all the same
    made: int  # actions so far: a move answers the view of this number
    prompt: str
    about: str  # the rule that matters now, for the rules page: an id, or empty
    seats: list[SeatView]
    zones: list[Zone]
    moves: list[Move] = field(default_factory=list)
    last_trick: LastTrick | None = None
    sheet: list[SheetRow] = field(default_factory=list)
    news: list[News] = field(default_factory=list)  # the latest
    result: Result | None = None
