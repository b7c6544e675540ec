"""Seven and Seven by networks trained by self-play, for each number of players: a seat's chance to win, from what it sees.

There are two networks: AFTER for the end of the seat's turn, BEFORE for the moment before it draws from the stock. Both look at
the seat's own hand, at what each other seat is known to hold or has discarded, and at the cards that can still be drawn; never
at a card that the seat does not see. Every discard is evaluated and the best one chosen. A top card is taken if the best
discard after that has a higher value than drawing. `tools/learn/run.py` has trained the weights.
"""

from __future__ import annotations

from math import exp, log

import numpy as np

from sevenfold.bots.search.paired_playouts import MOST_ACTIONS
from sevenfold.cards import NONE
from sevenfold.games.seven_and_seven.heuristics import draws_needed
from sevenfold.games.seven_and_seven.rules import STOCK, TAKE, Position, under_top
from sevenfold.kernel import OVER, beyond_lowest, bit, compiled, count, each, has, left, lowest, maybe, scratch, without
from sevenfold.kernel.compiler.decorators import entry
from sevenfold.kernel.questions import apply_action, legal_actions
from sevenfold.kernel.types import Action, Card, CardSet, Int64Array, Positions, Reals, Seat
from sevenfold.mechanics.sevendeck import SEVENDECK, colour_of, number_of, of_colour, of_number

from .network import Shape, Tables, Weights, Workspace, chance_of, new_workspace

AFTER, BEFORE = 0, 1  # the nets
# The tables, with their rows and widths: a pivot for the own hand, a pivot for another's hand, and the card discarded, as it
# helps another. The player on the left has tables of their own, the others share two.
OWN, THEIRS, GIFT = (4 * 7 * 4 * 7 * 3, 16), (4 * 4 * 3 * 5 * 5 * 3 * 3, 8), (60 * 60, 8)
PIVOTS = 49
# The indices of the numbers that describe the player on the left. The maxima over the other players come last.
OF_THE_NEXT, NUMBERS_FOR_TWO = (16, 17, 18, 23, 24, 28, 29, 30, 31, 32, 33), 34
HASTES = (4.0, 8.0, 12.0, 20.0)  # how much higher the value of a hand is that needs fewer draws, see the heuristics
# Measured for single actions (`benchmarks/bots/net_accuracy.py`). TRUE_PART, by the number of players: which part of the cost
# that the networks claim for an action is real, for they know only their own way of playing well. ERRORS: the standard errors
# of a value, and of a difference between two values.
TRUE_PART = {2: 0.5, 3: 0.6, 4: 0.8}
ERRORS = (0.02, 0.007)
ENOUGH = (0, 1, 2, 3, 3, 4, 4, 4)  # classes of how many cards are left of a suit or number

# Where counts of cards by colour and, NUMBERS further on, by number begin: cards held, unseen, known to be in another's hand,
# discarded by it, and unseen or beneath the top cards, which may come again.
HELD, UNSEEN, KNOWN, THROWN, AGAIN = 0, 14, 28, 42, 56
NUMBERS = 7


def shape_of(players: int) -> Shape:
    """The networks for this number of players."""
    numbers, further = NUMBERS_FOR_TWO, players - 2
    tables: Tables = ((*OWN, PIVOTS), (*THEIRS, PIVOTS), (*GIFT, 1))
    if further:
        tables += ((*THEIRS, PIVOTS * further), (*GIFT, further))
        numbers += len(OF_THE_NEXT)
    return Shape(tables, numbers, hidden=40)


def values_of_pivots() -> Weights:
    """What a pivot adds to the value of a hand: [row of OWN, haste]."""
    found = np.zeros((OWN[0], len(HASTES)), np.float32)
    for row, (numbers, to_get, suits, to_get_too, pivot) in enumerate(np.ndindex(4, 7, 4, 7, 3)):
        if pivot:
            needed = draws_needed(numbers, to_get, suits, to_get_too, 2 - pivot)
            found[row] = [exp(-haste * needed) for haste in HASTES]
    return found


PIVOT_VALUES = values_of_pivots()


# -- choosing -----------------------------------------------------------------------------------------------------------


def choose(positions: Positions, nets: Weights, mark: Positions) -> tuple[Action, float]:
    """The best action in positions[0], a listening one, and its seat's chance to win after it; two more are memory."""
    values = weigh(positions, nets, mark)
    best_of_all = max(values, key=lambda action: values[action])
    return best_of_all, values[best_of_all]


def weigh(positions: Positions, nets: Weights, mark: Positions) -> dict[Action, float]:
    """The mover's chance to win after each action in positions[0], a listening one; two more are memory."""
    players, values = int(positions[0]["players"]), np.zeros(MOST_ACTIONS)
    shape = shape_of(players)
    weigh_here(positions, nets, shape.tables, new_workspace(shape), values, mark)
    told = values.max() - TRUE_PART[players] * (values.max() - values)
    values = np.where(values > 0, told, 0.0)  # 0: it is over then, and not won
    return {action: float(values[action]) for action in each(int(legal_actions(positions[0])))}


@entry
def weigh_here(positions: Positions, nets: Weights, tables: Tables, space: Workspace, values: Reals, _mark: Positions) -> None:
    """values[action] = the networks' chance to win, for each legal action in positions[0]."""
    rest = legal_actions(positions[0])
    while rest:
        action = lowest(rest)
        rest = beyond_lowest(rest)
        values[action] = value_after(positions, action, nets, tables, space)


@compiled
def best(positions: Positions, nets: Weights, tables: Tables, space: Workspace) -> Action:
    """The best action in positions[0], a listening one; two more are memory."""
    chosen, hoped, rest = NONE, -1.0, legal_actions(positions[0])
    while rest:
        action = lowest(rest)
        rest = beyond_lowest(rest)
        value = value_after(positions, action, nets, tables, space)
        if value > hoped:
            chosen, hoped = action, value
    return chosen


@compiled
def value_after(positions: Positions, action: Action, nets: Weights, tables: Tables, space: Workspace) -> float:
    """The mover's chance to win after an action in positions[0], a listening one; two more are memory."""
    s = positions[0]
    if s.phase != TAKE:
        return value_of_discard(positions, 0, action, nets, tables, space)
    if action == STOCK:
        describe(s, s.turn, NONE, NONE, space)
        return chance_of(nets[BEFORE], tables, space)
    positions[1] = positions[0]
    apply_action(positions[1], action)
    hoped, rest = -1.0, legal_actions(positions[1])
    while rest:
        card = lowest(rest)
        rest = beyond_lowest(rest)
        hoped = max(hoped, value_of_discard(positions, 1, card, nets, tables, space))
    return hoped


@compiled
def value_of_discard(positions: Positions, i: int, card: Card, nets: Weights, tables: Tables, space: Workspace) -> float:
    """The mover's chance to win after a discard in positions[i]; positions[2] is memory."""
    seat, taken = positions[i].turn, positions[i].picked
    positions[2] = positions[i]
    after = positions[2]
    apply_action(after, card)
    if after.phase == OVER:  # a win, or the limit of turns
        return 1.0 if after.winner == seat else 0.0
    describe(after, seat, card, taken, space)
    return chance_of(nets[AFTER], tables, space)


# -- describing ---------------------------------------------------------------------------------------------------------


@compiled
def describe(s: Position, seat: Seat, card: Card, taken: Card, space: Workspace) -> None:
    """Describe the position for a seat that has just discarded `card`, or (NONE) is about to draw.

    taken: the card that it took face up in this turn, or NONE. Only its own hand and the size of the stock are read.
    """
    hand, known, lying, other = s.hands[seat], 0, s.beneath | maybe(s.tops[seat]), seat
    for _ in range(s.players - 1):
        other = left(s, other)
        known |= s.seen[other]
        lying |= maybe(s.tops[other])
    unseen = SEVENDECK & ~hand & ~known & ~lying
    by = scratch(70)
    tally(hand, by, HELD)
    tally(unseen, by, UNSEEN)
    tally(unseen | s.beneath, by, AGAIN)
    x = space.numbers
    for k in range(len(x)):
        x[k] = 0.0
    finishing, helping, later = own_pivots(hand, unseen, s.beneath, by, space)
    x[19] = count(s.stock) / 35.0
    x[20] = count(unseen) / 42.0
    x[21] = min(s.turns, 40) / 40.0
    x[22] = s.turns < 8
    if card != NONE:
        x[25], x[26], x[27] = has(finishing, card), has(helping, card), has(later, card)
    other = seat
    for k in range(s.players - 1):
        other = left(s, other)
        describe_other(s, seat, other, k, unseen, card, taken, by, space)


@compiled
def describe_other(
    s: Position, seat: Seat, other: Seat, k: int, unseen: CardSet, card: Card, taken: Card, by: Int64Array, space: Workspace
) -> None:
    """Describe another seat, k seats beyond the left one: what it is known to hold, and what it discarded or passed up."""
    known, passed_up, picked = s.seen[other], s.beneath & ~under_top(s, other), 0
    thrown = maybe(s.tops[other]) | under_top(s, other)
    if left(s, other) == seat:  # what the seat took, this one had discarded or passed up
        picked = maybe(taken)
        thrown |= s.seen[seat] | picked
    tally(known, by, KNOWN)
    tally(thrown, by, THROWN)
    # All pivots come before all gifts, except for the player on the left.
    most = their_pivots(known, unseen | maybe(card), PIVOTS if k == 0 else 2 * PIVOTS + 1 + PIVOTS * (k - 1), by, space)
    put(space.numbers, k, 0, 0.3 * most)
    put(space.numbers, k, 1, 1.0 * (most >= 3))
    put(space.numbers, k, 2, 1.0 * (most >= 4))
    put(space.numbers, k, 3, 0.3 * count(known))
    put(space.numbers, k, 4, 0.1 * count(thrown))
    gift = 2 * PIVOTS if k == 0 else 2 * PIVOTS + PIVOTS * (s.players - 2) + k
    space.looked[gift] = NONE
    if card != NONE:
        late = latest(s, other) | picked
        same_number, same_suit = of_number(number_of(card)), of_colour(colour_of(card))
        put(space.numbers, k, 5, 1.0 * has(thrown, card))
        put(space.numbers, k, 6, 0.5 * min(2, count(late & same_number)))
        put(space.numbers, k, 7, 0.5 * min(2, count(late & same_suit)))
        put(space.numbers, k, 8, 0.33 * min(3, count(passed_up & same_number)))
        put(space.numbers, k, 9, 0.33 * min(3, count(passed_up & same_suit)))
        put(space.numbers, k, 10, 0.3 * count(known & (same_number | same_suit)))
        space.looked[gift] = 60 * wanted(by, NUMBERS + number_of(card) - 1) + wanted(by, colour_of(card))


@compiled
def put(numbers: Weights, k: int, i: int, value: float) -> None:
    """Set the i-th number that describes another seat, k seats beyond the left one."""
    if k == 0:
        numbers[OF_THE_NEXT[i]] = value
    else:
        numbers[NUMBERS_FOR_TWO + i] = max(numbers[NUMBERS_FOR_TWO + i], value)


@compiled
def latest(s: Position, seat: Seat) -> CardSet:
    """The top four cards of a seat's pile, or fewer."""
    found, card = 0, s.tops[seat]
    for _ in range(4):
        if card != NONE:
            found |= bit(card)
            card = s.under[card]
    return found


@compiled
def tally(cards: CardSet, by: Int64Array, at: int) -> None:
    """Count cards by colour and by number into `by`, from index `at` on."""
    for k in range(7):
        by[at + k] = count(cards & of_colour(k))
        by[at + NUMBERS + k] = count(cards & of_number(k + 1))


@compiled
def own_pivots(
    hand: CardSet, unseen: CardSet, buried: CardSet, by: Int64Array, space: Workspace
) -> tuple[CardSet, CardSet, CardSet]:
    """Describe the own hand; returns the cards that complete it, and those that help its nearest and next nearest pivots."""
    values = np.zeros(len(HASTES) + 1, np.float32)  # the last: as for the second haste, if the buried cards come again
    helps, pivots = scratch(8), scratch(8)  # by how many cards are missing
    for colour in range(7):
        for n in range(7):
            pivot = 7 * colour + n
            is_held, is_there = has(hand, pivot) * 1, has(unseen, pivot) * 1
            numbers = max(0, 3 + is_held - by[HELD + NUMBERS + n])
            suits = max(0, 3 + is_held - by[HELD + colour])
            to_get = min(6, by[UNSEEN + NUMBERS + n] - is_there)
            to_get_too = min(6, by[UNSEEN + colour] - is_there)
            row = row_of_own(numbers, to_get, suits, to_get_too, 2 if is_held else is_there)
            space.looked[pivot] = row
            for k in range(len(HASTES)):
                values[k] += PIVOT_VALUES[row, k]
            again = is_there + has(buried, pivot)
            more, more_too = min(6, by[AGAIN + NUMBERS + n] - again), min(6, by[AGAIN + colour] - again)
            values[4] += PIVOT_VALUES[row_of_own(numbers, more, suits, more_too, 2 if is_held else again), 1]
            if (is_held or is_there) and numbers <= to_get and suits <= to_get_too:
                missing = numbers + suits + 1 - is_held
                pivots[missing] += 1
                if numbers:
                    helps[missing] |= without(of_number(n + 1), pivot)
                if suits:
                    helps[missing] |= without(of_colour(colour), pivot)
                if is_there:
                    helps[missing] |= bit(pivot)
    nearest = 0
    while nearest < 6 and pivots[nearest] == 0:
        nearest += 1
    x = space.numbers
    for k in range(len(HASTES) + 1):
        x[k] = 0.3 * log(values[k] + 1e-7) + 0.7
    x[5 + min(max(nearest, 1), 4) - 1] = 1.0
    share = 1.0 / max(1, count(unseen))
    x[9] = 4 * share * count(helps[1] & ~hand & unseen)
    x[10] = 2 * share * count(helps[nearest] & ~hand & unseen)
    x[11] = share * count(helps[nearest + 1] & ~hand & unseen)
    x[12] = 0.2 * pivots[nearest]
    x[13] = 0.05 * pivots[nearest + 1]
    x[14] = 2 * share * count(helps[2] & ~hand & unseen) if nearest <= 2 else 0.0
    x[15] = 0.25 * min(4, count(helps[1] & ~hand))
    return helps[1], helps[nearest], helps[nearest + 1]


@compiled
def row_of_own(numbers: int, to_get: int, suits: int, to_get_too: int, pivot: int) -> int:
    """The row of OWN: cards missing and available of the number, the same of the suit, the pivot (gone, available, held)."""
    return (((numbers * 7 + to_get) * 4 + suits) * 7 + to_get_too) * 3 + pivot


@compiled
def their_pivots(known: CardSet, may_hold: CardSet, at: int, by: Int64Array, space: Workspace) -> int:
    """Describe what another seat may collect, by what it is known to hold, what it discarded, and what is left.

    The rows are written from index `at` on. Returns the most cards that it is known to hold for one pivot.
    """
    most = 0
    for colour in range(7):
        for n in range(7):
            pivot = 7 * colour + n
            is_known = has(known, pivot) * 1
            numbers, suits = by[KNOWN + NUMBERS + n] - is_known, by[KNOWN + colour] - is_known
            most = max(most, numbers + suits + is_known)
            row = (min(3, numbers) * 4 + min(3, suits)) * 3 + (2 if is_known else has(may_hold, pivot) * 1)
            row = (row * 5 + ENOUGH[by[UNSEEN + NUMBERS + n]]) * 5 + ENOUGH[by[UNSEEN + colour]]
            space.looked[at + pivot] = (row * 3 + min(2, by[THROWN + NUMBERS + n])) * 3 + min(2, by[THROWN + colour])
    return most


@compiled
def wanted(by: Int64Array, group: int) -> int:
    """A number below 60 for a suit or number: what a seat is known to hold of it, what is left, and what it discarded."""
    known, there, thrown = by[KNOWN + group], by[UNSEEN + group], by[THROWN + group]
    return int((min(3, known) * 5 + ENOUGH[there]) * 3 + min(2, thrown))
