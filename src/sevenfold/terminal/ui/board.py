"""The table on the screen, for any session. `table_app` adds input."""

from __future__ import annotations

from time import monotonic

from rich.console import Group, RenderableType
from rich.style import Style
from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.strip import Strip
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from sevenfold.errors import BadInput
from sevenfold.terminal.render.cards import has_symbols
from sevenfold.terminal.render.move_list import item
from sevenfold.terminal.render.score_sheet import deal, deal_in_brief, sheet
from sevenfold.terminal.render.style import DrawStyle
from sevenfold.terminal.render.table import empty_table, table_of
from sevenfold.terminal.session.move_parser import offered
from sevenfold.terminal.session.protocol import GameSession, TableState
from sevenfold.view.description import Move, View

from .narrator import Narrator
from .pages import Page
from .screen_app import ScreenApp

DEAF = 0.3  # seconds after a move was made for the person in which no other is made
LOG = 100  # messages that can be scrolled back to
LEAVE = "Press q again to leave the game."
WIDE = 110  # columns from which the log stands beside the table

CHOSEN, RESTING = Style(reverse=True), Style(underline=True)  # the move that Enter makes, and would


class Moves(OptionList):
    """The list of moves; the chosen one stands out without a colour too."""

    def render_line(self, y: int) -> Strip:
        """A line of the list."""
        strip = super().render_line(y)
        if any(segment.style and segment.style.meta.get("option") == self.highlighted for segment in strip):
            return strip.apply_style(CHOSEN if self.has_focus else RESTING)
        return strip


class TableBoard(ScreenApp[str]):
    """The screen; see `Board`. It ends with the sentence that says why, or empty if the person left."""

    CSS = """
    Screen { background: ansi_default; color: ansi_default; }
    #title { height: 1; text-style: reverse; }
    #left { width: 3fr; }
    #table { height: auto; min-height: 50%; max-height: 75%; }
    #choices { height: 1fr; min-height: 4; }
    .log { width: 2fr; padding: 0 1; }
    .-wide #choices .log, #right { display: none; }
    .-wide #right { display: block; }
    #moves { width: 3fr; height: 100%; border: none; padding: 0; background: ansi_default; scrollbar-size-vertical: 1; }
    #moves > .option-list--option-highlighted { background: ansi_default; color: ansi_default; }
    #prompt, #notice { height: auto; max-height: 4; padding: 0 1; }
    #prompt { text-style: bold; }
    #line { border: none; height: 1; padding: 0 1; background: ansi_default; }
    VerticalScroll { background: ansi_default; scrollbar-size-vertical: 1; }
    Footer { background: ansi_default; }
    """

    def __init__(self, session: GameSession) -> None:
        super().__init__()
        self.session = session
        self.table_state: TableState | None = None
        self.tags: dict[str, Move] = {}
        self.narrator = Narrator(deal_in_brief)
        self.told: list[RenderableType] = []
        self.said = ""  # the answer to the last input
        self.waiting_for = ""
        self.remarked = ""
        self.rested: int | None = None  # deals whose points the person has looked at, since they came
        self.deaf_until = 0.0

    @property
    def is_leaving(self) -> bool:
        """Whether q was pressed once, and nothing else since."""
        return self.said == LEAVE

    @property
    def view(self) -> View | None:
        """The view of the game; None before it has begun."""
        return self.table_state.view if self.table_state else None

    def compose(self) -> ComposeResult:
        """The parts of the screen."""
        yield Static(id="title")
        with Horizontal():
            with Vertical(id="left"):
                with VerticalScroll(id="table", can_focus=False):
                    yield Static(id="board")
                yield Static(id="prompt")
                yield Static(id="notice")
                with Horizontal(id="choices"):
                    yield Moves(id="moves", markup=False)
                    with VerticalScroll(classes="log", can_focus=False):
                        yield Static(classes="told")
            with VerticalScroll(id="right", classes="log", can_focus=False):
                yield Static(classes="told")
        yield Input(id="line", placeholder="a move or its number; help", select_on_focus=False)
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Begin the game."""
        self.set_focus(self.query_one("#moves"))
        self.go_on()

    @work(exit_on_error=False)
    async def go_on(self) -> None:
        """The game, until the screen is left; a game that fails says so in a sentence."""
        try:
            await self.session.run(self)
        except BadInput as error:
            self.end(str(error))

    # -- what a session calls (see `GameScreen`) ----------------------------------------------------------------------------

    def show(self) -> None:
        """Redraw the table."""
        self.table_state = scene = self.session.table_state()
        view = scene.view
        self.said = LEAVE if self.is_leaving else ""  # bots play on while people leave
        self.tags = offered(self.session.state, view) if view else {}
        if view is not None:
            if view.made < self.narrator.told:
                self.narrator.go_to(view)
                self.note(Text("  A move was taken back.", "italic"))
            for told in self.narrator.untold(view, self.remarked):
                self.note(told)
            self.remarked = ""
            self.rested = len(view.sheet) if self.rested is None else min(self.rested, len(view.sheet))
        self.draw()
        self.list_moves(self.tags)
        self.refresh_bindings()

    def refresh_seats(self) -> None:
        """Redraw the clocks."""
        self.table_state = self.session.table_state()
        self.draw()

    def say(self, text: str) -> None:
        """Show an answer to the last input."""
        self.said = text
        self._draw_notice()

    def note(self, told: RenderableType) -> None:
        """Add a line to the log."""
        self.told = [*self.told, told][-LOG:]
        for log in self.query(".log"):
            log.query_one(".told", Static).update(Group(*self.told))
            log.scroll_end(animate=False)

    def busy(self, text: str) -> None:
        """Show what is being waited for."""
        if text != self.waiting_for:
            self.waiting_for = text
            self._draw_notice()

    def go_back(self, text: str) -> None:
        """The game was taken back or played again."""
        view = self.session.table_state().view
        if view is not None:
            self.narrator.go_to(view)
            self.rested = len(view.sheet)
        self.note(Text(f"  {text}", "italic"))

    def begin_anew(self, text: str) -> None:
        """Another game."""
        self.narrator = Narrator(deal_in_brief)
        self.rested = None
        self.note(Text(f"  {text}", "italic"))

    def deafen(self) -> None:
        """No move for a moment."""
        self.deaf_until = monotonic() + DEAF

    def remark(self, text: str) -> None:
        """Stands beside the person's own next news."""
        self.remarked = text

    async def rest(self) -> None:
        """Show the deal that was just scored, until the person goes on."""
        view = self.view
        if view is None or self.rested is None or len(view.sheet) <= self.rested:
            return
        self.rested = len(view.sheet)
        shown: list[RenderableType] = [
            deal(view.sheet[-1], view),
            Text(),
            sheet(view, DrawStyle(self.size.width, has_symbols(self.console))),
        ]
        if view.result:
            said = " ".join([view.result.sentence, *(self.table_state.notes if self.table_state else ())])
            shown.append(Text(f"\n{said}", "bold"))
        await self.push_screen_wait(Page(Group(*shown), "Enter: the table" if view.result else "Enter: next deal"))

    def end(self, sentence: str) -> None:
        """Leave the screen."""
        self.exit(sentence)

    # -- drawing ------------------------------------------------------------------------------------------------------

    def on_resize(self, event: events.Resize) -> None:
        """People resize their terminals."""
        self.screen_stack[0].set_class(event.size.width >= WIDE, "-wide")
        self.call_after_refresh(self.draw)

    def draw(self) -> None:
        """Draw the table in the width that there is."""
        scene = self.table_state
        if scene is None:
            return
        title = Text(f" {scene.title}".ljust(self.size.width), no_wrap=True, overflow="ellipsis")
        self.query_one("#title", Static).update(title)
        width = max(30, self.query_one("#table").content_size.width - 1)
        view = scene.view
        shown = (
            table_of(view, DrawStyle(width, has_symbols(self.console)), scene.sitters) if view else empty_table(scene.sitters)
        )
        self.query_one("#board", Static).update(shown)
        lines = [*([view.prompt] if view else []), *scene.notes]
        self.query_one("#prompt", Static).update(Text("\n".join(lines)))
        self._draw_notice()

    def _draw_notice(self) -> None:
        notice = self.query_one("#notice", Static)
        text = self.said or self.waiting_for
        notice.display = bool(text)
        notice.update(Text(text, "yellow" if self.said else "dim"))

    def list_moves(self, moves: dict[str, Move]) -> None:
        """Fill the list."""
        view = self.view
        shown = self.query_one("#moves", OptionList)
        shown.clear_options()
        if view is not None:
            shown.add_options([Option(item(tag, move, view.deck), id=tag) for tag, move in moves.items()])
        shown.highlighted = 0 if moves else None
