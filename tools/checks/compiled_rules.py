"""Compare compiled rules with the same rules interpreted: the whole position must be equal after every action.

    python -m tools.checks.compiled_rules                          one game of every combination of options of every game
    python -m tools.checks.compiled_rules --games 20 seven_truf    20 games of 7-Truf

Interpreted rules are a thousand times slower. Since each step starts from the compiled position before it, a sample of the
steps can be compared.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Callable, Iterable
from time import perf_counter

import numpy as np

import sevenfold
from sevenfold.cards import NONE
from sevenfold.kernel.chance import source
from sevenfold.kernel.compiler.decorators import Entry, entry
from sevenfold.kernel.events import tracing
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply, begin_game, plan_redeals, redact_position, redeal_planned
from sevenfold.kernel.questions import OVER, deals_done, move_begins, returns, standing, turn_begins
from sevenfold.kernel.types import Positions, Reals
from sevenfold.kernel.worlds import PLAN_SHAPE
from sevenfold.playing.game import LIMIT
from tools.games.combinations import all_combinations, label
from tools.games.random_traces import Trace, differing, random_trace


class Unlike(AssertionError):
    """Compiled and interpreted rules do not agree."""


@entry
def answers(positions: Positions, i: int, found: Reals) -> None:
    """Fill found[0] with (deals done, turn begins, move begins), and a row for each seat with (standing, return at the end)."""
    s = positions[i]
    found[0, 0], found[0, 1], found[0, 2] = deals_done(s), turn_begins(s), move_begins(s)
    for seat in range(s.players):
        found[seat + 1, 0] = standing(s, seat)
        found[seat + 1, 1] = returns(s, seat) if s.phase == OVER else 0.0


def agree(trace: Trace, rows: Iterable[int], redeals: Iterable[int] = ()) -> None:
    """Compare one game: its start, the steps from some rows, and re-dealing and redacting at others."""
    game = trace.game
    start = game.new_positions(listening=True, limit=int(trace.positions[0]["limit"]))
    seed = np.uint64(trace.first_seed)
    _told(trace, 0, begin_game, start, seed)
    said = _interpreted(begin_game)(start, 0, seed)
    _same(trace, 0, "start", start, trace.positions[:1], said, _ahead(trace, 0))
    for row in rows:
        here = _row(trace, row)
        _alike(trace, row, answers, (np.zeros((game.players + 1, 3)),))
        if not trace.ends[row]:
            _told(trace, row, apply, here, int(trace.actions[row]))
            said = _interpreted(apply)(here, 0, int(trace.actions[row]))
            _same(trace, row, "step", here, trace.positions[row + 1 : row + 2], said, _ahead(trace, row + 1))
    for row in redeals:
        for seat in range(NONE, game.players):
            _alike(trace, row, redact_position, (seat,))
            plan = np.zeros(PLAN_SHAPE, np.int64)
            _alike(trace, row, plan_redeals, (seat, plan))
            ways = plan_redeals(_row(trace, row), 0, seat, plan := np.zeros(PLAN_SHAPE, np.int64))
            _alike(trace, row, redeal_planned, (seat, plan, ways, source(row, seat)))


def _told(trace: Trace, row: int, asked: Callable[..., object], position: Positions, argument: object) -> None:
    """Check that both report the same events."""
    told = []
    for call in (_interpreted(asked), asked):
        trial = copied(position)
        with tracing(trial) as tape:
            call(trial, 0, argument)
            told.append([(event.kind.name, event.values) for event in tape.read()])
    if told[0] != told[1]:
        where = f"{label(trace.game)}, seed {trace.first_seed}, at {row}"
        raise Unlike(f"{where}: {told[1]} is told compiled, {told[0]} interpreted")


def _interpreted(asked: object) -> Callable[..., object]:
    assert isinstance(asked, Entry)
    return asked.function


def _row(trace: Trace, row: int) -> Positions:
    return copied(trace.positions[row : row + 1])


def _ahead(trace: Trace, row: int) -> tuple[int, int]:
    return int(trace.legal[row]), int(trace.positions[row]["turn"])


def _alike(trace: Trace, row: int, asked: Callable[..., object], arguments: tuple[object, ...]) -> None:
    """Call an entry compiled and interpreted; afterwards the position and the arguments must be equal."""
    one, other = _row(trace, row), _row(trace, row)
    mine = tuple(a.copy() if isinstance(a, np.ndarray) else a for a in arguments)
    asked(one, 0, *arguments)
    _interpreted(asked)(other, 0, *mine)
    _same(trace, row, _interpreted(asked).__name__, other, one, _bytes(mine), _bytes(arguments))


def _bytes(arguments: tuple[object, ...]) -> list[bytes]:
    return [a.tobytes() for a in arguments if isinstance(a, np.ndarray)]


def _same(trace: Trace, row: int, what: str, interpreted: Positions, compiled: Positions, said: object, says: object) -> None:
    if differing(interpreted, compiled) or said != says:
        raise Unlike(
            f"{label(trace.game)}, seed {trace.first_seed}, {what} at {row}: compiled and interpreted differ in"
            f" {', '.join(differing(interpreted, compiled)) or 'their answer'}: {says} compiled, {said} interpreted;"
            f" after the actions {trace.actions[:row].tolist()}"
        )


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="game", help=f"of {', '.join(sevenfold.game_names())}; all without one")
    parser.add_argument("--games", type=int, default=1, help="whole games of each combination of options")
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--limit", type=int, default=LIMIT, help="of turns")
    chosen = parser.parse_args()
    warnings.simplefilter("error")  # an overflow, which only interpreted rules report, is an error too
    for game in all_combinations(chosen.names):
        begun, steps = perf_counter(), 0
        for seed in range(chosen.seed, chosen.seed + chosen.games):
            trace = random_trace(game, seed, limit=chosen.limit)
            try:
                agree(trace, range(len(trace.positions)), range(0, len(trace.positions), 25))
            except Unlike as unlike:
                print(unlike, file=sys.stderr)
                return 1
            steps += len(trace.positions)
        print(f"{label(game)}: {chosen.games} games, {steps} positions, {perf_counter() - begun:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
