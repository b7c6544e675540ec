"""`Look`: what a game's file lays its table out with. It sees a state from which the hidden has been blotted out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sevenfold.cards import NONE

from .actions import describe, with_names
from .bits import count, each
from .memory import copied
from .play import step_game
from .record import ALL, OWNER
from .rules import OVER, known, move_begins, shown
from .view import Face, Gesture, Line, Move, Place, SeatView, Spot, Zone, ZoneKind

if TYPE_CHECKING:
    from .game import Game

TOUCHED = ("hand", "cells", "row", "triangle", "chain", "grid", "pile")  # zones whose cards people reach for


class Look:
    """The table as a seat sees it: `s` is the state, blotted out; the methods lay out seats and zones."""

    def __init__(self, game: Game, states: Any, seat: int, names: Sequence[str]) -> None:
        self.game = game
        self.states = states
        self.s: Any = states[0]
        self.viewer = seat  # NONE for a spectator
        self.names = names
        self.seats: list[SeatView] = []
        self.zones: list[Zone] = []

    @property
    def every_seat(self) -> range:
        """All seats."""
        return range(self.game.players)

    def code(self, card: int) -> str:
        """A card's code."""
        return self.game.pack.code(int(card))

    def seat(
        self,
        seat: int,
        *,
        score: object = "",
        lines: Iterable[tuple[str, object]] = (),
        badges: Iterable[str] = (),
        side: int | None = None,
        out: bool = False,
    ) -> None:
        """A seat, with its score, small facts (label, value) and badges; the marks of dealer and turn come by themselves."""
        s = self.s
        self.seats.append(
            SeatView(
                seat=seat,
                name=self.names[seat],
                score=str(score),
                lines=[Line(label, str(value)) for label, value in lines],
                badges=list(badges),
                side=side,
                is_dealer=bool(self.game.players > 1 and s.dealer == seat),
                is_turn=bool(s.turn == seat),
                is_out=out,
            )
        )

    def zone(
        self,
        id: str,
        kind: ZoneKind,
        label: str,
        faces: Iterable[Face],
        *,
        owner: int | None = None,
        count: int | None = None,
        note: str = "",
        place: Place = "",
    ) -> None:
        """A place for cards."""
        listed = list(faces)
        held = sum(face.state != "empty" for face in listed) if count is None else int(count)
        self.zones.append(Zone(id, kind, label, owner, listed, held, note, place))

    def up(self, card: int, **where: Any) -> Face:
        """A card face up, or an empty place for NONE."""
        return Face("empty", **where) if card == NONE else Face("up", self.code(card), **where)

    def ups(self, cards: int) -> list[Face]:
        """A set of cards, all face up."""
        return [self.up(card) for card in each(cards)]

    def hand(self, seat: int, label: str = "", field: str = "hands") -> None:
        """A seat's hand from a field with one set a seat: face up where the viewer may see it, else its back."""
        cards = int(self.s[field][seat])
        seen_by = self.game.rules.record.fields[field].seen_by
        if seen_by == ALL or (seen_by == OWNER and seat == self.viewer):
            faces = self.ups(cards)
        else:
            sure = int(shown(self.s, seat)) | (int(known(self.s, self.viewer, seat)) if self.viewer != NONE else 0)
            faces = self.ups(cards & sure) + [Face("down")] * count(cards & ~sure)
        self.zone(f"hand-{seat}", "hand", label or f"{self.names[seat]}: hand", faces, owner=seat)

    def stock(self, cards: int, label: str = "Stock", note: str = "") -> None:
        """A face-down stock: how many cards it holds, no more."""
        n = count(cards)
        self.zone("stock", "stock", label, [Face("down")] if n else [Face("empty")], count=n, note=note)

    def pile(self, id: str, top: int, size: int, label: str, *, owner: int | None = None, note: str = "") -> None:
        """A face-up pile of which the top shows."""
        self.zone(id, "pile", label, [self.up(top)], owner=owner, count=size, note=note)

    def trick(self, cards: Sequence[int], label: str = "Trick") -> None:
        """The cards of the trick in progress, by seat; NONE for who has not played."""
        faces = [self.up(card, seat=seat) for seat, card in enumerate(cards) if card != NONE]
        self.zone("trick", "trick", label, faces)

    # -- what may be done ----------------------------------------------------------------------------------------------

    def spot(self, where: int | tuple[str, int | tuple[int, int]]) -> Spot | None:
        """Where a card lies face up (the viewer's own zones first), or the place named."""
        if not isinstance(where, (int, np.integer)):
            named, at = where
            if not isinstance(at, tuple):
                return Spot(named, int(at))
            faces = next(zone.faces for zone in self.zones if zone.id == named)
            return next((Spot(named, i) for i, face in enumerate(faces) if (face.x, face.y) == at), None)
        code = self.code(where)
        for zone in sorted(self.zones, key=lambda zone: zone.owner != self.viewer):
            for at, face in enumerate(zone.faces):
                if face.code == code:
                    return Spot(zone.id, at)
        return None

    def moves(self, legal: int) -> list[Move]:
        """All moves of the viewer, their steps joined into one gesture each."""
        found: list[Move] = []
        self._extend(self.states, legal, [], [], [], [], found)
        return found

    def _extend(
        self,
        states: Any,
        legal: int,
        actions: list[int],
        texts: list[str],
        labels: list[str],
        spots: list[Spot],
        found: list[Move],
    ) -> None:
        s = states[0]
        phase = self.game.rules.phases[int(s.phase)]
        several = any(p.within_move for p in self.game.rules.phases.values())
        for action in each(legal):
            kind = phase.kind(action)
            assert kind is not None
            words = describe(action, phase, self.game.pack)
            touched = [self.spot(where) for where in kind.touch(s, action)] if kind.touch else []
            path = spots + [spot for spot in touched if spot is not None]
            now = ([*actions, action], [*texts, words.text], [*labels, words.label])
            if several:
                after = copied(states)
                then, _ = step_game(after, 0, action)
                if after[0].phase != OVER and not move_begins(after[0]):
                    self._extend(after, then, *now, path, found)
                    continue
            button = "" if kind.touch or not kind.button else kind.button(action, self.game.pack)
            key = kind.key(action) if kind.key else ""
            joined = " and ".join([now[2][0], *(word[0].lower() + word[1:] for word in now[2][1:])])
            label = self.game.label(self.s, now[0], self.names) or with_names(joined, self.names)
            found.append(Move(now[0], ", ".join(now[1]), label, Gesture(path, button, key)))


def touchable(zone: Zone, viewer: int) -> bool:
    """Do people reach for this zone's cards: their own, or those in the middle?"""
    return zone.kind in TOUCHED and (zone.owner is None or zone.owner == viewer)
