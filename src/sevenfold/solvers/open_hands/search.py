"""The search over positions: the games' own compiled rules, a transposition table in flat arrays, one entry a game.

Alpha-beta between those who raise a value and all others: fail-soft, with windows that hold no value (MTD(f): Plaat,
Schaeffer, Pijls and de Bruin, "Best-first fixed-depth minimax algorithms", Artificial Intelligence 87, 1996). Max^n for players
who each play for themselves (Luckhardt and Irani, AAAI 1986): whoever moves takes what is best for them, of equals the action
with the lowest number. Both look positions up between tricks only.
"""

from __future__ import annotations

import numpy as np

from sevenfold.cards import NONE
from sevenfold.kernel.compiled import compiled, entry
from sevenfold.kernel.events import stirred
from sevenfold.kernel.memory import words
from sevenfold.kernel.questions import OVER, apply_action, cleared_words, deals_done, legal_actions, standing
from sevenfold.kernel.sets import beyond_lowest, bit, has, lowest
from sevenfold.kernel.types import Action, ActionSet, Positions, Reals, Words
from sevenfold.words.tricks import TrickFields

DEEPEST = 200  # actions of one deal, with room to spare
SEATS = 6  # the most
# What `control` holds; STOP: 0 while the search goes on.
NODES, STOP, RAISERS, SALT = 0, 1, 2, 3
GOES_ON, OUT_OF_TIME, CHANCE = 0, 1, 2
LOW, HIGH = 0, 1  # the columns of `kept` for alpha-beta; for max^n they are the seats
ALONE = -1  # in place of those who raise the value: max^n


@entry
def solve(
    stack: Positions, action: Action, guess: float, weights: Reals, keys: Words, kept: Reals, moves: Words, history: Words,
    control: Words, values: Reals, line: Words,
) -> float:  # fmt: skip
    """What an action of stack[0] is worth: the weighted standing at the end of the deal, or for max^n that of seat 0.

    values[1] becomes every seat's standing there, line the actions up to it, ended by NONE. Means nothing once control[STOP].
    """
    line[0] = NONE
    step(stack, 0, action)
    if control[RAISERS] == ALONE:
        return follow_alone(stack, keys, kept, moves, control, values, line)
    low, high, value = -np.inf, np.inf, guess
    while low < high and control[STOP] == GOES_ON:
        beta = np.nextafter(value, np.inf) if value == low else value
        value = bound(stack, 1, np.nextafter(beta, -np.inf), beta, weights, keys, kept, moves, history, control)
        if value < beta:
            high = value
        else:
            low = value
    follow(stack, value, weights, keys, kept, moves, history, control, values, line)
    return value


@compiled
def step(stack: Positions, d: int, action: Action) -> None:
    """stack[d + 1] becomes stack[d] after an action; of a trick that is done, what nobody asks for any more is cleared."""
    stack[d + 1] = stack[d]
    s: TrickFields = stack[d + 1]
    apply_action(s, action)
    if s.trick_size == 0:
        s.taker = 0
        for seat in range(s.players):
            s.trick[seat] = NONE


@compiled
def is_done(stack: Positions, d: int) -> bool:
    """Is the deal over?"""
    return stack[d].phase == OVER or deals_done(stack[d]) != deals_done(stack[0])


@compiled
def may_go_on(stack: Positions, d: int, control: Words) -> bool:
    """Count a node; False once the search is to stop, as it is where chance has had a part in the deal."""
    control[NODES] += 1
    if stack[d].chance != stack[0].chance:
        control[STOP] = CHANCE
    return control[STOP] == GOES_ON


# -- the transposition table --------------------------------------------------------------------------------------------


@compiled
def key_of(s: TrickFields, salt: int) -> int:
    """A hash of how everything lies, never 0; chance, which has no part in a deal, is left out."""
    w = words(s)
    one, other = stirred(np.uint64(0), salt), np.uint64(0)
    first = cleared_words(s)[0] + 1
    for i in range(first, len(w) - 1, 2):
        one = stirred(one, w[i])
        other = stirred(other, w[i + 1])
    one = stirred(stirred(one, w[len(w) - 1]), other)
    return np.int64(one | np.uint64(1))  # type: ignore[return-value]  # an int64


@compiled
def slot_of(keys: Words, key: int) -> int:
    """The slot of a key, one of a pair; NONE if neither has it."""
    slot = (key >> 7) & (len(keys) - 1)
    if keys[slot] == key:
        return slot
    return slot ^ 1 if keys[slot ^ 1] == key else NONE


@compiled
def new_slot(keys: Words, kept: Reals, moves: Words, key: int) -> int:
    """A slot for a key that has none: what was there moves on to the other one of the pair."""
    slot = (key >> 7) & (len(keys) - 1)
    if keys[slot] != 0:
        keys[slot ^ 1], moves[slot ^ 1] = keys[slot], moves[slot]
        for k in range(kept.shape[1]):
            kept[slot ^ 1, k] = kept[slot, k]
    keys[slot] = key
    return slot


@compiled
def keep_bound(
    keys: Words, kept: Reals, moves: Words, key: int, action: Action, value: float, alpha: float, beta: float
) -> None:
    """Keep what a search in this window has shown."""
    slot = slot_of(keys, key)
    if slot == NONE:
        slot = new_slot(keys, kept, moves, key)
        kept[slot, LOW], kept[slot, HIGH] = -np.inf, np.inf
    moves[slot] = action
    if value > alpha:
        kept[slot, LOW] = max(kept[slot, LOW], value)
    if value < beta:
        kept[slot, HIGH] = min(kept[slot, HIGH], value)


# -- two sides ------------------------------------------------------------------------------------------------------------


@compiled
def weighed(s: TrickFields, weights: Reals) -> float:
    """The value of a deal that is over."""
    value = 0.0
    for seat in range(s.players):
        if weights[seat] != 0:
            value += weights[seat] * standing(s, seat)
    return value


@compiled
def next_action(legal: ActionSet, first: Action, history: Words) -> Action:
    """The action to try next: the one that was best before, then those that have cut off most."""
    if first != NONE and has(legal, first):
        return first
    best, most = NONE, -1
    left = legal
    while left:
        action = lowest(left)
        left = beyond_lowest(left)
        if history[action] > most:
            best, most = action, history[action]
    return best


@compiled
def bound(
    stack: Positions, d: int, alpha: float, beta: float, weights: Reals, keys: Words, kept: Reals, moves: Words,
    history: Words, control: Words,
) -> float:  # fmt: skip
    """The value of stack[d] if it lies between alpha and beta, else a bound of it on the same side of them."""
    s: TrickFields = stack[d]
    if is_done(stack, d):
        return weighed(s, weights)
    if not may_go_on(stack, d, control):
        return 0.0
    first, key = NONE, 0
    if s.trick_size == 0:
        key = key_of(s, control[SALT])
        slot = slot_of(keys, key)
        if slot != NONE:
            if kept[slot, LOW] >= beta or kept[slot, LOW] == kept[slot, HIGH]:
                return kept[slot, LOW]
            if kept[slot, HIGH] <= alpha:
                return kept[slot, HIGH]
            first = moves[slot]
    raises = has(control[RAISERS], s.turn)
    seat = s.turn
    best, chosen, low, high = (-np.inf if raises else np.inf), NONE, alpha, beta
    legal = legal_actions(s)
    while legal and low < high:
        action = next_action(legal, first, history[seat])
        legal &= ~bit(action)
        step(stack, d, action)
        value = bound(stack, d + 1, low, high, weights, keys, kept, moves, history, control)
        if control[STOP] != GOES_ON:
            return 0.0
        if value > best if raises else value < best:
            best, chosen = value, action
        if raises:
            low = max(low, best)
        else:
            high = min(high, best)
    if low >= high and chosen != NONE:
        history[seat, chosen] += 1
    if key != 0:
        keep_bound(keys, kept, moves, key, chosen, best, alpha, beta)
    return best


@compiled
def follow(
    stack: Positions, value: float, weights: Reals, keys: Words, kept: Reals, moves: Words, history: Words, control: Words,
    values: Reals, line: Words,
) -> None:  # fmt: skip
    """Write the line from stack[1], which is worth this value, and the standings that it comes to.

    Everybody keeps the value, by the action with the lowest number that does.
    """
    d = 1
    below, above = np.nextafter(value, -np.inf), np.nextafter(value, np.inf)
    while not is_done(stack, d) and control[STOP] == GOES_ON:
        raises = has(control[RAISERS], stack[d].turn)
        legal = legal_actions(stack[d])
        found = NONE
        while legal and found == NONE:
            action = lowest(legal)
            legal = beyond_lowest(legal)
            step(stack, d, action)
            if raises:
                keeps = bound(stack, d + 1, below, value, weights, keys, kept, moves, history, control) >= value
            else:
                keeps = bound(stack, d + 1, value, above, weights, keys, kept, moves, history, control) <= value
            if keeps:
                found = action
        line[d - 1] = found
        d += 1
    line[d - 1] = NONE
    for seat in range(stack[d].players):
        values[1, seat] = standing(stack[d], seat)


# -- everybody alone ------------------------------------------------------------------------------------------------------


@compiled
def max_n(stack: Positions, d: int, keys: Words, kept: Reals, moves: Words, control: Words, values: Reals) -> Action:
    """What whoever moves in stack[d] does, NONE where the deal is over; values[d] becomes every seat's standing at its end."""
    s: TrickFields = stack[d]
    if is_done(stack, d):
        for seat in range(s.players):
            values[d, seat] = standing(s, seat)
        return NONE
    if not may_go_on(stack, d, control):
        return NONE
    key = 0
    if s.trick_size == 0:
        key = key_of(s, control[SALT])
        slot = slot_of(keys, key)
        if slot != NONE:
            for seat in range(s.players):
                values[d, seat] = kept[slot, seat]
            return moves[slot]
    legal, chosen = legal_actions(s), NONE
    while legal:
        action = lowest(legal)
        legal = beyond_lowest(legal)
        step(stack, d, action)
        max_n(stack, d + 1, keys, kept, moves, control, values)
        if control[STOP] != GOES_ON:
            return NONE
        if chosen == NONE or values[d + 1, s.turn] > values[d, s.turn]:
            chosen = action
            for seat in range(s.players):
                values[d, seat] = values[d + 1, seat]
    if key != 0:
        slot = new_slot(keys, kept, moves, key)
        moves[slot] = chosen
        for seat in range(s.players):
            kept[slot, seat] = values[d, seat]
    return chosen


@compiled
def follow_alone(
    stack: Positions, keys: Words, kept: Reals, moves: Words, control: Words, values: Reals, line: Words
) -> float:
    """The line from stack[1] by max^n, and the standings that it comes to, in values[1]."""
    d = 1
    line[0] = max_n(stack, 1, keys, kept, moves, control, values)
    while line[d - 1] != NONE and control[STOP] == GOES_ON:
        step(stack, d, line[d - 1])
        d += 1
        line[d - 1] = max_n(stack, d, keys, kept, moves, control, values)
    return values[1, 0]
