"""Zones, each drawn by its kind: rows, tricks, chains, triangles, grids."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from sevenfold.view.description import Face, Mark, View, Zone, titled

from .cards import card
from .style import GAP, LABELS, DrawStyle, amount, flow, name_of

FEW = 4  # cards face down that are counted rather than drawn
LEGENDS: dict[Mark, str] = {
    "": "", "winning": "wins", "match": "match", "couples": "couple two chains", "last": "laid last",
    "number": "win", "suit": "win", "pivot": "win",
}  # fmt: skip


def contents(zone: Zone, view: View, pen: DrawStyle, playable: set[int] | None) -> Text:
    """A zone's cards; if some of them begin a move, the others are dimmed. Marked cards are in brackets."""
    able = range(len(zone.faces)) if playable is None else playable
    shown = [_face(face, zone, view, pen, dim=i not in able) for i, face in enumerate(zone.faces)]
    room = max(10, pen.width - LABELS - GAP)
    if zone.kind == "hand":
        shown = _gathered(zone.faces, shown, pen)
    elif zone.kind == "column":
        shown = _gathered(zone.faces[::-1], shown[::-1], pen)[::-1]
    if zone.kind == "triangle" and zone.faces:
        made = _triangle(zone.faces, shown)
    elif zone.kind == "grid" and zone.faces:
        made = _grid(zone.faces, shown, pen, room)
    elif zone.kind == "stock":
        made = Text(amount(zone.count), "dim")
    elif zone.kind == "chain":
        made = Text(pen.sign("–", "-")).join(shown)
    elif shown:
        made = flow(shown, room, 1 if zone.kind == "hand" else 2)
    elif zone.note:
        return Text(zone.note, "italic")
    else:
        made = Text(pen.sign("–", "-"), "dim")
    if zone.kind != "stock" and zone.count != sum(face.state != "empty" for face in zone.faces):
        made.append(f"  {amount(zone.count)}", "dim")
    for said in filter(None, (zone.note, _legend(zone))):
        made.append("\n" if zone.kind in ("triangle", "grid") else "  ")
        made.append(said, "italic")
    return made


def beneath(zone: Zone, view: View, pen: DrawStyle) -> Text:
    """All cards of a pile that the viewer may inspect, from the top down."""
    codes = [face.code for face in zone.faces if face.code][-1:] + zone.beneath
    cards = [card(code, view.deck, symbols=pen.symbols) for code in codes]
    return Text.assemble((f"{titled(zone, view)}, from the top: ", "dim")).append_text(Text(" ").join(cards))


def _legend(zone: Zone) -> str:
    """The meaning of brackets around cards; for the cards of a trick, words say it."""
    marks = {face.mark for face in zone.faces} - {""} if zone.kind != "trick" else set()
    return ", ".join(f"[ ] {legend}" for legend in sorted({LEGENDS[mark] for mark in marks}))


def _gathered(faces: Sequence[Face], shown: Sequence[Text], pen: DrawStyle) -> list[Text]:
    """The cards; if many at the end are face down, only their number."""
    hidden = 0
    while hidden < len(faces) and faces[-1 - hidden] == Face("down"):
        hidden += 1
    if hidden < FEW:
        return list(shown)
    return [*shown[: len(shown) - hidden], Text(f"{shown[-1].plain} {pen.sign('×', 'x')} {hidden}", "dim")]


def _face(face: Face, zone: Zone, view: View, pen: DrawStyle, *, dim: bool) -> Text:
    if face.state == "up" and face.code:
        made = card(face.code, view.deck, symbols=pen.symbols, style="dim" if dim else "bold")
    else:
        made = Text.assemble((pen.sign("▒▒", "##") if face.state == "down" else pen.sign("··", ".."), "dim"))
    if face.mark and zone.kind != "trick":
        made = Text("[").append_text(made).append("]")
    said = _about(face, zone, view)
    if said:
        made.append(f" {said}", "dim")
    if face.note and face.x is None:
        made.append(f" {face.note}", "italic")
    return made


def _about(face: Face, zone: Zone, view: View) -> str:
    """The owner or giver of a card; in a trick also who led and which card wins so far."""
    if face.seat is None:
        return ""
    name = name_of(view, face.seat)
    if zone.kind != "trick":
        return f"from {'you' if name == 'You' else name}"
    signs = (("led", face.seat == zone.leader), ("winning so far", face.mark == "winning" and len(zone.faces) > 1))
    said = ", ".join(sign for sign, on in signs if on)
    return f"{name} ({said})" if said else name


def _triangle(faces: Sequence[Face], shown: Sequence[Text]) -> Text:
    """Rows of growing length, each centred above the next; places without coordinates are counted row by row."""
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


def _grid(faces: Sequence[Face], shown: Sequence[Text], pen: DrawStyle, room: int) -> Text:
    """Cards at their places; what is too wide continues below."""
    at = {(face.x or 0, face.y or 0): text for face, text in zip(faces, shown, strict=True)}
    xs = range(min(x for x, _ in at), max(x for x, _ in at) + 1)
    ys = range(min(y for _, y in at), max(y for _, y in at) + 1)
    cell = max(text.cell_len for text in shown)
    band = max(1, room // (cell + 1))
    bands = []
    for first in range(xs.start, xs.stop, band):
        lines = []
        for y in ys:
            line = Text()
            for x in range(first, min(first + band, xs.stop)):
                text = at.get((x, y), Text(pen.sign("·", "."), "dim"))
                line.append(" " * (1 + cell - text.cell_len))
                line.append_text(text)
            lines.append(line)
        bands.append(Text("\n").join(lines))
    return Text("\n\n").join(bands)
