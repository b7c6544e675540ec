"""What the numbers of a phase's actions mean: how they print, parse, are labelled, and touched on a table.

A game declares it once, as a table of kinds:

    rules.phase(TURN, "play", card_actions("play"), one_action(DRAW, "draw", "Draw a card"))
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sevenfold.cards import Pack
from sevenfold.errors import BadInput
from sevenfold.kernel.fields import Fields
from sevenfold.kernel.types import Action, Card

# What is touched: a card, wherever it lies face up; or a place of a zone, (zone, place), on a grid (zone, (x, y)).
Target = Card | tuple[str, int | tuple[int, int]]
# Any: a game's functions take its own position, which is of another type in each game.
Count = Callable[[Any, Action], int]  # (position, action) -> the number by which people call the action
Touch = Callable[[Any, Action], Sequence[Target]]  # (what the seat sees of the position, action) -> what is touched, in order


@dataclass(frozen=True)
class ActionText:
    """One action in words."""

    text: str  # printed and parsed: "play 7C"
    label: str  # to whoever may do it: "Play the seven of clubs"


@dataclass(frozen=True)
class ActionKind:
    """A range of actions of one meaning."""

    actions: range
    text: Callable[[Action, Pack, Fields], ActionText]  # (action, pack, position)
    touch: Touch | None  # None: a button
    button: Callable[[Action, Pack], str] | None = None  # what the button says
    key: Callable[[Action], str] | None = None  # the key that presses it


@dataclass(frozen=True)
class Phase:
    """One kind of decision; `id` is what a position's field `phase` holds."""

    id: int
    name: str
    kinds: tuple[ActionKind, ...]
    within_turn: bool  # the turn of the rules began earlier
    within_move: bool  # a further step of a move
    ends_move: bool  # no further step comes after it
    always_asked: bool  # a single legal action is not taken unasked: that it is the only one is a secret
    may_change: str = ""  # the id of the rule by which people may choose anew until somebody else has acted

    def kind(self, action: Action) -> ActionKind | None:
        """The kind of an action, None where the phase has none of this number."""
        for kind in self.kinds:
            if action in kind.actions:
                return kind
        return None

    def every(self) -> Iterator[Action]:
        """All actions that the phase knows."""
        for kind in self.kinds:
            yield from kind.actions


def card_actions(verb: str, *, cards: range | None = None, touch: Touch | None = None) -> ActionKind:
    """Action c is the card c: "play 7C", "Play the seven of clubs"; touched as the card itself unless `touch` says more."""

    order = verb.capitalize()

    def text(action: Action, pack: Pack, s: Fields) -> ActionText:
        return ActionText(f"{verb} {pack.cards[action].code}", f"{order} {pack.the(action)}")

    return ActionKind(cards or range(60), text, touch or (lambda s, action: (action,)))


def number_actions(verb: str, values: range, *, first_action: int = 0, touch: Touch | None = None) -> ActionKind:
    """Action first_action + k is the k-th of the values: "bid 3"; a button that its digit presses, unless touched."""
    numbers = range(first_action, first_action + len(values))

    order = verb.capitalize()

    def text(action: Action, pack: Pack, s: Fields) -> ActionText:
        n = values[action - first_action]
        return ActionText(f"{verb} {n}", f"{order} {n}")

    return ActionKind(
        numbers,
        text,
        touch,
        button=None if touch else lambda action, pack: str(values[action - first_action]),
        key=None if touch else lambda action: str(values[action - first_action]),
    )


def counted_actions(verb: str, actions: range, counted: Count, touch: Touch) -> ActionKind:
    """Actions that people count from somewhere on the table: "column -31", where counted(s, action) is -31.

    At any position it must tell the actions apart.
    """

    order = verb.capitalize()

    @cache
    def worded(n: int) -> ActionText:
        return ActionText(f"{verb} {n}", f"{order} {n}")

    return ActionKind(actions, lambda action, pack, s: worded(counted(s, action)), touch)


def named_actions(verb: str, names: Sequence[str], *, first_action: int = 0, touch: Touch | None = None) -> ActionKind:
    """Action first_action + k is the k-th name: "name yellow"; a button, or what `touch` says."""

    order = verb.capitalize()

    def text(action: Action, pack: Pack, s: Fields) -> ActionText:
        name = names[action - first_action]
        return ActionText(f"{verb} {name}", f"{order} {name}")

    return ActionKind(
        range(first_action, first_action + len(names)),
        text,
        touch,
        button=lambda action, pack: names[action - first_action].capitalize(),
    )


def one_action(action: Action, text: str, label: str, *, touch: Touch | None = None, key: str = "") -> ActionKind:
    """A single action: a button, or a place to touch."""
    return ActionKind(
        range(action, action + 1),
        lambda action, pack, s: ActionText(text, label),
        touch,
        button=lambda action, pack: label,
        key=(lambda action: key) if key else None,
    )


def place_actions(verb: str, names: Sequence[str], touch: Touch, *, first_action: int = 0) -> ActionKind:
    """Action first_action + k is the k-th place: "play chain 2"; touched as `touch` says (the card, then the place)."""

    order = verb.capitalize()

    def text(action: Action, pack: Pack, s: Fields) -> ActionText:
        name = names[action - first_action]
        return ActionText(f"{verb} {name}", f"{order} on {name}")

    return ActionKind(range(first_action, first_action + len(names)), text, touch)


def parse_action(text: str, phase: Phase, pack: Pack, s: Fields) -> Action:
    """The action that a phase prints so at a position, in upper or lower case; BadInput where there is none."""
    wanted = " ".join(text.split()).casefold()
    for action in phase.every():
        try:
            words = describe(action, phase, pack, s)
        except IndexError:
            continue
        if words.text.casefold() == wanted:
            return action
    raise BadInput(f"{text!r} is not an action of the phase {phase.name!r}.")


def with_names(text: str, names: Sequence[str]) -> str:
    """A label with the players' names in place of "seat 2"."""
    if "seat" not in text:
        return text
    named = {f"seat {seat}": "you" if name == "You" else name for seat, name in enumerate(names)}
    return re.sub(r"\bseat \d\b", lambda found: named.get(found[0], found[0]), text)


def describe(action: Action, phase: Phase, pack: Pack, s: Fields) -> ActionText:
    """The action in words, as they are at a position; IndexError for a number that means nothing in this phase."""
    kind = phase.kind(action)
    if kind is None:
        raise IndexError(action)
    return kind.text(action, pack, s)
