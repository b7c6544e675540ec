"""`sevenfold replay` on the screen."""

from __future__ import annotations

from typing import Literal

from sevenfold.terminal.session.replay import PlayOn, ReplaySession

from .replay_screen import ReplayScreen
from .screen_app import ScreenApp


class ReplayApp(ScreenApp[PlayOn | Literal["again"]]):
    """The app of `sevenfold replay`: one replay screen."""

    def __init__(self, film: ReplaySession) -> None:
        super().__init__()
        self.replay = film

    def on_mount(self) -> None:
        """Show it; leaving it leaves this."""
        self.push_screen(ReplayScreen(self.replay), self.exit)
