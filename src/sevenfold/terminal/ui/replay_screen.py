"""The replay of a game on the screen: a list of its moments, stepped through with keys, from any seat's viewpoint."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Literal

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.timer import Timer
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from sevenfold.errors import BadInput
from sevenfold.registry import rules_of
from sevenfold.session.review import ReviewInProgress
from sevenfold.terminal.render.cards import has_symbols
from sevenfold.terminal.render.style import DrawStyle
from sevenfold.terminal.render.table import table_of
from sevenfold.terminal.session.replay import PlayOn, ReplaySession
from sevenfold.view.description import View

from .board import WIDE, Moves
from .narrator import rule_page, score
from .pages import Page
from .review_screen import ReviewScreen, hint, thought

Wish = PlayOn | Literal["again"] | None  # how a replay ends: with a game played on from a moment, a new game, or nothing

PAGE_WIDTH = 96  # columns that a page's text may take
SPEEDS = {"slowly": 2.4, "at a normal pace": 1.2, "fast": 0.5, "very fast": 0.15}  # seconds a step
KEYS = {
    "→ ↓, ← ↑": "a step on, a step back",
    "Page Down, Page Up": "to the next deal, to the one before",
    "Home, End": "to the beginning, to the end",
    "Space, + -": "lets it run, or halts it; faster, slower",
    "e": "with the eyes of the next: open hands, seat by seat, a spectator",
    "o": "open hands, or closed again",
    "r": "a review: the moves of one player that cost most",
    "h": "a hint: what was best here",
    "p": "play on from here, against bots: in the seat whose eyes you have, else in that of whose turn it is",
    "a": "play again: a new game with the same options",
    "s": "the score sheet",
    "?": "the rule that mattered then",
    "Ctrl+↑ ↓": "scroll the table, where it is higher than the screen",
    "q, Esc": "leave",
}


class Steps(Moves, inherit_bindings=False):
    """The list of moments. The screen's keys move in it."""


class ReplayScreen(ModalScreen[Wish]):
    """A game to step through; its result is a `Wish`."""

    CSS = """
    ReplayScreen { background: ansi_default; color: ansi_default; }
    ReplayScreen #where { height: 1; text-style: reverse; }
    ReplayScreen #stage { layout: vertical; height: 1fr; background: ansi_default; }
    ReplayScreen #seen { height: 3fr; }
    ReplayScreen #scene { height: 1fr; }
    ReplayScreen #happened, ReplayScreen #asked { height: auto; max-height: 4; padding: 0 1; }
    ReplayScreen #happened { text-style: bold; }
    ReplayScreen #steps { height: 1fr; min-height: 4; border: none; padding: 0 1; background: ansi_default;
                          scrollbar-size-vertical: 1; }
    ReplayScreen #steps > .option-list--option-highlighted { background: ansi_default; color: ansi_default; }
    ReplayScreen.-wide #stage { layout: horizontal; }
    ReplayScreen.-wide #seen { width: 3fr; height: 100%; }
    ReplayScreen.-wide #steps { width: 2fr; height: 100%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,down,j", "step(1)", "on", key_display="→"),
        Binding("left,up,k", "step(-1)", "back", show=False),
        Binding("pagedown", "deal(1)", "deal after", show=False),
        Binding("pageup", "deal(-1)", "deal before", show=False),
        Binding("home", "begin", "begin", show=False),
        Binding("end", "end", "end", show=False),
        Binding("space", "run", "run", key_display="Space"),
        Binding("plus,equals_sign", "speed(1)", "faster", show=False),
        Binding("minus", "speed(-1)", "slower", show=False),
        Binding("e", "eyes", "eyes"),
        Binding("o", "open", "open hands"),
        Binding("r", "review", "review"),
        Binding("h", "hint", "hint"),
        Binding("p", "play_on", "play on"),
        Binding("a", "again", "again", show=False),
        Binding("s", "sheet", "score", show=False),
        Binding("question_mark", "rule", "rule", show=False),
        Binding("f1", "help", "help", key_display="F1"),
        Binding("q,escape", "leave", "leave", key_display="q"),
        Binding("ctrl+up,shift+up", "scroll_table(-3)", "up", show=False),
        Binding("ctrl+down,shift+down", "scroll_table(3)", "down", show=False),
    ]

    def __init__(self, film: ReplaySession) -> None:
        super().__init__()
        self.replay = film
        self.closed_eyes = film.eyes if film.eyes != "open" else 0  # the viewpoint to return to when the hands are closed
        self.speed = 1
        self.running: Timer | None = None
        self.said = ""  # the answer to the last key
        self.reviews: dict[int, ReviewInProgress] = {}  # that were begun, by seat

    def compose(self) -> ComposeResult:
        """The parts of the screen."""
        yield Static(id="where")
        with Container(id="stage"):
            with Vertical(id="seen"):
                with VerticalScroll(id="scene", can_focus=False):
                    yield Static(id="table_then")
                yield Static(id="happened")
                yield Static(id="asked")
            yield Steps(id="steps", markup=False)
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Show where it begins."""
        self.set_focus(self.query_one(Steps))
        self.list_moments()
        self.show()

    def on_resize(self, event: events.Resize) -> None:
        """People resize their terminals."""
        self.set_class(event.size.width >= WIDE, "-wide")
        self.call_after_refresh(self.show)
        self.call_after_refresh(self._scroll)

    # -- drawing ------------------------------------------------------------------------------------------------------

    def list_moments(self) -> None:
        """Fill the list."""
        shown = self.query_one(Steps)
        shown.clear_options()
        width = len(str(len(self.replay.moments)))
        listed = (Text.assemble((f"{at:>{width}} ", "dim"), moment.text) for at, moment in enumerate(self.replay.moments))
        shown.add_options([Option(text, id=str(at)) for at, text in enumerate(listed)])
        self.call_after_refresh(self._scroll)

    def _scroll(self) -> None:
        """Bring this moment into the list's sight; its lines have to be laid out first."""
        self.query_one(Steps).scroll_to_highlight()

    def show(self) -> None:
        """Draw this moment."""
        film, view = self.replay, self.replay.view()
        where = Text(f" {film.standing()}".ljust(self.size.width), no_wrap=True, overflow="ellipsis")
        self.query_one("#where", Static).update(where)
        width = max(30, self.query_one("#scene").content_size.width - 1)
        self.query_one("#table_then", Static).update(
            table_of(view, DrawStyle(width, has_symbols(self.app.console)), film.sitters)
        )
        self.query_one("#happened", Static).update(Text(film.text))
        self.query_one("#asked", Static).update(Text(self.said, "yellow") if self.said else Text(view.prompt, "dim"))
        self.query_one(Steps).highlighted = film.at

    def say(self, text: str) -> None:
        """Show an answer to the last key, until the next step."""
        self.said = text
        self.show()

    def move(self) -> None:
        """Draw the moment that it has come to."""
        self.said = ""
        self.show()

    # -- keys ---------------------------------------------------------------------------------------------------------

    @on(OptionList.OptionSelected, "#steps")
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        self.halt()
        self.replay.go(event.option_index)
        self.move()

    def action_step(self, by: int) -> None:
        """A step on or back."""
        self.halt()
        self.replay.go(self.replay.at + by)
        self.move()

    def action_deal(self, direction: int) -> None:
        """To another deal."""
        self.halt()
        self.replay.go_to_deal(direction)
        self.move()

    def action_begin(self) -> None:
        """To the beginning."""
        self.action_step(-self.replay.at)

    def action_end(self) -> None:
        """To the end."""
        self.action_step(len(self.replay.moments))

    def action_run(self) -> None:
        """Let it run, or halt it."""
        if self.running is not None:
            self.halt()
            self.say("It is halted.")
            return
        if self.replay.at == len(self.replay.moments) - 1:
            self.replay.go(0)
        self._start()

    def _start(self) -> None:
        self.halt()
        pace, seconds = list(SPEEDS.items())[self.speed]
        self.running = self.set_interval(seconds, self._run_on)
        self.say(f"It runs {pace}; + and - change that, Space halts it.")

    def _run_on(self) -> None:
        self.replay.go(self.replay.at + 1)
        self.move()
        if self.replay.at == len(self.replay.moments) - 1:
            self.halt()

    def halt(self) -> None:
        """Let it run no longer."""
        if self.running is not None:
            self.running.stop()
            self.running = None

    def action_speed(self, by: int) -> None:
        """Faster or slower."""
        self.speed = max(0, min(self.speed + by, len(SPEEDS) - 1))
        if self.running is not None:
            self._start()
        else:
            self.say(f"Space lets it run {list(SPEEDS)[self.speed]}.")

    def action_eyes(self) -> None:
        """With the next eyes."""
        self._look(self.replay.look_on)

    def action_open(self) -> None:
        """Open the hands, or close them again."""
        eyes = self.closed_eyes if self.replay.eyes == "open" else "open"
        self._look(lambda: self.replay.look(eyes))

    def _look(self, how: Callable[[], None]) -> None:
        how()
        if self.replay.eyes != "open":
            self.closed_eyes = self.replay.eyes
        self.list_moments()
        self.move()

    def action_play_on(self) -> None:
        """Leave it, to play on from here."""
        try:
            self.dismiss(self.replay.play_on())
        except BadInput as error:
            self.say(str(error))

    def action_again(self) -> None:
        """Leave it, to play a new game."""
        self.dismiss("again")

    def action_leave(self) -> None:
        """Leave it."""
        self.dismiss(None)

    def action_scroll_table(self, lines: int) -> None:
        """Scroll further up or down the table."""
        self.query_one("#scene").scroll_relative(y=lines, animate=False)

    # -- the coach ----------------------------------------------------------------------------------------------------

    def action_review(self) -> None:
        """Open the review; the move that is chosen there becomes the moment shown."""
        self.halt()
        if not self.replay.is_ended:
            self.say("A game can be reviewed once it is over.")
            return
        seat = self.closed_eyes if isinstance(self.closed_eyes, int) else 0
        self.app.push_screen(ReviewScreen(self.replay, self.reviews, seat), self._go_to)

    def _go_to(self, made: int | None) -> None:
        if made is not None:
            self.replay.go_near(made)
            self.move()

    @work(exclusive=True)
    async def action_hint(self) -> None:
        """Show the best move at this moment."""
        self.halt()
        made = self.replay.made
        try:
            found = await thought(hint(self.replay), self.replay, self._busy, "Looking for a good move…")
        except BadInput as error:
            self.say(str(error))
            return
        if self.replay.made == made and self.is_current:
            self.move()
            self._read(found)

    def _busy(self, doing: str) -> None:
        if self.is_current:  # or else it has just been left
            self.say(doing)

    # -- pages --------------------------------------------------------------------------------------------------------

    def action_sheet(self) -> None:
        """The score sheet."""
        self._read(score("", self.replay.view(), self._pen()))

    def action_rule(self) -> None:
        """The rule that mattered then."""
        view: View = self.replay.view()
        try:
            self._read(rule_page(rules_of(view.game), view.about, self._pen()))
        except BadInput as error:
            self.say(str(error))

    def action_help(self) -> None:
        """Show the keys."""
        table = Table.grid(padding=(0, 2))
        for pressed, meaning in KEYS.items():
            table.add_row(Text(pressed, "bold"), meaning)
        self._read(table)

    def _read(self, content: RenderableType) -> None:
        self.halt()
        self.app.push_screen(Page(content))

    def _pen(self) -> DrawStyle:
        return DrawStyle(min(self.size.width - 4, PAGE_WIDTH), has_symbols(self.app.console))
