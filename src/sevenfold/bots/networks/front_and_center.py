"""Front and Center as it was learnt by playing: how likely the deal is to be won, by what lies open.

One net says so, between two moves: it looks at the chains, the discard pile and which cards are left in the stock, not at their
order. To turn a card is worth what the position is worth where nothing may be taken from the discard pile first. A choice looks
ahead: after each action the deal is played on as the net says, for some cards of the stock, in as many orders of it; who is
clearly behind is left out. `tools/learn/run.py` has learnt the weights.
"""

from __future__ import annotations

import numpy as np

from sevenfold.bots.paired_playouts import MOST_ACTIONS, ROUND, add_up, best_of, without_those_behind
from sevenfold.cards import NONE
from sevenfold.games.front_and_center.rules import FULL, NEXT, TURN, Position, matched, with_room
from sevenfold.games.front_and_center.rules import standing as won
from sevenfold.kernel import OVER, Action, beyond_lowest, compiled, count, has, lowest
from sevenfold.kernel.chance import seeded
from sevenfold.kernel.compiler.decorators import entry
from sevenfold.kernel.questions import apply_action, legal_actions
from sevenfold.kernel.types import ActionSet, Positions, Reals
from sevenfold.mechanics.chains import agree
from sevenfold.mechanics.sevendeck import matching

from .network import Shape, Weights, Workspace, chance_of, new_workspace

# The tables: a chain by what it needs, two chains, a card of the discard pile, and how much is needed of what is left.
CHAIN, TWO, PILE, NEED = (6 * 2 * 13 * 7 * 4, 16, 4), (7 * 7 * 3, 8, 6), (8 * 5 * 3 * 2 * 4, 8, 8), (45 * 21, 16, 1)
TABLES = (CHAIN, TWO, PILE, NEED)
SHAPE = Shape(TABLES, numbers=9, hidden=48)
DEEP = 8  # cards of the discard pile that are looked at, from its top on
AHEAD, MOST_ORDERS = 6, 600  # cards that are turned until a trial is broken off; orders of the stock at most
TO_THE_END = 64  # cards: more than there are


def shape_of(players: int) -> Shape:
    """The net for so many players."""
    return SHAPE


# -- choosing -----------------------------------------------------------------------------------------------------------


def choose(positions: Positions, nets: Weights, mark: Positions) -> tuple[Action, float]:
    """(The best action in positions[0], how likely it is to be won then). Two more positions are there to try.

    The orders of the stock are always drawn in the same way, so that the same position has the same answer.
    """
    space = new_workspace(SHAPE)
    remaining, totals, orders = int(legal_actions(positions[0])), np.zeros((MOST_ACTIONS, 2)), 0
    while orders == 0 or (orders < MOST_ORDERS and count(remaining) > 1):
        gains = np.zeros((ROUND, MOST_ACTIONS))
        try_all(positions, remaining, orders, AHEAD, nets, space, gains, mark)
        add_up(totals, gains)
        orders += ROUND
        remaining = without_those_behind(remaining, totals, orders)
    best_of_all = best_of(remaining, totals)
    return best_of_all, float(totals[best_of_all, 0]) / orders


def play_out(positions: Positions, actions: ActionSet, first: int, gains: Reals, nets: Weights, mark: Positions) -> None:
    """gains[i, action] = 1.0 if the deal is won, played on to its end as the net says, in the order first + i of the stock.

    Two more positions are there to try.
    """
    try_all(positions, actions, first, TO_THE_END, nets, new_workspace(SHAPE), gains, mark)


@entry
def try_all(
    positions: Positions,
    actions: ActionSet,
    first: int,
    ahead: int,
    nets: Weights,
    space: Workspace,
    gains: Reals,
    _mark: Positions,
) -> None:
    """Try each action of the set in the orders from `first` on: gains[i, action] is how likely the deal is to be won then."""
    for i in range(len(gains)):
        rest = actions
        while rest:
            action = lowest(rest)
            rest = beyond_lowest(rest)
            positions[1] = positions[0]
            positions[1].chance = seeded(np.uint64(first + i))
            apply_action(positions[1], action)
            gains[i, action] = play_on(positions, ahead, nets, space)


@compiled
def play_on(positions: Positions, ahead: int, nets: Weights, space: Workspace) -> float:
    """Play on in positions[1] until so many cards have been turned; how likely it is to be won then. positions[2]: to try."""
    s, turned = positions[1], 0
    while s.phase != OVER:
        action, chance = best(positions, 1, nets, space)
        if s.phase == NEXT and action == TURN:
            if turned == ahead:
                return chance
            turned += 1
        apply_action(s, action)
    return value_of(s, nets, space)


@compiled
def best(positions: Positions, i: int, nets: Weights, space: Workspace) -> tuple[Action, float]:
    """(What the net thinks best in positions[i], how likely it is to be won then); positions[i + 1] is there to try."""
    s = positions[i]
    chosen, hoped, rest = NONE, -1.0, legal_actions(s)
    while rest:
        action = lowest(rest)
        rest = beyond_lowest(rest)
        value = 0.0
        if s.phase == NEXT and action == TURN:
            describe(s, False, space)
            value = chance_of(nets[0], TABLES, space)
        else:
            positions[i + 1] = positions[i]
            apply_action(positions[i + 1], action)
            value = value_of(positions[i + 1], nets, space)
        if value > hoped:
            chosen, hoped = action, value
    return chosen, hoped


@compiled
def value_of(s: Position, nets: Weights, space: Workspace) -> float:
    """How likely it is to be won, between two moves or at the end."""
    if s.phase == OVER:
        return won(s, 0)
    describe(s, s.added != 0, space)
    return chance_of(nets[0], TABLES, space)


# -- describing ---------------------------------------------------------------------------------------------------------


@compiled
def describe(s: Position, may_take: bool, space: Workspace) -> None:
    """Describe how it lies; may_take: whether cards may be taken from the discard pile before the next one is turned."""
    x, of_target = space.numbers, matching(s.target)
    x[0] = 0.0
    needed, ready, pair = 0, 0, 0
    for chain in range(4):
        end, missing = s.ends[chain], FULL - count(s.chains[chain])
        needed += missing
        at_target = agree(end, s.target)
        if missing == 0:
            space.looked[chain] = NONE
            x[0] += 0.25
        else:
            fits = matching(end) & s.stock
            row = (missing - 1) * 2 + at_target
            row = (row * 13 + min(12, count(fits))) * 7 + min(6, count(fits & of_target))
            space.looked[chain] = row * 4 + fitting(s, end)
            ready += missing == 1
        for other in range(chain):
            theirs = FULL - count(s.chains[other])
            low, high = min(missing, theirs), max(missing, theirs)
            alike = 2 if end == s.ends[other] else agree(end, s.ends[other]) * 1
            space.looked[4 + pair] = (low * 7 + high) * 3 + min(2, alike)
            pair += 1
    describe_pile(s, may_take, space)
    space.looked[18] = count(s.stock) * 21 + min(20, needed)
    x[1] = may_take
    x[2] = count(s.stock) / 44.0
    x[3] = needed / 20.0
    x[4] = count(s.stock & of_target) / 12.0
    x[5] = 0.4 * ready
    x[6] = count(s.discards) / 20.0
    x[7] = count(s.discards & of_target) / 6.0
    x[8] = needed / (1.0 + count(s.stock))


@compiled
def fitting(s: Position, end: int) -> int:
    """How many of the discard pile's two uppermost cards match: 0, the second, the first, both."""
    if s.top == NONE:
        return 0
    second = s.under[s.top]
    return 2 * agree(s.top, end) + (second != NONE and agree(second, end))


@compiled
def describe_pile(s: Position, may_take: bool, space: Workspace) -> None:
    """The discard pile's cards from the top down: where each fits, and whether it leads on from the one above it."""
    card, above, reached = s.top, NONE, may_take
    for depth in range(DEEP):
        if card == NONE:
            space.looked[10 + depth] = NONE
            continue
        fits, closes = matched(s, card) & with_room(s, card), False
        for chain in range(4):
            closes = closes or (has(fits, chain) and count(s.chains[chain]) == FULL - 1)
        led = 0 if above == NONE else 1 + agree(card, above)
        row = ((depth * 5 + count(fits)) * 3 + led) * 2 + agree(card, s.target)
        space.looked[10 + depth] = row * 4 + 2 * closes + reached
        reached = reached and (fits != 0 or led == 2)
        card, above = s.under[card], card
