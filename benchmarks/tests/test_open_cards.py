"""What knowing all cards would win, and how well bots guess cards, as `benchmarks/bots/` measures it."""

from __future__ import annotations

from types import ModuleType

import pytest

import sevenfold
from benchmarks.bots import card_guesses, value_of_open_cards
from sevenfold.bots import bot, choose
from sevenfold.bots.settings import Settings
from sevenfold.kernel.chance import source
from sevenfold.lab.duplicate import points_ahead


def test_who_knows_all_cards_wins_more() -> None:
    """Compared with heuristics in the same deals and seats."""
    game, chance = sevenfold.load("seven_truf"), source(1)
    knowing, thumb = value_of_open_cards.Knowing("200:thumb=1:others=1:exact=5:relative=1"), bot("thumb")
    ahead, without = (
        points_ahead([value_of_open_cards.result(game, 3, 3, chosen)])
        for chosen in (lambda state: knowing.choose(game, state.position.copy(), chance), lambda state: choose(thumb, state))
    )
    assert ahead > without + 20


@pytest.mark.parametrize("name", ["seven_truf", "sane_sevens"])
def test_what_others_did_says_what_they_hold(name: str) -> None:
    """Worlds weighted by the others' choices guess better than re-deals with hardly any weights."""
    games = 2 if name == "seven_truf" else 30
    better, worse = (
        card_guesses.measure(name, games, 5, Settings(relative=1, infer=share, worlds=60))[0] for share in (0.9, 0.001)
    )
    assert len(better) == len(worse) > 10
    assert sum(better) > sum(worse)


@pytest.mark.parametrize(
    ("command", "wrong"),
    [
        (value_of_open_cards, ["chain_up"]),
        (value_of_open_cards, ["suitability", "--games", "1"]),
        (value_of_open_cards, ["suitability", "--bot", "search:0"]),
        (card_guesses, ["suitability", "--infer", "2"]),
        (card_guesses, ["suitability", "--worlds", "0"]),
        (card_guesses, ["suitability", "--players", "nobody"]),
    ],
)
def test_what_cannot_be_is_refused(command: ModuleType, wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(wrong)
    assert "error" in capsys.readouterr().err
