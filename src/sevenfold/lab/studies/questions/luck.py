"""How much of a result is luck, and how much skill?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from sevenfold.bots import Bot, bot
from sevenfold.errors import BadInput
from sevenfold.kernel.types import Reals
from sevenfold.lab.duplicate import ONE, Span, play, seatings, sides_of
from sevenfold.lab.studies.figures import Figure, between_0_and_1, mean, resampled
from sevenfold.lab.studies.study import Columns, Study
from sevenfold.playing.game import Game


class Luck(Study):
    """A stronger and a weaker bot play each deal in every seating, so that the cards are the same for both.

    What a seat's win varies by is split in two: by who plays (skill), and by all else (luck). With players of these two
    strengths, drawn at random, the share of skill is the square of half their difference by the variance of a win.
    """

    name = "luck"
    about = "How much is luck, how much skill?"
    bots = ("club", "random")
    unit = 4
    columns = {
        "ahead": "what the stronger bot wins more of a game than the weaker one, a seat, averaged over the deal's seatings",
        "wins": "the mean share of a win of a seat that either holds",
        "squares": "the mean of its square",
    }

    def check(self, game: Game) -> None:
        """Two bots, and several seats."""
        if game.players == 1:
            raise BadInput(f"{game.name} is for one: the study winnability says how much is luck in it.")
        self._two(game)

    def _two(self, game: Game) -> tuple[Bot, Bot]:
        if len(self.specs) != 2:
            raise BadInput(f"The study luck takes two bots, the stronger one first; not {', '.join(self.specs) or 'none'}.")
        self.players(game)
        return bot(self.specs[0]), bot(self.specs[1])

    def measure(self, game: Game, seed: int) -> Mapping[str, float]:
        """All seatings of one deal."""
        both, span = self._two(game), Span(turns=self.settings.limit)
        outcomes = [play(game, seed, both, kinds, span) for kinds in seatings(sides_of(game))]
        seats = [(kind, win) for outcome in outcomes for kind, win in zip(outcome.bots, outcome.wins, strict=True)]
        one, other = ([win for kind, win in seats if (kind == ONE) is is_one] for is_one in (True, False))
        return {
            "ahead": float(np.mean(one) - np.mean(other)),
            "wins": float(np.mean(one) + np.mean(other)) / 2,
            "squares": float(np.mean(np.square(one)) + np.mean(np.square(other))) / 2,
        }

    def figures(self, game: Game, columns: Columns) -> list[Figure]:
        """The difference in wins, and the shares."""
        rows = np.column_stack([columns["ahead"], columns["wins"], columns["squares"]])
        skill = share_of_skill(rows)
        luck = skill if skill.value is None else replace(skill, value=1 - skill.value)
        if skill.low is not None and skill.high is not None:
            luck = replace(luck, low=1 - skill.high, high=1 - skill.low)
        return [
            mean(f"wins of {self.specs[0]} over {self.specs[1]}, of a seat", columns["ahead"], "points", reference=0.0),
            skill,
            replace(luck, name="share of luck"),
        ]


def share_of_skill(rows: Reals) -> Figure:
    """The share of the variance of a win that who plays accounts for: the square of `effect`, from whose interval its own
    follows. It reaches 0 where either may be the stronger one."""
    found = resampled("share of skill", rows, effect, "number")
    if found.value is None or found.low is None or found.high is None:
        return replace(found, unit="share")
    share, (least, most) = found.value**2, sorted((found.low**2, found.high**2))
    if found.low == found.high:  # all deals are alike
        least, most = between_0_and_1(share, 0.0, found.n)
    elif found.low <= 0 <= found.high:
        least = 0.0
    return replace(found, value=share, low=least, high=most, unit="share")


def effect(means: Reals) -> Reals:
    """Half of what the stronger one wins more, in standard deviations of a win."""
    ahead, wins, squares = means[..., 0], means[..., 1], means[..., 2]
    variance = squares - wins**2
    found: Reals = np.clip(np.where(variance > 0, ahead / 2 / np.sqrt(np.where(variance > 0, variance, 1.0)), 0.0), -1.0, 1.0)
    return found
