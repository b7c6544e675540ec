"""The report of a study: one HTML file that needs nothing else, in light and dark.

For each figure there is a table with a row for each game, and in each row its interval as a dot with whiskers; all rows of a
table have one scale. Each value leads to the games behind it.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from sevenfold.system.files import writing

from .examples import Example
from .plots import axis, plot, scale_of
from .results import Results
from .wording import interval_of, options_of, place_of, unreached_of, value_of

REPORT = "report.html"


def write_report(folder: Path, results: Results, examples: Sequence[Sequence[Example]]) -> None:
    """Write `report.html`.

    Args:
        folder: The folder of the run.
        results: What `as_results` gave.
        examples: For each game some of the deals that were measured.

    Raises:
        BadInput: It cannot be written.
    """
    with writing(folder / REPORT) as file:
        file.write(page(results, examples))


def page(results: Results, examples: Sequence[Sequence[Example]]) -> str:
    """The report as HTML."""
    names = list(dict.fromkeys(figure["name"] for game in results["games"] for figure in game["figures"]))
    sections = [_section(results, name, f"figure-{at}") for at, name in enumerate(names)]
    links = [(f"figure-{at}", _capital(name)) for at, name in enumerate(names)]
    if results["across"]:
        sections.append(_across(results))
        links.append(("compared", "Compared"))
    links += [("games", "The games behind it"), ("how", "How it was estimated")]
    contents = "".join(f'<li><a href="#{id}">{escape(text)}</a></li>' for id, text in links)
    body = [*sections, _games(results, examples), _how(results), *_set_aside(results)]
    title = f"{results['question']} A study of {_count(len(results['games']), 'game')}"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<link rel="icon" href="data:,">
<style>{_part("page.css")}</style>
</head>
<body>
<header>
<h1>{escape(results["question"])}</h1>
<p class="quiet">{escape(_summary(results))}</p>
{_unfinished(results)}
<nav aria-label="Contents"><ul>{contents}</ul></nav>
</header>
<main>
{"".join(body)}
</main>
<script>{_part("page.js")}</script>
</body>
</html>
"""


def _part(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _count(n: int, what: str) -> str:
    return f"{n:,} {what}{'' if n == 1 else 's'}"


def _summary(results: Results) -> str:
    deals = sum(game["deals"] for game in results["games"])
    bots, limit = ", ".join(results["settings"]["bots"]), results["settings"]["limit"]
    return (
        f"Study {results['study']}: {_count(len(results['games']), 'game')}, {_count(deals, 'deal')} from seed"
        f" {results['seed']} on; bots {bots}; games end after {limit:,} turns; Sevenfold {results['version']}."
        " The whiskers are intervals of 95 %."
    )


def _unfinished(results: Results) -> str:
    notes = []
    if results["stopped"]:
        notes.append(f"The run is not complete ({results['stopped']}): the figures are those of the deals that are finished.")
    for one in results["unreached"]:
        more = f"about {one['needed']:,} deals would be needed" if one["needed"] else "more deals do not narrow it"
        notes.append(f"{unreached_of(one, results['games'])}, not yet as narrow as ±{100 * results['to']:g} %; {more}.")
    return "".join(f'<p class="warn">{escape(note)}</p>' for note in notes)


# -- figures ----------------------------------------------------------------------------------------------------------


def _head(text: str, kind: str = "") -> str:
    return f'<th scope="col" aria-sort="none"{kind}><button type="button">{escape(text)}</button></th>'


def _cell(text: str, sort: object = None, kind: str = "") -> str:
    by = "" if sort is None else f' data-v="{escape(str(sort))}"'
    return f"<td{kind}{by}>{text}</td>"


NUMBER = ' class="n"'


def _table(label: str, heads: Sequence[str], rows: Sequence[tuple[Sequence[str], Mapping[str, Any], str]]) -> str:
    """A table of figures: what each row is called, the figure, and the id of the games behind it."""
    scale = scale_of([figure for _, figure, _ in rows])
    is_share = bool(rows) and rows[0][1]["unit"] == "share"
    plot_head = (
        f'<th scope="col" class="plot"><span class="unseen">Plot</span>{axis(scale, is_share=is_share)}</th>' if scale else ""
    )
    lines = []
    for names, figure, id in rows:
        value = escape(value_of(figure))
        shown = f'<a href="#{id}" title="the games behind it">{value}</a>' if id else value
        by = "" if figure["value"] is None else figure["value"]
        width = "" if figure["low"] is None else figure["high"] - figure["low"]
        cells = [
            *(_cell(escape(name)) for name in names),
            _cell(shown, by, NUMBER),
            _cell(escape(interval_of(figure)), width, NUMBER),
            *([_cell(plot(figure, scale), by, ' class="plot"')] if scale else []),
            _cell(f"{figure['n']:,}", figure["n"], NUMBER),
        ]
        lines.append(f"<tr>{''.join(cells)}</tr>")
    head = [*map(_head, heads), _head("Value", NUMBER), _head("95 % interval", NUMBER), plot_head, _head("From", NUMBER)]
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="Table: {escape(label)}"><table>'
        f"<thead><tr>{''.join(head)}</tr></thead>"
        f"<tbody>{''.join(lines)}</tbody></table></div>"
    )


def _section(results: Results, name: str, id: str) -> str:
    """The table of one figure: a row for each game that has it, and each seat that it is about."""
    rows, equal = [], False
    found = [(at, game, one) for at, game in enumerate(results["games"]) for one in game["figures"] if one["name"] == name]
    has_options = any(options_of(game) != "as usual" for _, game, _ in found)
    has_places = any(one["place"] is not None for *_, one in found)
    for at, game, one in found:
        names = [game["name"], *([options_of(game)] if has_options else [])]
        rows.append(([*names, *([place_of(one["place"], game["players"])] if has_places else [])], one, f"game-{at}"))
        equal |= one["reference"] is not None
    heads = ["Game", *(["Options"] if has_options else []), *(["Seat"] if has_places else [])]
    note = " The dashed line is what it would be if all were equal." if equal else ""
    how = ", ".join(dict.fromkeys(str(one["how"]) for *_, one in found))
    return (
        f'<section aria-labelledby="{id}"><h2 id="{id}">{escape(_capital(name))}</h2>'
        f'<p class="quiet">{escape(_capital(how))}.{note}</p>{_table(name, heads, rows)}</section>'
    )


def _across(results: Results) -> str:
    """What compares games; figures of one unit in one table, since they have one scale."""
    parts = []
    for unit in dict.fromkeys(one["unit"] for one in results["across"]):
        rows = [([one["name"]], one, "games") for one in results["across"] if one["unit"] == unit]
        parts.append(_table(f"Compared, in {unit}", ["Figure"], rows))
    return (
        '<section aria-labelledby="compared"><h2 id="compared">Compared</h2>'
        f'<p class="quiet">Differences between games with the same seeds, deal by deal.</p>{"".join(parts)}</section>'
    )


# -- what is behind them ----------------------------------------------------------------------------------------------


def _games(results: Results, examples: Sequence[Sequence[Example]]) -> str:
    parts = ['<section aria-labelledby="games"><h2 id="games">The games behind it</h2>']
    parts.append(
        "<p>A record can be replayed move by move: choose “Open a record” on Sevenfold’s first page, or run"
        " <code>sevenfold replay FILE</code>. It is a game of the same deal by the same bots."
        " All deals are in <code>results.parquet</code>, a row each. Where there was no time for a record,"
        " <code>sevenfold study --out</code> with the folder of the run writes the report anew.</p>"
    )
    for at, (game, some) in enumerate(zip(results["games"], examples, strict=True)):
        options = " ".join(
            f"-o {name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in game["options"].items()
        )
        seeds = f"Seeds {game['seeds'][0]} to {game['seeds'][1]}" if game["seeds"] else "No deal is finished"
        rows = "".join(_example(game, one) for one in some)
        heads = '<th scope="col">Seed</th><th scope="col">Why this one</th><th scope="col">Record</th>'
        label = escape(f"Table: games of {game['name']}, {options_of(game)}")
        table = (
            f'<div class="wide" tabindex="0" role="region" aria-label="{label}">'
            f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
        )
        parts.append(
            f'<h3 id="game-{at}">{escape(game["name"])}, {escape(options_of(game))}</h3>'
            f"<p>{seeds}: {_count(game['deals'], 'deal')}. <code>{escape(game['game'])} {escape(options)}</code></p>"
        )
        parts.append(table if some else "")
    return "".join(parts) + "</section>"


def _example(game: Mapping[str, Any], example: Example) -> str:
    link = "not kept, for lack of time or room"
    if example.record:
        data = b64encode(example.record.encode()).decode()
        name = f"{game['game']}-{example.seed}.json"
        link = f'<a download="{escape(name)}" href="data:application/json;base64,{data}">{escape(name)}</a>'
    return f"<tr><td>{example.seed}</td><td>{escape(example.why)}</td><td>{link}</td></tr>"


def _how(results: Results) -> str:
    columns = "".join(
        f"<tr><td><code>{escape(name)}</code></td><td class='text'>{escape(about)}</td></tr>"
        for name, about in results["columns"].items()
    )
    return (
        '<section aria-labelledby="how"><h2 id="how">How it was estimated</h2>'
        f"<p>{escape(results['about'])}</p><p>“From” is the number of deals, or of others that are independent of each other,"
        " behind a figure. Of 100 intervals about 95 hold the truth, so in a long table a few do not.</p>"
        "<p>What is measured in each deal:</p>"
        '<div class="wide" tabindex="0" role="region" aria-label="Table: columns"><table><thead><tr><th scope="col">Column</th>'
        f'<th scope="col">Meaning</th></tr></thead><tbody>{columns}</tbody></table></div></section>'
    )


def _set_aside(results: Results) -> Iterator[str]:
    units = results["set_aside"]
    if not units:
        return
    rows = "".join(
        f"<tr><td>{escape(one['game'])}</td><td>{one['seeds'][0]} to {one['seeds'][1]}</td>"
        f"<td class='text'>{escape(one['why'])}</td></tr>"
        for one in units
    )
    yield (
        '<section aria-labelledby="aside"><h2 id="aside">Set aside</h2>'
        "<p>These deals failed each of three times and are in no figure. If what fails is not chance, the figures are of the"
        ' other deals only.</p><div class="wide" tabindex="0" role="region" aria-label="Table: set aside"><table><thead><tr>'
        '<th scope="col">Game</th><th scope="col">Seeds</th><th scope="col">Reason</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></div></section>"
    )
