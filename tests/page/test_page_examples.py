"""The games in examples/ on the page: each is played by touching what its moves name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import sevenfold
from helpers.guests.example_games import EXAMPLES, every_example, installed
from helpers.page_driver import NEEDS_A_BROWSER, by_click, follow, look_at, open_room, page_of, store_room
from helpers.table_server import running
from sevenfold.bots import bot, choose
from sevenfold.playing.game import Game, State

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = NEEDS_A_BROWSER
FEW, MANY = 12, 60  # actions
# Columns; a seat that is touched; cards that are chosen together.
QUICK = [pytest.param(EXAMPLES / name, id=name) for name in ("klondike", "go_fish", "hearts")]


def beginning(game: Game, actions: int) -> State:
    """The first actions of a game that the server's random bots repeat, up to the end of a move; fewer if it is over."""
    state, player, phases = game.start(3), bot("random"), game.rules.phases
    while not state.is_over and (len(state.actions) < actions or phases[int(state.position[0].phase)].within_move):
        state.play(choose(player, state))
    return state


def check(launched: Browser, folder: Path, package: Path, size: str, actions: int) -> None:
    """Play some moves of an example by touch; nothing is out of reach, or wrong in the console."""
    with installed(folder, package) as rules:
        known = beginning(sevenfold.load(rules.id), actions)
        room = store_room(folder / "table.db", known, 0)
        with running(folder / "table.db") as server, page_of(launched, size) as (page, said):
            there = open_room(page, server, room)
            follow(page, there, known, by_click, len(known.actions))
            assert there.stored.made >= len(known.actions)
            look_at(page)
            assert said == []


@pytest.mark.parametrize("package", QUICK)
def test_an_example_is_played_on_a_phone(chromium: Browser, tmp_path: Path, package: Path) -> None:
    check(chromium, tmp_path, package, "phone", FEW)


@pytest.mark.slow
@pytest.mark.parametrize("size", ["desktop", "phone"])
@every_example
def test_every_example_is_played(chromium: Browser, tmp_path: Path, package: Path, size: str) -> None:
    check(chromium, tmp_path, package, size, MANY)
