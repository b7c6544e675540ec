"""A view as plain text."""

from __future__ import annotations

from .description import Track, View, titled
from .event_text import in_a_sentence


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


def whose(track: Track, view: View) -> str:
    """The players of a track's side, as text before its label; empty if the track is everybody's."""
    players = [seat.name for seat in view.seats if track.side is not None and seat.side == track.side]
    return f"{in_a_sentence(players)}: " if players else ""
