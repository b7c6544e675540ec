"""How much can be gained over heuristics by thinking ahead, and how much of it bots gain.

    python -m benchmarks.bots.gain_over_heuristics chain_up --bots expert,search:1000 --positions 400 --rollouts 6000

Choices are sampled from games between heuristics. At each, every legal action is tried in
the same worlds, re-dealt for the seat, and heuristics play on to the end of the game. So the value of an action is
the share of wins that it brings among such players. The gain of a choice is how much its value is above that of the
heuristics' choice; times the number of a seat's choices, it is the gain per game to the first order. "The best" is chosen
by one half of the worlds and evaluated by the other. To see such small differences in the wins of two bots would take
thousands of games.

With --by BOT, that bot plays one seat of each game, and only its choices are sampled. If no cards are hidden except those of an
unknown stock, the sum of its own gains is then exactly what it wins above equal players (the performance
difference lemma: Kakade and Langford, ICML 2002), and the gains of the best are a bound for any player in such positions.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import thread_time

import numpy as np

from sevenfold.bots import Bot, bot, choose
from sevenfold.bots.heuristics import mark_of
from sevenfold.console import chosen_game, console_of, progress_bar
from sevenfold.errors import BadInput, SevenfoldError
from sevenfold.kernel.chance import fraction, pick, source
from sevenfold.kernel.compiler.decorators import compiled, entry
from sevenfold.kernel.fields import Fields
from sevenfold.kernel.play import plan_redeals
from sevenfold.kernel.questions import OVER, apply_action, legal_actions, policy, returns
from sevenfold.kernel.redeal import redeal_unseen
from sevenfold.kernel.sets import beyond_lowest, lowest
from sevenfold.kernel.types import ActionSet, Plan, Positions, Reals, Seat, Sources
from sevenfold.kernel.worlds import PLAN_SHAPE
from sevenfold.playing.game import Game, State
from sevenfold.solvers.statistics import Z95

MOST_ACTIONS = 64


@compiled
def share_of_win(s: Fields, seat: Seat) -> float:
    """A seat's share of the win at the end; all share it if nobody is ahead."""
    ahead = 0
    for other in range(s.players):
        if returns(s, other) > returns(s, seat):
            return 0.0
        ahead += returns(s, other) == returns(s, seat)
    return 1.0 / ahead


@entry
def try_all(
    root: Positions, ears: Positions, tried: Positions, work: Positions, seat: Seat, plan: Plan, ways: Reals,
    sources: Sources, found: Reals, _mark: Positions,
) -> tuple[ActionSet, ActionSet]:  # fmt: skip
    """Set found[k, world] to what the k-th legal action of root[0] brings its seat; return (legal actions, advised actions).

    tried and work are the same memory, as a listening position and as a plain one; ears holds a world.
    """
    legal = legal_actions(root[0])
    for world in range(found.shape[1]):
        ears[0] = root[0]
        redeal_unseen(ears[0], seat, plan, ways, sources[0])
        k, rest = 0, legal
        while rest:
            tried[0] = ears[0]
            apply_action(tried[0], lowest(rest))
            while work[0].phase != OVER:
                apply_action(work[0], pick(sources[0], policy(work[0], legal_actions(work[0]))))
            found[k, world] = share_of_win(work[0], seat)
            rest = beyond_lowest(rest)
            k += 1
    return legal, policy(root[0], legal)


class Trial:
    """Tries every legal action of a state."""

    def __init__(self, game: Game, rollouts: int) -> None:
        self.mark, self.rollouts = mark_of(game.id), rollouts
        self.ears: Positions = np.zeros(1, game.rules.listening)
        self.tried: Positions = np.zeros(1, game.rules.listening)
        self.work: Positions = np.ndarray(1, game.rules.dtype, self.tried.data)

    def worths(self, state: State, chance: Sources) -> tuple[list[int], list[int], Reals]:
        """(The legal actions, the indices of advised ones, the value of each in each world)."""
        seat = state.turn
        assert seat is not None
        dealt, plan = state.redeal(seat, chance), np.zeros(PLAN_SHAPE, np.int64)
        ways = plan_redeals(dealt, 0, seat, plan)
        found = np.zeros((MOST_ACTIONS, self.rollouts))
        _, good = try_all(dealt, self.ears, self.tried, self.work, seat, plan, ways, chance, found, self.mark)
        legal = sorted(int(action) for action in state.legal_actions())
        return legal, [k for k, action in enumerate(legal) if good >> action & 1], found[: len(legal)]


@dataclass
class Found:
    """The gains of one way to choose in each position, and the time of each choice."""

    gains: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Measured:
    """The gains of the best choices, and of each bot's."""

    games: int
    choices: float  # that a seat has in a game, or the player's
    best: Found
    bots: list[Found]


def measure(
    game: Game, bots: Sequence[Bot], *, positions: int, rollouts: int, share: float, seed: int, player: Bot | None = None
) -> Measured:
    """Sample positions from games between heuristics, at least `positions` of them, and evaluate the choices there.

    player: plays one seat, a different one in each game, and only its choices are sampled.
    """
    _check(game, positions, rollouts, share)
    thumb, trial, drawn = bot("thumb"), Trial(game, rollouts), source(seed)
    best, found, games, choices = Found(), [Found() for _ in bots], 0, 0
    with progress_bar(console_of(stderr=True), positions, "positions") as advance:
        while len(best.gains) < positions:
            state, theirs = game.start(seed + games), games % game.players
            games += 1
            while state.turn is not None:
                is_weighed = player is None or state.turn == theirs
                if is_weighed and len(state.legal_actions()) > 1:
                    choices += 1
                    if fraction(drawn[0]) < share:
                        _weigh(state, trial, bots, best, found, source(seed, games, choices))
                        advance(len(best.gains))
                state.play(choose(player if player and is_weighed else thumb, state))
    return Measured(games, choices / games / (1 if player else game.players), best, found)


def _check(game: Game, positions: int, rollouts: int, share: float) -> None:
    if game.players == 1:
        raise BadInput(f"{game.name} is for one here; what is measured is the share of the wins among several.")
    if positions < 2:
        raise BadInput(f"At least 2 positions are needed, not {positions}: a single deal gives no interval.")
    if rollouts < 2:
        raise BadInput(f"At least 2 rollouts are needed, not {rollouts}: one half chooses, the other weighs.")
    if not 0 < share <= 1:
        raise BadInput(f"The share of the choices that are weighed is above 0 and at most 1, not {share:g}.")


def _weigh(state: State, trial: Trial, bots: Sequence[Bot], best: Found, found: list[Found], chance: Sources) -> None:
    legal, good, worths = trial.worths(state, chance)
    half = worths.shape[1] // 2
    chosen = int(worths[:, :half].mean(axis=1).argmax())
    best.gains.append(float(worths[chosen, half:].mean() - worths[good, half:].mean()))
    for player, of_bot in zip(bots, found, strict=True):
        began = thread_time()
        action = choose(player, state)
        of_bot.seconds.append(thread_time() - began)
        of_bot.gains.append(float(worths[legal.index(action)].mean() - worths[good].mean()))


def _line(name: str, found: Found, choices: float) -> str:
    gains = 100 * np.array(found.gains)
    mean, ci95 = gains.mean(), Z95 * gains.std(ddof=1) / len(gains) ** 0.5
    took = f" | {1000 * np.mean(found.seconds[1:]):.1f}" if found.seconds else " |"  # the first may have waited for compiling
    return f"| {name} | {mean:+.2f} ± {ci95:.2f} % | {choices * mean:+.1f} ± {choices * ci95:.1f} % {took} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="What thinking ahead can win over the rules of thumb.")
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="of the game")
    parser.add_argument("--bots", default="expert,search:1000", metavar="A,B,…", help="whose choices are weighed")
    parser.add_argument("--by", metavar="BOT", help="who plays the seat whose choices are weighed (rules of thumb play all)")
    parser.add_argument("--positions", type=int, default=200, metavar="N", help="how many choices at least (200)")
    parser.add_argument("--rollouts", type=int, default=2000, metavar="N", help="worlds that each action is tried in (2000)")
    parser.add_argument("--share", type=float, default=0.05, metavar="P", help="of a game's choices that are weighed (0.05)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="of the first game")
    asked = parser.parse_args(arguments)
    try:
        game = chosen_game(asked.game, asked.option)
        bots = [bot(spec) for spec in asked.bots.split(",")]
        found = measure(
            game, bots, positions=asked.positions, rollouts=asked.rollouts, share=asked.share, seed=asked.seed,
            player=None if asked.by is None else bot(asked.by),
        )  # fmt: skip
    except SevenfoldError as error:
        parser.error(str(error))
    print(f"{game.name}: {len(found.best.gains)} positions of {found.games} games, {found.choices:.1f} choices a seat and game")
    print("| whose choice | gain of a choice | of a game | ms |\n|---|---|---|---|")
    print(_line("the best", found.best, found.choices))
    for one, of_bot in zip(bots, found.bots, strict=True):
        print(_line(f"`{one.spec}`", of_bot, found.choices))
    return 0


if __name__ == "__main__":
    sys.exit(main())
