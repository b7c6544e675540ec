"""What the viewer may do: the actions of a move joined into one, with the gesture that makes it at the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sevenfold.declare.actions import Target, with_names
from sevenfold.declare.rules import Restriction
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply
from sevenfold.kernel.questions import OVER
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import Action, ActionSet, Positions, Seat

from .description import Gesture, Move, Spot, Zone
from .look import Look
from .reading import reading

TOUCHED = ("hand", "cells", "row", "triangle", "chain", "grid", "pile")  # zones whose cards people reach for


class Spots:
    """Where everything lies that may be touched."""

    def __init__(self, look: Look) -> None:
        self._zones = {zone.id: zone for zone in look.zones}
        self._cards: dict[str, Spot] = {}  # by code; the viewer's own zones first
        for zone in sorted(look.zones, key=lambda zone: zone.owner != look.viewer):
            for at, face in enumerate(zone.faces):
                if face.code is not None and face.code not in self._cards:
                    self._cards[face.code] = Spot(zone.id, at)
        self._squares: dict[str, dict[tuple[int | None, int | None], Spot]] = {}  # of grids, by id

    def of_card(self, code: str) -> Spot | None:
        """Where a card lies face up; None: nowhere."""
        return self._cards.get(code)

    def of_place(self, zone: str, at: int | tuple[int, int]) -> Spot | None:
        """A place of a zone, on a grid by x and y; None: not there."""
        if not isinstance(at, tuple):
            return Spot(zone, int(at))
        if zone not in self._squares:
            faces = self._zones[zone].faces
            self._squares[zone] = {(face.x, face.y): Spot(zone, i) for i, face in enumerate(faces)}
        return self._squares[zone].get(at)


@dataclass(frozen=True, slots=True)
class Path:
    """The first steps of a move."""

    actions: tuple[Action, ...] = ()
    texts: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    spots: tuple[Spot, ...] = ()


def moves(look: Look, legal: ActionSet) -> list[Move]:
    """All moves of the viewer, found by applying their first steps to the redacted position."""
    found: list[Move] = []
    several = any(phase.within_move for phase in look.rules.phases.values())
    _extend(look, look.positions, look.s, legal, Path(), Spots(look), found, several=several)
    return found


def _extend(
    look: Look, positions: Positions, s: Any, legal: ActionSet, path: Path, lying: Spots, found: list[Move], *, several: bool
) -> None:
    phase = look.rules.phases[s.phase]
    for action in each(legal):
        kind = phase.kind(action)
        assert kind is not None
        words = kind.words(action, look.rules.pack, s)
        touched = [_spot(look, lying, where) for where in kind.touch(s, action)] if kind.touch else []
        step = Path(
            (*path.actions, action), (*path.texts, words.text), (*path.labels, words.label),
            (*path.spots, *(spot for spot in touched if spot is not None)),
        )  # fmt: skip
        if several:
            after = copied(positions)
            then, _ = apply(after, 0, action)
            t = reading(after)
            if t.phase != OVER and look.rules.phases[t.phase].within_move:
                _extend(look, after, t, then, step, lying, found, several=several)
                continue
        button = "" if kind.touch or not kind.button else kind.button(action, look.rules.pack)
        key = kind.key(action) if kind.key else ""
        found.append(_move(look, step, button, key))


def _move(look: Look, steps: Path, button: str, key: str) -> Move:
    actions = list(steps.actions)
    joined = " and ".join([steps.labels[0], *(label[0].lower() + label[1:] for label in steps.labels[1:])])
    label = _said(look, "label", actions) or with_names(joined, look.names)
    return Move(actions, ", ".join(steps.texts), label, _said(look, "effect", actions), Gesture(list(steps.spots), button, key))


def _said(look: Look, word: str, actions: Sequence[Action]) -> str:
    """What the game's own words say about a move."""
    say = look.rules.plain.get(word)
    return str(say(look.s, actions, look.names)) if say else ""


def _spot(look: Look, lying: Spots, where: Target) -> Spot | None:
    """Where a card lies face up, or the place named."""
    return lying.of_place(*where) if isinstance(where, tuple) else lying.of_card(look.code(where))


def touchable(zone: Zone, viewer: Seat) -> bool:
    """Do people reach for this zone's cards: their own, or those in the middle?"""
    return zone.kind in TOUCHED and (zone.owner is None or zone.owner == viewer)


def refusing(look: Look, action: Action) -> Restriction | None:
    """The first restriction of the current phase that excludes an action; None if all allow it."""
    return next((found for found, allowed in allowing(look) if not allowed >> int(action) & 1), None)


def allowing(look: Look) -> Iterator[tuple[Restriction, ActionSet]]:
    """The restrictions of the current phase, each with what it allows."""
    return ((found, int(found.allows(look.s))) for found in look.rules.restrictions[look.s.phase])


def say_why(look: Look, legal: ActionSet) -> None:
    """Write beside each card within reach that begins no move why it cannot."""
    phase = look.rules.phases[look.s.phase]
    restrictions: list[tuple[Restriction, ActionSet]] = []
    for zone in look.zones:
        if not touchable(zone, look.viewer):
            continue
        for face in zone.faces:
            if face.code is None:
                continue
            card = look.rules.pack.parse(face.code)
            kind = phase.kind(card)
            if not legal >> card & 1 and kind and kind.touch and card in kind.touch(look.s, card):
                restrictions = restrictions or list(allowing(look))
                found = next((found for found, allowed in restrictions if not allowed >> card & 1), None)
                face.why = f"{found.say(look.s, card)} ({found.rule})" if found else ""
