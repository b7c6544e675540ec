"""Sevenfold's sides of the races."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from benchmarks.speed.race import Missing, Side, Work
from benchmarks.speed.startup import Failed, fresh

if TYPE_CHECKING:
    from sevenfold.kernel.compiler.decorators import Entry

STORED = 50  # games whose steps are played again
LIMIT = 10_000  # of turns a game


def load(game: str, **options: Any) -> Any:
    """A game of Sevenfold."""
    try:
        import sevenfold
    except ImportError as error:
        raise Missing(f"Sevenfold cannot be imported ({error}): pip install -e .") from error
    if not hasattr(sevenfold, "load"):
        raise Missing("this Sevenfold has no load()")
    try:
        return sevenfold.load(game, **options)
    except (ImportError, ValueError) as error:  # BadInput is a ValueError
        raise Missing(f"this Sevenfold does not play it: {error}") from error


def names() -> list[str]:
    """All games of Sevenfold; none if it is not installed."""
    try:
        import sevenfold
    except ImportError:
        return []
    return sevenfold.game_names()


def random_play(game: str, *, yardstick: bool = True, **options: Any) -> Side:
    """Whole random games in one compiled call, with the seeds 1, 2 …, as in C."""
    played: dict[str, float] = {}

    def prepare() -> Work:
        loaded = load(game, **options)
        from sevenfold.kernel.chance import source
        from sevenfold.kernel.play import random_games

        states = loaded.new_positions(limit=LIMIT)
        sources = source(0)

        def work(games: int) -> tuple[float, float]:
            tally = np.zeros((games, 4), np.int64)
            results = np.zeros((games, loaded.players))
            start = perf_counter()
            random_games(states, np.uint64(1), games, sources, tally, results)
            seconds = perf_counter() - start
            moves = tally[:, 1]
            played.update(speed=games / seconds, mean=moves.mean(), longest=moves.max(), n=games)
            return int(moves.sum()), seconds

        return work

    def found() -> str:
        length = f"mean {played['mean']:.3g} moves, longest of {played['n']:.0f} {played['longest']:.0f}"
        return f"{played['speed']:.3g} games/s, {length}"

    side = Side(f"Sevenfold {game}", "moves/s", prepare, "whole games, the deal too", least=100, ours=True, yardstick=yardstick)
    return replace(side, found=found)


SEVEN_CARDS = 6  # the number, from 0, of 7-Truf's first deal of seven cards
POSITIONS = 16  # that searches begin from


def search() -> Side:
    """The tree search on 7-Truf, at the first lead of a deal of seven cards, one rollout a simulation."""

    def prepare() -> Work:
        loaded = load("seven_truf")
        from sevenfold.bots.search.tree import Tree
        from sevenfold.kernel.chance import source

        states = []
        for seed in range(POSITIONS):
            state = loaded.start(seed=seed)
            chooser = Random(seed)
            while state.position[0].deal_number < SEVEN_CARDS or state.phase != "play":
                state.play(chooser.choice(list(state.legal_actions())))
            states.append(state.redeal(state.turn, source(seed)))

        def work(simulations: int) -> tuple[float, float]:
            start = perf_counter()
            for number, dealt in enumerate(states):
                tree = Tree(loaded, dealt, simulations, source(number))
                tree.grow(simulations)
                tree.best()
            return simulations * len(states), perf_counter() - start

        return work

    return Side(
        "Sevenfold seven_truf, tree search",
        "simulations/s",
        prepare,
        "at the first lead",
        least=500,
        ours=True,
        yardstick=True,
    )


def stored_games(game: str, **options: Any) -> tuple[Any, list[list[int]]]:
    """A game, and the actions of random games; the n-th has the seed n - 1."""
    loaded = load(game, **options)
    from sevenfold.kernel.chance import source
    from sevenfold.kernel.play import random_game

    states = loaded.new_positions(limit=LIMIT)
    room = np.zeros(LIMIT * 4, np.int64)
    games = []
    for seed in range(STORED):
        _, actions = random_game(states, 0, np.uint64(seed), source(0), room)
        games.append([int(action) for action in room[:actions]])
    return loaded, games


def raw_steps(game: str, **options: Any) -> Side:
    """The compiled call that applies an action, unchecked, and returns the legal ones; the first deal is not timed."""

    def prepare() -> Work:
        loaded, games = stored_games(game, **options)
        from sevenfold.kernel.play import apply, begin_game

        def work(times: int) -> tuple[float, float]:
            step = cast("Entry", apply).call
            steps = 0
            seconds = 0.0
            for _ in range(times):
                for seed, actions in enumerate(games):
                    states = loaded.new_positions(limit=LIMIT)
                    begin_game(states, 0, np.uint64(seed))
                    start = perf_counter()
                    for action in actions:
                        step(states, 0, action)
                    seconds += perf_counter() - start
                    steps += len(actions)
            return steps, seconds

        return work

    return Side(
        f"Sevenfold {game}, compiled call",
        "ns a step",
        prepare,
        "apply: legal set + play, unchecked",
        ours=True,
        yardstick=True,
    )


def state_steps(game: str, **options: Any) -> Side:
    """State.play and State.legal_actions: checked, with history and undo."""

    def prepare() -> Work:
        loaded, games = stored_games(game, **options)

        def work(times: int) -> tuple[float, float]:
            steps = 0
            seconds = 0.0
            for _ in range(times):
                for seed, actions in enumerate(games):
                    state = loaded.start(seed=seed)
                    start = perf_counter()
                    for action in actions:
                        state.legal_actions()
                        state.play(action)
                    seconds += perf_counter() - start
                    steps += len(actions)
            return steps, seconds

        return work

    return Side(
        f"Sevenfold {game}, State",
        "ns a step",
        prepare,
        "legal_actions + play, checked, can undo",
        ours=True,
        yardstick=True,
    )


# -- starting -------------------------------------------------------------------------------------

START = "import sevenfold; state = sevenfold.load('{game}').start(seed=1); state.play(state.legal_actions()[0])"
SIMULATE = (
    "import numpy as np, sevenfold; from sevenfold.kernel.chance import source\n"
    "from sevenfold.kernel.play import random_games\n"
    "for name in {names}:\n"
    "    game = sevenfold.load(name); tally = np.zeros((1, 4), np.int64); results = np.zeros((1, game.players))\n"
    "    random_games(game.new_positions(limit=10_000), np.uint64(1), 1, source(0), tally, results)\n"
)
BOT = (
    "import sevenfold; from sevenfold.bots import bot, choose;"
    " choose(bot('search:1000'), sevenfold.load('{game}').start(seed=1))"
)
COMPILE = (
    "import sevenfold; from sevenfold.kernel.chance import source; from sevenfold.bots.search.tree import Tree\n"
    "for name in ('seven_truf', 'sane_sevens', 'seven_solitaire'):\n"
    "    game = sevenfold.load(name); state = game.start(seed=1); state.play(state.legal_actions()[0])\n"
    "    state.redeal(state.turn, source(1))\n"
    "    if game.players > 1: Tree(game, state.position, 10, source(1)).grow(10)\n"
)


def starts(game: str = "seven_truf") -> list[Side]:
    """A fresh Python process: import, first game, first simulation; nothing compiled yet (cold), or all cached (warm)."""
    return [
        start("Sevenfold, start Python and import", "import sevenfold"),
        start(f"Sevenfold {game}, a first action, cold", START.format(game=game), cold=True),
        start(f"Sevenfold {game}, a first action, warm", START.format(game=game)),
        start(f"Sevenfold {game}, a first random game, cold", SIMULATE.format(names=[game]), cold=True),
        start(f"Sevenfold {game}, a first random game, warm", SIMULATE.format(names=[game])),
        start(f"Sevenfold {game}, a first bot move, cold", BOT.format(game=game), cold=True),
        start(f"Sevenfold {game}, a first bot move, warm", BOT.format(game=game)),
        start("Sevenfold, rules, re-deal and search of three games, cold", COMPILE, cold=True),
        start("Sevenfold, rules, re-deal and search of three games, warm", COMPILE),
        start("Sevenfold, a random game of each of the twelve, cold", SIMULATE.format(names=names()), cold=True),
        start("Sevenfold, a random game of each of the twelve, warm", SIMULATE.format(names=names())),
    ]


def start(name: str, code: str, cold: bool = False) -> Side:
    """One start; the figure includes the start of Python itself."""

    def prepare() -> Work:
        load("seven_truf")
        environment = new_cache() if cold else one_cache()
        work = fresh(code, environment)
        try:
            work(1)
        except Failed as failed:
            raise Missing(str(failed)) from failed
        return work

    return Side(name, "s", prepare, "", ours=True, yardstick="import" in name)


def new_cache() -> Callable[[], Mapping[str, str]]:
    """An empty cache of compiled code for each process."""
    kept: list[TemporaryDirectory[str]] = []

    def environment() -> Mapping[str, str]:
        kept[:] = [TemporaryDirectory(prefix="sevenfold-cold-")]
        return {"SEVENFOLD_CACHE": kept[0].name}

    return environment


def one_cache() -> Callable[[], Mapping[str, str]]:
    """A cache that all processes of one side share."""
    kept = TemporaryDirectory(prefix="sevenfold-warm-")
    return lambda: {"SEVENFOLD_CACHE": kept.name}


def views(game: str, *, yardstick: bool) -> Side:
    """Views of the middle of random games, made and encoded; see `views`."""

    def prepare() -> Work:
        loaded = load(game)
        from benchmarks.speed.views import Tally, show

        def work(least: int) -> tuple[float, float]:
            tally, seed = Tally(), 0
            while tally.views < least:
                seed += 1
                show(loaded, seed, tally)
            return tally.views, tally.seconds

        return work

    return Side(f"Sevenfold {game}", "views/s", prepare, "for one person, as JSON", least=100, ours=True, yardstick=yardstick)
