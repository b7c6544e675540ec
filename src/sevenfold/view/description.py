"""The view: what one seat sees of the table, as data that page, terminal and notebook draw without knowing any game.

A view is made from a position in which everything that its seat may not see has been redacted, and from the events as
that seat learnt of them, so a mistake here cannot show what is hidden. The published schema is in `sevenfold.protocol.schema`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

FORMAT = 2
ZoneKind = Literal["hand", "trick", "stock", "pile", "row", "column", "cells", "triangle", "chain", "grid"]
Purpose = Literal[
    "hand", "passing", "drawn", "trick", "stock", "discard", "turn-up", "tableau", "reserve", "chain", "base", "target",
    "table", "waste", "laid",
]  # fmt: skip
Place = Literal["", "centre", "north", "east", "south", "west"]
Mark = Literal["", "winning", "match", "couples", "last", "number", "suit", "pivot"]
Badge = Literal["", "trump", "penalty", "reverse"]
Shows = Literal["", "line", "large"]


@dataclass(slots=True)
class Face:
    """A place of a zone: a card face up (`code`), a card face down, or an empty place."""

    state: Literal["up", "down", "empty"]
    code: str | None = None
    seat: int | None = None  # the seat that played it (in a trick) or gave it (in a hand)
    x: int | None = None  # its place in a triangle (y: row, x: place in the row) or on a grid
    y: int | None = None
    mark: Mark = ""  # winning: would take the trick; match: is matched by the attack; couples: joins two chains; others: sets
    note: str = ""  # a short remark
    why: str = ""  # why touching it now does nothing
    like: int | None = None  # the place in its zone of a card like it, whose move is also made by touching this one
    place: str = ""  # where an empty place of a grid or a triangle is, in words: "left of the red 4"


@dataclass(slots=True)
class Zone:
    """A place for cards."""

    id: str  # unique in the view: "hand-0", "trick", "stock"
    kind: ZoneKind  # how it is drawn
    purpose: Purpose  # what it is for
    label: str  # without its owner: "Hand", "Discard pile", "Chain 2"
    owner: int | None  # the seat it lies in front of; None: the middle
    faces: list[Face]
    count: int  # how many cards it holds, even if not all are listed (a pile lists only its top)
    beneath: list[str] = field(default_factory=list)  # the cards below the top, of a pile that players may look through
    leader: int | None = None  # the seat that led to a trick, whose faces are in the order of play
    note: str = ""
    place: Place = ""  # its place in a cross of zones: the centre, or the arm in that direction


@dataclass(slots=True)
class Fact:
    """Something in force that the table shows: the trump, what must be followed, the target."""

    id: str  # "trump", "follow", "role-penalty"; unique in the view
    label: str  # "Trump", "Follow", "Penalty"
    text: str  # its value in words: "spades", "number 3", "none"
    suit: str | None = None  # the letter of a suit to draw
    number: int | None = None  # a number to draw
    card: str | None = None  # the code of a card to draw
    suits: list[str] = field(default_factory=list)  # the letters of several suits to draw, in order
    badge: Badge = ""  # shown on every face-up card of its suit or number
    by_trick: bool = False  # whether it is drawn beside the trick, because it says what may be played to it


@dataclass(slots=True)
class Step:
    """One step of a track."""

    text: str  # "spades: married"
    suit: str | None  # the letter of a suit to draw
    state: Literal["none", "half", "full", "closed"]


@dataclass(slots=True)
class Track:
    """Progress towards something: suits married by a side, bids against tricks, cards left to place."""

    id: str  # unique in the view; "deals" counts the deals
    label: str  # "Marked off"
    text: str  # the progress in words: "3 of 7"
    side: int | None  # the side it belongs to; None: all players
    value: int
    of: int  # the goal; 0: there is none
    steps: list[Step] = field(default_factory=list)  # empty: a plain bar of value / of


@dataclass(slots=True)
class Line:
    """A small fact about a seat: its bid, its tricks."""

    label: str
    value: str
    of: int | None = None  # the goal: for tricks won, the bid


@dataclass(slots=True)
class SeatView:
    """One seat at the table."""

    seat: int
    name: str
    score: str  # empty if the game keeps none
    cards: int | None  # the number of its cards; None if seats hold no cards
    lines: list[Line]
    badges: list[str]
    side: int | None  # partners share a side
    is_dealer: bool
    is_turn: bool
    is_out: bool


@dataclass(slots=True)
class Spot:
    """A place of a zone: the zone's id and an index into its faces (-1: the whole zone), or a seat: "seat-2" and -1."""

    zone: str
    at: int


@dataclass(slots=True)
class Gesture:
    """How a player makes a move: touch the spots in order, then press the button if there is one."""

    spots: list[Spot]
    button: str  # empty: none
    key: str  # a key that presses the button; empty: none


@dataclass(slots=True)
class Move:
    """A move that the viewer may make now."""

    actions: list[int]
    text: str  # as in records
    label: str  # "Attack Bo with the red 5"
    effect: str  # its effect if known: "2 by suit"; otherwise empty
    gesture: Gesture
    typed: str = ""  # `text` as people read and type it, where that differs: "attack with R5, hit Bo", "place R3 left of B2"


@dataclass(slots=True)
class RefusedMove:
    """A button that is shown but cannot be pressed now."""

    button: str
    label: str
    why: str  # in a sentence, with the rule


@dataclass(slots=True)
class TrickCard:
    """A card of a complete trick."""

    seat: int
    code: str


@dataclass(slots=True)
class LastTrick:
    """The last complete trick."""

    number: int  # counted through the game, from 1
    leader: int
    taker: int
    cards: list[TrickCard]  # as played


@dataclass(slots=True)
class Term:
    """One term of a seat's points for a deal, with the rule that awards it."""

    text: str  # "10 for each trick bid"
    points: float
    rule: str


@dataclass(slots=True)
class DealLine:
    """The points of one seat in a deal."""

    seat: int
    bid: int | None
    took: int | None  # tricks
    terms: list[Term]
    points: float
    total: float


@dataclass(slots=True)
class DealSummary:
    """A deal that has been scored."""

    deal: int
    lines: list[DealLine]  # by seat


@dataclass(slots=True)
class DealEnd:
    """The seats and tracks as they stood when the latest deal ended, before cards were dealt again."""

    number: int  # the action that ended it, from 1
    seats: list[SeatView]
    tracks: list[Track]


@dataclass(slots=True)
class Note:
    """Something about a deal that the table of deals shows: the trump, a privilege claimed, a suit married."""

    label: str  # "Trump", "Immunity", "Married"; the suits of several notes with one label are shown together
    text: str = ""  # a value in words
    suits: list[str] = field(default_factory=list)  # the letters of suits to draw
    card: str | None = None  # the code of a card
    seats: list[int] = field(default_factory=list)  # those whom it concerns; empty: everybody


@dataclass(slots=True)
class DealNotes:
    """What the table of deals says about one deal beside its points; the deal may be in progress."""

    deal: int
    notes: list[Note]


@dataclass(slots=True)
class Flight:
    """A card that moves from one zone to another; its code is None if the viewer does not see it."""

    code: str | None
    start: str  # the id of a zone
    end: str


@dataclass(slots=True)
class News:
    """An event as the viewer learnt of it."""

    number: int  # the action that caused it, from 1; 0: the start of the game
    kind: str  # "play", "draw", "trick"
    seat: int | None  # the first seat that it concerns
    to: int | None  # the second: who is attacked, or given something
    is_move: bool  # whether a player chose it
    shows: Shows  # line: a line from seat to seat; large: its sentence in the middle of the table
    text: str  # a sentence; empty if only cards move
    flights: list[Flight]


@dataclass(slots=True)
class Result:
    """How the game ended."""

    winners: list[int]
    returns: list[float]
    truncated: bool
    sentence: str


@dataclass(slots=True)
class View:
    """What one seat, or a spectator, sees of the table."""

    format: int
    game: str
    name: str
    deck: str  # what the cards look like: french, sevendeck, suitors
    seat: int | None  # the viewer; None for a spectator
    turn: int | None  # the seat to move, or the viewer's if it chooses at once with others; None once the game is over
    phase: str
    ask: bool  # whether even a single move must be chosen
    midway: bool  # whether the seat to move has made a part of its move; the whole is shown once it is complete
    made: int  # the number of actions so far; a client sends it back with a move
    prompt: str
    about: str  # the id of the rule to show on the rule page, or empty
    facts: list[Fact]
    tracks: list[Track]
    seats: list[SeatView]
    zones: list[Zone]
    moves: list[Move] = field(default_factory=list)
    together: int = 1  # so many of the moves may be chosen in any order and sent as one, their actions joined
    refused: list[RefusedMove] = field(default_factory=list)  # moves that the viewer might expect to be allowed
    last_trick: LastTrick | None = None
    sheet: list[DealSummary] = field(default_factory=list)
    deal_end: DealEnd | None = None  # if the latest news tell of it, and the game goes on
    deals: list[DealNotes] = field(default_factory=list)  # empty if the game notes nothing about its deals
    news: list[News] = field(default_factory=list)  # the latest
    result: Result | None = None
    choosers: list[int] = field(default_factory=list)  # where all choose at once: the seats that have not chosen yet
    trick_phases: list[str] = field(default_factory=list)  # of the decisions since the first trick of the deal was taken

    def __repr__(self) -> str:
        viewer = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<View of {self.name} for {viewer}: {self.prompt}>"

    def _repr_html_(self) -> str:
        from html import escape  # slow to load

        rows = "".join(
            f"<tr><th style='text-align:left'>{escape(titled(zone, self))}</th><td>"
            + " ".join(
                f"<code style='border:1px solid #888;border-radius:3px;padding:1px 4px'>"
                f"{escape(face.code or ('✦' if face.state == 'down' else ' '))}</code>"
                for face in zone.faces
            )
            + (f" × {zone.count}" if zone.count != len(zone.faces) else "")
            + "</td></tr>"
            for zone in self.zones
        )
        return f"<table><caption>{escape(self.name)}: {escape(self.prompt)}</caption>{rows}</table>"


def titled(zone: Zone, view: View) -> str:
    """A zone's label, with the name of its owner: "Your hand", "Ada's chain 2"."""
    if zone.owner is None:
        return zone.label
    name = next(seat.name for seat in view.seats if seat.seat == zone.owner)
    whose = "Your" if name == "You" else f"{name}'s"
    return f"{whose} {zone.label[:1].lower()}{zone.label[1:]}"


def sides_shown(seats: Sequence[SeatView]) -> tuple[int, ...]:
    """The side of each seat of a view: partners have the same, and others their seat's number."""
    return tuple(seat.seat if seat.side is None else seat.side for seat in seats)
