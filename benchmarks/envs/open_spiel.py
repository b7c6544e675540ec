"""Our games as OpenSpiel plays them, beside the games that OpenSpiel itself has in Python.

    python -m benchmarks.envs.open_spiel [--quick] [--only RACE]

All sides are driven by the same loop in Python. A step is an action or an outcome of chance; every `new_initial_state` is
timed too. What is timed is the thread's processor time, since others may use the machine. Quote ratios: absolute figures are
this machine's, today.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from time import thread_time
from typing import Any

from benchmarks.run import command
from benchmarks.speed.peers import spiel
from benchmarks.speed.race import YARDSTICK, Missing, Race, Side, Work

EXAMPLES = Path(__file__).parents[2] / "examples"
KUHN = "sevenfold_kuhn_poker(deals=1)"
THEIRS = (
    "python_tic_tac_toe",
    "python_block_dominoes",
    "python_team_dominoes",
    "python_liars_poker",
    "python_dynamic_routing",
    "python_kuhn_poker",
)
EMPTY_STEPS = 100
MOST_STEPS = 30  # of a game from which copies are made

Step = Callable[[Any, Callable[[], float]], None]


def loaded(name: str) -> Any:
    """A game by its name; ours are registered first."""
    module = spiel()
    if name.startswith("sevenfold_"):
        from sevenfold.envs.open_spiel import register
        from sevenfold.registry import game_in

        register(game_in(EXAMPLES / "kuhn_poker"))
    else:
        import open_spiel.python.games  # noqa: F401 - it registers them
    try:
        return module.load_game(name)
    except module.SpielError as error:
        raise Missing(f"OpenSpiel has no {name}: {error}") from error


def chosen_step(state: Any, chosen: Callable[[], float]) -> None:
    """Play at random: one action, or one of each player where they move at once."""
    if state.is_simultaneous_node():
        joint = []
        for player in range(state.num_players()):
            actions = state.legal_actions(player)
            joint.append(actions[int(chosen() * len(actions))] if actions else 0)
        state.apply_actions(joint)
    else:
        actions = state.legal_actions()
        state.apply_action(actions[int(chosen() * len(actions))])


def seen_step(state: Any, chosen: Callable[[], float]) -> None:
    """The same, after the seat to move has read what it observes and all that it has learnt."""
    player = state.current_player()
    if player >= 0:
        state.observation_tensor(player)
        state.information_state_string(player)
    chosen_step(state, chosen)


def random_play(name: str, step: Step = chosen_step, *, yardstick: bool = False) -> Side:
    """Whole random games."""

    def prepare() -> Work:
        game, chosen = loaded(name), Random(1).random

        def work(games: int) -> tuple[float, float]:
            steps, start = 0, thread_time()
            for _ in range(games):
                state = game.new_initial_state()
                while not state.is_terminal():
                    step(state, chosen)
                    steps += 1
            return steps, thread_time() - start

        return work

    return Side(name, "steps/s", prepare, ours=name.startswith("sevenfold_"), yardstick=yardstick)


def limit_of_python() -> Side:
    """A game of which every method returns at once: what calls from C++ into Python cost, whatever the game."""

    def prepare() -> Work:
        module = spiel()
        kind = module.GameType

        class Empty(module.State):  # type: ignore[misc, name-defined]  # pyspiel ships no types
            def __init__(self, game: Any) -> None:
                super().__init__(game)
                self.left = EMPTY_STEPS

            def current_player(self) -> int:
                return 0 if self.left else int(module.PlayerId.TERMINAL)

            def is_terminal(self) -> bool:
                return not self.left

            def is_simultaneous_node(self) -> bool:
                return False

            def legal_actions(self) -> list[int]:
                return [0]

            def _apply_action(self, _action: int) -> None:
                self.left -= 1

        class EmptyGame(module.Game):  # type: ignore[misc, name-defined]  # pyspiel ships no types
            def __init__(self) -> None:
                about = kind(
                    "empty", "Empty", kind.Dynamics.SEQUENTIAL, kind.ChanceMode.DETERMINISTIC,
                    kind.Information.PERFECT_INFORMATION, kind.Utility.GENERAL_SUM, kind.RewardModel.TERMINAL, 1, 1,
                    False, False, False, False, {},
                )  # fmt: skip
                super().__init__(about, module.GameInfo(1, 0, 1, 0.0, 1.0, None, EMPTY_STEPS), {})

            def new_initial_state(self) -> Empty:
                return Empty(self)

        game, chosen = EmptyGame(), Random(1).random

        def work(games: int) -> tuple[float, float]:
            start = thread_time()
            for _ in range(games):
                state = game.new_initial_state()
                while not state.is_terminal():
                    chosen_step(state, chosen)
            return games * EMPTY_STEPS, thread_time() - start

        return work

    return Side("a state in Python that does nothing", "steps/s", prepare, f"{EMPTY_STEPS} steps a game")


def copies(name: str, *, yardstick: bool = False) -> Side:
    """Copies of a state in the midst of a game, as searches make them for every simulation."""

    def prepare() -> Work:
        game, chosen = loaded(name), Random(1)
        state, before = game.new_initial_state(), None
        while not state.is_terminal() and state.move_number() < MOST_STEPS:
            before = state.clone()
            chosen_step(state, chosen.random)
        assert before is not None

        def work(made: int) -> tuple[float, float]:
            start = thread_time()
            for _ in range(made):
                before.clone()
            return made, thread_time() - start

        return work

    return Side(name, "copies/s", prepare, ours=name.startswith("sevenfold_"), yardstick=yardstick)


def ours() -> list[str]:
    """The names of our games, 7-Truf first, because the others are compared with it."""
    from sevenfold import game_names

    return ["sevenfold_seven_truf", *(f"sevenfold_{name}" for name in game_names() if name != "seven_truf")]


def races() -> list[Race]:
    """All comparisons."""
    first, *others = ours()
    peers = [random_play(name) for name in THEIRS]
    return [
        Race(
            "play",
            "Random play: each of our games, and OpenSpiel's own in Python",
            [random_play(first, yardstick=True), *map(random_play, others), *peers, limit_of_python()],
        ),
        Race(
            "kuhn",
            "The same game: Kuhn poker with explicit chance",
            [random_play(KUHN, yardstick=True), random_play("python_kuhn_poker")],
        ),
        Race(
            "seen",
            "Random play in which each seat reads its observation and its information state",
            [random_play(first, seen_step, yardstick=True), *(random_play(name, seen_step) for name in (KUHN, *THEIRS[:-2]))],
        ),
        Race("copies", "Copying a state", [copies(first, yardstick=True), copies(KUHN), *map(copies, THEIRS)]),
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the races asked for."""
    return command("Our games in OpenSpiel beside OpenSpiel's own Python games.", races(), [YARDSTICK], arguments)


if __name__ == "__main__":
    sys.exit(main())
