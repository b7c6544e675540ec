"""What everybody learns when a player who must play if able does not: words for games in which hands also draw.

A hand is kept in layers: first what is left of the oldest, then a layer for each card drawn later and kept. A duty not
met shows that no card then in the hand was of a certain set; those drawn later may be. A state that uses these words has

    lacks = noted(SEATS, LAYERS)  # by layer: what none of its cards is
    oldest = number(SEATS)        # how many cards of the hand are of the first layer
    newest = number(SEATS)        # the number of the last layer
    stocked = noted()             # what the present stock was made of; empty while it is the first

A card played may have come from several layers; the oldest that could hold it is taken. What is thought possible then is
exactly what is possible (of the cards that it could have drawn, a newer layer may hold all that an older one may); only
the weights are approximate.
"""

from __future__ import annotations

from typing import Any

from sevenfold.kernel import compiled, first, has

LAYERS = 24


@compiled
def begin_layers(s: Any, seat: int, size: int) -> None:
    """A hand is dealt."""
    s.oldest[seat] = size


@compiled
def show_lack(s: Any, seat: int, cards: int) -> None:
    """The seat shows that its hand holds none of these cards."""
    for layer in range(s.newest[seat] + 1):
        s.lacks[seat, layer] |= cards


@compiled
def restock(s: Any, cards: int) -> None:
    """These cards become the stock: no hand holds one of them, and until the next time nothing else is drawn."""
    s.stock = s.stocked = cards
    for seat in range(s.players):
        show_lack(s, seat, cards)


@compiled
def take_in(s: Any, seat: int) -> None:
    """The seat keeps a card that it drew: a new layer."""
    if s.newest[seat] == LAYERS - 1:
        join_oldest(s, seat)
    s.newest[seat] += 1
    s.lacks[seat, s.newest[seat]] = out_of_stock(s)


@compiled
def let_go(s: Any, seat: int, card: int) -> None:
    """The seat plays a card from its hand: taken from the oldest layer that may hold it."""
    layer = 0
    while layer < s.newest[seat] and has(s.lacks[seat, layer], card):
        layer += 1
    if layer > 0:
        close_up(s, seat, layer)
    else:
        s.oldest[seat] -= 1
        if s.oldest[seat] == 0 and s.newest[seat] > 0:
            close_up(s, seat, 0)
            s.oldest[seat] = 1


@compiled
def close_up(s: Any, seat: int, empty: int) -> None:
    """Drop a layer without cards."""
    for layer in range(empty, s.newest[seat]):
        s.lacks[seat, layer] = s.lacks[seat, layer + 1]
    s.newest[seat] -= 1


@compiled
def join_oldest(s: Any, seat: int) -> None:
    """Make room: the two oldest layers become one that may hold what either may."""
    s.oldest[seat] += 1
    s.lacks[seat, 1] &= s.lacks[seat, 0]
    close_up(s, seat, 0)


@compiled
def layer_size(s: Any, seat: int, layer: int) -> int:
    """How many cards a layer has."""
    return s.oldest[seat] if layer == 0 else 1


@compiled
def out_of_stock(s: Any) -> int:
    """Cards that everybody knows not to be in the stock."""
    return first(60) & ~s.stocked if s.stocked else 0
