"""Random games as states with their history."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import sevenfold
from sevenfold.kernel.chance import pick, source

MANY = 10_000  # actions: more than a test needs
LIMIT = 300  # turns, for tests that look at every point of a game: Seven and Seven lasts thousands


def random_game(game: sevenfold.Game, seed: int, *, limit: int = 10_000, actions: int = MANY) -> sevenfold.State:
    """A game in which every legal action is equally likely, to its end or for a number of actions."""
    state = game.start(seed, limit=limit)
    chooser = source(seed)
    while not state.is_over and len(state.actions) < actions:
        state.play(pick(chooser[0], state.legal_actions().members))
    return state


def random_points(game: sevenfold.Game, chance: Random, n: int) -> Iterator[sevenfold.State]:
    """A random game at its end, and then the same state at n - 1 earlier points."""
    state = random_game(game, chance.randrange(1 << 32), limit=LIMIT)
    yield state
    for made in sorted((chance.randrange(len(state.actions)) for _ in range(n - 1)), reverse=True):
        while len(state.actions) > made:
            state.undo()
        yield state


def seen_in_hands(state: sevenfold.State) -> int:
    """How many cards of others' hands players see while the game is played."""
    if state.is_over:
        return 0
    zones = [(zone, seat) for seat in range(state.game.players) for zone in state.view(seat).zones]
    hands = [zone for zone, seat in zones if zone.purpose == "hand" and zone.owner != seat]
    return sum(face.state == "up" for hand in hands for face in hand.faces)
