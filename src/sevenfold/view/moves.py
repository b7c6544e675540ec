"""What the viewer may do: the actions of a move joined into one, with the gesture that makes it at the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sevenfold.declare.actions import Target, Words, with_names
from sevenfold.declare.rules import Restriction
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply
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


def moves(look: Look, legal: ActionSet) -> list[Move]:
    """All moves of the viewer, found by applying their first steps to the redacted position."""
    found: list[Move] = []
    _extend(look, look.positions, look.s, legal, [], [], [], Spots(look), found)
    return found


def _extend(
    look: Look,
    positions: Positions,
    s: Any,
    legal: ActionSet,
    actions: list[Action],
    words: list[Words],
    spots: list[Spot],
    lying: Spots,
    found: list[Move],
) -> None:
    phases, pack = look.rules.phases, look.rules.pack
    phase = phases[s.phase]
    for action in each(legal):
        kind = phase.kind(action)
        assert kind is not None
        touched = [_spot(look, lying, where) for where in kind.touch(s, action)] if kind.touch else []
        path = spots + [spot for spot in touched if spot is not None]
        steps, told = [*actions, action], [*words, kind.words(action, pack, s)]
        if look.rules.has_steps:
            after = copied(positions)
            then, turn = apply(after, 0, action)
            if turn == look.viewer:  # or else the move has ended
                t = reading(after)
                if phases[t.phase].within_move:
                    _extend(look, after, t, then, steps, told, path, lying, found)
                    continue
        button = "" if kind.touch or not kind.button else kind.button(action, pack)
        key = kind.key(action) if kind.key else ""
        text = ", ".join([step.text for step in told])
        found.append(Move(steps, text, _label(look, steps, told), _said(look, "effect", steps), Gesture(path, button, key)))


def _label(look: Look, actions: list[Action], words: list[Words]) -> str:
    """A move to whoever may make it: in the game's own words, or its steps' joined."""
    own = _said(look, "label", actions)
    if own:
        return own
    first, *others = [step.label for step in words]
    return with_names(" and ".join([first, *(label[0].lower() + label[1:] for label in others)]), look.names)


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
