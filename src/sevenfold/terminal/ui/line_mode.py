"""Line mode, for terminals without a screen: one person at one seat, bots at the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING

from rich.console import Console, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from sevenfold.errors import BadInput
from sevenfold.solvers.claims import Claim
from sevenfold.terminal.background import wait_for
from sevenfold.terminal.render.cards import has_symbols
from sevenfold.terminal.render.move_list import gathered, listed
from sevenfold.terminal.render.score_sheet import sheet
from sevenfold.terminal.render.style import DrawStyle
from sevenfold.terminal.render.table import draw
from sevenfold.terminal.session.local_game import DEALS, FINDING_OUT, FORCED_SAID, LOOKING, LOOKING_FOR, ONLY, LocalGame
from sevenfold.terminal.session.move_parser import offered, read, why
from sevenfold.view.description import Move, View

from .narrator import HELP, SHOWN, WHY_WHAT, Narrator, rule_page, sentence

if TYPE_CHECKING:
    from sevenfold.playing.game import State

WIDEST = 100  # the most columns of a text, in any terminal
SEVERAL = 8  # quick actions of the others that are printed together; a view's news goes back a little further
SLOW = 0.2  # seconds after which another seat's action is printed at once
MANY = 24  # moves beyond which they are listed by their first step


class Leave(Exception):
    """The person leaves the game."""


class Terminal:
    """A game in progress, printed and entered line by line."""

    def __init__(
        self, game: LocalGame, console: Console, errors: Console, ask: Callable[[str], str],
        deal: Callable[[], State] | None = None,
    ) -> None:  # fmt: skip
        """Start a game. ask: shows a prompt and returns the line typed. deal: makes another game; None: by chance."""
        self.deal = deal
        self.game, self.state = game, game.state
        self.console, self.errors, self.ask = console, errors, ask
        self.narrator = Narrator()

    def run(self) -> bool:
        """Play. False if Ctrl-C broke it off."""
        try:
            self.play()
        except (Leave, EOFError):
            self.say("You left the game.")
        except KeyboardInterrupt:
            self.console.print()
            return False
        return True

    def play(self) -> None:
        """Play the game to its end; Leave, KeyboardInterrupt and EOFError break it off between two moves."""
        self.greet()
        self.tell()
        while not self.state.is_over:
            if self.game.is_mine:
                self.my_turn()
                continue
            start = monotonic()
            self.others_turn()
            untold = self.state.action_count - self.narrator.told
            if self.state.turn in (self.game.me, None) or untold >= SEVERAL or monotonic() - start > SLOW:
                self.tell()
        self.finish()

    @property
    def pen(self) -> DrawStyle:
        """How to draw now: people resize their terminals."""
        return DrawStyle(min(self.console.width, WIDEST), has_symbols(self.console))

    def print(self, shown: RenderableType) -> None:
        """Print, no wider than is good to read."""
        self.console.print(shown, width=self.pen.width)

    def say(self, text: str) -> None:
        """Print an answer to the last line."""
        self.print(sentence(text))

    # -- turns --------------------------------------------------------------------------------------------------------

    def others_turn(self) -> None:
        """A bot plays."""
        assert self.state.turn is not None
        thinking = f"{self.game.names[self.state.turn]} is thinking…"
        found = wait_for(self.game.bots_choice, self.errors, "", thinking)
        if isinstance(found, Claim):
            self.tell()
            self.play_out(found)
        else:
            self.game.play([found])

    def play_out(self, claim: Claim) -> None:
        """Print a claim, and action by action what is played with it."""
        self.print(Text(f"  {self.game.told(claim)}", "bold"))
        for _ in self.game.play_out(claim):
            self.tell()

    def my_turn(self) -> None:
        """The person moves or takes back, unless the move is made for them."""
        view = self.view()
        only = self.game.only_move(view)
        if only is not None:
            self.game.make(only, chosen=False)
            self.tell(f" ({ONLY})")
            return
        self.show(view)
        game, before = self.game, self.game.changes
        while self.game is game and game.changes == before:
            move = self.answer(self.ask(self.pen.sign("› ", "> ")).strip(), view)
            if move is not None:
                self.game.make(move)
                self.tell()
                return
        self.narrator.go_to(self.view())

    def answer(self, typed: str, view: View) -> Move | None:
        """The move that was typed; None for anything else, which is answered at once."""
        command, _, argument = typed.casefold().partition(" ")
        if command in ("quit", "q", "exit"):
            raise Leave
        if not typed:
            if len(view.moves) == 1:
                return view.moves[0]
            self.show(view)
            return None
        if self.answer_command(command, argument.strip(), view):
            return None
        reading = read(typed, self.state, view)
        if reading.several:
            self.say("Which of these?")
            self.list_moves([(tag, move) for tag, move in offered(self.state, view).items() if move in reading.several])
        elif reading.refusal:
            self.say(reading.refusal)
        return reading.move

    def answer_command(self, command: str, argument: str, view: View) -> bool:
        """Answer a command; False if it is none."""
        if command in SHOWN:
            self.print(SHOWN[command](argument, view, self.pen))
        elif command in ("rules", "?"):
            self.print(rule_page(self.state.game.rules, view.about if command == "?" else "", self.pen))
        elif command == "help":
            self.show_help()
        elif command == "moves":
            self.list_moves(list(offered(self.state, view).items()))
        elif command == "why":
            self.say(why(argument, self.state, view) if argument else WHY_WHAT)
        elif command == "claim" and not argument:
            self.claim()
        elif command == "deal" or (command in ("restart", "new") and not argument):
            self.another(command, argument)
        elif command in ("undo", "redo", "hint", "winnable"):
            answers = {"undo": self.game.undo, "redo": self.game.redo, "hint": self.hint, "winnable": self.can_win}
            try:
                self.say(answers[command]())
            except BadInput as error:
                self.say(str(error))
        else:
            return False
        return True

    def another(self, word: str, argument: str) -> None:
        """Begin another deal, or the same one again."""
        try:
            if word == "new" and self.deal is not None:
                state = wait_for(self.deal, self.errors, self.state.game.name, LOOKING_FOR)
            else:
                state = self.game.another(word, argument)
        except BadInput as error:
            self.say(str(error))
            return
        self.game = self.game.next(state)
        self.state = self.game.state
        self.narrator = Narrator()
        self.greet()
        self.tell()

    def hint(self) -> str:
        """Print a hint."""
        return wait_for(self.game.hint, self.errors, self.state.game.name, "Thinking…").line

    def claim(self) -> None:
        """Claim the rest of the deal, and print how it ends."""
        try:
            claim = wait_for(self.game.claim, self.errors, self.state.game.name, LOOKING)
        except BadInput as error:
            self.say(str(error))
        else:
            self.play_out(claim)

    def can_win(self) -> str:
        """Whether the game can still be won."""
        return wait_for(self.game.can_win, self.errors, self.state.game.name, FINDING_OUT)

    # -- output ------------------------------------------------------------------------------------------------

    def view(self) -> View:
        """The person's view."""
        return self.game.view()

    def greet(self) -> None:
        """Print the game's name, its aim, and the names at the seats."""
        game = self.state.game
        self.draw_line(game.name)
        self.print(Text(game.rules.about))
        others = self.game.opponents()
        if others:
            self.print(Text(f"You play against {others}.", "dim"))
        self.print(Text("Type help to see what you can type.", "dim"))

    def draw_line(self, title: str = "") -> None:
        """A line across, with a title or without."""
        self.print(Rule(title, characters=self.pen.sign("─", "-"), style="dim"))

    def show(self, view: View) -> None:
        """The table, and the moves; if there are many, only their first steps."""
        self.draw_line()
        self.print(draw(view, self.pen))
        moves = offered(self.state, view)
        if len(moves) > MANY:
            self.print(Text(f"You have {len(moves)} moves. Type a first step, or moves to see all of them:", "dim"))
            self.console.print(gathered(moves.values(), self.state.game.pack.design, self.pen), soft_wrap=True)
        else:
            self.list_moves(list(moves.items()))

    def list_moves(self, moves: Sequence[tuple[str, Move]]) -> None:
        """Print the moves, with the text to type for each."""
        self.console.print(listed(moves, self.state.game.pack.design, self.pen), soft_wrap=True)

    def tell(self, remark: str = "") -> None:
        """Print everything that has happened since the last call."""
        for shown in self.narrator.untold(self.view(), remark):
            self.print(shown)

    def finish(self) -> None:
        """The end: the score sheet, the table once more, how it went."""
        view = self.view()
        self.draw_line()
        if view.sheet or view.deals:
            self.print(sheet(view, self.pen))
        self.print(draw(view, self.pen))
        if self.game.marks():
            self.print(self.game.marks())
        if self.game.is_lost:
            wait_for(self.game.judge, self.errors, self.state.game.name, FINDING_OUT)
            self.print(self.game.verdict)

    def show_help(self) -> None:
        """Print the commands."""
        table = Table.grid(padding=(0, 2))
        for typed, meaning in {**HELP, **DEALS, "Enter": "makes your only move, or draws the table again"}.items():
            table.add_row(Text(typed, "bold"), meaning)
        self.print(table)
        self.print(FORCED_SAID[self.game.forced])
