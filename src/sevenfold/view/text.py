"""A view as plain text, and as a small table for notebooks."""

from __future__ import annotations

import html

from .description import Track, View, Zone


def as_text(view: View) -> str:
    """A view in plain lines."""
    lines = [f"{view.name}: {view.prompt}"]
    lines += [f"{fact.label}: {fact.text}" for fact in view.facts]
    lines += [f"{whose(track, view)}{track.label}: {track.text}" for track in view.tracks]
    for seat in view.seats:
        facts = [f"{line.label} {line.value}" for line in seat.lines]
        marks = [mark for mark, on in (("to move", seat.is_turn), ("dealer", seat.is_dealer), ("out", seat.is_out)) if on]
        lines.append(", ".join([seat.name, *([f"score {seat.score}"] if seat.score else []), *facts, *marks, *seat.badges]))
    for zone in view.zones:
        shown = [
            face.code if face.state == "up" and face.code else "--" if face.state == "down" else "." for face in zone.faces
        ]
        n = f" ({zone.count})" if zone.count != sum(face.state != "empty" for face in zone.faces) else ""
        lines.append(f"{titled(zone, view)}{n}: {' '.join(shown) or '-'}")
    if view.moves:
        lines.append("You may: " + "; ".join(move.text for move in view.moves))
    return "\n".join(lines)


def titled(zone: Zone, view: View) -> str:
    """A zone's label, with the name of its owner."""
    if zone.owner is None:
        return zone.label
    name = next(seat.name for seat in view.seats if seat.seat == zone.owner)
    return f"Your {zone.label[:1].lower()}{zone.label[1:]}" if name == "You" else f"{name}: {zone.label}"


def whose(track: Track, view: View) -> str:
    """The players of a track's side, to stand before its label; empty if the track is everybody's."""
    players = [seat.name for seat in view.seats if track.side is not None and seat.side == track.side]
    return f"{' and '.join(players)}: " if players else ""


def as_html(view: View) -> str:
    """A view as a small table for notebooks."""
    rows = "".join(
        f"<tr><th style='text-align:left'>{html.escape(titled(zone, view))}</th><td>"
        + " ".join(
            f"<code style='border:1px solid #888;border-radius:3px;padding:1px 4px'>"
            f"{html.escape(face.code or ('✦' if face.state == 'down' else ' '))}</code>"
            for face in zone.faces
        )
        + (f" × {zone.count}" if zone.count != len(zone.faces) else "")
        + "</td></tr>"
        for zone in view.zones
    )
    return f"<table><caption>{html.escape(view.name)}: {html.escape(view.prompt)}</caption>{rows}</table>"
