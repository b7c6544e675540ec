"""Helpers for tests of the terminal's screen."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Input, Static

from sevenfold.terminal.ui.table_app import TableApp


async def when(pilot: Pilot[Any], is_so: Callable[[], object], seconds: float = 60) -> None:
    """Wait until a condition is true."""
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until
        await pilot.pause(0.01)


def shown(app: TableApp, part: str) -> str:
    """The text of a part of the screen."""
    return str(app.screen_stack[0].query_one(part, Static).visual)


def told(app: TableApp) -> str:
    """The lines of the game's log."""
    return "\n".join(str(line) for line in app.told)


async def say(pilot: Pilot[str], text: str) -> None:
    """Type a line."""
    pilot.app.query_one("#line", Input).value = text
    pilot.app.set_focus(pilot.app.query_one("#line"))
    await pilot.press("enter")
