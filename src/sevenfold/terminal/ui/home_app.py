"""A server's home on the screen: a list, with a key for each line that leads somewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from sevenfold.errors import BadInput
from sevenfold.terminal.background import under_way
from sevenfold.terminal.session.home import NOTHING, Entry, Home, Wish

from .board import Moves
from .screen_app import ScreenApp

AGAIN = 10.0  # seconds between two looks at what there is, as on the page


class HomeList(Moves):
    """The list of what there is."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", "go there", key_display="Enter")]


class HomeApp(ScreenApp[Wish]):
    """The screen; it ends with what was chosen, or None if the person left."""

    CSS = """
    Screen { background: ansi_default; color: ansi_default; }
    #title { height: 1; text-style: reverse; }
    #list { height: 1fr; border: none; padding: 0 1; background: ansi_default; scrollbar-size-vertical: 1; }
    #list > .option-list--option-highlighted { background: ansi_default; color: ansi_default; }
    #list > .option-list--option-disabled { color: ansi_default; text-style: none; }
    #notice { height: auto; max-height: 4; padding: 0 1; text-style: bold; }
    Footer { background: ansi_default; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "look", "look again"),
        Binding("q,escape", "leave", "leave", key_display="q"),
    ]

    def __init__(self, title: str, read: Callable[[], Home], notice: str = "") -> None:
        """Make it.

        Args:
            title: Whose home it is.
            read: Asks the server what there is; BadInput if it does not say.
            notice: What is to be said of what was chosen before.
        """
        super().__init__()
        self.heading, self._read, self.notice = title, read, notice
        self.home: Home | None = None
        self.listed: list[str] = []  # the texts of the lines, so that they are drawn anew only if they have changed

    def compose(self) -> ComposeResult:
        """The parts of the screen."""
        yield Static(id="title")
        yield HomeList(id="list", markup=False)
        yield Static(id="notice")
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Begin to look."""
        self.set_focus(self.query_one("#list"))
        self.say(self.notice or "One moment.")
        self.look()
        self.set_interval(AGAIN, self.look)

    def on_resize(self, event: events.Resize) -> None:
        """Draw the bar with the title, over the whole width."""
        self.query_one("#title", Static).update(Text(f" {self.heading}".ljust(event.size.width), no_wrap=True))

    @work(exclusive=True)
    async def look(self) -> None:
        """Ask what there is now; while the server does not answer, the list stays as it was."""
        try:
            self.home = await asyncio.wrap_future(under_way(self._read))
        except BadInput as error:
            self.say(str(error))
            return
        self.say(self.notice or ("" if self.home.sections else NOTHING))
        self._list(self.home)

    def say(self, sentence: str) -> None:
        """Show a sentence below the list."""
        for part in self.query("#notice").results(Static):  # none if it is just being left
            part.update(Text(sentence))

    def _list(self, home: Home) -> None:
        lines = [line for section in home.sections for line in (section.heading, *map(str, section.entries))]
        if not self.query("#list") or lines == self.listed:
            return
        self.listed, listed = lines, self.query_one("#list", HomeList)
        chosen = listed.highlighted_option
        listed.clear_options()
        for number, section in enumerate(home.sections):
            listed.add_option(Option(Text(f"{'' if number == 0 else chr(10)}{section.heading}", "bold"), disabled=True))
            listed.add_options(Option(_drawn(entry), entry.id, disabled=entry.wish is None) for entry in section.entries)
        ids = [option.id for option in listed.options]
        if any(ids):
            listed.highlighted = ids.index(chosen.id if chosen and chosen.id in ids else next(filter(None, ids)))

    @on(OptionList.OptionSelected, "#list")
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self._end_with(next((one for one in self._entries if one.id == event.option.id), None))

    def on_key(self, event: events.Key) -> None:
        """The key of a line."""
        found = next((one for one in self._entries if one.key and one.key == event.character), None)
        if found:
            event.stop()
            self._end_with(found)

    @property
    def _entries(self) -> list[Entry]:
        return self.home.entries if self.home else []

    def _end_with(self, entry: Entry | None) -> None:
        if entry and entry.wish:
            self.exit(entry.wish)

    def action_look(self) -> None:
        """Look again now."""
        self.notice = ""
        self.look()

    def action_leave(self) -> None:
        """Leave."""
        self.exit(None)


def _drawn(entry: Entry) -> Text:
    """A line: its key, what it is, and what is special about it."""
    drawn = Text.assemble((f"{entry.key or ' '} ", "dim"), entry.text)
    return drawn.append(f" · {entry.mark}", "bold") if entry.mark else drawn
