"""Who sits in a room, and how long bots take."""

from __future__ import annotations

import pytest

import sevenfold
from sevenfold.bots import KINDS
from sevenfold.people import NAMES, names_for
from sevenfold.table.refusal import Refused
from sevenfold.table.seating import PACES, BotChoice, Player, seat_bots


@pytest.mark.parametrize("kind", ["random", "search", "search:5000", "search:200ms"])
@pytest.mark.parametrize("pace", PACES)
def test_when_a_bot_answers_depends_on_pace_and_budget_alone(kind: str, pace: str) -> None:
    one, other = Player(BotChoice(kind, pace)), Player(BotChoice(kind, pace))
    for player in (one, other):
        player.allow(1e-4)
    answers = {one.answers_after(ready) for ready in (0.0, 1e-6, one.step / 2, one.step)}
    assert answers == {other.step}
    assert one.step > one.thinking
    assert one.step >= max(PACES[pace].seconds, {"search": 0.2, "search:5000": 1, "search:200ms": 0.2}.get(kind, 0))


def test_a_bot_that_was_late_answers_after_whole_steps() -> None:
    player = Player(BotChoice("random", "quick"))
    assert player.answers_after(0.36) == player.answers_after(0.6) == 0.7


def test_the_time_of_every_kind_is_known() -> None:
    assert set(KINDS) == {"random", "search"}, "Player.step must allow for a new kind's time"


def test_a_shorter_list_of_bots_is_repeated() -> None:
    game = sevenfold.load("seven_truf")
    one, two = BotChoice("random"), BotChoice("search")
    assert seat_bots(game, 2, [one, two]) == [one, two, one]
    assert seat_bots(game, None, [one]) == [one] * 4
    assert seat_bots(game, 0, None) == [BotChoice()] * 3


def test_a_game_for_one() -> None:
    game = sevenfold.load("seven_solitaire")
    assert seat_bots(game, 0, None) == seat_bots(game, 0, []) == []
    assert seat_bots(game, None, None) == [BotChoice("random")]
    with pytest.raises(Refused):
        seat_bots(game, 0, [BotChoice("random")])


def test_names() -> None:
    assert names_for(3, 1) == [NAMES[0], "You", NAMES[2]]
    assert names_for(2, None) == list(NAMES[:2])
