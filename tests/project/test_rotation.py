"""What is tried in turn: nothing is left out."""

from __future__ import annotations

import pytest
from combinations import all_combinations, label

import sevenfold
from helpers.rotation import ALWAYS, SHARES, SIZES, VARIABLE, at_a_size, games_in_turn, in_every, in_turn, in_turn_of, tried


def labels() -> list[str]:
    return [label(game) for game in tried()]


@pytest.mark.parametrize("first", [0, 740_000])
def test_following_turns_try_every_combination(monkeypatch: pytest.MonkeyPatch, first: int) -> None:
    found = []
    for turn in range(first, first + SHARES):
        monkeypatch.setenv(VARIABLE, str(turn))
        found.append(labels())
        assert {text.split("-")[0] for text in found[-1]} == set(sevenfold.game_names())
        assert len(found[-1]) < len(all_combinations()) / 2
    every = {label(game) for game in all_combinations()}
    assert set().union(*found) == every
    monkeypatch.setenv(VARIABLE, "all")
    assert len(labels()) == len(every)
    assert set(labels()) == every


def test_both_sizes_have_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for turn in ("0", "1", "all"):
        monkeypatch.setenv(VARIABLE, turn)

        @at_a_size
        def test_of_a_page(size: str) -> None:
            """Nothing."""

        found.append(vars(test_of_a_page)["pytestmark"][0].args[1])
    assert sorted(found[0] + found[1]) == sorted(SIZES) == sorted(found[2])


@pytest.mark.parametrize(("turn", "skipped"), [("0", [False, True]), ("1", [True, False]), ("all", [False, False])])
def test_long_tests_take_turns(monkeypatch: pytest.MonkeyPatch, turn: str, skipped: list[bool]) -> None:
    monkeypatch.setenv(VARIABLE, turn)
    assert [in_every(2, at).args[0] for at in (0, 1)] == skipped
    assert {in_every(4, at).args[0] for at in range(4)} == set(skipped)


def test_every_game_has_its_turn_with_what_thinks_about_it(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for turn in ("7", "8", "9"):
        monkeypatch.setenv(VARIABLE, turn)
        always, *others = games_in_turn()
        assert always == ALWAYS
        assert games_in_turn(["nothing", *others]) == others
        assert [in_turn_of(name).args[0] for name in (always, *others)] == [False] * (1 + len(others))
        found += others
    assert sorted([*found, ALWAYS]) == sorted(sevenfold.game_names())
    assert in_turn_of(found[0]).args[0]
    monkeypatch.setenv(VARIABLE, "all")
    assert sorted(games_in_turn()) == sorted(sevenfold.game_names())


@pytest.mark.parametrize("text", ["-1", "some", ""])
def test_another_turn_is_refused(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv(VARIABLE, text)
    with pytest.raises(pytest.UsageError, match="whole number, or all"):
        in_turn([1, 2], 2)
