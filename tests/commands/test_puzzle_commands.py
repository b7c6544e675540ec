"""`sevenfold puzzles make` and `sevenfold puzzle`: to a file, to a database, and what is refused."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from sevenfold.cli import run
from sevenfold.coaching.puzzles import read_lines
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


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["puzzles", "make", "seven_solitaire", "--to", "a"], "In Seven Solitaire no choice matters"),
        (MAKE, "Say where the puzzles go"),
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
