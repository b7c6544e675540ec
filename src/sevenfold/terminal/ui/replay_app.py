"""`sevenfold replay` on the screen."""

from __future__ import annotations

from typing import ClassVar, Literal

from textual.app import App
from textual.binding import Binding, BindingType

from sevenfold.terminal.session.replay import PlayOn, ReplaySession

from .replay_screen import ReplayScreen


class ReplayApp(App[PlayOn | Literal["again"]]):
    """The app of `sevenfold replay`: one replay screen."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "interrupt", "break off", show=False, priority=True)]

    def __init__(self, film: ReplaySession) -> None:
        super().__init__(ansi_color=True)
        self.theme = "ansi-dark"
        self.replay = film
        self.interrupted = False

    def on_mount(self) -> None:
        """Show it; leaving it leaves this."""
        self.push_screen(ReplayScreen(self.replay), self.exit)

    def action_interrupt(self) -> None:
        """Ctrl-C."""
        self.interrupted = True
        self.exit()
