"""What knowing all cards would win: one player who sees them, in whole games among rules of thumb, whose choices they foresee.

    python benchmarks/open_cards.py suitability --games 40
    python benchmarks/open_cards.py seven_truf --games 40 --bot search:4000:thumb=0.7:relative=1:others=1:exact=6

Such a player is no bot of the package, and plays nowhere else. What they win bounds, as far as the search finds it, what a bot
can win that may know its own cards only. Beside it `expert` plays the same deals in the same seats, and knows what it may.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Sequence

import numpy as np

import sevenfold
from sevenfold.bots import EXPERT, bot, choose
from sevenfold.bots.inference import Recall
from sevenfold.bots.search import SearchBot
from sevenfold.bots.tree import Tree
from sevenfold.errors import SevenfoldError
from sevenfold.kernel.chance import source
from sevenfold.kernel.types import Positions, Sources
from sevenfold.lab.duplicate import estimate, estimate_share
from sevenfold.playing.game import Game, State

KNOWING = "search:4000:thumb=0.7:prefer=0.2:relative=1:explore=0.3:others=1:exact=7"
Choice = Callable[[State], int]


class Knowing(SearchBot):
    """A search for which there is one world only: the true one, which it is given."""

    def begin(self, game: Game, dealt: Positions, chance: Sources, until: float, recall: Recall | None) -> Tree:
        """A tree of that world."""
        tree = super().begin(game, dealt, chance, until, recall)
        tree.worlds = dealt.copy()
        return tree


def result(game: Game, seed: int, seat: int, chosen: Choice) -> tuple[float, float]:
    """A whole game in which a seat chooses so, the others by rules of thumb: points above their mean, share of the win."""
    state, thumb = game.start(seed), bot("thumb")
    while not state.is_over:
        legal = state.legal_actions()
        if len(legal) == 1:
            state.play(legal[0])
        else:
            state.play(chosen(state) if state.turn == seat else choose(thumb, state))
    points, winners = state.standing(), state.winners()
    others = [points[other] for other in range(game.players) if other != seat]
    return points[seat] - sum(others) / len(others), (seat in winners) / max(1, len(winners))


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, and print a line for each of both."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", choices=["suitability", "second_thoughts", "seven_truf"])
    parser.add_argument("--games", type=int, default=40, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="of the first deal")
    parser.add_argument("--bot", default=KNOWING, help=f"the search that sees all cards ({KNOWING})")
    asked = parser.parse_args(arguments)
    if asked.games < 2:
        parser.error(f"At least 2 games say something, not {asked.games}.")
    try:
        expert, knowing = bot(EXPERT), Knowing(asked.bot.removeprefix("search:"))
    except SevenfoldError as error:
        parser.error(str(error))
    game, chance = sevenfold.load(asked.game), source(asked.seed)
    players: dict[str, Choice] = {
        "all cards known": lambda state: knowing.choose(game, state.position.copy(), chance),
        EXPERT: lambda state: choose(expert, state),
    }
    found = {
        name: [result(game, asked.seed + deal, deal % game.players, chosen) for deal in range(asked.games)]
        for name, chosen in players.items()
    }
    print("| whose | points ahead | games won |\n|---|---|---|")
    for name, results in found.items():
        points, wins = np.array(results).T
        ahead, won = estimate(list(points)), estimate_share(list(wins))
        print(f"| {name} | {ahead.mean:+.1f} ± {ahead.ci95:.1f} | {100 * won.mean:.1f} ± {100 * won.ci95:.1f} % |")
    gain = estimate(list(np.array(found["all cards known"])[:, 0] - np.array(found[EXPERT])[:, 0]))
    print(f"| paired | {gain.mean:+.1f} ± {gain.ci95:.1f} | |" if not math.isnan(gain.ci95) else "")
    return 0


if __name__ == "__main__":
    sys.exit(main())
