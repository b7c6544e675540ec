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
TICKS = ("100 %", "     ", " 50 %", "     ", "  0 %")  # beside them


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
    for seat in found.seats:
        own = [one for one in found.decisions if one.seat == seat]
        if own:
            parts += [Text(f"Seat {seat}: the chance to win the game, decision by decision, and how it ended; ^ was a mistake")]
            parts += [*map(Text, graph(own, found.results[seat], width)), Text()]
    parts.append(_costliest(found))
    if any(one.hands_open for one in found.decisions):
        parts += [Text(), _openly(found)]
    parts += [Text(), Text(f"{meaning(found)} {how(found.engine, found.version, found.samples)}", "dim")]
    return Group(*parts)


def graph(decisions: Sequence[Decision], result: float | None, width: int) -> Iterator[str]:
    """The lines of a bar graph of the chance to win, ending with the result, mistakes marked beneath; decisions may share a
    column. Without a result it ends with the last decision."""
    last = decisions[-1].chance if result is None else result
    values = [*(one.chance for one in decisions), *([] if result is None else [result])]
    columns = max(1, min(len(values), width - len(TICKS[0]) - 2))
    groups = [range(i * len(values) // columns, (i + 1) * len(values) // columns) for i in range(columns)]
    shown = [sum(values[i] for i in group) / len(group) for group in groups[:-1]] + [last]
    steps = [round(value * HEIGHT * 8) for value in shown]
    for line in range(HEIGHT - 1, -1, -1):
        yield f"{TICKS[HEIGHT - 1 - line]} ┤" + "".join(BLOCKS[min(8, max(0, step - 8 * line))] for step in steps)
    marks = "".join("^" if any(i < len(decisions) and decisions[i].is_mistake for i in group) else " " for group in groups)
    yield f"{'':>{len(TICKS[0])}}  {marks}".rstrip()


def meaning(found: Review) -> str:
    """What the chance to win means, in a sentence."""
    if not found.games:
        return "The chance to win is what the coach found, given what was known."
    return (
        f"The chance to win is the share of up to {found.games} games that were won when they were played on from there by the"
        " heuristics, given what was known."
    )


def better(one: Decision) -> str:
    """What would have been better, in a sentence."""
    return f"Better: {one.best_label}{f': it {one.why}' if one.why else ''}."


def _costliest(found: Review) -> RenderableType:
    mistakes = found.costliest()
    if not mistakes:
        return Text("Given what was known, no decision was clearly a mistake.")
    table = _table(f"What cost most, given what was known (of {len(found.mistakes())}):", "Reason")
    for one in mistakes:
        why = f"It {one.why}. {one.reason}".strip() if one.why else one.reason
        table.add_row(str(one.made), str(one.seat), one.text, one.cost_about, one.best, why)
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
