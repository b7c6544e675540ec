"""Playing a game in the terminal: a person at one seat, bots at the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from rich.console import Console, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from sevenfold.bots import Bot, choose
from sevenfold.errors import BadInput
from sevenfold.people import names_for
from sevenfold.view.description import Move, View
from sevenfold.view.story import SCORE
from sevenfold.view.text import titled

from .answers import offered, open_piles, piles_named, read, why
from .cards import has_symbols
from .drawing import draw, seats
from .keeping import save_record
from .moves import gathered, listed
from .pen import Pen
from .rules import drawn, page, paragraph
from .scoring import deal, last_trick, sheet
from .waiting import wait_for
from .zones import beneath

if TYPE_CHECKING:
    from sevenfold.playing.game import State

WIDEST = 100  # columns that a text may take, however wide the terminal
SEVERAL = 8  # quick actions by others that are told together; a view's news goes back a little further
SLOW = 0.2  # seconds after which another's action is told at once
MANY = 24  # moves beyond which they are listed by their first step

HELP = {
    "7C": "plays the card, if there is only one way to play it",
    "play 7C": "a move in words; its number does the same",
    "why 7C": "why you may not play a card",
    "moves": "lists all your moves",
    "look discard": "shows what lies under a pile's top, if you may look; look alone shows every such pile",
    "last": "shows the last trick, or what happened last",
    "score": "shows the score sheet and how the last deal was scored; score 3 shows deal 3",
    "rules": "shows the whole rule page",
    "?": "shows the rule that matters now",
    "quit": "leaves the game; you can save its record",
    "Enter": "makes your only move, or draws the table again",
}


class Leave(Exception):
    """The person leaves the game."""


class Terminal:
    """A game in progress, with the person at seat `me` and a bot at each other seat."""

    def __init__(
        self, state: State, me: int, bots: Sequence[Bot], console: Console, errors: Console, ask: Callable[[str], str]
    ) -> None:
        """Sit down. bots: one for each seat (the person's is not asked); ask: shows a prompt and returns what is typed."""
        self.state, self.me, self.bots = state, me, bots
        self.console, self.errors, self.ask = console, errors, ask
        self.names = names_for(state.game.players, me)
        self.told = -1  # the number of the last news shown
        self.scored = 0  # how many deals' points were shown
        self.commands: dict[str, Callable[[str, View], None]] = {
            "help": lambda argument, view: self.show_help(),
            "moves": lambda argument, view: self.list_moves(list(offered(self.state, view).items())),
            "look": self.show_piles,
            "last": lambda argument, view: self.show_last(view),
            "score": self.show_score,
            "rules": lambda argument, view: self.show_rules(""),
            "?": lambda argument, view: self.show_rules(view.about),
            "why": self.show_why,
        }

    def run(self, save: Path | None = None) -> bool:
        """Play, and keep the record: in the file, or where the person says at the end. False if Ctrl-C broke it off."""
        interrupted = False
        try:
            self.play()
        except (Leave, EOFError):
            self.say("You left the game.")
        except KeyboardInterrupt:
            interrupted = True
            self.console.print()
        if save is not None and self.state.actions:
            self.keep(save)
        elif self.state.actions and not interrupted:
            self.offer_record()
        return not interrupted

    def play(self) -> None:
        """Play the game to its end; Leave, KeyboardInterrupt and EOFError break it off between two moves."""
        self.greet()
        self.tell()
        while not self.state.is_over:
            if self.state.turn == self.me:
                self.my_turn()
                continue
            start = monotonic()
            self.others_turn()
            untold = self.state.made - self.told
            if self.state.turn in (self.me, None) or untold >= SEVERAL or monotonic() - start > SLOW:
                self.tell()
        self.finish()

    @property
    def pen(self) -> Pen:
        """How to draw now: people resize their terminals."""
        return Pen(min(self.console.width, WIDEST), has_symbols(self.console))

    def print(self, shown: RenderableType) -> None:
        """Print, no wider than is good to read."""
        self.console.print(shown, width=self.pen.width)

    def say(self, sentence: str) -> None:
        """An answer to what was typed."""
        self.print(Text(sentence, "yellow"))

    # -- turns --------------------------------------------------------------------------------------------------------

    def others_turn(self) -> None:
        """A bot plays."""
        assert self.state.turn is not None
        name = self.names[self.state.turn]
        bot = self.bots[self.state.turn]
        action = wait_for(lambda: choose(bot, self.state), self.errors, self.state.game.name, f"{name} is thinking…")
        self.state.play(action)

    def my_turn(self) -> None:
        """The person moves; if there is a single move and the view need not ask for it, it is made at once."""
        view = self.view()
        if len(offered(self.state, view)) == 1 and not view.ask:
            self.make(view.moves[0], " (your only move)")
            return
        self.show(view)
        while True:
            typed = self.ask(self.pen.sign("› ", "> ")).strip()
            move = self.answer(typed, view)
            if move is not None:
                self.make(move)
                return

    def make(self, move: Move, remark: str = "") -> None:
        """Play all actions of a move, and tell what happened."""
        for action in move.actions:
            self.state.play(action)
        self.tell(remark)

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
        if command in self.commands:
            self.commands[command](argument.strip(), view)
            return None
        reading = read(typed, self.state, view)
        if reading.several:
            self.say("Which of these?")
            self.list_moves([(tag, move) for tag, move in offered(self.state, view).items() if move in reading.several])
        elif reading.refusal:
            self.say(reading.refusal)
        return reading.move

    # -- what is shown ------------------------------------------------------------------------------------------------

    def view(self) -> View:
        """What the person sees."""
        return self.state.view(self.me, self.names)

    def greet(self) -> None:
        """The game's name, what it is about, who sits where."""
        game = self.state.game
        self.draw_line(game.name)
        self.print(Text(game.rules.about))
        named = list(zip(self.names, self.bots, strict=True))
        others = [f"{name} ({bot.spec})" for seat, (name, bot) in enumerate(named) if seat != self.me]
        if others:
            self.print(Text(f"You play against {', '.join(others)}.", "dim"))
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
            self.console.print(gathered(moves.values(), self.state.game.pack.deck, self.pen), soft_wrap=True)
        else:
            self.list_moves(list(moves.items()))

    def list_moves(self, moves: Sequence[tuple[str, Move]]) -> None:
        """Moves with what to type for each."""
        self.console.print(listed(moves, self.state.game.pack.deck, self.pen), soft_wrap=True)

    def tell(self, remark: str = "") -> None:
        """What has happened since this was last called, in the sentences of the news; the points of a deal in full."""
        view = self.view()
        unshown = view.sheet[self.scored :]
        scoring = 0  # the number of the action whose deal has been shown
        for news in view.news:
            if news.number <= self.told:
                continue
            if news.kind == SCORE and view.sheet:
                if news.number != scoring and unshown:
                    self.print(deal(unshown.pop(0), view))
                scoring = news.number
            elif news.text:
                is_mine = news.seat == self.me
                self.print(Text(f"  {news.text}{remark if is_mine else ''}", "" if is_mine or news.seat is None else "dim"))
                remark = "" if is_mine else remark
        for summary in unshown:
            self.print(deal(summary, view))
        self.told, self.scored = self.state.made, len(view.sheet)

    def finish(self) -> None:
        """The end: the score sheet, the table once more, how it went."""
        view = self.view()
        self.draw_line()
        if view.sheet:
            self.print(sheet(view.sheet, view))
        self.print(draw(view, self.pen))

    # -- commands -----------------------------------------------------------------------------------------------------

    def show_help(self) -> None:
        """What can be typed."""
        table = Table.grid(padding=(0, 2))
        for typed, meaning in HELP.items():
            table.add_row(Text(typed, "bold"), meaning)
        self.print(table)
        self.print("If you have only one move, it is made for you.")

    def show_piles(self, argument: str, view: View) -> None:
        """What lies under the top of the piles named, or of all piles that may be looked through."""
        for zone in piles_named(argument, view):
            self.print(beneath(zone, view, self.pen))
        if not open_piles(view):
            self.say("There is no pile that you may look through now.")
        elif not piles_named(argument, view):
            self.say(f"You may look through: {', '.join(titled(zone, view) for zone in open_piles(view))}.")

    def show_last(self, view: View) -> None:
        """The last trick, or else the latest news."""
        told = [news.text for news in view.news if news.text]
        if view.last_trick:
            self.print(last_trick(view.last_trick, view, self.pen))
        elif told:
            self.print(Text("\n".join(f"  {text}" for text in told)))
        else:
            self.say("Nothing has happened yet.")

    def show_score(self, argument: str, view: View) -> None:
        """How the seats stand, the score sheet, and how a deal (the last, if none is named) was scored."""
        found = [summary for summary in view.sheet if argument in ("", str(summary.deal))]
        if argument and not found:
            scored = f"1 to {len(view.sheet)}" if view.sheet else "none yet"
            self.say(f"There is no scored deal {argument}; deals scored: {scored}.")
            return
        if view.sheet:
            self.print(sheet(view.sheet, view))
            self.print(deal(found[-1], view))
        self.print(seats(view, self.pen))

    def show_rules(self, rule: str) -> None:
        """The rule page, or the one rule that matters now."""
        text = page(self.state.game.rules)
        self.print(drawn(paragraph(text, rule) or text, self.state.game.pack, symbols=self.pen.symbols))

    def show_why(self, argument: str, view: View) -> None:
        """Why something may not be done."""
        self.say(why(argument, self.state, view) if argument else "Which card or move? For example: why 7C.")

    # -- the record ---------------------------------------------------------------------------------------------------

    def keep(self, path: Path) -> bool:
        """Write the record to a new file; if that fails, say why and ask for another. Was it written?"""
        try:
            save_record(self.state, path)
        except BadInput as error:
            self.say(str(error))
            return self.offer_record()
        self.console.print(Text(f"The record is in {path}; sevenfold verify checks it."), soft_wrap=True)
        return True

    def offer_record(self) -> bool:
        """Ask for a file to keep the record in, until one is written or none is wanted. Was it written?"""
        with suppress(EOFError):
            name = self.ask("Keep the record? A file name, or Enter for no: ").strip()
            return bool(name) and self.keep(Path(name).expanduser())
        return False
