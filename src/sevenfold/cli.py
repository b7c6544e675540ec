"""The `sevenfold` command. A command's modules are loaded only when it is run."""

from __future__ import annotations

import codecs
import os
import sys
import traceback
import warnings
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from functools import lru_cache, partial, wraps
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from typer.core import TyperGroup

from sevenfold._version import __version__
from sevenfold.commands import GameName, Options, path
from sevenfold.commands.cache import cache
from sevenfold.commands.check import check
from sevenfold.commands.coach import hint, review
from sevenfold.commands.equilibrium import equilibrium
from sevenfold.commands.ladder import ladder
from sevenfold.commands.new import new
from sevenfold.commands.puzzles import puzzle, puzzles
from sevenfold.commands.records import record, replay, verify
from sevenfold.commands.solve import solve
from sevenfold.commands.study import study
from sevenfold.console import (
    BREAKING_OFF,
    check_play,
    chosen_game,
    console_of,
    end_whatever_runs,
    progress_bar,
    until_interrupted,
)
from sevenfold.errors import (
    FAILED,
    INTERRUPTED,
    BadRecord,
    CannotPrint,
    NotARecord,
    SevenfoldError,
    fault,
    in_plain_words,
    shortened,
)
from sevenfold.server.process.command import push_key, serve
from sevenfold.system import interrupts, signals, streams
from sevenfold.system.cores import cores
from sevenfold.system.folders import check_unpacked, check_working_folder

if TYPE_CHECKING:
    from sevenfold.declare.rules import Rules

OK, WRONG_USE = 0, 2
TRACEBACK = "--traceback"
SERVING = ("serve", "table")  # Ctrl-C is how they are ended, which needs no word
LONGEST_SENTENCE = 1500  # characters of an error, which may list all games or moves
BOTS = "beginner, club, expert; to study: heuristic, random, search:N"  # as help lists them
PLAIN = {"–": "-", "…": "...", "±": "+/-", "’": "'", "✓": "+", "✗": "x", "×": "x"}  # for encodings without these characters


class Commands(TyperGroup):
    """The commands, which say that Ctrl-C has ended them."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command; called by Typer, which says nothing at Ctrl-C."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            if ctx.invoked_subcommand not in SERVING:
                print(BREAKING_OFF, file=sys.stderr)
            raise


app = typer.Typer(
    name="sevenfold",
    cls=Commands,
    help="Twelve card games around the number seven: to play, to simulate, to study.",
    epilog="Example: sevenfold play sane_sevens -o players=3",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    """The entry point of the console script."""
    streams.prepare()  # first: what is opened next would take the number of a closed stream
    end_whatever_runs()
    warnings.showwarning = _warn
    code = run(sys.argv[1:])
    background = sys.modules.get("sevenfold.terminal.background")
    if background and background.is_busy():
        _flush()
        signals.end_by_signal()
        os._exit(code)
    if signals.received():
        _flush()
        signals.end_by_signal()
    sys.exit(code)


def _warn(
    message: Warning | str, category: type[Warning], filename: str, lineno: int, file: object = None, line: str | None = None
) -> None:  # fmt: skip
    """Tell a warning, such as of a package that is left out, without the line of code that gave it."""
    print(f"sevenfold: {message}", file=sys.stderr)


def _flush() -> None:
    with suppress(SevenfoldError):  # it cannot be told any more
        sys.stdout.flush()
    sys.stderr.flush()


def run(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code. Errors are explained in a sentence on stderr."""
    codecs.register_error("plain", _as_ascii)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="plain")  # a character missing in the encoding must not stop the output
    code: Any = OK
    try:
        with interrupts.AsException():
            check_unpacked()
            check_working_folder()
            if list(arguments) == ["games"]:
                games()  # without Typer, which takes longer to parse this than the command takes to run
            else:
                code = _commands()(list(arguments), prog_name="sevenfold", standalone_mode=False)
            sys.stdout.flush()
    except typer.Abort:
        return INTERRUPTED
    except KeyboardInterrupt:  # outside of what Typer calls, which has said it
        print(BREAKING_OFF, file=sys.stderr)
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001 - whatever it is, a trace of many screens would not say more
        if _is_interrupt(error):
            print(BREAKING_OFF, file=sys.stderr)
            return INTERRUPTED
        if TRACEBACK in takewhile(lambda one: one.startswith("-"), arguments):
            _print_trace(error)
        return _explain(error)
    return code if isinstance(code, int) else OK


def _is_interrupt(error: BaseException | None) -> bool:
    """Whether Ctrl-C caused an error: where it comes while a class is made, Python 3.11 makes another error of it."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__
    return error is not None


@lru_cache(maxsize=1)
def _commands() -> Callable[..., Any]:
    """The commands as Click runs them: made once in a process, since Typer looks at every parameter of each of them."""
    return typer.main.get_command(app)


def _explain(error: Exception) -> int:
    """Say in a sentence what is wrong; returns the exit code."""
    usage_error: type[Any] = typer.BadParameter.__bases__[0]  # Click's exceptions; Typer may bundle Click or import it
    if isinstance(error, CannotPrint):
        return _refuse(error, FAILED)
    if isinstance(error, BadRecord):
        return _refuse(error, WRONG_USE if isinstance(error, NotARecord) else FAILED)
    if isinstance(error, SevenfoldError):
        return _refuse(error, WRONG_USE)
    if isinstance(error, usage_error):
        return _refuse_usage(error)
    return _refuse(f"{fault(error)}. Where it comes from: sevenfold {TRACEBACK} and the same command.", FAILED)


def _print_trace(error: BaseException) -> None:
    """Print where an error comes from, with all that led to it."""
    cause: BaseException | None = error
    while cause is not None:
        cause.__suppress_context__ = False
        cause = cause.__cause__ or cause.__context__
    traceback.print_exception(error)


def _as_ascii(error: UnicodeError) -> tuple[str, int]:
    """The ASCII replacement for a character missing in the stream's encoding."""
    assert isinstance(error, UnicodeEncodeError)
    return PLAIN.get(error.object[error.start], "?"), error.start + 1


def _refuse(error: object, code: int) -> int:
    print(f"sevenfold: {shortened(' '.join(str(error).split()), LONGEST_SENTENCE)}", file=sys.stderr)
    return code


def _refuse_usage(error: Any) -> int:
    """Report a usage error with Click's message. (A group without a command has already shown its help.)"""
    path = error.ctx.command_path if error.ctx else "sevenfold"
    if type(error).__name__ == "NoArgsIsHelpError":
        return OK
    start, colon, rest = error.format_message().partition(": ")
    sentence = f"{start}{colon}{in_plain_words(rest)}"
    stop = "" if sentence.endswith((".", "?", "!")) else "."  # some of Click's messages have no full stop
    return _refuse(f"{sentence}{stop} See {path} --help.", WRONG_USE)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"sevenfold {__version__}")
        raise typer.Exit


@app.callback()
def _sevenfold(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
    traceback: Annotated[
        bool, typer.Option(TRACEBACK, help="If the command fails, show where that comes from, in all its length.")
    ] = False,  # `run` looks for it
) -> None:
    pass


# -- games and rules --------------------------------------------------------------------------------------------------


@app.command(epilog="Example: sevenfold games")
def games() -> None:
    """List the games, with their numbers of players, lengths and options."""
    from sevenfold import registry

    listed, broken = registry.games()
    width = max(len(name) for name in [*(rules.id for rules in listed), *broken])
    for rules in listed:
        players, options = _players(rules), _options(rules)
        print(f"{rules.id:<{width}}  {rules.name}: {rules.about}")
        print(f"{'':<{width}}  {players}, {rules.minutes} minutes{'; ' if options else ''}{options}")
        for why in dict.fromkeys(conflict.why for conflict in rules.conflicts()):
            print(f"{'':<{width}}  {why}")
    for name, error in broken.items():
        print(f"{name:<{width}}  {error}")


def _players(rules: Rules) -> str:
    counts = rules.player_counts
    most = counts[-1]
    if len(counts) == 1:
        return f"{most} player{'' if most == 1 else 's'}"
    if list(counts) == list(range(counts[0], most + 1)):
        return f"{counts[0]}–{most} players"
    return f"{', '.join(map(str, counts[:-1]))} or {most} players"


def _options(rules: Rules) -> str:
    from sevenfold.declare.options import show_value

    return ", ".join(f"{o.name}={'|'.join(show_value(v) for v in o.values)}" for o in rules.options.values())


@app.command(epilog="Example: sevenfold rules seven_truf")
def rules(game: GameName) -> None:
    """Show the rules of a game, each with its number."""
    from sevenfold.registry import rules_of
    from sevenfold.terminal.render.cards import has_symbols
    from sevenfold.terminal.render.rules import drawn, page

    console, of_game = console_of(), rules_of(game)
    console.print(drawn(page(of_game), of_game.pack, symbols=has_symbols(console)), width=min(console.width, 88))


# -- play -------------------------------------------------------------------------------------------------------------


@app.command(epilog="Example: sevenfold play sane_sevens -o players=3 -o silly=true --bots expert,beginner")
def play(
    game: GameName,
    option: Options = None,
    bots: Annotated[
        str,
        typer.Option(metavar="A,B,…", help=f"The bots at the other seats, from your left; repeated as needed: {BOTS}."),
    ] = "club",
    seat: Annotated[int, typer.Option(metavar="N", help="Your seat, counted from 0.")] = 0,
    seed: Annotated[
        str | None,
        typer.Option(metavar="S", help="The seed that decides the cards: a number or 64 hex digits; by default secret."),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(parser=path, metavar="FILE", help="Save the game record to a new file, even if you leave early."),
    ] = None,
    forced: Annotated[
        Literal["always", "last", "never"],
        typer.Option(help="Which forced moves are played for you: all, only the last card of a deal, or none."),
    ] = "last",
    winnable: Annotated[
        bool, typer.Option("--winnable", help="In a patience for one: deal only games that can be won with all cards known.")
    ] = False,
    daily: Annotated[
        bool, typer.Option("--daily", help="Deal the deal of the day (UTC): the same for all who choose these options.")
    ] = False,
    checked: Annotated[
        bool,
        typer.Option(
            "--checked", help="First play random games for two seconds with every rule checked, and stop at what is wrong."
        ),
    ] = False,
) -> None:
    """Play a game in the terminal, against bots."""
    from sevenfold.terminal import run

    chosen = chosen_game(game, option)
    errors = console_of(stderr=True)
    if checked:
        check_play(chosen, errors)
    if not run.play(chosen, seat, bots, seed, save, forced, console_of(), errors, winnable=winnable, daily=daily):
        raise typer.Exit(INTERRUPTED)


@app.command(epilog="Example: sevenfold lesson suitability")
def lesson(game: GameName) -> None:
    """Learn a game from a few decisions, each with its reasons."""
    from sevenfold.registry import rules_of
    from sevenfold.terminal import run

    if not run.lesson(rules_of(game), console_of(), console_of(stderr=True)):
        raise typer.Exit(INTERRUPTED)


# -- join -------------------------------------------------------------------------------------------------------------


@app.command(epilog="Example: sevenfold join http://192.168.1.20:7777/join/CODE")
def join(
    link: Annotated[
        str,
        typer.Argument(
            metavar="LINK", help="An invitation, a room's address, as the page shows it, or a server's: for all there is on it."
        ),
    ],
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="Your name there; you are asked for it if you have none yet.")
    ] = None,
) -> None:
    """Join a room on a server, or see what there is on it, in the terminal."""
    from sevenfold.terminal import run

    if not run.join(link, name, console_of()):
        raise typer.Exit(INTERRUPTED)


# -- the server --------------------------------------------------------------------------------------------------------


app.command(epilog="Example: sevenfold serve --port 8000 --db evenings.sqlite")(serve)
app.command("push-key", epilog="Example: sevenfold push-key push.pem")(push_key)


@wraps(serve)
def _table(**options: Any) -> None:
    print("sevenfold table is now sevenfold serve; the old name goes with the next version.", file=sys.stderr)
    serve(**options)


app.command("table", hidden=True)(_table)


# -- simulate ---------------------------------------------------------------------------------------------------------


@app.command(epilog="Example: sevenfold simulate seven_truf --games 100 --bots club,beginner --json")
def simulate(
    game: GameName,
    option: Options = None,
    games: Annotated[int, typer.Option(metavar="N", help="How many games to play.")] = 1000,
    seed: Annotated[str, typer.Option(metavar="S", help="The seed of the first game; game i has seed S + i.")] = "0",
    bots: Annotated[
        str, typer.Option(metavar="A,B,…", help=f"The bots by seat; a shorter list is repeated: {BOTS}.")
    ] = "random",
    limit: Annotated[int, typer.Option(metavar="TURNS", help="The number of turns that makes a game a draw.")] = 10_000,
    jobs: Annotated[
        int | None,
        typer.Option(metavar="J", help="The number of threads; by default one per core. The results do not depend on it."),
    ] = None,
    transcripts: Annotated[
        Path | None, typer.Option(parser=path, metavar="FILE", help="Write each game's transcript, as JSON Lines.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the results as JSON, nothing else on stdout.")] = False,
    checked: Annotated[
        bool,
        typer.Option("--checked", help="First play as many random games with every rule checked, and stop at what is wrong."),
    ] = False,
) -> None:
    """Let bots play many games, and report their lengths, results and winners."""
    from sevenfold.lab import simulation
    from sevenfold.lab.reports import as_json, as_table
    from sevenfold.lab.verification import check_replaceable
    from sevenfold.playing.seeds import parse
    from sevenfold.system.files import writing
    from sevenfold.terminal.background import wait_for

    chosen, first = chosen_game(game, option), parse(seed)
    named, errors = bots.split(","), console_of(stderr=True)
    threads = cores() if jobs is None else jobs
    simulation.check(chosen, games, seed=first, bots=named, limit=limit, jobs=threads)
    if transcripts:
        check_replaceable(transcripts)
    if checked:
        check_play(chosen, errors, range(first, first + games))
    with writing(transcripts) if transcripts else nullcontext() as file:
        prepare = partial(simulation.prepare, chosen, named, transcripts=file is not None)
        wait_for(prepare, errors, chosen.name, "Getting ready…")
        with until_interrupted() as stop, progress_bar(errors, games) as advance:
            done = simulation.simulate(
                chosen,
                games,
                seed=first,
                bots=named,
                limit=limit,
                jobs=threads,
                transcripts=file,
                progress=advance,
                stop=stop,
            )
    if json:
        print(as_json(done))
    else:
        console_of().print(as_table(done, chosen.name))
        for warning in done.warnings:
            print(f"sevenfold: {warning}", file=sys.stderr)
    if done.stopped:
        print(f"sevenfold: interrupted after {done.games:,} of {games:,} games.", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)


# -- check ------------------------------------------------------------------------------------------------------------


app.command(epilog="Example: sevenfold check sane_sevens -o players=3")(check)


# -- solve ------------------------------------------------------------------------------------------------------------


app.command(epilog="Example: sevenfold solve pyramid -o rows=6 --seed 7")(solve)


# -- equilibrium ------------------------------------------------------------------------------------------------------


app.command(epilog="Example: sevenfold equilibrium leduc_poker -o deals=1 --seconds 10 --out leduc.strategy")(equilibrium)


# -- ladder -----------------------------------------------------------------------------------------------------------


app.command(epilog="Example: sevenfold ladder chain_up --bots expert,club,beginner --deals 50 --out chain_up.jsonl")(ladder)


# -- studies ----------------------------------------------------------------------------------------------------------


app.command(epilog="Example: sevenfold study balance seven_truf sane_sevens --deals 2000 --out balance")(study)


# -- the coach --------------------------------------------------------------------------------------------------------


app.command(epilog="Example: sevenfold hint --file evening.json --at 12")(hint)
app.command(epilog="Example: sevenfold review evening.json --seat 0")(review)


# -- puzzles ----------------------------------------------------------------------------------------------------------


app.command(epilog="Example: sevenfold puzzle chain_up")(puzzle)
app.add_typer(puzzles, name="puzzles")


# -- records ----------------------------------------------------------------------------------------------------------


app.command(epilog="Example: sevenfold replay evening.json --seat 2")(replay)
app.command(epilog="Example: sevenfold record http://192.168.1.20:7777/#/room/ID --out evening.json")(record)
app.command(epilog="Example: sevenfold verify evening.json --commitment 5f2c…")(verify)


# -- a game of one's own ----------------------------------------------------------------------------------------------


app.command(epilog="Example: sevenfold new my_game")(new)


# -- compiled code ----------------------------------------------------------------------------------------------------


app.command(epilog="Example: sevenfold cache --clear")(cache)


if __name__ == "__main__":
    main()
