"""Rules of thumb for 7-Truf: bid what aces and trumps promise, then take exactly that many."""

from __future__ import annotations

from sevenfold.bots.tricking import strongest, weakest, winning
from sevenfold.cards import NONE
from sevenfold.games.seven_truf import BIDDING, SEATS, SIZES, Position, rank, rules, suit
from sevenfold.kernel import ActionSet, Card, beyond_lowest, bit, compiled, lowest


@rules.answers
def advised(s: Position, legal: ActionSet) -> ActionSet:
    if s.phase == BIDDING:
        return bit(nearest(legal, tricks_promised(s)))
    if s.won[s.turn] < s.bids[s.turn]:
        return bit(to_take(s, legal))
    return bit(to_duck(s, legal))


# -- bidding ------------------------------------------------------------------------------------------------------------


@compiled
def tricks_promised(s: Position) -> float:
    """How many tricks the hand should take: the sum of what its cards promise."""
    promised, left = 0.0, s.hands[s.turn]
    while left:
        promised += promise(s, lowest(left))
        left = beyond_lowest(left)
    return promised


@compiled
def promise(s: Position, card: Card) -> float:
    """The chance that a card takes a trick; the fewer cards are dealt, the seldomer somebody holds a better one."""
    better = 7 - rank(card)
    if s.turn_up != NONE and suit(card) != suit(s.turn_up):
        better += 4 if SIZES[s.deal_number] > 2 else 6
    elif s.turn_up != NONE:
        better -= 2
    return max(0.0, 1 - better * SIZES[s.deal_number] * (SEATS - 1) / 110)


@compiled
def nearest(bids: ActionSet, wanted: float) -> int:
    """The bid nearest to a number."""
    best, left = lowest(bids), bids
    while left:
        bid = lowest(left)
        left = beyond_lowest(left)
        if abs(bid - wanted) < abs(best - wanted):
            best = bid
    return best


# -- play ---------------------------------------------------------------------------------------------------------------


@compiled
def to_take(s: Position, legal: ActionSet) -> Card:
    """Win as cheaply as it is sure, else as surely as possible; what cannot win is thrown away from below."""
    winners = winning(s, legal)
    if winners == 0:
        return weakest(s, legal)
    return weakest(s, winners) if s.trick_size == SEATS - 1 else strongest(s, winners)


@compiled
def to_duck(s: Position, legal: ActionSet) -> Card:
    """Throw the strongest card that does not win; if each would, lead or play the weakest, or the strongest to a last trick."""
    losers = legal & ~winning(s, legal)
    if losers:
        return strongest(s, losers)
    return strongest(s, legal) if s.trick_size == SEATS - 1 else weakest(s, legal)
