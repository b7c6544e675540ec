"""Zones as blocks: how large each is at a width of its cards, and how it is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin

from sevenfold.view.description import Face, View, Zone, titled

from .cards import RATIO, badge_of, card_image
from .ink import Ink, colour, width_of

GAP = 6  # between cards that lie side by side
LABEL = 13  # the size of a zone's label
CHAIN_STEP, DOWN_STEP, UP_STEP = 0.4, 0.16, 0.42  # strips of covered cards, in card widths
ROW_STEP = 0.5  # between the rows of a triangle, in card heights
PITCH_X, PITCH_Y = 1.1, 1.5  # between the places of a grid, in card widths
HAND_STEP = 0.55  # between cards of a hand that is not the viewer's, in card widths
ELSEWHERE = 0.62  # the size of the cards in hands that are not the viewer's
LEAST_STEP = 5  # pixels that are seen of a covered card
MARKS = {
    "winning": "wins",
    "match": "wins",
    "couples": "wins",
    "last": "accent",
    "number": "wins",
    "suit": "wins",
    "pivot": "accent",
}

Spot = tuple[float, float, int]  # where a face lies in its block, and which one


@dataclass
class Block:
    """Something to draw, with its size."""

    width: float
    height: float
    draw: Callable[[Ink, float, float], None]


class Drawer:
    """Makes the blocks of a view's zones at one width of cards.

    Attributes:
        view: The view.
        card: The width of a card.
        most: The width that a block may have.
    """

    def __init__(self, view: View, card: int, most: float) -> None:
        self.view, self.card, self.most = view, card, most
        self.facts = tuple(view.facts)

    def zone(self, zone: Zone) -> Block:
        """The block of a zone, with its label."""
        is_elsewhere = (
            zone.kind == "hand" and zone.owner is not None and zone.owner != self.view.seat and len(self.view.seats) > 1
        )
        card = max(8, round(self.card * ELSEWHERE)) if is_elsewhere else self.card
        spots, width, height = self._spots(zone, card)
        label = titled(zone, self.view) if self.view.seats else zone.label
        shown = sum(face.state != "empty" for face in zone.faces)
        if zone.count != shown:
            label += f" ({zone.count})"
        if zone.note:
            label += f": {zone.note}"
        below = LABEL + 7

        def draw(ink: Ink, x: float, y: float) -> None:
            ink.text(x, y + LABEL, label, LABEL, colour("muted"))
            for dx, dy, at in spots:
                self.face(ink, zone.faces[at], x + dx, y + below + dy, card)

        return Block(max(width, width_of(label, LABEL)), height + below, draw)

    def face(self, ink: Ink, face: Face, x: float, y: float, card: int) -> None:
        """A card, or an empty place."""
        high = card * RATIO
        if face.state == "empty":
            ink.box(x, y, card, high, radius=card * 0.08, fill=colour("place"), line=colour("place-line"))
            return
        code = face.code if face.state == "up" else None
        badge = badge_of(self.facts, self.view.deck, code) if code else ""
        ink.put(card_image(self.view.deck, code, card, badge), x, y)
        if face.mark:
            ink.box(
                x - 1, y - 1, card + 2, high + 2, radius=card * 0.09, line=colour(MARKS[face.mark]), thick=max(2.0, card / 24)
            )

    # -- where the faces of a zone lie -----------------------------------------------------------------------------------

    def _spots(self, zone: Zone, card: int) -> tuple[list[Spot], float, float]:
        """The places of a zone's faces, and the size of all."""
        n = len(zone.faces)
        if zone.kind in ("triangle", "grid"):
            return self._by_place(zone, card)
        if zone.kind == "trick":
            return self._trick(zone, card)
        if zone.kind in ("stock", "pile"):
            return ([(0, 0, n - 1)] if n else []), card, card * RATIO
        if zone.kind == "column":
            return _column(zone.faces, card)
        if zone.kind == "cells":
            return self._cells(n, card)
        step: float = card * CHAIN_STEP if zone.kind == "chain" else card * HAND_STEP if card < self.card else card + GAP
        if n > 1:
            step = max(LEAST_STEP, min(step, (self.most - card) / (n - 1)))
        return [(i * step, 0, i) for i in range(n)], max(0, n - 1) * step + card, card * RATIO

    def _cells(self, n: int, card: int) -> tuple[list[Spot], float, float]:
        columns = max(1, min(n, int((self.most + GAP) // (card + GAP))))
        rows = -(-n // columns) or 1
        spots: list[Spot] = [(i % columns * (card + GAP), i // columns * (card * RATIO + GAP), i) for i in range(n)]
        return spots, columns * (card + GAP) - GAP, rows * (card * RATIO + GAP) - GAP

    def _trick(self, zone: Zone, card: int) -> tuple[list[Spot], float, float]:
        """The cards of a trick, each towards the seat that played it, the viewer's at the bottom."""
        seats, bottom = max(1, len(self.view.seats)), self.view.seat or 0
        reach_x, reach_y = (0.3, 0.53) if seats <= 2 else (0.92, 0.5) if seats <= 4 else (1.4, 0.7)
        width, height = card * (1 + 2 * reach_x), card * RATIO * (1 + 2 * reach_y)
        spots = []
        for at, face in enumerate(zone.faces):
            turn = 2 * pi * (((face.seat if face.seat is not None else bottom) - bottom) % seats) / seats
            x = (width - card) / 2 - sin(turn) * reach_x * card
            spots.append((x, (height - card * RATIO) / 2 + cos(turn) * reach_y * card * RATIO, at))
        return sorted(spots, key=lambda spot: spot[1]), width, height

    def _by_place(self, zone: Zone, card: int) -> tuple[list[Spot], float, float]:
        """Faces that have places: of a triangle row by row, of a grid those with cards."""
        is_grid = zone.kind == "grid"
        placed = []
        for at, face in enumerate(zone.faces):
            if face.state == "empty":
                continue
            x, y = face.x or 0, face.y or 0
            across = x * card * PITCH_X if is_grid else (x - y / 2) * (card + 4)
            placed.append((across, y * card * (PITCH_Y if is_grid else RATIO * ROW_STEP), at))
        if not placed:
            return [], card, card * RATIO
        left, top = min(x for x, _, _ in placed), min(y for _, y, _ in placed)
        spots = sorted(((x - left, y - top, at) for x, y, at in placed), key=lambda spot: (spot[1], spot[0]))
        return spots, max(x for x, _, _ in spots) + card, max(y for _, y, _ in spots) + card * RATIO


def _column(faces: list[Face], card: int) -> tuple[list[Spot], float, float]:
    spots, top = list[Spot](), 0.0
    for at, face in enumerate(faces):
        spots.append((0, top, at))
        top += card * (UP_STEP if face.state == "up" else DOWN_STEP)
    return spots, card, (spots[-1][1] if spots else 0) + card * RATIO
