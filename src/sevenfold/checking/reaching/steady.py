"""Fields that always hold the same, and those that no deal empties: what a forgotten line leaves behind."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from statistics import fmean
from types import CodeType, FrameType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sevenfold.cards import NONE
from sevenfold.checking.random_play import answer_of, place_of
from sevenfold.declare.rules import Rules
from sevenfold.findings import Finding
from sevenfold.kernel.fields import needed_by
from sevenfold.kernel.questions import OVER, deals_done
from sevenfold.kernel.types import Seat
from sevenfold.lint.source import Function, Source

from .never_none import NeverNone

EXPECTED = 5.0  # games in which a seat's place would have changed if it were as the others', before "never" is told
MANY_DEALS = 5  # after the first, before it is said that none of them emptied a field
KINDS = ("number", "card", "cards", "recorded")


class SeatChanges:
    """In how many games a number that each seat has changed for each of them."""

    def __init__(self, seats: int) -> None:
        self._games = np.zeros((seats + 1, seats), int)  # by the number of players
        self._played = np.zeros(seats + 1, int)

    def add(self, changed: NDArray[np.bool_], players: int) -> None:
        """A game is over, or broken off."""
        self._games[players] += changed
        self._played[players] += 1

    def never(self) -> list[int]:
        """The seats for which it never changed, although it often did for the others in the games that they played in."""
        return [
            seat for seat in range(len(self._played) - 1) if not self._games[:, seat].any() and self._expected(seat) >= EXPECTED
        ]

    def _expected(self, seat: Seat) -> float:
        """In how many games it would have changed for a seat, if as often as for the others in the same games."""
        games = [int(self._played[max(seat, other) + 1 :].sum()) for other in range(len(self._played) - 1)]
        changed = self._games[seat + 1 :].sum(0)
        rates = [changed[other] / n for other, n in enumerate(games) if n and other != seat]
        return games[seat] * fmean(rates) if rates else 0.0


class Steady:
    """What the fields of a game's own hold, as long as it is always the same."""

    def __init__(self, rules: Rules) -> None:
        self._rules, self._source = rules, Source(rules)
        self._lines = self._source.field_lines()
        fields = rules.position.fields
        own = [name for name in self._lines if name in fields and fields[name].kind in KINDS and not fields[name].observed]
        self._same: dict[str, NDArray[np.int64] | None] = dict.fromkeys(own)  # None: not seen yet
        seats = self._seats = max(rules.player_counts)
        self._by_seat = [name for name in own if fields[name].shape == (seats,) and fields[name].kind == "number"]
        self._first: dict[str, NDArray[np.int64]] = {}  # by seat, when the present game began
        self._kept = {name: 0 for name in own if fields[name].kind != "cards"}  # how many deals left it as it was
        self._last: dict[str, NDArray[np.int64]] = {}  # what these hold at the decision before
        self._deals = 0  # played to the end in the present game
        self._dealer, self._dealers = NONE, Counter[bool]()  # in the deal before; deals with the same and with another
        self._start = getattr(getattr(answer_of(rules, "start"), "function", None), "__code__", None)
        self._storing: dict[CodeType, set[str]] = {}  # the fields that functions store and that still hold the same
        self._watched: dict[CodeType, Callable[[FrameType], None]] = {}
        self._changes = {name: SeatChanges(seats) for name in self._by_seat}
        self._changed = {name: np.zeros(seats, bool) for name in self._by_seat}  # in the present game
        self._players = 0  # in the present game; 0 before the first
        self._never_none = NeverNone(self._source)

    def watch(self, watched: dict[CodeType, Callable[[FrameType], None]], codes: Iterable[CodeType]) -> None:
        """Have the functions watched that store fields: what changes within an action may be as it was at the next decision."""
        self._watched = watched
        for code in codes:
            function = self._source.function_at(code)
            if function and (names := {name for name, _ in self._stores(function)} & set(self._same)):
                self._storing[code] = names
                watched[code] = self._see

    def _see(self, frame: FrameType) -> None:
        """Look at the fields that a function stores, whenever one of its lines has run."""
        code, names = frame.f_code, self._storing[frame.f_code]
        s: Any = frame.f_locals[code.co_varnames[0]]
        for name in [*names]:
            held = self._same.get(name)
            has_changed = held is not None and not np.array_equal(held, self._held(name, s)) and not self._begins(frame)
            if name not in self._same or has_changed:
                self._same.pop(name, None)
                names.remove(name)
        if not names:
            del self._watched[code]

    def _begins(self, frame: FrameType) -> bool:
        """Whether a function runs for `start`, before which all fields are 0: a game begins, or one is gone through again."""
        inner: FrameType | None = frame
        while inner and inner.f_code is not self._start:
            inner = inner.f_back
        return inner is not None

    def begin(self, s: Any) -> None:
        """A game begins."""
        self._end()
        self._never_none.begin()
        self._players = int(s["players"])
        self._first = {name: np.array(s[name]) for name in self._by_seat}
        self._last, self._deals, self._dealer = {}, 0, int(s["dealer"])

    def _end(self) -> None:
        """The present game is over, or broken off."""
        for name, changed in self._changed.items():
            if self._players:
                self._changes[name].add(changed, self._players)
            changed[:] = False
        self._players = 0

    def note(self, s: Any) -> None:
        """Note what the fields hold now."""
        self._never_none.note(s)
        for name, before in list(self._same.items()):
            now = self._held(name, s)
            if before is None:
                self._same[name] = now
            elif not np.array_equal(before, now):
                del self._same[name]
        deals = int(deals_done(s))
        latest = {name: np.array(s[name]) for name in self._kept}
        if deals > self._deals and int(s["phase"]) != OVER:
            if self._last:
                self._note_deal(latest)
            self._dealers[int(s["dealer"]) == self._dealer] += 1
            self._dealer = int(s["dealer"])
        elif self._last:
            self._drop_cleared(latest)
        self._last, self._deals = latest, deals
        for name, first in self._first.items():
            self._changed[name] |= np.asarray(s[name]) != first

    def _held(self, name: str, s: Any) -> NDArray[np.int64]:
        """What a field holds: one value if it is the same for each seat that plays."""
        held = np.array(s[name])
        if held.ndim and len(held) == self._seats:
            playing = held[: int(s["players"])]
            if np.all(playing == playing.flat[0]):
                return np.array(playing.flat[0])
        return held

    def _drop_cleared(self, now: dict[str, NDArray[np.int64]]) -> None:
        """Drop the fields that have lost something in the midst of a deal: rules empty them, whatever a deal does."""
        for name, held in now.items():
            if self._rules.position.fields[name].kind != "card" and np.any(self._last[name] & ~held):
                del self._kept[name]

    def _note_deal(self, now: dict[str, NDArray[np.int64]]) -> None:
        """A deal has followed another: drop the fields that it has emptied."""
        for name, held in now.items():
            before, kind = self._last[name], self._rules.position.fields[name].kind
            empty = NONE if kind == "card" else 0
            if np.all(before == empty):
                continue
            if kind == "number" and not np.all((before >= 0) & (before <= 1)):
                is_kept = False  # it counts, perhaps for the whole game
            elif kind == "card":
                is_kept = bool(np.all((held == before)[before != NONE]))
            else:
                more, held_before = _members(held & ~before), _members(before)
                is_kept = bool(np.all(before & ~held == 0)) and more <= held_before  # a set of all may be how a deal begins
            if is_kept:
                self._kept[name] += 1
            else:
                del self._kept[name]

    def findings(self, played: str, has_run: Callable[[Path, int], bool]) -> Iterator[Finding]:
        """Fields that never changed, and seats for which one never did.

        Args:
            played: How many games were played, in words.
            has_run: Whether a line of a file has run.
        """
        needed = needed_by(self._rules.position)
        for name, held in self._same.items():
            if held is None or name in needed:
                continue
            if not all(has_run(file, line) for file, line in self._stored_at(name)):
                continue  # which is told of the lines
            module, node = self._lines[name]
            value = "the same values"
            if np.all(held == held.flat[0]):
                value = (
                    "NONE" if held.flat[0] == NONE and self._rules.position.fields[name].kind != "cards" else str(held.flat[0])
                )
            yield module.warning(
                "field-steady",
                node,
                f"{name} held {value} all the time {played}: no rule that ran has changed it. Store there what it is for.",
            )
        yield from self._never_none.findings(played)
        self._end()
        for name, changes in self._changes.items():
            if name not in needed and (seats := changes.never()):
                module, node = self._lines[name]
                never = ", ".join(map(str, seats))
                yield module.warning(
                    "seat-steady",
                    node,
                    f"{name}[{never}] never changed {played}, other places of {name} did: is the right seat's place stored?",
                )

    def _stored_at(self, wanted: str) -> Iterator[tuple[Path, int]]:
        """The statements of rules that store a field."""
        for function in self._source.functions:
            yield from ((function.module.path, at.lineno) for name, at in self._stores(function) if name == wanted)

    def _stores(self, function: Function) -> Iterator[tuple[str, ast.stmt]]:
        """The fields that a function of rules stores, each with the statement."""
        for node in function.nodes if function.is_rule else ():
            if isinstance(node, ast.Attribute) and (name := function.field(node)) in self._lines:
                above = next((one for one in function.module.above(node) if isinstance(one, ast.stmt)), None)
                targets = getattr(above, "targets", None) or [getattr(above, "target", None)]
                if above and any(node is stored for one in targets for stored in _stored(one)):
                    yield name, above

    def kept(self, played: str) -> Iterator[Finding]:
        """Fields that no deal emptied, and a deal that is not passed on."""
        start = answer_of(self._rules, "start")
        if self._dealers[True] >= MANY_DEALS and not self._dealers[False] and self._seats > 1:
            yield Finding(
                "dealer-stays",
                f"The same seat dealt in each of {self._dealers[True]} deals that followed another {played}: s.dealer ="
                " left(s, s.dealer) passes the deal on, unless one seat is to deal all the time.",
                "warning",
                *place_of(self._rules, start),
            )
        for name, deals in self._kept.items():
            if deals >= MANY_DEALS and name not in self._same:
                module, node = self._lines[name]
                yield module.warning(
                    "kept-from-deal",
                    node,
                    f"{name} kept what it held in each of {deals} deals that followed another {played}: is it to be emptied"
                    " when cards are dealt anew?",
                )


def _stored(target: ast.AST | None) -> Iterator[ast.AST]:
    """What a target of an assignment stores: of `s.won[s.taker]` it is `s.won`."""
    while isinstance(target, ast.Subscript):
        target = target.value
    if isinstance(target, ast.Tuple):
        for one in target.elts:
            yield from _stored(one)
    elif target is not None:
        yield target


def _members(sets: NDArray[np.int64]) -> int:
    """How many members some sets have together."""
    return sum(int(members).bit_count() for members in sets.flat)
