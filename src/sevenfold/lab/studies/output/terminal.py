"""The results of a study as tables in a terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from .results import Results
from .wording import called, interval_of, title_of, value_of

MOST_SET_ASIDE = 5  # units that are named; the report names all


def tables(results: Results) -> RenderableType:
    """A table for each game, and one of what compares games."""
    played = ", ".join(results["settings"]["bots"])
    parts: list[RenderableType] = [Text(f"{results['question']} Bots: {played}. Intervals of 95 %.")]
    for game in results["games"]:
        seeds = f", seeds {game['seeds'][0]} to {game['seeds'][1]}" if game["seeds"] else ""
        parts += [Text(), Text(f"{title_of(game)}: {game['deals']:,} deals{seeds}", style="bold")]
        parts.append(_table([(called(figure, game["players"]), figure) for figure in game["figures"]]))
    if results["across"]:
        parts += [
            Text(),
            Text("Compared, deal by deal", style="bold"),
            _table([(one["name"], one) for one in results["across"]]),
        ]
    return Group(*parts, *_set_aside(results))


def _table(rows: list[tuple[str, dict[str, object]]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("Figure")
    for column in ("Value", "95 % interval", "From"):
        table.add_column(column, justify="right")
    for name, figure in rows:
        table.add_row(name, value_of(figure), interval_of(figure), f"{figure['n']:,}")
    return table


def _set_aside(results: Results) -> list[Text]:
    units = results["set_aside"]
    if not units:
        return []
    lines = [f"  {one['game']}, seeds {one['seeds'][0]} to {one['seeds'][1]}: {one['why']}" for one in units[:MOST_SET_ASIDE]]
    more = [f"  and {len(units) - MOST_SET_ASIDE:,} more, which the report names"] if len(units) > MOST_SET_ASIDE else []
    title = f"Set aside, because they failed three times ({len(units):,} unit{'s' * (len(units) != 1)}):"
    return [Text(line) for line in ["", title, *lines, *more]]
