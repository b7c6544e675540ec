"""Events: what happens in a game, each reported once, by the rule that causes it.

    drew = event("draw", seat=a_seat(), card=a_card(to="seat"), say="{seat} draw[s] {card}.")
    ...
    drew(s, s.turn, card)

Declaring a kind of event creates a function that rules call. On a plain position it does nothing. On a listening position it
adds the event to the hashes of what everybody, and each seat alone, has observed; inside `tracing` it also writes the event
to a buffer.

Everybody learns of an event unless `known_to` names the only seat that does, and sees each field unless `to` names the seats
that see it, or `hidden_from` the one that does not.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal
from zlib import crc32

import numpy as np

from sevenfold.cards import NONE, OPEN
from sevenfold.errors import BadInput

from .compiler.decorators import Compiled
from .event_hash import (
    TRACE_SIZE,
    is_traced,
    observe,
    observe_all,
    observe_each,
    observe_of_others,
    observe_privately,
    observe_unless,
    trace,
    trace_all,
)
from .fields import OTHERS
from .types import Int64Array, Positions

EACH = "each"  # of an array by seat: each seat sees its own part; with OTHERS, the parts of the others


@dataclass(frozen=True)
class EventField:
    """One field of an event: what it holds and who sees it."""

    kind: str  # seat, card, cards (a set), number, flag, suit, choice, by_seat (an array), listed (an array of cards)
    # The fields that name the seats that see it; of an array EACH or OTHERS; None: everybody sees it, or all but `hidden_from`.
    to: tuple[str, ...] | None = None
    names: tuple[str, ...] = ()  # the values of a choice
    rules: tuple[str, ...] = ()  # for a term of points: the rule behind each name
    of: str = ""  # what an array holds: card, cards, number, suits (a set)
    or_none: bool = False  # whether a number may be NONE
    unseen: str = ""  # what the sentence says to those who do not see the value: "a card"
    hidden_from: str = ""  # the field that names the only seat that does not see it; spectators do not either


def _to(names: str) -> tuple[str, ...] | None:
    return tuple(names.split()) or None


def a_seat() -> EventField:
    """A seat, or NONE."""
    return EventField("seat")


def a_card(*, to: str = "", unseen: str = "a card", hidden_from: str = "") -> EventField:
    """A card, or NONE.

    Args:
        to: The fields that name the seats that see the card, separated by spaces. Empty: everybody sees it.
        unseen: What the sentence says to those who do not see the card.
        hidden_from: The field that names the only seat that does not see the card, which is drawn to a hand seen by OTHERS.
    """
    return EventField("card", _to(to), unseen=unseen, hidden_from=hidden_from)


def some_cards(*, to: str = "", unseen: str = "cards", hidden_from: str = "") -> EventField:
    """A set of cards; the arguments as in `a_card`."""
    return EventField("cards", _to(to), unseen=unseen, hidden_from=hidden_from)


def a_number(*, to: str = "", or_none: bool = False) -> EventField:
    """A number, which may be NONE if `or_none` is set; `to` as in `a_card`."""
    return EventField("number", _to(to), or_none=or_none)


def a_flag(*, to: str = "") -> EventField:
    """A truth value."""
    return EventField("flag", _to(to))


def a_suit() -> EventField:
    """A suit, or NONE."""
    return EventField("suit")


def a_choice(*names: str) -> EventField:
    """One of these values, held as its index; or NONE."""
    return EventField("choice", names=names)


def a_term(*terms: tuple[str, str]) -> EventField:
    """A reason for points, held as its index among these pairs of (rule id, what is counted)."""
    return EventField("choice", names=tuple(text for _, text in terms), rules=tuple(rule for rule, _ in terms))


def some_numbers() -> EventField:
    """A set of small numbers, such as the numbers of chains."""
    return EventField("numbers")


def by_seat(of: str, *, to: str = "") -> EventField:
    """An array with one card, set of cards or number per seat, or a row of them per seat.

    With to=EACH each seat sees only its own, with to=OTHERS only those of the others.
    """
    if to not in ("", EACH, OTHERS):
        raise BadInput(f"An array by seat is seen by everybody, or seat by seat with to=EACH or to=OTHERS, not to={to!r}.")
    return EventField("by_seat", _to(to), of=of)


def listed(of: str = "card") -> EventField:
    """An array of cards, numbers or sets of suits, or of rows of them; everybody sees it."""
    return EventField("listed", of=of)


@dataclass(frozen=True)
class RawEvent:
    """An event as the rules raised it, hidden fields included."""

    kind: EventKind
    values: tuple[Any, ...]  # whole numbers; arrays as (nested) tuples
    around: tuple[int, ...] = ()  # for a card laid on a square: the cards on it, west, east, north and south of it, or NONE

    def __getitem__(self, name: str) -> Any:
        return self.values[self.kind.places[name]]


Values = dict[str, Any]  # the fields of an event by name: numbers, texts and lists of them
Line = Callable[[Values], Values | list[Values] | None]
Joins = Callable[[Sequence[Values]], Values]
Shows = Literal["", "line", "large"]
Square = tuple[str, str | int, str | int]


class EventKind(Compiled):
    """A kind of event. Rules call it with the position and the values of its fields."""

    def __init__(
        self,
        name: str,
        fields: dict[str, EventField],
        *,
        is_move: bool,
        known_to: str,
        say: str | Callable[[Values], str],
        goes: Sequence[tuple[str, str, str]],
        line: Line | bool,
        joins: Joins | None,
        shows: Shows,
        square: Square | None,
    ) -> None:
        self.name, self.fields, self.names = name, fields, tuple(fields)
        self.arrays = tuple(field.kind in ("by_seat", "listed") for field in fields.values())
        self.places = {field: at for at, field in enumerate(fields)}
        self.is_move, self.known_to = is_move, known_to
        self.say, self.goes, self.line, self.joins, self.shows = say, tuple(goes), line, joins, shows
        self.square = square
        self.number = crc32(" ".join(map(_text, (name, fields, is_move, known_to, goes, shows, say, line, joins))).encode())
        EVENT_KINDS[self.number] = self
        super().__init__(_report_function(self))

    def is_seen(self, name: str, said: RawEvent, seat: int) -> bool:
        """Whether a seat sees a field (NONE: a spectator; OPEN: sees everything). Of an array with to=EACH a seat sees only
        its own value, with to=OTHERS all but that."""
        to, hidden_from = self.fields[name].to, self.fields[name].hidden_from
        if seat != OPEN and hidden_from:
            return seat not in (NONE, said[hidden_from])
        if seat == OPEN or to is None or to in ((EACH,), (OTHERS,)):
            return True
        return seat != NONE and any(said[field] == seat for field in to)

    def is_known(self, said: RawEvent, seat: int) -> bool:
        """Whether a seat learns that the event happened."""
        return not self.known_to or seat == OPEN or (seat != NONE and said[self.known_to] == seat)

    def __repr__(self) -> str:
        return f"<event {self.name}: {', '.join(self.names)}>"


EVENT_KINDS: dict[int, EventKind] = {}  # by their numbers in a trace


def _text(value: object) -> str:
    """A declared value as text that is the same in every process; for a function its name, line and closure."""
    if code := getattr(value, "__code__", None):
        held = [_text(cell.cell_contents) for cell in getattr(value, "__closure__", None) or ()]
        return f"{code.co_name} {code.co_filename.rpartition('/')[2]}:{code.co_firstlineno} {held}"
    return re.sub(r" at 0x\w+", "", repr(value))


def event(
    name: str,
    *,
    is_move: bool = False,
    known_to: str = "",
    say: str | Callable[[Values], str] = "",
    goes: Sequence[tuple[str, str, str]] = (),
    line: Line | bool = True,
    joins: Joins | None = None,
    shows: Shows = "",
    square: Square | None = None,
    **fields: EventField,
) -> EventKind:
    """Declare a kind of event.

    Args:
        name: The name in transcripts.
        is_move: Whether the event is a player's decision, which transcripts list as a move.
        known_to: The field that names the only seat that learns of it. Empty: everybody does.
        say: The sentence that players read. {field} is a field's value; [third|second] are the forms of the verb after "Ada"
            and after "You"; [s] is short for [s|]; {field's} is a seat's possessive ("Bo's", "your", or "their own" for the
            subject). It may be a function that returns such a sentence, given the fields that the reader sees. Empty: no
            sentence.
        goes: Triples (field, from, to): the field's cards move from one zone to another; a zone's id may contain {field}.
        line: Whether transcripts list it; or a function of all fields as JSON values that returns the keys of its line
            (None for no line, a list for several).
        joins: A function that combines consecutive events of this kind, one for each seat, into one transcript line.
        shows: How the table emphasises it: with a line from its first seat to its second, or its sentence in large letters.
        square: The field of a card that is laid on a grid, and its x and y: fields, or numbers. The sentence may then contain
            {place}, which says where that is by the cards that lie there: "left of the red 4".
        **fields: The fields, in the order in which rules pass them.

    Returns:
        The event. Calling it with a position and the values reports that it happens.

    Example:
        >>> drew = event("draw", seat=a_seat(), card=a_card(to="seat"), say="{seat} draw[s] {card}.")
    """
    return EventKind(
        name, fields, is_move=is_move, known_to=known_to, say=say, goes=goes, line=line, joins=joins, shows=shows, square=square
    )  # fmt: skip


# -- tracing ------------------------------------------------------------------------------------------------------------


class TraceBuffer:
    """A buffer into which compiled rules write their events: the count of numbers, then the numbers."""

    def __init__(self) -> None:
        self._numbers: Int64Array = np.zeros(TRACE_SIZE, np.int64)
        self.address = self._numbers.ctypes.data

    def read(self) -> tuple[RawEvent, ...]:
        """The events since the last read; BadInput if the buffer overflowed."""
        n = int(self._numbers[0])
        self._numbers[0] = 0
        if n >= TRACE_SIZE:
            raise BadInput(f"One action says {n} numbers of what happens; at most {TRACE_SIZE - 1} can be told.")
        numbers = iter(self._numbers[1 : n + 1].tolist())
        return tuple([_decode(EVENT_KINDS[number], numbers) for number in numbers])


def _decode(kind: EventKind, numbers: Iterator[int]) -> RawEvent:
    return RawEvent(kind, tuple([_array(numbers) if array else next(numbers) for array in kind.arrays]))


def _array(numbers: Iterator[int]) -> tuple[Any, ...]:
    rows, columns = next(numbers), next(numbers)
    if columns:
        return tuple(tuple(islice(numbers, columns)) for _ in range(rows))
    return tuple(islice(numbers, rows))


class _TraceBuffers(threading.local):
    """This thread's buffers that are not in use."""

    def __init__(self) -> None:
        self.free: list[TraceBuffer] = []


_buffers = _TraceBuffers()


@contextmanager
def tracing(positions: Positions) -> Iterator[TraceBuffer]:
    """Collect the events of positions[0], which must be a listening position, in the buffer that is yielded."""
    buffer = _buffers.free.pop() if _buffers.free else TraceBuffer()
    positions["trace_address"] = buffer.address
    try:
        yield buffer
    finally:
        positions["trace_address"] = 0
        with suppress(BadInput):
            buffer.read()
        _buffers.free.append(buffer)


OBSERVING_ARRAYS: dict[tuple[str, ...] | None, str] = {
    None: "observe_all",
    (EACH,): "observe_each",
    (OTHERS,): "observe_of_others",
}
OBSERVING = (observe, observe_privately, observe_unless, observe_all, observe_each, observe_of_others)


def _report_function(kind: EventKind) -> Callable[..., None]:
    """Generate the function that compiled rules call. It hashes the fields that each seat sees, and traces all of them."""
    lines = [f"def say_{kind.name}(s, {', '.join(kind.names)}):"]
    small = [str(crc32(f"{kind.name} {kind.names}".encode()) & 0xFFFFFF)]  # values packed into one number
    known = f"observe_privately(s, {kind.known_to}, {{}})" if kind.known_to else "observe(s, {})"
    body = []
    for name, part in kind.fields.items():
        if kind.arrays[kind.places[name]]:
            body.append(f"{OBSERVING_ARRAYS[part.to]}(s, {name})")
        elif part.hidden_from:
            body.append(f"observe_unless(s, {part.hidden_from}, {name})")
        elif part.to:
            body += [f"observe_privately(s, {seat}, {name})" for seat in part.to]
        elif part.kind in ("cards", "number"):
            body.append(known.format(name))
        else:
            small.append(f"({name} + 1)")
    word = small[0]
    for value in small[1:]:
        word = f"({word} * 64 + {value})"
        if word.count("64") == 6:
            body.insert(0, known.format(word))
            word = "0"
    lines += [f"    {line}" for line in [known.format(word), *body]]
    fields = zip(kind.names, kind.arrays, strict=True)
    lines += ["    if is_traced(s):", f"        trace(s, {kind.number})"]
    lines += [f"        {'trace_all' if array else 'trace'}(s, {name})" for name, array in fields]
    scope: dict[str, Any] = {word.__name__: word for word in (*OBSERVING, is_traced, trace, trace_all)}
    exec("\n".join(lines), scope)
    word_function: Callable[..., None] = scope[f"say_{kind.name}"]
    word_function.__doc__ = f"Report the event {kind.name}."
    return word_function
