"""Puzzles in the terminal, line by line, one after another."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from sevenfold.coaching.puzzles import WRONG, Puzzle
from sevenfold.errors import BadInput
from sevenfold.playing.game import State
from sevenfold.seat_names import names_for
from sevenfold.terminal.render.table import draw
from sevenfold.view.description import Move, View

from .question import QuestionTerminal

HELP = "Type your move as in a game; moves lists your moves. hint, solution, skip: to the next one. quit: the end."


class AskedPuzzle(Protocol):
    """A puzzle that is asked, here or by a server."""

    @property
    def game(self) -> str:
        """The name of its game."""

    @property
    def question(self) -> str:
        """What is asked."""

    @property
    def view(self) -> View:
        """What its player sees."""

    @property
    def state(self) -> State | None:
        """The game at the puzzle; None if only a server has it."""

    @property
    def known(self) -> str:
        """What speaks for the solution, if they have been through it already; otherwise empty."""

    @property
    def after(self) -> View:
        """What the player sees after the solution, once it is known."""

    def hint(self) -> str:
        """What helps."""

    def answer(self, move: Move) -> tuple[bool, str]:
        """Whether a move is right, and why."""

    def solution(self) -> str:
        """What speaks for the solution; it is given up."""


class LocalPuzzle:
    """A puzzle that is solved here; see `AskedPuzzle`."""

    known = ""

    def __init__(self, puzzle: Puzzle, state: State) -> None:
        self.puzzle, self.state = puzzle, state
        self._names = names_for(state.game.players, puzzle.seat)
        self.game, self.question, self.view = state.game.name, puzzle.question, state.view(puzzle.seat, self._names)

    def hint(self) -> str:
        """See `AskedPuzzle`."""
        return self.puzzle.hint

    def answer(self, move: Move) -> tuple[bool, str]:
        """See `AskedPuzzle`."""
        is_right = self.puzzle.is_solved_by(move.actions)
        return is_right, self.puzzle.why if is_right else WRONG[self.puzzle.kind]

    def solution(self) -> str:
        """See `AskedPuzzle`."""
        return self.puzzle.why

    @property
    def after(self) -> View:
        """See `AskedPuzzle`."""
        after = self.state.copy()
        for action in self.puzzle.solution[0]:
            after.play(action)
        return after.view(self.puzzle.seat, self._names)


class PuzzleTerminal(QuestionTerminal):
    """Puzzles that are being solved."""

    help = HELP

    def __init__(self, puzzles: Iterable[AskedPuzzle], console: Console, ask: Callable[[str], str]) -> None:
        """Begin. ask: shows a prompt and returns the line typed."""
        super().__init__(console, ask)
        self.puzzles = puzzles
        self.solved = 0  # at the first try, without a hint

    def run(self) -> bool:
        """Go through the puzzles. False if Ctrl-C broke it off."""
        try:
            for number, puzzle in enumerate(self.puzzles):
                self.solve(puzzle, is_first=number == 0)
            self.say("Those were all puzzles.")
        except EOFError:
            pass
        except BadInput as error:  # of a server
            self.say(str(error))
        except KeyboardInterrupt:
            self.console.print()
            return False
        self.say(f"Solved at the first try: {self.solved}.")
        return True

    def solve(self, puzzle: AskedPuzzle, *, is_first: bool) -> None:
        """Ask a puzzle until it is solved, given up or left."""
        view = puzzle.view
        self.print(Rule(f"Puzzle: {puzzle.game}", characters=self.pen.sign("─", "-")))
        if is_first:
            self.print(Text(self.help, "dim"))
        self.print(draw(view, self.pen))
        self.print(Text(puzzle.question, "bold"))
        self.told, counts = view.made, True
        if puzzle.known:
            self.print(Text(puzzle.known))
            self.tell(puzzle.after)
            return
        while True:
            typed = self.read_answer(puzzle.state, view, ("hint", "solution", "skip"))
            if typed == "skip":
                return
            if typed == "hint":
                self.say(puzzle.hint())
            elif isinstance(typed, str):
                self.end(puzzle, puzzle.solution())
                return
            else:
                is_right, why = puzzle.answer(typed)
                self.judge(is_right=is_right)
                if is_right:
                    self.solved += counts
                    self.end(puzzle, why)
                    return
                self.print(Text(why))
            counts = False

    def end(self, puzzle: AskedPuzzle, why: str) -> None:
        """Say what speaks for the solution, and what it does."""
        self.print(Text(why))
        self.tell(puzzle.after)
