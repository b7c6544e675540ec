"""What a seat has learnt as vectors: the same exactly when its information is the same."""

from __future__ import annotations

from random import Random

import pytest

import sevenfold
from helpers.hidden import twin_since
from helpers.random_games import random_points
from helpers.selection import every_combination
from sevenfold.envs.observation.event_vectors import COLUMNS, UNSEEN, EventVectors
from sevenfold.errors import BadInput

POINTS = 4  # of a game


@every_combination
def test_as_much_as_the_information(game: sevenfold.Game) -> None:
    """Each event of the information gives vectors, in order, with the values that the seat sees and no others."""
    vectors, chance = EventVectors(game.rules), Random(repr(game))
    for state in random_points(game, chance, POINTS):
        seat = chance.randrange(game.players)
        found = vectors.of(state, seat, 1 << 20)
        steps = [(event.made, event.kind) for event in state.events(seat)]
        told = [(made, vectors.kinds[kind].name) for made, kind in found[:, :2].tolist()]
        assert list(dict.fromkeys(told)) == list(dict.fromkeys(steps))


@pytest.mark.parametrize("name", ["sane_sevens", "seven_suitors", "seven_and_seven"])
def test_hidden_cards_exchanged(name: str) -> None:
    """A game in which the hidden cards were others from the start, and the seat saw the same, gives the same vectors."""
    game, chance, differed = sevenfold.load(name), Random(3), []
    for state in random_points(game, chance, POINTS):
        seat = chance.randrange(game.players)
        other = (seat + 1) % game.players
        twin, _ = twin_since(state, 0, seat, chance)
        vectors = EventVectors(game.rules)
        assert vectors.of(twin, seat, 1 << 20).tolist() == vectors.of(state, seat, 1 << 20).tolist()
        differed.append(vectors.of(twin, other, 1 << 20).tolist() != vectors.of(state, other, 1 << 20).tolist())
    assert any(differed)


def test_bounded() -> None:
    """The latest vectors are kept, and own cards are told where others' are not."""
    state = sevenfold.load("seven_truf").start(7)
    vectors = EventVectors(state.game.rules)
    whole = vectors.of(state, 0)
    assert whole.shape[1] == len(COLUMNS)
    hands = whole[[vectors.kinds[kind].fields.keys().__contains__("hands") for kind in whole[:, 1]]]
    assert UNSEEN in hands[:, 4]
    assert 8 in hands[hands[:, 3] == 0][:, 4]
    assert vectors.of(state, 0, 3).tolist() == whole[-3:].tolist()
    for most in (0, -1, 1.5, True):
        with pytest.raises(BadInput, match="from 1 on"):
            vectors.of(state, 0, most)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="seats are 0 to 3"):
        vectors.of(state, 4)
