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
    parts: list[RenderableType] = [Text(name), Text(how(found.engine, found.version, found.samples)), Text()]
    for seat in found.seats:
        own = [one for one in found.decisions if one.seat == seat]
        if own:
            parts += [Text(f"Seat {seat}: the expected result, decision by decision; ^ cost more than its interval")]
            parts += [*map(Text, graph(own, width)), Text()]
    parts.append(_costliest(found))
    if any(one.hands_open for one in found.decisions):
        parts += [Text(), _openly(found)]
    return Group(*parts)


def graph(decisions: Sequence[Decision], width: int) -> Iterator[str]:
    """The lines of a bar graph of expected results, mistakes marked beneath; several decisions may share a column."""
    values = [one.expected for one in decisions]
    low, high = min(values), max(values)
    label = max(len(f"{low:.1f}"), len(f"{high:.1f}"))
    columns = max(1, min(len(values), width - label - 2))
    groups = [decisions[i * len(values) // columns : (i + 1) * len(values) // columns] for i in range(columns)]
    shown = [sum(one.expected for one in group) / len(group) for group in groups]
    steps = [round((value - low) / ((high - low) or 1) * (HEIGHT * 8 - 1)) + 1 for value in shown]
    for line in range(HEIGHT - 1, -1, -1):
        named = f"{high:.1f}" if line == HEIGHT - 1 else f"{low:.1f}" if line == 0 else ""
        yield f"{named:>{label}} ┤" + "".join(BLOCKS[min(8, max(0, step - 8 * line))] for step in steps)
    marks = "".join("^" if any(one.is_mistake for one in group) else " " for group in groups)
    yield f"{'':>{label}}  {marks}".rstrip()


def _costliest(found: Review) -> RenderableType:
    mistakes = found.costliest()
    if not mistakes:
        return Text("Given what was known, no decision cost more than its interval.")
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
