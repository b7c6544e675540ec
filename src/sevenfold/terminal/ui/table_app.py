"""The table's app: the person's input, with keys or typed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from time import monotonic
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from textual import events, on
from textual.binding import Binding, BindingType
from textual.widgets import Input, OptionList

from sevenfold.errors import BadInput
from sevenfold.registry import rules_of
from sevenfold.terminal.render.cards import has_symbols
from sevenfold.terminal.render.move_list import listed
from sevenfold.terminal.render.style import DrawStyle
from sevenfold.terminal.session.move_parser import fitting_moves, read
from sevenfold.view.description import Move, View

from .board import LEAVE, TableBoard
from .narrator import HELP, SHOWN, WHY_WHAT, rule_page
from .pages import Page
from .replay_screen import ReplayScreen

VERBATIM = ("chat",)  # words whose argument is kept as it was typed
PAGE_WIDTH = 96  # columns that a page's text may take
KEYS = {
    "↑ ↓, Enter": "choose a move from the list; Enter makes it",
    "u": "undo",
    "y, Ctrl+R": "redo",
    "h": "hint",
    "c": "in a patience for one: can it still be won, with all cards known?",
    "a": "play again, once the game is over; come along, where others do",
    "r": "see the game again, step by step, once it is over",
    "R, N": "start this deal again, deal new cards; where no other people play",
    "D": "to the line, for a deal by its number",
    "m": "all your moves",
    "?": "the rule that matters now",
    "/, Tab": "go to the line, for words that begin with one of these letters; Tab or Esc goes back to the list",
    "Ctrl+↑ ↓": "scroll the table, where it is higher than the screen",
    "q": "leave",
}


class TableApp(TableBoard):
    """The screen of a session."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "undo"),
        Binding("y,ctrl+r", "redo", "redo", key_display="y"),
        Binding("h", "hint", "hint"),
        Binding("c", "can_win", "can it be won?"),
        Binding("a", "again", "again"),
        Binding("r", "replay", "see again"),
        Binding("R", "another('restart')", "restart", show=False),
        Binding("N", "another('new')", "new deal", show=False),
        Binding("D", "type_deal", "deal by number", show=False),
        Binding("m", "moves", "moves"),
        Binding("question_mark", "rule", "rule", key_display="?"),
        Binding("slash,tab", "type", "type", key_display="/"),
        Binding("escape", "list", "list", show=False),
        Binding("f1", "help", "help", key_display="F1"),
        Binding("q", "leave", "leave"),
        Binding("ctrl+up,shift+up", "scroll_table(-3)", "up", show=False),
        Binding("ctrl+down,shift+down", "scroll_table(3)", "down", show=False),
    ]

    # -- input -----------------------------------------------------------------------------------------

    is_typing = False  # they went to the line on purpose, and stay there

    def on_key(self, event: events.Key) -> None:
        """A character typed while the list has the focus begins a line."""
        line = self.query_one("#line", Input)
        is_free = event.is_printable and event.key not in self.active_bindings and not line.has_focus
        if is_free and event.character and len(self.screen_stack) == 1:
            self.is_typing = False
            self.set_focus(line)
            line.insert_text_at_cursor(event.character)
            event.stop()

    @on(Input.Changed, "#line")
    def _narrow(self, event: Input.Changed) -> None:
        """The list shows the moves that match the typed text."""
        typed = event.value.strip()
        fitting = {tag: move for tag, move in self.tags.items() if tag.startswith(typed)} or fitting_moves(typed, self.tags)
        self.list_moves(fitting if typed and fitting else self.tags)

    @on(Input.Submitted, "#line")
    async def _typed(self, event: Input.Submitted) -> None:
        event.input.value = ""
        if not self.is_typing:
            self.action_list()
        await self._answer(event.value.strip())

    @on(OptionList.OptionSelected, "#moves")
    async def _chosen(self, event: OptionList.OptionSelected) -> None:
        move = self.tags.get(event.option_id or "")
        if move is not None:
            await self._make(move)

    async def _make(self, move: Move) -> None:
        if monotonic() >= self.deaf_until:
            self.tags = {}  # until the next scene: a second Enter is for the same list
            self.said = ""
            await self.session.move(move)

    async def _answer(self, typed: str) -> None:
        """Run the typed line: a word of the session, a command, or a move."""
        word, _, said = typed.partition(" ")
        word, argument = word.casefold(), said.casefold().strip()
        view = self.view
        keys: dict[str, Callable[[], Awaitable[None]]] = {
            "undo": self.action_undo, "u": self.action_undo, "redo": self.action_redo, "y": self.action_redo,
            "hint": self.action_hint, "h": self.action_hint, "moves": self.action_moves, "m": self.action_moves,
            "again": self.action_again, "replay": self.action_replay, "winnable": self.action_can_win,
            "claim": self.action_claim,
            "?": self.action_rule, "rules": self.action_rules, "help": self.action_help, "quit": self.action_quit,
            "exit": self.action_quit, "q": self.action_quit,
        }  # fmt: skip
        if word in keys and not argument:
            await keys[word]()
        elif not typed or await self.session.command(word, said.strip() if word in VERBATIM else argument):
            return
        elif view is None:
            self.say("The game has not begun. Type help to see what you can type.")
        elif word in SHOWN:
            self._read(SHOWN[word](argument, view, self._pen()))
        elif word == "why":
            await self._why(argument, view)
        else:
            await self._typed_move(typed, view)

    async def _why(self, argument: str, view: View) -> None:
        if argument:
            await self.session.why(argument, view)
        else:
            self.say(WHY_WHAT)

    async def _typed_move(self, typed: str, view: View) -> None:
        if not self.tags:
            await self.session.why(typed, view)
            return
        reading = read(typed, self.session.state, view)
        if reading.move is not None:
            await self._make(reading.move)
        elif reading.several:
            self.say("Which of these?")
            self.list_moves({tag: move for tag, move in self.tags.items() if move in reading.several})
        elif reading.refusal:
            self.say(reading.refusal)
        else:
            await self.session.why(typed, view)

    # -- keys ---------------------------------------------------------------------------------------------------------

    async def action_undo(self) -> None:
        """Take back."""
        await self.session.undo()

    async def action_redo(self) -> None:
        """Redo."""
        await self.session.redo()

    async def action_hint(self) -> None:
        """Ask for a hint."""
        self.run_worker(self.session.hint(), group="hint", exclusive=True)

    async def action_claim(self) -> None:
        """Claim the rest of the deal."""
        self.run_worker(self.session.claim(), group="hint", exclusive=True)

    async def action_can_win(self) -> None:
        """Whether the game can still be won."""
        self.run_worker(self.session.can_win(), group="hint", exclusive=True)

    def check_action(self, action: str, _parameters: tuple[object, ...]) -> bool | None:
        """Whether a key runs its action. During the game, typed words may begin with a or r too, and in other games with c."""
        if action == "can_win":
            return bool(self.table_state and self.table_state.may_ask)
        if action == "replay":
            return bool(self.table_state and self.table_state.may_replay)
        return action != "again" or bool(self.table_state and self.table_state.may_again)

    async def action_again(self) -> None:
        """Play again, or come along."""
        await self.session.again()

    async def action_another(self, word: str) -> None:
        """Start the deal again, or another one."""
        await self.session.command(word, "")

    def action_type_deal(self) -> None:
        """To the line, where a deal's number is to be typed."""
        line = self.query_one("#line", Input)
        self.is_typing = True
        self.set_focus(line)
        line.value = "deal "
        line.cursor_position = len(line.value)

    async def action_replay(self) -> None:
        """See the game again."""
        self.run_worker(self._see_again(), group="hint", exclusive=True)

    async def _see_again(self) -> None:
        film = await self.session.replay()
        wish = await self.push_screen_wait(ReplayScreen(film)) if film else None
        if wish == "again":
            await self.session.again()
        elif wish is not None:
            await self.session.play_on(wish)

    async def action_moves(self) -> None:
        """All moves at once."""
        if self.tags and self.view:
            self._read(listed(list(self.tags.items()), self.view.deck, self._pen()))
        else:
            self.say("You have no move now.")

    async def action_rule(self) -> None:
        """The rule that matters now."""
        if self.view:
            self._show_rules(self.view.about, self.view)

    async def action_rules(self) -> None:
        """The whole rule page."""
        if self.view:
            self._show_rules("", self.view)

    async def action_help(self) -> None:
        """Show the commands and keys."""
        table = Table.grid(padding=(0, 2))
        for typed, meaning in {**KEYS, **HELP, **self.session.words}.items():
            table.add_row(Text(typed, "bold"), meaning)
        self._read(Group(table, Text(f"\n{self.session.forced}")))

    def action_type(self) -> None:
        """To the line, or back to the list."""
        line = self.query_one("#line", Input)
        if line.has_focus:
            self.action_list()
        else:
            self.is_typing = True
            self.set_focus(line)

    def action_list(self) -> None:
        """Back to the list."""
        self.is_typing = False
        self.query_one("#line", Input).value = ""
        self.set_focus(self.query_one("#moves"))

    def action_scroll_table(self, lines: int) -> None:
        """Scroll further up or down the table."""
        self.query_one("#table").scroll_relative(y=lines, animate=False)

    async def action_leave(self) -> None:
        """Leave, at the second press while the game is on."""
        if self.is_leaving or (self.view and self.view.result):
            self.end("")
        else:
            self.say(LEAVE)

    async def action_quit(self) -> None:
        """Leave at once."""
        self.end("")

    # -- pages --------------------------------------------------------------------------------------------------------

    def _show_rules(self, rule: str, view: View) -> None:
        try:
            self._read(rule_page(rules_of(view.game), rule, self._pen()))
        except BadInput as error:
            self.say(str(error))

    def _read(self, content: RenderableType) -> None:
        self.push_screen(Page(content))

    def _pen(self) -> DrawStyle:
        return DrawStyle(min(self.size.width - 4, PAGE_WIDTH), has_symbols(self.console))
