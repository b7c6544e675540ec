"""Rules of thumb for Chain Up: few open chains, long ones, and ends that many cards of the stock would close or couple."""

from __future__ import annotations

from sevenfold.cards import NONE
from sevenfold.games.chain_up import (
    CLOSABLE,
    CLOSE,
    CLOSING,
    DISCARD,
    FROM_DISCARDS,
    FROM_STOCK,
    LEAVE,
    TAKE,
    Position,
    open_chains,
    rules,
)  # fmt: skip
from sevenfold.kernel import (
    Action,
    ActionSet,
    Card,
    Seat,
    beyond_lowest,
    bit,
    compiled,
    count,
    has,
    left,
    lowest,
    scratch,
    without,
)  # fmt: skip
from sevenfold.words.coupling import PLAYED_ON, ChainSet, matched, plays_within
from sevenfold.words.sevendeck import matching

LAST, BUT_ONE = CLOSABLE - 1, CLOSABLE - 2  # cards of a chain that the next card may close, or the one after it


@rules.answers
def advised(s: Position, legal: ActionSet) -> ActionSet:
    if s.phase == TAKE:
        return to_take(s, legal)
    if s.phase == CLOSING:
        return to_close(s)
    return best_plays(s, s.taken, legal)


@rules.answers
def outlook(s: Position, seat: Seat) -> float:
    """How far ahead of the others a seat is."""
    ahead = -distance(s, seat)
    for other in range(s.players):
        ahead += distance(s, other) / s.players
    return ahead / 4


@compiled
def to_take(s: Position, legal: ActionSet) -> ActionSet:
    """The top of the discard pile, if to play it brings the end nearer."""
    if not has(legal, FROM_DISCARDS):
        return bit(FROM_STOCK)
    plays = plays_within(matched(s, s.top) & open_chains(s, s.turn))
    best = after(s, lowest(best_plays(s, s.top, plays)), s.top)
    return bit(FROM_DISCARDS) if best < distance(s, s.turn) else bit(FROM_STOCK)


@compiled
def best_plays(s: Position, card: Card, legal: ActionSet) -> ActionSet:
    """What leaves the least distance; a card that the next player could couple with is rather not discarded."""
    best, chosen, rest = 1e9, 0, legal
    while rest:
        action = lowest(rest)
        rest = beyond_lowest(rest)
        value = after(s, action, card) + (0.05 if action == DISCARD and couples(s, left(s, s.turn), card) else 0.0)
        if value < best:
            best, chosen = value, 0
        if value == best:
            chosen |= bit(action)
    return chosen


@compiled
def couples(s: Position, seat: Seat, card: Card) -> bool:
    """Does a card fit on two open chains of a seat?"""
    fitting, rest = 0, open_chains(s, seat)
    while rest:
        fitting += has(matching(card), s.ends[seat, lowest(rest)])
        rest = beyond_lowest(rest)
    return fitting > 1


@compiled
def to_close(s: Position) -> ActionSet:
    """Close the chain unless the distance is less with it open."""
    chains = open_chains(s, s.turn)
    closed = without(chains, lowest(PLAYED_ON[s.played]))
    return bit(CLOSE) if far(s, s.turn, closed, NONE, 0, 0) <= far(s, s.turn, chains, NONE, 0, 0) else bit(LEAVE)


@compiled
def distance(s: Position, seat: Seat) -> float:
    """How far a seat is from having closed all its chains."""
    return far(s, seat, open_chains(s, seat), NONE, 0, 0)


@compiled
def after(s: Position, action: Action, card: Card) -> float:
    """The distance after a play, the chain closed if that is better."""
    if action == DISCARD:
        return distance(s, s.turn)
    chain, size, parts = lowest(PLAYED_ON[action]), 1, PLAYED_ON[action]
    while parts:
        size += count(s.chains[s.turn, lowest(parts)])
        parts = beyond_lowest(parts)
    chains = open_chains(s, s.turn) & ~beyond_lowest(PLAYED_ON[action])
    value = far(s, s.turn, chains, chain, size, card)
    if size >= CLOSABLE and has(matching(card), s.target):
        value = min(value, far(s, s.turn, without(chains, chain), NONE, 0, 0))
    return value


@compiled
def far(s: Position, seat: Seat, chains: ChainSet, changed: int, size: int, end: Card) -> float:
    """The distance if a seat had these open chains, and one of them this size and end.

    Each open chain counts, and a little each card it lacks; then the chances that the next card of the stock couples two
    of them, or closes one that is long enough, or brings one a card shorter nearer to that.
    """
    fits = scratch(3)
    value, couplers, n, rest = 0.0, 0, 0, chains
    a_card = 2.5 / (5 + count(s.stock))
    while rest:
        chain = lowest(rest)
        rest = beyond_lowest(rest)
        length = size if chain == changed else count(s.chains[seat, chain])
        fits[n] = matching(end if chain == changed else s.ends[seat, chain]) & s.stock
        closers = count(fits[n] & matching(s.target))
        nearness = 2.5 if length >= LAST else 1.5 if length == BUT_ONE else 0.0
        value += 2.5 + max(0, LAST - length) / 8 - nearness * closers * a_card
        for i in range(n):
            couplers |= fits[n] & fits[i]
        n += 1
    return value - count(couplers) * a_card if chains else -9.0
