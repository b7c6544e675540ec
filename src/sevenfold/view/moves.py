"""The viewer's moves: the actions of each move joined into one, with the gesture that makes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sevenfold.declare.actions import ActionText, Target, with_names
from sevenfold.declare.rules import Restriction
from sevenfold.kernel.memory import restored
from sevenfold.kernel.play import apply
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import Action, ActionSet, Seat

from .description import Gesture, Move, Spot, Zone
from .numbers import with_minus
from .places import Places
from .position_reader import read_stored
from .table_builder import TableBuilder

TOUCHED = ("hand", "cells", "row", "column", "triangle", "chain", "grid", "pile")  # zones whose cards people touch


@dataclass(frozen=True)
class _Step:
    """One step of a move: its action, its texts, and whether it is only a coordinate of the place where the move ends."""

    action: Action
    said: ActionText
    is_coordinate: bool


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
    finder.extend(table.positions.tobytes(), table.s, legal, [], [])
    return finder.found


def chosen_together(table: TableBuilder, found: Sequence[Move]) -> int:
    """How many of the moves, each of one card, the viewer may choose in any order before all are made; 1: each by itself, as
    where two cards that are alike have one move."""
    asked = table.rules.plain.get("together")
    if asked is None or any(face.like is not None for zone in table.zones for face in zone.faces):
        return 1
    if any(len(move.actions) > 1 or len(move.gesture.spots) != 1 or move.gesture.button for move in found):
        return 1
    return max(1, min(int(asked(table.s)), len(found)))


class _MoveFinder:
    """Collects the moves."""

    def __init__(self, table: TableBuilder) -> None:
        self._table, self._rules, self._spots = table, table.rules, Spots(table)
        self._label, self._effect = table.rules.plain.get("label"), table.rules.plain.get("effect")  # the game's own texts
        self._zones = {zone.id: zone for zone in table.zones}
        pack = table.rules.pack
        self._named = Places(table.zones, lambda code: pack.the(pack.parse(code)))
        self._coded = Places(table.zones, lambda code: code)
        self.found: list[Move] = []

    def extend(self, kept: bytes, s: Any, legal: ActionSet, steps: list[_Step], spots: list[Spot]) -> None:
        """Add the moves that begin with some steps, which lead to the position stored in `kept`, with the reader `s`."""
        viewer, phases, pack, dtype = self._table.viewer, self._rules.phases, self._rules.pack, self._table.positions.dtype
        phase = phases[s.phase]
        may_go_on, spot_of = self._rules.has_steps and not phase.ends_move, self._spots.of
        for action in each(legal):
            kind = phase.kind(action)
            assert kind is not None
            touched = [spot_of(target) for target in kind.touch(s, action)] if kind.touch else []
            path = spots + [spot for spot in touched if spot]
            made = [*steps, _Step(action, kind.text(action, pack, s), kind.is_coordinate)]
            if may_go_on:
                after = restored(kept, dtype)
                then, turn = apply(after, 0, action)
                if turn == viewer:  # or else the move has ended
                    left = after.tobytes()
                    t = read_stored(left, dtype)
                    if phases[t.phase].within_move:
                        self.extend(left, t, then, made, path)
                        continue
            button = kind.button(action, pack) if kind.button and (kind.is_pressed or not kind.touch) else ""
            self._add(made, Gesture(path, button, kind.key(action) if kind.key else ""))

    def _add(self, steps: list[_Step], gesture: Gesture) -> None:
        s, names, actions = self._table.s, self._table.names, [step.action for step in steps]
        own = self._label(s, actions, names) if self._label else ""
        effect = self._effect(s, actions, names) if self._effect else ""
        said = [step.said for step in steps if not step.is_coordinate]
        end = gesture.spots[-1] if len(said) < len(steps) and gesture.spots else None
        label = str(own) or _joined([step.label for step in said], self._place(self._named, end), names)
        text = ", ".join([step.said.text for step in steps])
        shortly = ", ".join([step.text for step in said]), self._place(self._coded, end)
        typed = with_names(" ".join(filter(None, shortly)), names)
        self.found.append(Move(actions, text, label, with_minus(str(effect)), gesture, "" if typed == text else typed))

    def _place(self, places: Places, spot: Spot | None) -> str:
        """The place that coordinates name, in words; empty if there were none."""
        return places.of(self._zones[spot.zone], spot.at) if spot else ""


def _joined(labels: Sequence[str], place: str, names: Sequence[str]) -> str:
    """The steps of a move as one sentence, with the place where it ends."""
    if not labels:
        return place[:1].upper() + place[1:]
    first, *others = labels
    steps = with_names(" and ".join([first, *(label[0].lower() + label[1:] for label in others)]), names)
    return f"{steps} {place}" if place else steps


def say_places(table: TableBuilder) -> None:
    """Say on the empty places of grids and triangles where they are."""
    pack = table.rules.pack
    places = Places(table.zones, lambda code: pack.the(pack.parse(code)))
    for zone in table.zones:
        if zone.kind in ("grid", "triangle"):
            for at, face in enumerate(zone.faces):
                if face.state == "empty":
                    face.place = places.of(zone, at)


def touchable(zone: Zone, viewer: Seat) -> bool:
    """Whether people may touch the cards of a zone: one of their own, or one in the middle."""
    return zone.kind in TOUCHED and (zone.owner is None or zone.owner == viewer)


def refusing(table: TableBuilder, action: Action) -> Restriction | None:
    """The first restriction of the current phase that excludes an action; None if all allow it."""
    return next((found for found, allowed in allowing(table) if not allowed >> int(action) & 1), None)


def allowing(table: TableBuilder) -> Iterator[tuple[Restriction, ActionSet]]:
    """The restrictions of the current phase, each with what it allows."""
    return ((found, int(found.allows(table.s))) for found in table.rules.restrictions[table.s.phase])


def say_twins(table: TableBuilder, legal: ActionSet) -> None:
    """Note on each card that begins no move, beside a card like it that begins one, where that is."""
    pack = table.rules.pack
    for zone in table.zones if pack.twins else ():
        if touchable(zone, table.viewer):
            places = {pack.parse(face.code): at for at, face in enumerate(zone.faces) if face.code is not None}
            for card, at in places.items():
                twins = [other for other in each(pack.twins_of(card) & legal) if other in places]
                if twins and not legal >> card & 1:
                    zone.faces[at].like = places[twins[0]]


def say_why(table: TableBuilder, legal: ActionSet) -> None:
    """Note on each touchable card that begins no move the reason why."""
    s, parse = table.s, table.rules.pack.parse
    phase = table.rules.phases[s.phase]
    restrictions: list[tuple[Restriction, ActionSet]] = []
    for zone in table.zones:
        if not touchable(zone, table.viewer):
            continue
        for face in zone.faces:
            if face.code is None or face.like is not None:
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
