"""Pages that lie over the table: rules, help, the score sheet, the scoring of a deal."""

from __future__ import annotations

from typing import ClassVar

from rich.console import RenderableType
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

GO_ON = "Enter: go on"


class Page(ModalScreen[None]):
    """A page over the table; Enter, Esc, Space or q close it."""

    CSS = """
    Page { align: center middle; background: ansi_default; }
    Page > VerticalScroll { width: 100%; max-width: 100; height: 100%; padding: 0 1; background: ansi_default; }
    Page > #closing { dock: bottom; height: 1; text-style: dim; padding: 0 1; background: ansi_default; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [("enter,escape,space,q", "close", "Close")]

    def __init__(self, content: RenderableType, closing: str = GO_ON) -> None:
        super().__init__()
        self.content, self.closing = content, closing

    def compose(self) -> ComposeResult:
        """The page, and how to close it."""
        with VerticalScroll():
            yield Static(self.content)
        yield Static(f"{self.closing} · ↑↓: scroll", id="closing")

    def action_close(self) -> None:
        """Back to the table."""
        self.dismiss(None)
