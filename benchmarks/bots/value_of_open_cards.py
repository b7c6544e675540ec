"""What it would be worth to know all cards: a player who sees them, in whole games against predictable heuristics.

    python -m benchmarks.bots.value_of_open_cards suitability --games 40
    python -m benchmarks.bots.value_of_open_cards seven_truf --games 40 --bot search:4000:thumb=0.7:relative=1:others=1:exact=6
    python -m benchmarks.bots.value_of_open_cards seven_and_seven --games 80      # the order of the stock they do not know

Such a player is not a bot of the package, and plays nowhere else. What they win is a bound, as far as the search finds it, for
a bot that knows only its own cards. `expert` plays the same deals in the same seats, for comparison.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

import sevenfold
from sevenfold.bots import EXPERT, bot, choose
from sevenfold.bots.engines import EndgameEngine, Engine, TreeEngine
from sevenfold.bots.engines.base import Decision
from sevenfold.bots.levels import spec_of
from sevenfold.bots.search.tree import Tree
from sevenfold.bots.search_bot import SearchBot
from sevenfold.errors import SevenfoldError
from sevenfold.kernel.chance import source
from sevenfold.kernel.questions import LAYOUTS
from sevenfold.lab.duplicate import ONE, OTHER, Outcome, estimate, estimate_share, points_ahead, share_of_wins, shares
from sevenfold.playing.game import Game, State
from sevenfold.solvers.open_hands import is_of_tricks

GAMES = [  # whose hands are hidden
    game.id
    for game in map(sevenfold.load, sevenfold.game_names())
    if game.players > 1 and any(per_seat > 0 for _, _, per_seat, *_ in LAYOUTS[game.rules.dtype].places)
]
OF_TRICKS = "search:4000:thumb=0.7:prefer=0.2:relative=1:explore=0.3:others=1:exact=7"
Choice = Callable[[State], int]


class KnowingTree(TreeEngine):
    """A tree search for which there is one world only: the true one, which it is given."""

    def begin(self, decision: Decision) -> Tree:
        """A tree of that world."""
        tree = super().begin(decision)
        tree.worlds = decision.dealt.copy()
        return tree


class Knowing(SearchBot):
    """The search bot with `KnowingTree` in place of the usual tree."""

    def engine(self, game: Game) -> Engine:
        """The usual engine, but for the tree."""
        usual, tree = super().engine(game), KnowingTree(self.settings, self.iterations)
        return EndgameEngine(tree) if isinstance(usual, EndgameEngine) else tree if type(usual) is TreeEngine else usual


def result(game: Game, seed: int, seat: int, chosen: Choice) -> Outcome:
    """A whole game with a player at one seat, heuristics at the others. (`duplicate.play` would hide the cards from it.)"""
    state, thumb = game.start(seed), bot("thumb")
    while state.turn is not None:
        is_asked = state.turn == seat and len(state.legal_actions()) > 1
        state.play(chosen(state) if is_asked else choose(thumb, state))
    kinds = tuple(ONE if other == seat else OTHER for other in range(game.players))
    return Outcome(kinds, tuple(state.standing()), shares(state.winners(), game.players))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--games", type=int, default=40, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="of the first deal")
    parser.add_argument("--bot", help="the search that sees all cards (the expert's, or one for games of tricks)")
    asked = parser.parse_args(arguments)
    if asked.games < 2:
        parser.error(f"At least 2 games say something, not {asked.games}.")
    game, chance = sevenfold.load(asked.game), source(asked.seed)
    spec = asked.bot or (OF_TRICKS if is_of_tricks(game) else spec_of(EXPERT, game))
    try:
        expert, knowing = bot(EXPERT), Knowing(spec.removeprefix("search:"))
    except SevenfoldError as error:
        parser.error(str(error))
    players: dict[str, Choice] = {
        "all cards known": lambda state: knowing.choose(game, state.position.copy(), chance),
        EXPERT: lambda state: choose(expert, state),
    }
    print("| whose | points ahead | games won |\n|---|---|---|")
    points = []
    for name, chosen in players.items():
        found = [[result(game, asked.seed + deal, deal % game.players, chosen)] for deal in range(asked.games)]
        points.append([points_ahead(one) for one in found])
        ahead, won = estimate(points[-1]), estimate_share([share_of_wins(one) for one in found])
        print(f"| {name} | {ahead.mean:+.1f} ± {ahead.ci95:.1f} | {100 * won.mean:.1f} ± {100 * won.ci95:.1f} % |", flush=True)
    gain = estimate([knew - did_not for knew, did_not in zip(*points, strict=True)])
    print(f"| paired | {gain.mean:+.1f} ± {gain.ci95:.1f} | |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
