"""`NamedBot`: how bots print."""

from __future__ import annotations

from html import escape


class NamedBot:
    """A bot that prints as the call that makes it."""

    spec: str

    def __repr__(self) -> str:
        return f"sevenfold.bot({self.spec!r})"

    def _repr_html_(self) -> str:
        return f"<code>{escape(repr(self))}</code>"
