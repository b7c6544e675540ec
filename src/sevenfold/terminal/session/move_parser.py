"""What a person types, read as one of the moves that a view offers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sevenfold.errors import quoted
from sevenfold.kernel.play import apply
from sevenfold.view.description import Move, View, Zone, titled

if TYPE_CHECKING:
    from sevenfold.playing.game import State

SHORTEST = 2  # letters that may stand for a longer word: "dr" for "draw"
LONGER = 3  # the longer word has more letters than this: a card's code is never shortened
EVERY_ACTION = range(63)


@dataclass(frozen=True)
class ParsedMove:
    """What was typed: a move; or several that it might mean; or neither, and why (empty if only the server can tell)."""

    move: Move | None = None
    several: list[Move] = field(default_factory=list)
    refusal: str = ""


# -- moves ------------------------------------------------------------------------------------------------------------


def offered(state: State | None, view: View) -> dict[str, Move]:
    """The moves by what to type for them: the key of a move's button ("3" for "bid 3"), otherwise a number from 1 on.

    state: of a game that is played here; None if it is played elsewhere.
    """
    distinct = _once_each(state, view)
    keys = [move.gesture.key if len(move.actions) == 1 else "" for move in distinct]
    if len(set(filter(None, keys))) < sum(map(bool, keys)):
        keys = [""] * len(distinct)  # a key stands for one move or for none
    free = (str(n) for n in range(1, 2 * len(distinct) + 1) if str(n) not in keys)
    return {key or next(free): move for key, move in zip(keys, distinct, strict=True)}


def _once_each(state: State | None, view: View) -> list[Move]:
    """The moves without those that do the same as an earlier one: the same cards in another order."""
    words = [tuple(sorted(_tokens(move.text))) for move in view.moves]
    times = Counter(words)
    seen = set()
    distinct = []
    for move, said in zip(view.moves, words, strict=True):
        same = (said, _outcome(state, view, move)) if times[said] > 1 else move.text
        if same not in seen:
            distinct.append(move)
        seen.add(same)
    return distinct


def _outcome(state: State | None, view: View, move: Move) -> bytes:
    """The position that a move leads to, as far as the viewer sees it; of a game elsewhere, the actions in any order."""
    if state is None:
        return bytes(sorted(move.actions))
    position = state.redacted(view.seat)
    for action in move.actions:
        apply(position, 0, action)
    return position.tobytes()[: state.game.rules.dtype.itemsize]  # without what the seats heard, and in which order


def read(typed: str, state: State | None, view: View) -> ParsedMove:
    """The move that was typed: by number or key, as game records print it, or by enough of its words ("7c", "x1 yellow")."""
    tags = offered(state, view)
    wanted = " ".join(typed.split()).casefold()
    if wanted in tags:
        return ParsedMove(tags[wanted])
    for move in view.moves:
        if _plain(wanted) in (_plain(move.text), _plain(move.typed)):
            return ParsedMove(move)
    fitting = list(fitting_moves(wanted, tags).values())
    if len(fitting) == 1:
        return ParsedMove(fitting[0])
    if fitting:
        return ParsedMove(several=fitting)
    return ParsedMove(refusal=why(typed, state, view))


def fitting_moves(typed: str, tags: Mapping[str, Move]) -> dict[str, Move]:
    """Those of the moves that have the words typed."""
    return {tag: move for tag, move in tags.items() if _is_meant(typed, move)}


def why(typed: str, state: State | None, view: View) -> str:
    """Why something may not be done, in a sentence, according to what the seat to move sees; empty if only the server knows."""
    wanted = _tokens(typed)
    faces = [face for zone in view.zones for face in zone.faces if face.why and face.code]
    for face in faces:
        if _tokens(str(face.code)) == wanted:
            return face.why
    if any(_is_meant(typed, move) for move in view.moves):
        return "You may do that."
    if state is None:
        return ""
    for action in EVERY_ACTION:
        try:
            text = state.describe(action).text
        except IndexError:
            continue
        refusal = state.why_not(action) if _within(wanted, _tokens(text)) else None
        if refusal:
            return refusal.sentence
    return f"{quoted(typed)} is not a move here. Type moves to see your moves, help for everything else."


# -- piles ------------------------------------------------------------------------------------------------------------


def open_piles(view: View) -> list[Zone]:
    """The piles that the viewer may look through."""
    return [zone for zone in view.zones if zone.beneath]


def piles_named(typed: str, view: View) -> list[Zone]:
    """Those of them that are meant: by words of their names ("discard", "bo"), or by the card on top."""
    wanted = _tokens(typed)
    piles = open_piles(view)
    named = [zone for zone in piles if _within(wanted, _tokens(re.sub(r"[^\w\s]", " ", titled(zone, view))))]
    tops = [zone for zone in piles if wanted == _tokens(zone.faces[-1].code or "")]
    return piles if not wanted else named or tops


# -- words ------------------------------------------------------------------------------------------------------------


def _plain(text: str) -> str:
    return " ".join(_tokens(text))


def _tokens(text: str) -> list[str]:
    return [token for token in re.split(r"[\s,]+", text.casefold()) if token]


def _is_meant(typed: str, move: Move) -> bool:
    """Whether a move has the words typed, as records or as people write it."""
    wanted = _tokens(typed)
    return _within(wanted, _tokens(move.text)) or _within(wanted, _tokens(move.typed))


def _within(wanted: Sequence[str], tokens: Sequence[str]) -> bool:
    """Whether the typed words occur among a move's words, in their order."""
    rest = iter(tokens)
    return bool(wanted) and all(any(_stands_for(word, token) for token in rest) for word in wanted)


def _stands_for(word: str, token: str) -> bool:
    """A word stands for itself, and for a longer word that begins with it."""
    begins = word.isalpha() and len(word) >= SHORTEST and token.startswith(word)
    return word == token or (begins and len(token) > LONGER)
