"""Where Python enters compiled play: starting games, applying actions, re-dealing, random games; on arrays of positions."""

from __future__ import annotations

import numpy as np

from .chance import below, choosers_seed, pick, seed_position, seeded
from .compiler.decorators import compiled, entry
from .fields import Fields
from .memory import as_int64
from .questions import OVER, apply_action, cleared_words, legal_actions, move_begins, returns, start
from .redeal import plan_redeal, redact, redeal_unseen
from .types import Action, ActionSet, Int64Array, Plan, Positions, Reals, Seat, Source, Sources
from .worlds import PLAN_SHAPE


@compiled
def begin(s: Fields, seed: np.uint64) -> None:
    """Start a game in place: everything except players, limit, options and the key is made anew from the key or the seed."""
    w = as_int64(s)
    first, after = cleared_words(s)
    for i in range(first, after):
        w[i] = 0
    seed_position(s, np.uint64(seed))
    if s.players > 1:
        s.dealer = below(s, s.players)  # GEN-1
    start(s)


@compiled
def play_at_random(s: Fields, chooser: Source) -> tuple[int, int]:
    """Play a game to its end, all legal actions equally likely: (moves, actions)."""
    moves, actions = 0, 0
    while s.phase != OVER:
        moves += move_begins(s)
        actions += 1
        apply_action(s, pick(chooser, legal_actions(s)))
    return moves, actions


# -- entries ----------------------------------------------------------------------------------------------------------


@entry
def begin_game(positions: Positions, i: int, seed: np.uint64) -> tuple[ActionSet, Seat]:
    """Start a game in positions[i] from its key, or else a seed: (the set of legal actions, whose turn)."""
    s = positions[i]
    begin(s, seed)
    return legal_actions(s), s.turn


@entry
def apply(positions: Positions, i: int, action: Action) -> tuple[int, int]:
    """Apply a legal action, unchecked, in positions[i]: (the next legal actions, empty at the end; whose turn, or -1)."""
    s = positions[i]
    apply_action(s, action)
    return legal_actions(s), s.turn


@entry
def look_up(positions: Positions, i: int) -> tuple[int, int]:
    """(The set of legal actions, whose turn) of positions[i]."""
    s = positions[i]
    return legal_actions(s), s.turn


@entry
def plan_redeals(positions: Positions, i: int, seat: Seat, plan: Plan) -> Reals:
    """What all re-deals for a seat of positions[i], which listens, have in common; see `plan_redeal`."""
    return plan_redeal(positions[i], seat, plan)


@entry
def redeal_planned(positions: Positions, i: int, seat: Seat, plan: Plan, ways: Reals, sources: Sources) -> None:
    """Put a random possibility into positions[i] in place of all that seat cannot know; see `redeal_unseen`."""
    redeal_unseen(positions[i], seat, plan, ways, sources[0])


def redeal(positions: Positions, i: int, seat: Seat, sources: Sources) -> None:
    """Both: replace in positions[i] all that seat cannot know by a random possibility."""
    plan: Plan = np.zeros(PLAN_SHAPE, np.int64)
    redeal_planned(positions, i, seat, plan, plan_redeals(positions, i, seat, plan), sources)


@entry
def redact_position(positions: Positions, i: int, seat: Seat) -> None:
    """Leave in positions[i] only what seat (-1: a spectator) sees; see `redact`."""
    redact(positions[i], seat, np.zeros(PLAN_SHAPE, np.int64))


@entry
def random_game(positions: Positions, i: int, seed: np.uint64, sources: Sources, actions: Int64Array) -> tuple[int, int]:
    """Deal and play a random game in positions[i], writing as many actions to `actions` as fit: (moves, actions)."""
    s = positions[i]
    chooser = sources[0]
    begin(s, seed)
    chooser.chance = seeded(choosers_seed(np.uint64(seed)))
    moves, n = 0, 0
    while s.phase != OVER:
        moves += move_begins(s)
        action = pick(chooser, legal_actions(s))
        if n < len(actions):
            actions[n] = action
        n += 1
        apply_action(s, action)
    return moves, n


@entry
def random_games(
    positions: Positions, first_seed: np.uint64, games: int, sources: Sources, tally: Int64Array, results: Reals
) -> None:
    """Play random games, with the seeds from first_seed on, in positions[0].

    tally[g] = (moves, actions, truncated) and results[g, seat] = returns, for each game g.
    """
    s = positions[0]
    chooser = sources[0]
    for g in range(games):
        seed = np.uint64(first_seed) + np.uint64(g)
        begin(s, seed)
        chooser.chance = seeded(choosers_seed(seed))
        moves, actions = play_at_random(s, chooser)
        tally[g, 0], tally[g, 1], tally[g, 2] = moves, actions, s.truncated
        for seat in range(s.players):
            results[g, seat] = returns(s, seat)
