"""Playing a game in the terminal: a person at one seat, bots at the others."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from sevenfold.bots import Bot, choose
from sevenfold.errors import BadInput
from sevenfold.records.record import as_record
from sevenfold.view.description import Move, View

from .answers import offered, read, why
from .cards import has_symbols, words
from .drawing import Pen, draw, flow, last_trick, points, seats, sheet
from .rules import drawn, page, paragraph
from .waiting import wait_for

if TYPE_CHECKING:
    from sevenfold.playing.game import Game, State

WIDEST = 100  # columns a text may take, however wide the terminal
SEVERAL = 8  # quick actions of the others that are told together; a view's news go back a little further
SLOW = 0.2  # seconds after which an action of another is told at once
MANY = 24  # moves beyond which they are listed by their first step

# The names of the others, clockwise from the left of the person, who sits in the south.
PLACES = {
    2: ("North",),
    3: ("West", "East"),
    4: ("West", "North", "East"),
    5: ("West", "Northwest", "Northeast", "East"),
    6: ("West", "Northwest", "North", "Northeast", "East"),
}

HELP = {
    "7C": "plays the card, where it can do one thing only",
    "play 7C": "a move in words; the number before it does the same",
    "why 7C": "why a card may not be played",
    "moves": "what may be done",
    "last": "the last trick, or what happened last",
    "score": "the score sheet",
    "rules": "the whole rule page",
    "?": "the rule that matters now",
    "quit": "leaves the game; its record can be kept",
    "Enter": "makes the only move, or draws the table again",
}


class Leave(Exception):
    """The person leaves the game."""


def names_of(players: int, me: int) -> list[str]:
    """The names of all seats: "You", and the others by where they sit."""
    names = ["You"] * players
    for i, place in enumerate(PLACES.get(players, ())):
        names[(me + 1 + i) % players] = place
    return names


class Terminal:
    """A game in progress, with the person at seat `me` and a bot at each other seat."""

    def __init__(
        self, state: State, me: int, bots: Sequence[Bot], console: Console, errors: Console, ask: Callable[[str], str]
    ) -> None:
        """Sit down. bots: one for each seat (the person's is not asked); ask: shows a prompt and gives what is typed."""
        self.state, self.me, self.bots = state, me, bots
        self.console, self.errors, self.ask = console, errors, ask
        self.names = names_of(state.game.players, me)
        self.told = 0  # the number of the last news shown
        self.scored = 0  # how many deals' points were shown

    def run(self, save: Path | None = None) -> bool:
        """Play, and keep the record: in the file, or where the person says then. False if Ctrl-C broke it off."""
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
        while not self.state.is_over:
            if self.state.turn == self.me:
                self.my_turn()
                self.tell()
                continue
            start = monotonic()
            self.others_turn()
            untold = len(self.state.actions) - self.told
            if self.state.turn in (self.me, None) or untold >= SEVERAL or monotonic() - start > SLOW:
                self.tell()
        self.finish()

    @property
    def pen(self) -> Pen:
        """How to draw now: people resize their terminals."""
        return Pen(min(self.console.width, WIDEST), has_symbols(self.console))

    # -- turns --------------------------------------------------------------------------------------------------------

    def others_turn(self) -> None:
        """A bot plays."""
        assert self.state.turn is not None
        name = self.names[self.state.turn]
        bot = self.bots[self.state.turn]
        action = wait_for(lambda: choose(bot, self.state), self.errors, self.state.game.name, f"{name} is thinking…")
        self.state.play(action)

    def my_turn(self) -> None:
        """The person moves; a single move that the view need not ask for is made at once."""
        view = self.view()
        if len(offered(view.moves)) == 1 and not view.ask:
            self.make(view.moves[0], " (the only move)")
            return
        self.show(view)
        while True:
            typed = self.ask(self.pen.sign("› ", "> ")).strip()
            move = self.answer(typed, view)
            if move is not None:
                self.make(move)
                return

    def make(self, move: Move, remark: str = "") -> None:
        """Play all actions of a move, and say so."""
        before = len(self.state.actions)
        for action in move.actions:
            self.state.play(action)
        events = [event for events in self.state.story()[before:] for event in events]
        drawn = [event["card"] for event in events if event["event"] == "draw" and event["seat"] == self.me]
        deck = self.state.game.pack.deck
        line = Text("  You ", "dim").append_text(words(move.text, deck, "dim")).append(remark, "dim italic")
        line.append_text(words(f": {' '.join(drawn)}" if drawn else ".", deck, "dim"))
        self.console.print(line, width=self.pen.width)

    def answer(self, typed: str, view: View) -> Move | None:
        """The move that was typed; anything else is answered at once, and gives None."""
        command, _, argument = typed.partition(" ")
        command = command.casefold()
        if not typed and len(view.moves) == 1:
            return view.moves[0]
        elif not typed:
            self.show(view)
        elif command in ("quit", "q", "exit"):
            raise Leave
        elif command in ("help", "h"):
            self.show_help()
        elif command in ("moves", "m"):
            self.list_moves(list(offered(view.moves).items()), whole=True)
        elif command == "last":
            self.show_last(view)
        elif command == "score":
            self.show_score(view)
        elif command in ("rules", "?"):
            self.show_rules("" if command == "rules" else view.about)
        elif command == "why":
            self.say(why(argument, self.state, view) if argument else "Why what? Name a card or a move: why 7C.")
        else:
            reading = read(typed, self.state, view)
            if reading.several:
                tags = [(tag, move) for tag, move in offered(view.moves).items() if move in reading.several]
                self.say("Which of these?")
                self.list_moves(tags, whole=True)
            elif reading.refusal:
                self.say(reading.refusal)
            return reading.move
        return None

    # -- what is shown ------------------------------------------------------------------------------------------------

    def view(self) -> View:
        """What the person sees."""
        return self.state.view(self.me, self.names)

    def greet(self) -> None:
        """The game's name, what it is about, who sits where."""
        game = self.state.game
        self.draw_line(game.name)
        self.console.print(Text(game.rules.about), width=self.pen.width)
        named = list(zip(self.names, self.bots, strict=True))
        others = [f"{name} ({bot.spec})" for seat, (name, bot) in enumerate(named) if seat != self.me]
        if others:
            self.console.print(Text(f"You play against {', '.join(others)}.", "dim"), width=self.pen.width)
        self.console.print(Text("help says what can be typed.", "dim"), width=self.pen.width)

    def draw_line(self, title: str = "") -> None:
        """A line across, with a title or without."""
        self.console.print(Rule(title, characters=self.pen.sign("─", "-"), style="dim"), width=self.pen.width)

    def show(self, view: View) -> None:
        """The table, and the moves."""
        self.draw_line()
        self.console.print(draw(view, self.pen), width=self.pen.width)
        self.list_moves(list(offered(view.moves).items()))

    def list_moves(self, moves: Sequence[tuple[str, Move]], *, whole: bool = False) -> None:
        """The moves with what to type for each; many are gathered by their first step, unless all are wanted."""
        deck = self.state.game.pack.deck
        if len(moves) > MANY and not whole:
            firsts: dict[str, int] = {}
            for _, move in moves:
                first = move.text.partition(",")[0]
                firsts[first] = firsts.get(first, 0) + 1
            items = [words(f"{text} ({n})" if n > 1 else text, deck) for text, n in firsts.items()]
            self.console.print(Text(f"{len(moves)} moves; type the first step, or moves to see all:", "dim"))
        else:
            items = [Text.assemble((f"{tag} ", "dim"), words(move.text, deck)) for tag, move in moves]
        self.console.print(flow(items, self.pen.width), soft_wrap=True)

    def tell(self) -> None:
        """What happened since it was told last; what the person did was said when he did it."""
        view = self.view()
        rows = view.sheet[self.scored :]
        for news in view.news:
            if news.number <= self.told or news.seat == self.me:
                continue
            if rows and news.text == f"Deal {rows[0].deal + 1}.":  # what the last deal brought comes first
                self.console.print(points(rows.pop(0), view), width=self.pen.width)
            style = "" if news.seat is None else "dim"
            self.console.print(Text(f"  {self.with_names(news.text)}", style), width=self.pen.width)
        self.told = len(self.state.actions)
        for row in rows:
            self.console.print(points(row, view), width=self.pen.width)
        self.scored = len(view.sheet)

    def with_names(self, text: str) -> str:
        """A sentence in which seats are called by their names."""
        names = ["you" if name == "You" else name for name in self.names]
        return re.sub(r"\bseat (\d)\b", lambda found: names[int(found[1])], text)

    def show_help(self) -> None:
        """What can be typed."""
        table = Table.grid(padding=(0, 2))
        for typed, meaning in HELP.items():
            table.add_row(Text(typed, "bold"), meaning)
        self.console.print(table, width=self.pen.width)
        self.console.print("A move that is the only one is made by itself.", width=self.pen.width)

    def say(self, sentence: str) -> None:
        """An answer to what was typed."""
        self.console.print(Text(sentence, "yellow"), width=self.pen.width)

    def show_last(self, view: View) -> None:
        """The last trick, or else the latest news."""
        if view.last_trick:
            self.console.print(last_trick(view.last_trick, view, self.pen), width=self.pen.width)
        for news in view.news if not view.last_trick else ():
            self.console.print(Text(f"  {self.with_names(news.text)}"), width=self.pen.width)
        if not view.last_trick and not view.news:
            self.say("Nothing has happened yet.")

    def show_score(self, view: View) -> None:
        """The score sheet, and how the seats stand."""
        if view.sheet:
            self.console.print(sheet(view.sheet, view), width=self.pen.width)
        self.console.print(seats(view, self.pen), width=self.pen.width)

    def show_rules(self, rule: str) -> None:
        """The rule page, or the one rule that matters now."""
        text = page(self.state.game.rules)
        found = drawn(paragraph(text, rule) or text, self.state.game.pack, symbols=self.pen.symbols)
        self.console.print(found, width=self.pen.width)

    def finish(self) -> None:
        """The end: the table once more, the sheet, how it went."""
        view = self.view()
        self.draw_line()
        if view.sheet:
            self.console.print(sheet(view.sheet, view), width=self.pen.width)
        self.console.print(draw(view, self.pen), width=self.pen.width)
        if self.state.is_truncated:
            self.say(f"The limit of {self.state.limit:,} turns ended the game: nobody wins.")

    # -- the record ---------------------------------------------------------------------------------------------------

    def keep(self, path: Path) -> bool:
        """Write the record to a new file; if that cannot be, say why and ask for another. Was it written?"""
        try:
            save_record(self.state, path)
        except BadInput as error:
            self.say(str(error))
            return self.offer_record()
        self.console.print(Text(f"The record is in {path}; sevenfold replay checks it."), soft_wrap=True)
        return True

    def offer_record(self) -> bool:
        """Ask for a file to keep the record in, until one can be written or none is wanted. Was it written?"""
        with suppress(EOFError):
            name = self.ask("Keep the record? A file name, or Enter for no: ").strip()
            return bool(name) and self.keep(Path(name).expanduser())
        return False


def started(game: Game, me: int, seed: int | None) -> State:
    """A new game, with all compiled that a person at that seat needs."""
    state = game.start(seed)
    state.view(me)
    state.copy().play(next(iter(state.legal_actions())))
    return state


def check_new(path: Path) -> None:
    """BadInput where no new file can be made; asked before a game, so that none is played in vain."""
    if path.exists():
        raise BadInput(f"There is a file {path} already; name another.")
    if not os.access(path.absolute().parent, os.W_OK):
        raise BadInput(f"{path} cannot be written; name a file in a folder where you may write.")


def save_record(state: State, path: Path) -> None:
    """Write a game's record to a new file; BadInput where there is one already, or none can be written."""
    try:
        with path.open("x", encoding="utf-8") as file:
            json.dump(as_record(state), file, indent=1)
            file.write("\n")
    except FileExistsError:
        raise BadInput(f"There is a file {path} already; name another.") from None
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror or error}.") from error


def ask_line(prompt: str) -> str:
    """`input`, with line editing where there is such a thing."""
    with suppress(ImportError):
        import readline  # noqa: F401 - importing it is what gives `input` its line editing
    return input(prompt)
