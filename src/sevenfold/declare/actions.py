"""What the numbers of a phase's actions mean: how actions are printed, parsed, labelled, and made at the table.

A game declares it once, as a list of kinds:

    rules.phase(TURN, "play", card_actions("play"), one_action(DRAW, "draw", "Draw a card"))
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from sevenfold.cards import Pack
from sevenfold.errors import BadInput, quoted
from sevenfold.kernel.fields import Fields
from sevenfold.kernel.types import Action, Card

# What a player touches: a card, wherever it lies face up, or a place of a zone, as (zone, place) or, on a grid, (zone, (x, y)).
Target = Card | tuple[str, int | tuple[int, int]]
# Any, because a game's functions take its own position, whose type differs from game to game.
Count = Callable[[Any, Action], int]  # (position, action) -> the number that people call the action by
Touch = Callable[[Any, Action], Sequence[Target]]  # (position as the seat sees it, action) -> what is touched, in order


@dataclass(frozen=True)
class ActionText:
    """The texts of an action."""

    text: str  # printed and parsed: "play 7C"
    label: str  # for the player who may do it: "Play the seven of clubs"


@dataclass(frozen=True)
class ActionKind:
    """A range of actions with one meaning."""

    actions: range
    text: Callable[[Action, Pack, Fields], ActionText]  # (action, pack, position)
    touch: Touch | None  # None: a button
    button: Callable[[Action, Pack], str] | None = None  # its caption
    key: Callable[[Action], str] | None = None  # the key that presses the button
    is_coordinate: bool = False  # a number that helps to name a place, which people call by what lies there
    is_whole_pack: bool = False  # whether they are the cards of the pack, however many it has
    is_of_cards: bool = False  # whether each is the number of its card
    is_pressed: bool = False  # whether a button is pressed after what is touched

    def for_pack(self, pack: Pack) -> ActionKind:
        """The same kind for a pack: if it is for all its cards, with as many actions."""
        whole = range(self.actions.start, self.actions.start + len(pack.cards))
        return replace(self, actions=whole) if self.is_whole_pack else self


@dataclass(frozen=True)
class Phase:
    """One kind of decision. `id` is the value of the position's field `phase`."""

    id: int
    name: str
    kinds: tuple[ActionKind, ...]
    within_turn: bool  # it continues a turn
    within_move: bool  # it is a further step of a move
    ends_move: bool  # no further step follows
    always_asked: bool  # even a single legal action must be chosen, because it is a secret that there is no other
    may_change: str = ""  # the id of the rule by which a choice may change until somebody else has acted
    whole: str = ""  # the whole move of which it is a step, as in "Ada is to ..."
    simultaneous: bool = False  # several seats choose, and none learns of another's choice before all have chosen

    def kind(self, action: Action) -> ActionKind | None:
        """The kind of an action; None if the phase has no such action."""
        for kind in self.kinds:
            if action in kind.actions:
                return kind
        return None

    def every(self) -> Iterator[Action]:
        """All actions of the phase, in the order of their declaration."""
        for kind in self.kinds:
            yield from kind.actions


def card_actions(
    verb: str, *, cards: range | None = None, first_action: int = 0, touch: Touch | None = None, button: str = ""
) -> ActionKind:
    """Declare that action first_action + c is the card c: it prints as "play 7C" and reads "Play the seven of clubs".

    Args:
        verb: The verb, "play".
        cards: The cards; by default all of the pack.
        first_action: The action of card 0, where another kind of the phase has the cards' own numbers.
        touch: Returns the list of what a player touches, from (position, action); by default the card.
        button: A button that is pressed once the card is touched, "Face down". Empty: touching is all.
    """

    order = verb.capitalize()
    some = cards or range(60)

    def text(action: Action, pack: Pack, s: Fields) -> ActionText:
        card = action - first_action
        return ActionText(f"{verb} {pack.cards[card].code}", f"{order} {pack.the(card)}")

    return ActionKind(
        range(first_action + some.start, first_action + some.stop, some.step),
        text,
        touch or (lambda s, action: (action - first_action,)),
        button=(lambda action, pack: button) if button else None,
        is_whole_pack=cards is None,
        is_of_cards=first_action == 0,
        is_pressed=bool(button),
    )


def number_actions(verb: str, values: range, *, first_action: int = 0, touch: Touch | None = None) -> ActionKind:
    """Declare that action first_action + k is the k-th of some numbers: "bid 3".

    Args:
        verb: The verb, "bid".
        values: The numbers.
        first_action: The action of the first number.
        touch: Returns the list of what a player touches, from (position, action). None: a button, which the digit presses too.
    """
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
    """Declare actions that name a place by a number that depends on the position: "column -31".

    Records contain the number. Labels say where the place is by the cards that lie there.

    Args:
        verb: The noun or verb before the number, "column".
        actions: The actions.
        counted: Returns the number, from (position, action). In any position the numbers must differ.
        touch: Returns the list of what a player touches, from (position, action).
    """

    order = verb.capitalize()

    @cache
    def worded(n: int) -> ActionText:
        return ActionText(f"{verb} {n}", f"{order} {n}")

    return ActionKind(actions, lambda action, pack, s: worded(counted(s, action)), touch, is_coordinate=True)


def named_actions(
    verb: str, names: Sequence[str], *, first_action: int = 0, touch: Touch | None = None, press: bool = False
) -> ActionKind:
    """Declare that action first_action + k is the k-th of some names: "name yellow".

    Args:
        verb: The verb, "name".
        names: The names; "seat 0" and so on are shown as the players' names.
        first_action: The action of the first name.
        touch: Returns the list of what a player touches, from (position, action). None: a button.
        press: Whether a player who has touched that then presses a button, too.
    """

    order = verb.capitalize()

    def text(action: Action, pack: Pack, s: Fields) -> ActionText:
        name = names[action - first_action]
        return ActionText(f"{verb} {name}", f"{order} {name}")

    return ActionKind(
        range(first_action, first_action + len(names)),
        text,
        touch,
        button=lambda action, pack: names[action - first_action].capitalize(),
        is_pressed=press,
    )


def one_action(
    action: Action, text: str, label: str, *, touch: Touch | None = None, key: str = "", press: bool = False
) -> ActionKind:
    """Declare a single action.

    Args:
        action: Its number.
        text: Its text in records, and when typed.
        label: Its label, also on its button.
        touch: Returns the list of what a player touches, from (position, action). None: a button.
        key: A key that presses the button.
        press: Whether a player who has touched something then presses the button, too.
    """
    return ActionKind(
        range(action, action + 1),
        lambda action, pack, s: ActionText(text, label),
        touch,
        button=lambda action, pack: label,
        key=(lambda action: key) if key else None,
        is_pressed=press,
    )


def place_actions(verb: str, names: Sequence[str], touch: Touch, *, first_action: int = 0) -> ActionKind:
    """Declare that action first_action + k is the k-th of some places: "play chain 2", read as "Play on chain 2".

    Args:
        verb: The verb, "play".
        names: The names of the places.
        touch: Returns the list of what a player touches, from (position, action): usually a card, then the place.
        first_action: The action of the first place.
    """

    order = verb.capitalize()

    def text(action: Action, pack: Pack, s: Fields) -> ActionText:
        name = names[action - first_action]
        return ActionText(f"{verb} {name}", f"{order} on {name}")

    return ActionKind(range(first_action, first_action + len(names)), text, touch)


def parse_action(text: str, phase: Phase, pack: Pack, s: Fields) -> Action:
    """The action with this text in a phase, at a position; case does not matter. BadInput if there is none."""
    wanted = " ".join(text.split()).casefold()
    for action in phase.every():
        try:
            words = describe(action, phase, pack, s)
        except IndexError:
            continue
        if words.text.casefold() == wanted:
            return action
    raise BadInput(f"{quoted(text)} is not an action of the phase {phase.name!r}.")


def with_names(text: str, names: Sequence[str]) -> str:
    """A label with "seat 2" replaced by the player's name."""
    if "seat" not in text:
        return text
    named = {f"seat {seat}": "you" if name == "You" else name for seat, name in enumerate(names)}
    return re.sub(r"\bseat \d\b", lambda found: named.get(found[0], found[0]), text)


def describe(action: Action, phase: Phase, pack: Pack, s: Fields) -> ActionText:
    """The texts of an action at a position; IndexError if the phase has no such action."""
    kind = phase.kind(action)
    if kind is None:
        raise IndexError(action)
    return kind.text(action, pack, s)
