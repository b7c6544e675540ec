"""Play random games and check in every position what must always be true.

    python -m tools.checks.invariants                               1,000 games of every combination of options of every game
    python -m tools.checks.invariants --games 100000 sane_sevens    more games of one

The games run compiled, every position is kept, and each check looks at a whole array of positions at once. Each game is also
played again from its seed and its actions, and one in `--each` also from its record as JSON.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any, TypeAlias

import numpy as np

import sevenfold
from sevenfold.cards import NONE
from sevenfold.declare.actions import describe
from sevenfold.kernel.chance import choosers_seed, pick, seeded, source
from sevenfold.kernel.compiler.decorators import entry
from sevenfold.kernel.memory import as_int64
from sevenfold.kernel.play import begin
from sevenfold.kernel.questions import OVER, apply_action, legal_actions
from sevenfold.kernel.types import Int64Array, Positions, Sources
from sevenfold.playing.game import LIMIT, Game
from sevenfold.records.record import as_record, from_record
from tools.games.card_places import cards_gone, cards_in_play, sets_of
from tools.games.combinations import all_combinations, label
from tools.games.random_traces import Flags, Trace

MOST_BYTES = 1 << 26  # of positions kept at once

Hold: TypeAlias = "Callable[[Flags | np.bool_, str], None]"


class Broken(AssertionError):
    """A position breaks an invariant."""


# -- what must always be true -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Holder:
    """Reports the position that breaks an invariant, and how to reach it."""

    trace: Trace

    def hold(self, fine: Flags | np.bool_, sentence: str) -> None:
        """Raise Broken for the first row in which the condition is false."""
        if np.all(fine):
            return
        row = int(np.argmin(fine))
        s = self.trace.positions[row]
        before = np.flatnonzero(self.trace.ends[:row])
        first = int(before[-1]) + 1 if len(before) else 0
        raise Broken(
            f"{label(self.trace.game)}: not every time: {sentence}. Seed {self.trace.seed(row)}, limit {s['limit']},"
            f" after the actions {self.trace.actions[first:row].tolist()}: {s}"
        )


def check(trace: Trace) -> None:
    """Check every position of whole games; raise Broken for the first that breaks an invariant."""
    hold = Holder(trace).hold
    check_cards(trace, hold)
    check_actions(trace, hold)
    check_turns(trace, hold)


def check_cards(trace: Trace, hold: Hold) -> None:
    """Each card in play lies in exactly one place, and no other card anywhere."""
    in_play = cards_in_play(trace.game)
    everywhere = np.zeros(len(trace.positions), np.int64)
    for place, held in sets_of(trace.game, trace.positions).items():
        hold(everywhere & held == 0, f"no card of {place} lies in another place too")
        hold(held & ~in_play == 0, f"{place} holds only cards that are in play")
        everywhere |= held
    away = in_play & ~everywhere
    gone = cards_gone(trace.game, trace.positions)
    hold(np.bitwise_count(away) == gone, "every card in play lies in a place")
    goes_on = ~trace.ends[:-1] & (gone[1:] >= gone[:-1])
    hold(np.append(~goes_on | (away[:-1] & ~away[1:] == 0), True), "no card that is gone comes back within a deal")
    for name, field in trace.game.rules.position.fields.items():
        if field.kind == "card":
            values = trace.positions[name].reshape(len(trace.positions), -1)
            hold(((values >= NONE) & (values < len(trace.game.pack.cards))).all(axis=1), f"{name} is a card or NONE")


def check_actions(trace: Trace, hold: Hold) -> None:
    """There is a legal action until the end, and every legal action can be described."""
    phase = trace.positions["phase"]
    hold(np.isin(phase, [OVER, *trace.game.rules.phases]), "the phase is one that was declared")
    hold((trace.legal != 0) == ~trace.ends, "there is a legal action until the end, and none after it")
    for number, meant in said(trace.game).items():
        hold((phase != number) | (trace.legal & ~meant == 0), "each legal action has its words")


def said(game: Game) -> dict[int, int]:
    """For each phase, the set of actions that can be described."""
    s = game.new_positions()[0]
    found = {}
    for number, phase in game.rules.phases.items():
        members = 0
        for action in phase.every():
            try:
                describe(action, phase, game.pack, s)
            except IndexError:
                continue
            members |= 1 << action
        found[number] = members
    return found


def check_turns(trace: Trace, hold: Hold) -> None:
    """It is somebody's turn until the end, turns are counted one by one up to the limit, and what is over stays over."""
    names = ("turn", "turns", "phase", "dealer", "players", "limit", "truncated")
    s: dict[str, Int64Array] = {name: trace.positions[name] for name in names}
    ends = trace.ends
    goes_on = ~ends[:-1]
    hold(np.where(ends, s["turn"] == NONE, (s["turn"] >= 0) & (s["turn"] < s["players"])), "it is a seat's turn until the end")
    hold((s["dealer"] >= 0) & (s["dealer"] < s["players"]), "the dealer is a seat")
    begins = np.isin(s["phase"], [p for p, phase in trace.game.rules.phases.items() if not phase.within_turn])
    counted = s["turns"][1:] - s["turns"][:-1]
    hold(np.append(~goes_on | (counted == (begins | (s["truncated"] == 1))[1:]), True), "each turn counts once")
    starts = np.append(True, ends[:-1])
    hold(~starts | ((s["turns"] == 0) & (s["truncated"] == 0)), "a game starts with no turn done")
    within = np.where(s["truncated"] == 1, ends & (s["turns"] == s["limit"]), s["turns"] < s["limit"])
    hold(within, "the limit of turns ends the game")
    for name in ("limit", "players", *trace.game.options):
        hold(trace.positions[name] == trace.positions[name][0], f"{name} never changes")


# -- playing ----------------------------------------------------------------------------------------------------------


@entry
def record_games(
    work: Positions, first_seed: Any, games: int, sources: Sources, kept: Positions, legal: Int64Array, actions: Int64Array
) -> tuple[int, int, int]:
    """Play random games in work[0], keep every position, and play them again from their actions in work[1].

    Returns (games played, rows kept, games that ended differently the second time). It stops early if the space runs out.
    """
    s, again = work[0], work[1]
    chooser = sources[0]
    rows, unlike = 0, 0
    for g in range(games):
        seed = np.uint64(first_seed) + np.uint64(g)
        begin(s, seed)
        chooser.chance = seeded(choosers_seed(seed))
        row = rows
        while s.phase != OVER and row < len(kept) - 1:
            kept[row] = s
            legal[row] = legal_actions(s)
            actions[row] = pick(chooser, legal[row])
            apply_action(s, actions[row])
            row += 1
        if s.phase != OVER:
            return g, rows, unlike
        kept[row] = s
        legal[row] = legal_actions(s)
        actions[row] = -1
        begin(again, seed)
        for i in range(rows, row):
            apply_action(again, actions[i])
        rows = row + 1
        one, other = as_int64(s), as_int64(again)
        for i in range(len(one)):
            if one[i] != other[i]:
                unlike += 1
                break
    return games, rows, unlike


@dataclass
class Tally:
    """What was played."""

    games: int = 0
    actions: int = 0
    truncated: int = 0
    records: int = 0


def soak(game: Game, games: int, first_seed: int, limit: int, each: int) -> Tally:
    """Play games and check all of them; raise Broken for the first position that breaks an invariant."""
    room = MOST_BYTES // game.rules.listening.itemsize
    work, sources = game.new_positions(2, limit=limit, listening=True), source(0)
    tally = Tally()
    kept, legal, actions = _room(game, room)
    while tally.games < games:
        seed = first_seed + tally.games
        played, rows, unlike = record_games(work, np.uint64(seed), games - tally.games, sources, kept, legal, actions)
        if unlike:
            raise Broken(f"{label(game)}: of {played} games from seed {seed} on {unlike} came out otherwise when played again.")
        if not played:
            room *= 2
            kept, legal, actions = _room(game, room)
            continue
        trace = Trace(game, seed, kept[:rows], legal[:rows], actions[:rows])
        check(trace)
        tally.records += check_records(trace, tally.games, limit, each)
        tally.games += played
        tally.actions += rows - played
        tally.truncated += int(trace.positions["truncated"].sum())
    return tally


def _room(game: Game, rows: int) -> tuple[Positions, Int64Array, Int64Array]:
    return np.zeros(rows, game.rules.listening), np.zeros(rows, np.int64), np.zeros(rows, np.int64)


def check_records(trace: Trace, before: int, limit: int, each: int) -> int:
    """Write the record of one game in `each`, read it from JSON and play it; return how many games that were."""
    ends = np.flatnonzero(trace.ends).tolist()
    starts = [0, *(end + 1 for end in ends[:-1])]
    found = 0
    for number, (start, end) in enumerate(zip(starts, ends, strict=True)):
        if (before + number) % each:
            continue
        state = trace.game.start(trace.first_seed + number, limit=limit)
        for action in trace.actions[start:end].tolist():
            state.play(action)
        again = from_record(json.loads(json.dumps(as_record(state))))
        if again != state or state.position.tobytes() != trace.positions[end : end + 1].tobytes():
            raise Broken(f"{label(trace.game)}: the record of seed {state.seed} plays through to another state.")
        found += 1
    return found


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="game", help=f"of {', '.join(sevenfold.game_names())}; all without one")
    parser.add_argument("--games", type=int, default=1000, help="games of each combination of options")
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--limit", type=int, default=LIMIT, help="of turns")
    parser.add_argument("--each", type=int, default=100, help="of how many games one is also played from its record")
    chosen = parser.parse_args()
    for game in all_combinations(chosen.names):
        begun = perf_counter()
        try:
            tally = soak(game, chosen.games, chosen.seed, chosen.limit, chosen.each)
        except Broken as broken:
            print(broken, file=sys.stderr)
            return 1
        print(
            f"{label(game)}: {tally.games} games, {tally.actions} actions, {tally.truncated} truncated,"
            f" {tally.records} records, {perf_counter() - begun:.1f} s",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
