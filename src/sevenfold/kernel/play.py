"""The entries from Python into compiled play: they start games, apply actions, re-deal and play at random."""

from __future__ import annotations

import numpy as np

from sevenfold.cards import NONE

from .chance import below, choosers_seed, pick, seed_position, seeded
from .compiler.decorators import compiled, entry
from .fields import Fields
from .memory import as_int64
from .questions import OVER, apply_action, cleared_words, legal_actions, move_begins, returns, single_cards, start, winners
from .redeal import plan_redeal, redact, redeal_unseen
from .types import Action, ActionSet, Int64Array, Plan, Positions, Reals, Seat, Source, Sources
from .worlds import PLAN_SHAPE


@compiled
def begin(s: Fields, seed: np.uint64) -> None:
    """Start a game in place from its key, or else the seed. Players, limit, options and the key stay.

    All else is 0, single cards are NONE.
    """
    w = as_int64(s)
    first, after = cleared_words(s)
    for i in range(first, after):
        w[i] = 0
    for at, words in single_cards(s):
        for i in range(at, at + words):
            w[i] = NONE
    seed_position(s, np.uint64(seed))
    if s.players > 1:
        s.dealer = below(s, s.players)  # GEN-1
    start(s)


@compiled
def play_at_random(s: Fields, chooser: Source) -> tuple[int, int]:
    """Play to the end of the game, all legal actions equally likely; returns the numbers of (moves, actions)."""
    moves, actions = 0, 0
    while s.phase != OVER:
        moves += move_begins(s)
        actions += 1
        apply_action(s, pick(chooser, legal_actions(s)))
    return moves, actions


# -- entries ----------------------------------------------------------------------------------------------------------


@entry
def begin_game(positions: Positions, i: int, seed: np.uint64) -> tuple[ActionSet, Seat]:
    """Start a game in positions[i] from its key, or else the seed; returns (legal actions, seat to move)."""
    s = positions[i]
    begin(s, seed)
    return legal_actions(s), s.turn


@entry
def apply(positions: Positions, i: int, action: Action) -> tuple[int, int]:
    """Apply an action, which is not checked, in positions[i]; returns (legal actions, seat to move), (0, NONE) at the end."""
    s = positions[i]
    apply_action(s, action)
    return legal_actions(s), s.turn


@entry
def legal_and_turn(positions: Positions, i: int) -> tuple[int, int]:
    """The (legal actions, seat to move) of positions[i]."""
    s = positions[i]
    return legal_actions(s), s.turn


@entry
def plan_redeals(positions: Positions, i: int, seat: Seat, plan: Plan) -> Reals:
    """Prepare re-deals of positions[i], a listening position, for a seat; see `plan_redeal`."""
    return plan_redeal(positions[i], seat, plan)


@entry
def redeal_planned(positions: Positions, i: int, seat: Seat, plan: Plan, ways: Reals, sources: Sources) -> None:
    """Replace what the seat cannot know in positions[i] by a random possibility; see `redeal_unseen`."""
    redeal_unseen(positions[i], seat, plan, ways, sources[0])


def redeal(positions: Positions, i: int, seat: Seat, sources: Sources) -> None:
    """Plan and re-deal in one: replace what the seat cannot know in positions[i] by a random possibility."""
    plan: Plan = np.zeros(PLAN_SHAPE, np.int64)
    redeal_planned(positions, i, seat, plan, plan_redeals(positions, i, seat, plan), sources)


@entry
def redact_position(positions: Positions, i: int, seat: Seat) -> None:
    """Remove from positions[i] what the seat (NONE: a spectator) does not see; see `redact`."""
    redact(positions[i], seat, np.zeros(PLAN_SHAPE, np.int64))


@entry
def random_game(positions: Positions, i: int, seed: np.uint64, sources: Sources, actions: Int64Array) -> tuple[int, int]:
    """Play a random game in positions[i], writing its actions to `actions` as far as they fit; returns (moves, actions)."""
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
    """Play random games in positions[0], with the seeds from first_seed on.

    Writes tally[g] = (moves, actions, truncated, the set of winners) and results[g, seat] = returns for each game g.
    """
    s = positions[0]
    chooser = sources[0]
    for g in range(games):
        seed = np.uint64(first_seed) + np.uint64(g)
        begin(s, seed)
        chooser.chance = seeded(choosers_seed(seed))
        moves, actions = play_at_random(s, chooser)
        tally[g, 0], tally[g, 1], tally[g, 2] = moves, actions, s.truncated
        tally[g, 3] = 0 if s.truncated else winners(s)
        for seat in range(s.players):
            results[g, seat] = returns(s, seat)
