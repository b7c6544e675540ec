"""How many deals of a game for one can be won?"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from sevenfold.errors import BadInput
from sevenfold.lab.studies.figures import Figure, mean, share
from sevenfold.lab.studies.study import Columns, OwnSetting, Study, play_out
from sevenfold.playing.game import Game
from sevenfold.solvers.patience import MEBIBYTE, check, solve


class Winnability(Study):
    """Deals solved with the order of the stock known, and games won by the bot, who does not know it."""

    name = "winnability"
    about = "How many deals can be won?"
    unit = 4
    columns = {
        "winnable": "1: can be won by one who knows the order of the stock, 0: cannot, NaN: the solver's memory was too small",
        "won": "1 if the bot won, who does not know it",
        "positions": "positions that the solver visited",
    }  # fmt: skip
    own_settings = {"memory": OwnSetting("MiB that the solver's table may take; a machine's speed decides nothing", "16")}

    def check(self, game: Game) -> None:
        """There must be a solver of patience; several players must win or lose together."""
        super().check(game)
        if game.players > 1 and not game.rules.cooperative:
            raise BadInput(
                f"{game.name} is played by {game.players} here: the study winnability is for games for one, or of players who"
                " win or lose together."
            )
        check(game.start(0, limit=self.settings.limit), 1.0, self._memory)

    @property
    def _memory(self) -> int:
        return int(self.own["memory"]) * MEBIBYTE

    def measure(self, game: Game, seed: int) -> Mapping[str, float]:
        """One deal, solved and played."""
        found = solve(game.start(seed, limit=self.settings.limit), seconds=math.inf, memory=self._memory)
        state = play_out(game, seed, self.players(game), self.settings.limit)
        winnable = {"solved": 1.0, "unsolvable": 0.0}.get(found.outcome, float("nan"))
        return {"winnable": winnable, "won": float(bool(state.winners())), "positions": float(found.states)}

    def figures(self, game: Game, columns: Columns) -> list[Figure]:
        """Unsolved deals are neither: the interval goes from all of them lost to all of them won."""
        winnable, unknown = columns["winnable"], np.isnan(columns["winnable"])
        least, most = share("", np.where(unknown, 0.0, winnable)), share("", np.where(unknown, 1.0, winnable))
        value = None if least.value is None or most.value is None else (least.value + most.value) / 2
        how = "Wilson's interval, from all unsolved deals lost to all won"
        return [
            Figure("deals that can be won", value, least.low, most.high, len(winnable), "share", how),
            share("deals that the solver could not decide", unknown.astype(float)),
            share(f"won by {self.specs[0]}", columns["won"]),
            mean("positions that the solver visited", columns["positions"]),
        ]
