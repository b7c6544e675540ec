"""Results: the last trick, the points of a deal with their terms, the score sheet."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sevenfold.view.description import DealSummary, LastTrick, Term, View

from .cards import card
from .style import DrawStyle, flow, name_of


def last_trick(trick: LastTrick, view: View, pen: DrawStyle) -> Text:
    """The trick that was finished last, as played."""
    cards = [
        Text.assemble((f"{name_of(view, played.seat)} ", "dim"), card(played.code, view.deck, symbols=pen.symbols))
        for played in trick.cards
    ]
    made = Text(f"Trick {trick.number}: ")
    made.append_text(flow(cards, pen.width - len(made)))
    return made.append(f"\n{name_of(view, trick.taker)} took it.")


def deal(summary: DealSummary, view: View) -> RenderableType:
    """The points of a deal: for each seat its bid, its tricks, its points, its total, and the terms of the points."""
    made = Table(box=None, pad_edge=False, header_style="dim")
    made.add_column(f"Deal {summary.deal}")
    columns: dict[str, list[float | None]] = {
        "Bid": [line.bid for line in summary.lines],
        "Took": [line.took for line in summary.lines],
        "Points": [line.points for line in summary.lines],
        "Total": [line.total for line in summary.lines],
    }
    known = {title: values for title, values in columns.items() if set(values) != {None}}
    for title in known:
        made.add_column(title, justify="right")
    made.add_column("How", style="dim")
    for i, line in enumerate(summary.lines):
        cells = [_number(values[i]) for values in known.values()]
        made.add_row(name_of(view, line.seat), *cells, "\n".join(_term(term, len(line.terms)) for term in line.terms))
    return Padding(made, (0, 0, 0, 2))


def deal_in_brief(summary: DealSummary, view: View) -> Text:
    """A deal's points in a sentence."""
    points = (f"{name_of(view, line.seat)} {_number(line.points)}" for line in summary.lines)
    return Text(f"  Deal {summary.deal} brings: {', '.join(points)}.")


def _term(term: Term, of: int) -> str:
    """A term with its rule; with its points where there are several."""
    return f"{f'{_number(term.points)}: ' if of > 1 else ''}{term.text} ({term.rule})"


def sheet(rows: Sequence[DealSummary], view: View) -> RenderableType:
    """The score sheet: each deal's points with the totals after it."""
    made = Table(box=None, pad_edge=False, header_style="dim")
    made.add_column("Deal", justify="right")
    for seat in view.seats:
        made.add_column(seat.name, justify="right", overflow="ellipsis", no_wrap=True)
    for row in rows:
        lines = {line.seat: f"{_number(line.points):>4}{_number(line.total):>6}" for line in row.lines}
        made.add_row(str(row.deal), *(lines.get(seat.seat, "") for seat in view.seats))
    return Padding(made, (0, 0, 0, 2))


def _number(value: float | None) -> str:
    if value is None:
        return "–"
    return str(int(value)) if float(value).is_integer() else f"{value:.1f}"
