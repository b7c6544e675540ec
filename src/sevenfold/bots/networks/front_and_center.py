"""Front and Center by a network trained by self-play: the chance to win, from the cards that are face up.

One network gives it between two moves, from the chains, the discard pile and the set of cards left in the stock. Turning a card
has the value of the position in which nothing may be taken from the discard pile first. A choice looks ahead: after each action
the network plays on for a few cards of the stock, in the same orders of it, and actions that are clearly behind are dropped.
`tools/learn/run.py` has trained the weights.
"""

from __future__ import annotations

import numpy as np

from sevenfold.bots.search.paired_playouts import MOST_ACTIONS, ROUND, add_up, best_of, without_those_behind
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

# The tables: one chain, a pair of chains, a card of the discard pile, and cards needed against cards left.
CHAIN, TWO, PILE, NEED = (6 * 2 * 13 * 7 * 4, 16, 4), (7 * 7 * 3, 8, 6), (8 * 5 * 3 * 2 * 4, 8, 8), (45 * 21, 16, 1)
TABLES = (CHAIN, TWO, PILE, NEED)
SHAPE = Shape(TABLES, numbers=9, hidden=48)
DEEP = 8  # cards of the discard pile that are described, from the top down
AHEAD, MOST_ORDERS = 6, 600  # cards turned until a playout is cut off; the most orders of the stock
TO_THE_END = 64  # cards: more than there are


def shape_of(players: int) -> Shape:
    """The network for this number of players."""
    return SHAPE


# -- choosing -----------------------------------------------------------------------------------------------------------


def choose(positions: Positions, nets: Weights, mark: Positions) -> tuple[Action, float]:
    """The best action in positions[0], and the chance to win after it; two more positions are memory.

    The orders of the stock are always the same ones, so the same position gets the same answer.
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
    """gains[i, action] = 1.0 if the network, playing the deal to its end in order first + i of the stock, wins; else 0.0.

    positions[0] is the present one; two more are memory.
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
    """Try each action in the orders of the stock from `first` on: gains[i, action] becomes the chance to win then."""
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
    """Play on in positions[1] until `ahead` cards have been turned; returns the chance to win then. positions[2] is memory."""
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
    """The best action in positions[i] by the network, and the chance to win after it; positions[i + 1] is memory."""
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
    """The chance to win, between two moves or at the end."""
    if s.phase == OVER:
        return won(s, 0)
    describe(s, s.added != 0, space)
    return chance_of(nets[0], TABLES, space)


# -- describing ---------------------------------------------------------------------------------------------------------


@compiled
def describe(s: Position, may_take: bool, space: Workspace) -> None:
    """Describe the position; may_take: whether cards may be taken from the discard pile before the next is turned."""
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
    """Which of the two top cards of the discard pile match: 0 none, 1 the second, 2 the first, 3 both."""
    if s.top == NONE:
        return 0
    second = s.under[s.top]
    return 2 * agree(s.top, end) + (second != NONE and agree(second, end))


@compiled
def describe_pile(s: Position, may_take: bool, space: Workspace) -> None:
    """Describe the discard pile's cards from the top down: where each fits, and whether it matches the one above it."""
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
