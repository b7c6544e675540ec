"""A lesson in the terminal, line by line: the table, a question, the reasons for and against each answer."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console, RenderableType
from rich.rule import Rule
from rich.text import Text

from sevenfold.session.lesson import Lesson, Step
from sevenfold.terminal.render.cards import has_symbols
from sevenfold.terminal.render.move_list import listed
from sevenfold.terminal.render.rules import drawn
from sevenfold.terminal.render.style import DrawStyle
from sevenfold.terminal.render.table import draw
from sevenfold.terminal.session.move_parser import offered, read
from sevenfold.view.description import View

WIDEST = 100  # the most columns of a text
HELP = "Type your answer as in a game; moves lists your moves. skip, back: the next question, the one before. quit: the end."


class LessonTerminal:
    """A lesson that is being worked through."""

    def __init__(self, lesson: Lesson, console: Console, ask: Callable[[str], str]) -> None:
        """Begin a lesson. ask: shows a prompt and returns the line typed."""
        self.lesson, self.console, self.ask = lesson, console, ask
        self.pen = DrawStyle(min(console.width, WIDEST), has_symbols(console))
        self.told = 0  # the number of the latest news printed

    def run(self) -> bool:
        """Go through the lesson. False if Ctrl-C broke it off."""
        at, steps = 0, self.lesson.steps
        try:
            while at < len(steps):
                self.show(at)
                at = max(0, at + self.answer(steps[at]))
            self.say("That was the lesson. Now play: " + f"sevenfold play {self.lesson.rules.id}")
        except EOFError:
            self.say("You left the lesson.")
        except KeyboardInterrupt:
            self.console.print()
            return False
        return True

    def show(self, at: int) -> None:
        """A question with its table."""
        step = self.lesson.steps[at]
        self.print(
            Rule(f"{self.lesson.rules.name}: question {at + 1} of {len(self.lesson.steps)}", characters=self.pen.sign("─", "-"))
        )
        if at == 0:
            self.print(Text(HELP, "dim"))
        self.print(draw(step.view, self.pen))
        self.text(step.text)
        self.print(Text(step.question, "bold"))
        self.told = step.view.made

    def answer(self, step: Step) -> int:
        """Read answers until one is right; returns by how many questions to go on."""
        while True:
            typed = self.ask(self.pen.sign("› ", "> ")).strip()
            command = typed.casefold()
            if command in ("quit", "q", "exit"):
                raise EOFError
            if command in ("skip", "back"):
                return 1 if command == "skip" else -1
            if command in ("moves", "help", ""):
                self.console.print(
                    listed(list(offered(step.state, step.view).items()), step.view.deck, self.pen), soft_wrap=True
                )
                continue
            reading = read(typed, step.state, step.view)
            if reading.move is None:
                self.say(reading.refusal or "More than one move begins like that: say it in full.")
                continue
            answer = step.answer(reading.move)
            self.print(Text("Right." if answer.is_right else "Not quite.", "bold green" if answer.is_right else "bold yellow"))
            self.text(answer.why)
            if answer.is_right:
                for view in answer.views:
                    self.tell(view)
                return 1

    def tell(self, view: View) -> None:
        """Print the news of a view that have not been printed."""
        for news in view.news:
            if news.number > self.told and news.text:
                self.print(Text(f"  {news.text}", "dim"))
        self.told = view.made

    def text(self, markdown: str) -> None:
        """Print a text of the lesson."""
        self.print(drawn(markdown, self.lesson.rules.pack, symbols=self.pen.symbols))

    def say(self, sentence: str) -> None:
        """Print an answer to the last line."""
        self.print(Text(sentence, "yellow"))

    def print(self, shown: RenderableType) -> None:
        """Print, no wider than is good to read."""
        self.console.print(shown, width=self.pen.width)
