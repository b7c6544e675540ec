"""How strong are bots against each other?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from sevenfold.bots.kinds import kind_of
from sevenfold.errors import BadInput
from sevenfold.lab.duplicate import Span, as_extent, play_deal, play_on, seatings, sides_of, skipped, span_of
from sevenfold.lab.studies.figures import Figure, mean
from sevenfold.lab.studies.study import Columns, OwnSetting, Study
from sevenfold.playing.game import Game, State

QUICK, UNIT = {"random", "thumb"}, 16  # kinds of bots that take no time to think, and the deals of a unit where only they play


class Strength(Study):
    """Each two of the bots play each deal in every seating (duplicate), as on the ladder."""

    name = "strength"
    about = "How strong are bots against each other?"
    bots = ("club", "heuristic", "random")
    unit = 1
    columns = {
        "wins": "of the first bot against the second, averaged over the deal's seatings",
        "points": "by how much a seat of the first was ahead",
    }
    own_settings = {"extent": OwnSetting("whole games, or one deal of each", "game", ("game", "deal"))}

    def check(self, game: Game) -> None:
        """Two bots or more, each once, and two seats or more."""
        specs = [bot.spec for bot in self.made]
        twice = [spec for spec in specs if specs.count(spec) > 1]
        if twice:
            raise BadInput(f"Each bot plays every other, so that each is named once; {twice[0]} is named twice.")
        if len(specs) < 2:
            raise BadInput("Name at least two bots, as in --bots expert,club.")
        if game.players == 1:
            raise BadInput(f"{game.name} is for one here: nobody plays against anybody. `sevenfold simulate` counts wins.")
        self._span(game)

    def _span(self, game: Game) -> Span:
        return span_of(game, as_extent(self.own["extent"]), self.settings.limit)

    def unit_size(self) -> int:
        """One deal, or more where no bot thinks: what is under way is lost when a run is broken off."""
        return UNIT if {kind_of(spec).id for spec in self.specs} <= QUICK else self.unit

    def names(self, game: Game) -> list[str]:
        """The columns, for each pair of bots."""
        return [column for one, other in self.pairs() for column in columns_of(one, other)]

    def pairs(self) -> Iterator[tuple[str, str]]:
        """Each two of the bots."""
        return combinations(self.specs, 2)

    def measure(self, game: Game, seed: int) -> Mapping[str, float]:
        """One deal between each two of the bots."""
        row, span = dict[str, float](), self._span(game)
        for both, bots in zip(self.pairs(), combinations(self.made, 2), strict=True):
            result = play_deal(game, seed, bots, span)
            row |= zip(columns_of(*both), (result.wins, result.points), strict=True)
        return row

    def example(self, game: Game, seed: int) -> State:
        """The first game of the deal between the first two bots."""
        span = self._span(game)
        state = skipped(game, seed, span)
        play_on(state, self.made, seatings(sides_of(game))[0], span)
        return state

    def figures(self, game: Game, columns: Columns) -> list[Figure]:
        """The wins and the lead in points of each pair."""
        found = list[Figure]()
        for one, other in self.pairs():
            wins, points = (columns[name] for name in columns_of(one, other))
            found.append(mean(f"wins of {one} against {other}", wins, "share", reference=0.5))
            found.append(mean(f"points of {one} more than {other}", points, "points", reference=0.0))
        return found


def columns_of(one: str, other: str) -> tuple[str, str]:
    """The columns of two bots: the first one's wins, and by how much it was ahead."""
    return f"wins {one} {other}", f"points {one} {other}"
