"""Who wins: by default those with the best result of several, below nothing or not; for one, and together, only above 0."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from helpers.guests import guest
from sevenfold.declare.rules import Rules
from sevenfold.kernel.chance import source
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.kernel.play import random_games
from sevenfold.lab.simulation import simulate
from sevenfold.playing.game import Game, State

GAME = '''"""End at once, with these results."""

from sevenfold.cards import SEVENDECK_PACK
from sevenfold.devise import Fields, Rules, bit, end_game, number, one_action


class Position(Fields):
    total = number(6)


rules = Rules(
    Position, "at_once", "At once", pack=SEVENDECK_PACK, players=PLAYERS, minutes=1, about="End at once.",
    cooperative=COOPERATIVE,
)
rules.phase(0, "end", one_action(0, "end", "End"))


@rules.answers
def start(s):
    s.phase = 0


@rules.allows(0, "ONCE-1", "End it.")
def may_end(s):
    return bit(0)


@rules.applies(0)
def end(s, action):
    for seat in range(s.players):
        s.total[seat] = RESULTS[seat]
    end_game(s)


@rules.answers
def standing(s, seat):
    return s.total[seat]


@rules.texts
def table(look):
    for seat in look.every_seat:
        look.seat(seat, score=look.s.total[seat])


@rules.texts
def prompt(s):
    return "End it."
'''
LAST = """

@rules.answers
def winners(s):
    return bit(s.players - 1)
"""


def at_once(folder: Path, results: tuple[int, ...], *, cooperative: bool = False, more: str = "") -> Rules:
    """A game that ends after one action with these results."""
    text = GAME.replace("PLAYERS", str(len(results))).replace("COOPERATIVE", str(cooperative))
    return guest(folder, text.replace("RESULTS", str(results)) + more, "at_once")


def over(rules: Rules) -> State:
    """The game at its end."""
    state = Game(rules, {}).start(1)
    state.play("end")
    return state


CASES = [
    ((-52, 0, -52, 0), False, "", [1, 3]),
    ((-3, -1, -2), False, "", [1]),
    ((0, 0), False, "", [0, 1]),
    ((7, 2), False, "", [0]),
    ((0,), False, "", []),
    ((-1,), False, "", []),
    ((1,), False, "", [0]),
    ((0, 0), True, "", []),
    ((5, 5), True, "", [0, 1]),
    ((9, 1, 4), False, LAST, [2]),
    ((0, 0), True, LAST, [1]),
]


@pytest.mark.parametrize(("results", "cooperative", "more", "won"), CASES)
def test_the_winners(tmp_path: Path, results: tuple[int, ...], cooperative: bool, more: str, won: list[int]) -> None:
    with interpreting():
        state = over(at_once(tmp_path, results, cooperative=cooperative, more=more))
        assert state.returns() == list(results)
        assert state.winners() == won
        result = state.view().result
        assert result
        assert result.winners == won


def test_nobody_wins_before_the_end_or_at_the_limit(tmp_path: Path) -> None:
    with interpreting():
        rules = at_once(tmp_path, (1, 2))
        assert Game(rules, {}).start(1).winners() == []
        waiting = guest(tmp_path, Path(tmp_path / "at_once.py").read_text().replace("    end_game(s)\n", ""), "waiting")
        state = Game(waiting, {}).start(1, limit=1)
        state.play("end")
        assert state.is_truncated
        assert state.winners() == []


@pytest.mark.parametrize(("results", "more", "won"), [((-52, 0, -52, 0), "", [1, 3]), ((9, 1, 4), LAST, [2])])
def test_compiled_games_have_the_same_winners(tmp_path: Path, results: tuple[int, ...], more: str, won: list[int]) -> None:
    game = Game(at_once(tmp_path, results, more=more), {})
    counts, returned = np.zeros((3, 4), np.int64), np.zeros((3, game.players))
    random_games(game.new_positions(), np.uint64(0), 3, source(0), counts, returned)
    assert counts[:, 3].tolist() == [sum(1 << seat for seat in won)] * 3
    assert returned.tolist() == [list(results)] * 3
    done = simulate(game, 30)
    assert [win.share for win in done.wins] == [len(won) ** -1 if seat in won else 0 for seat in range(game.players)]
    assert (done.won, done.shared) == (30, 0)  # the same two win always: they count as partners
