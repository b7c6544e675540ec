"""`Subject`: the game that is being checked, with what every stage needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice, product
from random import Random

from sevenfold.declare.options import Value
from sevenfold.declare.rules import Rules
from sevenfold.errors import BadInput
from sevenfold.playing.game import Game
from sevenfold.sanitizer.allowance import Allowance

from .rare.far_games import FarGame, far_games

SECONDS = 5.0  # for each stage
MOST_GAMES = 12  # combinations of options that the stages play
MOST_TRIED = 10_000  # combinations looked through for them
FAR_SHARE, FAR_SECONDS = 0.3, 2.0  # for far games: of the time of the stage that first asks for them, and at most


@dataclass
class Shared:
    """What the stages of a check share.

    Attributes:
        far_games: Games that lead to rare situations; None until a stage asks for them.
    """

    far_games: list[FarGame] | None = None


@dataclass
class Subject:
    """A game that is being checked.

    Attributes:
        rules: What the game declares.
        seed: The seed of whatever is random in the check, so that it can be repeated.
        seconds: How long a stage may take, in processor time.
        allowance: What the present stage has used of it.
        counted: What the present stage has done, by name ("positions", "re-deals"), for the report.
        progress: Told the share of the present stage that is done, from 0 to 1.
        kept_options: Options that have one value only in this check.
        compiled: Whether what needs the compiler is done, too.
        kept: What a stage keeps, by name, because its findings and its figures follow from the same.
        shared: What all stages of the check share.
    """

    rules: Rules
    seed: int = 0
    seconds: float = SECONDS
    counted: dict[str, int] = field(default_factory=dict)
    progress: Callable[[float], None] = lambda share: None
    kept_options: Mapping[str, Value] = field(default_factory=dict)
    compiled: bool = True
    kept: dict[str, object] = field(default_factory=dict)
    shared: Shared = field(default_factory=Shared)
    allowance: Allowance = field(init=False)

    def __post_init__(self) -> None:
        self.allowance = Allowance(self.seconds)

    @cached_property
    def games(self) -> list[Game]:
        """The game with some combinations of its options: the defaults first, every value of each option at least once."""
        return list(islice(self._games(), MOST_GAMES))

    def far_games(self, game: Game | None = None) -> list[FarGame]:
        """Games that lead to rare situations, of all combinations of options or of one: looked for once in a check."""
        if self.shared.far_games is None:
            self.shared.far_games = far_games(self.games, self.seed, min(FAR_SECONDS, FAR_SHARE * self.seconds))
        return [far for far in self.shared.far_games if game is None or far.game.options == game.options]

    def _games(self) -> Iterator[Game]:
        options = {
            name: (self.kept_options[name],) if name in self.kept_options else option.values
            for name, option in self.rules.options.items()
        }
        missing = {(name, value) for name, values in options.items() for value in values}
        later: list[Game] = []
        for values in islice(product(*options.values()), MOST_TRIED):
            game = self._game(dict(zip(options, values, strict=True)))
            if game is None:
                continue
            new = set(game.options.items()) & missing
            missing -= new
            if new or not options:
                yield game
            else:
                later.append(game)
        yield from Random(self.seed).sample(later, len(later))

    def _game(self, options: Mapping[str, Value]) -> Game | None:
        try:
            return Game(self.rules, options)
        except BadInput:
            return None

    def random(self) -> Random:
        """A source of randomness that depends on the seed of the check alone."""
        return Random(self.seed)

    def count(self, what: str, n: int = 1) -> None:
        """Count something that the present stage has done."""
        self.counted[what] = self.counted.get(what, 0) + n

    def has_time(self, share: float = 1.0) -> bool:
        """Whether the present stage may go on: less than this share of its time has passed."""
        return self.allowance.has(share)

    def tell_time(self) -> None:
        """Tell the share of the present stage's time that has passed."""
        self.progress(min(1.0, self.allowance.used / self.seconds))
