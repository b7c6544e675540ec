"""How long is a game?"""

from __future__ import annotations

from collections.abc import Mapping

from sevenfold.kernel.questions import deals_done, move_begins
from sevenfold.lab.studies.figures import Figure, mean, quantile
from sevenfold.lab.studies.study import Columns, Study, played
from sevenfold.playing.game import Game


class Length(Study):
    """Moves, decisions with a choice, and deals of a game."""

    name = "length"
    about = "How long is a game?"
    columns = {
        "moves": "moves",
        "decisions": "decisions with a choice",
        "deals": "deals that were played to their end",
    }

    def measure(self, game: Game, seed: int) -> Mapping[str, float]:
        """One game."""
        *_, (decisions, state) = enumerate(played(game, seed, self.players(game), self.settings.limit))
        moves = sum(bool(move_begins(earlier[0])) for earlier in state.earlier_positions())
        return {"moves": moves, "decisions": decisions, "deals": deals_done(state.position[0])}

    def figures(self, game: Game, columns: Columns) -> list[Figure]:
        """Means and quantiles."""
        moves = columns["moves"]
        found = [
            mean("moves", moves, "moves"),
            quantile("moves, median", moves, 0.5, "moves"),
            quantile("moves, 95 % at most", moves, 0.95, "moves"),
            mean("decisions with a choice", columns["decisions"], "moves"),
        ]
        return [*found, mean("deals", columns["deals"])] if columns["deals"].any() else found
