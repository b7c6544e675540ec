"""A bot chooses a whole move before anybody sees a part of it."""

from __future__ import annotations

import asyncio

import pytest

import sevenfold
from helpers.rooms import NoStorage, stored_room
from sevenfold.bots import bot, choose
from sevenfold.kernel.questions import move_begins
from sevenfold.playing.game import State
from sevenfold.server.execution.compilation import CompilationCache
from sevenfold.server.execution.thread_pools import ThreadPools
from sevenfold.server.room.room import Room
from sevenfold.server.room.services.bot_timing import thinking
from sevenfold.server.room.services.bots import BotService
from sevenfold.server.room.subscriber import Subscriber
from sevenfold.session.game_log import GameLog
from sevenfold.solvers.claims import Claim

MOVES = 6
STEPPED = ("cooperative_dominoes", "monoculture", "pyramid")  # games whose moves have several steps


def begun(name: str) -> State:
    return sevenfold.load(name).start(3)


def by_steps(state: State, moves: int) -> list[int]:
    """The actions of the first moves, each step chosen when it is to be made."""
    state, player = state.copy(), bot("random")
    while moves and not state.is_over:
        state.play(choose(player, state))
        moves -= move_begins(state.position[0])
    return list(state.actions)


@pytest.mark.parametrize("name", STEPPED)
def test_a_move_is_shown_once_and_is_the_one_that_its_steps_make(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state, shown = begun(name), list[int]()
    expected = by_steps(state, MOVES)

    async def played() -> None:
        pools = ThreadPools()
        stored, storage = stored_room(state, None, pace="instant", bots_secret=""), NoStorage()
        room = Room(stored, state.game, GameLog(state.copy()), storage)  # type: ignore[arg-type]
        room.subscribers.add(Subscriber(None))
        service = BotService(room, pools, CompilationCache(pools))
        monkeypatch.setattr(service, "_prepare", nothing)
        monkeypatch.setattr(Room, "reshow", nothing)
        for _ in range(MOVES):
            if (bot_seat := service._to_move()) is None:
                break
            await service._move(bot_seat)
            assert room.begins_move or room.state.is_over
            shown.append(room.state.action_count)
        pools.close()
        assert list(room.state.actions) == expected[: room.state.action_count]

    asyncio.run(played())
    assert len(shown) == MOVES
    assert shown[-1] == len(expected) > MOVES


async def nothing(*_: object) -> None:
    """Do nothing."""


def test_a_thought_says_whether_the_move_goes_on() -> None:
    """Also where a claim or an action that is not allowed ends it."""
    state = begun("cooperative_dominoes")
    first = int(state.legal_actions()[0])
    choice, rest = thinking(lambda seconds: first, state)(1.0)
    assert choice == first
    assert rest is not None
    assert rest.action_count == state.action_count + 1
    assert state.action_count == 0
    while rest is not None:
        choice, rest = thinking(lambda seconds, at=rest: int(at.legal_actions()[0]), rest)(1.0)  # type: ignore[misc]
    wrong = next(action for action in range(60) if action not in state.legal_actions())
    assert thinking(lambda seconds: wrong, state)(1.0) == (wrong, None)
    claim = Claim.__new__(Claim)
    assert thinking(lambda seconds: claim, state)(1.0) == (claim, None)


@pytest.mark.parametrize("name", ["seven_truf", *STEPPED])
def test_a_thought_has_a_rest_just_where_the_move_goes_on(name: str) -> None:
    """Also where no move of the game has several steps, which is known without playing the action."""
    state = begun(name)
    for _ in range(40):
        if state.is_over:
            break
        action, turn = int(state.legal_actions()[-1]), state.turn
        _, rest = thinking(lambda seconds, action=action: action, state)(1.0)  # type: ignore[misc]  # mypy cannot infer its type
        state.play(action)
        goes_on = state.turn == turn and not move_begins(state.position[0])
        assert (rest.actions if rest else None) == (state.actions if goes_on else None)
