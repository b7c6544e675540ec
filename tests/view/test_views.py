"""Views: how they read a position, and what they cache between calls."""

from __future__ import annotations

from dataclasses import asdict
from itertools import product
from random import Random

import numpy as np
import pytest

import sevenfold
from helpers.random_games import LIMIT, random_game, random_points
from sevenfold.declare.actions import with_names
from sevenfold.kernel.questions import legal_actions, move_begins, standing
from sevenfold.lab.duplicate import sides_of
from sevenfold.playing.game import State
from sevenfold.seat_names import names_at
from sevenfold.view.event_text import about_winners
from sevenfold.view.position_reader import read_position
from sevenfold.view.table_builder import TableBuilder
from sevenfold.view.text import whose

every_game = pytest.mark.parametrize("name", sevenfold.game_names())


@every_game
def test_a_reading_is_the_position(name: str) -> None:
    """Every field has the same value, by every way to ask for it; rules that only look answer the same."""
    chance = Random(1)
    for state in random_points(sevenfold.load(name), chance, 2):
        s, read = state.position[0], read_position(state.position)
        names = state.position.dtype.names or ()
        for field in names:
            kind = state.position.dtype[field]
            if kind.base != np.int64:
                assert not hasattr(read, field)
            elif not kind.shape:
                assert type(getattr(read, field)) is int
                assert getattr(read, field) == s[field]
            else:
                ours, theirs = getattr(read, field), s[field]
                assert len(ours) == len(theirs)
                assert [list(one) if kind.shape[1:] else one for one in ours] == theirs.tolist()
                places = list(product(*map(range, kind.shape)))
                for at in chance.sample(places, min(20, len(places))):
                    assert ours[at[0] if len(at) == 1 else at] == theirs[at]
                assert np.array_equal(ours[-1], theirs[-1])
        assert legal_actions(read) == state.legal_actions().members
        assert state.is_over or move_begins(read) == move_begins(s)
        assert [standing(read, seat) for seat in range(state.game.players)] == state.standing()


@pytest.mark.parametrize("name", ["seven_solitaire", "suitability"])
def test_every_seat_is_in_a_view(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the game's `table` leaves some out, or adds them in another order: each is found at its place."""
    game = sevenfold.load(name)
    lay = game.rules.plain["table"]

    def only_others(table: TableBuilder) -> None:
        lay(table)
        table.seats = [seat for seat in reversed(table.seats) if seat.seat]

    monkeypatch.setitem(game.rules.plain, "table", only_others)
    assert [seat.seat for seat in game.start(1).view(0).seats] == list(range(game.players))
    assert len(sides_of(game)) == game.players


def test_what_a_reading_has_not() -> None:
    """A field or an array index that the position does not have is an error."""
    read = read_position(sevenfold.load("seven_suitors").start(seed=1).position)
    with pytest.raises(AttributeError):
        read.trumps  # noqa: B018
    with pytest.raises(IndexError):
        read.passing[4, 0]
    with pytest.raises(IndexError):
        read.passing[0, 4]


def test_seats_are_named() -> None:
    """Seat numbers in labels are replaced by the players' names, and the viewer's by "you"; other numbers stay."""
    names = ["You", "Bo", "Cy"]
    assert with_names("Hit seat 2 beside seat 0", names) == "Hit Cy beside you"
    assert with_names("Hit seat 7, or the seats 1", names) == "Hit seat 7, or the seats 1"


def as_if_new(state: State) -> State:
    """The same game, of which nothing has been shown yet."""
    other = state.game.start(state.seed, limit=state.limit)
    for action in state.actions:
        other.play(action)
    return other


@every_game
def test_views_do_not_depend_on_those_before(name: str) -> None:
    """A view depends only on the current game, not on earlier views or on moves that were undone."""
    game = sevenfold.load(name)
    chance = Random(2)
    state = random_game(game, 3, limit=200, actions=60)
    seats = [None, *range(game.players)]
    names = [f"Player {seat}" for seat in range(game.players)]
    for _ in range(6):
        seat = chance.choice(seats)
        assert asdict(state.view(seat)) == asdict(as_if_new(state).view(seat))
        assert asdict(state.view(seat, names)) == asdict(as_if_new(state).view(seat, names))
        for _ in range(min(state.action_count, chance.randrange(1, 15))):
            state.undo()
        for _ in range(chance.randrange(12)):
            if not state.is_over:
                state.play(chance.choice([int(action) for action in state.legal_actions()]))


@every_game
def test_what_ends_a_move_is_followed_by_no_further_step(name: str) -> None:
    """In phases that say so; views do not look for one there."""
    game = sevenfold.load(name)
    phases = game.rules.phases
    whole = random_game(game, 5, limit=LIMIT, actions=600)
    state = game.start(whole.seed, limit=LIMIT)
    ended = 0
    for action in whole.actions:
        ended += (ends := phases[int(state.position[0].phase)].ends_move)
        state.play(action)
        assert not (ends and not state.is_over and phases[int(state.position[0].phase)].within_move)
    assert ended or not any(phase.ends_move for phase in phases.values())


@pytest.mark.parametrize(
    ("name", "to_the_winner", "to_others"),
    [
        ("chain_up", "You have closed all your chains and win.", "Seat {} has closed all their chains and wins."),
        ("monoculture", "You are the last with cards and win.", "Seat {} is the last with cards and wins."),
        ("sane_sevens", "You are the first without cards and win.", "Seat {} is the first without cards and wins."),
        ("seven_truf", "You win.", "Seat {} wins."),
    ],
)
def test_the_end_says_who_won_and_how(name: str, to_the_winner: str, to_others: str) -> None:
    """The winner is told as "you", everybody else, and spectators, by the winner's name."""
    games = (random_game(sevenfold.load(name), seed) for seed in range(99))
    ended = next(state for state in games if len(state.winners()) == 1)
    [winner] = ended.winners()
    for seat in (None, *range(ended.game.players)):
        result = ended.view(seat).result
        assert result is not None
        assert result.sentence == (to_the_winner if seat == winner else to_others.format(winner))


def test_several_winners_are_named_in_one_sentence() -> None:
    """You are named first, and the verb is that of several."""
    told = "{winners} [is|are] the first without cards and win[s]."
    assert about_winners(told, ["Bo", "You"]) == "You and Bo are the first without cards and win."


def test_partners_are_named_in_one_order() -> None:
    """In sentences and tracks, whichever of them acted: the reader first, then by seat."""
    chance, named = Random(1), ["Ada", "Bo", "Cleo", "Dov"]
    state = sevenfold.load("seven_suitors").start(1)
    while not (found := [one for one in state.events()[-9:] if one.kind == "marriage" and one.fields["seat"] > 1]):
        state.play(chance.choice(state.legal_actions()))
    seat, partner = found[-1].fields["seat"], found[-1].fields["partner"]
    for viewer in (None, *range(4)):
        view = state.view(viewer, names_at(named, viewer))
        together = next(whose(track, view) for track in view.tracks if track.side == seat % 2).removesuffix(": ")
        assert [news.text for news in view.news if news.kind == "marriage"][-1].startswith(f"{together} marry")
        in_order = sorted([partner, seat], key=lambda one: (one != viewer, one))
        assert together == " and ".join(names_at(named, viewer)[one] for one in in_order)


def test_a_view_tells_what_was_decided_since_the_first_trick_of_the_deal() -> None:
    """Each kind once, from the deal's second trick on; taken back with the actions."""
    game = sevenfold.load("second_thoughts", players=3, scoring="bids")
    known = random_game(game, 1)
    state, told = game.start(known.seed), []
    for action in known.actions[: 2 * (3 + 16 * 4)]:
        told.append(state.view().trick_phases)
        state.play(action)
    deal = 3 + 16 * 4  # bids, and for each trick a call and three cards
    for made, phases in enumerate(told):
        tricks = max(0, made % deal - 3) // 4
        assert set(phases) <= {"say what the trick follows", "play"}
        assert len(phases) == min(2, made % deal - 7 if tricks else 0)
    state.undo_to(8)
    assert state.view().trick_phases == ["say what the trick follows"]
