"""`sevenfold puzzles make`, `merge` and `sevenfold puzzle`: puzzles are made, put together, and solved in the terminal."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sevenfold.console import chosen_game, console_of, progress_bar, until_interrupted
from sevenfold.errors import INTERRUPTED, BadInput
from sevenfold.system.cores import cores

from . import GAME, Options, named, path

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sevenfold.coaching.puzzles import Puzzle
    from sevenfold.playing.game import Game

puzzles = typer.Typer(help="Puzzles, cut from simulated games.", no_args_is_help=True)


def _named_all(games: list[str] | None) -> list[str]:
    """The ids of games that are named on the command line."""
    return [str(named(game)) for game in games or ()]


@puzzles.command(epilog="Example: sevenfold puzzles make seven_truf chain_up --number 20 --to puzzles.jsonl")
def make(
    game: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]…", callback=_named_all, help=f"{GAME} Leave it out for all games."),
    ] = None,
    option: Options = None,
    number: Annotated[int, typer.Option(metavar="N", help="How many puzzles to make, spread over the games.")] = 100,
    to: Annotated[
        Path | None,
        typer.Option(
            parser=path,
            metavar="FILE",
            help="Write them to a file, one a line, as JSON. A file that the same search has begun is gone on with.",
        ),
    ] = None,
    db: Annotated[
        str | None, typer.Option(metavar="FILE|URL", help="Add them to the database of a server, which offers them at once.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="S", help="The seed of each game's first simulated game.")] = 0,
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help="For how long to search at most; by default as long as it takes.")
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(metavar="J", help="The number of threads; by default one per core. The puzzles do not depend on it."),
    ] = None,
) -> None:
    """Let bots play, and cut puzzles from their games: positions in which one move wins, or is better by far."""
    from sevenfold.coaching.puzzles import make_puzzles
    from sevenfold.terminal.background import wait_for

    _check_where(to, db)
    chosen, errors = _games(game or [], option), console_of(stderr=True)
    threads, known = cores() if jobs is None else jobs, _begun(to)
    with until_interrupted() as stop, progress_bar(errors, number, "puzzles") as advance:

        def work() -> list[Puzzle]:
            return make_puzzles(
                chosen, number, seed=seed, seconds=seconds, jobs=threads, progress=advance, stop=stop, known=known,
                keep=partial(_keep, to, last=False),
            )  # fmt: skip

        of = chosen[0].name if len(chosen) == 1 else "the games"
        made = wait_for(work, errors, of, "Looking for puzzles…")
    _keep(to, made, last=True)
    added = _store(db, made) if db is not None else len(made)
    print(_told(made, added, to or db, [game.id for game in chosen]))
    if stop.is_set():
        print(f"sevenfold: interrupted after {len(made)} of {number} puzzles.", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)


@puzzles.command(epilog="Example: sevenfold puzzles merge here.jsonl there.jsonl --to puzzles.jsonl")
def merge(
    file: Annotated[
        list[Path], typer.Argument(parser=path, metavar="FILE…", help="Files that `sevenfold puzzles make` wrote.")
    ],
    to: Annotated[
        Path | None, typer.Option(parser=path, metavar="FILE", help="Write them to a file, which may be one of these.")
    ] = None,
    db: Annotated[
        str | None, typer.Option(metavar="FILE|URL", help="Add them to the database of a server, which offers them at once.")
    ] = None,
) -> None:
    """Put the puzzles of several runs together, each once: of other seeds, of other games, from other machines."""
    from sevenfold.coaching.puzzles import merged

    _check_where(to, db)
    every = [_read(one) for one in file]
    found = merged(every)
    _keep(to, found, last=True)
    added = _store(db, found) if db is not None else len(found)
    twice = sum(map(len, every)) - len(found)
    more = f" {twice} of the files' puzzles {'was' if twice == 1 else 'were'} there twice." if twice else ""
    print(_told(found, added, to or db, ()) + more)


def _check_where(to: Path | None, db: str | None) -> None:
    if (to is None) == (db is None):
        raise BadInput("Say where the puzzles go: --to a file, or --db a server's database.")


def _read(file: Path) -> list[Puzzle]:
    """The puzzles of a file; BadInput names the file, and the line that is none."""
    from sevenfold.coaching.puzzles import read_lines
    from sevenfold.system.files import name_of, read_text

    text = read_text(file, "a file of puzzles")
    try:
        return read_lines(text)
    except BadInput as error:
        raise BadInput(f"{name_of(file)}: {error}") from error


def _begun(file: Path | None) -> list[Puzzle]:
    """The puzzles of a file that is there already."""
    return _read(file) if file is not None and file.is_file() and file.stat().st_size else []


def _keep(file: Path | None, made: Sequence[Puzzle], *, last: bool) -> None:
    """Write the puzzles made so far to a file; to a pipe or a device only the last ones, which are all."""
    from sevenfold.system.files import writing

    if file is None or (file.exists() and not file.is_file() and not last):
        return
    with writing(file) as lines:
        lines.writelines(f"{puzzle.as_json()}\n" for puzzle in made)


def puzzle(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", callback=named, help=f"{GAME} Leave it out for all games.")
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option(
            "--from", parser=path, metavar="FILE", help="Puzzles that `sevenfold puzzles make` wrote; by default those shipped."
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="S", help="The number by which they are mixed; by default another each day.")
    ] = None,
) -> None:
    """Solve puzzles in the terminal: positions in which one move wins, or is better by far."""
    from sevenfold.terminal import run

    if not run.puzzles(_chosen(game, file, seed), console_of(), console_of(stderr=True)):
        raise typer.Exit(INTERRUPTED)


def _chosen(game: str | None, file: Path | None, seed: int | None) -> list[Puzzle]:
    """The puzzles to solve, mixed; those of other rules are left out. BadInput if none is left."""
    from datetime import UTC, datetime
    from random import Random

    from sevenfold.coaching.puzzles import shipped
    from sevenfold.registry import rules_of

    if game is not None:
        rules_of(game)  # BadInput if there is no such game
    every = shipped() if file is None else _read(file)
    found = [one for one in every if game in (None, one.game) and one.fits_rules]
    if not found:
        of = f" of {game}" if game else ""
        raise BadInput(f"There are no puzzles{of} by today's rules here. `sevenfold puzzles make` makes some.")
    Random(datetime.now(UTC).date().toordinal() if seed is None else seed).shuffle(found)
    return found


def _games(names: Sequence[str], options: list[str] | None) -> list[Game]:
    from sevenfold.coaching.puzzles import source_game, source_games
    from sevenfold.registry import game_names

    if options and len(names) != 1:
        raise BadInput("Options belong to one game: name it.")
    usual = [source_game(name) for name in names] or source_games(game_names())
    return [chosen_game(names[0], options)] if options else usual


def _store(db: str, made: Sequence[Puzzle]) -> int:
    """Add puzzles to a database; returns how many were new."""
    from sevenfold.server.storage import Storage
    from sevenfold.server.storage.days import puzzles
    from sevenfold.server.storage.store import database

    storage = Storage(database(db))
    try:
        return storage.run_now(puzzles.add, made)
    finally:
        storage.close()


def _told(made: Sequence[Puzzle], added: int, where: Path | str | None, games: Sequence[str]) -> str:
    from collections import Counter

    by_game = Counter(dict.fromkeys(games, 0))
    by_game.update(puzzle.game for puzzle in made)
    counted = ", ".join(f"{game} {count}" for game, count in by_game.items())
    known = f" {len(made) - added} of them were there already." if added < len(made) else ""
    return f"{len(made)} puzzle{'' if len(made) == 1 else 's'} to {where}: {counted}.{known}"
