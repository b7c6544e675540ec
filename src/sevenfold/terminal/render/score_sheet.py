"""Results: the last trick, the points of a deal with their terms, the score sheet."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sevenfold.view.description import DealLine, DealSummary, LastTrick, Note, Term, View
from sevenfold.view.event_text import in_a_sentence
from sevenfold.view.numbers import with_minus

from .cards import card, suit
from .style import DrawStyle, flow, name_of

NOTES_WIDTH = 26  # the most columns of what is noted about a deal


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


def sheet(view: View, pen: DrawStyle) -> RenderableType:
    """The table of deals: for each deal what is noted about it, then for each seat its points, total, bid and notes.

    Where only sides are scored, a column is a side.
    """
    columns = columns_of(view)
    summaries = {summary.deal: summary for summary in view.sheet}
    notes = {deal.deal: deal.notes for deal in view.deals if deal.notes}
    has_notes = any(not note.seats for noted in notes.values() for note in noted)
    made = Table(box=None, pad_edge=False, header_style="dim")
    made.add_column("Deal", justify="right")
    if has_notes:
        made.add_column("")
    for seats in columns:
        made.add_column(
            in_a_sentence([name_of(view, seat) for seat in seats]), justify="right", overflow="ellipsis", no_wrap=True
        )
    for deal in sorted(summaries.keys() | notes):
        noted = notes.get(deal, [])
        whole = flow([_note(note, view, pen) for note in noted if not note.seats], NOTES_WIDTH)
        lines = summaries[deal].lines if deal in summaries else []
        cells = [
            _cell(
                [line for line in lines if line.seat in seats],
                [_note(note, view, pen) for note in noted if note.seats and {*note.seats} <= {*seats}],
            )
            for seats in columns
        ]
        made.add_row(str(deal), *([whole] if has_notes else []), *cells)
    return Padding(made, (0, 0, 0, 2))


def columns_of(view: View) -> list[list[int]]:
    """The seats of each column of the table of deals: one each, or those of a side if only sides are scored."""
    sides = sorted({seat.side for seat in view.seats if seat.side is not None})
    if view.sheet or not sides:
        return [[seat.seat] for seat in view.seats]
    return [[seat.seat for seat in view.seats if seat.side == side] for side in sides]


def _cell(lines: Sequence[DealLine], notes: Sequence[Text]) -> Text:
    """The points and total of a seat, its bid and tricks, and what is noted about it."""
    rows = [Text(f"{_number(line.points):>4}{_number(line.total):>6}") for line in lines]
    rows += [Text(f"{_number(line.took)} of {line.bid}", "dim") for line in lines if line.bid is not None]
    return Text("\n").join([*rows, *notes])


def _note(note: Note, view: View, pen: DrawStyle) -> Text:
    """A note: its label, and the card, suit or text."""
    made = Text(note.label, "dim")
    if note.card:
        made = Text.assemble(made, " ", card(note.card, view.deck, symbols=pen.symbols))
    for letter in note.suits:
        made = Text.assemble(made, " ", suit(letter, view.deck, symbols=pen.symbols))
    return Text.assemble(made, f" {note.text}") if note.text else made


def _number(value: float | None) -> str:
    if value is None:
        return "–"
    return with_minus(str(int(value)) if float(value).is_integer() else f"{value:.1f}")
