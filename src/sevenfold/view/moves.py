"""The viewer's moves: the actions of each move joined into one, with the gesture that makes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sevenfold.declare.actions import ActionText, Target, with_names
from sevenfold.declare.rules import Restriction
from sevenfold.kernel.memory import restored
from sevenfold.kernel.play import apply
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import Action, ActionSet, Seat

from .description import Gesture, Move, Spot, Zone
from .position_reader import read_stored
from .table_builder import TableBuilder

TOUCHED = ("hand", "cells", "row", "triangle", "chain", "grid", "pile")  # zones whose cards people touch


class Spots:
    """Finds the spots of the cards and places that players touch."""

    def __init__(self, table: TableBuilder) -> None:
        self._pack = table.rules.pack.cards
        self._zones = {zone.id: zone for zone in table.zones}
        self._cards: dict[str, Spot] = {}  # by code; the viewer's own zones first
        for zone in sorted(table.zones, key=lambda zone: zone.owner != table.viewer):
            for at, face in enumerate(zone.faces):
                if face.code is not None and face.code not in self._cards:
                    self._cards[face.code] = Spot(zone.id, at)
        self._squares: dict[str, dict[tuple[int | None, int | None], Spot]] = {}  # of grids, by id

    def of(self, target: Target) -> Spot | None:
        """The spot of a face-up card or of a place of a zone (on a grid by x and y); None if there is none."""
        if not isinstance(target, tuple):
            return self._cards.get(self._pack[target].code)
        zone, at = target
        if not isinstance(at, tuple):
            return Spot(zone, int(at))
        if zone not in self._squares:
            faces = self._zones[zone].faces
            self._squares[zone] = {(face.x, face.y): Spot(zone, i) for i, face in enumerate(faces)}
        return self._squares[zone].get(at)


def moves(table: TableBuilder, legal: ActionSet) -> list[Move]:
    """All moves of the viewer, found by applying their steps to the redacted position."""
    finder = _MoveFinder(table)
    finder.extend(table.positions.tobytes(), table.s, legal, [], [], [])
    return finder.found


class _MoveFinder:
    """Collects the moves."""

    def __init__(self, table: TableBuilder) -> None:
        self._table, self._rules, self._spots = table, table.rules, Spots(table)
        self._label, self._effect = table.rules.plain.get("label"), table.rules.plain.get("effect")  # the game's own texts
        self.found: list[Move] = []

    def extend(
        self, kept: bytes, s: Any, legal: ActionSet, actions: list[Action], words: list[ActionText], spots: list[Spot]
    ) -> None:
        """Add the moves that begin with some steps, which lead to the position stored in `kept`, with the reader `s`."""
        viewer, phases, pack, dtype = self._table.viewer, self._rules.phases, self._rules.pack, self._table.positions.dtype
        phase = phases[s.phase]
        may_go_on, spot_of = self._rules.has_steps and not phase.ends_move, self._spots.of
        for action in each(legal):
            kind = phase.kind(action)
            assert kind is not None
            touched = [spot_of(target) for target in kind.touch(s, action)] if kind.touch else []
            path = spots + [spot for spot in touched if spot]
            steps, told = [*actions, action], [*words, kind.text(action, pack, s)]
            if may_go_on:
                after = restored(kept, dtype)
                then, turn = apply(after, 0, action)
                if turn == viewer:  # or else the move has ended
                    left = after.tobytes()
                    t = read_stored(left, dtype)
                    if phases[t.phase].within_move:
                        self.extend(left, t, then, steps, told, path)
                        continue
            button = "" if kind.touch or not kind.button else kind.button(action, pack)
            self._add(steps, told, Gesture(path, button, kind.key(action) if kind.key else ""))

    def _add(self, steps: list[Action], words: list[ActionText], gesture: Gesture) -> None:
        s, names = self._table.s, self._table.names
        own = self._label(s, steps, names) if self._label else ""
        effect = self._effect(s, steps, names) if self._effect else ""
        text = ", ".join([step.text for step in words])
        self.found.append(Move(steps, text, str(own) or _joined(words, names), str(effect), gesture))


def _joined(words: Sequence[ActionText], names: Sequence[str]) -> str:
    """The steps of a move as one sentence."""
    first, *others = [step.label for step in words]
    return with_names(" and ".join([first, *(label[0].lower() + label[1:] for label in others)]), names)


def touchable(zone: Zone, viewer: Seat) -> bool:
    """Whether people may touch the cards of a zone: one of their own, or one in the middle."""
    return zone.kind in TOUCHED and (zone.owner is None or zone.owner == viewer)


def refusing(table: TableBuilder, action: Action) -> Restriction | None:
    """The first restriction of the current phase that excludes an action; None if all allow it."""
    return next((found for found, allowed in allowing(table) if not allowed >> int(action) & 1), None)


def allowing(table: TableBuilder) -> Iterator[tuple[Restriction, ActionSet]]:
    """The restrictions of the current phase, each with what it allows."""
    return ((found, int(found.allows(table.s))) for found in table.rules.restrictions[table.s.phase])


def say_why(table: TableBuilder, legal: ActionSet) -> None:
    """Note on each touchable card that begins no move the reason why."""
    s, parse = table.s, table.rules.pack.parse
    phase = table.rules.phases[s.phase]
    restrictions: list[tuple[Restriction, ActionSet]] = []
    for zone in table.zones:
        if not touchable(zone, table.viewer):
            continue
        for face in zone.faces:
            if face.code is None:
                continue
            card = parse(face.code)
            if legal >> card & 1:
                continue
            kind = phase.kind(card)
            if kind and kind.touch and card in kind.touch(s, card):
                restrictions = restrictions or list(allowing(table))
                for found, allowed in restrictions:
                    if not allowed >> card & 1:
                        face.why = f"{found.say(s, card)} ({found.rule})"
                        break
