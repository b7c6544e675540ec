"""Deals in the order of the cards: possible, played like others, and the same again."""

from __future__ import annotations

from pathlib import Path

import pytest

import sevenfold
from helpers.guests import guest
from sevenfold.checking.random_play import IN_ORDER, finding_at, played
from sevenfold.checking.rare.rare_deals import RareDeal
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.kernel.sets import each
from tools.games.mistakes import sound


@pytest.mark.parametrize("seed", range(3))
def test_every_card_is_dealt_once(seed: int) -> None:
    game = sevenfold.load("seven_truf")
    with interpreting():
        state = RareDeal(game, seed, 400)
        hands = [int(hand) for hand in state.position[0].hands]
    assert sum(hand.bit_count() for hand in hands) == sum(hands).bit_count() > 0


def test_some_hands_are_of_one_suit(tmp_path: Path) -> None:
    (tmp_path / "hearts.md").write_text(sound("hearts")["hearts.md"], encoding="utf-8")
    game = sevenfold.Game(guest(tmp_path, sound("hearts")["hearts.py"], "hearts"), {})
    with interpreting():
        starts = [RareDeal(game, seed, 400).position[0] for seed in range(12)]
    suits = [{card // 13 for card in each(int(hand))} for s in starts for hand in s.hands]
    assert sum(len(of_hand) == 1 for of_hand in suits) > 4


def test_a_game_is_the_same_again_and_a_finding_in_it_has_no_seed() -> None:
    game = sevenfold.load("sane_sevens")
    with interpreting():
        one, other = ([step.state.position.tobytes() for step in played(game, 5, 30, is_rare=True)] for _ in range(2))
        assert one == other
        *_, last = played(game, 5, 30, is_rare=True)
        finding = finding_at(last.state, "code", "Something is wrong.")
    assert (finding.seed, len(finding.moves)) == (None, last.state.action_count)
    assert finding.sentence == f"Something is wrong. {IN_ORDER}"
