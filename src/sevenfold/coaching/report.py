"""Advice and reviews for a terminal: Rich tables, and a graph of the game in blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from .advice import Advice
from .review import Decision, Review
from .text import costs, expected

BLOCKS = " ▁▂▃▄▅▆▇█"
HEIGHT = 5  # lines of a bar graph


def advice_table(advice: Advice, why: str, played: int | None) -> RenderableType:
    """A table of all actions with their expected results, marking the action that was played."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for column in ("", "Action", "Expected result", "Costs"):
        table.add_column(column)
    if advice.samples:
        table.add_column("Samples", justify="right")
    for one in advice.actions:
        cost = advice.cost(one.action)
        mark = "best" if one is advice.best else "" if cost.is_mistake else "as good"
        text = f"{one.text} (played)" if one.action == played else one.text
        said = "" if one is advice.best else costs(advice.scale, cost)
        table.add_row(mark, text, expected(advice, one), said, *([f"{one.samples:,}"] if advice.samples else []))
    whose = f"Best given what seat {advice.seat} knew after {advice.made} actions."
    means = " ± is the half of a 95 % interval; what costs no more than that is called as good."
    is_measured = any(one.ci95 for one in advice.actions)
    lines = [whose + means * is_measured, how(advice.engine, advice.version, advice.samples)]
    return Group(*map(Text, [*lines, *([why] if why else []), ""]), table)


def how(engine: str, version: str, samples: int) -> str:
    """How a result was found, in words."""
    if not samples:
        return f"{engine}; nothing was sampled; Sevenfold {version}."
    return f"{engine}, every action tried equally often; {samples:,} simulations; Sevenfold {version}."


def review_drawing(found: Review, name: str, width: int) -> RenderableType:
    """A graph for each seat, then the costliest decisions: given what was known, and with all hands open."""
    parts: list[RenderableType] = [Text(name), Text()]
    for place, seat in enumerate(found.seats):
        own = [one for one in found.decisions if one.seat == seat]
        if own:
            end = found.ends[place] if found.ends else None
            parts += [Text(f"Seat {seat}: {subject(found)}, decision by decision to the end; ^ marks a mistake")]
            parts += [*map(Text, graph(own, width, end, in_percent=found.scale != "points")), Text()]
    parts.append(_costliest(found))
    if any(one.hands_open for one in found.decisions):
        parts += [Text(), _openly(found)]
    return Group(*parts, Text(), Text(how(found.engine, found.version, found.samples), "dim"))


def subject(found: Review) -> str:
    """What the graph of a review shows."""
    against = ", against the average" if found.is_relative else ""
    return f"expected result in points{against}" if found.scale == "points" else "chance to win in per cent"


def graph(decisions: Sequence[Decision], width: int, end: float | None, *, in_percent: bool) -> Iterator[str]:
    """The lines of a bar graph of expected results, mistakes marked beneath; several decisions may share a column.

    Args:
        decisions: One seat's decisions.
        width: The columns of the terminal.
        end: Where the game ended, which the last column shows; None if it did not.
        in_percent: Whether results are chances to win, so that the graph goes from 0 to 100 %.
    """
    values = [*(one.level for one in decisions), *([] if end is None else [end])]
    low, high = (0.0, 1.0) if in_percent else (min(values), max(values))
    names = [f"{100 * at:.0f} %" if in_percent else f"{at:.1f}" for at in (low, (low + high) / 2, high)]
    label = max(map(len, names))
    columns = max(1, min(len(decisions), width - label - 3))
    groups = [decisions[i * len(decisions) // columns : (i + 1) * len(decisions) // columns] for i in range(columns)]
    shown = [sum(one.level for one in group) / len(group) for group in groups] + ([] if end is None else [end])
    steps = [round((value - low) / ((high - low) or 1) * (HEIGHT * 8 - 1)) + 1 for value in shown]
    named = {0: names[0], HEIGHT // 2: names[1], HEIGHT - 1: names[2]}
    for line in range(HEIGHT - 1, -1, -1):
        yield f"{named.get(line, ''):>{label}} ┤" + "".join(BLOCKS[min(8, max(0, step - 8 * line))] for step in steps)
    marks = "".join("^" if any(one.is_mistake for one in group) else " " for group in groups)
    yield f"{'':>{label}}  {marks}".rstrip()


def _costliest(found: Review) -> RenderableType:
    mistakes = found.costliest()
    if not mistakes:
        return Text("Given what was known, no decision was a mistake.")
    table = _table(f"What cost most, given what was known (of {sum(one.is_mistake for one in found.decisions)}):", "Reason")
    for one in mistakes:
        best = f"{one.best} ({one.best_text})"
        table.add_row(str(one.made), str(one.seat), one.text, one.cost_text, best, one.reason)
    return table


def _openly(found: Review) -> RenderableType:
    lost = found.costliest_open()
    if not lost:
        return Text("With all hands open, nothing was lost where a solver looked.")
    table = _table("Apart from that, what lost most with all hands open, which nobody knew:", "Solver")
    for one in lost:
        assert one.hands_open is not None
        best = " or ".join(one.hands_open.best)
        table.add_row(str(one.made), str(one.seat), one.text, f"{one.hands_open.cost:g}", best, one.hands_open.solver)
    return table


def _table(title: str, last: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="", box=None, pad_edge=False, header_style="dim")
    for column in ("At", "Seat", "Played", "Costs", "Best", last):
        table.add_column(column)
    return table
