"""`sevenfold study`: questions about games, answered with intervals."""

from __future__ import annotations

import json as to_json
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Annotated

import typer

from sevenfold.console import as_pairs, chosen_game, console_of, progress_bar, until_interrupted
from sevenfold.errors import INTERRUPTED, BadInput
from sevenfold.system.cores import cores

from . import GAME, Options, named, path
from .runs import JOBS, WHERE, kept_run, written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from sevenfold.lab.studies import Plan, Run
    from sevenfold.lab.studies.output.results import Results
    from sevenfold.lab.studies.running import Backend
    from sevenfold.lab.studies.study import Study
    from sevenfold.playing.game import Game

DEALS, MOST_DEALS = 1000, 1_000_000  # by default: without --to, and with it
LIMIT = 10_000
GLANCE = 0.5  # seconds between two looks at a run that is watched


def study(
    study: Annotated[str | None, typer.Argument(metavar="[STUDY]", help="The question: a study that --list names.")] = None,
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help=f"{GAME} “all” is every game that the study takes.")
    ] = None,
    option: Options = None,
    every_option: Annotated[
        bool, typer.Option("--every-option", help="Each game as usual, and with as few other options as show every value.")
    ] = False,
    deals: Annotated[
        int | None,
        typer.Option(metavar="N", help=f"How many deals of each game; by default {DEALS:,}, or with --to what it takes."),
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(
            metavar="±0.5%",
            help="Stop when all shares are known so well; where there are none, other figures to this part of themselves.",
        ),
    ] = None,
    budget: Annotated[str | None, typer.Option(metavar="10m", help="Begin nothing more after this time: 30s, 10m, 2h.")] = None,
    bots: Annotated[str | None, typer.Option(metavar="A,B,…", help="The bots; by default the study's own.")] = None,
    own: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A setting that only this study has; see --list.")
    ] = None,
    limit: Annotated[int, typer.Option(metavar="TURNS", help="The number of turns that makes a game a draw.")] = LIMIT,
    seed: Annotated[str, typer.Option(metavar="S", help="The seed of the first deal; deal i has seed S + i.")] = "0",
    jobs: Annotated[
        int | None,
        typer.Option(metavar="J", help=JOBS),
    ] = None,
    on: Annotated[str, typer.Option(metavar="WHERE", help=WHERE)] = "local",
    out: Annotated[
        Path | None,
        typer.Option(parser=path, metavar="RUN", help="The folder of the run; run again with the same to resume, or to go on."),
    ] = None,
    watch: Annotated[Path | None, typer.Option(parser=path, metavar="RUN", help="Watch a run that goes on elsewhere.")] = None,
    merge: Annotated[bool, typer.Option("--merge", help="Put runs, named in place of study and games, into --out.")] = False,
    list_all: Annotated[bool, typer.Option("--list", help="List the studies.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the results as JSON, nothing else on stdout.")] = False,
) -> None:
    """Answer a question about games: is it fair, how long, how much luck, what does an option change?"""
    if list_all:
        return _list()
    if watch:
        return _watch(watch)
    if merge:
        return _merge([one for one in (study, *(games or ())) if one], out, json=json)
    from sevenfold.lab.studies.backends import backend_named

    errors = console_of(stderr=True)
    backend = backend_named(on, cores() if jobs is None else jobs)
    if study is None:
        plan = _asked_before(out)
    else:
        asked = _Asked(study, games or (), option or (), every_option, deals, to, budget, bots, own or (), limit, seed)
        plan = asked.plan()
    plan.check()
    folder = out or Path(f"sevenfold-{plan.study}-{datetime.now().astimezone():%Y%m%d-%H%M%S}")
    return _find_out(plan, folder, backend, errors, json=json)


@dataclass(frozen=True)
class _Asked:
    """What the command line asks."""

    study: str
    games: Sequence[str]
    options: Sequence[str]
    every_option: bool
    deals: int | None
    to: str | None
    budget: str | None
    bots: str | None
    own: Sequence[str]
    limit: int
    seed: str

    def plan(self) -> Plan:
        """The plan for it."""
        from sevenfold.lab.studies import Plan, Settings
        from sevenfold.lab.studies import named as in_plan
        from sevenfold.lab.studies.catalogue import study_named
        from sevenfold.lab.studies.output.wording import duration_of, precision_of
        from sevenfold.playing.seeds import parse

        asked = study_named(self.study)
        to = None if self.to is None else precision_of(self.to)
        default = DEALS if to is None else MOST_DEALS
        own = tuple(sorted(as_pairs(self.own, "setting").items()))
        settings = Settings(tuple(self.bots.split(",")) if self.bots else (), self.limit, own)
        games = list(self._games(is_comparison=asked.is_comparison))
        if asked.is_comparison and games and len({game.id for game in games}) == len(games):
            raise BadInput(f"The study {self.study} compares settings: name one with -o, or take all with --every-option.")
        if self._is_about_all:
            games = _taken(asked(settings), games)
        return Plan(
            self.study,
            tuple(map(in_plan, games)),
            default if self.deals is None else self.deals,
            parse(self.seed),
            settings,
            to,
            None if self.budget is None else duration_of(self.budget),
        )

    @property
    def _is_about_all(self) -> bool:
        return list(self.games) == ["all"]

    def _games(self, *, is_comparison: bool) -> Iterator[Game]:
        from sevenfold.registry import game_names
        from sevenfold.registry.combinations import combinations_of, representative

        names = game_names() if self._is_about_all else [name for game in self.games if (name := named(game))]
        for name in names:
            game = chosen_game(name, self.options)
            if self.every_option:
                given = [option.partition("=")[0] for option in self.options]
                yield from representative(combinations_of(name, {key: game.options[key] for key in given}))
                continue
            if is_comparison and (usual := chosen_game(name, None)).options != game.options:
                yield usual
            yield game


def _taken(study: Study, games: Sequence[Game]) -> list[Game]:
    """Those of all games that a study takes; the others are named. Refused if it takes none."""
    taken: list[Game] = []
    refused: dict[str, BadInput] = {}
    for game in games:
        try:
            study.check(game)
            taken.append(game)
        except BadInput as error:
            refused.setdefault(game.name, error)
    if refused and not taken:
        raise next(iter(refused.values()))
    left_out = [name for name in refused if all(game.name != name for game in taken)]
    if left_out:
        print(f"sevenfold: {study.name} does not take {', '.join(left_out)}.", file=sys.stderr)
    return taken


def _asked_before(out: Path | None) -> Plan:
    """The plan of a run that is resumed without saying it again."""
    from sevenfold.lab.studies.run_folder import plan_in

    if out is None:
        raise BadInput(
            "Name a study and games, such as: sevenfold study balance seven_truf. sevenfold study --list lists them."
        )
    return plan_in(out)


def _list() -> None:
    from sevenfold.lab.studies.catalogue import study_named, study_names

    names = study_names()
    width = max(map(len, names))
    for name in names:
        found = study_named(name)
        print(f"{name:<{width}}  {found.about} (bots: {', '.join(found.bots)})")
        for own, one in found.own_settings.items():
            values = "|".join(one.values) or "N"
            print(f"{'':<{width}}  --set {own}={values}: {one.about}; by default {one.usual}")


# -- a run ------------------------------------------------------------------------------------------------------------


def _find_out(plan: Plan, out: Path, backend: Callable[[], Backend], errors: Console, *, json: bool) -> None:
    done, results = kept_run(plan, out, backend, errors, is_said=not json)
    _show(results, json=json)
    _say_end(done, results, out)


def _show(results: Results, *, json: bool) -> None:
    if json:
        print(to_json.dumps(results, indent=1))
        return
    from sevenfold.lab.studies.output.terminal import tables

    console_of().print(tables(results))


def _say_end(done: Run, results: Results, out: Path) -> None:
    from sevenfold.lab.studies.output.wording import in_words, unreached_of

    for one in results["unreached"]:
        now = f"sevenfold: {unreached_of(one, results['games'])}"
        if not one["needed"]:
            print(f"{now}, and has no interval that more deals narrow to what was asked.", file=sys.stderr)
            continue
        rate = done.seconds / done.computed if done.computed else 0.0
        time = f", about {in_words(rate * (one['needed'] - one['deals']))} more" if rate else ""
        print(f"{now}; what was asked needs about {one['needed']:,} deals{time}.", file=sys.stderr)
    if not done.stopped:
        return
    finished = f"{done.reused + done.computed:,} deals are finished"
    print(f"sevenfold: {done.stopped}; {finished}. To go on: sevenfold study --out {out}", file=sys.stderr)
    if done.stopped == "interrupted":
        raise typer.Exit(INTERRUPTED)


# -- other runs -------------------------------------------------------------------------------------------------------


def _watch(path: Path) -> None:
    """Show how far a run is until it ends, then its results."""
    from sevenfold.lab.studies.output.results import read_results
    from sevenfold.lab.studies.output.terminal import tables
    from sevenfold.lab.studies.watching import SILENCE, note_in

    note, begun = note_in(path), monotonic()
    with until_interrupted() as stop, progress_bar(console_of(stderr=True), 1, "deals") as advance:
        while note is None or note.state == "running":
            if stop.is_set():
                raise typer.Exit(INTERRUPTED)
            if note is not None:
                advance(note.deals, note.of)
            if note.is_silent if note else monotonic() - begun > SILENCE:
                finished = f"; {note.deals:,} deals are finished" if note else ""
                raise BadInput(
                    f"The run has said nothing for {SILENCE:.0f} seconds{finished}. To go on: sevenfold study --out {path}"
                )
            sleep(GLANCE)
            note = note_in(path)
    if note.state == "failed":
        raise BadInput(f"The run has failed; {note.deals:,} deals are finished. To go on: sevenfold study --out {path}")
    console_of().print(tables(read_results(path)))
    if note.state != "finished":
        print(f"sevenfold: {note.state}; {note.deals:,} deals are finished.", file=sys.stderr)


def _merge(names: Sequence[str], out: Path | None, *, json: bool) -> None:
    """Put several runs into one, and report what they have together."""
    from sevenfold.lab.studies import RunFolder, run
    from sevenfold.lab.studies.run_folder import merge
    from sevenfold.lab.studies.watching import Notes

    if out is None:
        raise BadInput("Name the folder for the merged run: sevenfold study --merge RUN RUN --out RUN.")
    plan, state = merge([Path(name) for name in names], out), "failed"
    with closing(RunFolder(out, plan)) as folder:
        notes = Notes(out, plan.deals * len(plan.games))
        try:
            done = run(plan, folder, None, progress=notes.note)
            results = written(done, out, console_of(stderr=True))
            state = "finished"
        finally:
            notes.end(state)
    _show(results, json=json)
    for answer in done.answers:
        if answer.deals < plan.deals and plan.to is None:
            print(
                f"sevenfold: {answer.game}: {answer.deals:,} of {plan.deals:,} deals follow each other without a gap. To"
                f" compute the rest: sevenfold study --out {out}",
                file=sys.stderr,
            )
