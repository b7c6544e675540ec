"""Making a number of puzzles, spread over games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event
from time import perf_counter

from sevenfold.declare.options import Value
from sevenfold.errors import BadInput, quoted
from sevenfold.kernel.chance import MOST_SMALL_SEED
from sevenfold.playing.game import Game
from sevenfold.playing.legal import is_duration, is_whole
from sevenfold.registry import load_with

from .finding import find_in_game
from .puzzle import Puzzle

MOST_PUZZLES, MOST_JOBS = 10_000, 256
DRY = 500  # simulated games without a puzzle after which no more is expected of a game
# The options with which a game gives puzzles, where it gives none with its usual ones: two partners place every card anyway.
OPTIONS: Mapping[str, Mapping[str, Value]] = {"cooperative_dominoes": {"players": 1}}
CHOICELESS = {  # games of which no position can be a puzzle, and why
    "seven_solitaire": "In Seven Solitaire no choice matters: every way to play a deal ends alike. So it has no puzzles.",
}


def source_game(name: str) -> Game:
    """A game as puzzles are made from it if no options are asked for; BadInput if none can be."""
    if name in CHOICELESS:
        raise BadInput(CHOICELESS[name])
    return load_with(name, OPTIONS.get(name, {}))


def source_games(names: Iterable[str]) -> list[Game]:
    """Those of some games from which puzzles can be made."""
    return [source_game(name) for name in names if name not in CHOICELESS]


@dataclass
class _Source:
    """A game from whose simulated games puzzles are cut, one each at most."""

    game: Game
    found: list[Puzzle] = field(default_factory=list)
    tried: int = 0  # simulated games
    since: int = 0  # of them since the last puzzle

    @property
    def is_dry(self) -> bool:
        """Whether nothing more is expected."""
        return self.since >= DRY

    def has_made(self, puzzle: Puzzle, first: int) -> bool:
        """Whether it makes this puzzle from a game whose seed is not below the first one."""
        options = dict(self.game.options)
        is_ours = (puzzle.game, puzzle.record["options"]) == (self.game.id, options) and puzzle.fits_rules
        return is_ours and is_whole(puzzle.record["seed"], first, MOST_SMALL_SEED)

    def go_on_after(self, puzzle: Puzzle, first: int) -> None:
        """Take over a puzzle that was made before, and go on with the game after its own."""
        self.found.append(puzzle)
        self.tried = max(self.tried, int(puzzle.record["seed"]) - first + 1)


def make_puzzles(
    games: Sequence[Game], number: int, *, seed: int = 0, seconds: float | None = None, jobs: int = 1,
    progress: Callable[[int], None] = lambda found: None, stop: Event | None = None,
    known: Iterable[Puzzle] = (), keep: Callable[[Sequence[Puzzle]], None] = lambda found: None,
) -> list[Puzzle]:  # fmt: skip
    """Make puzzles from games between bots.

    Args:
        games: The games with their options. Each gives the same number, as far as it has so many.
        number: How many puzzles to make.
        seed: Of the first simulated game of each game; the i-th has the seed `seed + i`.
        seconds: The time after which those found so far are returned; None for as long as it takes.
        jobs: The number of threads. The puzzles do not depend on it.
        progress: Called from time to time with the number of puzzles found.
        stop: Once it is set, the puzzles found so far are returned.
        known: Puzzles that the same search found before it was broken off: it goes on after them, and finds what it would have.
        keep: Called at the beginning and with every puzzle that is found, with all there are.

    Raises:
        BadInput: A number is out of range, or a known puzzle is not of this search.
    """
    _check(games, number, seed, seconds, jobs)
    stop, sources, before = stop or Event(), [_Source(game) for game in games], list(known)
    for earlier in before:
        _source_of(earlier, sources, seed).go_on_after(earlier, seed)
    until = perf_counter() + seconds if seconds is not None else None
    share = -(-number // len(sources))
    progress(min(number, sum(len(one.found) for one in sources)))
    keep(_spread([one.found for one in sources]))
    with ThreadPoolExecutor(jobs) as pool:
        while not stop.is_set() and (until is None or perf_counter() < until):
            wanting = [one for one in sources if not one.is_dry and len(one.found) < share]
            count = sum(len(one.found) for one in sources)
            if count >= number or all(one.is_dry for one in sources):
                break
            if not wanting:  # the dry ones leave something to the others
                share += 1
                continue
            found = list(pool.map(lambda one: next(find_in_game(one.game, seed + one.tried, stop), None), wanting))
            for one, puzzle in zip(wanting, found, strict=True):
                _add(one, puzzle)
            if any(found):
                keep(_spread([one.found for one in sources]))
            progress(min(number, sum(len(one.found) for one in sources)))
    return _spread([one.found for one in sources])[: max(number, len(before))]


def _source_of(puzzle: Puzzle, sources: Sequence[_Source], seed: int) -> _Source:
    """The source that has made a puzzle; BadInput if none has."""
    for one in sources:
        if one.has_made(puzzle, seed):
            return one
    of = f"{puzzle.game} with the seed {quoted(puzzle.record['seed'])}"
    raise BadInput(
        f"A puzzle that is there already, of a game of {of}, was not made by this search, or by other rules: name a new file,"
        " or give the games, options and seed by which this one was begun."
    )


def _check(games: Sequence[Game], number: int, seed: int, seconds: float | None, jobs: int) -> None:
    if not games:
        raise BadInput("Name a game to make puzzles from.")
    if not is_whole(number, 1, MOST_PUZZLES):
        raise BadInput(f"The number of puzzles is from 1 to {MOST_PUZZLES:,}, not {quoted(number)}.")
    if not is_whole(jobs, 1, MOST_JOBS):
        raise BadInput(f"The number of jobs must be from 1 to {MOST_JOBS}, not {quoted(jobs)}.")
    if not is_whole(seed, 0, MOST_SMALL_SEED - (1 << 32)):
        raise BadInput(f"The first seed is a whole number from 0 to 2^64 - 2^32, not {quoted(seed)}.")
    if seconds is not None and not is_duration(seconds):
        raise BadInput(f"The search needs some time, more than 0 seconds, not {quoted(seconds)}.")


def _add(source: _Source, puzzle: Puzzle | None) -> None:
    source.tried += 1
    source.since += 1
    if puzzle is not None:
        source.found.append(puzzle)
        source.since = 0


def merged(runs: Iterable[Iterable[Puzzle]]) -> list[Puzzle]:
    """The puzzles of several searches, each position once as it was found first, the games in turn as in one search."""
    by_game: dict[str, dict[str, Puzzle]] = {}
    for run in runs:
        for puzzle in run:
            by_game.setdefault(puzzle.game, {}).setdefault(puzzle.id, puzzle)
    return _spread([list(of_game.values()) for of_game in by_game.values()])


def _spread(found: Sequence[Sequence[Puzzle]]) -> list[Puzzle]:
    """Puzzles of all games in turn."""
    longest = max(map(len, found), default=0)
    return [some[i] for i in range(longest) for some in found if i < len(some)]
