"""What a seat observes: all that it sees, nothing more, in every combination of options."""

from __future__ import annotations

import re
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import sevenfold
from helpers.guests.example_games import every_example, installed
from helpers.random_games import random_game, random_points
from helpers.selection import every_combination
from sevenfold.cards import NONE
from sevenfold.envs.observation import Observation, Part, Rows
from sevenfold.envs.observation.columns import write_set
from sevenfold.envs.observation.parts import CARD, DIGITS, HIDDEN, PLACE, SEAT, SEATS, SET, VALUE, WORD
from sevenfold.errors import BadInput
from sevenfold.kernel.chance import source
from sevenfold.kernel.compiler.decorators import entry, interpreting
from sevenfold.kernel.fields import Field
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import Int64Array
from tools.games.random_traces import random_trace

POINTS = 12  # of a game
COMPILED = ("seven_truf", "sane_sevens")


@every_combination
def test_nothing_hidden_is_in_it(game: sevenfold.Game) -> None:
    """Redacting or re-dealing what the seat cannot see leaves its observation as it is."""
    check_nothing_hidden(game, POINTS)


@every_combination
def test_nothing_seen_is_lost(game: sevenfold.Game) -> None:
    """From the observation alone the position can be rebuilt as the seat sees it, and with it every view."""
    check_nothing_lost(game, POINTS)


def compiled_or_not(game: sevenfold.Game) -> AbstractContextManager[object]:
    """Compiled for two games, as plain Python for the others: what is written out for each is one statement after the other."""
    return nullcontext() if game.id in COMPILED else interpreting()


def check_nothing_hidden(game: sevenfold.Game, points: int) -> None:
    observation, chance = Observation(game.rules), Random(repr(game))
    for state in random_points(game, chance, points):
        seat = chance.randrange(game.players)
        with compiled_or_not(game):
            row = observation.row(state, seat)
        for other in (state.redacted(seat).view(np.ndarray), state.redeal(seat, source(chance.randrange(1 << 30)))):
            seen = np.full((1, observation.size), 9, np.uint8)  # what stood there before is overwritten
            with compiled_or_not(game):
                observation.write(other, np.array([seat]), seen)
            assert _differing(observation, row, seen[0]) == []


def check_nothing_lost(game: sevenfold.Game, points: int) -> None:
    observation, chance = Observation(game.rules), Random(repr(game))
    for state in random_points(game, chance, points):
        seat = chance.randrange(game.players)
        seen = state.redacted(seat)
        with compiled_or_not(game):
            row = observation.row(state, seat)
        rebuilt = Rebuilt(observation, row, seat, game.players).fields()
        assert set(rebuilt) == {n for n, f in game.rules.position.fields.items() if not f.derived and not f.observed}
        for name, values in rebuilt.items():
            kind = game.rules.position.fields[name].kind
            assert [_unmarked(game, kind, one) for one in np.ravel(values).tolist()] == [
                _unmarked(game, kind, one) for one in np.ravel(seen[0][name]).tolist()
            ], name


def _unmarked(game: sevenfold.Game, kind: str, value: int) -> int:
    """A card, or a set of cards, in which twins are not told apart: the first of them stand for those that are there."""
    if kind == "card" and value != NONE:
        return next(iter(each(game.pack.twins_of(value))))
    if kind == "cards":
        for twins in game.pack.twins:
            there = (value & twins).bit_count()
            value = value & ~twins | sum(1 << card for card in list(each(twins))[:there])
    return value


@every_combination
def test_numbers_stay_in_their_ranges(game: sevenfold.Game) -> None:
    """What a declaration says about the range of a number is true throughout random games."""
    for seed in range(3):
        for position in random_trace(game, seed).positions:
            for name, field in game.rules.position.fields.items():
                if field.kind == "number" and field.most is not None:
                    values = np.asarray(position[name])
                    assert field.least <= values.min(), name
                    assert values.max() <= field.most, name


@every_combination
def test_results_stay_in_their_range(game: sevenfold.Game) -> None:
    """So is what it says about the range of its results."""
    declared = game.rules.range_of_results(game.options)
    assert declared is not None
    least, most = declared
    for seed in range(10):
        assert all(least <= result <= most for result in random_game(game, seed).returns())


@every_example
def test_of_a_game_of_another_package(package: Path, tmp_path: Path) -> None:
    """The same for games that never heard of observations: hands by place, columns, packs of their own, several deals."""
    with installed(tmp_path, package) as rules, interpreting():
        game = sevenfold.load(rules.id)
        check_nothing_hidden(game, 4)
        check_nothing_lost(game, 4)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (np.zeros(3, np.uint8), "shape (657,)"),
        (np.zeros(657, np.int64), "uint8 or float32"),
        (np.zeros(2 * 657, np.uint8)[::2], "contiguous"),
        (np.frombuffer(bytes(657), np.uint8), "read-only"),
        ([0] * 657, "not list"),
    ],
)
def test_arrays_that_do_not_fit(rows: Any, said: str) -> None:
    """What is wanted is said, and nothing is written."""
    state = sevenfold.load("seven_truf").start(7)
    with pytest.raises(BadInput, match=re.escape(said)):
        Observation(state.game.rules).write_row(state, 0, rows)
    assert not np.any(rows)


def test_seats_types_and_states_that_do_not_fit() -> None:
    """A seat beyond the players, another type, a state of another game, positions that do not listen."""
    state = sevenfold.load("sane_sevens", players=3).start(7)
    observation = Observation(state.game.rules)
    with pytest.raises(BadInput, match="seats are 0 to 2"):
        observation.row(state, 3)
    with pytest.raises(BadInput, match="uint8 or float32, not 'int8'"):
        observation.row(state, 0, "int8")
    with pytest.raises(BadInput, match="is of sane_sevens, the state is of seven_truf"):
        observation.row(sevenfold.load("seven_truf").start(7), 0)
    with pytest.raises(BadInput, match="listening=True"):
        observation.write(state.game.new_positions(2), np.zeros(2, np.int64), np.zeros((2, observation.size), np.uint8))


def test_both_types_say_the_same() -> None:
    """float32 holds the numbers of uint8, all within `high`."""
    state = sevenfold.load("second_thoughts", players=6).start(7)
    observation = Observation(state.game.rules)
    small, large = observation.row(state, 2), np.full(observation.size, 9, np.float32)
    observation.write_row(state, 2, large)
    assert small.tolist() == large.tolist()
    assert (small <= observation.high).all()


class Rebuilt:
    """The fields of a redacted position, read from an observation and nothing else but the seat that observed."""

    def __init__(self, observation: Observation, row: Rows, seat: int, players: int) -> None:
        self.observation, self.seat, self.players = observation, seat, players
        self.row = observation.read(row)
        self.unseen = [int(card) for card in self.row["unseen"].nonzero()[0]] if "unseen" in self.row else []

    def fields(self) -> dict[str, Any]:
        """The fields by name, without those that are derived or only observed."""
        found: dict[str, Any] = {}
        for name, field in self.observation.rules.position.fields.items():
            if name in self.observation.by_name and not field.observed:
                found[name] = self._field(self.observation.by_name[name], field)
        return found

    def _field(self, part: Part, field: Field) -> Any:
        columns = self.row[part.name]
        values = np.zeros(field.shape, np.int64)
        # Hidden places are filled in the order of the position, not of the observation.
        for at in np.ndindex(*field.shape):
            axes = [self._from_observer(i) if turned else i for i, turned in zip(at, (*part.axes, False, False), strict=False)]
            values[at] = self._value(part, field, columns[tuple(axes)])
        return values

    def _from_observer(self, i: int) -> int:
        return (i - self.seat) % self.players if i < self.players else i

    def _value(self, part: Part, field: Field, columns: Rows) -> int:
        ones = [int(i) for i in columns.nonzero()[0]]
        if part.kind in (PLACE, HIDDEN):
            seen = [i for i in ones if i < part.shape[-1] - 1]
            others = [self.unseen.pop(0) for _ in range(int(columns[-1]))]
            cards = seen + others
            return sum(1 << card for card in cards) if field.kind == "cards" else cards[0] if cards else NONE
        if part.kind == SET:
            return sum(1 << card for card in ones)
        if part.kind == DIGITS:
            number = sum(1 << i for i in ones)
            signed = number - (1 << WORD) if len(columns) == WORD and number >> (WORD - 1) else number
            return part.least + signed
        if part.kind == SEAT:
            return (ones[0] + self.seat) % self.players if ones else NONE
        if part.kind == SEATS:
            return sum(1 << (i + self.seat) % self.players for i in ones)
        assert part.kind in (CARD, VALUE)
        return part.least + ones[0] if ones else NONE if part.kind == CARD else 0


def _differing(observation: Observation, row: Rows, other: Rows) -> list[str]:
    """The names of the parts in which two rows differ."""
    return [part.name for part in observation.parts if (row != other)[part.first : part.last].any()]


@entry
def write_rows(rows: Any, sets: Int64Array) -> None:
    """Write each set below the number of its row into that row, from column 1 on."""
    for width in range(len(rows)):
        write_set(rows[width], 1, sets[width], width)


@pytest.mark.parametrize("dtype", ["uint8", "float32"])
def test_sets_of_every_width(dtype: str) -> None:
    """Compiled code writes the same columns as Python, and no others, however many there are."""
    sets = np.random.default_rng(1).integers(0, 2**62, 64)
    compiled, expected = np.full((64, 66), 9, dtype), np.full((64, 66), 9, dtype)
    write_rows(compiled, sets)
    with interpreting():
        write_rows(expected, sets)
    assert (expected == 9).sum() == 64 * 66 - sum(range(64))
    assert np.array_equal(compiled, expected)
