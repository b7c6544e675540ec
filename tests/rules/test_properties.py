"""What is true of every position of every game; `python -m tools.checks.invariants` plays hundreds of thousands more."""

from __future__ import annotations

import json
import math
import pickle
import re
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import numpy as np
import pytest

import sevenfold
from helpers.random_games import random_game
from helpers.selection import every_combination
from sevenfold.declare.actions import Phase, describe, parse_action
from sevenfold.declare.options import Option, show_value
from sevenfold.kernel.chance import pick, source
from sevenfold.records.record import as_record, from_record
from sevenfold.registry import rules_of
from tools.checks import invariants
from tools.games.combinations import choices_of
from tools.games.random_traces import Trace, random_trace

GAMES = 10
STATES = 150  # of a game that are looked at one by one
RULE_ID = re.compile(r"[A-Z]+-\d+")

every_game = pytest.mark.parametrize("name", sevenfold.game_names())


def random_state(game: sevenfold.Game, seed: int, *, limit: int = 1000) -> Iterator[sevenfold.State]:
    """The same state, yielded before each action of a random game and at its end."""
    state = game.start(seed, limit=limit)
    chooser = source(seed)
    yield state
    while not state.is_over:
        state.play(pick(chooser[0], state.legal_actions().members))
        yield state


def some_states(game: sevenfold.Game, seed: int, *, most: int = STATES) -> Iterator[sevenfold.State]:
    """The same, at a sample of places throughout the game."""
    apart = -(-len(random_trace(game, seed).positions) // most)
    for number, state in enumerate(random_state(game, seed)):
        if number % apart == 0 or state.is_over:
            yield state


def meant(phase: Phase, game: sevenfold.Game) -> Iterator[int]:
    """The actions that have a meaning in a phase."""
    s = game.start(0).position[0]
    for action in phase.every():
        try:
            describe(action, phase, game.pack, s)
        except IndexError:
            continue
        yield action


# -- positions --------------------------------------------------------------------------------------------------------


@every_combination
def test_winners_stand_best(game: sevenfold.Game) -> None:
    """At the end of a game."""
    for seed in range(3):
        state = random_game(game, seed)
        standing, winners = state.standing(), state.winners()
        others = [standing[seat] for seat in range(game.players) if seat not in winners]
        assert not winners or min(standing[seat] for seat in winners) > max(others, default=-math.inf)


@every_combination
def test_every_state_holds(game: sevenfold.Game) -> None:
    """Each card is in one place; there is a legal action, and a turn, until the end; turns count up one by one."""
    for seed in range(GAMES):
        invariants.check(random_trace(game, seed))


@every_combination
def test_the_check_notices(game: sevenfold.Game) -> None:
    """The check rejects a card in two places, a position without legal actions, and a turn that is not counted."""
    trace = random_trace(game, 0)
    places = [name for name, field in game.rules.position.fields.items() if field.kind == "cards"]
    for name in places[:1]:
        with pytest.raises(invariants.Broken, match="card"):
            invariants.check(_altered(trace, name, -1))
    with pytest.raises(invariants.Broken, match="until the end"):
        invariants.check(Trace(game, 0, trace.positions, trace.legal * 0, trace.actions))
    with pytest.raises(invariants.Broken, match="turn"):
        invariants.check(_altered(trace, "turns", trace.positions["turns"] + 1))


def _altered(trace: Trace, name: str, value: Any) -> Trace:
    states = trace.positions.copy()
    states[name] = value
    return Trace(trace.game, trace.first_seed, states, trace.legal, trace.actions)


@every_combination
def test_limit(game: sevenfold.Game) -> None:
    """The limit of turns ends a game truncated: nobody wins, and in games without scores nobody gets anything."""
    limit = 3
    *_, state = random_state(game, 11, limit=limit)
    if not state.is_truncated:
        assert state.position[0].turns < limit  # over before
        return
    assert state.is_over
    assert state.winners() == []
    assert state.position[0].turns == limit
    assert len(state.legal_actions()) == 0
    assert state.view(None).result is not None
    if "scores" not in game.rules.position.fields:
        assert state.returns() == [0] * game.players


@every_combination
def test_no_deal_after_the_limit(game: sevenfold.Game) -> None:
    """Where the limit ends a game together with a deal, the next deal is neither dealt nor told."""
    *_, whole = random_state(game, 11, limit=300)
    dealt = [n for n, said in enumerate(whole.event_log().said) if n and "deal" in {event.kind.name for event in said}]
    if not dealt:
        return  # a game of one deal, or its first is not over yet
    turns = int(whole.position_at(dealt[0])[0].turns)
    *_, ended = random_state(game, 11, limit=turns)
    assert (ended.is_truncated, ended.action_count) == (True, dealt[0])
    before, after = whole.event_log().said[dealt[0]], ended.event_log().said[-1]
    names = [event.kind.name for event in before]
    assert [event.kind.name for event in after] == [name for name in names[: names.index("deal")] if name != "decide"]
    assert not ended.position[0].hands.any()


# -- one state after the other ----------------------------------------------------------------------------------------


@every_combination
def test_legal_and_why_not(game: sevenfold.Game) -> None:
    """What is legal is what every restriction allows; anything else is refused with a rule of the game and a sentence."""
    chooser = source(3)
    for state in some_states(game, 3):
        legal = state.legal_actions()
        assert [int(action) for action in legal] == sorted(a for a in range(63) if a in legal)
        assert len(legal) == len({str(action) for action in legal})
        if state.is_over:
            assert len(legal) == 0
            continue
        phase = game.rules.phases[int(state.position[0].phase)]
        allowed = sum(1 << action for action in set(meant(phase, game)))
        for restriction in game.rules.restrictions[phase.id]:
            allowed &= int(restriction.allows(state.position[0]))
        assert legal.members == allowed
        assert all(state.why_not(action) is None for action in legal)
        refused = [action for action in meant(phase, game) if action not in legal]
        for action in {refused[pick(chooser[0], (1 << min(60, len(refused))) - 1)] for _ in refused[:3]}:
            why = state.why_not(action)
            assert why is not None
            assert RULE_ID.fullmatch(why.rule), f"{state.action(action)} in {state.phase}: {why}"
            assert why.sentence[:1].isupper()
            assert why.sentence[-1:] == "."


@every_combination
def test_refused_actions_change_nothing(game: sevenfold.Game) -> None:
    """An illegal action raises with the rule against it, and the state stays as it was."""
    for state in some_states(game, 4):
        before, legal = state.position.tobytes(), state.legal_actions().members
        for action in [a for a in (-1, 0, 5, 33, 62, 63, 1000) if a not in state.legal_actions()]:
            with pytest.raises(sevenfold.IllegalAction) as refusal:
                state.play(action)
            why = state.why_not(action)
            assert why is not None
            assert (refusal.value.rule, refusal.value.sentence) == why
        assert (state.position.tobytes(), state.legal_actions().members) == (before, legal)


@every_combination
def test_undo(game: sevenfold.Game) -> None:
    """Undo restores every byte, the legal actions and the turn, back to the deal."""
    facts = [_facts(state) for state in random_state(game, 5)]
    *_, state = random_state(game, 5)
    for earlier in reversed(facts[:-1]):
        action = state.undo()
        assert action in state.legal_actions()
        assert _facts(state) == earlier
    with pytest.raises(sevenfold.BadInput):
        state.undo()


def _facts(state: sevenfold.State) -> tuple[object, ...]:
    return state.position.tobytes(), len(state.actions), state.legal_actions().members, state.turn, state.phase


@every_combination
def test_copies(game: sevenfold.Game) -> None:
    """A copy is equal and independent; so is an unpickled state, history included."""
    for state in some_states(game, 6, most=8):
        again = pickle.loads(pickle.dumps(state))
        assert again == state
        assert hash(again) == hash(state)
        assert (again.actions, again.seed, again.turn) == (state.actions, state.seed, state.turn)
        if not state.is_over:
            before = state.position.tobytes()
            copy = state.copy()
            copy.play(copy.legal_actions()[-1])
            assert copy != state
            assert (state.position.tobytes(), state.actions) == (before, again.actions)
            copy.undo()
            assert copy == state


@every_combination
def test_record(game: sevenfold.Game) -> None:
    """A record written as JSON plays through to the very same state, from the middle of a game and from its end."""
    *_, end = random_state(game, 7, limit=300)
    middle = end.copy()
    for _ in range(len(end.actions) // 2):
        middle.undo()
    for state in (middle, end):
        record = as_record(state)
        again = from_record(json.loads(json.dumps(record)))
        assert again == state
        assert as_record(again) == record
        assert (again.winners(), again.returns(), again.events(0)) == (state.winners(), state.returns(), state.events(0))


@every_combination
def test_same_seed_same_game(game: sevenfold.Game) -> None:
    """The same seed and the same actions give the same game; another seed gives another."""
    assert game.start(8) == game.start(8)
    assert game.start(8) != game.start(9)
    one, other = random_trace(game, 8, limit=50), random_trace(game, 8, limit=50)
    assert one.positions.tobytes() == other.positions.tobytes()


@every_combination
def test_results(game: sevenfold.Game) -> None:
    """Before the end nobody wins and there are no returns; those with the best result share the win; all returns are finite."""
    for state in random_state(game, 9, limit=300):
        assert all(np.isfinite(state.standing()))
        assert len(state.returns()) == len(state.standing()) == game.players
        if not state.is_over:
            assert (state.winners(), state.returns()) == ([], [0] * game.players)
        elif not state.is_truncated:
            best = max(state.returns())
            assert state.winners() in ([], [seat for seat in range(game.players) if state.returns()[seat] == best])


@every_combination
def test_views(game: sevenfold.Game) -> None:
    """A view is plain JSON; zones have unique ids; every move can be played, and has a unique gesture."""
    for state in some_states(game, 10, most=10):
        for seat in (None, *range(game.players)):
            view = state.view(seat)
            assert json.loads(json.dumps(asdict(view))) == asdict(view)
            zones = {zone.id: zone for zone in view.zones}
            assert len(zones) == len(view.zones)
            assert bool(view.moves) == (seat is not None and seat == state.turn)
            made: dict[str, str] = {}
            for move in view.moves:
                assert all(-1 <= spot.at < len(zones[spot.zone].faces) for spot in move.gesture.spots)
                gesture = f"{[(spot.zone, spot.at) for spot in move.gesture.spots]} {move.gesture.button}"
                assert gesture != "[] ", f"nothing to touch for {move.text!r} after {state.actions}"
                assert gesture not in made, f"{gesture} means {made[gesture]!r} and {move.text!r} after {state.actions}"
                made[gesture] = move.text
            for move in view.moves[:: max(1, len(view.moves) // 5)]:
                trial = state.copy()
                for action in move.actions:
                    trial.play(action)
                assert as_record(trial)["moves"][-1].endswith(move.text)


# -- words ------------------------------------------------------------------------------------------------------------


@every_game
def test_actions_print_and_parse(name: str) -> None:
    """Every action of every phase prints as text from which only it is parsed, in upper or lower case."""
    game = sevenfold.load(name)
    s = game.start(0).position[0]
    for phase in game.rules.phases.values():
        for action in meant(phase, game):
            words = describe(action, phase, game.pack, s)
            assert "," not in words.text  # which parts the steps of a move
            for text in (words.text, words.text.upper(), f"  {words.text.lower().replace(' ', '  ')} "):
                assert parse_action(text, phase, game.pack, s) == action
            assert words.label[:1].isupper()


@every_game
def test_options_print_and_parse(name: str) -> None:
    """Every value of every option is parsed from its text, has a unique code, and has a label."""
    for option in rules_of(name).options.values():
        _check_option(option)


def _check_option(option: Option) -> None:
    assert option.label[:1].isupper()
    for value in option.values:
        for text in (show_value(value), show_value(value).upper(), f" {show_value(value)} "):
            read = option.check(text)
            assert (read, type(read)) == (value, type(value))
        assert option.value(option.code(value)) == value
    assert len({option.code(value) for value in option.values}) == len(option.values)


@every_game
def test_choices(name: str) -> None:
    """A legal choice of options loads, its repr loads it again, and the position holds it; others are refused by name."""
    for options, is_legal in choices_of(name):
        if is_legal:
            game = sevenfold.load(name, **options)
            assert game.options == options
            assert eval(repr(game)) == pickle.loads(pickle.dumps(game)) == game
            s = game.start(1).position[0]
            assert {o: rules_of(name).options[o].value(int(s[o])) for o in options} == options
            assert s.players == game.players
        else:
            with pytest.raises(sevenfold.BadInput) as refusal:
                sevenfold.load(name, **options)
            assert any(option in str(refusal.value) for option in options)
