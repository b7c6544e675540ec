"""A game's position: one fixed-size NumPy record of int64 fields, each declared with who may see it.

    class Position(Fields):
        silly: int  # an option
        hands = cards(4, seen_by=OWNER)
        stock = cards(seen_by=NOBODY)

The class is only a declaration. A rule gets `s: Position`, a NumPy record with these fields and those of `Fields`.

Mechanics that several games share list the fields they need in a class of annotations, `class TrickFields(Fields)`. The
position of a game that uses them inherits from that class and declares each of the fields.

A *listening* position has more: the fields declared with observed=True, which hold what seats know and the rules do not need
(only functions registered by `Rules.observes` use them), hashes of the events that each seat observed (`events`), and the key
of its random generator if it has one (`chance`).
"""

from __future__ import annotations

import hashlib
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, cast, overload

import numpy as np

from sevenfold._deprecated import warn_renamed
from sevenfold.errors import BadInput, quoted

from .chance import KEY_WORDS
from .compiler.stopping import GUEST
from .memory import record_dtype
from .types import Card, CardSet, Numbers, Seat

ALL, OWNER, NOBODY = "all", "owner", "nobody"
OTHERS = "others"  # all seats but the owner; a spectator, who could be the owner in another window, does not
PARTNER = "partner"  # the owner, and whoever sits opposite
SIGHTS = {ALL: "ALL", OWNER: "OWNER", NOBODY: "NOBODY", OTHERS: "OTHERS", PARTNER: "PARTNER"}
MOST_SEATS = 6


@dataclass(frozen=True)
class Field:
    """The declaration of a field: what it holds, its shape, who sees it."""

    kind: str  # cards (a set), card (or NONE), number, recorded (cards that lie elsewhere), memory (recorded for one seat)
    shape: tuple[int, ...]
    seen_by: str
    observed: bool = False  # whether only a listening position has it
    of: str = ""  # what a number stands for, if not for itself: see `number`
    least: int = 0
    most: int | None = None  # None: it is not stated
    by_seat: bool = True  # whether an axis as long as the game has seats at most goes by seat
    derived: bool = False  # whether the other fields say it too

    @property
    def words(self) -> int:
        """The size of the field in words of 8 bytes."""
        return int(np.prod(self.shape, dtype=int))


# The same for compiled code; a place of nobody's is seen by none, whatever it says.
OWNER_SEES, PARTNERS_SEE, OTHERS_SEE = 0, 1, 2
SEEING = {OWNER: OWNER_SEES, NOBODY: OWNER_SEES, PARTNER: PARTNERS_SEE, OTHERS: OTHERS_SEE}

# To a type checker a declaration has the type of the field's contents, as rules see it.


@overload
def cards(*, seen_by: str = ALL) -> CardSet: ...
@overload
def cards(first: int, /, *shape: int, seen_by: str = ALL, by_seat: bool = True) -> Numbers: ...
def cards(*shape: int, seen_by: str = ALL, by_seat: bool = True) -> CardSet | Numbers:
    """Declare a set of cards (the bits of one int64), or an array of such sets.

    Args:
        *shape: The shape of the array; its first axis is the seat that owns the cards. None: a single set.
        seen_by: ALL, OWNER, PARTNER (the owner and whoever sits opposite), OTHERS (all but the owner) or NOBODY.
        by_seat: Whether an axis that is as long as the game has seats at most goes by seat, as in `number`.
    """
    return cast("CardSet", Field("cards", shape, seen_by, by_seat=by_seat))


@overload
def card(*, seen_by: str = ALL) -> Card: ...
@overload
def card(first: int, /, *shape: int, seen_by: str = ALL, by_seat: bool = True) -> Numbers: ...
def card(*shape: int, seen_by: str = ALL, by_seat: bool = True) -> Card | Numbers:
    """Declare a card, or an array of cards. When a game begins, before `start` is called, each is NONE.

    Args:
        *shape: The shape of the array; its first axis is the owner's seat. None: a single card. A hand of which each place is
            known by itself is such an array: card(4, 5) for four hands of five.
        seen_by: ALL, OWNER, PARTNER, OTHERS or NOBODY, as for `cards`; without a shape the owner is the seat to move.
        by_seat: Whether an axis that is as long as the game has seats at most goes by seat, as in `number`.
    """
    return cast("Card", Field("card", shape, seen_by, by_seat=by_seat))


STANDS_FOR = ("seat", "seats", "card", "suit")  # what a number may stand for; all but sets of seats may be NONE


@overload
def number(
    *, seen_by: str = ALL, observed: bool = False, of: str = "", least: int = 0, most: int | None = None, derived: bool = False
) -> int: ...
@overload
def number(
    first: int, /, *shape: int, seen_by: str = ALL, observed: bool = False, of: str = "", least: int = 0,
    most: int | None = None, by_seat: bool = True, derived: bool = False,
) -> Numbers: ...  # fmt: skip
def number(
    *shape: int,
    seen_by: str = ALL,
    observed: bool = False,
    heard: bool | None = None,
    of: str = "",
    least: int = 0,
    most: int | None = None,
    by_seat: bool = True,
    derived: bool = False,
) -> int | Numbers:
    """Declare a number, or an array of numbers.

    What it stands for and its range are for those who learn from positions (`sevenfold.envs`) and for `check`: rules go on
    without.

    Args:
        *shape: The shape of the array. None: a single number.
        seen_by: ALL, OWNER, PARTNER (the owner and whoever sits opposite), OTHERS (all but the owner) or NOBODY.
        observed: Whether only listening positions have it; then only functions registered by `Rules.observes` may use it.
        of: What the number stands for, if not for itself: "seat", "card" or "suit" (each maybe NONE), "seats" (a set of seats).
        least: The smallest value.
        most: The largest value; None: it is not stated.
        by_seat: Whether an axis that is as long as the game has seats at most goes by seat.
        derived: Whether the other fields say the same, so that those who learn from positions need not read it.

    Raises:
        BadInput: The number stands for something else, or the range is empty.
    """
    if of not in ("", *STANDS_FOR):
        raise BadInput(f"A number is of= {', '.join(map(repr, STANDS_FOR))} or stands for itself; not {quoted(of)}.")
    if most is not None and most < least:
        raise BadInput(f"A number from {least} to {most} has no values.")
    return cast("int", Field("number", shape, seen_by, _is_observed(observed, heard), of, least, most, by_seat, derived))


@overload
def recorded(*, observed: bool = False, derived: bool = False) -> CardSet: ...
@overload
def recorded(first: int, /, *shape: int, observed: bool = False, by_seat: bool = True, derived: bool = False) -> Numbers: ...
def recorded(
    *shape: int, observed: bool = False, heard: bool | None = None, by_seat: bool = True, derived: bool = False
) -> CardSet | Numbers:
    """Declare a set of cards that lie elsewhere, or an array of such sets: suits a seat lacks, cards taken in this deal.

    Re-dealing does not move these cards. Arguments as in `number`.
    """
    return cast("CardSet", Field("recorded", shape, ALL, _is_observed(observed, heard), by_seat=by_seat, derived=derived))


def _is_observed(observed: bool, heard: bool | None) -> bool:
    """The value of `observed`, formerly called `heard`."""
    if heard is None:
        return observed
    warn_renamed("the argument heard=", "observed=", stacklevel=3)
    return heard


def remembered(first: int, /, *shape: int) -> Numbers:
    """Declare an array of sets of cards that lie elsewhere, known only to the seat given by the first axis.

    Only listening positions have it.
    """
    return cast("Numbers", Field("memory", (first, *shape), OWNER, observed=True))


class Fields:
    """The fields of every position. A game's class adds its options, as annotations, and its own fields.

    Example:
        >>> class Position(Fields):
        ...     silly: int  # an option
        ...     hands = cards(4, seen_by=OWNER)
        ...     stock = cards(seen_by=NOBODY)
    """

    chance: np.uint64  # nobody's
    players: int
    limit: int  # of turns, before the game is ended as a draw
    turns: int  # turns finished so far
    truncated: int  # 1 once the limit ended the game
    dealer: Seat  # GEN-1; 0 in a game for one
    turn: Seat  # the seat to move; NONE once the game is over
    phase: int  # the kind of decision; OVER once the game is over

    fields: ClassVar[dict[str, Field]]
    options: ClassVar[tuple[str, ...]]
    source_digest: ClassVar[str]  # a hash of the game's files: part of the dtype, so that a changed game is recompiled

    def __init_subclass__(cls) -> None:
        cls.fields = {name: field for name, field in vars(cls).items() if isinstance(field, Field)}
        # Only the class's own annotations: those of its bases are not options.
        cls.options = tuple(name for name in cls.__annotations__ if name not in cls.fields)
        for name in (*cls.fields, *cls.options):
            if name in FIXED:
                raise BadInput(f"{name} is a field that every position has; choose another name.")
        for name, field in cls.fields.items():
            if field.seen_by not in SIGHTS:
                *words, last = SIGHTS.values()
                raise BadInput(f"{name}: seen_by is one of {', '.join(words)} and {last}, not {quoted(field.seen_by)}.")
        path = getattr(sys.modules.get(cls.__module__), "__file__", None)
        source = rule_sources(Path(path)) if path else repr(cls.fields).encode()
        cls.source_digest = hashlib.sha256(cls.__module__.encode() + source).hexdigest()[:12]


def rule_sources(path: Path) -> bytes:
    """The source files of a game's rules: its file or, if that is a folder's `rules.py`, everything in the folder except the
    heuristics."""
    paths = sorted(path.parent.glob("*.py")) if path.name == "rules.py" else [path]
    return b"".join(one.read_bytes() for one in paths if one.name != "heuristics.py" or one == path)


FIXED = ("chance", "players", "limit", "turns", "truncated", "dealer", "turn", "phase")
STAYING = ("limit", "players")  # the fields kept, besides the options, when a game begins again; they come first


def is_of_a_guest(position: type[Fields]) -> bool:
    """Whether a position belongs to a game of another package."""
    return position.__module__.partition(".")[0] != "sevenfold"


def place_of(position: type[Fields], field: str, *at: int) -> int:
    """The number of a place that nobody sees, by which `lies_in` and `lacked_in` ask about it.

    Args:
        position: The class that declares the position.
        field: The name of a field with cards that is seen by NOBODY.
        *at: The place in it, if it is an array.

    Raises:
        BadInput: There is no such field, or no such place.

    Example:
        ```python
        PILE = place_of(Position, "pile")
        ```
    """
    before = 0
    for name, declared in position.fields.items():
        if declared.seen_by != NOBODY or declared.kind not in ("cards", "card"):
            continue
        if name == field:
            if len(at) != len(declared.shape) or any(not 0 <= i < n for i, n in zip(at, declared.shape, strict=True)):
                raise BadInput(f"{field} has the shape {declared.shape}; {at} is no place in it.")
            return before + (int(np.ravel_multi_index(at, declared.shape)) if at else 0)
        before += declared.words
    raise BadInput(f"{quoted(field)} is no field with cards that is seen by NOBODY.")


def needed_by(position: type[Fields]) -> list[str]:
    """The fields required by the mechanics that a position uses: those annotated in its base classes."""
    bases = [base for base in position.__mro__[1:] if issubclass(base, Fields) and base is not Fields]
    return list(dict.fromkeys(name for base in bases for name in base.__annotations__))


def dtype_of(position: type[Fields], options: tuple[str, ...]) -> np.dtype[np.record]:
    """The record type, in words of 8 bytes: a mark of the source, the options, the common fields, the game's fields."""
    own = tuple(name for name in options if name not in STAYING)
    if set(position.options) != set(own):
        declared = ", ".join(position.options) or "none"
        raise BadInput(f"The options are {', '.join(own) or 'none'}; the position declares {declared}.")
    lacking = [name for name in needed_by(position) if name not in (*position.fields, *FIXED, *own)]
    if lacking:
        raise BadInput(f"The mechanics in use need fields that the position does not declare: {', '.join(lacking)}.")
    guest = GUEST if is_of_a_guest(position) else ""
    layout: list[tuple[Any, ...]] = [(f"{guest}mark_{position.source_digest}", np.int64)]
    layout += [(name, np.int64) for name in (*STAYING, *own)]
    layout += [("chance", np.uint64)]
    layout += [(name, np.int64) for name in FIXED if name not in (*STAYING, "chance")]
    layout += [(name, np.int64, field.shape) for name, field in position.fields.items() if not field.observed]
    return record_dtype(layout)


def listening(position: type[Fields], dtype: np.dtype[np.record]) -> np.dtype[np.record]:
    """The record type with the fields of a listening position appended, the key and the trace buffer's address last.

    Its first field is renamed: Numba takes a record with all of another's fields for a subtype of it, and would call the
    version compiled for the shorter record, which observes nothing.
    """
    assert dtype.names is not None
    assert dtype.fields is not None
    layout: list[tuple[Any, ...]] = [(dtype.names[0].replace("mark_", "listens_"), np.int64)]
    layout += [(name, dtype.fields[name][0]) for name in dtype.names[1:]]
    layout += [(name, np.int64, field.shape) for name, field in position.fields.items() if field.observed]
    layout += [("heard", np.uint64), ("heard_alone", np.uint64, (MOST_SEATS,)), ("key", np.uint64, (KEY_WORDS,))]
    layout += [("trace_address", np.int64)]
    return record_dtype(layout)


def small_seeded(listening: np.dtype[np.record]) -> np.dtype[np.record]:
    """The record type for listening positions that only ever have small seeds and are not traced: their memory is the same.

    Code compiled for it has neither the generator of keys nor tracing, which saves 5 to 14 % of the time to compile.
    """
    assert listening.names is not None
    assert listening.fields is not None
    layout: list[tuple[Any, ...]] = [(listening.names[0].replace("listens_", "small_"), np.int64)]
    unused = {"key": "no_key", "trace_address": "no_trace_address"}
    layout += [(unused.get(name, name), listening.fields[name][0]) for name in listening.names[1:]]
    return record_dtype(layout)


@dataclass(frozen=True)
class Layout:
    """The places in a position with data that some seats may not see, in words of 8 bytes."""

    # (first word, words, words per seat or 0: nobody's or -1: the seat to move's, who sees them: OWNER_SEES and so on,
    # whether they are sets)
    places: tuple[tuple[int, int, int, int, int], ...]
    # Numbers and memories that not everybody sees: (first word, words, words per seat, who sees them).
    private: tuple[tuple[int, int, int, int], ...]
    cleared: tuple[int, int]  # the range of words that a new game clears: (first, one past the last)
    # Of these the single cards, which begin as NONE: (first word, words). The games of this package set theirs in `start`, all
    # but those of seats that do not play, which stay 0: golden playthroughs hold digests of whole positions.
    single: tuple[tuple[int, int], ...]
    sets: tuple[tuple[int, int], ...]  # the sets of cards that lie somewhere: (first word, words)
    twins: tuple[int, ...] = ()  # sets of cards of the pack that are alike


def layout_of(position: type[Fields], dtype: np.dtype[np.record]) -> Layout:
    """Find the hidden cards and memories of a position from its declarations."""

    def at(name: str) -> int:
        assert dtype.fields is not None
        return int(dtype.fields[name][1]) // 8

    places, private, single, sets = [], [], [], []
    for name, field in position.fields.items():
        if name not in (dtype.names or ()):
            continue
        if field.kind == "card" and is_of_a_guest(position):
            single.append((at(name), field.words))
        if field.kind == "cards":
            sets.append((at(name), field.words))
        if field.seen_by == ALL:
            continue
        per_seat = 0 if field.seen_by == NOBODY else field.words // field.shape[0] if field.shape else -1
        if field.kind in ("cards", "card"):
            places.append((at(name), field.words, per_seat, SEEING[field.seen_by], int(field.kind == "cards")))
        else:
            private.append((at(name), field.words, per_seat, SEEING[field.seen_by]))
    end = dtype.itemsize // 8
    if "key" in (dtype.names or ()):
        private += [(at("heard_alone"), MOST_SEATS, 1, OWNER_SEES), (at("key"), KEY_WORDS, 0, OWNER_SEES)]
        private += [(at("trace_address"), 1, 0, OWNER_SEES)]
        end = at("key")  # set before the game begins
    # Compiled code loops over these; an entry with no words gives an empty list a type.
    return Layout(
        tuple(places) or ((0, 0, 0, 0, 0),),
        tuple(private) or ((0, 0, 0, 0),),
        (at("chance"), end),
        tuple(single) or ((0, 0),),
        tuple(sets) or ((0, 0),),
    )
