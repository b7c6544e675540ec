"""Puzzles: the shipped ones hold, unclear positions are refused, certain wins are certain, and nothing hidden matters."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from random import Random
from threading import Event

import pytest

import sevenfold
from helpers.random_games import random_game
from helpers.selection import games
from sevenfold.coaching import Cost
from sevenfold.coaching.puzzles import (
    BadPuzzle,
    Puzzle,
    find_in_game,
    make_puzzles,
    puzzle_at,
    read_lines,
    shipped,
    source_game,
    source_games,
)
from sevenfold.coaching.puzzles.certain_wins import WinProof
from sevenfold.coaching.puzzles.judging import judge, thorough_spec
from sevenfold.coaching.puzzles.puzzle import SHIPPED
from sevenfold.coaching.text import falls_short
from sevenfold.errors import BadInput
from sevenfold.games import NAMES
from sevenfold.kernel.chance import source
from sevenfold.seat_names import names_for

LARGEST = 200_000  # bytes of the shipped file
SIMULATIONS = 4000


def of_game(game: str) -> list[Puzzle]:
    return [puzzle for puzzle in shipped() if puzzle.game == game]


# -- the shipped ones -------------------------------------------------------------------------------------------------


def test_a_hundred_are_shipped_of_every_game_that_can_have_any() -> None:
    assert len(shipped()) >= 100
    assert len({puzzle.id for puzzle in shipped()}) == len(shipped())
    every = {game.id for game in source_games(NAMES)}
    assert {puzzle.game for puzzle in shipped()} == every, "all games but the one in which no choice matters"
    assert len(every) == len(NAMES) - 1
    assert SHIPPED.stat().st_size < LARGEST


def test_how_much_worse_a_move_is_in_plain_words() -> None:
    assert falls_short("points", Cost(3.2, 0.4)) == "leaves you 3.2 ± 0.4 points worse off on average"
    assert falls_short("win", Cost(0.22, 0.04)) == "wins 22 ± 4 fewer of 100 games like this"
    assert falls_short("win", Cost(0.22, 0.001)) == "wins about 22 fewer of 100 games like this"
    assert falls_short("chance", Cost(0.163, 0.0)) == "wins about 16 fewer of 100 games like this"


def test_no_shipped_puzzle_reckons_in_shares_of_wins() -> None:
    """Players count games: "of a win" and "% of the wins" are words of studies."""
    said = [one.why for one in shipped()]
    assert not [why for why in said if "of a win" in why or "of the wins" in why or "in comparison" in why]


@pytest.mark.parametrize("game", games())
def test_the_shipped_ones_fit_todays_rules(game: str) -> None:
    for puzzle in of_game(game):
        state = puzzle.state()  # BadPuzzle if its record, seat or solution does not fit
        moves = state.view(puzzle.seat, names_for(state.game.players, puzzle.seat)).moves
        labels = [move.label for move in moves if tuple(move.actions) in puzzle.solution]
        assert len(moves) > 2
        assert puzzle.why.startswith(tuple(labels))
        assert not any(label in puzzle.hint for label in labels), "the hint does not give it away"


@pytest.mark.parametrize("game", games())
def test_the_solutions_are_found_again_in_other_deals(game: str) -> None:
    for puzzle in of_game(game)[:3]:
        state = puzzle.state()
        if puzzle.kind == "best":
            found = judge(state, state.view(puzzle.seat).moves, thorough_spec(state.game), SIMULATIONS, 77)
            assert set(found.solution) == set(puzzle.solution)
            assert found.cost.is_mistake
        else:
            found_again = puzzle_at(state)
            assert found_again is not None
            assert (found_again.kind, found_again.solution) == (puzzle.kind, puzzle.solution)


def test_what_others_hold_does_not_change_a_puzzle() -> None:
    """The position is dealt again for the seat, as it might be: its puzzle is the same."""
    puzzle = of_game("seven_truf")[0]
    state = puzzle.state()
    played, other = state.copy(), state.copy()
    other._position = state.redeal(puzzle.seat, source(5))
    assert other.position.tobytes() != played.position.tobytes()
    moves = state.view(puzzle.seat).moves
    one, two = (judge(each, moves, thorough_spec(state.game), 400, 3) for each in (played, other))
    assert one == two


# -- the search -------------------------------------------------------------------------------------------------------


def test_a_simulated_game_is_searched_by_its_seed() -> None:
    game = sevenfold.load("seven_truf")
    found, again = (next(find_in_game(game, 2)) for _ in range(2))
    assert found == again
    assert found.record["seed"] == 2
    assert list(find_in_game(game, 2, _set())) == []


def _set() -> Event:
    event = Event()
    event.set()
    return event


def test_what_is_unclear_is_no_puzzle() -> None:
    """The first moves of deals, positions with two moves, and games that are over."""
    game = sevenfold.load("sane_sevens")
    assert [puzzle_at(game.start(seed)) for seed in range(6)] == [None] * 6
    assert puzzle_at(random_game(game, 3)) is None
    truf = sevenfold.load("seven_truf").start(7)
    while len(truf.legal_actions()) > 2:
        truf.play(truf.legal_actions()[0])
    assert puzzle_at(truf) is None


def test_jobs_do_not_matter_and_a_stopped_search_ends() -> None:
    chosen = [sevenfold.load("seven_truf"), sevenfold.load("suitability")]
    one, two = (make_puzzles(chosen, 3, seed=2, jobs=jobs) for jobs in (1, 3))
    assert one == two
    assert [puzzle.game for puzzle in one] == ["seven_truf", "suitability", "seven_truf"]
    assert make_puzzles(chosen, 3, stop=_set()) == []


def test_a_search_that_was_broken_off_goes_on() -> None:
    """It finds what it would have found at once; what another search has made is refused, not mixed with it."""
    chosen = [source_game("seven_and_seven")]
    kept: list[list[Puzzle]] = []
    whole = make_puzzles(chosen, 2, seed=2000, keep=lambda found: kept.append(list(found)))
    assert kept == [[], whole[:1], whole]
    assert make_puzzles(chosen, 2, seed=2000, known=whole[:1]) == whole
    assert make_puzzles(chosen, 1, seed=2000, known=whole) == whole, "nothing is thrown away"
    others = [sevenfold.load("seven_truf")], [sevenfold.load("seven_and_seven", players=3)]
    for of, seed in ((chosen, whole[0].record["seed"] + 1), *((other, 2000) for other in others)):
        with pytest.raises(BadInput, match="was not made by this search"):
            make_puzzles(of, 2, seed=seed, known=whole)


# -- games of their own kind ------------------------------------------------------------------------------------------


def test_where_heuristics_reckon_a_clear_move_is_a_puzzle_for_people() -> None:
    """In Seven and Seven they work out the worth of a hand, so each clear move was theirs, and none a puzzle."""
    (puzzle,) = make_puzzles([source_game("seven_and_seven")], 1, seed=2008)
    assert (puzzle.record["seed"], puzzle.kind) == (2008, "wins")
    assert "It wins at once" in puzzle.why
    state = puzzle.state()
    for action in puzzle.solution[0]:
        state.play(action)
    wins = []
    for discard in state.legal_actions():
        after = state.copy()
        after.play(discard)
        wins.append(after.is_over and after.winners() == [puzzle.seat])
    assert any(wins)


def test_alone_a_lone_starter_decides_cooperative_dominoes() -> None:
    game = source_game("cooperative_dominoes")
    assert game.players == 1
    (puzzle,) = make_puzzles([game], 1, seed=1026)
    assert (puzzle.record["seed"], puzzle.kind) == (1026, "best")


def test_where_no_choice_matters_there_are_no_puzzles() -> None:
    """In Seven Solitaire: every move of a position leads to the same end, won or lost."""
    with pytest.raises(BadInput, match="no choice matters"):
        source_game("seven_solitaire")
    assert [game.id for game in source_games(["seven_solitaire", "pyramid"])] == ["pyramid"]
    game, ends, choices = sevenfold.load("seven_solitaire"), set(), 0
    for seed in range(40):
        state = random_game(game, seed)
        state.undo_to(0)
        while not state.is_over:
            found = {_end(state, action) for action in state.legal_actions()}
            assert len(found) == 1
            choices += len(state.legal_actions()) > 1
            ends |= found
            state.play(state.legal_actions()[0])
    assert ends == {True, False}
    assert choices > 200


def _end(state: sevenfold.State, action: int) -> bool:
    """Whether a game is won after an action, played on anyhow."""
    after = state.copy()
    after.play(action)
    while not after.is_over:
        after.play(after.legal_actions()[-1])
    return bool(after.winners())


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"number": 0}, "The number of puzzles is from 1 to 10,000, not 0"),
        ({"jobs": 0}, "The number of jobs must be from 1 to 256"),
        ({"seed": -1}, "The first seed is a whole number"),
        ({"seconds": 0.0}, "needs some time, more than 0 seconds"),
        ({"games": []}, "Name a game"),
    ],
)
def test_a_number_out_of_range_is_refused(wrong: dict[str, object], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        make_puzzles(**{"games": [sevenfold.load("chain_up")], "number": 1} | wrong)  # type: ignore[arg-type]


# -- certain wins -----------------------------------------------------------------------------------------------------


def wins_by_force(state: sevenfold.State, seat: int, left: list[int]) -> bool | None:
    """Plain minimax with all cards known; None if it takes too long."""
    left[0] -= 1
    if left[0] < 0:
        return None
    if state.is_over:
        return seat in state.winners()
    found = []
    for action in state.legal_actions():
        after = state.copy()
        after.play(action)
        found.append(wins_by_force(after, seat, left))
        if found[-1] is None:
            return None
    return any(found) if state.turn == seat else all(found)


def test_a_certain_win_agrees_with_plain_minimax() -> None:
    """With one position, in which all cards are known; near the ends of games of sane sevens."""
    game, chance, seen = sevenfold.load("sane_sevens", players=2), Random(4), set()
    for seed in range(60):
        state = random_game(game, seed)
        state.undo_to(max(0, state.action_count - chance.randrange(1, 8)))
        seat = state.turn
        assert seat is not None
        for move in state.view(seat).moves:
            after = state.copy()
            for action in move.actions:
                after.play(action)
            expected = wins_by_force(after, seat, [400])
            if expected is not None:
                assert WinProof(seat).wins([state.position], move.actions) is expected
                seen.add(expected)
    assert seen == {True, False}


def test_a_win_that_depends_on_hidden_cards_is_not_certain() -> None:
    """A seat cannot choose by what it does not see: in two positions together it wins at most what it wins in both."""
    game = sevenfold.load("sane_sevens", players=2)
    for seed in range(20):
        state = random_game(game, seed)
        state.undo_to(state.action_count - 2)
        seat = state.turn
        assert seat is not None
        worlds = [state.redeal(seat, source(seed, i)) for i in range(4)]
        for move in state.view(seat).moves:
            together = WinProof(seat).wins(worlds, move.actions)
            alone = [WinProof(seat).wins([world], move.actions) for world in worlds]
            assert together is None or None in alone or not together or all(alone)


# -- files ------------------------------------------------------------------------------------------------------------


def test_a_puzzle_is_read_as_it_was_written() -> None:
    puzzle = shipped()[0]
    assert Puzzle.from_json(puzzle.as_json()) == puzzle
    assert read_lines(f"\n{puzzle.as_json()}\n\n") == [puzzle]
    assert read_lines(f"\r\n{puzzle.as_json()}\r\ufeff{puzzle.as_json()}\f") == [puzzle, puzzle]
    told = replace(puzzle, why="a\u2028b\x85")  # ends a line to Python, and none to those who write JSON
    assert read_lines(told.as_json()) == [told]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "Line 1: This is not a puzzle: it ends too early, in column 2"),
        ("# puzzles", "Line 1: This is not a puzzle: column 1 is not JSON: '# puzzles'"),
        ('{"event": "game"}', "This is not a puzzle: its key 'kind': it is missing"),
    ],
)
def test_what_is_no_puzzle(line: str, says: str) -> None:
    with pytest.raises(BadPuzzle, match=re.escape(says)):
        read_lines(line)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"seat": 9}, "It is not the turn of seat 9"),
        ({"solution": ((62,),)}, "is no move that may be made there"),
        ({"solution": ()}, "is no move that may be made there"),
        ({"moves": ["fly"]}, "does not fit"),
        ({"rules": "other"}, "are not those that this puzzle was made by"),
        ({"game": "nowhere"}, "are not those that this puzzle was made by"),
    ],
)
def test_a_puzzle_that_does_not_fit_is_refused(change: dict[str, object], says: str) -> None:
    puzzle = of_game("chain_up")[0]
    own = {key: value for key, value in change.items() if key in ("seat", "solution")}
    record = puzzle.record | {key: value for key, value in change.items() if key not in own}
    with pytest.raises(BadPuzzle, match=says):
        replace(puzzle, record=record, **own).state()  # type: ignore[arg-type]


@pytest.mark.parametrize("line", ["", "[]", "{", '{"kind": "best"}', json.dumps({"kind": "fun"})])
def test_a_line_that_is_no_puzzle_is_named(line: str) -> None:
    with pytest.raises(BadPuzzle, match=r"^Line 2: This is not a puzzle: "):
        read_lines(f"{shipped()[0].as_json()}\n{line or '?'}")
