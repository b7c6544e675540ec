"""What the apps on the screen have in common: colours, Ctrl-C and Ctrl-Z, and an end when the terminal ends."""

from __future__ import annotations

import asyncio
import sys
from typing import ClassVar, TypeVar

from textual.app import App
from textual.binding import Binding, BindingType

from sevenfold.system import signals

T = TypeVar("T")
LOOK = 1.0  # seconds between two looks at whether the terminal is still there


class ScreenApp(App[T]):
    """An app that ends by Ctrl-C, by a signal (see `signals`), and when its terminal is gone."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", "break off", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", "to the shell", show=False, priority=True),
    ]

    def __init__(self) -> None:
        super().__init__(ansi_color=True)
        self.theme = "ansi-dark"  # the terminal's own colours, whether they are dark on light or light on dark
        self.interrupted = False
        self._own_loop: asyncio.AbstractEventLoop | None = None

    def run_to_end(self) -> T | None:
        """Run it; a signal ends it like Ctrl-C. What fails in it is raised here, when the terminal is itself again."""
        with signals.passed_to(self._on_signal):
            result = self.run()
        if self._exception is not None:
            raise getattr(self._exception, "error", self._exception)  # of a worker: what failed in it
        return result

    def _fatal_error(self) -> None:
        """End it; Textual would print its own trace."""
        self._close_messages_no_wait()

    def _on_mount(self) -> None:
        self._own_loop = asyncio.get_running_loop()
        if signals.received():
            self.action_interrupt()
        self.set_interval(LOOK, self._look_for_terminal)

    def _on_signal(self) -> None:
        if self._own_loop is not None:
            self._own_loop.call_soon_threadsafe(self.action_interrupt)

    def _look_for_terminal(self) -> None:
        """A terminal that is gone says so only once, and not to a program that ignores SIGHUP."""
        if not self.is_headless and is_terminal_gone():
            self.action_interrupt()

    def action_suspend_process(self) -> None:
        """Ctrl-Z."""
        if signals.can_stop():
            super().action_suspend_process()

    def action_interrupt(self) -> None:
        """Ctrl-C."""
        self.interrupted = True
        self.exit()


def is_terminal_gone() -> bool:
    """Whether stdin was a terminal that has been closed."""
    if sys.platform == "win32":
        return False
    import termios

    try:
        termios.tcgetattr(0)
    except termios.error:
        return True
    return False
