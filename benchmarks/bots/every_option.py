"""A bot in every combination of options and numbers of players: how long its moves take, and what it wins among other bots.

    python -m benchmarks.bots.every_option --games 16                      # `expert` among `thumb`, in all games for several
    python -m benchmarks.bots.every_option suitability -o players=5 --bots expert,club --games 60

Each deal is played once for each side (seat, or pair of partners): the first bot takes that side, the second bot all others,
so that equal bots win 1 / sides. In games that are won together, each bot plays each deal alone; equal bots have 50 %.
Games are played to the end. A move is a choice among several actions; its time is the processor time of its thread.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from time import thread_time

import numpy as np

import sevenfold
from sevenfold.bots import Bot, bot
from sevenfold.bots.search.history import Recall
from sevenfold.console import chosen_game
from sevenfold.declare.options import show_value
from sevenfold.errors import BadInput, SevenfoldError
from sevenfold.kernel.types import Positions, Sources
from sevenfold.lab.duplicate import (
    ONE,
    Estimate,
    Span,
    estimate,
    estimate_share,
    play,
    points_ahead,
    seatings,
    share_of_wins,
    sides_of,
)
from sevenfold.lab.simulation import prepare
from sevenfold.playing.game import Game
from tools.games.combinations import all_combinations


class Timed:
    """A bot, with the time that each of its choices took."""

    def __init__(self, spec: str) -> None:
        self.bot, self.spec = bot(spec), spec
        self.seconds: list[float] = []

    def choose(
        self, game: Game, dealt: Positions, chance: Sources, /, seconds: float = math.inf, recall: Recall | None = None
    ) -> int:
        """What the bot chooses."""
        began = thread_time()
        chosen = self.bot.choose(game, dealt, chance, seconds, recall)
        self.seconds.append(thread_time() - began)
        return chosen


@dataclass(frozen=True)
class Found:
    """Results of the first bot among the second: points ahead, share of wins, the share of equal bots, seconds of its moves."""

    deals: int
    points: Estimate
    wins: Estimate
    equal: float
    seconds: list[float]


def wanted(names: Sequence[str], fixed: Sequence[str]) -> list[Game]:
    """The combinations for two or more players, of some games or all, that have the fixed options, such as "players=3"."""
    named = [text.split("=") for text in fixed]
    games = [game for game in all_combinations(names) if game.players > 1]
    return [game for game in games if all(show_value(game.options[key]) == value for key, value in named)]


def measure(game: Game, specs: Sequence[str], games: int, seed: int) -> Found:
    """Play deals until there are enough games, but at least two deals."""
    prepare(game, specs)
    timed, bots = Timed(specs[0]), list[Bot]()
    bots += [timed, bot(specs[1])]
    sides, together = sides_of(game), game.rules.cooperative
    seated = seatings(sides)[: max(2, len(set(sides)))]
    deals = max(2, math.ceil(games / len(seated)))
    points, wins = [], []
    for deal in range(deals):
        played = [play(game, seed + deal, bots, kinds, Span()) for kinds in seated]
        points.append(points_ahead(played) if together else float(np.mean([points_ahead([one]) for one in played])))
        lone = [sum(share for kind, share in zip(one.bots, one.wins, strict=True) if kind == ONE) for one in played]
        wins.append(share_of_wins(played, together=True) if together else float(np.mean(lone)))
    equal = 0.5 if together else 1 / len(seated)
    return Found(deals, estimate(points), estimate_share(wins), equal, timed.seconds)


def row(game: Game, found: Found) -> str:
    """A line of the table."""
    usual = sevenfold.load(game.id).options
    named = ", ".join(f"{key}={show_value(value)}" for key, value in game.options.items() if value != usual[key])
    ms = 1000 * np.array(found.seconds or [0.0])
    times = f"{ms.mean():.1f}, {np.percentile(ms, 95):.1f}, {ms.max():.0f}"
    won = f"{100 * found.wins.mean:.0f} ± {100 * found.wins.ci95:.0f} % | {100 * found.equal:.0f} %"
    points = f"{found.points.mean:+.2f} ± {found.points.ci95:.2f}"
    return f"| {game.name} | {named or 'as usual'} | {found.deals} | {points} | {won} | {times} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="A bot in every combination of options and players.")
    parser.add_argument("names", nargs="*", metavar="GAME", help="all games for several without one")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="only with these options")
    parser.add_argument("--bots", default="expert,thumb", metavar="A,B", help="one of A among B (expert,thumb)")
    parser.add_argument("--games", type=int, default=16, metavar="N", help="at least, of each combination (16)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="of the first deal")
    asked = parser.parse_args(arguments)
    specs = asked.bots.split(",")
    try:
        if len(specs) != 2:
            raise BadInput(f"Two bots are compared, as in --bots expert,thumb, not {asked.bots!r}.")
        for spec in specs:
            bot(spec)
        if asked.games < 1:
            raise BadInput(f"At least 1 game is played, not {asked.games}.")
        if asked.option and not asked.names:
            raise BadInput("Options are those of a game: name one.")
        for name in asked.names:
            chosen_game(name, asked.option)  # refuses what there is not
            if not wanted([name], asked.option):
                raise BadInput(f"{name} is for one here; what is measured is the share of the wins among several.")
    except SevenfoldError as error:
        parser.error(str(error))
    print("| game | options | deals | points ahead | wins | equals | ms a move: mean, 95 %, longest |")
    print("|---|---|---|---|---|---|---|")
    for game in wanted(asked.names, asked.option):
        print(row(game, measure(game, specs, asked.games, asked.seed)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
