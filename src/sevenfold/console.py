"""Helpers for several commands: the game named on the command line, consoles, progress bars, Ctrl-C."""

from __future__ import annotations

import itertools
import math
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from datetime import timedelta
from typing import TYPE_CHECKING

from sevenfold.errors import INTERRUPTED, BadInput, BrokenGame, quoted, shortened
from sevenfold.system import interrupts, signals

if TYPE_CHECKING:
    from threading import Event

    from rich.console import Console

    from sevenfold.findings import Finding
    from sevenfold.playing.game import Game

BREAKING_OFF = "sevenfold: interrupted."
SOON = 1.0  # seconds that a second Ctrl-C leaves for an orderly end
CHECKED_SECONDS = 2.0  # of checked play before a game that is played
MOST_SHOWN = 8  # moves of those that led to a finding
GRACE = 10.0  # and SIGTERM, where it is handled
NUDGES = (0.05, 0.5)  # seconds after a signal; the second is for a machine that is busy


def end_whatever_runs() -> None:
    """Let a second Ctrl-C, and SIGTERM after a while, end the process although Python does not get to handle them.

    Python calls its handlers between two instructions of the main thread, which compiled code can keep waiting for ever.
    """
    if os.name != "posix":
        return
    from threading import Thread

    read, write = os.pipe()
    os.set_blocking(write, False)
    signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    Thread(target=_watch_signals, args=(read,), daemon=True).start()


def _watch_signals(read: int) -> None:
    interrupted = False
    while numbers := os.read(read, 64):
        for number in numbers:
            if number == interrupts.NUDGE:
                continue
            for seconds in NUDGES:
                _after(seconds, interrupts.nudge)
            if number == signal.SIGTERM:
                _end_after(GRACE, 128 + number)
            elif number == signal.SIGINT and interrupted:
                _end_after(SOON, INTERRUPTED)
            interrupted |= number == signal.SIGINT


def _end_after(seconds: float, code: int) -> None:
    from select import select

    def end() -> None:
        if select([], [2], [], 0)[1]:  # stderr may be a pipe that nobody reads, which is why the program does not end
            os.write(2, f"{BREAKING_OFF}\n".encode())
        os._exit(code)

    _after(seconds, end)


def _after(seconds: float, act: Callable[[], object]) -> None:
    from threading import Timer

    timer = Timer(seconds, act)
    timer.daemon = True
    timer.start()


@contextmanager
def until_interrupted() -> Iterator[Event]:
    """Yields an event that the first Ctrl-C, SIGTERM or SIGHUP sets; a second one ends the program as usual."""
    from threading import Event

    stop = Event()

    def on_interrupt(number: int, frame: object) -> None:
        stop.set()
        if number != signal.SIGINT:
            signals.note(number)
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)

    with signals.handled((signal.SIGINT, *signals.ENDING), on_interrupt):
        yield stop


@contextmanager
def progress_bar(console: Console, games: int, what: str = "games") -> Iterator[Callable[..., None]]:
    """Show a progress bar on a terminal; yields a function to call with the number of games done and, optionally, of all."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn
    from rich.text import Text

    class Time(ProgressColumn):
        """The time left or, as long as that is not known, the time so far."""

        def render(self, task: Task) -> Text:
            left = task.time_remaining
            seconds, word = (task.elapsed or 0.0, "so far") if left is None else (left, "left")
            return Text(f"{timedelta(seconds=int(seconds))} {word}")

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn(what), Time())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=games)
        yield lambda finished, of=None: bar.update(task, completed=finished, total=of)


def check_play(game: Game, errors: Console, seeds: range | None = None) -> None:
    """Play random games of a game interpreted and checked; BrokenGame at what is wrong.

    Args:
        game: The game, with its options.
        errors: Where progress and warnings are shown.
        seeds: The seeds of the games, all of which are played; None: as many games as there is time for in CHECKED_SECONDS.
    """
    from sevenfold import sanitizer

    seconds, numbers = (CHECKED_SECONDS, itertools.count()) if seeds is None else (math.inf, seeds)
    games = len(seeds) if seeds is not None else 0
    with progress_bar(errors, games, "checked games") if games else nullcontext(lambda done: None) as advance:
        for finding in sanitizer.play(game.rules, game.options, numbers, seconds, progress=advance):
            if finding.severity == "error":
                raise BrokenGame(sentences(finding))
            errors.print(f"sevenfold: {sentences(finding)}")


def sentences(finding: Finding) -> str:
    """A finding with the game in which it shows."""
    from sevenfold.declare.options import show_value

    if finding.seed is None:
        return str(finding)
    options = "".join(f" -o {name}={show_value(value)}" for name, value in finding.options.items())
    before = f", after {len(finding.moves)} moves" if finding.moves else ", at the start"
    last = (
        f": {'… ' if len(finding.moves) > MOST_SHOWN else ''}{', '.join(finding.moves[-MOST_SHOWN:])}" if finding.moves else ""
    )
    return f"{finding} (seed {finding.seed}{options}{before}{last})"


def console_of(*, stderr: bool = False) -> Console:
    """Rich's console on stdout or stderr. It highlights nothing, and brackets in names and sentences are brackets."""
    from rich.console import Console

    class CursorConsole(Console):
        """Never hides the cursor while it shows a bar or waits: a shell needs it if the program is stopped or killed."""

        def show_cursor(self, show: bool = True) -> bool:
            """Say that nothing was done, unless the cursor is to be seen."""
            return show and super().show_cursor(show)

    return CursorConsole(stderr=stderr, highlight=False, emoji=False, markup=False)


def chosen_game(name: str, options: Sequence[str] | None, *, unchecked: bool = False) -> Game:
    """The game with its options from the command line; BadInput for a game or an option that does not exist.

    unchecked: whether a game of another package is not checked before, as when that is what is asked for.
    """
    from sevenfold.registry import load_with

    return load_with(name, as_pairs(options or (), "option"), unchecked=unchecked)


def as_pairs(texts: Sequence[str], what: str) -> dict[str, str]:
    """Texts such as name=value as a mapping; BadInput for others, and for a name that is given twice. what: they are."""
    pairs: dict[str, str] = {}
    for text in texts:
        key, is_pair, value = text.partition("=")
        if not is_pair or not key:
            raise BadInput(f"{what.capitalize()}s are given as name=value, not {quoted(text)}.")
        if key in pairs:
            raise BadInput(f"The {what} {shortened(key)} is given twice.")
        pairs[key] = value
    return pairs
