"""Bots against each other: how much those that think are better than random play, and whether the game's own policy is."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from threading import Event
from time import thread_time
from typing import Any

import numpy as np

from sevenfold.bots import CLUB, EXPERT, bots_for
from sevenfold.checking.random_play import answer_of, place_of
from sevenfold.findings import Finding
from sevenfold.lab.duplicate import DealResult, default_extent, estimate, estimate_share, play_deal, span_of
from sevenfold.lab.stopping import Stopped, stopped_by
from sevenfold.playing.game import Game

RANDOM, THUMB = "random", "thumb"  # the latter follows the policy
PAIRS = ((CLUB, RANDOM), (EXPERT, CLUB), (EXPERT, RANDOM))
FEW = 20  # deals before anything is said about bots that think
FEW_OF_POLICY = 8  # deals before anything is said about the policy
PATIENCE = 6  # times as long as is meant, while there are fewer deals
CERTAIN = 3.0  # halves of a 95 % interval by which the policy must be worse than random play, before that is told
LITTLE_BETTER = 0.1  # the share of the wins above a half, up to which a bot that thinks is hardly better than random play
ENOUGH_CHOICES = 2.0  # choices of a player in a game, from which on one expects them to matter


def has_policy(game: Game) -> bool:
    """Whether a game has a policy of its own, and one may win in it what another loses."""
    return answer_of(game.rules, "policy") is not None and game.players > 1 and not game.rules.cooperative


def play_pair(game: Game, one: str, other: str, seeds: range, stop: Event) -> dict[str, Any]:
    """Play deals between two bots in every seating until the event is set."""
    bots, span = [bots_for([spec], 1)[0] for spec in (one, other)], span_of(game, default_extent(game))
    results: list[DealResult] = []
    with suppress(Stopped), stopped_by(stop):
        results.extend(play_deal(game, number, bots, span) for number in seeds)
    return _measured(game, one, other, seeds, results)


def play_policy(game: Game, seeds: range, seconds: float) -> dict[str, Any]:
    """Play deals between a player who follows the policy and random play, in every seating, for a number of seconds.

    They are seconds of processor time, after the first deal, in which functions are compiled. While there are too few deals to
    say anything, play goes on for up to `PATIENCE` times as long.
    """
    bots, span = [bots_for([spec], 1)[0] for spec in (THUMB, RANDOM)], span_of(game, default_extent(game))
    results, began = [play_deal(game, seeds.start, bots, span)], thread_time()
    for number in seeds[1:]:
        if thread_time() - began > seconds * (PATIENCE if len(results) < FEW_OF_POLICY else 1):
            break
        results.append(play_deal(game, number, bots, span))
    return _measured(game, THUMB, RANDOM, seeds, results)


def _measured(game: Game, one: str, other: str, seeds: range, results: Sequence[DealResult]) -> dict[str, Any]:
    """What was measured of one bot against another, as plain values."""
    games = sum(deal.games for deal in results)
    found: dict[str, Any] = {"bot": one, "against": other, "seed": seeds.start, "deals": len(results), "games": games}
    if len(results) >= 2:
        found["points"] = asdict(estimate([deal.points for deal in results]))
        if game.players > 1:
            found["wins"] = asdict(estimate_share([deal.wins for deal in results]))
    return found


def of_strength(strength: Sequence[dict[str, Any]], game: Game, choices: float) -> Iterator[Finding]:
    """What it says of a game if no bot that thinks is better than random play, or if the game's own policy is worse.

    Args:
        strength: What `play_pair` and `play_policy` measured.
        game: The game.
        choices: How often a player had a choice in a game of random play, on average.
    """
    yield from _of_policy([pair for pair in strength if pair["bot"] == THUMB and pair["deals"] >= FEW_OF_POLICY], game)
    against = [pair for pair in strength if pair["against"] == RANDOM and pair["bot"] != THUMB and pair["deals"] >= FEW]
    if not against:
        return
    lead, half = _lead(against, game)
    is_better = lead > 0 if game.players == 1 else lead > half or lead + half >= LITTLE_BETTER
    if is_better:
        return
    pair, is_worse = against[0], lead + half < 0
    share = pair.get("wins")
    how = (
        f"{100 * share['mean']:.0f} ± {100 * share['ci95']:.0f} % of the wins"
        if share
        else f"{pair['points']['mean']:+.2f} points"
    )
    # Where there is little to choose, or one player against their luck, a sound game may be so, too.
    may_be_luck = not is_worse and (game.players == 1 or choices < ENOUGH_CHOICES)
    yield Finding(
        "thinking-does-not-help",
        f"Bots that think ahead do {'worse' if is_worse else 'no better'} than random play: {pair['bot']} has {how} in"
        f" {pair['deals']} deals. Either nothing that a player chooses matters, or standing(s, seat) does not say who is ahead,"
        " or bots know less than players would.",
        "note" if may_be_luck else "warning",
    )


def _of_policy(pairs: Sequence[dict[str, Any]], game: Game) -> Iterator[Finding]:
    """A warning if a player who follows the game's policy loses against random play."""
    for pair in pairs:
        share = pair["wins"]
        if share["mean"] + CERTAIN * share["ci95"] < 0.5:
            yield Finding(
                "policy-loses",
                f"Players who follow `policy` win only {100 * share['mean']:.0f} ± {100 * share['ci95']:.0f} % against random"
                f" play in {pair['deals']} deals: either `policy` chooses badly, or standing(s, seat) says the contrary of who"
                " is ahead.",
                "warning",
                *place_of(game.rules, answer_of(game.rules, "policy")),
                options=dict(game.options),
                seed=pair["seed"],
            )


def _lead(pairs: Sequence[dict[str, Any]], game: Game) -> tuple[float, float]:
    """By how much bots that think are better than random play in all their deals together, each of which counts as much.

    Returns:
        The share of the wins above a half, or points in a game for one; and the half-width of its 95 % interval.
    """
    what, equal = ("points", 0.0) if game.players == 1 else ("wins", 0.5)
    deals = [pair["deals"] for pair in pairs]
    lead = float(np.average([pair[what]["mean"] for pair in pairs], weights=deals)) - equal
    return lead, math.hypot(*(pair["deals"] * pair[what]["ci95"] for pair in pairs)) / sum(deals)
