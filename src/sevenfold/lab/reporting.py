"""A simulation's results for people (a Rich table) and for programs (JSON)."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from .counting import Simulation


def as_json(done: Simulation) -> str:
    """The results as one JSON object."""
    return json.dumps(asdict(done), indent=2)


def as_table(done: Simulation, name: str) -> RenderableType:
    """The results as lines and a table of the seats."""
    options = ", ".join(f"{option}={value}" for option, value in done.options.items())
    speed = f"{done.games_per_second:,.0f} games/s, {done.moves_per_second:,.0f} moves/s"
    lines = [
        f"{name} ({options})" if options else name,
        f"{done.games:,} games, {done.moves:,} moves in {done.seconds:.2f} s: {speed}",
    ]
    length = done.length
    if length.mean is not None:
        lines.append(f"A game takes {length.mean:,.1f} moves; 95 % take at most {length.p95:,}, the longest {length.max:,}.")
    if done.truncated:
        lines.append(f"{done.truncated:,} games were ended by the limit of {done.limit:,} turns.")
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("Seat", justify="right")
    table.add_column("Bot")
    table.add_column("Result", justify="right")
    table.add_column("Wins", justify="right")
    for seat, (bot, result, win) in enumerate(zip(done.bots, done.returns, done.wins, strict=True)):
        table.add_row(str(seat), bot, _within(result.mean, result.ci95, 1, ""), _within(win.share, win.ci95, 100, " %"))
    return Group(*map(Text, lines), Text(), table)


def _within(value: float | None, half: float | None, scale: int, unit: str) -> str:
    if value is None:
        return "–"
    return f"{value * scale:,.2f}{unit}" if half is None else f"{value * scale:,.2f} ± {half * scale:.2f}{unit}"
