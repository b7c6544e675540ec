"""What a study is: a question about a game, what is measured in each deal, and the figures that answer it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sevenfold.bots import Bot, bot, bots_for, choose
from sevenfold.errors import BadInput, SevenfoldError, fault, quoted, shortened
from sevenfold.kernel.types import Reals
from sevenfold.lab.stopping import go_on
from sevenfold.playing.game import LIMIT

from .figures import Figure

if TYPE_CHECKING:
    from sevenfold.playing.game import Game, State

MOST_DIGITS = 12  # of a number that is a study's own setting
Columns = Mapping[str, Reals]  # by name, a number for each deal; NaN where there is none


@dataclass(frozen=True)
class Settings:
    """What a study's results depend on, besides the games and the seeds.

    Attributes:
        bots: The specs of the bots; a study says what they are for.
        limit: The number of turns after which a game ends as a draw.
        own: Settings that only this study has, by name; see `Study.own_settings`.
    """

    bots: tuple[str, ...] = ()
    limit: int = LIMIT
    own: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class OwnSetting:
    """A setting that only one study has.

    Attributes:
        about: What it decides.
        usual: Its value if none is given.
        values: What it may be; if that is empty, any whole number from 1 on.
    """

    about: str
    usual: str
    values: tuple[str, ...] = ()

    def refuse_other(self, name: str, value: str) -> None:
        """Raise BadInput for a value that it does not have."""
        if self.values and value not in self.values:
            raise BadInput(f"{name} is one of {', '.join(self.values)}, not {quoted(value)}.")
        is_number = value.isascii() and value.isdigit() and len(value) <= MOST_DIGITS and int(value) > 0
        if not self.values and not is_number:
            raise BadInput(f"{name} is a whole number from 1 on, not {quoted(value)}.")


class UnknownColumn(BadInput):
    """A study asks for a column that it does not have."""


class Failing(SevenfoldError):
    """A deal could not be measured; the message names its seed."""


def played(game: Game, seed: int, bots: Sequence[Bot], limit: int) -> Iterator[State]:
    """The same state, yielded before each decision with a choice, and at the end. Forced actions are played at once."""
    state = game.start(seed, limit=limit)
    while state.turn is not None:
        legal = state.legal_actions()
        if len(legal) == 1:
            state.play(legal[0])
            continue
        yield state
        go_on()
        state.play(choose(bots[state.turn], state))
    yield state


def play_out(game: Game, seed: int, bots: Sequence[Bot], limit: int) -> State:
    """The end of a game that bots play."""
    *_, state = played(game, seed, bots, limit)
    return state


class Study(ABC):
    """A question about games. A package adds one by the entry point group `sevenfold.studies`.

    Class attributes:
        name: In the command.
        about: The question, in one line.
        bots: Who plays unless the user says otherwise, and what for.
        unit: How many deals are measured together, about a second of work; see `unit_size`.
        columns: What is measured in a deal: the meaning of each column. {seat} in a name stands for each seat.
        own_settings: Settings that only this study has, by name.
        is_comparison: Whether it compares settings of a game: the command puts the usual ones before those that are given.
    """

    name: ClassVar[str]
    about: ClassVar[str]
    bots: ClassVar[tuple[str, ...]] = ("heuristic",)
    unit: ClassVar[int] = 16
    columns: ClassVar[Mapping[str, str]]
    own_settings: ClassVar[Mapping[str, OwnSetting]] = {}
    is_comparison: ClassVar[bool] = False

    def __init__(self, settings: Settings) -> None:
        """Args: settings: of the study; without bots, those of the class play.

        Raises:
            BadInput: The study has no such setting of its own, or not this value of it.
        """
        self.settings = settings
        self.specs = settings.bots or self.bots
        for name, value in settings.own:
            if name not in self.own_settings:
                own = f"its own are {', '.join(self.own_settings)}" if self.own_settings else "it has none of its own"
                raise BadInput(f"The study {self.name} has no setting {shortened(name)}; {own}.")
            self.own_settings[name].refuse_other(name, value)
        self.own = {name: one.usual for name, one in self.own_settings.items()} | dict(settings.own)

    def check(self, game: Game) -> None:
        """Raise BadInput if the question makes no sense for a game. By default the bots must be able to play it."""
        self.players(game)

    @cached_property
    def made(self) -> list[Bot]:
        """The bots, one for each spec."""
        return [bot(spec) for spec in self.specs]

    def players(self, game: Game) -> list[Bot]:
        """The bots by seat; a shorter list is repeated round the table."""
        return bots_for(self.specs, game.players)

    def unit_size(self) -> int:
        """How many deals are measured together; it may depend on the settings."""
        return self.unit

    def example(self, game: Game, seed: int) -> State:
        """A game of a deal that was measured, for people to look at: by default the one that the bots play by themselves."""
        return play_out(game, seed, self.players(game), self.settings.limit)

    def names(self, game: Game) -> list[str]:
        """The names of the columns for a game."""
        seats = range(game.players)
        return [one for name in self.columns for one in ([name.format(seat=s) for s in seats] if "{seat}" in name else [name])]

    @abstractmethod
    def measure(self, game: Game, seed: int) -> Mapping[str, float]:
        """Measure one deal. The result depends on nothing but the game, the seed and the settings.

        Args:
            game: The game.
            seed: The seed of the deal.

        Returns:
            A number for each column.
        """

    @abstractmethod
    def figures(self, game: Game, columns: Columns) -> list[Figure]:
        """The figures that answer the question for a game, from the deals that were measured."""

    def answer(self, game: Game, columns: Columns) -> list[Figure]:
        """The figures; what is wrong with a study of somebody else is told in a sentence.

        Args:
            game: The game.
            columns: What was measured.

        Raises:
            BadInput: They cannot be made.
        """
        try:
            return self.figures(game, columns)
        except KeyError as error:
            (key,) = error.args or ("",)
            if key in columns:
                raise BadInput(f"The study {self.name} cannot make its figures: {fault(error)}.") from error
            raise UnknownColumn(
                f"The study {self.name} asks for the column {quoted(key)}; its columns are {', '.join(columns)}."
            ) from error
        except Exception as error:  # it may be somebody else's, and do anything
            raise BadInput(f"The study {self.name} cannot make its figures: {fault(error)}.") from error

    def across(self, results: Sequence[tuple[Game, Columns]]) -> list[Figure]:  # noqa: ARG002 - most compare nothing
        """Figures that compare the games of one study; by default none."""
        return []

    def measure_all(self, game: Game, seeds: range) -> dict[str, Reals]:
        """The columns of several deals, in order; by default one is measured after the other."""
        rows = []
        for seed in seeds:
            try:
                rows.append(self.measure(game, seed))
            except Exception as error:
                raise Failing(f"seed {seed}: {fault(error)}") from error
            if missing := [name for name in self.names(game) if name not in rows[-1]]:
                raise Failing(f"the study {self.name} names the column {missing[0]}, which it does not measure")
        return {name: np.array([float(row[name]) for row in rows]) for name in self.names(game)}


@dataclass(frozen=True)
class Answer:
    """What a study found out about one game.

    Attributes:
        game: The game's id.
        options: Its options.
        deals: How many deals were measured.
        figures: The figures.
    """

    game: str
    options: dict[str, bool | int | str]
    deals: int
    figures: list[Figure] = field(default_factory=list)
