"""Hints say why, in every game, and what they claim for certain about the effect of a move is true."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest

import sevenfold
from helpers.random_games import random_points
from helpers.selection import games
from sevenfold.bots import bot
from sevenfold.coaching.reasons import reason_for
from sevenfold.declare.reasons import Reason
from sevenfold.kernel.chance import source
from sevenfold.session.hint import find_hint
from sevenfold.view.description import Move

MOMENTS = 4


def events_of(state: sevenfold.State, made: int) -> list[tuple[str, int | None]]:
    """The kinds of the events since, each with its seat."""
    said = [event for events in state.event_log().said[made + 1 :] for event in events]
    return [(event.kind.name, event["seat"] if "seat" in event.kind.names else None) for event in said]


def trick_taker(state: sevenfold.State, made: int) -> int | None:
    """The seat that took the trick which the move completed; None if it completed none."""
    return next((seat for kind, seat in events_of(state, made) if kind == "trick"), None)


def least_loss(state: sevenfold.State, seat: int) -> int:
    """How many cards a seat that is attacked loses at least."""
    held = len(cards_of(state, seat))
    if state.turn != seat:  # one choice alone: it is out, or nothing matched
        return 99
    losses = list[int]()
    for action in state.legal_actions():
        after = state.copy()
        after.play(action)
        losses.append(held - len(cards_of(after, seat)))
    return min(losses)


def cards_of(state: sevenfold.State, seat: int) -> list[str]:
    """The cards in a seat's hand."""
    zones = state.view(hands_open=True).zones
    return [face.code or "" for zone in zones if zone.id == f"hand-{seat}" for face in zone.faces]


Check = Callable[[sevenfold.State, sevenfold.State, int, Move, "re.Match[str]"], bool]
CHECKS: dict[str, Check] = {  # what is claimed for certain: (before, after, seat, move, match)
    r"wins the game": lambda s, t, seat, move, m: seat in t.winners(),
    r"wins (the|a|one of the \d) tricks?": lambda s, t, seat, move, m: trick_taker(t, s.action_count) == seat,
    r"leaves the trick to somebody else": lambda s, t, seat, move, m: trick_taker(t, s.action_count) not in (seat, None),
    r"leaves (a )?penalty cards? to somebody": lambda s, t, seat, move, m: trick_taker(t, s.action_count) not in (seat, None),
    r"captures the": lambda s, t, seat, move, m: ("capture", seat) in events_of(t, s.action_count),
    r"closes (North|East|South|West)": lambda s, t, seat, move, m: ("close", None) in events_of(t, s.action_count),
    r"fills the reserve": lambda s, t, seat, move, m: ("clear", None) in events_of(t, s.action_count),
    r"brings two new cards": lambda s, t, seat, move, m: [k for k, _ in events_of(t, s.action_count)].count("draw") == 2,
    r"covers no card": lambda s, t, seat, move, m: " on the " not in move.label,
    r"costs them at least (\d)": lambda s, t, seat, move, m: least_loss(t, move.actions[-1]) >= int(m[1]),
    r"removes a (7|seven)": lambda s, t, seat, move, m: "7" in move.text or "seven" in move.label,
}  # fmt: skip


@pytest.mark.parametrize("name", games())
def test_reasons_are_true(name: str) -> None:
    """For random moves at random moments of all games: what is certain comes about when the move is made."""
    game, chosen = sevenfold.load(name), Random(name)
    said = 0
    for state in random_points(game, chosen, 3 * MOMENTS):
        seat = state.turn
        if seat is None:
            continue
        moves = state.view(seat).moves
        if len(moves) < 2:
            continue
        move = chosen.choice(moves)
        why = reason_for(state, move.actions, [one.actions for one in moves if one is not move][:3], source(1), 0.1)
        after = state.copy()
        for action in move.actions:
            after.play(action)
        certain = [part for part in why.split(" and ") if not part.startswith("probably")]
        said += bool(why)
        for part in certain:
            for pattern, check in CHECKS.items():
                if match := re.match(pattern, part):
                    assert check(state, after, seat, move, match), (move.label, why)
    assert said, "no reason was found at any moment"


@pytest.mark.parametrize("name", games())
def test_a_hint_is_legal_and_says_why(name: str) -> None:
    game, found = sevenfold.load(name), 0
    for state in random_points(game, Random(name), MOMENTS):
        if state.turn is None:
            continue
        moves = state.view(state.turn).moves
        hint = find_hint(bot("search:20"), state, moves, b"secret", 0.05)
        assert hint.move in moves
        assert re.fullmatch(r".+: it .+\.", hint.sentence)
        assert (hint.figure == "") == (len(moves) == 1 or hint.expected == "")
        assert hint.line.startswith(hint.sentence)
        after = state.copy()
        for action in hint.move.actions:
            assert action in after.legal_actions()
            after.play(action)
        found += 1
    assert found


def test_what_most_deals_show_is_called_probable_and_what_all_moves_do_is_no_reason() -> None:
    state = sevenfold.load("seven_truf").start(3)
    moves = state.view(state.turn).moves
    rules = state.game.rules
    known = rules.plain.get("reasons")
    try:
        rules.plain["reasons"] = lambda trial: iter(
            [Reason("does what all do"), *[Reason("is rare", sure=False)] * (trial.actions == (1,))]
        )
        chosen = next(move for move in moves if move.actions == [1])
        others = [move.actions for move in moves if move is not chosen]
        assert reason_for(state, chosen.actions, others, source(1), 1.0) == "probably is rare"
    finally:
        del rules.plain["reasons"]
        if known:
            rules.plain["reasons"] = known
