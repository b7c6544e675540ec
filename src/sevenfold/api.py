"""The functions of `import sevenfold`: one entry point for each task of the packages below."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sevenfold import bots as _bots
from sevenfold import coaching
from sevenfold.bots import Bot
from sevenfold.bots.levels import spec_of
from sevenfold.lab import simulation
from sevenfold.lab.estimates import Simulation
from sevenfold.playing import seeds
from sevenfold.playing.game import LIMIT, Game, State
from sevenfold.playing.legal import NamedAction
from sevenfold.records.record import Record

if TYPE_CHECKING:
    from sevenfold.coaching import Advice, Review
    from sevenfold.solvers.open_hands import OpenHands
    from sevenfold.solvers.patience import Solution

SECRET_BYTES = 32  # bytes of a seed used as a bot's secret


def bot(spec: str, game: Game | None = None) -> Bot:
    """The bot that a spec names.

    Args:
        spec: A level ("beginner", "club", "expert") or a bot to study: "heuristic" ("heuristic:0.3" makes three choices
            in ten at random), "random", "search:2000" (iterations), "search:500ms", with settings
            "search:2000:heuristics=0.5".
        game: If given, a level is replaced by the bot that plays it in this game. Otherwise the level finds that bot when it
            plays.

    Returns:
        The bot, for `choose`.

    Raises:
        BadInput: There is no such bot.

    Example:
        >>> import sevenfold
        >>> sevenfold.bot("club").spec
        'club'
        >>> sevenfold.bot("beginner", sevenfold.load("pyramid")).spec
        'thumb:0.4'
    """
    return _bots.bot(spec if game is None else spec_of(spec, game))


def choose(state: State, bot: str | Bot = "expert", *, seed: int | None = None) -> NamedAction:
    """Let a bot choose an action, given only what the seat to move knows.

    Args:
        state: The game. It is not changed.
        bot: A bot, or the spec of one (see `sevenfold.bot`).
        seed: Seeds the bot's randomness, from 0 to 2^256 - 1. By default it is derived from the game's seed, so that the same
            state gives the same choice.

    Returns:
        The action, for `State.play`.

    Raises:
        BadInput: The game is over, the seed is out of range, there is no such bot, or it cannot play this game.

    Example:
        >>> import sevenfold
        >>> state = sevenfold.load("sane_sevens").start(seed=7)
        >>> sevenfold.choose(state, "club") in state.legal_actions()
        True
    """
    chosen = _bots.bot(bot) if isinstance(bot, str) else bot
    return state.action(_bots.choose(chosen, state, None if seed is None else seeds.check(seed).to_bytes(SECRET_BYTES, "big")))


def advise(state: State, *, simulations: int | None = None, seconds: float = math.inf) -> Advice:
    """Estimate the value of each legal action, given only what the seat to move knows.

    Args:
        state: The game. It is not changed.
        simulations: The number of simulations; by default as many as the expert runs.
        seconds: The time limit, after which the estimates so far are returned.

    Returns:
        The actions with their expected gains and 95 % intervals, the best first.

    Raises:
        BadInput: The game is over, or the budget is not above 0.

    Example:
        >>> import sevenfold
        >>> state = sevenfold.load("sane_sevens").start(seed=3)
        >>> advice = sevenfold.advise(state, simulations=200)
        >>> advice.best.action in state.legal_actions()
        True
    """
    return coaching.advise(state, simulations=simulations, seconds=seconds)


def review(
    game: State | Record, seats: Sequence[int] | None = None, *, simulations: int | None = None, seconds: float = math.inf
) -> Review:
    """Work out what each choice in a game cost, given what the player knew at the time.

    Args:
        game: A record, or a state: its actions so far are reviewed.
        seats: Whose choices; by default those of all seats.
        simulations: The number of simulations for each choice; by default as many as the expert runs.
        seconds: The time limit for each choice.

    Returns:
        The decisions that had alternatives, with their costs.

    Raises:
        BadInput: There is no such seat, or the budget is not above 0.
        BadRecord: The record does not fit its game.

    Example:
        >>> import sevenfold
        >>> state = sevenfold.load("sane_sevens").start(seed=3)
        >>> for _ in range(4):
        ...     state.play(state.legal_actions()[0])
        >>> found = sevenfold.review(state, seats=[0], simulations=50)
        >>> all(decision.seat == 0 for decision in found.decisions)
        True
    """
    state = game.replay() if isinstance(game, Record) else game
    return coaching.review(state, seats, simulations=simulations, seconds=seconds)


def solve(state: State, *, seconds: float = 60.0) -> Solution | OpenHands:
    """Find the result of perfect play with all cards known: a way to win a patience, or the value of each action in a
    trick-taking game.

    Args:
        state: The game. It is not changed.
        seconds: The time limit of the search.

    Returns:
        A `Solution` for a patience, an `OpenHands` for a trick-taking game. Both have an `outcome` ("solved", "unsolvable",
        "out of time" or "out of memory"; a trick-taking game is always solved or out of time) and the best `line` of actions.

    Raises:
        BadInput: The game is over, or there is no solver for it.

    Example:
        >>> import sevenfold
        >>> sevenfold.solve(sevenfold.load("seven_solitaire").start(seed=1)).outcome
        'unsolvable'
        >>> found = sevenfold.solve(sevenfold.load("seven_truf").start(seed=7))
        >>> found.outcome, found.line[0]
        ('solved', <0: bid 0>)
    """
    from sevenfold.solvers import open_hands, patience

    if open_hands.is_of_tricks(state.game):
        return open_hands.solve(state, seconds=seconds)
    return patience.solve(state, seconds=seconds)


def simulate(
    game: Game,
    games: int = 1000,
    *,
    bots: str | Sequence[str] = "random",
    seed: int = 0,
    limit: int = LIMIT,
    jobs: int = 1,
) -> Simulation:
    """Play many games between bots, and collect statistics of lengths, results and wins.

    Args:
        game: The game with its options.
        games: How many to play.
        bots: The spec of each seat's bot (see `sevenfold.bot`); a shorter list is repeated round the table.
        seed: The seed of the first game; game i has the seed `seed + i`.
        limit: The number of turns after which a game ends as a draw.
        jobs: The number of threads. It does not change the results.

    Returns:
        The counts, with 95 % intervals.

    Raises:
        BadInput: A number is out of range, there is no such bot, or it cannot play this game.

    Example:
        >>> import sevenfold
        >>> done = sevenfold.simulate(sevenfold.load("sane_sevens"), games=50, bots=["random", "heuristic"])
        >>> done.games, len(done.wins)
        (50, 2)
    """
    named = [bots] if isinstance(bots, str) else bots
    return simulation.simulate(game, games, seed=seed, bots=named, limit=limit, jobs=jobs)
