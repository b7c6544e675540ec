"""How dramatic is a game: does the lead change, and when is it decided?"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from sevenfold.errors import BadInput
from sevenfold.lab.studies.figures import Figure, mean, share
from sevenfold.lab.studies.study import Columns, Study, played
from sevenfold.playing.game import Game

TIMES = {"a quarter": 0.25, "half": 0.5, "three quarters": 0.75}


class Drama(Study):
    """Who leads by the game's own standing, at each decision with a choice."""

    name = "drama"
    about = "Does the lead change, and when is it decided?"
    columns = {
        "changes": "how often another seat took the lead alone",
        "settled": "the part of the game after which the winners led to its end; NaN: nobody won",
        "behind": "1 if those who won were behind at half of the game; NaN: nobody won",
    }

    def check(self, game: Game) -> None:
        """There must be several who can lead."""
        super().check(game)
        if game.players == 1 or game.rules.cooperative:
            raise BadInput(f"In {game.name} there is no lead that could change: nobody plays against anybody.")

    def measure(self, game: Game, seed: int) -> Mapping[str, float]:
        """One game."""
        leaders, last, changes = [], frozenset[int](), 0
        for state in played(game, seed, self.players(game), self.settings.limit):
            standing = state.standing()
            leading = frozenset(seat for seat, value in enumerate(standing) if value == max(standing))
            leaders.append(leading)
            if len(leading) < game.players and not leading & last:
                changes += bool(last)
            last = leading if len(leading) < game.players else last
        winners = frozenset(state.winners())
        if not winners:
            return {"changes": changes, "settled": float("nan"), "behind": float("nan")}
        since = len(leaders) - 1
        while since and winners <= leaders[since - 1]:
            since -= 1
        half = leaders[len(leaders) // 2]
        return {"changes": changes, "settled": since / max(len(leaders) - 1, 1), "behind": float(not winners & half)}

    def figures(self, game: Game, columns: Columns) -> list[Figure]:
        """How often, and when: on average, and how many games are decided as time goes by."""
        settled = columns["settled"]
        return [
            mean("changes of the lead", columns["changes"]),
            mean("part of the game after which it is decided", settled, "share"),
            *(
                share(f"decided after {words} of the game", np.where(np.isnan(settled), settled, settled <= part))
                for words, part in TIMES.items()
            ),
            share("won from behind at half-time", columns["behind"]),
        ]
