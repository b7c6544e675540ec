"""MCCFR side by side with OpenSpiel's solver in C++, on Leduc Poker.

    python -m benchmarks.solvers.equilibria [--seconds 5] [--rounds 3] [--json FILE]

Both run external sampling with regret matching, in turn, for the same time; an iteration is a walk for each seat. Theirs has
one thread, ours as many as there are cores. Where other programs run, seconds of processor time say more: one core of ours is
compared with one of theirs by them. Exploitability is computed by OpenSpiel for both, ours after its strategy has been written
as a policy of OpenSpiel's game, which also shows that it is the same game.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import pyspiel

from sevenfold.playing.explicit_chance import Node, root
from sevenfold.playing.game import Game
from sevenfold.solvers.equilibrium import Settings, Solver, Strategy
from sevenfold.system.cores import cores

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
COMPARED = (10_000, 100_000, 1_000_000)  # iterations after which the exploitabilities are compared
GOAL = 0.005
Policy = dict[str, list[tuple[int, float]]]


def leduc() -> Game:
    """One deal of our Leduc Poker."""
    if str(EXAMPLES / "leduc_poker") not in sys.path:
        sys.path.insert(0, str(EXAMPLES / "leduc_poker"))
    return Game(import_module("leduc_poker").rules, {"deals": 1})


def states(ours: Node, theirs: Any) -> Iterator[tuple[Node, Any]]:
    """All decisions of one deal, as our node and OpenSpiel's state."""
    if theirs.is_terminal():
        assert ours.is_over
        assert ours.returns() == theirs.returns()
    elif theirs.is_chance_node():
        dealt = theirs.history()
        left = [card for card in range(6) if as_theirs(card) not in dealt[:2]]
        assert ours.outcomes == len(left)
        for choice, card in enumerate(left):
            yield from states(ours.child(choice), theirs.child(as_theirs(card)))
    else:
        assert ours.turn == theirs.current_player()
        assert ours.choices() == theirs.legal_actions()
        yield ours, theirs
        for action in theirs.legal_actions():
            yield from states(ours.child(action), theirs.child(action))


def as_theirs(card: int) -> int:
    """The number of our card in OpenSpiel, which has the suits of a rank together."""
    return 2 * (card % 3) + card // 3


def as_policy(strategy: Strategy) -> Policy:
    """A strategy of our game as a policy of OpenSpiel's, by its names of information sets."""
    found: Policy = {}
    dealer, game = root(strategy.game).child(0), pyspiel.load_game("leduc_poker")  # who deals makes no difference
    for ours, theirs in states(dealer, game.new_initial_state()):
        name = theirs.information_state_string()
        assert ours.turn is not None
        chances = list(strategy.chances(ours.position, ours.turn).items())
        assert found.setdefault(name, chances) == chances  # all positions of one of theirs are in one of ours
    return found


def their_exploitability(policy: Any) -> float:
    """The exploitability of a policy, by OpenSpiel."""
    return float(pyspiel.exploitability(pyspiel.load_game("leduc_poker"), policy))


def our_exploitability(solver: Solver) -> float:
    """The exploitability of our strategy, by OpenSpiel."""
    return their_exploitability(pyspiel.TabularPolicy(as_policy(Strategy(solver.game, solver.table))))


Rate = tuple[float, float]  # iterations by second, and by second of processor time


def their_rate(seconds: float) -> Rate:
    """OpenSpiel's iterations."""
    solver, done = pyspiel.ExternalSamplingMCCFRSolver(pyspiel.load_game("leduc_poker"), 1), 0
    began, worked = perf_counter(), process_time()
    while perf_counter() - began < seconds:
        for _ in range(100):
            solver.run_iteration()
        done += 100
    return done / (perf_counter() - began), done / (process_time() - worked)


def our_rate(game: Game, jobs: int, seconds: float) -> Rate:
    """Our iterations."""
    solver = Solver(game, Settings(jobs=jobs))
    solver.prepare()
    began, worked = perf_counter(), process_time()
    solver.run(seconds=seconds)
    done = solver.progress.iterations
    return done / (perf_counter() - began), done / (process_time() - worked)


def compare_rates(game: Game, seconds: float, rounds: int) -> dict[str, Any]:
    """Both solvers' rates, one after the other in each round."""
    theirs, one, all_cores = [], [], []
    for _ in range(rounds):
        theirs.append(their_rate(seconds))
        one.append(our_rate(game, 1, seconds))
        all_cores.append(our_rate(game, cores(), seconds))
    return {
        "openspiel_per_second": median(rate for rate, _ in theirs),
        "one_core_per_second": median(rate for rate, _ in one),
        "all_cores_per_second": median(rate for rate, _ in all_cores),
        "cores": cores(),
        "times_openspiel": median(ours[0] / other[0] for ours, other in zip(all_cores, theirs, strict=True)),
        "openspiel_per_processor_second": median(rate for _, rate in theirs),
        "one_core_per_processor_second": median(rate for _, rate in one),
        "all_cores_per_processor_second": median(rate for _, rate in all_cores),
    }


def compare_exploitabilities(game: Game) -> list[dict[str, float]]:
    """Both solvers' exploitabilities after the same number of iterations."""
    found = []
    ours, theirs = (
        Solver(game, Settings(jobs=cores())),
        pyspiel.ExternalSamplingMCCFRSolver(pyspiel.load_game("leduc_poker"), 1),
    )
    done = 0
    for iterations in COMPARED:
        ours.run(iterations=iterations)
        while done < ours.progress.iterations:
            theirs.run_iteration()
            done += 1
        found.append(
            {"iterations": done, "ours": our_exploitability(ours), "openspiel": their_exploitability(theirs.average_policy())}
        )
    return found


def time_to_goal(game: Game, settings: Settings, most: float = 60.0) -> dict[str, float]:
    """How long ours takes to an exploitability below the goal, the measuring left out."""
    solver, seconds, step = Solver(game, settings), 0.0, 0.1
    solver.prepare()
    while True:
        began = perf_counter()
        solver.run(seconds=step)
        step = 1.1 * step
        seconds += perf_counter() - began
        found = our_exploitability(solver)
        if found < GOAL or seconds > most:
            return {"seconds": seconds, "exploitability": found, "iterations": solver.progress.iterations}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="MCCFR on Leduc Poker, side by side with OpenSpiel.")
    parser.add_argument("--seconds", type=float, default=5.0, metavar="S", help="of each solver in a round (5)")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="rounds; the medians count (3)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results to this file too")
    asked = parser.parse_args(arguments)
    if asked.rounds < 1 or not asked.seconds > 0:
        parser.error("--rounds must be at least 1, --seconds above 0.")
    game = leduc()
    rates = compare_rates(game, asked.seconds, asked.rounds)
    print(
        f"iterations a second: OpenSpiel {rates['openspiel_per_second']:,.0f}, ours on one core"
        f" {rates['one_core_per_second']:,.0f}, on {rates['cores']} {rates['all_cores_per_second']:,.0f}:"
        f" {rates['times_openspiel']:.1f} times as many"
    )
    theirs, ours = rates["openspiel_per_processor_second"], rates["all_cores_per_processor_second"]
    print(
        f"by processor time: OpenSpiel {theirs:,.0f}, ours {ours:,.0f}: {ours / theirs:.1f} times as many on each core,"
        f" {rates['cores'] * ours / theirs:.1f} times on {rates['cores']} cores that do nothing else"
    )
    goals = {"external": Settings(jobs=cores()), "full": Settings(sampling="full", variant="dcfr")}
    goal = {name: time_to_goal(game, settings) for name, settings in goals.items()}
    for name, found in goal.items():
        print(
            f"{name}: exploitability {found['exploitability']:.4f} after {found['seconds']:.1f} s, {found['iterations']:,} its"
        )
    curve = compare_exploitabilities(game)
    for row in curve:
        print(f"after {row['iterations']:>9,} iterations: ours {row['ours']:.4f}, OpenSpiel {row['openspiel']:.4f}")
    if asked.json:
        asked.json.write_text(json.dumps({"rates": rates, "goal": goal, "exploitability": curve}, indent=2), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
