"""What a person types, read as one of the moves that a view offers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sevenfold.view.description import Move, View

if TYPE_CHECKING:
    from sevenfold.playing.game import State

SHORTEST = 2  # letters that may stand for a longer word: "dr" for "draw"
LONGER = 3  # letters that such a longer word has more than: a card's code is never meant by half


@dataclass(frozen=True)
class Reading:
    """What was typed: a move, or several among which it does not choose, or neither, because."""

    move: Move | None = None
    several: list[Move] = field(default_factory=list)
    refusal: str = ""


def offered(moves: Sequence[Move]) -> dict[str, Move]:
    """The moves by what one types for them: the key of a move's button ("3" for "bid 3"), else a number from 1 on.

    Two moves that touch the same cards in another order are one.
    """
    once: dict[object, Move] = {}
    for move in moves:
        once.setdefault(_same(move), move)
    distinct = list(once.values())
    keys = [move.gesture.key if len(move.actions) == 1 else "" for move in distinct]
    if len(set(filter(None, keys))) < sum(map(bool, keys)):
        keys = [""] * len(distinct)  # a key stands for one move or for none
    free = (str(n) for n in range(1, 2 * len(distinct) + 1) if str(n) not in keys)
    return {key or next(free): move for key, move in zip(keys, distinct, strict=True)}


def _same(move: Move) -> object:
    """Equal for moves that differ in nothing but the order of two cards."""
    spots = sorted((spot.zone, spot.at) for spot in move.gesture.spots)
    if len(spots) < 2 or len({zone for zone, _ in spots}) > 1:
        return move.text
    return tuple(spots), move.gesture.button, tuple(sorted(_tokens(move.text)))


def read(typed: str, state: State, view: View) -> Reading:
    """The move that was typed: by number or key, as records print it, or by enough of its words ("7c", "x1 yellow")."""
    tags = offered(view.moves)
    wanted = " ".join(typed.split()).casefold()
    if wanted in tags:
        return Reading(tags[wanted])
    for move in view.moves:
        if _plain(move.text) == _plain(wanted):
            return Reading(move)
    fitting = [move for move in tags.values() if _within(_tokens(wanted), _tokens(move.text))]
    if len(fitting) == 1:
        return Reading(fitting[0])
    if fitting:
        return Reading(several=fitting)
    return Reading(refusal=why(typed, state, view))


def why(typed: str, state: State, view: View) -> str:
    """Why something may not be done, in a sentence; answered from what the seat to move sees."""
    wanted = _tokens(typed)
    faces = [face for zone in view.zones for face in zone.faces if face.why and face.code]
    for face in faces:
        if _tokens(str(face.code)) == wanted:
            return face.why
    if any(_within(wanted, _tokens(move.text)) for move in view.moves):
        return "That may be done."
    for action in range(63):
        try:
            text = state.describe(action).text
        except IndexError:
            continue
        refusal = state.why_not(action) if _within(wanted, _tokens(text)) else None
        if refusal:
            return refusal.sentence
    return f"{typed!r} is nothing one can do now; help says what can be typed."


def _plain(text: str) -> str:
    return " ".join(_tokens(text))


def _tokens(text: str) -> list[str]:
    return [token for token in re.split(r"[\s,]+", text.casefold()) if token]


def _within(wanted: Sequence[str], tokens: Sequence[str]) -> bool:
    """Are the words typed among a move's words, in their order?"""
    rest = iter(tokens)
    return bool(wanted) and all(any(_stands_for(word, token) for token in rest) for word in wanted)


def _stands_for(word: str, token: str) -> bool:
    """A word stands for itself, and for a longer one that it begins."""
    begins = word.isalpha() and len(word) >= SHORTEST and token.startswith(word)
    return word == token or (begins and len(token) > LONGER)
