"""Chat and pointing in a room on a server, as the terminal writes and shows them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rich.text import Text

from sevenfold.protocol import ChatLine, ChatLinesMessage, PointedMessage
from sevenfold.seat_names import isolated
from sevenfold.view.description import View, Zone, titled

from .remote_room import YOU, RemoteRoom

WORDS: Mapping[str, str] = {
    "point 7C": "lets a card glow for everybody; point left of 7C, point stock: a square, a pile (what everybody sees)",
    "chat hello": "writes a line to everybody in the room; if you watch, to the others who watch",
    "hush": "shows no chat from now on; hush again shows it",
    "mute Kim, unmute Kim": "lets somebody write no more, and write again (the host)",
    "allow chat, forbid chat": "switches the chat of the room on or off (the host)",
}
ISOLATES = "\N{FIRST STRONG ISOLATE}\N{POP DIRECTIONAL ISOLATE}"  # around a name from right to left
LATEST = 20  # lines shown to somebody who comes
BESIDE = {"left of": (-1, 0), "right of": (1, 0), "above": (0, -1), "below": (0, 1)}
HOW = "Point at what everybody sees, as in: point 7C, point left of 7C, point stock."


class Talk:
    """What is written in a room, as far as it was shown here."""

    def __init__(self) -> None:
        self.is_hushed = False
        self._lines: dict[int, ChatLine] = {}  # by number

    def news(self, message: ChatLinesMessage) -> list[Text]:
        """The new lines, for the log; none while they are hushed."""
        new = [line for line in message.lines if line.number not in self._lines]
        self._lines |= {line.number: line for line in new}
        return [] if self.is_hushed else [_shown(line) for line in new[-LATEST if message.whole else 0 :]]

    def go_on(self) -> None:
        """Go on in another room, where other lines are written."""
        self._lines = {}

    def meaning(self, word: str, argument: str, view: View | None) -> dict[str, Any] | str | None:
        """The message that a word and its argument mean, or a sentence that answers them; None if they mean nothing."""
        if word == "chat" and argument:
            return {"type": "chat", "text": argument}
        if word == "point" and view is not None:
            found = pointed_at(argument, view)
            return HOW if found is None else {"type": "point"} | found
        if word == "hush" and not argument:
            self.is_hushed = not self.is_hushed
            return "You see no chat now. Type hush to see it again." if self.is_hushed else "You see the chat again."
        if word in ("allow", "forbid") and argument == "chat":
            return {"type": "allow_chat", "on": word == "allow"}
        if word in ("mute", "unmute") and argument:
            return self._muting(argument, is_on=word == "mute")
        return None

    def _muting(self, name: str, *, is_on: bool) -> dict[str, Any] | str:
        theirs = [line.number for line in self._lines.values() if not line.you and line.name.strip(ISOLATES).casefold() == name]
        return {"type": "mute", "line": max(theirs), "on": is_on} if theirs else "Nobody of that name has written here."


def _shown(line: ChatLine) -> Text:
    name = YOU if line.you else f"{line.name} (watching)" if line.seat is None else line.name
    return Text.assemble("  ", (name, "bold"), f": {isolated(line.text)}")


def points_at(message: PointedMessage, room: RemoteRoom) -> Text:
    """The sentence that says what a player points at."""
    name = room.name_of(message.seat)
    return Text(f"  {name} {'point' if name == YOU else 'points'} at {message.text}.", "italic")


def pointed_at(typed: str, view: View) -> dict[str, Any] | None:
    """What is meant by "7C", "left of 7C" or "stock"; None if nothing is."""
    where, code = _square(typed)
    for zone in sorted(view.zones, key=lambda zone: zone.kind == "hand"):  # what lies on the table comes first
        for at, face in enumerate(zone.faces):
            if face.code is None or face.code.casefold() != code:
                continue
            if where is None:
                return {"zone": zone.id, "at": at, "card": face.code}
            if zone.kind == "grid" and face.x is not None and face.y is not None:
                return {"zone": zone.id, "at": 0, "x": face.x + where[0], "y": face.y + where[1]}
    named = [zone for zone in view.zones if typed and set(typed.split()) <= _words(zone, view)]
    return {"zone": named[0].id, "at": -1} if named else None


def _square(typed: str) -> tuple[tuple[int, int] | None, str]:
    """The direction from a card to a square, if one is named, and the code of the card."""
    for words, where in BESIDE.items():
        if typed.startswith(f"{words} "):
            return where, typed.removeprefix(words).strip()
    return None, typed


def _words(zone: Zone, view: View) -> set[str]:
    return set(re.findall(r"[\w']+", titled(zone, view).casefold()))
