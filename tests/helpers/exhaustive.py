"""A brute-force solver: every legal action in every position; positions are equal if all their fields are."""

from __future__ import annotations

import random

import sevenfold
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply, legal_and_turn
from sevenfold.kernel.questions import returns
from sevenfold.kernel.types import Positions


class TooLarge(Exception):
    """There are more positions than allowed."""


def can_be_won(state: sevenfold.State, most: int) -> bool:
    """Whether this can be won if the order of the stock is known; TooLarge beyond `most` positions."""
    root: Positions = copied(state.position).view(state.game.rules.listening)
    seen: set[bytes] = set()
    open_: list[Positions] = [root]
    size = state.game.rules.dtype.itemsize
    while open_:
        position = open_.pop()
        legal, turn = legal_and_turn(position, 0)
        if turn < 0:
            if returns(position[0], 0) > 0:
                return True
            continue
        for action in range(63):
            if legal >> action & 1:
                child = copied(position)
                apply(child, 0, action)
                child["turns"] = 0
                lies = child.tobytes()[:size]  # without what seats have heard
                if lies not in seen:
                    seen.add(lies)
                    open_.append(child)
        if len(seen) > most:
            raise TooLarge
    return False


def played_on(state: sevenfold.State, actions: int, seed: int) -> sevenfold.State:
    """Play a number of random actions, but not the one that ends the game."""
    chance = random.Random(seed)
    for _ in range(actions):
        state.play(chance.choice(list(state.legal_actions())))
        if state.is_over:
            state.undo()
            break
    return state
