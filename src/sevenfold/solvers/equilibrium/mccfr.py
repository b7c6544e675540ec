"""Monte Carlo counterfactual regret minimisation (MCCFR) for any game of several players, by the game's own rules.

Each thread has a table of its own. A *round* is a number of iterations that depends only on how much has been done: the
threads begin it with copies of one table and learn by themselves. At its end their strategies are added up and their regrets
averaged: each thread has corrected by itself what was wrong before, and added up that would be corrected several times. So no
thread waits for another at a decision, and the result depends on the settings, the number of threads among them, and on
nothing else. Between two rounds, the table, the threads' generators and two counts are all there is to it: they are what a
checkpoint holds.

The memory is that of `jobs` + 1 tables (`information_sets.table_bytes`), as large as their sets and values in use make them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from threading import Event
from time import perf_counter
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

import numpy as np

from sevenfold.errors import BadInput, quoted
from sevenfold.kernel.chance import MOST_SMALL_SEED, source
from sevenfold.kernel.types import Int64Array, Positions, Reals, Sources
from sevenfold.playing.explicit_chance import UncountableChance
from sevenfold.playing.legal import is_duration, is_whole

from .external_sampling import BEGINNING, DEPTH, DONE, SEAT, TOO_DEEP, Walk, walk_externally
from .full_walk import FullWalk, walk_fully
from .information_sets import DROPPED, REGRET, SETS, SUM, VALUES, Table, absorb, capacity, table_bytes
from .outcome_sampling import Line, walk_by_outcome
from .tree import Tree, tree_of
from .tree_walk import Places, TreeWalk, walk_tree

if TYPE_CHECKING:
    from sevenfold.playing.game import Game

Sampling: TypeAlias = Literal["external", "outcome", "full"]
Walking: TypeAlias = Literal["auto", "tree", "rules"]
Variant: TypeAlias = Literal["cfr", "cfr+", "linear", "dcfr"]
# By what powers of the round's number positive regrets, negative regrets and the average strategy are discounted, after
# N. Brown and T. Sandholm, "Solving Imperfect-Information Games via Discounted Regret Minimization" (AAAI 2019); None: not.
POWERS: dict[str, tuple[float | None, float | None, float]] = {
    "cfr": (None, None, 0.0),
    "cfr+": (None, None, 1.0),
    "linear": (1.0, 1.0, 1.0),
    "dcfr": (1.5, 0.0, 2.0),
}
MOST_JOBS = 64
MEBIBYTE = 1 << 20
MEMORY = 1024 * MEBIBYTE
SHORTEST, LONGEST = 20, 20_000  # iterations of a thread in a round, in a small table
PART = 8  # a round is one part in so many of what has been done
SLICE = 200_000  # decisions between two looks at the clock
ALWAYS = 1 << 60
MOST_WALKED = 1_000_000  # nodes of a tree, unless one is asked for


@dataclass(frozen=True)
class Settings:
    """How equilibria are looked for.

    Attributes:
        sampling: "external" or "outcome" sampling, or "full" to visit the whole tree in each iteration, in one thread.
        variant: "cfr" (regret matching), "cfr+" (regret matching+ with linear averaging), "linear" or "dcfr" (discounted).
        walking: "tree" to enumerate the game first and to walk through that, several times faster, which external sampling can;
            "rules" to play by the rules; "auto" for the tree if it has at most a million nodes.
        seed: Decides what is drawn.
        jobs: The number of threads, on which the result depends.
        memory: The most bytes of all tables; once they are there, further information sets are played at random.
    """

    sampling: Sampling = "external"
    variant: Variant = "cfr"
    walking: Walking = "auto"
    seed: int = 0
    jobs: int = 1
    memory: int = MEMORY

    def __post_init__(self) -> None:
        if self.sampling not in get_args(Sampling):
            raise BadInput(f"The sampling is one of {', '.join(get_args(Sampling))}, not {quoted(self.sampling)}.")
        if self.variant not in get_args(Variant):
            raise BadInput(f"The variant is one of {', '.join(get_args(Variant))}, not {quoted(self.variant)}.")
        if self.walking not in get_args(Walking):
            raise BadInput(f"The walking is one of {', '.join(get_args(Walking))}, not {quoted(self.walking)}.")
        if self.walking == "tree" and self.sampling == "outcome":
            raise BadInput("Outcome sampling plays by the rules, not through an enumerated tree.")
        if self.sampling == "full" and (self.walking == "rules" or self.jobs != 1):
            raise BadInput(
                "Without sampling, the enumerated tree is visited, by one thread: walking is not rules, and jobs is 1."
            )
        if not is_whole(self.seed, 0, MOST_SMALL_SEED):
            raise BadInput(f"The seed is a whole number from 0 to 2^64 - 1, not {quoted(self.seed)}.")
        if not is_whole(self.jobs, 1, MOST_JOBS):
            raise BadInput(f"The number of jobs must be from 1 to {MOST_JOBS}, not {quoted(self.jobs)}.")
        least = (self.jobs + 1) * table_bytes(0, 0)
        if not is_whole(self.memory, least, 1 << 50):
            raise BadInput(f"The tables of {self.jobs} threads need at least {least} bytes, not {quoted(self.memory)}.")


Memory: TypeAlias = Walk | Line | TreeWalk | FullWalk


@dataclass
class Worker:
    """A thread's table and memory."""

    table: Table
    memory: Memory
    chance: Sources
    is_current: bool = False  # whether its table has the sets of the common one, and no others


@dataclass
class Progress:
    """What lies between two rounds beside the table: a checkpoint holds it.

    Attributes:
        rounds: How many rounds are done.
        iterations: How many iterations all threads have done in them.
        chances: The state of each thread's generator.
    """

    rounds: int = 0
    iterations: int = 0
    chances: list[int] = field(default_factory=list)


class Solver:
    """A search for an equilibrium.

    Attributes:
        game: The game, with its options.
        settings: How it is looked for.
        table: What has been learnt in the rounds that are done.
        progress: How many rounds and iterations that was.

    Example:
        >>> import sevenfold
        >>> from sevenfold.solvers.equilibrium import Settings, Solver
        >>> solver = Solver(sevenfold.load("sane_sevens"), Settings(sampling="outcome"))
        >>> solver.run(iterations=20)
        >>> solver.progress.iterations >= 20, solver.information_sets > 100
        (True, True)
    """

    def __init__(
        self, game: Game, settings: Settings, table: Table | None = None, progress: Progress | None = None
    ) -> None:  # fmt: skip
        """Args: table, progress: from a checkpoint; by default nothing has been learnt."""
        if game.players < 2:
            raise BadInput(f"{game.name} is for one player, so it has no equilibrium: sevenfold solve finds its best play.")
        self.game = game
        self.tree = _tree(game, settings)
        self.settings = settings = replace(settings, walking="tree" if self.tree else "rules")
        self._places = Places(self.tree) if self.tree and settings.sampling == "external" else None
        self.table = table or (self.tree.table if self.tree else Table.of_size())
        self.progress = progress or Progress(
            chances=[int(source(settings.seed, job)[0].chance) for job in range(settings.jobs)]
        )
        self._root: Positions = game.new_positions(listening=True)
        self._workers = [Worker(self.table.emptied(), self._memory(), source(0)) for _ in range(settings.jobs)]

    def _memory(self) -> Memory:
        if self.tree and self.settings.sampling == "full":
            return FullWalk(self.tree, int(self.table.counts[VALUES]))
        if self.tree:
            return TreeWalk()
        return (Walk if self.settings.sampling == "external" else Line)(self.game.rules.listening)

    # -- what is known ---------------------------------------------------------------------------------------------------

    @property
    def information_sets(self) -> int:
        """How many information sets have been met."""
        return int(self.table.counts[SETS])

    @property
    def nbytes(self) -> int:
        """The memory of all tables: by `table_bytes` a function of the information sets and their actions, until it is full."""
        return (self.settings.jobs + 1) * self.table.nbytes

    @property
    def is_full(self) -> bool:
        """Whether the tables may not grow any more, so that some information sets are played at random."""
        return bool(self.table.counts[DROPPED])

    # -- learning --------------------------------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Compile what a run needs."""
        table = Table.of_size().resized(0, 0)
        absorb(*_arrays(table), table.sets, table.values, 0, 0)
        self._walk(self._workers[0], 0, 0)

    @staticmethod
    def check(iterations: int, seconds: float) -> None:
        """BadInput for arguments that `run` refuses."""
        if not is_whole(iterations, 1, ALWAYS):
            raise BadInput(f"The number of iterations must be at least 1, not {quoted(iterations)}.")
        if not (is_duration(seconds) or seconds == math.inf):
            raise BadInput(f"A solver needs some time, so more than 0 seconds, not {quoted(seconds)}.")

    def run(
        self,
        iterations: int = ALWAYS,
        seconds: float = math.inf,
        *,
        progress: Callable[[Solver], None] = lambda solver: None,
        stop: Event | None = None,
    ) -> None:
        """Run whole rounds until so many iterations are done in all, or for so long.

        A round that is under way when the time is up, or when `stop` is set, is left out, unless it ends soon.

        Args:
            iterations: How many iterations there are to be at least, those of earlier runs included.
            seconds: How long to run at most.
            progress: Called after each round.
            stop: Ends the run once it is set.

        Raises:
            BadInput: A number is out of range, or the game is too long for this sampling.
        """
        self.check(iterations, seconds)
        self.prepare()
        until, stop = perf_counter() + seconds, stop or Event()
        with ThreadPoolExecutor(self.settings.jobs) as threads:
            while self.progress.iterations < iterations and self._round(threads, until, stop):
                progress(self)

    def _round(self, threads: ThreadPoolExecutor, until: float, stop: Event) -> bool:
        """One round; False if it was not finished, and all is as before."""
        if perf_counter() >= until or stop.is_set():
            return False
        each = self._round_length()

        def work(worker: Worker, chance: int) -> bool:
            worker.table.copy_from(self.table, with_sets=not worker.is_current)
            worker.chance["chance"] = chance
            at = worker.memory.at
            at[DONE], at[SEAT], at[DEPTH] = 0, 0, BEGINNING
            while at[DONE] < each and not self._has_stopped(worker):
                if perf_counter() >= until or stop.is_set():
                    return False
                self._walk(worker, each, SLICE)
            return True

        if not all(list(threads.map(work, self._workers, self.progress.chances))):
            for worker in self._workers:
                worker.is_current = False
            return False
        self.progress.iterations += sum(int(worker.memory.at[DONE]) for worker in self._workers)
        self.progress.rounds += 1
        self.progress.chances = [int(worker.chance[0].chance) for worker in self._workers]
        self._merge()
        return True

    def _round_length(self) -> int:
        """The iterations of a thread in the next round."""
        if self.settings.sampling == "full":
            return 1  # discounts are by the iteration
        done = self.progress.iterations // self.settings.jobs // PART
        return min(max(done, SHORTEST), max(LONGEST, self.information_sets // 4))

    def _has_stopped(self, worker: Worker) -> bool:
        """Whether a worker's table is full although it may grow: it is merged early."""
        return bool(worker.table.counts[DROPPED]) and not self.is_full

    def _walk(self, worker: Worker, iterations: int, most: int) -> None:
        memory, table, floors = worker.memory, worker.table, self.settings.variant == "cfr+"
        if isinstance(memory, TreeWalk):
            assert self._places is not None
            walk_tree(
                self._places.places, self._places.results, memory.frames, memory.tried, memory.at, table.values, floors,
                iterations, most // PART, worker.chance, memory.luck,
            )  # fmt: skip
            return
        if isinstance(memory, FullWalk):
            tree = memory.tree
            walk_fully(
                tree.nodes, tree.odds, tree.results, tree.owners, table.sets, table.values, floors, memory.reached,
                memory.likely, memory.gains, memory.at, iterations,
            )  # fmt: skip
            return
        walk = walk_externally if isinstance(memory, Walk) else walk_by_outcome
        walk(
            self._root, memory.stack, memory.frames, memory.tried, memory.at, *_arrays(table), floors, not self.is_full,
            iterations, most, worker.chance,
        )  # fmt: skip
        if memory.at[TOO_DEEP]:
            raise BadInput(
                f"{self.game.name} has too many decisions in a row for {self.settings.sampling} sampling"
                + ("; outcome sampling takes longer games." if self.settings.sampling == "external" else ".")
            )

    def _merge(self) -> None:
        """Add up what the workers have learnt, and discount what is old."""
        tables = [worker.table for worker in self._workers]
        known, m = self.information_sets, int(self.table.counts[VALUES])
        news: Reals = np.sum([table.values[:m] - self.table.values[:m] for table in tables], axis=0)
        news[:, REGRET] /= len(tables)  # averaged: added up, what both threads corrected would be corrected twice
        self.table.values[:m] += news
        most_sets = known + sum(int(table.counts[SETS]) - known for table in tables)
        most_values = m + sum(int(table.counts[VALUES]) - m for table in tables)
        is_full = self.is_full or (self.settings.jobs + 1) * table_bytes(most_sets, most_values) > self.settings.memory
        if not is_full:
            self._fit(most_sets, most_values)
        for table in tables:
            absorb(*_arrays(self.table), table.sets, table.values, known, int(table.counts[SETS]))
        if not is_full:
            self._fit(self.information_sets, int(self.table.counts[VALUES]))
        self.table.counts[DROPPED] = int(is_full)
        self._discount()
        for worker in self._workers:
            worker.is_current = known == self.information_sets
            if not worker.table.is_like(self.table):
                worker.table, worker.is_current = self.table.emptied(), False

    def _fit(self, sets: int, values: int) -> None:
        """Give the table as much room as so many sets and values ask for."""
        if (len(self.table.sets), len(self.table.values)) != (capacity(sets), capacity(values)):
            self.table = self.table.resized(sets, values)

    def _discount(self) -> None:
        positive, negative, sums = POWERS[self.settings.variant]
        done, values = float(self.progress.rounds), self.table.values[: self.table.counts[VALUES]]
        regrets = values[:, REGRET]
        if positive is not None and negative is not None:
            regrets *= np.where(regrets > 0, _kept(done, positive), _kept(done, negative))
        if self.settings.variant == "cfr+":
            np.maximum(regrets, 0.0, out=regrets)
        values[:, SUM] *= (done / (done + 1)) ** sums


def _tree(game: Game, settings: Settings) -> Tree | None:
    """The tree to walk through; None to play by the rules."""
    if settings.walking == "rules" or settings.sampling == "outcome":
        return None
    if settings.walking == "tree" or settings.sampling == "full":
        return tree_of(game)
    try:
        return tree_of(game, MOST_WALKED)
    except (BadInput, UncountableChance):
        return None


def _kept(rounds: float, power: float) -> float:
    """The share of a regret that is kept after so many rounds."""
    return float(rounds**power / (rounds**power + 1))


def _arrays(table: Table) -> tuple[Int64Array, Int64Array, Reals, Int64Array]:
    return table.slots, table.sets, table.values, table.counts
