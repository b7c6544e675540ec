"""Several chains for each seat. A card may couple two chains into one.

As in `mechanics.chains`, each card lies on another one. A seat has up to MOST_CHAINS chains. A card is played on one chain
(actions 0-2) or across two (3-5).
"""

from __future__ import annotations

from typing import TypeAlias

from sevenfold.cards import NONE
from sevenfold.kernel import (
    ActionSet,
    Card,
    Fields,
    Numbers,
    Seat,
    a_card,
    a_number,
    a_seat,
    beyond_lowest,
    bit,
    compiled,
    each,
    event,
    first,
    some_cards,
)
from sevenfold.mechanics.chains import agree

ChainSet: TypeAlias = int
MOST_CHAINS = 3  # of a seat


class CouplingFields(Fields):
    """The fields that a position needs to use this module."""

    chains: Numbers  # by seat and chain: its cards
    ends: Numbers  # by seat and chain: its last card; NONE: there is no such chain
    under: Numbers  # by card of the sevendeck: the card that it lies on; NONE: it lies on nothing
    across: Numbers  # by card: for a coupling card, the end of the second chain that it lies on; otherwise NONE


PLAYED_ON = (bit(0), bit(1), bit(2), bit(0) | bit(1), bit(0) | bit(2), bit(1) | bit(2))  # the chains involved in each play
ON_ONE, ON_TWO = first(3), first(6) & ~first(3)  # sets of plays

ONTO_CHAIN = ("card", "taken", "chain-{seat}-{chain}")
# Cards move at once; the sentence follows when it is known whether the chain is closed.
lengthened = event("lengthen", seat=a_seat(), card=a_card(), chain=a_number(), line=False, goes=[ONTO_CHAIN])
coupled = event(
    "couple",
    seat=a_seat(),
    card=a_card(),
    chain=a_number(),  # the chain that stays
    other=a_number(),  # the chain that becomes a part of it
    cards=some_cards(),  # the end of the other chain
    line=False,
    goes=[("cards", "chain-{seat}-{other}", "chain-{seat}-{chain}"), ONTO_CHAIN],
)


def chain_names(chains: ChainSet) -> str:
    """Chains as people count them: "chain 2", "chains 1 and 3"."""
    return f"chain{'s' if beyond_lowest(chains) else ''} {' and '.join(str(chain + 1) for chain in each(chains))}"


@compiled
def plays_within(chains: ChainSet) -> ActionSet:
    """The plays that involve only these chains."""
    found = 0
    for play in range(len(PLAYED_ON)):
        if PLAYED_ON[play] & ~chains == 0:
            found |= bit(play)
    return found


@compiled
def no_chains(s: CouplingFields) -> None:
    """Set up: no seat has a chain yet."""
    for seat in range(len(s.ends)):
        for chain in range(MOST_CHAINS):
            s.ends[seat, chain] = NONE


@compiled
def begin_chain(s: CouplingFields, seat: Seat, chain: int, base: Card) -> None:
    """Begin a chain with one card."""
    s.chains[seat, chain] = bit(base)
    s.ends[seat, chain] = base
    s.under[base] = s.across[base] = NONE


@compiled
def own_chains(s: CouplingFields, seat: Seat) -> ChainSet:
    """The chains that a seat has."""
    found = 0
    for chain in range(MOST_CHAINS):
        if s.ends[seat, chain] != NONE:
            found |= bit(chain)
    return found


@compiled
def matched(s: CouplingFields, card: Card) -> ChainSet:
    """The chains of the seat to move whose last card shares number or suit with a card."""
    found = 0
    for chain in range(MOST_CHAINS):
        if s.ends[s.turn, chain] != NONE and agree(card, s.ends[s.turn, chain]):
            found |= bit(chain)
    return found


@compiled
def lengthen(s: CouplingFields, seat: Seat, chain: int, card: Card) -> None:
    """Lay a card at the end of a chain."""
    lengthened(s, seat, card, chain)
    put_last(s, seat, chain, card, NONE)


@compiled
def couple(s: CouplingFields, seat: Seat, chain: int, other: int, card: Card) -> None:
    """Lay a card across the ends of two chains: the second becomes a part of the first."""
    coupled(s, seat, card, chain, other, s.chains[seat, other])
    put_last(s, seat, chain, card, s.ends[seat, other])
    s.chains[seat, chain] |= s.chains[seat, other]
    s.chains[seat, other] = 0
    s.ends[seat, other] = NONE


@compiled
def put_last(s: CouplingFields, seat: Seat, chain: int, card: Card, across: Card) -> None:
    """Make a card the end of a chain; across: the end of the other chain that it also lies on."""
    s.under[card] = s.ends[seat, chain]
    s.across[card] = across
    s.chains[seat, chain] |= bit(card)
    s.ends[seat, chain] = card


def whole_chain(s: CouplingFields, end: Card) -> list[Card]:
    """A chain in order up to this card, its last; before a coupling card one part, then the other."""
    if end == NONE:
        return []
    return [*whole_chain(s, s.under[end]), *whole_chain(s, s.across[end]), int(end)]
