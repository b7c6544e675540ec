"""Rules of thumb for Chain Up: couple chains as soon as may be, for one long chain is closed sooner than three short ones."""

from __future__ import annotations

from sevenfold.cards import NONE
from sevenfold.games.chain_up import (
    CLOSABLE, CLOSE, CLOSING, DISCARD, FROM_DISCARDS, FROM_STOCK, LEAVE, TAKE, Position, open_chains, rules,
)  # fmt: skip
from sevenfold.kernel import (
    Action, ActionSet, Card, CardSet, Seat, beyond_lowest, bit, compiled, count, has, left, lowest, scratch, without,
)  # fmt: skip
from sevenfold.words.coupling import PLAYED_ON, ChainSet, matched, plays_within
from sevenfold.words.sevendeck import matching


@rules.answers
def advised(s: Position, legal: ActionSet) -> ActionSet:
    if s.phase == TAKE:
        return to_take(s, legal)
    if s.phase == CLOSING:
        return to_close(s)
    return best_play(s, legal)


@compiled
def to_take(s: Position, legal: ActionSet) -> ActionSet:
    """The discard if it brings the end nearer by more than a card of the stock may be hoped to."""
    if not has(legal, FROM_DISCARDS):
        return bit(FROM_STOCK)
    now = turns_needed(s, s.turn)
    plays = plays_within(matched(s, s.top) & open_chains(s, s.turn))
    gain = now - after(s, lowest(best_plays(s, s.top, plays)), s.top)
    return bit(FROM_DISCARDS) if gain > par(s, 0) else bit(FROM_STOCK)


@compiled
def best_play(s: Position, legal: ActionSet) -> ActionSet:
    return best_plays(s, s.taken, legal)


@compiled
def best_plays(s: Position, card: Card, legal: ActionSet) -> ActionSet:
    best, chosen, rest = 1e9, 0, legal
    while rest:
        action = lowest(rest)
        rest = beyond_lowest(rest)
        value = after(s, action, card)
        if action == DISCARD:
            value += 0.05 * helps_next(s, card)
        if value < best:
            best, chosen = value, 0
        if value == best:
            chosen |= bit(action)
    return chosen


@compiled
def helps_next(s: Position, card: Card) -> float:
    seat = left(s, s.turn)
    n, chains = 0, open_chains(s, seat)
    while chains:
        n += has(matching(card), s.ends[seat, lowest(chains)])
        chains = beyond_lowest(chains)
    return 1.0 if n > 1 else 0.0


@compiled
def after(s: Position, action: Action, card: Card) -> float:
    """The turns still needed after a play."""
    if action == DISCARD:
        return turns_needed(s, s.turn)
    chains = PLAYED_ON[action]
    chain, size, gone = lowest(chains), 1, 0
    left = chains
    while left:
        size += count(s.chains[s.turn, lowest(left)])
        left = beyond_lowest(left)
    gone = beyond_lowest(chains)
    rest = open_chains(s, s.turn) & ~gone
    value = needed(s, s.turn, rest, chain, size, card)
    if size >= CLOSABLE and has(matching(card), s.target):
        value = min(value, needed(s, s.turn, without(rest, chain), NONE, 0, 0))
    return value


@compiled
def to_close(s: Position) -> ActionSet:
    chains = PLAYED_ON[s.played]
    chain = lowest(chains)
    rest = open_chains(s, s.turn)
    closed, leave = needed(s, s.turn, without(rest, chain), NONE, 0, 0), needed(s, s.turn, rest, NONE, 0, 0)
    return bit(CLOSE) if closed <= leave else bit(LEAVE)


@compiled
def turns_needed(s: Position, seat: Seat) -> float:
    return needed(s, seat, open_chains(s, seat), NONE, 0, 0)


@compiled
def needed(s: Position, seat: Seat, chains: ChainSet, changed: int, size: int, end: Card) -> float:
    """About how many turns a seat needs to close these chains, one of which may have another size and end."""
    if chains == 0:
        return 0.0
    fits, sizes = scratch(3), scratch(3)
    n, total, rest = 0, 0, chains
    while rest:
        chain = lowest(rest)
        rest = beyond_lowest(rest)
        last = end if chain == changed else s.ends[seat, chain]
        fits[n] = matching(last) & s.stock
        sizes[n] = size if chain == changed else count(s.chains[seat, chain])
        total += sizes[n]
        n += 1
    value = 2.0 * n
    couplers, least = 0, 1e9
    for i in range(n):
        missing = max(0, CLOSABLE - 1 - sizes[i])
        closers = count(fits[i] & matching(s.target))
        value += par(s, 2) / 4 * missing
        rate = 10.0 * closers / max(1, count(s.stock)) + par(s, 1) / 2 * count(fits[i]) / max(1, count(s.stock))
        value -= (par(s, 3) if missing == 0 else par(s, 4) if missing == 1 else 0) * rate / (1 + rate)
        for j in range(i):
            couplers |= fits[i] & fits[j]
    rate = 10.0 * count(couplers) / max(1, count(s.stock))
    return value - par(s, 5) * rate / (1 + rate)


@compiled
def par(s: Position, i: int) -> float:
    return (((s.limit >> (20 + 7 * i)) & 127) - 64) / 16.0
