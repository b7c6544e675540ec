"""`expert` against OpenSpiel's ISMCTSBot in our trick games.

    python -m benchmarks.bots.against_openspiel [GAME …] [--deals 20]

OpenSpiel plays by the same rules: a deal is wrapped as an OpenSpiel game whose states are our positions. Our re-dealing is
used for its own, and what a seat has seen and holds is its information state. Chance stays inside the position, so OpenSpiel
sees none. Its bot is the one in `open_spiel.python.algorithms.ismcts`, with one random rollout per simulation; the one in C++
cannot play games written in Python (it crashes when such a state is re-dealt).
It gets as many simulations as it can do in the given time, measured before the games.

Every deal is played in every seating, once with one of our bots among theirs and once the other way round. The figures
are averages over deals: points ahead, and the share of wins, with 95 % intervals.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import mean
from time import perf_counter
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import sevenfold
from sevenfold.bots import EXPERT, bot
from sevenfold.bots.levels import spec_of
from sevenfold.kernel.chance import pick, source
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply, legal_and_turn, redeal
from sevenfold.kernel.questions import deals_done, standing
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import Positions
from sevenfold.lab.duplicate import ONE, SKIPPED, Outcome, estimate, points_ahead, seatings, share_of_wins, shares, sides_of

GAMES = ("seven_truf", "suitability", "second_thoughts", "seven_suitors")
WORTH = 10_000.0  # more than any gain
TRIED = 40  # simulations by which it is measured how long they take


class Deal:
    """A deal in progress, for OpenSpiel to copy."""

    def __init__(self, game: sevenfold.Game, positions: Positions, ending: int, before: Sequence[float]) -> None:
        self.game, self.positions, self.ending, self.before = game, positions, ending, before
        self.look()

    def look(self) -> None:
        """Find out whose turn it is and what is legal."""
        legal, self.turn = legal_and_turn(self.positions, 0)
        self.legal = list(each(int(legal)))
        self.is_over = self.turn < 0 or deals_done(self.positions[0]) >= self.ending

    def __deepcopy__(self, _memo: object) -> Deal:
        made = object.__new__(Deal)
        made.__dict__.update(self.__dict__)
        made.positions = copied(self.positions)
        return made

    def gains(self) -> list[float]:
        """What each seat has gained in the deal."""
        return [float(standing(self.positions[0], seat)) - self.before[seat] for seat in range(self.game.players)]


KIND = pyspiel.GameType(
    short_name="sevenfold_deal", long_name="A deal of Sevenfold",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL, chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION, utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=6, min_num_players=2,
    provides_information_state_string=True, provides_information_state_tensor=False,
    provides_observation_string=False, provides_observation_tensor=False, provides_factored_observation_string=False,
)  # fmt: skip


class DealGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """One deal, as an OpenSpiel game."""

    def __init__(self, deal: Deal) -> None:
        info = pyspiel.GameInfo(
            num_distinct_actions=64, max_chance_outcomes=0, num_players=deal.game.players,
            min_utility=-WORTH, max_utility=WORTH, utility_sum=None, max_game_length=1000,
        )  # fmt: skip
        super().__init__(KIND, info, {})
        self.deal = deal

    def new_initial_state(self) -> DealState:
        """The initial state."""
        return DealState(self, self.deal)


class DealState(pyspiel.State):  # type: ignore[misc]
    """A position of the deal, as an OpenSpiel state."""

    def __init__(self, game: DealGame, deal: Deal) -> None:
        super().__init__(game)
        self.deal = deal

    def current_player(self) -> Any:
        """Whose turn it is."""
        return pyspiel.PlayerId.TERMINAL if self.deal.is_over else int(self.deal.turn)

    def is_terminal(self) -> bool:
        """Whether the deal is over."""
        return self.deal.is_over

    def _legal_actions(self, _player: int) -> list[int]:
        return self.deal.legal

    def _apply_action(self, action: int) -> None:
        apply(self.deal.positions, 0, action)
        self.deal.look()

    def _action_to_string(self, _player: int, action: int) -> str:
        return str(action)

    def returns(self) -> list[float]:
        """What each seat has gained."""
        return self.deal.gains()

    def information_state_string(self, player: int | None = None) -> str:
        """What a seat has seen, and holds."""
        s, seat = self.deal.positions[0], self.deal.turn if player is None else player
        return f"{seat} {s.heard} {s.heard_alone[seat]} {s.hands[seat]}"

    def __str__(self) -> str:
        return f"{self.deal.game.name}, {self.deal.turn} to move"


class Theirs:
    """OpenSpiel's bot, with a number of simulations."""

    def __init__(self, simulations: int, exploration: float) -> None:
        self.simulations, self.exploration = simulations, exploration

    def choose(self, deal: Deal, seed: int) -> int:
        """The bot's action."""
        chance, state = source(seed), DealGame(deal).new_initial_state()
        rollouts = mcts.RandomRolloutEvaluator(1, np.random.RandomState(seed))
        player = ismcts.ISMCTSBot(
            state.get_game(), rollouts, self.exploration, self.simulations, random_state=np.random.RandomState(seed)
        )

        def redealt(asked: DealState, seat: int) -> DealState:
            made: DealState = asked.clone()
            redeal(made.deal.positions, 0, seat, chance)
            return made

        player.set_resampler(redealt)
        return int(player.step(state))


# -- the games ------------------------------------------------------------------------------------------------------------


def begin(game: sevenfold.Game, seed: int) -> sevenfold.State:
    """The beginning of the deal that is played."""
    state = game.start(seed)
    chooser = source(seed)
    while deals_done(state.position[0]) < SKIPPED.get(game.id, 0):
        state.play(pick(chooser[0], state.legal_actions().members))
    return state


def as_seen(state: sevenfold.State, seed: int, before: Sequence[float]) -> Deal:
    """The position that a bot gets: re-dealt for the seat to move, to be played to the end of the deal."""
    assert state.turn is not None
    dealt = state.redeal(state.turn, source(seed, state.action_count))
    return Deal(state.game, dealt, SKIPPED.get(state.game.id, 0) + 1, before)


def theirs_for(game: sevenfold.Game, seconds: float) -> tuple[Theirs, float]:
    """OpenSpiel's bot with as many simulations as it does in the time at the beginning of a deal, and its simulations a second.

    Its exploration constant is 2, as usual there for results from -1 to 1, times half the spread of random players' gains.
    """
    state = begin(game, 0)
    gains, chooser = [], Random(0)
    for _ in range(50):
        deal = as_seen(state, chooser.getrandbits(30), state.standing())
        while not deal.is_over:
            apply(deal.positions, 0, chooser.choice(deal.legal))
            deal.look()
        gains += deal.gains()
    exploration = (max(gains) - min(gains)) or 1.0
    deal = as_seen(state, 1, state.standing())
    tried = Theirs(TRIED, exploration)
    tried.choose(deal, 1)  # compiles
    began = perf_counter()
    tried.choose(deal, 2)
    rate = TRIED / (perf_counter() - began)
    return Theirs(max(2, round(rate * seconds)), exploration), rate


def play(game: sevenfold.Game, seed: int, theirs: Theirs, kinds: tuple[int, ...], seconds: list[float]) -> Outcome:
    """Play a deal, our bot where the kind is ONE, and record the seconds of our decisions."""
    ours, state = bot(spec_of(EXPERT, game)), begin(game, seed)
    before, ending = state.standing(), SKIPPED.get(game.id, 0) + 1
    while state.turn is not None and deals_done(state.position[0]) < ending:
        legal = state.legal_actions()
        if len(legal) == 1:
            state.play(legal[0])
            continue
        deal = as_seen(state, seed, before)
        began = perf_counter()
        if kinds[state.turn] == ONE:
            action = ours.choose(game, deal.positions, source(seed, state.action_count, 1))
            seconds.append(perf_counter() - began)
        else:
            action = theirs.choose(deal, seed + state.action_count)
        state.play(action)
    points = tuple(now - then for now, then in zip(state.standing(), before, strict=True))
    best = [seat for seat, value in enumerate(points) if value == max(points)]
    return Outcome(kinds, points, shares(best, game.players))


def compare(name: str, deals: int, seconds: float, seed: int) -> dict[str, Any]:
    """Play all deals of a game."""
    game = sevenfold.load(name)
    theirs, rate = theirs_for(game, seconds)
    ahead, wins, ours = [], [], list[float]()
    for number in range(deals):
        games = [play(game, seed + number, theirs, kinds, ours) for kinds in seatings(sides_of(game))]
        ahead.append(points_ahead(games))
        wins.append(share_of_wins(games))
        print(f"{name}: {number + 1} of {deals} deals, {mean(ahead):+.2f} points ahead", file=sys.stderr)
    points, share = estimate(ahead), estimate(wins)
    return {
        "game": name, "deals": deals, "points": points.mean, "points_ci95": points.ci95, "wins": share.mean,
        "wins_ci95": share.ci95, "our_seconds": mean(ours), "their_simulations": theirs.simulations, "their_rate": rate,
    }  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="expert against OpenSpiel's ISMCTSBot in our games of tricks.")
    parser.add_argument("games", nargs="*", choices=[*GAMES, []], metavar="GAME", help=f"of {', '.join(GAMES)}; all")
    parser.add_argument("--deals", type=int, default=20, metavar="N", help="deals a game, 2 or more (20)")
    parser.add_argument("--seconds", type=float, default=0.5, metavar="T", help="that their bot thinks about a move (0.5)")
    parser.add_argument("--seed", type=int, default=7000, metavar="S", help="of the first deal")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results to this file too")
    asked = parser.parse_args(arguments)
    if asked.deals < 2 or not asked.seconds > 0:
        parser.error("--deals must be at least 2, --seconds above 0.")
    found = [compare(name, asked.deals, asked.seconds, asked.seed) for name in asked.games or GAMES]
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=1) + "\n")
    print("| game | deals | points ahead | share of the wins | ms a move, ours | theirs | simulations a move, theirs |")
    print("|---|---|---|---|---|---|---|")
    for one in found:
        print(
            f"| {sevenfold.load(one['game']).name} | {one['deals']} | {one['points']:+.2f} ± {one['points_ci95']:.2f} |"
            f" {100 * one['wins']:.1f} ± {100 * one['wins_ci95']:.1f} % | {1000 * one['our_seconds']:.0f} |"
            f" {1000 * asked.seconds:.0f} | {one['their_simulations']} |"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
