"""Results of simulations and ladders for people (Rich tables) and for programs (JSON)."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from .duplicate import Estimate
    from .estimates import Simulation
    from .ladder import Ladder


def as_json(done: Simulation | Ladder) -> str:
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


def ladder_table(done: Ladder, name: str) -> RenderableType:
    """A ladder's results: a table of the pairs, then one of the ratings."""
    options = ", ".join(f"{option}={value}" for option, value in done.options.items())
    return Group(
        Text(f"{name} ({options})" if options else name), Text(played(done)), Text(), _pairs(done), Text(), _ratings(done)
    )


def played(done: Ladder) -> str:
    """A sentence that says what was played."""
    extent = "whole games"
    if done.extent == "deal":
        extent = "one deal of each game (--extent game plays whole games)"
    elif done.is_of_deals:
        extent = "whole games of several deals (--extent deal plays one)"
    return f"{done.deals:,} deals from seed {done.seed} on, every seating, {extent}; ± is the half of a 95 % interval."


def _pairs(done: Ladder) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for column in ("Bot", "against"):
        table.add_column(column)
    for column in ("Deals", "Games", "Points ahead", "Share of the wins"):
        table.add_column(column, justify="right")
    for pair in done.pairs:
        table.add_row(pair.one, pair.other, f"{pair.deals:,}", f"{pair.games:,}", points(pair.points), share(pair.wins))
    return table


def _ratings(done: Ladder) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("Bot")
    table.add_column("Rating", justify="right")
    for one in done.ratings:
        table.add_row(one.bot, rating(one.rating, one.ci95))
    return table


def points(estimate: Estimate) -> str:
    """Points ahead, with as many decimals as the interval justifies."""
    places = 1 if estimate.ci95 >= 1 else 2 if estimate.ci95 >= 0.1 else 3
    return f"{estimate.mean:+,.{places}f} ± {estimate.ci95:.{places}f}"


def share(estimate: Estimate) -> str:
    """A share of the wins in percent."""
    return f"{100 * estimate.mean:.1f} ± {100 * estimate.ci95:.1f} %"


def rating(value: float, ci95: float) -> str:
    """A rating, 0 on average."""
    return f"{value:+.0f} ± {ci95:.0f}"
