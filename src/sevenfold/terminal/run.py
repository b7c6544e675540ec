"""What `sevenfold play` and `sevenfold join` do: on a screen if there is one, otherwise line by line."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from time import time
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from sevenfold.bots import USUAL, bots_for
from sevenfold.errors import BadInput
from sevenfold.playing import seeds
from sevenfold.seat_names import NAMES
from sevenfold.session import daily as days
from sevenfold.session.lesson import load_lesson
from sevenfold.solvers.winnable import check_solved, draw
from sevenfold.system.signals import ending_cleanly

from .background import wait_for
from .render.avatars import SeatLabel
from .session.credentials import CredentialsFile
from .session.http_client import Server, asked_name, enter, parse
from .session.local_game import LOOKING_FOR, Forced, LocalGame
from .session.record_file import ask_line, check_new, keep_record, started
from .session.replay import ReplaySession, parse_eyes

if TYPE_CHECKING:
    from sevenfold.coaching.puzzles import Puzzle
    from sevenfold.declare.rules import Rules
    from sevenfold.playing.game import Game, State

KEPT = "Here it is played for fun: attempts that count, days in a row and results are kept by servers."


def is_terminal() -> bool:
    """Whether there is a screen: stdin, stdout and stderr, to which it is drawn, are a terminal that can draw."""
    return all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)) and os.environ.get("TERM") != "dumb"


@ending_cleanly()
def play(
    game: Game, seat: int, bots: str, seed: str | None, save: Path | None, forced: Forced, console: Console, errors: Console,
    *, winnable: bool = False, daily: bool = False,
) -> bool:  # fmt: skip
    """Play a game against bots, and keep its record if that is wanted. False if Ctrl-C broke it off.

    winnable: only deals that can be won are dealt. daily: the first deal is that of the day.
    """
    if not 0 <= seat < game.players:
        raise BadInput(f"There is no seat {seat}; the seats of this game are 0 to {game.players - 1}.")
    others = bots_for(bots.split(","), max(1, game.players - 1))
    seated = [others[(i - seat - 1) % game.players % len(others)] for i in range(game.players)]
    if save is not None:
        check_new(save)
    number = None if seed is None else seeds.parse(seed)
    if daily:
        if number is not None or winnable:
            raise BadInput("The deal of the day is the same for all: leave out --seed and --winnable, or --daily.")
        number = _deal_of_the_day(game, console, errors)
    if winnable:
        check_solved(game)
        if number is not None:
            raise BadInput("A deal by --seed is not checked: leave out --seed or --winnable.")
        number = wait_for(lambda: draw(game), errors, game.name, LOOKING_FOR)
    state = wait_for(lambda: started(game, seat, number, seated), errors, game.name, "Shuffling…")
    deal = (lambda: game.start(draw(game))) if winnable else None
    return _play(LocalGame(state, seat, seated, forced), save, console, errors, deal)


def _deal_of_the_day(game: Game, console: Console, errors: Console) -> int:
    """Find today's deal, and say what it is."""
    date = days.today()
    found = wait_for(lambda: days.daily_deal(game, date), errors, game.name, "Looking for today's deal…")
    console.print(days.about_deal(date, found if game.players == 1 else None, time()), KEPT, soft_wrap=True, highlight=False)
    return found.seed


def _play(
    playing: LocalGame, save: Path | None, console: Console, errors: Console, deal: Callable[[], State] | None = None
) -> bool:
    """Play it, and others after it; keep their records if that is wanted. deal: makes the next game."""
    played = [playing.state]
    finished = False
    try:
        if is_terminal():
            finished = _on_screen(playing, played, console, deal)
        else:
            finished = _by_lines(playing, played, console, errors, deal)
    finally:
        for n, one in enumerate(played, 1):
            is_asked_for = bool(one.actions) or n == 1  # also a game that was left before its first move
            if (finished and one.actions) or (save and is_asked_for):
                keep_record(one, save.with_stem(f"{save.stem}-{n}") if save and n > 1 else save, console, ask_line)
    return finished


def _by_lines(
    game: LocalGame, played: list[State], console: Console, errors: Console, deal: Callable[[], State] | None
) -> bool:
    from .ui.line_mode import Terminal

    terminal = Terminal(game, console, errors, ask_line, deal)
    try:
        return terminal.run()
    finally:
        played[:] = [terminal.state]


def _on_screen(game: LocalGame, played: list[State], console: Console, deal: Callable[[], State] | None) -> bool:
    """played: is given the games, one after the other. deal: makes the next."""
    from .session.local import LocalSession
    from .ui.table_app import TableApp

    here = LocalSession(game, deal=deal)
    app = TableApp(here)
    try:
        failed = app.run_to_end()
    finally:
        played[:] = [*here.earlier, here.game.state]
    if failed:
        raise BadInput(failed)
    result = here.game.view().result
    said = [result.sentence, here.game.marks(), here.game.verdict] if result else ["You left the game."]
    console.print(" ".join(filter(None, said)))
    return not app.interrupted


@ending_cleanly()
def lesson(game: Rules, console: Console, errors: Console) -> bool:
    """Go through a game's lesson, line by line. False if Ctrl-C broke it off."""
    from .ui.lesson import LessonTerminal

    loaded = wait_for(lambda: load_lesson(game), errors, game.name, "Opening the lesson…")
    return LessonTerminal(loaded, console, ask_line).run()


@ending_cleanly()
def puzzles(found: Sequence[Puzzle], console: Console, errors: Console) -> bool:
    """Solve puzzles, line by line. False if Ctrl-C broke it off."""
    from .ui.puzzle import LocalPuzzle, PuzzleTerminal

    def opened(puzzle: Puzzle) -> LocalPuzzle:
        return LocalPuzzle(puzzle, wait_for(puzzle.state, errors, puzzle.game, "Opening the puzzle…"))

    return PuzzleTerminal(map(opened, found), console, ask_line).run()


@ending_cleanly()
def replay(state: State, eyes: str, made: int, console: Console, errors: Console) -> bool:
    """Look at a game again: on a screen, or all its steps line by line. False if Ctrl-C broke it off."""
    game = state.game
    sitters = [SeatLabel(name, seat) for seat, name in enumerate(NAMES[: game.players])]
    film = wait_for(lambda: ReplaySession(state, sitters, parse_eyes(eyes), made), errors, game.name, "Rewinding…")
    if not is_terminal():
        for moment in film.moments[film.at :]:
            console.print(Text(f"{moment.made:>5}  {moment.text}"), soft_wrap=True)
        return True
    from .ui.replay_app import ReplayApp

    app = ReplayApp(film)
    wish = app.run_to_end()
    if wish is None:
        return not app.interrupted
    seat = 0 if wish == "again" else wish.seat
    next_state = game.start() if wish == "again" else film.state(wish.made)
    playing = LocalGame(next_state, seat, bots_for([USUAL], game.players), "last")
    return _play(playing, None, console, errors)


@ending_cleanly()
def join(link: str, name: str | None, console: Console) -> bool:
    """Take part in a room on a server, or see what there is on it. False if Ctrl-C broke it off."""
    where = parse(link)
    is_home = not where.room and not where.invitation
    if not is_terminal() and not is_home:
        raise BadInput("sevenfold join needs a terminal; how programs take part is told in docs/host/protocol.md.")
    server = Server(where.server, CredentialsFile())
    if is_home:
        return _at_home(server, name, console) if is_terminal() else _print_home(server, console)
    room = enter(where, name, ask_line, console.print, server)
    failed, address, is_interrupted = _at_table(server, room)
    if failed:
        raise BadInput(failed)
    console.print(f"You left the table. Back to it: sevenfold join {address}", soft_wrap=True)
    return not is_interrupted


def _at_table(server: Server, room: str) -> tuple[str, str, bool]:
    """Sit at a table until it is left: what failed, where it is found again, whether Ctrl-C broke it off."""
    from .session.remote import RemoteSession
    from .ui.table_app import TableApp

    there = RemoteSession(server, room)
    app = TableApp(there)
    return app.run_to_end() or "", there.address, app.interrupted


def _print_home(server: Server, console: Console) -> bool:
    """Print what there is, for who has no screen."""
    from .session.home import NOTHING, read_home

    home = read_home(server)
    for section in home.sections:
        for line in (section.heading, *map(str, section.entries)):
            console.print(Text(line), soft_wrap=True)
    if not home.sections:
        console.print(NOTHING, soft_wrap=True)
    return True


def _at_home(server: Server, name: str | None, console: Console) -> bool:
    """Show what there is on a server until it is left; tables and puzzles lead back there. False if Ctrl-C broke it off."""
    from .session.home import open_wish, puzzles_from, read_home
    from .ui.home_app import HomeApp
    from .ui.puzzle import PuzzleTerminal

    server.become()
    notice = ""
    while True:
        app = HomeApp(f"Sevenfold · {server.address}", partial(read_home, server), notice)
        wish, notice = app.run_to_end(), ""
        if wish is None:
            return not app.interrupted
        if wish.kind == "puzzle":
            if not PuzzleTerminal(puzzles_from(server), console, ask_line).run():
                return False
            continue
        try:
            room = open_wish(wish, server, lambda: name or asked_name(ask_line, console.print))
        except BadInput as error:
            notice = str(error)
            continue
        notice, _, is_interrupted = _at_table(server, room)
        if is_interrupted:
            return False
