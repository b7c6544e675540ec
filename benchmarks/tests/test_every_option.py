"""A bot in every combination of options and players, as `benchmarks/bots/every_option.py` measures it."""

from __future__ import annotations

import pytest

import sevenfold
from benchmarks.bots import every_option

EQUAL: list[tuple[str, dict[str, object], float]] = [
    ("sane_sevens", {"players": 3, "silly": True}, 1 / 3),
    ("suitability", {"partnership": True}, 1 / 2),
    ("cooperative_dominoes", {"players": 3}, 1 / 2),
]


@pytest.mark.parametrize(("name", "options", "equal"), EQUAL)
def test_equals_win_what_equals_have(name: str, options: dict[str, object], equal: float) -> None:
    game = sevenfold.load(name, **options)
    found = every_option.measure(game, ["thumb", "thumb:0"], games=4, seed=3)
    assert found.equal == pytest.approx(equal)
    assert found.wins.mean == pytest.approx(equal)
    assert found.points.mean == pytest.approx(0)
    assert found.deals == 2
    assert len(found.seconds) > 20


def test_the_better_bot_is_ahead() -> None:
    found = every_option.measure(sevenfold.load("chain_up", players=3), ["thumb", "random"], games=60, seed=3)
    assert found.deals == 20
    assert found.wins.mean - found.wins.ci95 > found.equal
    assert found.points.mean - found.points.ci95 > 0


def test_all_combinations_for_several_are_wanted_unless_options_are_named() -> None:
    games = every_option.wanted([], [])
    assert len(games) == len(set(games)) == 60
    assert all(game.players > 1 for game in games)
    assert [game.options["silly"] for game in every_option.wanted(["sane_sevens"], ["players=3"])] == [False, True]
    assert len(every_option.wanted(["second_thoughts"], ["players=6", "scoring=bids"])) == 2


def test_the_command_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["sane_sevens", "-o", "players=3", "--bots", "thumb,random", "--games", "3"]
    assert every_option.main(asked) == 0
    _, _, plain, silly = capsys.readouterr().out.splitlines()
    assert plain.startswith("| Sane Sevens | players=3 | 2 | ")
    assert silly.startswith("| Sane Sevens | players=3, silly=true | 2 | ")
    assert "| 33 % |" in plain


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("nothing", "no game nothing"),
        ("sane_sevens -o players=9", "players must be one of"),
        ("-o players=3", "name one"),
        ("--bots expert", "Two bots are compared"),
        ("--bots expert,nobody", "no bot 'nobody'"),
        ("pyramid", "is for one"),
        ("sane_sevens --games 0", "At least 1 game"),
    ],
)
def test_wrong_use_is_refused(arguments: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        every_option.main(arguments.split())
    assert said in capsys.readouterr().err
