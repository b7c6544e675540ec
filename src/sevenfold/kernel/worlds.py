"""Dealing unseen cards to places that may hold only some of them, with all arrangements equally likely.

- If the sets that any two places may hold are nested or disjoint, the place with the smallest set is dealt first.
- Otherwise the cards that some place may not hold ("bound") are laid one by one, each place chosen in proportion to the number
  of arrangements left. A table of these numbers, by the space left in the places, is computed backwards once for all re-deals
  of a position. The cards that may lie anywhere are dealt last and need no counting.
- If that table would be too large, an arrangement is found by matching and shuffled by random swaps of two cards that keep it
  possible. Further deals of the plan continue shuffling. This is nearly uniform, not exactly.
"""

from __future__ import annotations

import numpy as np

from .chance import below, fraction, pick, some
from .compiler.decorators import compiled
from .memory import scratch
from .sets import bit, count, each, has, lowest
from .types import Card, Plan, Reals, Source

# The rows of a plan, with a column for each place (CARDS and META have different columns): its SIZE, the cards that it MAY
# hold, the word of the position AT which it lies (twice its number, plus 1 for a set), the cards that are SURE to be there,
# which PART of the hand it is, the cards that it GOT, and its STRIDE in the counting table.
SIZE, MAY, AT, SURE, PART, GOT, STRIDE, CARDS, META = 0, 1, 2, 3, 4, 5, 6, 7, 8
PLAN_SHAPE = (9, 64)
# The columns of META. DEPARTED: cards that have left a hidden hand; WAYS: the size of the counting table; SHUFFLED: 1 once
# swaps have begun; APART: 1 if parts of a hand stay separate places (set before a plan is made).
UNSEEN, PLACES, DEPARTED, METHOD, ANYWHERE, BOUND, WIDEST, CELLS, WAYS, SHUFFLED, APART = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
FREELY, NESTED, COUNTED, SWAPPED = 0, 1, 2, 3  # methods
MOST_WAYS = 1 << 20  # the maximum number of entries in the counting table
FIRST_SWEEPS, SWEEPS = 250, 12  # random swaps tried per card if the table would be too large: the first time, and later


@compiled
def prepare(plan: Plan) -> Reals:
    """Choose the method of dealing; returns the table of numbers of arrangements if the method needs it."""
    choose_method(plan)
    ways = np.empty(max(plan[META, WAYS], 1))
    if plan[META, METHOD] == COUNTED:
        count_ways(plan, ways)
    return ways


@compiled
def choose_method(plan: Plan) -> None:
    """Choose the method of dealing, and the size of its table."""
    join_alike(plan)
    meta, places = plan[META], plan[META, PLACES]
    anywhere = meta[UNSEEN]
    for p in range(places):
        anywhere &= plan[MAY, p]
    bound = meta[UNSEEN] & ~anywhere
    meta[ANYWHERE], meta[BOUND] = anywhere, bound
    if bound == 0:
        meta[METHOD] = FREELY
        return
    if is_nested(plan):
        meta[METHOD] = NESTED
        return
    widest = 0  # the largest place, whose space follows from the space of the others
    for p in range(places):
        if plan[SIZE, p] > plan[SIZE, widest]:
            widest = p
    cells = 1
    for p in range(places):
        if p != widest and cells <= MOST_WAYS:
            plan[STRIDE, p] = cells
            cells *= plan[SIZE, p] + 1
    meta[WIDEST], meta[CELLS] = widest, cells
    if cells * (count(bound) + 1) <= MOST_WAYS:
        meta[METHOD] = COUNTED
        meta[WAYS] = cells * (count(bound) + 1)
    else:
        meta[METHOD] = SWAPPED


@compiled
def arrange(plan: Plan, ways: Reals, source: Source) -> None:
    """Deal the cards of a plan to its places, into the row GOT."""
    meta, places = plan[META], plan[META, PLACES]
    if meta[METHOD] == SWAPPED:
        match_and_swap(plan, source)
        return
    for p in range(places):
        plan[GOT, p] = 0
    anywhere = meta[ANYWHERE]
    if meta[METHOD] == NESTED:
        deal_narrowest_first(plan, source)
        return
    if meta[METHOD] == COUNTED:
        lay_bound(plan, ways, source)
    for p in range(places):
        more = some(source, anywhere, plan[SIZE, p] - count(plan[GOT, p]))
        anywhere &= ~more
        plan[GOT, p] |= more


@compiled
def join_alike(plan: Plan) -> None:
    """Join the places of one word that may hold the same unseen cards."""
    unseen, places = plan[META, UNSEEN], 0
    if plan[META, APART]:
        return
    for p in range(plan[META, PLACES]):
        other = 0
        while other < places and (plan[AT, other] != plan[AT, p] or (plan[MAY, other] ^ plan[MAY, p]) & unseen):
            other += 1
        if other < places:
            plan[SIZE, other] += plan[SIZE, p]
        else:
            for row in range(GOT):
                plan[row, places] = plan[row, p]
            places += 1
    plan[META, PLACES] = places


@compiled
def is_nested(plan: Plan) -> bool:
    """Whether the sets that any two places may hold are nested or disjoint."""
    unseen = plan[META, UNSEEN]
    for p in range(plan[META, PLACES]):
        for q in range(p):
            both = plan[MAY, p] & plan[MAY, q] & unseen
            if both and both != plan[MAY, p] & unseen and both != plan[MAY, q] & unseen:
                return False
    return True


@compiled
def deal_narrowest_first(plan: Plan, source: Source) -> None:
    """Deal to the places in order of the sizes of the sets that they may hold.

    This is uniform where the sets are nested: each card in a place's set is equally likely to be taken.
    """
    done = 0
    left = plan[META, UNSEEN]
    for _ in range(plan[META, PLACES]):
        narrowest = -1
        for p in range(plan[META, PLACES]):
            if not has(done, p) and (
                narrowest < 0 or count(plan[MAY, p] & plan[META, UNSEEN]) < count(plan[MAY, narrowest] & plan[META, UNSEEN])
            ):
                narrowest = p
        done |= bit(narrowest)
        plan[GOT, narrowest] = some(source, plan[MAY, narrowest] & left, plan[SIZE, narrowest])
        left &= ~plan[GOT, narrowest]


# -- counting -----------------------------------------------------------------------------------------------------------


@compiled
def count_ways(plan: Plan, ways: Reals) -> None:
    """Fill ways[cards laid, space left]: the number of ways to deal the remaining bound cards, then the others."""
    widest, cells, places = plan[META, WIDEST], plan[META, CELLS], plan[META, PLACES]
    n = 0
    for card in each(plan[META, BOUND]):
        plan[CARDS, n] = card
        n += 1
    for cell in range(cells):
        room = count(plan[META, ANYWHERE])
        value = 1.0
        for p in range(places):
            if p != widest:
                here = cell // plan[STRIDE, p] % (plan[SIZE, p] + 1)
                room -= here
                value /= factorial(here)
        ways[n * cells + cell] = value / factorial(room) if 0 <= room <= plan[SIZE, widest] else 0.0
    for i in range(n - 1, -1, -1):
        now, after, card = i * cells, (i + 1) * cells, plan[CARDS, i]
        for cell in range(cells):
            ways[now + cell] = ways[after + cell] if has(plan[MAY, widest], card) else 0.0
        for p in range(places):
            if p != widest and has(plan[MAY, p], card):
                stride = plan[STRIDE, p]
                block = stride * (plan[SIZE, p] + 1)
                for full in range(0, cells, block):
                    for cell in range(full + stride, full + block):
                        ways[now + cell] += ways[after + cell - stride]


@compiled
def lay_bound(plan: Plan, ways: Reals, source: Source) -> None:
    """Lay the bound cards one by one, choosing each place in proportion to the number of ways left after it."""
    widest, cells = plan[META, WIDEST], plan[META, CELLS]
    plan[STRIDE, widest] = 0
    cell = cells - 1
    for i in range(count(plan[META, BOUND])):
        card = plan[CARDS, i]
        x = fraction(source) * ways[i * cells + cell]
        chosen, before = -1, 0.0
        for p in range(plan[META, PLACES]):
            if has(plan[MAY, p], card) and count(plan[GOT, p]) < plan[SIZE, p]:
                after_it = ways[(i + 1) * cells + cell - plan[STRIDE, p]]
                if after_it > 0 and (chosen < 0 or x >= before):
                    chosen = p
                before += after_it
        plan[GOT, chosen] |= bit(card)
        cell -= plan[STRIDE, chosen]


@compiled
def factorial(n: int) -> float:
    """n! as a float64; 1 for a negative n, whose result the caller discards."""
    value = 1.0
    for i in range(2, n + 1):
        value *= i
    return value


# -- swapping -----------------------------------------------------------------------------------------------------------


@compiled
def match_and_swap(plan: Plan, source: Source) -> None:
    """Find an arrangement by matching (augmenting paths over places), then swap at random; on later calls only swap."""
    rest = 0 if plan[META, SHUFFLED] else plan[META, UNSEEN]
    while rest:
        card = pick(source, rest)
        rest &= ~bit(card)
        make_room(card, plan)
    sweeps = SWEEPS if plan[META, SHUFFLED] else FIRST_SWEEPS
    plan[META, SHUFFLED] = 1
    for _ in range(sweeps * count(plan[META, UNSEEN])):
        one, other = pick_place(source, plan), pick_place(source, plan)
        a, b = pick(source, plan[GOT, one]), pick(source, plan[GOT, other])
        if one != other and has(plan[MAY, other], a) and has(plan[MAY, one], b):
            plan[GOT, one] ^= bit(a) | bit(b)
            plan[GOT, other] ^= bit(a) | bit(b)


@compiled
def pick_place(source: Source, plan: Plan) -> int:
    """A random place, with probability in proportion to its size."""
    places = plan[META, PLACES]
    x = below(source, count(plan[META, UNSEEN]))
    for p in range(places):
        x -= plan[SIZE, p]
        if x < 0:
            return p
    return places - 1


@compiled
def make_room(card: Card, plan: Plan) -> None:
    """Lay a card into a place that may hold it; if those are full, move cards along the shortest chain of places."""
    places = plan[META, PLACES]
    came_from, moved = scratch(64), scratch(64)  # by place: the place whose card would move here, and that card
    queue = scratch(64)
    seen = 0
    head, tail = 0, 0
    for p in range(places):
        if has(plan[MAY, p], card):
            queue[tail] = p
            tail += 1
            seen |= bit(p)
            came_from[p], moved[p] = -1, card
    while head < tail:
        p = queue[head]
        head += 1
        if count(plan[GOT, p]) < plan[SIZE, p]:
            while came_from[p] >= 0:
                plan[GOT, p] |= bit(moved[p])
                plan[GOT, came_from[p]] &= ~bit(moved[p])
                p = came_from[p]
            plan[GOT, p] |= bit(card)
            return
        for q in range(places):
            swappable = plan[GOT, p] & plan[MAY, q]
            if not has(seen, q) and swappable:
                queue[tail] = q
                tail += 1
                seen |= bit(q)
                came_from[q], moved[q] = p, lowest(swappable)
