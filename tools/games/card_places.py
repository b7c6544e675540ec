"""Where each game's position keeps its cards: every card in play must be in exactly one of these places.

Every field of the kinds `cards` and `card` is a place, and the cards in play are those of the pack that have a suit. The
fields `trick`, `leader` and `trick_size` hold a trick in progress (mechanics/tricks.py); the cards of `won` or of
`tricks` tricks are nowhere until the next deal. How a game differs from that is stated here, from the rulebook; a game that
is not mentioned must not differ.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

import sevenfold
from sevenfold.cards import NONE, Card
from sevenfold.kernel.types import Int64Array, Positions

Choice = Callable[[Card, Mapping[str, object]], bool]  # (a card, the options) -> is it in play?


def has_suit(card: Card) -> bool:
    """Whether a card is neither a joker nor a special card."""
    return card.suit != NONE


@dataclass(frozen=True)
class Places:
    """How a game differs from the general rule."""

    in_play: Choice = lambda card, options: has_suit(card)
    beside: tuple[str, ...] = ()  # fields that repeat cards of other places
    filled: Mapping[str, str] = field(default_factory=dict)  # for an array, the field with the number of its elements in use


STRIPPED: dict[object, str] = {2: "234567", 3: "789", 4: "", 5: ""}  # Suitability, by players: the ranks that are removed
PLACES: dict[str, Places] = {
    "cooperative_dominoes": Places(lambda card, options: has_suit(card) or bool(options["jokers"])),
    "sane_sevens": Places(lambda card, options: has_suit(card) or bool(options["silly"])),
    "seven_suitors": Places(lambda card, options: has_suit(card) or options["special_cards"] != "none"),
    "suitability": Places(
        lambda card, options: card.code[0] not in STRIPPED[options["players"]] if has_suit(card) else options["players"] == 5
    ),
}


def cards_in_play(game: sevenfold.Game) -> int:
    """The set of cards in play."""
    in_play = PLACES.get(game.id, Places()).in_play
    return sum(1 << number for number, card in enumerate(game.pack.cards) if in_play(card, game.options))


def cards_gone(game: sevenfold.Game, positions: Positions) -> Int64Array:
    """How many cards of each position are nowhere, because their tricks were taken."""
    names = game.rules.position.fields
    if "trick" not in names:
        return np.zeros(len(positions), np.int64)
    taken = positions["won"].sum(axis=1) if "won" in names else positions["tricks"]
    gone: Int64Array = positions["players"] * taken
    return gone


def sets_of(game: sevenfold.Game, positions: Positions) -> dict[str, Int64Array]:
    """The cards in each place, as arrays of sets, by the field's name and its index in an array."""
    known = PLACES.get(game.id, Places())
    found = {}
    players: Int64Array = positions["players"]
    for name, declared in game.rules.position.fields.items():
        if declared.kind not in ("cards", "card") or name in known.beside:
            continue
        columns = positions[name].reshape(len(positions), -1)
        for i in range(columns.shape[1]):
            held = columns[:, i] if declared.kind == "cards" else singles(columns[:, i])
            if name == "trick":
                leader: Int64Array = positions["leader"]
                size: Int64Array = positions["trick_size"]
                held = np.where((i < players) & ((i - leader) % players < size), held, 0)
            if name in known.filled:
                filled: Int64Array = positions[known.filled[name]]
                held = np.where(i < filled, held, 0)
            found[f"{name}[{i}]" if declared.shape else name] = held
    return found


def singles(cards: Int64Array) -> Int64Array:
    """Each card as a set of one; NONE as the empty set."""
    return np.where(cards >= 0, np.int64(1) << np.maximum(cards, 0), 0)
