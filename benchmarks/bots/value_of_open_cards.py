"""What knowing all cards would win: one player who sees them, in whole games among rules of thumb, whose choices they foresee.

    python -m benchmarks.bots.value_of_open_cards suitability --games 40
    python -m benchmarks.bots.value_of_open_cards seven_truf --games 40 --bot search:4000:thumb=0.7:relative=1:others=1:exact=6
    python -m benchmarks.bots.value_of_open_cards seven_and_seven --games 80      # the order of the stock they do not know

Such a player is no bot of the package, and plays nowhere else. What they win bounds, as far as the search finds it, what a bot
can win that may know its own cards only. Beside it `expert` plays the same deals in the same seats, and knows what it may.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

import sevenfold
from sevenfold.bots import EXPERT, bot, choose
from sevenfold.bots.history import Recall
from sevenfold.bots.levels import spec_of
from sevenfold.bots.search import SearchBot
from sevenfold.bots.tree import Tree
from sevenfold.errors import SevenfoldError
from sevenfold.kernel.chance import source
from sevenfold.kernel.questions import LAYOUTS
from sevenfold.kernel.types import Positions, Sources
from sevenfold.lab.duplicate import ONE, OTHER, Outcome, estimate, estimate_share, points_ahead, share_of_wins, shares
from sevenfold.playing.game import Game, State
from sevenfold.solvers.open_hands import is_of_tricks

GAMES = [  # whose hands are hidden
    game.id
    for game in map(sevenfold.load, sevenfold.game_names())
    if game.players > 1 and any(per_seat > 0 for _, _, per_seat, _ in LAYOUTS[game.rules.dtype].places)
]
OF_TRICKS = "search:4000:thumb=0.7:prefer=0.2:relative=1:explore=0.3:others=1:exact=7"
Choice = Callable[[State], int]


class Knowing(SearchBot):
    """A search for which there is one world only: the true one, which it is given."""

    def begin(self, game: Game, dealt: Positions, chance: Sources, until: float, recall: Recall | None) -> Tree:
        """A tree of that world."""
        tree = super().begin(game, dealt, chance, until, recall)
        tree.worlds = dealt.copy()
        return tree


def result(game: Game, seed: int, seat: int, chosen: Choice) -> Outcome:
    """A whole game in which a seat chooses so, the others by rules of thumb. (`duplicate.play` shows no bot the true cards.)"""
    state, thumb = game.start(seed), bot("thumb")
    while state.turn is not None:
        is_asked = state.turn == seat and len(state.legal_actions()) > 1
        state.play(chosen(state) if is_asked else choose(thumb, state))
    kinds = tuple(ONE if other == seat else OTHER for other in range(game.players))
    return Outcome(kinds, tuple(state.standing()), shares(state.winners(), game.players))


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, and print a line for each of both."""
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
