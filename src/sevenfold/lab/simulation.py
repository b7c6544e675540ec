"""Simulation: many games between bots, with their lengths, results and winners.

>>> import sevenfold
>>> from sevenfold.lab.simulation import simulate
>>> done = simulate(sevenfold.load("seven_solitaire"), 50, seed=1)
>>> done.games, done.truncated
(50, 0)

Game i has the seed `seed + i`: `sevenfold.load(...).start(seed + i)` deals it again. The number of jobs affects only the
time. If all bots are `random`, the games are the same with and without transcripts.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from time import perf_counter
from typing import TYPE_CHECKING, TextIO

import numpy as np

from sevenfold.bots import Bot, bots_for, choose
from sevenfold.errors import BadInput, quoted
from sevenfold.kernel.chance import MOST_SMALL_SEED, source
from sevenfold.kernel.play import random_game, random_games
from sevenfold.kernel.questions import move_begins
from sevenfold.kernel.types import Int64Array, Reals
from sevenfold.playing.game import LIMIT
from sevenfold.playing.legal import is_whole
from sevenfold.records.transcript import as_lines

from .estimates import Simulation, Tally, report
from .suspicions import suspicions

if TYPE_CHECKING:
    from sevenfold.playing.game import Game

PILOT = 64  # games timed to choose the size of a chunk
CHUNK = 0.05  # seconds that a chunk of compiled games should take: short enough to stop soon, long enough to be worth a thread
MOST_JOBS = 256


def simulate(
    game: Game,
    games: int,
    *,
    seed: int = 0,
    bots: Sequence[str] = ("random",),
    limit: int = LIMIT,
    jobs: int = 1,
    transcripts: TextIO | None = None,
    progress: Callable[[int], None] = lambda finished: None,
    stop: Event | None = None,
) -> Simulation:
    """Play games between bots.

    Args:
        game: The game with its options.
        games: The number of games.
        seed: The seed of the first game.
        bots: The specs of the bots by seat; a shorter list is repeated round the table.
        limit: The number of turns after which a game ends as a draw.
        jobs: The number of threads.
        transcripts: A file to which transcripts of the games are written, in order.
        progress: Called from time to time with the number of games finished.
        stop: Once it is set, the games finished so far are reported.

    Raises:
        BadInput: A number is out of range, a bot is unknown, or it cannot play the game.
    """
    made = check(game, games, seed=seed, bots=bots, limit=limit, jobs=jobs)
    stop = stop or Event()
    prepare(game, bots, transcripts=transcripts is not None)
    is_compiled = transcripts is None and _is_random(made)  # whole games in compiled code

    def play(first: int, last: int) -> Tally | None:
        if is_compiled:
            return _random_chunk(game, seed + first, last - first, limit)
        return _one_game(game, seed + first, made, limit, stop, with_transcript=transcripts is not None)

    size = _chunk_size(game, limit) if is_compiled else 1
    chunks = ((first, min(first + size, games)) for first in range(0, games, size))
    total = Tally(game.players)
    start = perf_counter()
    progress(0)
    for tally in _in_order(play, chunks, jobs, stop):
        total.add(tally)
        if transcripts is not None:
            transcripts.write(tally.lines)
        progress(total.games)
    done = report(game, total, games, seed, made, limit, perf_counter() - start)
    done.warnings.extend(suspicion.sentence for suspicion in suspicions(done, game))
    return done


def check(game: Game, games: int, *, seed: int, bots: Sequence[str], limit: int, jobs: int) -> list[Bot]:
    """The bots by seat; BadInput for arguments that `simulate` refuses."""
    if not is_whole(games, 1, MOST_SMALL_SEED):
        raise BadInput(f"The number of games must be at least 1, not {quoted(games)}.")
    if not is_whole(jobs, 1, MOST_JOBS):
        raise BadInput(f"The number of jobs must be from 1 to {MOST_JOBS}, not {quoted(jobs)}.")
    if not is_whole(seed, 0, MOST_SMALL_SEED):
        raise BadInput(f"The first seed is a whole number from 0 to 2^64 - 1, not {quoted(seed)}.")
    if not 0 <= seed <= MOST_SMALL_SEED - (games - 1):
        raise BadInput(
            f"The seeds, {seed} to {seed + games - 1}, must lie between 0 and 2^64 - 1: larger ones are for playing."
        )
    game.new_positions(limit=limit)  # raises BadInput for a limit out of range
    return bots_for(bots, game.players)


def prepare(game: Game, bots: Sequence[str], *, transcripts: bool = False) -> None:
    """Compile what a simulation needs, so that its time is the time of play alone."""
    made = bots_for(bots, game.players)
    if _is_random(made) and not transcripts:
        random_games(game.new_positions(), np.uint64(0), 0, source(0), *_tables(0, game.players))
        return
    for bot in {bot.spec: bot for bot in made}.values():
        state = game.start(0)
        while state.turn is not None and len(state.legal_actions()) == 1:
            state.play(state.legal_actions()[0])
        if state.turn is not None:
            state.play(choose(bot, state))
    if _is_random(made):
        random_actions(game, 0, 1)


def _is_random(bots: Sequence[Bot]) -> bool:
    return all(bot.spec == "random" for bot in bots)


# -- playing ----------------------------------------------------------------------------------------------------------


def _tables(games: int, players: int) -> tuple[Int64Array, Reals]:
    """The arrays that `random_games` fills: (moves, actions, truncated, winners) and the returns of each game."""
    return np.zeros((games, 4), np.int64), np.zeros((games, players))


def _chunk_size(game: Game, limit: int) -> int:
    """The number of random games that one compiled call plays."""
    start = perf_counter()
    _random_chunk(game, 0, PILOT, limit)
    return max(1, int(CHUNK * PILOT / (perf_counter() - start)))


def _random_chunk(game: Game, seed: int, games: int, limit: int) -> Tally:
    """Play random games in compiled code."""
    counts, results = _tables(games, game.players)
    random_games(game.new_positions(limit=limit), np.uint64(seed), games, source(0), counts, results)
    return Tally(game.players).fill(counts, results)


def _one_game(game: Game, seed: int, bots: Sequence[Bot], limit: int, stop: Event, *, with_transcript: bool) -> Tally | None:
    """Play a game through a State; None if it was stopped. With random bots it is the game that `random_games` plays."""
    state = game.start(seed, limit=limit)
    ready = iter(random_actions(game, seed, limit)) if _is_random(bots) else None
    moves = 0
    while state.turn is not None:
        if stop.is_set():
            return None
        moves += bool(move_begins(state.position[0]))
        state.play(int(next(ready)) if ready else choose(bots[state.turn], state))
    won = sum(1 << seat for seat in state.winners())
    counts = np.array([[moves, len(state.actions), state.is_truncated, won]])
    tally = Tally(game.players).fill(counts, np.array([state.returns()], float))
    tally.lines = as_lines(state) if with_transcript else ""
    return tally


def random_actions(game: Game, seed: int, limit: int) -> Int64Array:
    """The actions of the game that `random_games` plays with this seed."""
    position, chooser = game.new_positions(limit=limit), source(0)
    actions: Int64Array = np.zeros(4096, np.int64)
    _, n = random_game(position, 0, np.uint64(seed), chooser, actions)
    if n > len(actions):
        actions = np.zeros(n, np.int64)
        random_game(position, 0, np.uint64(seed), chooser, actions)
    return actions[:n]


def _in_order(
    play: Callable[[int, int], Tally | None], chunks: Iterator[tuple[int, int]], jobs: int, stop: Event
) -> Iterator[Tally]:
    """Play the chunks in threads (compiled code releases the interpreter's lock), and yield their tallies in order.

    Once `stop` is set, the tallies end before the first chunk that was not played.
    """
    waiting: deque[Future[Tally | None]] = deque()
    with ThreadPoolExecutor(jobs) as pool:
        try:
            for first, last in chunks:
                if stop.is_set():
                    break
                waiting.append(pool.submit(play, first, last))
                if len(waiting) > 4 * jobs:
                    tally = waiting.popleft().result()
                    if tally is None:
                        return
                    yield tally
            while waiting:
                if stop.is_set():
                    for future in waiting:
                        future.cancel()
                future = waiting.popleft()
                tally = None if future.cancelled() else future.result()
                if tally is None:
                    return
                yield tally
        finally:
            for future in waiting:
                future.cancel()
