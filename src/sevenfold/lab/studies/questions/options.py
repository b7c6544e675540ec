"""What does an option change?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sevenfold.declare.options import show_value
from sevenfold.lab.studies.figures import Figure, mean, share
from sevenfold.lab.studies.study import Columns, Study
from sevenfold.playing.game import Game

from .balance import Balance
from .length import Length


class Options(Study):
    """The same seeds with other options: length, points, and who wins, compared deal by deal."""

    name = "options"
    is_comparison = True
    about = "What does an option change?"
    columns = {
        "moves": "moves",
        "first": "the share of the win of the dealer's left",
        "cut": "1 if the limit ended the game",
    }

    def measure(self, game: Game, seed: int) -> Mapping[str, float]:
        """One game."""
        balance, length = Balance(self.settings), Length(self.settings)
        won = balance.measure(game, seed)
        return {"moves": length.measure(game, seed)["moves"], "first": won["win_0"], "cut": won["cut"]}

    def figures(self, game: Game, columns: Columns) -> list[Figure]:
        """What it is like with these options."""
        return [
            mean("moves", columns["moves"], "moves"),
            mean("wins", columns["first"], "share", 0),
            share("ended by the limit of turns", columns["cut"]),
        ]

    def across(self, results: Sequence[tuple[Game, Columns]]) -> list[Figure]:
        """The differences from the first options of each game, paired by seed."""
        found = []
        for at, (game, columns) in enumerate(results):
            first = next(index for index, (other, _) in enumerate(results) if other.id == game.id)
            if first == at:
                continue
            base, theirs = results[first]
            n = min(len(theirs["moves"]), len(columns["moves"]))
            changed = [f"{k}={show_value(v)}" for k, v in game.options.items() if base.options.get(k) != v]
            name = f"{game.name}, {', '.join(changed)}"
            found.append(mean(f"{name}: moves more", columns["moves"][:n] - theirs["moves"][:n], "moves"))
            found.append(mean(f"{name}: wins more of the dealer's left", columns["first"][:n] - theirs["first"][:n], "points"))
        return found
