"""What the viewer may do: the actions of a move joined into one, with the gesture that makes it at the table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sevenfold.declare.actions import Target, describe, with_names
from sevenfold.declare.rules import Restriction
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply
from sevenfold.kernel.questions import OVER, move_begins
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import Action, ActionSet, Positions, Seat

from .description import Gesture, Move, Spot, Zone
from .look import Look

TOUCHED = ("hand", "cells", "row", "triangle", "chain", "grid", "pile")  # zones whose cards people reach for


def moves(look: Look, legal: ActionSet) -> list[Move]:
    """All moves of the viewer, found by applying their first steps to the redacted position."""
    found: list[Move] = []
    _extend(look, look.positions, legal, [], [], [], [], found)
    return found


def _extend(
    look: Look,
    positions: Positions,
    legal: ActionSet,
    actions: list[Action],
    texts: list[str],
    labels: list[str],
    spots: list[Spot],
    found: list[Move],
) -> None:
    rules, s = look.rules, positions[0]
    phase = rules.phases[int(s.phase)]
    several = any(p.within_move for p in rules.phases.values())
    for action in each(legal):
        kind = phase.kind(action)
        assert kind is not None
        words = describe(action, phase, rules.pack, s)
        touched = [_spot(look, where) for where in kind.touch(s, action)] if kind.touch else []
        path = spots + [spot for spot in touched if spot is not None]
        now = ([*actions, action], [*texts, words.text], [*labels, words.label])
        if several:
            after = copied(positions)
            then, _ = apply(after, 0, action)
            if after[0].phase != OVER and not move_begins(after[0]):
                _extend(look, after, then, *now, path, found)
                continue
        button = "" if kind.touch or not kind.button else kind.button(action, rules.pack)
        key = kind.key(action) if kind.key else ""
        joined = " and ".join([now[2][0], *(word[0].lower() + word[1:] for word in now[2][1:])])
        label = _said(look, "label", now[0]) or with_names(joined, look.names)
        found.append(Move(now[0], ", ".join(now[1]), label, _said(look, "effect", now[0]), Gesture(path, button, key)))


def _said(look: Look, word: str, actions: Sequence[Action]) -> str:
    """What the game's own words say about a move."""
    say = look.rules.plain.get(word)
    return str(say(look.s, actions, look.names)) if say else ""


def _spot(look: Look, where: Target) -> Spot | None:
    """Where a card lies face up (the viewer's own zones first), or the place named."""
    if not isinstance(where, (int, np.integer)):
        named, at = where
        if not isinstance(at, tuple):
            return Spot(named, int(at))
        faces = next(zone.faces for zone in look.zones if zone.id == named)
        return next((Spot(named, i) for i, face in enumerate(faces) if (face.x, face.y) == at), None)
    code = look.code(int(where))
    for zone in sorted(look.zones, key=lambda zone: zone.owner != look.viewer):
        for at, face in enumerate(zone.faces):
            if face.code == code:
                return Spot(zone.id, at)
    return None


def touchable(zone: Zone, viewer: Seat) -> bool:
    """Do people reach for this zone's cards: their own, or those in the middle?"""
    return zone.kind in TOUCHED and (zone.owner is None or zone.owner == viewer)


def refusing(look: Look, action: Action) -> Restriction | None:
    """The first restriction of the current phase that excludes an action; None if all allow it."""
    restrictions = look.rules.restrictions[int(look.s.phase)]
    return next((found for found in restrictions if not found.allows(look.s) >> int(action) & 1), None)


def say_why(look: Look, legal: ActionSet) -> None:
    """Write beside each card within reach that begins no move why it cannot."""
    phase = look.rules.phases[int(look.s.phase)]
    for zone in look.zones:
        if not touchable(zone, look.viewer):
            continue
        for face in zone.faces:
            if face.code is None:
                continue
            card = look.rules.pack.parse(face.code)
            kind = phase.kind(card)
            if kind and kind.touch and card in kind.touch(look.s, card) and not legal >> card & 1:
                found = refusing(look, card)
                face.why = f"{found.say(look.s, card)} ({found.rule})" if found else ""
