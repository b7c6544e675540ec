"""Events: what happens, said once, by the rule that makes it happen.

    drew = event("draw", seat=a_seat(), card=a_card(to="seat"), say="{seat} draw[s] {card}.")
    ...
    drew(s, s.turn, card)

Declaring a kind of event makes a word that rules call. In compiled play it does nothing. On a listening position the event is
hashed into what everybody, and each seat alone, has heard, and within `collecting` it is written on a tape.

Everybody knows that the event happened, unless the kind says who does (`known_to`); everybody sees a field, unless `to` names
the seats that see it.
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
from .event_hash import TRACE_SIZE, is_traced, note, note_all, observe, observe_all, observe_each, observe_privately
from .types import Int64Array, Positions

EACH = "each"  # of an array by seat: each seat sees its own part


@dataclass(frozen=True)
class Part:
    """One field of a kind of event."""

    kind: str  # seat, card, cards (a set), number, flag, suit, choice, by_seat (an array), listed (an array of cards)
    to: tuple[str, ...] | None = None  # the fields that name the seats that see it, or EACH; None: everybody sees it
    names: tuple[str, ...] = ()  # of a choice's values
    rules: tuple[str, ...] = ()  # of a term of points: the rule that gives each
    of: str = ""  # what the members of an array are: card, cards, number, suits (a set)
    or_none: bool = False  # may a number be NONE?
    unseen: str = ""  # in a sentence, for those who do not see it: "a card"


def _to(names: str) -> tuple[str, ...] | None:
    return tuple(names.split()) or None


def a_seat() -> Part:
    """A seat, or NONE."""
    return Part("seat")


def a_card(*, to: str = "", unseen: str = "a card") -> Part:
    """A card, or NONE. to: the fields that name who sees it, separated by spaces; without it, everybody does."""
    return Part("card", _to(to), unseen=unseen)


def some_cards(*, to: str = "", unseen: str = "cards") -> Part:
    """A set of cards."""
    return Part("cards", _to(to), unseen=unseen)


def a_number(*, to: str = "", or_none: bool = False) -> Part:
    """A number; or_none: NONE stands for none."""
    return Part("number", _to(to), or_none=or_none)


def a_flag(*, to: str = "") -> Part:
    """A truth value."""
    return Part("flag", _to(to))


def a_suit() -> Part:
    """A suit, or NONE."""
    return Part("suit")


def a_choice(*names: str) -> Part:
    """One of these values, by its place; or NONE."""
    return Part("choice", names=names)


def a_term(*terms: tuple[str, str]) -> Part:
    """A term of points, by its place among these pairs: (the rule that gives it, what it counts)."""
    return Part("choice", names=tuple(text for _, text in terms), rules=tuple(rule for rule, _ in terms))


def some_numbers() -> Part:
    """A set of small numbers: of chains, for example."""
    return Part("numbers")


def by_seat(of: str, *, to: str = "") -> Part:
    """An array of card, cards or number by seat; to=EACH: every seat sees its own."""
    return Part("by_seat", _to(to), of=of)


def listed(of: str = "card") -> Part:
    """An array of cards, numbers or sets of suits (or of rows of them), which everybody sees."""
    return Part("listed", of=of)


@dataclass(frozen=True)
class RawEvent:
    """An event as it was said, hidden fields included."""

    kind: Kind
    values: tuple[Any, ...]  # whole numbers; arrays as (nested) tuples

    def __getitem__(self, name: str) -> Any:
        return self.values[self.kind.places[name]]


Values = dict[str, Any]  # the fields of an event by name: numbers, texts and lists of them
Line = Callable[[Values], Values | list[Values] | None]
Joins = Callable[[Sequence[Values]], Values]
Shows = Literal["", "line", "large"]


class Kind(Compiled):
    """A kind of event; called by a rule with a position and the fields' values."""

    def __init__(
        self,
        name: str,
        parts: dict[str, Part],
        *,
        is_move: bool,
        known_to: str,
        say: str | Callable[[Values], str],
        goes: Sequence[tuple[str, str, str]],
        line: Line | bool,
        joins: Joins | None,
        shows: Shows,
    ) -> None:
        self.name, self.parts, self.names = name, parts, tuple(parts)
        self.arrays = tuple(part.kind in ("by_seat", "listed") for part in parts.values())
        self.places = {field: at for at, field in enumerate(parts)}
        self.is_move, self.known_to = is_move, known_to
        self.say, self.goes, self.line, self.joins, self.shows = say, tuple(goes), line, joins, shows
        self.number = crc32(" ".join(map(_text, (name, parts, is_move, known_to, goes, shows, say, line, joins))).encode())
        KINDS[self.number] = self
        super().__init__(_word(self))

    def is_seen(self, name: str, said: RawEvent, seat: int) -> bool:
        """Does a seat (NONE: a spectator, OPEN: who may see all) see a field? Of an array to EACH it sees its own part."""
        to = self.parts[name].to
        if seat == OPEN or to is None or to == (EACH,):
            return True
        return seat != NONE and any(said[field] == seat for field in to)

    def is_known(self, said: RawEvent, seat: int) -> bool:
        """Does a seat learn that it happened?"""
        return not self.known_to or seat == OPEN or (seat != NONE and said[self.known_to] == seat)

    def __repr__(self) -> str:
        return f"<event {self.name}: {', '.join(self.names)}>"


KINDS: dict[int, Kind] = {}  # by their numbers on a tape


def _text(value: object) -> str:
    """A declaration's value in words that are the same in every process: of a function where it stands and what it holds."""
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
    **parts: Part,
) -> Kind:
    """Declare a kind of event.

    name: as transcripts have it. is_move: a decision, which transcripts tell as a move of this name.
    known_to: the field that names who learns that it happened; empty: everybody.
    say: the sentence: {field} for a field's value, [third|second] for the verb's form after "Ada" and "You", [s] for [s|],
    {field's} for what belongs to a seat: "Bo's", "your", "their own" if it is the subject's;
    or a function of the fields that the reader sees, which returns such a sentence. Empty: it is not news.
    goes: (field, from, to): the field's cards move between these zones, in whose ids {field} may stand.
    line: does a transcript tell it? Or a function of all fields, as JSON values, that returns the keys of its line
    (None: none; a list: several lines).
    joins: a function of the fields that makes one line of a transcript from the events of all seats, said in a row.
    shows: how a table makes much of it: a line from its first seat to its second, or its sentence in large letters.
    """
    return Kind(name, parts, is_move=is_move, known_to=known_to, say=say, goes=goes, line=line, joins=joins, shows=shows)


# -- collecting ---------------------------------------------------------------------------------------------------------


class TraceBuffer:
    """What rules have said of a position, in numbers: how many there are, then the numbers."""

    def __init__(self) -> None:
        self._numbers: Int64Array = np.zeros(TRACE_SIZE, np.int64)
        self.address = self._numbers.ctypes.data

    def read(self) -> tuple[RawEvent, ...]:
        """What was said since it was last read; BadInput if it was too much."""
        n = int(self._numbers[0])
        self._numbers[0] = 0
        if n >= TRACE_SIZE:
            raise BadInput(f"One action says {n} numbers of what happens; at most {TRACE_SIZE - 1} can be told.")
        numbers = iter(self._numbers[1 : n + 1].tolist())
        return tuple([_said(KINDS[number], numbers) for number in numbers])


def _said(kind: Kind, numbers: Iterator[int]) -> RawEvent:
    return RawEvent(kind, tuple([_array(numbers) if array else next(numbers) for array in kind.arrays]))


def _array(numbers: Iterator[int]) -> tuple[Any, ...]:
    rows, columns = next(numbers), next(numbers)
    if columns:
        return tuple(tuple(islice(numbers, columns)) for _ in range(rows))
    return tuple(islice(numbers, rows))


class _TraceBuffers(threading.local):
    """This thread's tapes that are not in use."""

    def __init__(self) -> None:
        self.free: list[TraceBuffer] = []


_tapes = _TraceBuffers()


@contextmanager
def tracing(positions: Positions) -> Iterator[TraceBuffer]:
    """Within it, what rules say of positions[0], a listening one, is written on the tape."""
    tape = _tapes.free.pop() if _tapes.free else TraceBuffer()
    positions["trace_address"] = tape.address
    try:
        yield tape
    finally:
        positions["trace_address"] = 0
        with suppress(BadInput):
            tape.read()
        _tapes.free.append(tape)


def _word(kind: Kind) -> Callable[..., None]:
    """The function that compiled rules call: its parameters are the fields, and seats observe what they see of them."""
    lines = [f"def say_{kind.name}(s, {', '.join(kind.names)}):"]
    small = [str(crc32(f"{kind.name} {kind.names}".encode()) & 0xFFFFFF)]  # values that share one word
    known = f"observe_privately(s, {kind.known_to}, {{}})" if kind.known_to else "observe(s, {})"
    body = []
    for name, part in kind.parts.items():
        if kind.arrays[kind.places[name]]:
            body.append(f"observe_each(s, {name})" if part.to else f"observe_all(s, {name})")
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
    noted = zip(kind.names, kind.arrays, strict=True)
    lines += ["    if is_traced(s):", f"        note(s, {kind.number})"]
    lines += [f"        {'note_all' if array else 'note'}(s, {name})" for name, array in noted]
    scope: dict[str, Any] = {
        word.__name__: word for word in (observe, observe_privately, observe_all, observe_each, is_traced, note, note_all)
    }
    exec("\n".join(lines), scope)
    word_function: Callable[..., None] = scope[f"say_{kind.name}"]
    word_function.__doc__ = f"Say that this happens: {kind.name}."
    return word_function
