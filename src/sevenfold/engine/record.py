"""A game's state: one fixed-size record of int64 fields, each saying who may see it.

    class State(Record):
        hands = cards(4, seen_by=OWNER)
        stock = cards(seen_by=NOBODY)

Class attributes declare; a rule gets `s: State`, a NumPy record of `State.dtype` with these fields and those of `Record`.
"""

from __future__ import annotations

import hashlib
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from sevenfold.errors import BadInput

ALL, OWNER, NOBODY = "all", "owner", "nobody"


@dataclass(frozen=True)
class Field:
    """One field: what it holds, how many of them, who sees it."""

    kind: str  # cards (a set), card (or NONE), number, noted (of cards that lie elsewhere), memory (the same, a seat's own)
    shape: tuple[int, ...]
    seen_by: str

    @property
    def words(self) -> int:
        """How many int64 the field takes."""
        return int(np.prod(self.shape, dtype=int))


# Declared as Any: in a rule `s.hands` is the field's value, in the class its declaration.


def cards(*shape: int, seen_by: str = ALL) -> Any:
    """A set of cards (the bits of one int64), or an array of sets; the first axis is the owner's seat."""
    return Field("cards", shape, seen_by)


def card(*shape: int, seen_by: str = ALL) -> Any:
    """A card, or NONE; with OWNER and no shape the seat to move owns it."""
    return Field("card", shape, seen_by)


def number(*shape: int, seen_by: str = ALL) -> Any:
    """A number, or an array of them."""
    return Field("number", shape, seen_by)


def noted(*shape: int) -> Any:
    """Sets of cards that are spoken of and lie elsewhere: what a seat showed to lack, what has been taken this deal."""
    return Field("noted", shape, ALL)


def remembered(*shape: int) -> Any:
    """Sets of cards that lie elsewhere too, as the seat of the first axis remembers them; nobody else does."""
    return Field("memory", shape, OWNER)


class Record:
    """The base of every game's state: the fields that all states have, then the game's options, then its own fields."""

    # What every state has. `chance` is nobody's.
    chance: Any
    players: Any
    limit: Any  # of turns, before the game is ended as a draw
    turns: Any  # finished so far
    truncated: Any  # 1 once the limit ended the game
    dealer: Any  # GEN-1; 0 in a game for one
    turn: Any  # the seat that decides; NONE once the game is over
    phase: Any  # what it decides; OVER once the game is over

    fields: ClassVar[dict[str, Field]]
    source_digest: ClassVar[str]  # of the file that declares the state: part of the dtype, so that a changed game compiles anew

    def __init_subclass__(cls) -> None:
        cls.fields = {name: field for name, field in vars(cls).items() if isinstance(field, Field)}
        for name, field in cls.fields.items():
            if field.seen_by not in (ALL, OWNER, NOBODY):
                raise BadInput(f"{name}: seen_by is one of ALL, OWNER and NOBODY.")
            if name in Record.__annotations__:
                raise BadInput(f"{name} is a field that every state has; choose another name.")
        path = getattr(sys.modules.get(cls.__module__), "__file__", None)
        source = Path(path).read_bytes() if path else repr(cls.fields).encode()
        cls.source_digest = hashlib.sha256(cls.__module__.encode() + source).hexdigest()[:12]

    def __getattr__(self, name: str) -> Any:  # for type checkers: options are fields too
        raise AttributeError(name)


HEADER = ("limit", "players")  # what stays when a state is dealt anew, with the options, which follow it


def dtype_of(state: type[Record], options: tuple[str, ...]) -> np.dtype[Any]:
    """The record type: a mark of the game's file, the options, what every state has, the game's fields; all of 8 bytes."""
    own = [name for name in options if name not in HEADER]
    for name in own:
        if name in state.fields or name in Record.__annotations__:
            raise BadInput(f"{name} is both an option and a field of the state.")
    layout: list[tuple[Any, ...]] = [(f"mark_{state.source_digest}", np.int64)]
    layout += [(name, np.int64) for name in (*HEADER, *own)]
    layout += [("chance", np.uint64)]
    layout += [
        (name, np.int64)
        for name in Record.__annotations__
        if name not in (*HEADER, "chance") and "ClassVar" not in str(Record.__annotations__[name])
    ]
    layout += [(name, np.int64, field.shape) for name, field in state.fields.items()]
    return np.dtype((np.record, layout))


@dataclass(frozen=True)
class Layout:
    """Where a state holds what not everybody may see; offsets in words of 8 bytes."""

    places: tuple[
        tuple[int, int, int, int], ...
    ]  # (first word, words, words a seat or 0 for nobody's or -1: the seat to move's, holds sets)
    private: tuple[tuple[int, int, int], ...]  # memories and numbers of one seat: (first word, words, words a seat)
    dealt: int  # the first word that a new dealing clears


def layout_of(state: type[Record], dtype: np.dtype[Any]) -> Layout:
    """Read off the declarations where hidden cards and memories lie."""

    def at(name: str) -> int:
        assert dtype.fields is not None
        return int(dtype.fields[name][1]) // 8

    places, private = [], []
    for name, field in state.fields.items():
        if field.seen_by == ALL:
            continue
        per_seat = 0 if field.seen_by == NOBODY else field.words // field.shape[0] if field.shape else -1
        if field.kind in ("cards", "card"):
            places.append((at(name), field.words, per_seat, int(field.kind == "cards")))
        else:
            private.append((at(name), field.words, per_seat))
    # Compiled code loops over these: an entry of no words keeps an empty list typed.
    return Layout(tuple(places) or ((0, 0, 0, 0),), tuple(private) or ((0, 0, 0),), at("chance"))
