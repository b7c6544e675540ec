"""A lower bound of what a strategy loses to its best response, for games too large to enumerate.

Whatever a seat gains with any way of playing, a best response gains too. The way of playing here deviates one decision at a
time: each action of a decision is tried, and played on by the strategy; where one is clearly better, the seat plays that, and
elsewhere the strategy. Decisions that games by the strategy often reach are tried in these games. The others, in large games
nearly all, are tried when they come, in positions re-dealt for the seat, unless that loses in some games played before. There
the other seats' observations are unknown, so they play as if they had met nothing. What is gained is measured in other games,
which are also played by the strategy alone, with the same luck.

The idea is that of V. Lisý and M. Bowling, "Equilibrium Approximation Quality of Current No-Limit Poker Bots" (2016), whose
responder assumes that nobody bets any more; ours plays on by the strategy.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import sqrt
from threading import Event
from typing import Any

import numpy as np

from sevenfold.cards import NONE
from sevenfold.errors import BadInput, quoted
from sevenfold.kernel.chance import fraction, next_bits, seeded, source
from sevenfold.kernel.compiler.decorators import compiled, entry
from sevenfold.kernel.play import begin
from sevenfold.kernel.questions import OVER, apply_action, legal_actions, returns
from sevenfold.kernel.redeal import plan_redeal, redeal_unseen
from sevenfold.kernel.sets import beyond_lowest, count, lowest, nth
from sevenfold.kernel.types import Int64Array, Plan, Positions, Reals, Source, Sources
from sevenfold.kernel.worlds import PLAN_SHAPE
from sevenfold.playing.legal import is_whole
from sevenfold.solvers.statistics import Z95

from .external_sampling import MOST_ACTIONS, first_of
from .information_sets import FIRST, Table, key_of, set_of, slot_of
from .regret_matching import chance_of, drawn, positive_sum
from .strategy import Strategy

VISITS, GAIN, SQUARES = 0, 1, 2  # the columns of what was seen of an action: how often, and the sums of what it gained more
SURE = 3.0  # standard errors by which an action must be better
ENOUGH = 10  # visits
WORLDS = 24  # positions re-dealt for a decision that was seen less often
UNKNOWN = -2  # in place of an action
EXPLORING = 0.5  # the share of the seat's own choices on the way that are made at random
ROOM = 1 << 17  # information sets of the seat that are looked at
CHUNK = 10  # games between two looks at `stop`


@compiled
def choose(s: Any, slots: Int64Array, sets: Int64Array, values: Reals, legal: int, source: Source) -> int:
    """An action drawn by a strategy."""
    i = slots[slot_of(slots, sets, key_of(s, s.turn, legal))] - 1
    return nth(legal, drawn(values, first_of(sets, i), count(legal), False, source))


@compiled
def play_on(s: Any, seat: int, slots: Int64Array, sets: Int64Array, values: Reals, source: Source) -> float:
    """Play to the end by a strategy; returns the seat's result."""
    while s.phase != OVER:
        legal = legal_actions(s)
        apply_action(s, lowest(legal) if beyond_lowest(legal) == 0 else choose(s, slots, sets, values, legal, source))
    return 1.0 * returns(s, seat)


@entry
def try_actions(
    root: Positions, line: Positions, branch: Positions, seat: int, games: int, slots: Int64Array, sets: Int64Array,
    values: Reals, own_slots: Int64Array, own_sets: Int64Array, own_values: Reals, own_counts: Int64Array, seen: Reals,
    results: Reals, sources: Sources,
) -> None:  # fmt: skip
    """Play games by a strategy, and note how each action of each of the seat's decisions goes on. results: for those of one."""
    source, s = sources[0], line[0]
    for _ in range(games):
        line[0] = root[0]
        begin(s, next_bits(source))
        while s.phase != OVER:
            legal = legal_actions(s)
            if beyond_lowest(legal) == 0:
                apply_action(s, lowest(legal))
                continue
            if s.turn != seat:
                apply_action(s, choose(s, slots, sets, values, legal, source))
                continue
            n, key = count(legal), key_of(s, seat, legal)
            i = set_of(own_slots, own_sets, own_values, own_counts, key, legal)
            if i != NONE:
                first = first_of(sets, slots[slot_of(slots, sets, key)] - 1)
                total = positive_sum(values, first, n)
                usual = 0.0
                for k in range(n):
                    branch[0] = line[0]
                    apply_action(branch[0], nth(legal, k))
                    results[k] = play_on(branch[0], seat, slots, sets, values, source)
                    usual += results[k] * chance_of(values, first + k, total, n)
                for k in range(n):
                    at = own_sets[i, FIRST] + k
                    seen[at, VISITS] += 1.0
                    seen[at, GAIN] += results[k] - usual
                    seen[at, SQUARES] += (results[k] - usual) ** 2
            explores = fraction(source) < EXPLORING
            apply_action(
                s, nth(legal, int(fraction(source) * n)) if explores else choose(s, slots, sets, values, legal, source)
            )


@compiled
def better(own_slots: Int64Array, own_sets: Int64Array, seen: Reals, key: Any, n: int) -> int:
    """The rank of the action that was clearly better than the strategy; NONE if none was, UNKNOWN if they were tried rarely."""
    i = own_slots[slot_of(own_slots, own_sets, key)] - 1
    best, chosen = 0.0, NONE
    if i < 0:
        return UNKNOWN
    for k in range(n):
        visits, gain = seen[own_sets[i, FIRST] + k, VISITS], seen[own_sets[i, FIRST] + k, GAIN]
        if visits < ENOUGH:
            return UNKNOWN
        mean = gain / visits
        spread = max(seen[own_sets[i, FIRST] + k, SQUARES] / visits - mean * mean, 0.0)
        if mean > best and mean > SURE * np.sqrt(spread / visits):
            best, chosen = mean, k
    return chosen


@compiled
def look_ahead(
    line: Positions, hidden: Positions, world: Positions, branch: Positions, seat: int, legal: int, plan: Plan,
    slots: Int64Array, sets: Int64Array, values: Reals, results: Reals, sums: Reals, source: Source,
) -> int:  # fmt: skip
    """The rank of the action that is better than the strategy in positions re-dealt for the seat, NONE if none is.

    hidden, world, branch: memory for positions; results, sums: for the actions.
    """
    n, first = count(legal), first_of(sets, slots[slot_of(slots, sets, key_of(line[0], seat, legal))] - 1)
    total = positive_sum(values, first, n)
    hidden[0] = line[0]
    plan[:] = 0
    sums[:] = 0.0
    ways = plan_redeal(hidden[0], seat, plan)
    for _ in range(WORLDS):
        world[0] = hidden[0]
        redeal_unseen(world[0], seat, plan, ways, source)
        usual = 0.0
        for k in range(n):
            branch[0] = world[0]
            apply_action(branch[0], nth(legal, k))
            results[k] = play_on(branch[0], seat, slots, sets, values, source)
            usual += results[k] * chance_of(values, first + k, total, n)
        for k in range(n):
            sums[k, 0] += results[k] - usual
            sums[k, 1] += (results[k] - usual) ** 2
    best, chosen = 0.0, NONE
    for k in range(n):
        mean = sums[k, 0] / WORLDS
        spread = max(sums[k, 1] / WORLDS - mean * mean, 0.0)
        if mean > best and mean > np.sqrt(spread / WORLDS):
            best, chosen = mean, k
    return chosen


@entry
def compare(
    root: Positions, line: Positions, hidden: Positions, world: Positions, branch: Positions, plan: Plan, results: Reals,
    sums: Reals, seat: int, slots: Int64Array, sets: Int64Array, values: Reals, own_slots: Int64Array,
    own_sets: Int64Array, seen: Reals, looks: bool, gains: Reals, sources: Sources,
) -> None:  # fmt: skip
    """Play games with and without the seat's better actions, with the same luck; write what these gained in each.

    looks: whether decisions that are not known are tried when they come.
    """
    source, s = sources[0], line[0]
    for game in range(len(gains)):
        seed, luck = next_bits(source), next_bits(source)
        line[0] = root[0]
        begin(s, seed)
        source.chance = seeded(luck)
        usual = play_on(s, seat, slots, sets, values, source)
        line[0] = root[0]
        begin(s, seed)
        source.chance = seeded(luck)
        while s.phase != OVER:
            legal = legal_actions(s)
            chosen = NONE
            if s.turn == seat and beyond_lowest(legal) != 0:
                chosen = better(own_slots, own_sets, seen, key_of(s, seat, legal), count(legal))
            if chosen == UNKNOWN and looks:
                chosen = look_ahead(
                    line, hidden, world, branch, seat, legal, plan, slots, sets, values, results, sums, source
                )  # fmt: skip
            if chosen >= 0:
                apply_action(s, nth(legal, chosen))
            elif beyond_lowest(legal) == 0:
                apply_action(s, lowest(legal))
            else:
                apply_action(s, choose(s, slots, sets, values, legal, source))
        gains[game] = 1.0 * returns(s, seat) - usual
        source.chance = seeded(seed ^ luck)


@dataclass(frozen=True)
class LowerBound:
    """What seats gain at least by leaving a strategy, with the half-widths of the 95 % intervals.

    Attributes:
        games: How many games were played for each seat, to find better actions and again to measure them.
        gains: What each seat gains alone.
        ci95: The half-widths of their intervals.
    """

    games: int
    gains: tuple[float, ...]
    ci95: tuple[float, ...]

    @property
    def nash_conv(self) -> float:
        """What all gain together, each alone: at most the true one, but for what the interval says."""
        return sum(self.gains)

    @property
    def nash_conv_ci95(self) -> float:
        """The half-width of its interval."""
        return sqrt(sum(half**2 for half in self.ci95))


def check(games: int) -> None:
    """BadInput for a number of games that `local_best_response` refuses."""
    if not is_whole(games, 2, 1 << 40):
        raise BadInput(f"A lower bound takes at least 2 games, not {quoted(games)}.")


def local_best_response(
    strategy: Strategy, games: int = 2000, seed: int = 0, stop: Event | None = None
) -> LowerBound:  # fmt: skip
    """What seats gain at least by leaving a strategy.

    Args:
        strategy: The strategy of all seats.
        games: How many games to play for each seat, twice.
        seed: Decides what is drawn.
        stop: Ends it once it is set; what was found so far is measured in the games that were played.

    Raises:
        BadInput: There are too few games.
    """
    check(games)
    game, table = strategy.game, strategy.table
    root = game.new_positions(listening=True)
    line, branch, hidden, world = (root.copy() for _ in range(4))
    plan: Plan = np.zeros(PLAN_SHAPE, np.int64)
    results: Reals = np.zeros(MOST_ACTIONS)
    sums: Reals = np.zeros((MOST_ACTIONS, 2))
    of_strategy = table.slots, table.sets, table.values
    means, halves, least = [], [], games
    for seat in range(game.players):
        own, chance = Table.of_size(ROOM, 4 * ROOM), source(seed, seat)
        seen: Reals = np.zeros((len(own.values), 3))
        for begun in range(0, games, CHUNK):
            if stop is not None and stop.is_set():
                break
            part = min(CHUNK, games - begun)
            try_actions(
                root, line, branch, seat, part, *of_strategy, own.slots, own.sets, own.values, own.counts, seen, results, chance
            )  # fmt: skip
        responding = partial(
            compare, root, line, hidden, world, branch, plan, results, sums, seat, *of_strategy, own.slots, own.sets, seen
        )  # fmt: skip

        def gained(games: int, looks: bool, respond: Any = responding, chance: Sources = chance) -> Reals:
            """What games gain, as many as are played before `stop`."""
            gains: Reals = np.zeros(games)
            played = 0
            while played < games and (played == 0 or stop is None or not stop.is_set()):
                part = gains[played : played + CHUNK]
                respond(looks, part, chance)
                played += len(part)
            return gains[:played]

        looks = gained(max(1, games // 4), True).mean() > gained(max(1, games // 4), False).mean()
        gains = gained(games, bool(looks))
        means.append(float(gains.mean()))
        halves.append(float(Z95 * gains.std(ddof=1) / sqrt(len(gains))))
        least = min(least, len(gains))
    return LowerBound(least, tuple(means), tuple(halves))
