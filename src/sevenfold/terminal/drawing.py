"""A view drawn with Rich: seats, zones, prompt. Everything it shows is in the view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sevenfold.view.description import DealSummary, Face, LastTrick, SeatView, View, Zone

from .cards import card

GAP = 2  # columns between two things on a line
LABELS = 18  # columns a zone's label may take
MANY = 8  # things side by side that are set in columns
FEW = 4  # cards face down that are counted rather than drawn


@dataclass(frozen=True)
class Pen:
    """How to draw: the width in columns, and whether the encoding has suit symbols."""

    width: int
    symbols: bool

    def sign(self, fine: str, plain: str) -> str:
        """A sign of the fine kind, or of ASCII."""
        return fine if self.symbols else plain


def draw(view: View, pen: Pen) -> RenderableType:
    """The table: seats, then what lies on it, then what is asked."""
    playable = _playable(view)
    zones = [
        (_label(zone, view), _cards(zone, view, pen, playable.get(zone.id)))
        for zone in view.zones
        if not _is_closed(zone, view)
    ]
    table = Table.grid(padding=(0, GAP))
    table.add_column(style="dim", max_width=min(LABELS, max(8, pen.width // 3)))
    table.add_column()
    for label, content in zones:
        table.add_row(Text(label), content)
    return Group(seats(view, pen), Text(), table, Text(), Text(view.prompt, "bold"))


def flow(items: Sequence[Text], width: int, gap: int = GAP + 1, indent: int = 0) -> Text:
    """Items side by side, broken into (indented) lines between two of them only; many stand in columns."""
    column = max((item.cell_len for item in items), default=0) if len(items) > MANY else 0
    made, used = Text(), 0
    for item in items:
        if used and used + gap + item.cell_len > width:
            made.append("\n" + " " * indent)
            used = indent
        elif used:
            made.append(" " * gap)
            used += gap
        made.append_text(item)
        made.append(" " * (column - item.cell_len))
        used += max(column, item.cell_len)
    return made


# -- seats ------------------------------------------------------------------------------------------------------------


def seats(view: View, pen: Pen) -> Text:
    """A line a seat: in columns where they fit, else one fact after the other."""
    rows = [_facts(seat, view, pen) for seat in view.seats]
    columns = max(len(row) for row in rows)
    widths = [max(row[i].cell_len for row in rows if i < len(row)) for i in range(columns)]
    fits = sum(widths) + GAP * (columns - 1) <= pen.width
    if not fits:
        return Text("\n").join(flow([fact for fact in row if fact.cell_len], pen.width, GAP, 4) for row in rows)
    lines = []
    for row in rows:
        line = Text()
        for fact, width in zip(row, widths, strict=False):
            line.append_text(fact)
            line.append(" " * (width - fact.cell_len + GAP))
        line.rstrip()
        lines.append(line)
    return Text("\n").join(lines)


def _facts(seat: SeatView, view: View, pen: Pen) -> list[Text]:
    """What a line says of a seat, by column: name, score, its facts, its hand, its marks."""
    is_me = seat.seat == view.seat
    mark = pen.sign("▸ ", "> ") if seat.is_turn and len(view.seats) > 1 else "  "
    name = Text(seat.name, "bold" if is_me else "dim" if seat.is_out else "")
    name = Text.assemble(mark, (f"{seat.seat} ", "dim"), name)  # moves may speak of seats by their numbers
    facts = [name, Text(f"{seat.score:>3}" if seat.score else "", "bold")]
    if len(view.seats) == 1 and seat.lines:
        facts = []  # who plays alone knows who it is, and the lines say how it stands
    facts += [Text.assemble((f"{line.label.lower()} ", "dim"), line.value) for line in seat.lines]
    closed = [zone for zone in view.zones if zone.owner == seat.seat and _is_closed(zone, view)]
    if closed and not any(line.label == "Cards" for line in seat.lines):
        facts.append(Text(" ".join(_amount(zone.count) for zone in closed), "dim"))
    mine = next((other.side for other in view.seats if other.seat == view.seat), None)
    is_partner = mine is not None and seat.side == mine and not is_me
    signs = (("your partner", is_partner), ("dealer", seat.is_dealer), ("out", seat.is_out))
    marks = [mark for mark, on in signs if on]
    facts.append(Text(", ".join(marks + seat.badges), "italic"))
    return facts


def _amount(n: int) -> str:
    return f"{n} card" if n == 1 else f"{n} cards"


# -- zones ------------------------------------------------------------------------------------------------------------


def _is_closed(zone: Zone, view: View) -> bool:
    """Another's hand of which no card shows: the line of its seat says how many cards it holds."""
    return zone.kind == "hand" and zone.owner != view.seat and all(face.state != "up" for face in zone.faces)


def _label(zone: Zone, view: View) -> str:
    """The zone's label, with whose it is where that is somebody else."""
    if zone.owner is None or zone.kind == "trick":
        return zone.label
    name = _name(view, zone.owner)
    if zone.owner == view.seat:
        return f"Your {zone.label.removeprefix(f'{name}: ')}" if zone.label.startswith(f"{name}: ") else zone.label
    return zone.label if name in zone.label else f"{name}: {zone.label}"


def _name(view: View, seat: int | None) -> str:
    return next((found.name for found in view.seats if found.seat == seat), "")


def _playable(view: View) -> dict[str, set[int]]:
    """Which places of which zones begin a move."""
    found: dict[str, set[int]] = {}
    for move in view.moves:
        for spot in move.gesture.spots[:1]:
            found.setdefault(spot.zone, set()).add(spot.at)
    return found


def _cards(zone: Zone, view: View, pen: Pen, playable: set[int] | None) -> Text:
    """A zone's cards; where some of them begin a move, the others are dimmed."""
    able = range(len(zone.faces)) if playable is None else playable
    shown = [_face(face, view, pen, dim=i not in able) for i, face in enumerate(zone.faces)]
    if zone.kind in ("hand", "set"):
        shown = _gathered(zone.faces, shown, pen)
    room = max(10, pen.width - LABELS - GAP)
    if zone.kind == "triangle" and zone.faces:
        made = _triangle(zone.faces, shown)
    elif zone.kind == "grid" and zone.faces:
        made = _grid(zone.faces, shown, pen, room)
    elif zone.kind == "stock":
        made = Text(_amount(zone.count), "dim")
    elif zone.kind == "chain":
        made = Text(pen.sign("–", "-")).join(shown)
    elif shown:
        made = flow(shown, room, 1 if zone.kind in ("hand", "set") else 2)
    elif zone.kind == "set" or zone.note:
        return Text(zone.note, "italic")
    else:
        made = Text(pen.sign("–", "-"), "dim")
    if zone.kind != "stock" and zone.count != sum(face.state != "empty" for face in zone.faces):
        made.append(f"  {_amount(zone.count)}", "dim")
    if zone.note:
        made.append("\n" if zone.kind in ("triangle", "grid") else "  ")
        made.append(zone.note, "italic")
    return made


def _gathered(faces: Sequence[Face], shown: Sequence[Text], pen: Pen) -> list[Text]:
    """The cards, many face down at the end of them told by their number."""
    hidden = 0
    while hidden < len(faces) and faces[-1 - hidden] == Face("down"):
        hidden += 1
    if hidden < FEW:
        return list(shown)
    return [*shown[: len(shown) - hidden], Text(f"{shown[-1].plain} {pen.sign('×', 'x')} {hidden}", "dim")]


def _face(face: Face, view: View, pen: Pen, *, dim: bool) -> Text:
    if face.state == "up" and face.code:
        made = card(face.code, view.deck, symbols=pen.symbols, style="dim" if dim else "bold")
    else:
        made = Text(pen.sign("▒▒", "##") if face.state == "down" else pen.sign("··", ".."), "dim")
    if face.seat is not None:
        made.append(f" {_name(view, face.seat)}", "dim")
    if face.note and face.x is None:
        made.append(f" {face.note}", "italic")
    return made


def _triangle(faces: Sequence[Face], shown: Sequence[Text]) -> Text:
    """Rows of growing length, each centred above the next; places without coordinates are counted off by row."""
    rows: dict[int, list[Text]] = {}
    row, place = 0, 0
    for face, text in zip(faces, shown, strict=True):
        rows.setdefault(face.y if face.y is not None else row, []).append(text)
        place += 1
        if place > row:
            row, place = row + 1, 0
    cell = max(text.cell_len for text in shown)
    widest = max(len(texts) for texts in rows.values())
    lines = []
    for y in sorted(rows):
        line = Text(" " * ((widest - len(rows[y])) * (cell + 2) // 2))
        for i, text in enumerate(rows[y]):
            line.append_text(text)
            line.append(" " * (cell - text.cell_len + 2) if i < len(rows[y]) - 1 else "")
        lines.append(line)
    return Text("\n").join(lines)


def _grid(faces: Sequence[Face], shown: Sequence[Text], pen: Pen, room: int) -> Text:
    """Cards where they lie, with the coordinates beside them; what is too wide follows below."""
    at = {(face.x or 0, face.y or 0): text for face, text in zip(faces, shown, strict=True)}
    xs = range(min(x for x, _ in at), max(x for x, _ in at) + 1)
    ys = range(min(y for _, y in at), max(y for _, y in at) + 1)
    cell = max(*(text.cell_len for text in shown), *(len(str(x)) for x in xs))
    margin = max(len(str(y)) for y in ys)
    band = max(1, (room - margin) // (cell + 1))
    lines = []
    for first in range(xs.start, xs.stop, band):
        columns = range(first, min(first + band, xs.stop))
        lines.append(Text(" " * margin + "".join(f" {x:>{cell}}" for x in columns), "dim"))
        for y in ys:
            line = Text(f"{y:>{margin}}", "dim")
            for x in columns:
                text = at.get((x, y), Text(pen.sign("·", "."), "dim"))
                line.append(" " * (1 + cell - text.cell_len))
                line.append_text(text)
            lines.append(line)
    return Text("\n").join(lines)


# -- what is asked for by name ----------------------------------------------------------------------------------------


def last_trick(trick: LastTrick, view: View, pen: Pen) -> Text:
    """The trick that was finished last, as played."""
    cards = [
        Text.assemble((f"{_name(view, played.seat)} ", "dim"), card(played.code, view.deck, symbols=pen.symbols))
        for played in trick.cards
    ]
    taker = _name(view, trick.taker)
    made = Text(f"Trick {trick.number}: ")
    made.append_text(flow(cards, pen.width - len(made)))
    made.append(f"\n{taker} took it.")
    return made


def points(row: DealSummary, view: View) -> Text:
    """A deal's points, in a line."""
    made = Text(f"  Points of deal {row.deal}: ", "bold")
    return made.append(", ".join(f"{seat.name} {_number(row.points[seat.seat])}" for seat in view.seats))


def sheet(rows: Sequence[DealSummary], view: View) -> RenderableType:
    """The score sheet: each deal's points with the totals after it."""
    made = Table(box=None, pad_edge=False, header_style="dim")
    made.add_column("Deal", justify="right")
    for seat in view.seats:
        made.add_column(seat.name, justify="right", overflow="ellipsis", no_wrap=True)
    for row in rows:
        cells = [f"{_number(p):>4}{_number(t):>6}" for p, t in zip(row.points, row.totals, strict=True)]
        made.add_row(str(row.deal), *cells)
    return Padding(made, (0, 0, 0, 2))


def _number(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else f"{value:.1f}"
