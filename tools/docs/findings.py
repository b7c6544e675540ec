"""docs/findings: what the games are like, from the results of studies that are kept there.

python -m tools.docs.findings               writes the page and its pictures from docs/findings/results
python -m tools.docs.findings RUN...        keeps the results of these runs first; a study that is kept already is replaced
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any, TypeAlias

from sevenfold.errors import SevenfoldError
from sevenfold.lab.studies.output.plots import Scale, scale_of
from sevenfold.lab.studies.output.results import Results, read_results
from sevenfold.lab.studies.output.wording import interval_of, place_of, value_of
from sevenfold.system.files import writing

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "findings"
KEPT = "results"  # the folder of the results inside it
SURPRISES = "what-surprised.txt"  # Markdown in it, by people
MOST_SETTINGS = 6  # that are named
NOUNS = {"moves": "length", "of 100 games": "who wins"}
NAMES, ROW, TOP = 232, 20, 30  # pixels: the column of names, a row, the axis above them
STYLE = (
    "text{fill:#566065;font:12px system-ui,sans-serif}.name{fill:#1d2326}.grid{stroke:#d9d6cd}"
    ".equal{stroke:#566065;stroke-dasharray:3 3;stroke-width:1.5}.whisker{stroke:#0b6b64;stroke-width:2}.dot{fill:#0b6b64}"
    "@media(prefers-color-scheme:dark){text{fill:#a5adb0}.name{fill:#e8e6e1}.grid{stroke:#383e42}.equal{stroke:#a5adb0}"
    ".whisker{stroke:#5cc9bd}.dot{fill:#5cc9bd}}"
)

Figure: TypeAlias = Mapping[str, Any]
GameResult: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True)
class Row:
    """A row of a chart and of its table."""

    game: GameResult
    figure: Figure

    @property
    def names(self) -> tuple[str, ...]:
        """The game, and the seat that the figure is about."""
        place = place_of(self.figure["place"], self.game["players"])
        return (self.game["name"], place) if place else (self.game["name"],)


# -- what is kept -----------------------------------------------------------------------------------------------------


def keep(run: Path, folder: Path = FOLDER) -> None:
    """Keep the results of a run.

    Raises:
        BadInput: There are none.
    """
    results = read_results(run)
    (folder / KEPT).mkdir(parents=True, exist_ok=True)
    games = ",\n".join(json.dumps(game) for game in results["games"])
    head = json.dumps({key: value for key, value in results.items() if key != "games"}, indent=1)
    with writing(folder / KEPT / f"{results['study']}.json") as file:
        file.write(f'{head[:-2]},\n "games": [\n{games}\n ]\n}}\n')


def kept(folder: Path = FOLDER) -> list[Results]:
    """The results that are kept, in the order of `SECTIONS`."""
    files = [folder / KEPT / f"{study}.json" for study in SECTIONS]
    return [json.loads(file.read_text("utf-8")) for file in files if file.exists()]


# -- pictures ---------------------------------------------------------------------------------------------------------


def chart(title: str, rows: Sequence[Row]) -> str:
    """A picture of figures as SVG: a dot with whiskers in each row, all rows on one scale."""
    scale = scale_of([row.figure for row in rows])
    assert scale is not None, f"nothing was measured: {title}"
    width, height = NAMES + scale.x(scale.high) + 40, TOP + ROW * len(rows) + 8
    is_share = rows[0].figure["unit"] == "share"
    parts = [
        *_axis(scale, height, is_share=is_share),
        *(part for at, row in enumerate(rows) for part in _row(rows, at, row, scale)),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height}" width="{width:g}" role="img">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>{''.join(parts)}</svg>\n"
    )


def _axis(scale: Scale, height: int, *, is_share: bool) -> Iterator[str]:
    every = 1 if len(scale.ticks) <= 7 else 2
    for at, tick in enumerate(scale.ticks):
        x = NAMES + scale.x(tick)
        yield f'<path class="grid" d="M{x:g} {TOP - 6}V{height - 6}"/>'
        if at % every == 0:
            text = f"{100 * tick:.4g} %" if is_share else f"{tick:,.6g}"
            yield f'<text x="{x:g}" y="16" text-anchor="middle">{text}</text>'


def _row(rows: Sequence[Row], at: int, row: Row, scale: Scale) -> Iterator[str]:
    y, names, figure = TOP + ROW * at + ROW // 2, row.names, row.figure
    if at == 0 or rows[at - 1].names[0] != names[0]:
        yield f'<text class="name" x="0" y="{y + 4}">{escape(names[0])}</text>'
    if len(names) > 1:
        yield f'<text x="{NAMES - 4}" y="{y + 4}" text-anchor="end">{escape(names[1])}</text>'
    if figure["reference"] is not None:
        x = NAMES + scale.x(figure["reference"])
        yield f'<path class="equal" d="M{x:g} {y - ROW // 2}v{ROW}"/>'
    if figure["low"] is not None and figure["high"] is not None:
        low, high = (NAMES + scale.x(figure[key]) for key in ("low", "high"))
        yield f'<path class="whisker" d="M{low:g} {y}H{high:g}M{low:g} {y - 5}v10M{high:g} {y - 5}v10"/>'
    if figure["value"] is not None:
        yield f'<circle class="dot" cx="{NAMES + scale.x(figure["value"]):g}" cy="{y}" r="3.5"/>'


# -- what stands out --------------------------------------------------------------------------------------------------


def _rows(results: Results, name: str) -> list[Row]:
    return [
        Row(game, figure)
        for game in results["games"]
        for figure in game["figures"]
        if figure["name"] == name and figure["value"] is not None
    ]


def _in_words(rows: Sequence[Row], most: int = 3) -> str:
    return ", ".join(f"{row.game['name']} ({value_of(row.figure)})" for row in rows[:most])


def _highest_and_lowest(results: Results, name: str, text: str) -> str:
    """A sentence with the games at both ends; `text` has {highest} and {lowest}."""
    rows = sorted(_rows(results, name), key=lambda row: -row.figure["value"])
    return text.format(highest=_in_words(rows), lowest=_in_words(rows[::-1]))


def _unfair(results: Results) -> list[str]:
    """Which seats win more or less than their part, beyond what chance explains."""
    apart: dict[str, list[Row]] = {}
    even = []
    for game in results["games"]:
        rows = [Row(game, figure) for figure in game["figures"] if figure["name"] == "wins" and figure["reference"] is not None]
        # Of some 40 intervals two would not hold the truth: 3.3 standard errors are asked (Bonferroni), not 1.96.
        found = [row for row in rows if abs(row.figure["value"] - row.figure["reference"]) > 0.85 * _width(row.figure)]
        if found:
            apart[game["name"]] = found
        elif rows:
            even.append(game["name"])
    sentences = [
        f"**{name}**: " + "; ".join(
            f"{row.names[1]} wins {value_of(row.figure)} of the games, where an equal part is"
            f" {100 * row.figure['reference']:.1f} %"
            for row in rows
        ) + "."
        for name, rows in apart.items()
    ]  # fmt: skip
    return [*sentences, f"No seat's advantage was found in {', '.join(even)}."] if even else sentences


def _width(figure: Figure) -> float:
    return float(figure["high"] - figure["low"])


def _options_that_matter(results: Results) -> list[str]:
    """The settings whose effect is clear: the largest in length, and in wins where the number of players is the usual one."""
    sentences, patiences = [], {game["name"] for game in results["games"] if game["players"] == 1}
    for ending, unit, scale in ((": moves more", "moves", 1), (": wins more of the dealer's left", "of 100 games", 100)):
        found = [one for one in results["across"] if one["name"].endswith(ending) and one["low"] is not None]
        if scale == 100:
            found = [one for one in found if "players=" not in one["name"]]
        clear = sorted((one for one in found if one["low"] * one["high"] > 0), key=lambda one: -abs(one["value"]))
        for one in clear[:MOST_SETTINGS]:
            is_alone = one["name"].partition(",")[0] in patiences
            verb = "takes" if scale == 1 else "its player wins" if is_alone else "the dealer's left wins"
            value, low, high = (scale * abs(one[key]) for key in ("value", "low", "high"))
            more = "more" if one["value"] > 0 else "fewer"
            interval = f"{min(low, high):.0f} to {max(low, high):.0f}"
            sentences.append(f"{one['name'].removesuffix(ending)}: {verb} {value:.0f} {unit} {more} ({interval}).")
        sentences.append(f"Of {len(found)} settings, {len(clear)} differ clearly from the usual one in {NOUNS[unit]}.")
    return sentences


def _winnable(results: Results) -> list[str]:
    """Each patience with its figures."""
    return [
        f"{game['name']}: " + "; ".join(
            f"{figure['name']} {value_of(figure)} ({interval_of(figure)})"
            for figure in game["figures"] if figure["value"] is not None
        ) + "."
        for game in results["games"]
    ]  # fmt: skip


@dataclass(frozen=True)
class Section:
    """What is shown of a study.

    Attributes:
        charts: The figures with a chart and a table each.
        compares: Whether only games are shown in which seats can be compared.
        extremes: Figures whose highest and lowest games are named, and the sentence that does it.
        more: Further sentences about what stands out.
    """

    charts: tuple[str, ...] = ()
    compares: bool = False
    extremes: Mapping[str, str] = field(default_factory=dict)
    more: Callable[[Results], list[str]] = lambda results: []


MATTERS = "decisions at which the choice matters"
DECIDED = "part of the game after which it is decided"
SECTIONS = {
    "balance": Section(("wins",), compares=True, more=_unfair),
    "length": Section(
        ("moves, median", "decisions with a choice"), extremes={"moves, median": "Most moves: {highest}. Fewest: {lowest}."}
    ),
    "choices": Section(
        ("legal actions at a decision with a choice", MATTERS),
        extremes={
            "forced actions": "There is most often only one thing to do in {highest}; least often in {lowest}.",
            MATTERS: "The choice matters most often in {highest}; least often in {lowest}.",
        },
    ),
    "luck": Section(
        ("share of skill",), extremes={"share of skill": "Most skill between these two: {highest}. Least: {lowest}."}
    ),
    "drama": Section(
        ("changes of the lead", DECIDED),
        extremes={
            "changes of the lead": "The lead changes most often in {highest}; least often in {lowest}.",
            DECIDED: "Open longest: {highest}. Decided soonest: {lowest}.",
        },
    ),
    "winnability": Section(more=_winnable),
    "options": Section(more=_options_that_matter),
}


# -- the page ---------------------------------------------------------------------------------------------------------


def files_of(folder: Path = FOLDER) -> dict[str, str]:
    """The page and its pictures, by the name of the file."""
    made, parts = dict[str, str](), [_head(folder)]
    for results in kept(folder):
        section = SECTIONS[results["study"]]
        extremes = [_highest_and_lowest(results, name, text) for name, text in section.extremes.items()]
        parts.append(f"## {results['question']}\n")
        parts.append(f"{results['about']} {_behind(results)}\n")
        parts.append("\n".join(f"- {sentence}" for sentence in [*extremes, *section.more(results)]) + "\n")
        for at, name in enumerate(section.charts):
            rows = [row for row in _rows(results, name) if row.figure["reference"] is not None or not section.compares]
            file = f"{results['study']}-{at + 1}.svg"
            title = f"{name[:1].upper()}{name[1:]}"
            made[file] = chart(f"{title}, with intervals of 95 %", rows)
            parts.append(f"![{title} in each game, as in the table below]({file})\n")
            parts.append(_table(title, rows))
    made["index.md"] = "\n".join(parts)
    return made


def _head(folder: Path) -> str:
    surprises = (folder / KEPT / SURPRISES).read_text("utf-8").strip()
    return (
        "# What the games are like\n\n<!-- Written by `python -m tools.docs.findings` from docs/findings/results. -->\n\n"
        "What [studies](../study/studies.md) found in the twelve games with their usual options. A figure is about the bots"
        " that played, which each section names. Intervals are of 95 %; a broken line is what it would be if all seats were"
        " equal.\n\n"
        f"## What surprised\n\n{surprises}\n"
    )


def _behind(results: Results) -> str:
    """How a section was measured."""
    deals = sum(game["deals"] for game in results["games"])
    note = " The run was stopped when its time was over; the last games have fewer deals." if results["stopped"] else ""
    bots = " and ".join(f"`{bot}`" for bot in results["settings"]["bots"])
    command = f"`sevenfold study {results['study']}`, Sevenfold {results['version']}"
    return f"{deals:,} deals from seed {results['seed']} on, played by {bots} ({command}).{note}"


def _table(title: str, rows: Sequence[Row]) -> str:
    has_places = any(len(row.names) > 1 for row in rows)
    heads = ["Game", *(["Seat"] if has_places else []), title, "95 % interval", "From"]
    lines = [f"| {' | '.join(heads)} |", f"|---{'|---' if has_places else ''}|---:|---:|---:|"]
    for row in rows:
        names = [*row.names, ""][: 2 if has_places else 1]
        cells = [*names, value_of(row.figure), interval_of(row.figure), f"{row.figure['n']:,}"]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    try:
        for run in sys.argv[1:] if arguments is None else arguments:
            keep(Path(run))
        for name, text in files_of().items():
            with writing(FOLDER / name) as file:
                file.write(text)
    except SevenfoldError as error:
        print(f"findings: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
