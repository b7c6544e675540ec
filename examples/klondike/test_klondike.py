"""Klondike: its rules, and the solver."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import klondike_patience  # noqa: F401 - it tells the solver what it needs to know
import pytest
from klondike import FOUNDATION, GIVE_UP, RED, rules

import sevenfold
from sevenfold import Game, IllegalAction, State

pytestmark = pytest.mark.usefixtures("sevenfold_interpreted")  # rules as plain Python: nothing is compiled for these tests


def started(seed: int, draws: int = 1) -> State:
    return Game(rules, {"draws": draws}).start(seed)


def random_game(seed: int, draws: int, most: int = 150) -> Iterator[State]:
    """The state before each action of a random game in which nobody gives up before they must."""
    state, chance = started(seed, draws), Random(seed)
    while not state.is_over and state.action_count < most:
        yield state
        legal = list(state.legal_actions())
        state.play(chance.choice([action for action in legal if action != GIVE_UP] or legal))
    yield state


def cards_of(field: object) -> list[int]:
    return [int(one) for one in field.flat if one >= 0]  # type: ignore[attr-defined]  # an array


def test_check_finds_nothing() -> None:
    assert sevenfold.check(rules, seconds=0.4, compiled=False).errors == []


def test_the_layout() -> None:
    """One to seven cards, the last of each column face up, and 24 in the stock (KLONDIKE-1, KLONDIKE-2)."""
    view = started(1).view(0)
    columns = [next(zone for zone in view.zones if zone.id == f"place-{n}") for n in range(7)]
    assert [[face.state for face in column.faces] for column in columns] == [["down"] * n + ["up"] for n in range(7)]
    assert next(zone for zone in view.zones if zone.id == "stock").count == 24


@pytest.mark.parametrize("draws", [1, 3])
def test_every_card_lies_in_one_place(draws: int) -> None:
    for state in random_game(draws, draws):
        s = state.position[0]
        on_foundations = [13 * suit + rank for suit in range(4) for rank in range(s.foundation[suit])]
        assert sorted(cards_of(s.down) + cards_of(s.up) + cards_of(s.stock) + cards_of(s.talon) + on_foundations) == list(
            range(52)
        )


@pytest.mark.parametrize("draws", [1, 3])
def test_columns_go_down_in_red_and_black(draws: int) -> None:
    """KLONDIKE-4, with the runs that are moved together; an empty column takes a king (KLONDIKE-5)."""
    for state in random_game(draws + 10, draws):
        s = state.position[0]
        for column in range(7):
            run = cards_of(s.up[column])
            assert len(run) == s.up_size[column]
            assert run or not s.down_size[column]  # KLONDIKE-6
            for upper, lower in pairwise(run):
                assert upper % 13 == lower % 13 + 1
                assert (RED >> upper & 1) != (RED >> lower & 1)


@pytest.mark.parametrize("draws", [1, 3])
def test_the_stock_comes_round_in_the_same_order(draws: int) -> None:
    """KLONDIKE-7: turned as often as one likes, here until it was in vain twice (KLONDIKE-9)."""
    state, tops = started(2, draws), list[str | None]()
    passes = [tops]
    while not state.is_over:
        state.play("turn")
        waste = next(zone for zone in state.view(0).zones if zone.id == "place-8")
        if waste.count:
            passes[-1].append(waste.faces[0].code)
        else:
            passes.append([])
    assert len(tops) == 24 // draws
    assert [one for one in passes if one] == [tops, tops]
    assert state.winners() == []


def test_giving_up() -> None:
    """Not before the stock was gone through in vain (KLONDIKE-9)."""
    state = started(2)
    with pytest.raises(IllegalAction, match="in vain"):
        state.play("give up")
    for _ in range(25):
        state.play("turn")
    state.play("give up")
    assert state.is_over
    assert state.returns() == [0]


def test_refusals() -> None:
    """The reasons name both cards."""
    state = started(1)
    refused = 0
    for action in state.legal_actions():
        if action < 52:
            after = state.copy()
            after.play(action)
            for place in range(8):
                if place not in after.legal_actions():
                    said = after.why_not(place)
                    assert said is not None
                    assert said.rule == ("KLONDIKE-3" if place == FOUNDATION else "KLONDIKE-4")
                    refused += 1
    assert refused


def test_what_is_face_down_stays_hidden() -> None:
    """With the cards that nobody has seen exchanged, the player sees the same."""
    for state in random_game(5, 1, 60):
        down, stock = state.position[0].down.copy(), state.position[0].stock.copy()
        hidden = cards_of(down) + cards_of(stock)
        Random(1).shuffle(hidden)
        down[down >= 0], stock[stock >= 0] = hidden[: len(cards_of(down))], hidden[len(cards_of(down)) :]
        twin = state.replace(down=down, stock=stock)
        assert twin.redacted(0).tobytes() == state.redacted(0).tobytes()
        assert twin.view(0) == state.replace().view(0)


@pytest.mark.parametrize("draws", [1, 3])
def test_the_solver_finds_a_way_to_win(draws: int) -> None:
    """Its line wins when it is played by the rules."""
    state = started(2 if draws == 1 else 3, draws)
    found = sevenfold.solve(state, seconds=60)
    assert found.outcome == "solved"
    for action in found.line:
        state.play(action)
    assert state.winners() == [0]
