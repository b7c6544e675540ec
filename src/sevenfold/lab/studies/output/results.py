"""The results of a run as files: `results.json` with the figures, and `results.parquet` with a row for each deal.

docs/study/studies.md describes both. `results.json` has nothing that depends on the machine, so the same run gives the same
file.
"""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeAlias

from sevenfold._version import __version__
from sevenfold.errors import BadInput, MissingExtra
from sevenfold.lab.studies.catalogue import study_named
from sevenfold.lab.studies.running import Run, SetAside, Table
from sevenfold.lab.studies.study import Answer
from sevenfold.registry import rules_of
from sevenfold.system.files import name_of, parse_json, read_text, why, writing

SCHEMA = 1  # of both files; it goes up when a reader would have to change
RESULTS, DEALS = "results.json", "results.parquet"
MISSING = f"results.parquet is left out. {MissingExtra('pyarrow', 'lab')}"

Results: TypeAlias = dict[str, Any]


def as_results(run: Run) -> Results:
    """The results of a run, ready for `json.dumps`."""
    plan = run.plan
    study = study_named(plan.study)
    return {
        "sevenfold study results": SCHEMA,
        "version": __version__,
        "study": plan.study,
        "question": study.about,
        "about": " ".join((study.__doc__ or "").split()),
        "settings": {"bots": list(plan.made().specs), "limit": plan.settings.limit, **plan.made().own},
        "seed": plan.seed,
        "deals": plan.deals,
        "to": plan.to,
        "stopped": run.stopped,
        "columns": dict(study.columns),
        "games": [_game(answer, table) for answer, table in zip(run.answers, run.tables, strict=True)],
        "across": [_finite(asdict(figure)) for figure in run.across],
        "set_aside": [_set_aside(one) for one in run.set_aside],
        "unreached": [
            {
                "game": one.game.name,
                "options": dict(one.game.options),
                "figure": one.figure.name,
                "place": one.figure.place,
                "unit": one.figure.unit,
                "half": one.figure.half,
                "deals": one.deals,
                "needed": one.needed or None,
            }
            for one in run.unreached
        ],
    }


def _game(answer: Answer, table: Table) -> dict[str, Any]:
    rules, seeds = rules_of(answer.game), table.seeds
    return {
        "game": answer.game,
        "name": rules.name,
        "options": answer.options,
        "usual": {name: option.values[0] for name, option in rules.options.items()},
        "players": table.game.players,
        "deals": answer.deals,
        "seeds": [int(seeds[0]), int(seeds[-1])] if len(seeds) else None,
        "figures": [_finite(asdict(figure)) for figure in answer.figures],
    }


def _finite(figure: dict[str, Any]) -> dict[str, Any]:
    """A figure as JSON can have it."""
    return {key: None if isinstance(x, float) and not math.isfinite(x) else x for key, x in figure.items()}


def _set_aside(one: SetAside) -> dict[str, Any]:
    unit = one.unit
    return {"game": unit.game, "options": json.loads(unit.options), "seeds": [unit.first, unit.last - 1], "why": one.why}


def write_results(folder: Path, results: Results) -> None:
    """Write `results.json`.

    Raises:
        BadInput: It cannot be written.
    """
    with writing(folder / RESULTS) as file:
        file.write(json.dumps(results, indent=1) + "\n")


def read_results(folder: Path) -> Results:
    """Read the `results.json` of a run.

    Raises:
        BadInput: There is none, or it is of another schema.
    """
    try:
        found = parse_json(read_text(folder / RESULTS, "the results of a study"))
    except BadInput as error:
        raise BadInput(f"{name_of(folder)} has no results that can be read: {error}") from error
    if not isinstance(found, dict) or found.get("sevenfold study results") != SCHEMA:
        raise BadInput(f"{name_of(folder / RESULTS)} is not of schema {SCHEMA}, which this version reads.")
    return found


def write_deals(folder: Path, run: Run) -> str:
    """Write `results.parquet`: a row for each deal, with its game, its options as JSON, its seed, and the study's columns.

    Returns:
        Why it was not written; empty if it was.
    """
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        return MISSING
    metadata = {"sevenfold study": json.dumps({"schema": SCHEMA, "version": __version__, "study": run.plan.study})}
    parts = []
    for table in run.tables:
        n, options = len(table.seeds), json.dumps(dict(table.game.options), sort_keys=True)
        parts.append(
            pa.table(
                {
                    "game": pa.array([table.game.id] * n, pa.string()),
                    "options": pa.array([options] * n, pa.string()),
                    "seed": pa.array(table.seeds, pa.uint64()),
                    **{name: pa.array(column, from_pandas=True) for name, column in table.columns.items()},
                }
            )
        )
    whole = pa.concat_tables(parts, promote_options="default").replace_schema_metadata(metadata)
    draft = folder / f".{DEALS}.part"
    try:
        parquet.write_table(whole, draft)
        draft.replace(folder / DEALS)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise BadInput(f"{name_of(folder / DEALS)} cannot be written: {why(error)}.") from error
    return ""
