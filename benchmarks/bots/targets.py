"""Strength targets of the heuristics and of `expert`, compared with what they reach: all of them, or some.

    python -m benchmarks.bots.targets --seconds 600                    # all rows, each for ten minutes at most
    python -m benchmarks.bots.targets pyramid suitability --parts alone,thumb --seconds 3600 --seed 500000

Games are whole ones. With two sides each deal is played twice, the bot once on each. With more, the bot has one seat among
the others, and in a second game all seats but that one; the seat changes with the deal, and a deal's share of the wins is the
average of both, so that equal bots have 50 %. Heuristics have one seat among random players. ± is half of a 95 % interval
over deals. The parts `plain` and `plain-random` are about bots as strong as the heuristics were required to be, in games where
the package's heuristics are stronger (see `plain_bots.py`). A move is a choice among several actions; its time is the processor
thread.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter

import numpy as np

import sevenfold
from benchmarks.bots import plain_bots
from benchmarks.bots.every_option import Timed
from sevenfold.bots import Bot, bot
from sevenfold.errors import INTERRUPTED
from sevenfold.lab.duplicate import (
    ONE,
    Estimate,
    Outcome,
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
from sevenfold.registry import rules_of

RULES, HEURISTICS, SEARCH, ALONE = "rules", "thumb", "search", "alone"  # the parts
PLAIN, PLAIN_RANDOM = "plain", "plain-random"
PARTS = {
    RULES: ("thumb", "random"),
    HEURISTICS: ("expert", "thumb"),
    SEARCH: ("expert", "search:1000"),
    ALONE: ("expert", ""),
    PLAIN: ("expert", "plain"),
    PLAIN_RANDOM: ("plain", "random"),
}


@dataclass(frozen=True)
class Aim:
    """A target of a bot in a game: a share of the wins, or points ahead."""

    part: str
    game: str
    least: float
    options: dict[str, object] = field(default_factory=dict)
    in_points: bool = False


SILLY: dict[str, object] = {"silly": True}
AIMS = [
    Aim(RULES, "seven_truf", 215, in_points=True),
    Aim(RULES, "suitability", 48, in_points=True),
    Aim(RULES, "second_thoughts", 39, in_points=True),
    Aim(RULES, "seven_suitors", 0.99),
    Aim(RULES, "seven_and_seven", 0.99),
    Aim(RULES, "chain_up", 0.97),
    Aim(RULES, "monoculture", 0.73),
    Aim(RULES, "sane_sevens", 0.63),
    Aim(RULES, "sane_sevens", 0.69, SILLY),
    Aim(HEURISTICS, "seven_truf", 0.9),
    Aim(HEURISTICS, "suitability", 0.9),
    Aim(HEURISTICS, "seven_suitors", 0.8),
    Aim(HEURISTICS, "monoculture", 0.75),
    Aim(HEURISTICS, "second_thoughts", 0.65),
    Aim(HEURISTICS, "chain_up", 0.65),
    Aim(HEURISTICS, "sane_sevens", 0.6, SILLY),
    Aim(HEURISTICS, "seven_and_seven", 0.55),
    Aim(HEURISTICS, "sane_sevens", 0.55),
    *(
        Aim(SEARCH, game, 0.5)
        for game in (
            "seven_truf", "suitability", "seven_suitors", "monoculture", "second_thoughts", "chain_up", "seven_and_seven",
            "sane_sevens",
        )
    ),
    Aim(SEARCH, "sane_sevens", 0.5, SILLY),
    Aim(ALONE, "pyramid", 0.84),
    Aim(ALONE, "front_and_center", 0.88),
    Aim(ALONE, "cooperative_dominoes", 0.95, {"players": 1}),
    Aim(PLAIN, "suitability", 0.9),
    Aim(PLAIN, "chain_up", 0.65),
    Aim(PLAIN_RANDOM, "suitability", 48, in_points=True),
    Aim(PLAIN_RANDOM, "chain_up", 0.97),
]  # fmt: skip


# -- playing ------------------------------------------------------------------------------------------------------------


def seats_of_deal(game: Game, part: str, deal: int) -> list[tuple[int, ...]]:
    """Which bot has which seat in the games of a deal, as described above."""
    if game.players == 1:
        return [(ONE,)]
    sides = sides_of(game)
    every, n = seatings(sides), len(set(sides))
    if part in (RULES, PLAIN_RANDOM):
        return [every[deal % n]]
    return every if n == 2 else [every[deal % n], every[n + deal % n]]


def value_of(aim: Aim, games: Sequence[Outcome]) -> float:
    """The value of a deal's games for a target."""
    if aim.in_points:
        return points_ahead(games)
    if aim.part == ALONE:
        # Where nobody wins all share it, but in games that are won together.
        return games[0].wins[0] if rules_of(aim.game).cooperative else float(games[0].points[0] > 0)
    return share_of_wins(games)


@dataclass
class Row:
    """The results for a target so far: a value for each deal, and the seconds of the bot's moves."""

    aim: Aim
    values: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def play(self, deals: int, seed: int, seconds: float) -> None:
        """Play a number of deals, fewer if the time runs out, but at least two."""
        until, aim = perf_counter() + seconds, self.aim
        game, (one, other) = sevenfold.load(aim.game, **aim.options), PARTS[aim.part]
        prepare(game, [one, other or one])
        timed = Timed(one)
        self.seconds = timed.seconds
        players: list[Bot] = [timed, bot(other or one)]
        while len(self.values) < deals and (len(self.values) < 2 or perf_counter() < until):
            seated = seats_of_deal(game, aim.part, len(self.values))
            games = [play(game, seed + len(self.values), players, kinds, Span()) for kinds in seated]
            self.values.append(value_of(aim, games))

    def __str__(self) -> str:
        """A line of the table."""
        aim, (one, other) = self.aim, PARTS[self.aim.part]
        found = estimate(self.values) if aim.in_points else estimate_share(self.values)
        ms = 1000 * np.array(self.seconds or [0.0])
        named = ", ".join([aim.game, *(f"{key}={str(value).lower()}" for key, value in aim.options.items())])
        against = f"{one}{' against ' if other else ' alone'}{other}"
        told = (shown(found, aim), shown(aim.least, aim), verdict(found, aim.least), len(self.values))
        return f"| {named} | {against} | {' | '.join(map(str, told))} | {ms.mean():.1f}, {np.percentile(ms, 95):.1f} |"


def shown(number: Estimate | float, aim: Aim) -> str:
    """A share in percent, or points, with its interval if there is one."""
    part = 1 if aim.in_points else 100
    ending = "points" if aim.in_points else "%"
    if isinstance(number, Estimate):
        return f"{part * number.mean:.1f} ± {part * number.ci95:.1f} {ending}"
    return f"{part * number:.0f} {ending}"


def verdict(found: Estimate, least: float) -> str:
    """Whether the target was reached, as far as the interval tells."""
    if found.mean - found.ci95 >= least:
        return "reached"
    if found.mean + found.ci95 < least:
        return "missed"
    return "about that" if found.mean >= least else "hardly"


# -- the command --------------------------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="What was asked of the rules of thumb and of expert, and what is seen.")
    parser.add_argument("names", nargs="*", metavar="GAME", help="all games without one")
    parser.add_argument("--parts", default=",".join(PARTS), metavar="A,B", help=f"of {', '.join(PARTS)} (all)")
    parser.add_argument("--deals", type=int, default=10_000, metavar="N", help="of each row, at most (10000)")
    parser.add_argument("--seconds", type=float, default=60, metavar="T", help="of each row, at most; two deals at least (60)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="of the first deal")
    asked = parser.parse_args(arguments)
    plain_bots.add_to_bots()
    parts, games = asked.parts.split(","), {aim.game for aim in AIMS}
    for part in parts:
        if part not in PARTS:
            parser.error(f"There is no part {part!r}; there are {', '.join(PARTS)}.")
    for name in asked.names:
        if name not in games:
            parser.error(f"Nothing was asked in {name!r}, but in {', '.join(sorted(games))}.")
    wanted = [aim for aim in AIMS if aim.part in parts and (not asked.names or aim.game in asked.names)]
    if not wanted:
        parser.error("Nothing was asked in these games in these parts.")
    if asked.deals < 2 or not asked.seconds > 0:
        parser.error("At least 2 deals are played, and seconds are more than 0.")
    print("| game | who | seen | asked | | deals | ms a move: mean, 95 % |")
    print("|---|---|---|---|---|---|---|")
    for aim in wanted:
        row = Row(aim)
        try:
            row.play(asked.deals, asked.seed, asked.seconds)
        except KeyboardInterrupt:
            if len(row.values) > 1:
                print(row)
            print(f"Interrupted in {aim.game}.", flush=True)
            return INTERRUPTED
        print(row, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
