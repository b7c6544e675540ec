"""The report of a check for people: what was found and how to repeat it, the stages, the figures.

`as_rich` draws it for a terminal, `as_sentences` is plain text for a failing test.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from shlex import quote
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from sevenfold.declare.options import show_value
from sevenfold.findings import Finding

from .report import Report, StageResult

MOST_MOVES = 8  # the last ones, of a list in text; all are in the JSON
STYLES = {"error": "bold red", "warning": "yellow", "note": "cyan"}  # the gravest first


def as_sentences(report: Report) -> str:
    """What was found as plain text, a finding a paragraph, the gravest first; and a line that sums it up."""
    lines = [_summary(report)]
    for finding in _gravest_first(report.findings):
        lines += [f"{finding.severity} {finding.code}: {finding}", *(f"    {line}" for line in _repeat(report, finding))]
    return "\n".join(lines)


def as_rich(report: Report) -> RenderableType:
    """The report: what was found, then the stages, then the figures."""
    parts: list[RenderableType] = [Text(_summary(report), style="bold")]
    for finding in _gravest_first(report.findings):
        parts += [
            Text(),
            _drawn(finding),
            *(Padding(Text(line, style="dim"), (0, 0, 0, 4)) for line in _repeat(report, finding)),
        ]
    parts += [Text(), Rule("Stages", align="left", style="dim"), _stages(report.stages)]
    if report.figures:
        parts += _figures(report.figures, report.game)
    return Group(*parts)


def _gravest_first(findings: Sequence[Finding]) -> list[Finding]:
    return sorted(findings, key=lambda finding: list(STYLES).index(finding.severity))


def _summary(report: Report) -> str:
    counted = [_of(len(found), word) for found, word in ((report.errors, "error"), (report.warnings, "warning"))]
    found = " and ".join(filter(None, counted)) or "nothing was found"
    if notes := _of(len(report.notes), "note"):
        found += f", with {notes}"
    skipped = [stage.name for stage in report.stages if stage.skipped]
    rest = f" The stages {', '.join(skipped)} did not run; --whole runs them all the same." if skipped else ""
    return f"{report.game}: {found}.{rest}"


def _of(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number > 1)}" if number else ""


def _drawn(finding: Finding) -> RenderableType:
    head = Text.assemble((finding.severity, STYLES[finding.severity]), " ", (finding.code, "bold"))
    if finding.where:
        head.append(f"  {finding.where}", style="cyan")
    return Group(head, Padding(Text(finding.sentence), (0, 0, 0, 4)))


def _repeat(report: Report, finding: Finding) -> Iterator[str]:
    """How to see it again: options, seed and moves, and the command that checks this alone."""
    options = ", ".join(f"{name}={show_value(value)}" for name, value in finding.options.items())
    if options or finding.seed is not None:
        seed = "" if finding.seed is None else f"seed {finding.seed}"
        yield f"With {', '.join(filter(None, (options, seed)))}."
    if finding.moves:
        earlier = len(finding.moves) - MOST_MOVES
        shown = ", ".join(finding.moves[-MOST_MOVES:])
        unshown = f"{_of(earlier, 'move')} (--json lists them) and " if earlier > 0 else ""
        yield f"After {unshown}{shown}."
    stage = next((stage.name for stage in report.stages if finding in stage.findings), "")
    chosen = "".join(f" -o {name}={show_value(value)}" for name, value in finding.options.items())
    if stage and (chosen or finding.seed is not None):
        yield f"Again: sevenfold check {quote(report.path or report.game)}{chosen} --seed {report.seed} --stage {stage}"


def _stages(stages: Sequence[StageResult]) -> Table:
    table = Table.grid(padding=(0, 2))
    for stage in stages:
        mark, style = _mark(stage)
        looked = ", ".join(f"{number:,} {what}" for what, number in stage.counted.items())
        time = "" if stage.skipped else f"{stage.seconds:.1f} s"
        table.add_row(
            Text(mark, style=style), stage.name.replace("_", " "), Text(time, justify="right"), stage.skipped or looked
        )
    return table


def _mark(stage: StageResult) -> tuple[str, str]:
    if stage.skipped:
        return "–", "dim"
    if any(finding.severity == "error" for finding in stage.findings):
        return "✗", "bold red"
    return ("!", "yellow") if any(finding.severity == "warning" for finding in stage.findings) else ("✓", "green")


# -- the figures ------------------------------------------------------------------------------------------------------


def _figures(figures: Mapping[str, Any], game: str) -> list[RenderableType]:
    parts: list[RenderableType] = []
    for title, part in (
        ("Who sees what", _who_sees(figures)),
        ("Each phase, as the seat to move sees it (--json has all seats)", _views(figures)),
        ("Who wins", _wins(figures)),
        ("How games go", _courses(figures)),
        ("Bots against each other", _strength(figures)),
        ("Speed", _speed(figures, game)),
        ("What check cannot find", [Text(f"– {sentence}") for sentence in figures.get("cannot_find", ())]),
    ):
        if part:
            parts += [Text(), Rule(title, align="left", style="dim"), *part]
    return parts


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for at, column in enumerate(columns):
        table.add_column(column, justify="left" if at == 0 else "right")
    return table


def _who_sees(figures: Mapping[str, Any]) -> list[RenderableType]:
    parts: list[RenderableType] = []
    if figures["fields"]:
        fields = Table(box=None, pad_edge=False, header_style="dim")
        for column in ("Field", "holds", "is seen by"):
            fields.add_column(column)
        for row in figures["fields"]:
            fields.add_row(row["field"], row["holds"], row["seen_by"])
        parts.append(fields)
    if figures["zones"]:
        viewers = list(figures["zones"][0]["seen"])
        zones = Table(box=None, pad_edge=False, header_style="dim")
        for column in ("Zone", *viewers):
            zones.add_column(column)
        for row in figures["zones"]:
            zones.add_row(row["zone"], *(row["seen"][viewer] for viewer in viewers))
        parts += [Text(), zones]
    return parts


def _views(figures: Mapping[str, Any]) -> list[RenderableType]:
    parts: list[RenderableType] = []
    for view in figures["views"]:
        head = f"{view['phase']} (seed {view['seed']}, after {view['actions']} actions)"
        parts += [Text(head, style="bold"), Padding(Text(view["seen"][f"seat {view['turn']}"]), (0, 0, 0, 4))]
    return parts


def _wins(figures: Mapping[str, Any]) -> list[RenderableType]:
    simulations = [*figures["random"], *filter(None, [figures["club"]])]
    if not simulations:
        return []
    most = max(len(simulation["wins"]) for simulation in simulations)
    table = _table("Options", "bots", "games", *(f"seat {seat}" for seat in range(most)), "shared", "cut", "moves")
    for simulation in simulations:
        options = ", ".join(f"{name}={show_value(value)}" for name, value in simulation["options"].items())
        wins = [_percent(win["share"], win["ci95"]) for win in simulation["wins"]]
        wins += [""] * (most - len(wins))
        games, length = simulation["games"], simulation["length"]["mean"]
        shared, cut = (_percent(simulation[key] / games if games else None) for key in ("shared", "truncated"))
        table.add_row(
            options or "–", simulation["bots"][0], f"{games:,}", *wins, shared, cut, "–" if length is None else f"{length:,.1f}"
        )
    return [table, Text("± is the half of a 95 % interval.", style="dim")]


def _courses(figures: Mapping[str, Any]) -> list[RenderableType]:
    table = _table("Bots", "games", "decisions", "choices each", "forced", "lead changes", "never chosen")
    told: list[RenderableType] = [table]
    for bot, course in figures["courses"].items():
        table.add_row(
            bot,
            f"{course['games']:,}",
            f"{course['decisions']:,}",
            _number(course["choices"]),
            _percent(course["forced_share"]),
            _number(course["lead_changes"]),
            f"{course['never_chosen_count']} actions",
        )
    for bot, course in figures["courses"].items():
        if bot != "random" and course["never_chosen"]:
            more = course["never_chosen_count"] - MOST_MOVES
            names = ", ".join(course["never_chosen"][:MOST_MOVES]) + (f" and {more} more (--json)" if more > 0 else "")
            told.append(Text(f"Legal, but never chosen by {bot}: {names}."))
    return told if figures["courses"] else []


def _strength(figures: Mapping[str, Any]) -> list[RenderableType]:
    table = _table("Bot", "against", "deals", "points ahead", "share of the wins")
    for pair in figures["strength"]:
        points, wins = pair.get("points"), pair.get("wins")
        table.add_row(
            pair["bot"],
            pair["against"],
            f"{pair['deals']:,}",
            f"{points['mean']:+.2f} ± {points['ci95']:.2f}" if points else "–",
            _percent(wins["mean"], wins["ci95"]) if wins else "–",
        )
    return [table] if figures["strength"] else []


def _speed(figures: Mapping[str, Any], game: str) -> list[RenderableType]:
    table = _table("Game", "random games a second", "compiled in")
    for name, speed in figures["speed"].items():
        known = speed or {}
        seconds = known.get("compile_seconds")
        told = f"{seconds:.1f} s" if seconds is not None else "compiled before"
        table.add_row(name if name == game else f"{name} (beside it)", _number(known.get("games_per_second"), ",.0f"), told)
    return [table] if figures["speed"] else []


def _number(value: float | None, form: str = ".1f") -> str:
    return "–" if value is None else format(value, form)


def _percent(share: float | None, half: float | None = None) -> str:
    if share is None:
        return "–"
    return f"{100 * share:.1f} %" if half is None else f"{100 * share:.1f} ± {100 * half:.1f} %"
