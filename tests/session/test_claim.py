"""Claims: refused with a reason, played out as one move, and true: whatever is played instead, the points are the same."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import sevenfold
from helpers.claims import SECRET, claimable
from helpers.selection import QUICK, cases
from sevenfold.errors import BadInput
from sevenfold.kernel.questions import deals_done
from sevenfold.session.claim import find_claim, play_out
from sevenfold.session.game_log import log_of
from sevenfold.session.undo_policy import offer
from sevenfold.solvers.claims import ALONE, CHOOSE, ONE_CARD, Claim, claim_of, spared, why_not


def test_a_claim_is_played_out_as_one_move() -> None:
    state, granted = claimable(5, settled=False, seat=0)
    found = find_claim(state, 0, SECRET)
    assert found.found.standing == granted.found.standing
    log = log_of(state)
    assert len(list(play_out(log, found))) == len(found.line)
    assert log.state.standing() == list(found.found.standing)
    assert log.number == state.action_count + 1 + len(found.line)
    assert offer(log, [0], is_alone=True).to == state.action_count


@pytest.mark.parametrize(
    ("name", "why"), [("pyramid", "A game for one is not claimed"), ("monoculture", "the rest of the deal is not certain yet")]
)
def test_a_claim_is_refused_with_a_reason(name: str, why: str) -> None:
    state = sevenfold.load(name).start(1)
    assert state.turn is not None
    with pytest.raises(BadInput, match=why):
        find_claim(state, state.turn, SECRET)


def test_only_the_seat_to_move_claims() -> None:
    state = sevenfold.load("seven_truf").start(1)
    assert state.turn is not None
    with pytest.raises(BadInput, match="It is not your turn"):
        find_claim(state, (state.turn + 1) % 4, SECRET)


# -- what is claimed is true, in every game -------------------------------------------------------------------------------

PLAYOUTS = 15  # of each claim
MOST_ACTIONS = 200  # of a random game
GAMES = [  # those in which something is claimed in random games, then the others
    ("seven_truf", {}), ("suitability", {"players": 2}), ("suitability", {"partnership": True}), ("second_thoughts", {}),
    ("second_thoughts", {"scoring": "bids", "players": 3}), ("seven_suitors", {}), ("seven_suitors", {"variant": "short"}),
    ("seven_suitors", {"special_cards": "one_each"}), ("chain_up", {}), ("sane_sevens", {"silly": True}), ("monoculture", {}),
    ("seven_and_seven", {}), ("cooperative_dominoes", {}),
]  # fmt: skip
TRICKS = {"seven_truf", "suitability", "second_thoughts", "seven_suitors"}


def claims_in(game: sevenfold.Game, seeds: range, most: int) -> Iterator[tuple[sevenfold.State, Claim]]:
    """Claims that may be made in random games, at any decision of the last third of a deal or game."""
    found = 0
    for seed in seeds:
        chance, state = Random(seed), game.start(seed)
        while not state.is_over and state.action_count < MOST_ACTIONS and found < most:
            claim = None if why_not(state) else claim_of(state, SECRET, budget=2000, jointly=4000, seconds=2)
            if claim:
                found += 1
                yield state.copy(), claim
            state.play(chance.choice(list(state.legal_actions())))


def outcome(state: sevenfold.State) -> object:
    """All that people read of points and marks once a deal, or the game, is over."""
    view = state.view(None, hands_open=True)
    sheet = [[(line.seat, line.points, line.total) for line in deal.lines] for deal in view.sheet]
    marks = [(track.id, track.value) for track in view.tracks if track.side is not None]
    return sheet, marks, [seat.score for seat in view.seats], state.returns() if state.is_over else None


def texts_of(state: sevenfold.State, first: int) -> list[str]:
    """The actions from a number on, as records write them."""
    going = state.copy()
    going.undo_to(first)
    texts = []
    for action in state.actions[first:]:
        texts.append(str(going.action(action)))
        going.play(action)
    return texts


def played_out(state: sevenfold.State, chance: Random) -> sevenfold.State:
    """The deal played to its end, at random."""
    going, deal = state.copy(), int(deals_done(state.position[0]))
    while not going.is_over and int(deals_done(going.position[0])) == deal:
        going.play(chance.choice(list(going.legal_actions())))
    return going


@pytest.mark.parametrize(
    ("name", "options"), cases(GAMES, lambda case: case[0] in QUICK, lambda case: "-".join((case[0], *case[1])))
)
def test_nothing_can_change_any_more(name: str, options: dict[str, object]) -> None:
    """Where a claim says so, every playout gives every seat the same points; otherwise none gives the claimant more."""
    game, chance, settled, all_claims = sevenfold.load(name, **options), Random(7), 0, 0
    for state, claim in claims_in(game, range(6), 16):
        all_claims += 1
        seat, line = claim.found.seat, state.copy()
        for action in claim.line:
            line.play(action)
        own = [at for at in range(state.action_count, line.action_count) if line.position_at(at)[0].turn == seat]
        assert len(own) >= 2, "a claim saves several actions"
        assert line.standing()[seat] == claim.found.standing[seat]
        ends = [played_out(state, chance) for _ in range(PLAYOUTS)]
        if claim.found.is_settled:
            settled += 1
            assert {repr(outcome(end)) for end in ends} == {repr(outcome(line))}
        assert max(end.standing()[seat] for end in ends) <= claim.found.standing[seat]
        played = {text.split()[-1] for text in texts_of(line, state.action_count)}
        hands = [zone for zone in line.view(seat).zones if zone.purpose == "hand" and zone.owner == seat and line.is_over]
        held = {face.code for hand in hands for face in hand.faces}  # a game may be decided before its last trick
        assert name not in TRICKS or set(claim.cards) <= played | held
    if name in TRICKS:
        assert settled > 0
        assert all_claims > settled


@pytest.mark.parametrize(("name", "why"), [("seven_truf", CHOOSE), ("pyramid", ALONE), ("second_thoughts", CHOOSE)])
def test_no_claim_is_made_for_a_choice(name: str, why: str) -> None:
    """A bid or a call is made by its player."""
    assert why_not(sevenfold.load(name).start(1)) == why


def test_one_card_is_not_claimed() -> None:
    """In a deal of one card there is nothing to save."""
    state = sevenfold.load("seven_truf").start(3)
    for _ in range(4):
        state.play(next(iter(state.legal_actions())))
    assert state.phase == "play"
    assert why_not(state) == ONE_CARD
    assert spared(state, SECRET, 60.0) is None
