"""OpenSpiel and RLCard, each measured in the way that is fastest for it.

A move is a decision by a player, even one with a single legal action. Resolving chance takes time, but is not counted
as a move.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any

from benchmarks.speed.race import Missing, Side, Work

# OpenSpiel's games nearest to ours in size: 7-Truf's deals of seven cards; Sane Sevens for two.
OH_HELL = "oh_hell(players=4,num_suits=4,num_cards_per_suit=8,num_tricks_fixed=7)"
CRAZY_EIGHTS = "crazy_eights(players=2,reshuffle=True)"
HEARTS = "hearts"
SPADES = "spades"
STARTS = 16  # positions that rollouts and searches begin from


def spiel() -> Any:
    """The module pyspiel."""
    try:
        import pyspiel
    except ImportError as error:
        raise Missing(f"OpenSpiel cannot be imported ({error}): pip install -e .[bench]") from error
    return pyspiel


def rlcard() -> Any:
    """The module rlcard."""
    try:
        import rlcard as module
    except ImportError as error:
        raise Missing(f"RLCard cannot be imported ({error}): pip install -e .[bench]") from error
    return module


def short(game: str) -> str:
    """A game's name without its parameters."""
    return game.partition("(")[0]


# -- OpenSpiel: random play -----------------------------------------------------------------------


def spiel_python(game: str) -> Side:
    """The usual loop in Python, with the cheapest way to choose (all chance in these games is uniform)."""

    def prepare() -> Work:
        loaded = spiel().load_game(game)
        chosen = Random(1).random

        def work(games: int) -> tuple[float, float]:
            moves = 0
            start = perf_counter()
            for _ in range(games):
                state = loaded.new_initial_state()
                while not state.is_terminal():
                    if not state.is_chance_node():
                        moves += 1
                    actions = state.legal_actions()
                    state.apply_action(actions[int(chosen() * len(actions))])
            return moves, perf_counter() - start

        return work

    return Side(f"OpenSpiel {short(game)}, Python loop", "moves/s", prepare, "whole games, the deal too")


def spiel_whole_games(game: str) -> Side:
    """pyspiel.evaluate_bots with OpenSpiel's own random bots: deal and play, all in C++, one call a game."""

    def prepare() -> Work:
        module = spiel()
        loaded = module.load_game(game)
        bots = [module.make_uniform_random_bot(seat, seat + 1) for seat in range(loaded.num_players())]
        seed = 0

        def work(games: int) -> tuple[float, float]:
            nonlocal seed
            moves = 0
            seconds = 0.0
            for _ in range(games):
                seed += 1
                state = loaded.new_initial_state()
                start = perf_counter()
                module.evaluate_bots(state, bots, seed)
                seconds += perf_counter() - start
                moves += decisions(state)
            return moves, seconds

        return work

    return Side(f"OpenSpiel {short(game)}, C++ random bots", "moves/s", prepare, "whole games, the deal too")


def spiel_rollouts(game: str) -> Side:
    """Whole playouts in C++ by RandomRolloutEvaluator, from positions just after the deal, so dealing is not timed.

    pyspiel does not expose its evaluate(), but an MCTSBot of one simulation calls it once on the position it is given.
    It does not report lengths: the mean length from each position is taken from other random games that begin there. In
    trick games it is always the same; for crazy_eights it is known to about 1 %.
    """

    def prepare() -> Work:
        module = spiel()
        loaded = module.load_game(game)
        starts = [after_chance(loaded, Random(number)) for number in range(STARTS)]
        moves_each = sum(mean_length(module, loaded, state) for state in starts)

        def work(rollouts: int) -> tuple[float, float]:
            seconds = 0.0
            for number, state in enumerate(starts):
                evaluator = module.RandomRolloutEvaluator(rollouts, number)
                once = {"uct_c": 1.0, "max_simulations": 1, "max_memory_mb": 10, "solve": False, "verbose": False}
                bot = module.MCTSBot(loaded, evaluator, seed=number, **once)
                start = perf_counter()
                bot.step(state)
                seconds += perf_counter() - start
            return moves_each * rollouts, seconds

        return work

    return Side(f"OpenSpiel {short(game)}, C++ rollouts", "moves/s", prepare, "from just after the deal")


def after_chance(loaded: Any, source: Random) -> Any:
    """A game at its first decision."""
    state = loaded.new_initial_state()
    while state.is_chance_node():
        state.apply_action(source.choice(state.legal_actions()))
    return state


def decisions(state: Any) -> int:
    """The number of moves made so far."""
    return sum(step.player >= 0 for step in state.full_history())


def mean_length(module: Any, loaded: Any, state: Any) -> float:
    """The mean number of moves of random play from here."""
    bots = [module.make_uniform_random_bot(seat, seat + 1) for seat in range(loaded.num_players())]
    total, games, most = 0, 0, 400
    lengths: set[int] = set()
    while games < most and not (games == 40 and len(lengths) == 1):
        played = state.clone()
        module.evaluate_bots(played, bots, games)
        lengths.add(length := decisions(played) - decisions(state))
        total += length
        games += 1
    return total / games


# -- OpenSpiel: tree search, and single steps from Python -----------------------------------------


def spiel_search(game: str = OH_HELL, decided: int = 4) -> Side:
    """ISMCTSBot in C++ with one random rollout a simulation, at the first lead (all have bid), new worlds each time."""

    def prepare() -> Work:
        module = spiel()
        loaded = module.load_game(game)
        starts = []
        for number in range(STARTS):
            source = Random(number)
            state = after_chance(loaded, source)
            for _ in range(decided):
                state.apply_action(source.choice(state.legal_actions()))
            starts.append(state)

        def work(simulations: int) -> tuple[float, float]:
            seconds = 0.0
            for number, state in enumerate(starts):
                bot = module.ISMCTSBot(number, module.RandomRolloutEvaluator(1, number), uct_c=1.0, max_simulations=simulations)
                start = perf_counter()
                bot.step(state)
                seconds += perf_counter() - start
            return simulations * len(starts), seconds

        return work

    return Side(f"OpenSpiel {short(game)}, C++ ISMCTSBot", "simulations/s", prepare, "at the first lead", least=500)


def spiel_steps(game: str) -> Side:
    """legal_actions + apply_action from Python along stored games: nothing is chosen, and the deal is not timed."""

    def prepare() -> Work:
        loaded = spiel().load_game(game)
        stored = [recorded(loaded, Random(number)) for number in range(50)]

        def work(times: int) -> tuple[float, float]:
            steps = 0
            seconds = 0.0
            for _ in range(times):
                copies = [(state.clone(), actions) for state, actions in stored]
                start = perf_counter()
                for state, actions in copies:
                    for action in actions:
                        state.legal_actions()
                        state.apply_action(action)
                seconds += perf_counter() - start
                steps += sum(len(actions) for _, actions in stored)
            return steps, seconds

        return work

    return Side(f"OpenSpiel {short(game)}, from Python", "ns a step", prepare, "legal_actions + apply_action")


def recorded(loaded: Any, source: Random) -> tuple[Any, list[int]]:
    """A game after its deal, and the actions that followed (chance included, where cards are drawn in play)."""
    first = after_chance(loaded, source)
    state = first.clone()
    actions = []
    while not state.is_terminal():
        actions.append(source.choice(state.legal_actions()))
        state.apply_action(actions[-1])
    return first, actions


# -- RLCard ---------------------------------------------------------------------------------------


def rlcard_run() -> Side:
    """Uno for two by env.run() with RLCard's random agents, as its examples do."""

    def prepare() -> Work:
        module = rlcard()
        from rlcard.agents import RandomAgent

        env = module.make("uno", config={"seed": 1})
        env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

        def work(games: int) -> tuple[float, float]:
            before = env.timestep
            start = perf_counter()
            for _ in range(games):
                env.run(is_training=True)
            return env.timestep - before, perf_counter() - start

        return work

    return Side("RLCard uno, env.run, its random agents", "moves/s", prepare, "whole games, the deal too")


def rlcard_game() -> Side:
    """Uno for two in RLCard's bare game: no environment, no agents, no features."""

    def prepare() -> Work:
        game = rlcard().make("uno", config={"seed": 1}).game
        chosen = Random(1).random

        def work(games: int) -> tuple[float, float]:
            moves = 0
            start = perf_counter()
            for _ in range(games):
                state, _ = game.init_game()
                while not game.is_over():
                    actions = state["legal_actions"]
                    state, _ = game.step(actions[int(chosen() * len(actions))])
                    moves += 1
            return moves, perf_counter() - start

        return work

    return Side("RLCard uno, its bare game in a loop", "moves/s", prepare, "whole games, the deal too")


def importing(name: str, module: str, check: Callable[[], Any]) -> Side:
    """The time a new Python process takes to start and to import a peer."""
    from benchmarks.speed.startup import fresh

    def prepare() -> Work:
        check()
        return fresh(f"import {module}")

    return Side(f"{name}, start Python and import", "s", prepare, "", least=1)
