"""The picture of a view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from sevenfold.view.description import Fact, Place, SeatView, View, Zone
from sevenfold.view.text import whose

from .cards import card_image, suits_of, symbol
from .ink import Ink, colour, width_of
from .zones import Block, Drawer

WIDTH, HEIGHT = 960, 720  # of every picture, so that pictures make a film
MARGIN, BETWEEN, ROW_GAP = 18, 22, 13
TITLE, TEXT = 20, 14
LARGEST, SMALLEST = 92, 12  # cards, in pixels

Row = list[Block]


def picture_of(view: View) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """A view as a picture: what its seat may not see lies face down.

    The cards are as large as the zones leave space for.

    Returns:
        An array of `HEIGHT` × `WIDTH` × 3.

    Example:
        >>> import sevenfold
        >>> from sevenfold.envs.drawing import picture_of
        >>> picture_of(sevenfold.load("seven_truf").start(seed=7).view(0)).shape
        (720, 960, 3)
    """
    ink = Ink(WIDTH, HEIGHT, colour("bg"))
    top = _head(ink, view) + BETWEEN / 2
    rows, free = next((rows, free) for rows, free, fits in _sizes(view, top) if fits)
    space = free / (len(rows) + 1)
    y, between = top + space / 4, ROW_GAP + space / 2
    for row in rows:
        x = (WIDTH - _width(row)) / 2
        for block in row:
            block.draw(ink, max(MARGIN, x), y)
            x += block.width + BETWEEN
        y += max(block.height for block in row) + between
    return np.asarray(ink.shown())


def _sizes(view: View, top: float) -> Iterator[tuple[list[Row], float, bool]]:
    """The rows of the table with smaller and smaller cards, the height that they leave, and whether they fit; at last they do
    even if something is cut off."""
    for card in range(LARGEST, SMALLEST - 1, -4):
        rows = list(_rows(view, card))
        free = HEIGHT - MARGIN - top - sum(max(block.height for block in row) + ROW_GAP for row in rows)
        fits = free >= 0 and all(_width(row) <= WIDTH - 2 * MARGIN for row in rows)
        yield rows, max(0.0, free), fits or card == SMALLEST


def _width(row: Sequence[Block]) -> float:
    return sum(block.width for block in row) + BETWEEN * (len(row) - 1)


# -- above the table ----------------------------------------------------------------------------------------------------


def _head(ink: Ink, view: View) -> float:
    """The game, what is to be done, what is in force, and the seats; returns where they end."""
    y: float = MARGIN + TITLE
    ink.text(MARGIN, y, view.name, TITLE, colour("text"), bold=True)
    left = MARGIN + width_of(view.name, TITLE) + BETWEEN
    said = view.result.sentence if view.result else view.prompt
    for line in _wrapped(said, TEXT + 1, WIDTH - MARGIN - left):
        ink.text(left, y, line, TEXT + 1, colour("text"))
        y += TEXT + 6
    y = _facts(ink, view, y + 4)
    return _seats(ink, view, y)


def _wrapped(text: str, size: float, most: float) -> Iterator[str]:
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and width_of(longer, size) > most:
            yield line
            longer = word
        line = longer
    yield line


def _facts(ink: Ink, view: View, y: float) -> float:
    """What is in force, and how far things have come, side by side."""
    x: float = MARGIN
    said: list[tuple[str, Fact | None]] = [(f"{fact.label}: {fact.text}", fact) for fact in view.facts]
    said += [(f"{whose(track, view)}{track.label}: {track.text}", None) for track in view.tracks]
    for text, fact in said:
        wide = width_of(text, TEXT) + (22 if fact is not None and _is_drawn(fact, view) else 0)
        if x > MARGIN and x + wide > WIDTH - MARGIN:
            x, y = MARGIN, y + TEXT + 10
        ink.text(x, y + TEXT, text, TEXT, colour("muted"))
        if fact is not None and _is_drawn(fact, view):
            _sign(ink, fact, view, x + wide - 16, y)
        x += wide + BETWEEN
    return y + TEXT + 12 if said else y


def _is_drawn(fact: Fact, view: View) -> bool:
    return fact.card is not None or fact.suit in suits_of(view.deck)


def _sign(ink: Ink, fact: Fact, view: View, x: float, y: float) -> None:
    if fact.card is not None:
        ink.put(card_image(view.deck, fact.card, 15), x, y - 3)
    elif fact.suit is not None:
        shape, tint = suits_of(view.deck)[fact.suit]
        symbol(ink, shape, tint, x + 8, y + TEXT * 0.62, 16, small=True)


def _seats(ink: Ink, view: View, y: float) -> float:
    """The seats side by side, the one to move in a frame of its own colour."""
    if len(view.seats) < 2:
        return y
    wide = (WIDTH - 2 * MARGIN - 8 * (len(view.seats) - 1)) / len(view.seats)
    size = 12
    lines = [list(_lines(seat, size, wide - 16)) for seat in view.seats]
    high = 12 + (TEXT + 4) + max(map(len, lines)) * (size + 4)
    for i, (seat, said) in enumerate(zip(view.seats, lines, strict=True)):
        x = MARGIN + i * (wide + 8)
        frame = colour("accent" if seat.is_turn else "line")
        ink.box(x, y, wide, high, radius=8, fill=colour("surface"), line=frame, thick=2.5 if seat.is_turn else 1)
        ink.text(x + 8, y + 6 + TEXT, next(_wrapped(seat.name, TEXT, wide - 40)), TEXT, colour("text"), bold=True)
        if seat.score:
            ink.text(x + wide - 8, y + 6 + TEXT, seat.score, TEXT, colour("text"), anchor="rs", bold=True)
        for row, line in enumerate(said):
            ink.text(x + 8, y + 10 + TEXT + (row + 1) * (size + 4), line, size, colour("muted"))
    return y + high + 8


def _lines(seat: SeatView, size: float, wide: float) -> Iterator[str]:
    facts = [f"{line.label} {line.value}" for line in seat.lines]
    marks = [mark for mark, on in (("dealer", seat.is_dealer), ("out", seat.is_out)) if on]
    text = ", ".join([*facts, *marks, *seat.badges])
    if text:
        yield from _wrapped(text, size, wide)


# -- the table ------------------------------------------------------------------------------------------------------------


def _rows(view: View, card: int) -> Iterator[Row]:
    """The zones in rows: those of the other seats, the middle of the table, then those of the viewer."""
    drawer = Drawer(view, card, WIDTH - 2 * MARGIN)
    own = view.seat if view.seat is not None else -1
    seats = [(own + 1 + i) % len(view.seats) for i in range(len(view.seats))] if own >= 0 else range(len(view.seats))
    yield from _flowing(drawer.zone(zone) for seat in seats if seat != own for zone in view.zones if zone.owner == seat)
    middle = [zone for zone in view.zones if zone.owner is None]
    cross = [zone for zone in middle if zone.place]
    blocks = [drawer.zone(zone) for zone in middle if not zone.place]
    yield from _flowing([*([_cross(drawer, cross)] if cross else []), *blocks])
    yield from _flowing(drawer.zone(zone) for zone in view.zones if zone.owner == own and own >= 0)


def _flowing(blocks: Iterable[Block]) -> Iterator[Row]:
    """Blocks side by side, in as many rows as they need."""
    row: Row = []
    for block in blocks:
        if row and _width([*row, block]) > WIDTH - 2 * MARGIN:
            yield row
            row = []
        row.append(block)
    if row:
        yield row


def _cross(drawer: Drawer, zones: list[Zone]) -> Block:
    """Zones around the one in the centre."""
    placed = {zone.place: drawer.zone(zone) for zone in zones}
    none = Block(0, 0, lambda ink, x, y: None)
    north, south, west, east, centre = (placed.get(place, none) for place in _PLACES)
    side = max(west.width, east.width)
    width = max(north.width, south.width, centre.width + 2 * (side + BETWEEN))
    middle = max(west.height, east.height, centre.height)

    def draw(ink: Ink, x: float, y: float) -> None:
        north.draw(ink, x + (width - north.width) / 2, y)
        lower = y + north.height + BETWEEN / 2
        centre.draw(ink, x + (width - centre.width) / 2, lower)
        west.draw(ink, x + (width - centre.width) / 2 - BETWEEN - west.width, lower)
        east.draw(ink, x + (width + centre.width) / 2 + BETWEEN, lower)
        south.draw(ink, x + (width - south.width) / 2, lower + middle + BETWEEN / 2)

    return Block(width, north.height + middle + south.height + BETWEEN, draw)


_PLACES: tuple[Place, ...] = ("north", "south", "west", "east", "centre")
