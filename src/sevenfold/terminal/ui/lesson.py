"""A lesson in the terminal, line by line: the table, a question, the reasons for and against each answer."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from sevenfold.session.lesson import Lesson, Step
from sevenfold.terminal.render.rules import drawn
from sevenfold.terminal.render.table import draw

from .question import QuestionTerminal

HELP = "Type your answer as in a game; moves lists your moves. skip, back: the next question, the one before. quit: the end."


class LessonTerminal(QuestionTerminal):
    """A lesson that is being worked through."""

    help = HELP

    def __init__(self, lesson: Lesson, console: Console, ask: Callable[[str], str]) -> None:
        """Begin a lesson. ask: shows a prompt and returns the line typed."""
        super().__init__(console, ask)
        self.lesson = lesson

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
            self.print(Text(self.help, "dim"))
        self.print(draw(step.view, self.pen))
        self.text(step.text)
        self.print(Text(step.question, "bold"))
        self.told = step.view.made

    def answer(self, step: Step) -> int:
        """Read answers until one is right; returns by how many questions to go on."""
        while True:
            typed = self.read_answer(step.state, step.view, ("skip", "back"))
            if isinstance(typed, str):
                return 1 if typed == "skip" else -1
            answer = step.answer(typed)
            self.judge(is_right=answer.is_right)
            self.text(answer.why)
            if answer.is_right:
                for view in answer.views:
                    self.tell(view)
                return 1

    def text(self, markdown: str) -> None:
        """Print a text of the lesson."""
        self.print(drawn(markdown, self.lesson.rules.pack, symbols=self.pen.symbols))
