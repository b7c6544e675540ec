"""Is the game fair by seat?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from sevenfold.kernel.chance import source
from sevenfold.kernel.play import random_games
from sevenfold.kernel.types import Reals
from sevenfold.lab.simulation import random_actions
from sevenfold.lab.studies.figures import Figure, mean, share
from sevenfold.lab.studies.study import Columns, Study, play_out
from sevenfold.playing.game import Game, State

RANDOM_UNIT = 4096  # deals of random play: about a second of work in most games


class Balance(Study):
    """Shares of wins and points by seat, counted from the dealer's left, who as a rule begins."""

    name = "balance"
    about = "Is it fair by seat?"
    columns = {
        "win_{seat}": "the share of the win of the seat this many places after the dealer's left",
        "points_{seat}": "its result",
        "cut": "1 if the limit of turns ended the game",
    }  # fmt: skip

    def measure(self, game: Game, seed: int) -> Mapping[str, float]:
        """One game."""
        state = play_out(game, seed, self.players(game), self.settings.limit)
        winners, returns = state.winners(), state.returns()
        return self._row(game, int(state.game.start(seed).position[0].dealer), winners, returns, state.is_truncated)

    def unit_size(self) -> int:
        """Random games are played in compiled code, of which a second has many."""
        return RANDOM_UNIT if self._is_random else self.unit

    def example(self, game: Game, seed: int) -> State:
        """The game that was counted."""
        if not self._is_random:
            return super().example(game, seed)
        state = game.start(seed, limit=self.settings.limit)
        for action in random_actions(game, seed, self.settings.limit).tolist():
            state.play(action)
        return state

    @property
    def _is_random(self) -> bool:
        return set(self.specs) == {"random"}

    def measure_all(self, game: Game, seeds: range) -> dict[str, Reals]:
        """Random games are played in compiled code, many at once."""
        if not self._is_random:
            return super().measure_all(game, seeds)
        n = len(seeds)
        counts, results = np.zeros((n, 4), np.int64), np.zeros((n, game.players))
        positions = game.new_positions(limit=self.settings.limit)
        random_games(positions, np.uint64(seeds.start), n, source(0), counts, results)
        rows = []
        for seed, (_, _, cut, won), returns in zip(seeds, counts.tolist(), results.tolist(), strict=True):
            winners = [seat for seat in range(game.players) if won >> seat & 1]
            rows.append(self._row(game, int(game.start(seed).position[0].dealer), winners, returns, bool(cut)))
        return {name: np.array([row[name] for row in rows], float) for name in self.names(game)}

    @staticmethod
    def _row(game: Game, dealer: int, winners: list[int], returns: list[float], cut: bool) -> dict[str, float]:
        row: dict[str, float] = {"cut": float(cut)}
        for seat in range(game.players):
            place = (seat - dealer - 1) % game.players
            row[f"win_{place}"] = 1 / len(winners) if seat in winners else 0.0
            row[f"points_{place}"] = returns[seat]
        return row

    def figures(self, game: Game, columns: Columns) -> list[Figure]:
        """Shares of wins and points of each place, and how often nobody could win."""
        places: Sequence[int | None] = range(game.players) if game.players > 1 else [None]
        equal = None  # the seats' mean, which is less than a seat's part where nobody may win
        if game.players > 1 and not game.rules.cooperative and len(columns["cut"]):
            equal = float(np.mean([columns[f"win_{place}"] for place in range(game.players)]))
        return [
            *(mean("wins", columns[f"win_{place or 0}"], "share", place, equal) for place in places),
            *(mean("points", columns[f"points_{place or 0}"], "points", place) for place in places),
            share("ended by the limit of turns", columns["cut"]),
        ]
