"""What happens once something was chosen in a server's home: which room it leads to."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

from sevenfold.terminal.session.http_client import Server

from .listing import Wish


def open_wish(wish: Wish, server: Server, name: Callable[[], str]) -> str:
    """The id of the room that a wish leads to; for all wishes but the puzzle.

    Args:
        wish: What was chosen.
        server: The server.
        name: Asks for the person's name, who sits down beside others and has none there; empty if they want none.

    Raises:
        BadInput: The server refuses, for example because somebody was faster.
    """
    if wish.kind == "room":
        return wish.id
    if wish.kind == "deal":
        return server.made_room("rooms", {"game": wish.id, "daily": True})
    if not server.ask("GET", "me").get("name") and (chosen := name()):
        server.rename(chosen)
    taking = wish.kind == "take"
    return server.made_room(f"me/invitations/{quote(wish.id)}" if taking else f"rooms/{quote(wish.id)}/sit")
