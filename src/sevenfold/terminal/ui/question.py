"""Questions that are answered by a move, in the terminal, line by line: what lessons and puzzles share."""

from __future__ import annotations

from collections.abc import Callable, Collection

from rich.console import Console, RenderableType
from rich.text import Text

from sevenfold.playing.game import State
from sevenfold.terminal.render.cards import has_symbols
from sevenfold.terminal.render.move_list import listed
from sevenfold.terminal.render.style import DrawStyle
from sevenfold.terminal.session.move_parser import offered, read
from sevenfold.view.description import Move, View

WIDEST = 100  # the most columns of a text


class QuestionTerminal:
    """A terminal at which questions are answered by moves."""

    help = ""  # what may be typed

    def __init__(self, console: Console, ask: Callable[[str], str]) -> None:
        """Begin. ask: shows a prompt and returns the line typed."""
        self.console, self.ask = console, ask
        self.pen = DrawStyle(min(console.width, WIDEST), has_symbols(console))
        self.told = 0  # the number of the latest news printed

    def read_answer(self, state: State | None, view: View, commands: Collection[str]) -> Move | str:
        """Read lines until one is a move or one of these commands; EOFError at the wish to leave."""
        while True:
            typed = self.ask(self.pen.sign("› ", "> ")).strip()
            command = typed.casefold()
            if command in ("quit", "q", "exit"):
                raise EOFError
            if command in commands:
                return command
            if command == "help":
                self.print(Text(self.help, "dim"))
                continue
            if command in ("moves", ""):
                self.console.print(listed(list(offered(state, view).items()), view.deck, self.pen), soft_wrap=True)
                continue
            reading = read(typed, state, view)
            if reading.move is not None:
                return reading.move
            self.say(reading.refusal or "More than one move begins like that: say it in full.")

    def judge(self, *, is_right: bool) -> None:
        """Say whether an answer is right."""
        self.print(Text("Right." if is_right else "Not quite.", "bold green" if is_right else "bold yellow"))

    def tell(self, view: View) -> None:
        """Print the news of a view that have not been printed."""
        for news in view.news:
            if news.number > self.told and news.text:
                self.print(Text(f"  {news.text}", "dim"))
        self.told = view.made

    def say(self, sentence: str) -> None:
        """Print an answer to the last line."""
        self.print(Text(sentence, "yellow"))

    def print(self, shown: RenderableType) -> None:
        """Print, no wider than is good to read."""
        self.console.print(shown, width=self.pen.width)
