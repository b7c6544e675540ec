"""Hidden cards stay hidden: swapping them changes nothing that a seat is shown, told or refused."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import sevenfold
from helpers.hidden import all_that_is_seen, hides, twin_now, twin_since
from helpers.random_games import random_game, random_points
from helpers.rooms import done, me, room_of
from helpers.selection import every_combination, games
from sevenfold.bots import BEGINNER, CLUB, EXPERT, bot, choose, recalling
from sevenfold.bots.levels import spec_of
from sevenfold.bots.networks import choice, is_learnt
from sevenfold.bots.search.paired_playouts import best_by_playouts
from sevenfold.bots.search.tree import Tree
from sevenfold.bots.search_bot import SearchBot
from sevenfold.kernel.chance import secret_source
from sevenfold.protocol import MoveMessage
from sevenfold.protocol.codec import error_message
from sevenfold.protocol.errors import Refused
from sevenfold.server.room.commands.moves import move as make_move
from sevenfold.server.room.commands.moves import why
from sevenfold.server.room.room import Room
from tools.games.combinations import combinations_of

POINTS = 20  # in all combinations of a game together


def some_views(game: sevenfold.Game, chance: Random) -> Iterator[tuple[sevenfold.State, int | None]]:
    """Points of random games, ends included, with viewers: a spectator, the seat to move, another seat."""
    left = -(-POINTS // len(combinations_of(game.id)))
    while left > 0:
        for state in random_points(game, chance, 5):
            for viewer in {None, state.turn, chance.randrange(game.players)}:
                yield state, viewer
        left -= 5


@every_combination
def test_the_table_names_what_the_state_hides(game: sevenfold.Game) -> None:
    """The declared hidden fields are those listed in tests/helpers/hidden.py from the rulebook."""
    declared = {name for name, field in game.rules.position.fields.items() if field.seen_by != "all"}
    assert declared == set(hides(game).places) | set(hides(game).memories)


@every_combination
def test_hidden_cards_change_nothing(game: sevenfold.Game) -> None:
    """With hidden cards, memories and random keys swapped, views, actions, refusals and texts are identical."""
    chance = Random(1)
    for state, viewer in some_views(game, chance):
        twin = twin_now(state, viewer, chance)
        assert all_that_is_seen(twin, viewer) == all_that_is_seen(state, viewer)


@every_combination
def test_hidden_cards_never_seen_leave_no_trace(game: sevenfold.Game) -> None:
    """Games with the same public events look the same, although their hidden cards differ from early on."""
    chance = Random(2)
    swapped = 0
    for state, viewer in some_views(game, chance):
        dealt = max(made for made, said in state.event_log() if said.kind.name == "deal")
        seen = all_that_is_seen(state, viewer)
        for start in {dealt, max(dealt, state.action_count - 12)}:
            twin, n = twin_since(state, start, viewer, chance)
            assert all_that_is_seen(twin, viewer) == seen
            swapped += n
    assert swapped


def test_a_leak_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If nothing were redacted, the comparison would fail; a swap really swaps."""
    state = random_game(sevenfold.load("sane_sevens"), 1, actions=10)
    twin = twin_now(state, 0, Random(3))
    assert [int(hand) for hand in twin.position[0].hands] != [int(hand) for hand in state.position[0].hands]
    monkeypatch.setattr("sevenfold.playing.game.redact_position", lambda states, i, seat: None)
    assert all_that_is_seen(twin, 0) != all_that_is_seen(state, 0)


# -- levels of play ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", games())
def test_no_hidden_card_moves_a_levels_choice_or_its_time(name: str) -> None:
    """With hidden cards swapped, a level makes the same choice after exactly the same amount of search."""
    game, chance, compared = sevenfold.load(name), Random(5), 0
    for state in random_points(game, chance, 40):
        if state.turn is None or len(state.legal_actions()) < 2:
            continue
        twin = twin_now(state, state.turn, chance)
        for level in (BEGINNER, CLUB, EXPERT):
            assert thought(level, twin) == thought(level, state)
        compared += 1
        if compared == 2:
            return
    assert compared


def thought(level: str, state: sevenfold.State) -> object:
    """A level's choice, with the result of its search (which decides when it stops), if it searches."""
    assert state.turn is not None
    made, chosen = bot(spec_of(level, state.game)), choose(bot(level), state, b"secret")
    if not isinstance(made, SearchBot):
        return chosen
    chance = secret_source(b"secret", state.turn)
    if made.settings.network and is_learnt(state.game):
        return chosen, choice(state.game, state.redeal(state.turn, chance))
    tree = Tree(state.game, state.redeal(state.turn, chance), made.iterations, chance, made.settings)
    tree.infer(recalling(state, state.turn))
    if made.settings.paired:
        return chosen, best_by_playouts(tree, made.iterations)
    tree.grow(made.iterations)
    return chosen, tree.samples()


# -- at the table -------------------------------------------------------------------------------------------------------


def refusals(room: Room, viewer: int | None, **move: Any) -> Iterator[str]:
    """The refusals of a move, current or stale."""
    for number in (room.stored.number, room.stored.number - 1):
        try:
            done(make_move(room, me(viewer), MoveMessage(type="move", number=number, **move)))
        except Refused as refused:
            yield error_message(refused)


def sent_and_logged(state: sevenfold.State, viewer: int | None, log: pytest.LogCaptureFixture) -> list[str]:
    """Everything that a server sends to a seat and logs while moves are requested, refused and made."""
    log.clear()
    room = room_of(state.copy(), viewer)
    said = [room.message(me(viewer))]
    words = ["sing", "play X1", *[str(move.text) for move in room.view(viewer).moves]]
    if state.turn is not None:
        phase = state.game.rules.phases[int(state.position[0].phase)]
        words += [state.describe(action).text for action in set(phase.every()) if action < len(state.game.pack.cards)]
    said += [why(room, me(viewer), text) for text in words]
    moves = room.view(viewer).moves
    legal = {step for move in moves for step in (move.text, move.text.partition(",")[0])}
    for text in sorted(set(words[::3]) - legal):  # what a legal move brings to light may differ
        said += refusals(room, viewer, text=text)
    for action in set(range(0, 63, 5)) - {move.actions[0] for move in moves}:
        said += refusals(room, viewer, actions=[action])
    return said + [record.getMessage() for record in log.records]


@pytest.mark.parametrize("name", sevenfold.game_names())
def test_the_server_tells_and_logs_nothing_hidden(name: str, caplog: pytest.LogCaptureFixture) -> None:
    """On a server, too, swapped hidden cards change no message and no line of the log."""
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.WARNING, "numba")  # which tells how it compiles, the first time
    chance = Random(4)
    for state in random_points(sevenfold.load(name), chance, 4):
        for viewer in {None, 0, state.turn}:
            twin = twin_now(state, viewer, chance)
            assert sent_and_logged(twin, viewer, caplog) == sent_and_logged(state, viewer, caplog)
