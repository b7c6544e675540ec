"""Everything that a viewer can get from a state, and in words how two states differ for it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sevenfold.cards import NONE
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import redact_position
from sevenfold.kernel.types import ActionSet, Positions, Seat
from sevenfold.playing.game import State
from sevenfold.protocol.codec import written

FIELD, LEGAL, TEXT, VIEW = "field", "legal", "text", "view"  # what differs
KERNELS = ("chance", "key", "heard", "heard_alone", "trace_address")  # fields of which redacting and the kernel take care
MOST_REFUSED = 4  # actions of which the refusal is compared


@dataclass(frozen=True)
class Difference:
    """How two states differ for a viewer."""

    kind: str  # FIELD, LEGAL, TEXT or VIEW
    name: str  # the field of the position or of the view
    words: str  # what it is, in a sentence


class Seen:
    """What a viewer (NONE: a spectator) can get from a position.

    Args:
        position: An array of one listening position.
        legal: The legal actions of the seat to move.
        turn: That seat.
        viewer: The viewer.
        state: Makes the state, for its view and texts.
    """

    def __init__(self, position: Positions, legal: ActionSet, turn: Seat, viewer: Seat, state: Callable[[], State]) -> None:
        self._viewer, self._state = viewer, state
        self._redacted = copied(position)
        with interpreting():
            redact_position(self._redacted, 0, viewer)
        self._legal = legal if turn == viewer and turn != NONE else None

    @cached_property
    def view(self) -> dict[str, Any]:
        """The view as JSON values; empty if a text of the game fails, which other stages tell."""
        with suppress(Exception), interpreting():
            view: dict[str, Any] = json.loads(written(self._state().view(None if self._viewer == NONE else self._viewer)))
            view["result"] = None  # what a game that has ended was worth may follow from cards that were never shown
            return view
        return {}

    @cached_property
    def _texts(self) -> dict[str, str]:
        """The texts of legal actions, and of some others why they are refused; without those that fail."""
        if self._legal is None:
            return {}
        state, texts = self._state(), dict[str, str]()
        every = sorted(set(state.game.rules.phases[int(self._redacted[0].phase)].every()))
        refused = [action for action in every if not self._legal >> action & 1]
        with interpreting():
            for action in (action for action in every if self._legal >> action & 1):
                with suppress(Exception):
                    texts[f"text {action}"] = state.describe(action).text
            for action in refused[:: max(1, len(refused) // MOST_REFUSED)]:
                with suppress(Exception):
                    texts[f"no {action}"] = str(state.why_not(action))
        return texts

    def difference(self, other: Seen, *, whole: bool) -> Difference | None:
        """How another position differs from this one for the viewer; `whole`: also in views and texts, which takes longer."""
        return next(self._differences(other, whole=whole), None)

    def _differences(self, other: Seen, *, whole: bool) -> Iterator[Difference]:
        for name in self._redacted.dtype.names or ():
            if name not in KERNELS and self._redacted[name].tobytes() != other._redacted[name].tobytes():
                words = {"turn": "whose turn it is", "phase": "what is to be decided"}.get(name, f"the field `{name}`")
                yield Difference(FIELD, name, words)
        if self._legal != other._legal:
            yield Difference(LEGAL, "legal", "the legal actions")
        if whole:
            for key in sorted(self._texts.keys() & other._texts.keys()):
                if self._texts[key] != other._texts[key]:
                    what = "the reason why an action is refused" if key.startswith("no ") else "the text of an action"
                    yield Difference(TEXT, key, what)
            yield from view_differences(self.view, other.view)

    def at_the_table(self, other: Seen) -> str:
        """What of the table differs, in words; empty if nothing does, or a text of the game fails."""
        found = [found.words for found in view_differences(self.view, other.view)]
        return ", ".join(list(dict.fromkeys(found))[:3])


# -- views --------------------------------------------------------------------------------------------------------------

WORDS = {
    "turn": "whose turn it is",
    "phase": "what is to be decided",
    "prompt": "the prompt",
    "moves": "the moves that are offered",
    "refused": "the moves that are refused",
    "last_trick": "the last trick",
    "sheet": "the table of points",
    "deal_end": "how the deal ended",
    "deals": "the notes about deals",
    "news": "the news",
}
OF_SEATS = {"score": "the score", "cards": "the number of cards", "badges": "the badges", "is_out": "who is out"}
OF_ZONES = {
    "label": "the label",
    "note": "the note",
    "count": "the number of cards",
    "faces": "the cards",
    "beneath": "the cards",
}


def view_differences(view: dict[str, Any], other: dict[str, Any]) -> Iterator[Difference]:
    """How two views differ, in words, the most telling first; nothing if there is none of one."""
    if not view or not other:
        return
    for key in ("seats", "facts", "tracks", "zones", *WORDS):
        if view.get(key) != other.get(key):
            for words in _words(key, view[key], other[key]):
                yield Difference(VIEW, key, words)
    rest = [key for key in view if key not in ("seats", "facts", "tracks", "zones", *WORDS) and view[key] != other.get(key)]
    for key in rest:
        yield Difference(VIEW, key, f"`{key}` of the view")


def _words(key: str, one: Any, other: Any) -> Iterator[str]:
    if key in WORDS:
        yield WORDS[key]
        return
    if len(one) != len(other):
        yield f"the number of {key}"
        return
    for a, b in zip(one, other, strict=True):
        if a != b:
            yield from {"seats": _seat, "zones": _zone, "facts": _label, "tracks": _label}[key](a, b)


def _seat(one: dict[str, Any], other: dict[str, Any]) -> Iterator[str]:
    whose = f"of seat {one['seat']}"
    if one["lines"] != other["lines"]:
        labels = [line["label"] for line, now in zip(one["lines"], other["lines"], strict=False) if line != now]
        yield f"the line {labels[0]} {whose}" if labels else f"the lines {whose}"
    for key, value in one.items():
        if key not in ("lines", "is_turn") and value != other[key]:
            yield f"{OF_SEATS.get(key, f'`{key}`')} {whose}"


def _zone(one: dict[str, Any], other: dict[str, Any]) -> Iterator[str]:
    for key, value in one.items():
        if value != other[key]:
            yield f"{OF_ZONES.get(key, f'`{key}`')} of the zone {one['id']}"


def _label(one: dict[str, Any], other: dict[str, Any]) -> Iterator[str]:
    yield f"what is said of {one['label']}"
