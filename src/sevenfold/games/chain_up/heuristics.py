"""Heuristics for Chain Up: few open chains, with ends that many cards of the stock would close or couple well."""

from __future__ import annotations

from math import exp

from sevenfold.cards import NONE
from sevenfold.games.chain_up.rules import (
    CLOSABLE, CLOSE, CLOSING, DISCARD, FROM_DISCARDS, FROM_STOCK, LEAVE, TAKE, Position, open_chains, rules,
)  # fmt: skip
from sevenfold.kernel import Action, ActionSet, Card, Seat, beyond_lowest, bit, count, has, left, lowest, scratch, without
from sevenfold.kernel import compiled
from sevenfold.games.chain_up.coupling import PLAYED_ON, ChainSet, matched, plays_within
from sevenfold.mechanics.sevendeck import matching

LAST = CLOSABLE - 1  # cards of a chain that the next card may close
# Tuned by play against random players and against these heuristics themselves, like the numbers further down:
OPEN = (0.0, 1.9, 2.65, 12.7)  # the distance by the number of open chains
ALONE = (6.7, 3.8, 0.0, 0.0, 0.0)  # the value of a card that closes the only open chain, by the cards that the chain lacks
BESIDE_OTHERS = (2.7, 1.8, 1.0, 0.3, 0.3)


@rules.answers
def policy(s: Position, legal: ActionSet) -> ActionSet:
    if s.phase == TAKE:
        return to_take(s, legal)
    if s.phase == CLOSING:
        return to_close(s)
    return best_plays(s, s.taken, legal)


@rules.answers
def heuristic_value(s: Position, seat: Seat) -> float:
    every = 0.0
    for other in range(s.players):
        every += nearness(s, other)
    return nearness(s, seat) / every


@compiled
def nearness(s: Position, seat: Seat) -> float:
    """The seats' chances to win are proportional to this; large distances hardly differ."""
    return exp(-0.6 * min(distance(s, seat), 2.25))


@compiled
def to_take(s: Position, legal: ActionSet) -> ActionSet:
    """The top of the discard pile if playing it reduces the distance, else the stock."""
    if not has(legal, FROM_DISCARDS):
        return bit(FROM_STOCK)
    plays = plays_within(matched(s, s.top) & open_chains(s, s.turn))
    best = after(s, lowest(best_plays(s, s.top, plays)), s.top)
    return bit(FROM_DISCARDS) if best < distance(s, s.turn) else bit(FROM_STOCK)


@compiled
def best_plays(s: Position, card: Card, legal: ActionSet) -> ActionSet:
    """The actions that leave the least distance, with a penalty for discarding what helps the next player."""
    best, chosen, rest = 1e9, 0, legal
    while rest:
        action = lowest(rest)
        rest = beyond_lowest(rest)
        value = after(s, action, card) + (gift(s, left(s, s.turn), card) if action == DISCARD else 0.0)
        if value < best:
            best, chosen = value, 0
        if value == best:
            chosen |= bit(action)
    return chosen


@compiled
def gift(s: Position, seat: Seat, card: Card) -> float:
    """The cost of leaving a card to a seat: high if it closes a chain, low if it couples two."""
    fitting, closes, rest = 0, False, open_chains(s, seat)
    while rest:
        chain = lowest(rest)
        rest = beyond_lowest(rest)
        if has(matching(card), s.ends[seat, chain]):
            fitting += 1
            closes = closes or count(s.chains[seat, chain]) >= LAST
    return 0.5 * (closes and has(matching(card), s.target)) + 0.05 * (fitting > 1)


@compiled
def to_close(s: Position) -> ActionSet:
    """Close the chain unless the distance is less with the chain open."""
    chains = open_chains(s, s.turn)
    closed = without(chains, lowest(PLAYED_ON[s.played]))
    return bit(CLOSE) if far(s, s.turn, closed, NONE, 0, 0) <= far(s, s.turn, chains, NONE, 0, 0) else bit(LEAVE)


@compiled
def distance(s: Position, seat: Seat) -> float:
    """An estimate of how far a seat is from having closed all its chains."""
    return far(s, seat, open_chains(s, seat), NONE, 0, 0)


@compiled
def after(s: Position, action: Action, card: Card) -> float:
    """The distance after a play, with the chain closed if that is better."""
    if action == DISCARD:
        return distance(s, s.turn)
    chain, size, chains = grown(s, action)
    value = far(s, s.turn, chains, chain, size, card)
    if size >= CLOSABLE and has(matching(card), s.target):
        value = min(value, far(s, s.turn, without(chains, chain), NONE, 0, 0))
    return value


@compiled
def grown(s: Position, action: Action) -> tuple[int, int, ChainSet]:
    """After a play: the chain that was played on, its number of cards, and the seat's open chains."""
    chain, size, parts = lowest(PLAYED_ON[action]), 1, PLAYED_ON[action]
    while parts:
        size += count(s.chains[s.turn, lowest(parts)])
        parts = beyond_lowest(parts)
    return chain, size, open_chains(s, s.turn) & ~beyond_lowest(PLAYED_ON[action])


@compiled
def far(s: Position, seat: Seat, chains: ChainSet, changed: int, size: int, end: Card) -> float:
    """The distance if a seat had these open chains, with `changed` of this size and end.

    It grows with each open chain and each missing card, and shrinks with the chance that the next card of the stock closes a
    chain, couples two, or fits at all; most with cards that couple and leave an end that matches the target.
    """
    fits = scratch(3)
    value, near, total, couplers, n, rest = 0.0, 0.0, 0, 0, 0, chains
    closing = matching(s.target)
    while rest:
        chain = lowest(rest)
        rest = beyond_lowest(rest)
        length = size if chain == changed else count(s.chains[seat, chain])
        lacking = max(0, LAST - length)
        fits[n] = matching(end if chain == changed else s.ends[seat, chain]) & s.stock
        closer = ALONE[lacking] if chains == bit(chain) else BESIDE_OTHERS[lacking]
        near += closer * count(fits[n] & closing) + 0.45 * count(fits[n])
        value += 0.07 * lacking
        for i in range(n):
            couplers |= fits[n] & fits[i]
        total += length
        n += 1
    if n == 0:
        return -9.0
    coupled, coupled_well = (0.38, 2.4) if n == 2 else (0.45, 0.86)
    near += coupled * count(couplers) + coupled_well * count(couplers & closing)
    return value + OPEN[n] + 0.4 * max(0, LAST + 1 - n - total) - near * 3.1 / (4.3 + count(s.stock))
