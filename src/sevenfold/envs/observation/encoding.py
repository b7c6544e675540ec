"""Writing what a seat observes in a position into a row of columns.

Nothing is read but what `redact` would leave, so two positions that differ only in what the seat cannot see give the same row.
For each game a function is written out, a statement or loop for each part; compiled code finds it by the position's type.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sevenfold.cards import NONE
from sevenfold.declare.rules import Rules
from sevenfold.kernel.compiler.decorators import compiled, entry
from sevenfold.kernel.fields import Fields
from sevenfold.kernel.questions import Generic, known, lacked_at, lacked_everywhere, not_in_stock, shown
from sevenfold.kernel.redeal import sees
from sevenfold.kernel.sets import count, maybe
from sevenfold.kernel.types import CardSet, Int64Array, Positions, Seat

from .columns import write_set
from .parts import (
    CARD,
    DIGITS,
    HIDDEN,
    LACKED,
    LACKED_AT,
    MOST_TURNS,
    NOT_IN_STOCK,
    OBSERVER,
    OF_NOBODY,
    OF_TURN,
    PLACE,
    SEAT,
    SEATS,
    SET,
    TURNS_LEFT,
    UNSEEN,
    VALUE,
    Part,
)
from .twins import writers_of_twins


def _encode(s: Fields, seat: Seat, row: Any) -> None:
    """Write what a seat observes in a listening position.

    Args:
        s: The position, of a game that `define` was called for.
        seat: The observer.
        row: Where to: a contiguous array with an element for each column.
    """


_GENERIC = Generic(_encode, None)
encode = _GENERIC.function


def define(rules: Rules, parts: Sequence[Part]) -> None:
    """Let `encode` write the observations of a game."""
    if rules.listening in _GENERIC.answers:
        return
    lines = ["def encode(s, seat, row):", "    unseen = 0"]
    lines += [f"    row[{first}:{last}] = 0" for first, last in _to_clear(parts)]
    for part in parts:
        lines += [f"    {line}" for line in _statements(part)]
    space: dict[str, Any] = {function.__name__: function for function in WRITERS}
    space |= {"write_cards": write_set, "write_card": write_value}
    if rules.pack.twins:
        space |= writers_of_twins(rules.pack.twins)
    exec("\n".join(lines), space)
    _GENERIC.answer(compiled(space["encode"]), rules.listening)


def _to_clear(parts: Sequence[Part]) -> list[tuple[int, int]]:
    """Spans of columns, the first and one past the last, in which only 1 is written; all others are always written."""
    spans: list[tuple[int, int]] = []
    for part in parts:
        if part.kind in (OBSERVER, SEAT, SEATS, VALUE, CARD):
            if spans and spans[-1][1] == part.first:
                spans[-1] = (spans[-1][0], part.last)
            else:
                spans.append((part.first, part.last))
    return spans


# -- the statements ---------------------------------------------------------------------------------------------------


def _statements(part: Part) -> Iterator[str]:
    """The statements that write a part."""
    first, width = part.first, part.shape[-1]
    if part.kind == OBSERVER:
        yield f"row[{first} + seat] = 1"
    elif part.kind == UNSEEN:
        yield f"write_cards(row, {first}, unseen, {width})"
    elif part.kind == TURNS_LEFT:
        yield f"row[{first}] = min(s.limit - s.turns, {MOST_TURNS})"
    elif part.kind == NOT_IN_STOCK:
        yield f"write_cards(row, {first}, not_in_stock(s), {width})"
    else:
        yield f"column = {first}"
        yield from _loops(part)


def _loops(part: Part) -> Iterator[str]:
    """The statements that write the elements of a field, or what each seat is known to lack."""
    indent, indices = "", ["seat"] if part.own else []
    for axis, n in enumerate(part.shape[:-1]):
        yield f"{indent}for i{axis} in range({n}):"
        indent += "    "
        turned = axis < len(part.axes) and part.axes[axis]
        yield f"{indent}at{axis} = {f'turned(s, seat, i{axis})' if turned else f'i{axis}'}"
        indices.append(f"at{axis}")
    value = f"s.{part.name}[{', '.join(indices)}]" if indices else f"s.{part.name}"
    yield f"{indent}{_element(part, value)}"
    yield f"{indent}column += {part.shape[-1]}"


def _element(part: Part, value: str) -> str:
    """The statement that writes one element."""
    width, least = part.shape[-1], part.least
    if part.kind in (LACKED, LACKED_AT):
        known_by_all = "lacked_everywhere(s, at0)" if part.kind == LACKED else "lacked_at(s, at0, at1)"
        return f"write_cards(row, column, {known_by_all} if at0 < s.players else 0, {width})"
    owner = {OF_TURN: "s.turn", OF_NOBODY: str(NONE)}.get(part.owner, "at0")
    sight = part.sight
    if part.kind in (PLACE, HIDDEN):
        here = value if least == 0 else f"maybe({value})"
        is_set = least == 0 and part.owner > 0
        sure = f"sure(s, seat, {owner}, {sight}, {here}, {is_set})" if part.kind == PLACE else "0"
        return f"unseen |= write_place(row, column, {here}, {sure}, {width})"
    if part.owner != OF_NOBODY and not part.own:
        value = f"({value} if sees(s, seat, {owner}, {sight}) else 0)"
    return {
        SET: f"write_cards(row, column, {value}, {width})",
        DIGITS: f"write_set(row, column, {value} - {least}, {width})",
        CARD: f"{'write_value' if part.field and part.field.of == 'suit' else 'write_card'}(row, column, {value}, {width})",
        VALUE: f"write_value(row, column, {value} - {least}, {width})",
        SEAT: f"write_seat(s, seat, row, column, {value})",
        SEATS: f"write_seats(s, seat, row, column, {value})",
    }[part.kind]


# -- writing one thing ------------------------------------------------------------------------------------------------


@compiled
def write_value(row: Any, column: int, value: int, width: int) -> None:
    """Write a 1 in the column of a value, if it has one."""
    if 0 <= value < width:
        row[column + value] = 1


@compiled
def turned(s: Fields, seat: Seat, i: int) -> int:
    """The seat that is i places on from the observer; numbers beyond the seats in play stay."""
    if i >= s.players:
        return i
    return seat + i - s.players if seat + i >= s.players else seat + i


@compiled
def write_seat(s: Fields, seat: Seat, row: Any, column: int, other: Seat) -> None:
    """Write a 1 in the column of a seat, counted from the observer; nothing for NONE."""
    if 0 <= other < s.players:
        row[column + (other - seat if other >= seat else other - seat + s.players)] = 1


@compiled
def write_seats(s: Fields, seat: Seat, row: Any, column: int, others: int) -> None:
    """Write a 1 in the column of each seat of a set, counted from the observer."""
    for other in range(s.players):
        if (others >> other) & 1:
            write_seat(s, seat, row, column, other)


@compiled
def sure(s: Fields, seat: Seat, holder: Seat, sight: int, here: CardSet, is_hand: bool) -> CardSet:
    """Those of a place's cards that the observer sees, or knows to be there."""
    if sees(s, seat, holder, sight):
        return here
    return here & (shown(s, holder) | known(s, seat, holder)) if is_hand and holder < s.players else 0


@compiled
def write_place(row: Any, column: int, here: CardSet, seen: CardSet, width: int) -> CardSet:
    """Write a place that not everybody sees: the cards seen there, and how many others; returns these."""
    write_set(row, column, seen, width - 1)
    row[column + width - 1] = count(here & ~seen)
    return here & ~seen


WRITERS: tuple[Any, ...] = (
    write_set, write_value, turned, write_seat, write_seats, sure, write_place, lacked_everywhere, lacked_at, not_in_stock,
    sees, maybe,
)  # fmt: skip


# -- entries ----------------------------------------------------------------------------------------------------------


@entry
def observe_each(positions: Positions, seats: Int64Array, rows: Any) -> None:
    """Write what seats[i] observes in positions[i] into rows[i], for each i with a seat from 0 on; see `encode`."""
    for i in range(len(positions)):
        if seats[i] >= 0:
            encode(positions[i], seats[i], rows[i])


@entry
def observe_one(positions: Positions, i: int, seat: Seat, row: Any) -> None:
    """Write what a seat observes in positions[i]; see `encode`."""
    encode(positions[i], seat, row)
