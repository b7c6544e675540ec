"""`sevenfold puzzles make` and `sevenfold puzzle`: to a file, to a database, and what is refused."""

from __future__ import annotations

import io
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from sevenfold.cli import run
from sevenfold.coaching.puzzles import read_lines, shipped
from sevenfold.server.storage import Storage
from sevenfold.server.storage.days import puzzles

MAKE = ["puzzles", "make", "seven_truf", "--number", "1", "--seed", "2", "--jobs", "1"]


def test_puzzles_are_made_into_a_file_and_a_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, db = tmp_path / "puzzles.jsonl", tmp_path / "rooms.db"
    assert run([*MAKE, "--to", str(file)]) == 0
    (puzzle,) = read_lines(file.read_text())
    assert capsys.readouterr().out == f"1 puzzle to {file}: seven_truf 1.\n"
    for known in (False, True):
        assert run([*MAKE, "--db", str(db)]) == 0
        assert ("1 of them were there already." in capsys.readouterr().out) == known
    storage = Storage(db)
    assert storage.run_now(puzzles.find, puzzle.id) == puzzle
    storage.close()


def test_a_file_that_was_begun_is_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "puzzles.jsonl"
    of_one = ["puzzles", "make", "seven_and_seven", "--seed", "2000", "--jobs", "1", "--to", str(file), "--number"]
    assert run([*of_one, "1"]) == 0
    first = file.read_text()
    assert run([*of_one, "2"]) == 0
    lines = file.read_text().splitlines(keepends=True)
    assert (lines[0], len(lines)) == (first, 2)
    capsys.readouterr()
    assert run(["puzzles", "make", "suitability", "--to", str(file)]) == 2
    assert "was not made by this search" in capsys.readouterr().err
    assert file.read_text() == "".join(lines)
    file.write_text("hello\n")
    assert run([*of_one, "2"]) == 2
    assert "Line 1: This is not a puzzle" in capsys.readouterr().err
    assert file.read_text() == "hello\n", "a file of something else is left alone"


def test_the_puzzles_of_several_runs_are_merged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each position once, as it was found first, the games in turn; a file of something else stops it before it writes."""
    one, other, both, db = (tmp_path / name for name in ("one.jsonl", "other.jsonl", "both.jsonl", "rooms.db"))
    found = [puzzle for puzzle in shipped() if puzzle.game in ("seven_truf", "pyramid")]
    truf, pyramid = ([puzzle for puzzle in found if puzzle.game == game] for game in ("seven_truf", "pyramid"))
    again = replace(truf[1], hint="Another run says it otherwise.")
    one.write_text("".join(f"{puzzle.as_json()}\n" for puzzle in truf[:2]))
    other.write_text("".join(f"{puzzle.as_json()}\n" for puzzle in (again, truf[2], *pyramid[:2])))
    for where in (["--to", str(both)], ["--to", str(both)], ["--db", str(db)]):
        assert run(["puzzles", "merge", str(one), str(other), *where]) == 0
        told = capsys.readouterr().out
        assert "5 puzzles to " in told
        assert told.endswith(": seven_truf 3, pyramid 2. 1 of the files' puzzles was there twice.\n")
    merged = read_lines(both.read_text())
    assert merged == [truf[0], pyramid[0], truf[1], pyramid[1], truf[2]]
    assert run(["puzzles", "merge", str(both), str(one), "--to", str(both)]) == 0, "into one of them"
    assert read_lines(both.read_text()) == merged
    storage = Storage(db)
    assert [storage.run_now(puzzles.find, puzzle.id) for puzzle in merged] == merged
    storage.close()
    capsys.readouterr()
    other.write_text("hello\n")
    for wrong, says in ((other, "other.jsonl: Line 1: This is not a puzzle"), (tmp_path / "none", "none cannot be read")):
        assert run(["puzzles", "merge", str(one), str(wrong), "--to", str(both)]) == 2
        assert says in capsys.readouterr().err
    assert read_lines(both.read_text()) == merged


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["puzzles", "make", "seven_solitaire", "--to", "a"], "In Seven Solitaire no choice matters"),
        (MAKE, "Say where the puzzles go"),
        (["puzzles", "merge", "a"], "Say where the puzzles go"),
        ([*MAKE, "--to", "a", "--db", "b"], "Say where the puzzles go"),
        (["puzzles", "make", "-o", "players=2", "--to", "a"], "Options belong to one game: name it."),
        (["puzzles", "make", "nowhere", "--to", "a"], "There is no game nowhere"),
        ([*MAKE[:3], "--number", "0", "--to", "a"], "The number of puzzles is from 1"),
        (["puzzle", "nowhere"], "There is no game nowhere"),
    ],
)
def test_what_cannot_be_made_is_refused_in_a_sentence(
    arguments: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(arguments) == 2
    assert says in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_puzzle_is_solved_in_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "puzzles.jsonl"
    assert run([*MAKE, "--to", str(file)]) == 0
    (puzzle,) = read_lines(file.read_text())
    moves = puzzle.state().view(puzzle.seat).moves
    right = next(move.text for move in moves if puzzle.is_solved_by(move.actions))
    wrong = next(move.text for move in moves if not puzzle.is_solved_by(move.actions))
    for lines, told in (
        ([right], ["Right.", "first try: 1."]),
        ([wrong, right], ["Not quite.", "Right.", "first try: 0."]),
        (["hint", right], ["Right.", "first try: 0."]),
        (["fly", "moves", "solution"], ["is not a move here", "first try: 0."]),
        (["quit"], ["first try: 0."]),
    ):
        capsys.readouterr()
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert run(["puzzle", "--from", str(file)]) == 0
        printed = " ".join(capsys.readouterr().out.split())
        assert puzzle.question in printed
        for words in told:
            assert words in printed
