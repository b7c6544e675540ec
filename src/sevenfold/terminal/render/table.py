"""A view drawn with Rich: seats, what is in force, zones, prompt. Everything it shows is in the view."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sevenfold.view.description import Fact, SeatView, Step, Track, View, Zone, titled
from sevenfold.view.text import whose

from .avatars import SeatLabel, face
from .cards import card, inks_of, suit
from .style import GAP, LABELS, DrawStyle, amount, flow
from .zones import contents

STEPS = {"none": ("·", "."), "half": ("½", "/"), "full": ("✓", "+"), "closed": ("×", "x")}  # in Unicode and in ASCII


def draw(view: View, pen: DrawStyle) -> RenderableType:
    """The table and the prompt."""
    return Group(table_of(view, pen), Text(), Text(view.prompt, "bold"))


def table_of(view: View, pen: DrawStyle, sitters: Sequence[SeatLabel] = ()) -> RenderableType:
    """The table: seats, facts in force, zones. sitters: the labels by seat, if avatars are shown."""
    table = Table.grid(padding=(0, GAP))
    table.add_column(style="dim", max_width=min(LABELS, max(8, pen.width // 3)))
    table.add_column()
    playable = _playable(view)
    for zone in view.zones:
        if not is_closed(zone, view):
            table.add_row(Text(titled(zone, view)), contents(zone, view, pen, playable.get(zone.id)))
    parts: list[RenderableType] = [seats(view, pen, sitters)]
    if view.facts or view.tracks:
        parts.append(in_force(view, pen))
    return Group(*parts, Text(), table)


def empty_table(sitters: Sequence[SeatLabel]) -> RenderableType:
    """The seats of a table whose game has not begun."""
    lines = []
    for seat, sitter in enumerate(sitters):
        name = Text(sitter.name or "free", "" if sitter.name else "dim italic")
        lines.append(Text.assemble("  ", face(sitter), (f" {seat} ", "dim"), name, (f"  {sitter.marks}", "dim")))
    return Group(*lines)


# -- facts and tracks -------------------------------------------------------------------------------------------------


def in_force(view: View, pen: DrawStyle) -> Text:
    """Facts and tracks, side by side."""
    items = [_fact(fact, view, pen) for fact in view.facts] + [_track(track, view, pen) for track in view.tracks]
    return flow(items, pen.width, GAP + 1, 2, columns=False)


def _fact(fact: Fact, view: View, pen: DrawStyle) -> Text:
    """A label, with a suit's symbol or a card before its words."""
    made = Text.assemble((f"{fact.label} ", "dim"))
    if fact.card:
        made.append_text(card(fact.card, view.deck, symbols=pen.symbols, style="bold")).append(" ")
    ink = inks_of(view.deck).get(fact.suit) if fact.suit else None
    if ink and ink.symbol and pen.symbols:
        made.append(f"{ink.symbol} ", ink.colour or "default")
    return made.append(fact.text, f"bold {ink.colour}" if ink else "bold")


def _track(track: Track, view: View, pen: DrawStyle) -> Text:
    """A track: whose it is, its label, its steps by suit with a sign each, and the whole in words."""
    made = Text.assemble((whose(track, view), "dim"))
    made.append(f"{track.label} ", "dim")
    if track.steps and all(step.suit for step in track.steps):
        made.append_text(Text(" ").join(_step(step, view, pen) for step in track.steps)).append("  ")
    return made.append(track.text)


def _step(step: Step, view: View, pen: DrawStyle) -> Text:
    made = suit(str(step.suit), view.deck, symbols=pen.symbols)
    if step.state in ("none", "closed"):
        made.stylize("dim")
    return made.append(pen.sign(*STEPS[step.state]))


# -- seats ------------------------------------------------------------------------------------------------------------


def seats(view: View, pen: DrawStyle, sitters: Sequence[SeatLabel] = ()) -> Text:
    """A line for each seat: in columns if they fit, otherwise one fact after the other."""
    rows = [_of_seat(seat, view, pen, sitters[seat.seat] if sitters else None) for seat in view.seats]
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


def _of_seat(seat: SeatView, view: View, pen: DrawStyle, sitter: SeatLabel | None) -> list[Text]:
    """The columns of a seat's line: avatar and name, score, number of cards, facts, marks."""
    is_me = seat.seat == view.seat
    is_alone = len(view.seats) == 1
    mark = pen.sign("▸ ", "> ") if seat.is_turn and not is_alone else "  "
    name = Text(seat.name, "bold" if is_me else "dim" if seat.is_out else "")
    looks = face(sitter).append(" ") if sitter else Text()
    facts = [Text.assemble(mark, looks, (f"{seat.seat} ", "dim"), name)]  # moves may name seats by their numbers
    facts.append(Text(f"{seat.score:>3}" if seat.score else "", "bold"))
    if is_alone and seat.lines:
        facts = []  # a lone player knows who they are, and the lines say how the game stands
    if seat.cards is not None and not is_alone:
        facts.append(Text(amount(seat.cards), "dim"))
    facts += [Text.assemble((f"{line.label.lower()} ", "dim"), line.value) for line in seat.lines]
    mine = next((other.side for other in view.seats if other.seat == view.seat), None)
    is_partner = mine is not None and seat.side == mine and not is_me
    signs = (("your partner", is_partner), ("dealer", seat.is_dealer), ("out", seat.is_out))
    said = [sign for sign, on in signs if on] + seat.badges
    facts.append(Text(", ".join(said), "italic"))
    if sitter and sitter.marks and not is_alone:
        facts.append(Text(sitter.marks, "dim"))
    return facts


# -- zones ------------------------------------------------------------------------------------------------------------


def is_closed(zone: Zone, view: View) -> bool:
    """Whether a zone is another seat's hand without a card face up; the seat's line gives its number of cards."""
    return zone.purpose == "hand" and zone.owner != view.seat and all(face.state != "up" for face in zone.faces)


def _playable(view: View) -> dict[str, set[int]]:
    """Which places of which zones begin a move."""
    found: dict[str, set[int]] = {}
    for move in view.moves:
        for spot in move.gesture.spots[:1]:
            found.setdefault(spot.zone, set()).add(spot.at)
    return found
