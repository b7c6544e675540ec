"""Where Python enters compiled play: starting, stepping, re-dealing, and whole games at random; over arrays of states."""

from __future__ import annotations

from typing import Any

import numpy as np

from .chance import below, choosers_seed, pick, seeded
from .compiled import compiled, entry
from .memory import words
from .record import Record
from .redeal import redact, redeal_unseen
from .rules import OVER, apply_action, end_game, layout_words, legal_actions, move_begins, returns, start, turn_begins


@compiled
def begin(s: Record, seed: Any) -> None:
    """Start a game in place: everything but players, limit and options is made anew from the seed."""
    w = words(s)
    for i in range(layout_words(s), len(w)):
        w[i] = 0
    s.chance = seeded(np.uint64(seed))
    if s.players > 1:
        s.dealer = below(s, s.players)  # GEN-1
    start(s)


@compiled
def advance(s: Record, action: int) -> None:
    """Play a legal action; the limit of turns may end the game after it."""
    apply_action(s, action)
    if s.phase != OVER and turn_begins(s):
        s.turns += 1
        if s.turns >= s.limit:
            s.truncated = 1
            end_game(s)


@compiled
def play_at_random(s: Record, chooser: Any) -> tuple[int, int]:
    """Play a game to its end, every legal action as likely: (moves, actions)."""
    moves, actions = 0, 0
    while s.phase != OVER:
        moves += move_begins(s)
        actions += 1
        advance(s, pick(chooser, legal_actions(s)))
    return moves, actions


# -- entries ----------------------------------------------------------------------------------------------------------


@entry
def start_game(states: Any, i: int, seed: Any) -> tuple[int, int]:
    """Start the game of states[i] from a seed: (the set of legal actions, whose turn)."""
    s = states[i]
    begin(s, seed)
    return legal_actions(s), s.turn


@entry
def step_game(states: Any, i: int, action: int) -> tuple[int, int]:
    """Play a legal action, unchecked, in states[i]: (the set of legal actions then, empty at the end; whose turn, or -1)."""
    s = states[i]
    advance(s, action)
    return legal_actions(s), s.turn


@entry
def look_up(states: Any, i: int) -> tuple[int, int]:
    """(The set of legal actions, whose turn) of states[i]."""
    s = states[i]
    return legal_actions(s), s.turn


@entry
def redeal(states: Any, i: int, seat: int, sources: Any) -> None:
    """Replace in states[i] all that seat cannot know by a random possibility; see `redeal_unseen`."""
    redeal_unseen(states[i], seat, sources[0])


@entry
def blot_out(states: Any, i: int, seat: int) -> None:
    """Leave of states[i] what seat (-1: a spectator) sees; see `redact`."""
    redact(states[i], seat)


@entry
def random_game(states: Any, i: int, seed: Any, sources: Any, actions: Any) -> tuple[int, int]:
    """Deal and play a game at random in states[i], telling its actions in `actions` as far as it goes: (moves, actions)."""
    s = states[i]
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
        advance(s, action)
    return moves, n


@entry
def random_games(states: Any, first_seed: Any, games: int, sources: Any, tally: Any, results: Any) -> None:
    """Play games at random, of the seeds from first_seed on, in states[0].

    tally[g] = (moves, actions, truncated) and results[g, seat] = returns, for each game g.
    """
    s = states[0]
    chooser = sources[0]
    for g in range(games):
        seed = np.uint64(first_seed) + np.uint64(g)
        begin(s, seed)
        chooser.chance = seeded(choosers_seed(seed))
        moves, actions = play_at_random(s, chooser)
        tally[g, 0], tally[g, 1], tally[g, 2] = moves, actions, s.truncated
        for seat in range(s.players):
            results[g, seat] = returns(s, seat)
