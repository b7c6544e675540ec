"""The command line: what it prints where, its exit codes, and that nothing is lost."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

import sevenfold
from sevenfold.cli import run
from sevenfold.records.record import as_record
from sevenfold.server.http.middleware.limits import Limits
from sevenfold.server.http.middleware.proxies import HERE
from sevenfold.server.process.uvicorn_server import Hosting

COMMANDS = (
    "games", "rules", "play", "join", "serve", "simulate", "check", "solve", "ladder", "hint", "review", "record", "verify",
    "new", "cache",
)  # fmt: skip


def command(*arguments: str) -> list[str]:
    """The command line in a process of its own."""
    return [sys.executable, "-m", "sevenfold.cli", *arguments]


@contextmanager
def running(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """The command line in a process that ends with the test, and within a minute."""
    pipe = subprocess.PIPE
    with subprocess.Popen(command(*arguments), stdin=pipe, stdout=pipe, stderr=pipe, text=True, bufsize=1) as process:
        timer = Timer(60, process.kill)
        timer.start()
        try:
            yield process
        finally:
            timer.cancel()
            process.kill()


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a game of Sane Sevens, played to its end."""
    state = sevenfold.load("sane_sevens").start(seed=4)
    while not state.is_over:
        state.play(state.legal_actions()[0])
    path = tmp_path / "game.json"
    path.write_text(json.dumps(as_record(state)))
    return path


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    """The transcripts of three games."""
    path = tmp_path / "games.jsonl"
    assert run(["simulate", "sane_sevens", "--games", "3", "--transcripts", str(path)]) == 0
    return path


# -- help and the like ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [(), *((name,) for name in COMMANDS)])
def test_help_has_an_example(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*arguments, "--help"]) == 0
    said = capsys.readouterr().out
    assert f"Example: sevenfold {' '.join(arguments)}" in said


def test_alone_it_shows_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0
    said = capsys.readouterr().out
    assert all(name in said for name in COMMANDS)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"sevenfold {sevenfold.__version__}\n"


def test_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games"]) == 0
    said = capsys.readouterr().out
    for name in sevenfold.game_names():
        assert name in said
    assert "players=2|3|4, silly=false|true" in said


def test_listing_the_games_loads_nothing_heavy() -> None:
    heavy = ("numba", "rich", "fastapi", "pydantic", "sqlalchemy", "sevenfold.bots")
    code = f"import sys; from sevenfold.cli import run; run(['games']); sys.exit([m for m in {heavy} if m in sys.modules] or 0)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("game", sevenfold.game_names())
def test_rules_are_shown(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", game]) == 0
    assert "Options and limit" in capsys.readouterr().out


# -- wrong use --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("nonsense", "No such command 'nonsense'"),
        ("rules", "Missing argument 'GAME'"),
        ("rules seven_trumps", "The games: "),
        ("play seven_truff", "Did you mean seven_truf?"),
        ("play seven_truf --seat 4", "0 to 3"),
        ("play seven_truf --seed -1", "0 to 2^256 - 1, or 64 hexadecimal digits, not '-1'"),
        ("play seven_truf --forced sometimes", "'always', 'last', 'never'"),
        ("join hello", "A link looks like"),
        ("play seven_truf --bots nobody", "The bots: beginner, club, expert, heuristic, random, search"),
        ("play seven_truf --save /nowhere/at.all", "/nowhere/at.all cannot be written"),
        ("play sane_sevens -o players=9", "players must be one of 2, 3, 4"),
        ("play sane_sevens -o silly", "name=value"),
        ("play sane_sevens -o silly=true -o silly=true", "twice"),
        ("play sane_sevens -o jokers=4", "its options: players, silly"),
        ("simulate sane_sevens --games 0", "at least 1"),
        ("simulate sane_sevens --games many", "--games"),
        ("simulate sane_sevens --limit 0", "limit"),
        ("simulate seven_truf --bots expert:9", "takes no budget"),
        ("simulate seven_truf --bots search:soon", "search:1000"),
        ("simulate seven_truf --transcripts /nowhere/at.all", "/nowhere/at.all cannot be written"),
        ("simulate seven_truf --faster", "--faster"),
        ("solve sane_sevens --seed 7", "There is no solver for Sane Sevens"),
        ("solve pyramid", "a game and --seed"),
        ("solve pyramid --seed 7 --at 3", "--at goes with a record"),
        ("solve pyramid --seed 7 --seconds 0", "more than 0 seconds"),
        ("solve pyramid --seed 7 --memory 0", "at least 256 KiB"),
        ("solve --file /nowhere/at.all", "/nowhere/at.all cannot be read"),
        ("solve pyramid --file /nowhere/at.all", "either --file"),
        ("verify /nowhere/at.all", "/nowhere/at.all cannot be read"),
        ("serve --port x", "a whole number is needed. See sevenfold serve --help."),
        ("serve --prot 3", "(Possible options: --host, --port). See sevenfold serve --help."),
        ("games all", "extra argument(s) (all). See sevenfold games --help."),
    ],
)
def test_wrong_use_is_one_sentence_and_exit_code_2(arguments: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments.split()) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("sevenfold: ")
    assert told.err.count("\n") == 1
    assert said in told.err
    assert re.search(r"[.?!]\n$", re.sub(r" See sevenfold [a-z ]*--help\.\n", "\n", told.err)), told.err


def test_wrong_use_loses_no_file(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = record.read_text()
    assert run(["simulate", "seven_truf", "--bots", "nobody", "--transcripts", str(record)]) == 2
    assert run(["play", "seven_truf", "--save", str(record)]) == 2
    assert "already" in capsys.readouterr().err
    assert record.read_text() == before


# -- the table --------------------------------------------------------------------------------------------------------


def test_the_table_gets_what_was_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []
    monkeypatch.setattr("sevenfold.server.process.serve.run_server", lambda **given: asked.append(given))
    monkeypatch.delenv("SEVENFOLD_PREPARE")
    assert run(["serve"]) == 0
    assert run(["serve", "--host", "0.0.0.0", "--port", "8000", "--db", str(tmp_path / "db"), "--no-browser"]) == 0
    db = str(tmp_path / "db")
    assert asked == [
        {"host": "127.0.0.1", "port": 7777, "db": None, "open_browser": True, "workers": 1, "hosting": Hosting()},
        {"host": "0.0.0.0", "port": 8000, "db": db, "open_browser": False, "workers": 1, "hosting": Hosting()},
    ]
    hosted = ["--name", "table.example", "--behind-proxy", "10.0.0.1", "--log", "json", "--metrics-for", "10.0.0.0/8"]
    limits = ["--rooms-per-address", "7", "--sockets-per-address", "300", "--requests-per-second", "9"]
    assert run(["serve", *hosted, *limits, "--messages-per-second", "3", "--workers", "2"]) == 0
    assert asked[-1]["workers"] == 2
    allowed = Limits(rooms=7, sockets=300, connections=600, requests=9, messages=3)
    assert asked[-1]["hosting"] == Hosting(("table.example",), "10.0.0.1", "json", (*HERE, "10.0.0.0/8"), limits=allowed)
    assert run(["serve", "--no-prepare"]) == 0
    assert asked[-1]["hosting"] == Hosting(prepare=False)
    assert run(["serve", "--log", "xml"]) == 2


def test_the_old_name_of_serve(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """`sevenfold table` takes the same options, says what it is called now, and is not listed."""
    given: list[int] = []
    monkeypatch.setattr("sevenfold.server.process.serve.run_server", lambda **options: given.append(options["port"]))
    assert run(["table", "--port", "8000"]) == 0
    assert given == [8000]
    assert "sevenfold table is now sevenfold serve" in capsys.readouterr().err
    assert run(["--help"]) == 0
    assert " table " not in capsys.readouterr().out


def test_a_port_in_use_is_wrong_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run(["serve", "--port", str(port), "--db", str(tmp_path / "db"), "--no-browser"]) == 2
    assert f"Port {port} is in use" in capsys.readouterr().err


# -- simulate ---------------------------------------------------------------------------------------------------------


def test_json_has_what_programs_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "sane_sevens", "-o", "players=3", "--games", "50", "--seed", "7", "--json", "--jobs", "2"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["game"] == "sane_sevens"
    assert said["options"] == {"players": 3, "silly": False}
    assert (said["games"], said["limit"], said["truncated"]) == (50, 10_000, 0)
    assert said["actions"] >= said["moves"] > 0
    for key in ("seconds", "games_per_second", "moves_per_second"):
        assert said[key] > 0
    assert set(said["length"]) == {"mean", "p95", "max"}
    assert [set(seat) for seat in said["returns"]] == [{"mean", "ci95"}] * 3
    assert [set(seat) for seat in said["wins"]] == [{"share", "ci95"}] * 3


def test_people_get_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "seven_truf", "--games", "20"]) == 0
    said = capsys.readouterr().out
    assert "20 games" in said
    assert "±" in said


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
def test_a_full_disk_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "sane_sevens", "--games", "3", "--transcripts", "/dev/full"]) == 2
    assert "/dev/full cannot be written: No space left on device." in capsys.readouterr().err


def test_interrupted_it_keeps_what_is_done(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    arguments = ("simulate", "seven_truf", "--games", "100000", "--transcripts", str(path), "--json")
    with running(*arguments) as process:
        while sum(file.stat().st_size for file in tmp_path.glob(".*.part")) < 300_000:  # it takes its name at the end
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert process.returncode == 130
    assert "interrupted after" in err
    lines = path.read_text().splitlines()
    games = json.loads(out)["games"]
    assert games > 0
    assert sum('"event": "game"' in line for line in lines) == games
    assert json.loads(lines[-1])["event"] == "end"


def test_an_interrupted_ladder_keeps_its_deals(tmp_path: Path) -> None:
    out = tmp_path / "run"
    arguments = ("ladder", "sane_sevens", "--bots", "thumb,random", "--deals", "100000", "--out", str(out), "--json")
    with running(*arguments) as process:
        while not (out / "units.jsonl").exists() or (out / "units.jsonl").stat().st_size < 2_000:
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        printed, err = process.communicate()
    assert process.returncode == 130
    assert "to resume." in err
    kept = [json.loads(line)["seeds"] for line in (out / "units.jsonl").read_text().splitlines()]
    assert 0 < json.loads(printed)["pairs"][0]["deals"] <= sum(last - first for first, last in kept)


# -- verify -----------------------------------------------------------------------------------------------------------


def test_a_record_and_a_transcript_are_verified(record: Path, transcript: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run(["verify", str(record)]) == 0
    assert "everything fits" in capsys.readouterr().out
    assert run(["verify", str(transcript)]) == 0
    assert capsys.readouterr().out.startswith("3 games")


def _drop_a_move(data: dict[str, Any]) -> None:
    del data["moves"][2]


def _change_the_seed(data: dict[str, Any]) -> None:
    data["seed"] += 1


def _change_the_winner(data: dict[str, Any]) -> None:
    data["result"]["winners"] = [1 - data["result"]["winners"][0]]


@pytest.mark.parametrize("change", [_drop_a_move, _change_the_seed, _change_the_winner])
def test_a_changed_record_fails(record: Path, change: Any, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(record.read_text())
    change(data)
    record.write_text(json.dumps(data))
    assert run(["verify", str(record)]) == 1
    assert capsys.readouterr().err.splitlines()[-1].startswith("sevenfold: ")


@pytest.mark.parametrize(("event", "key", "value"), [("draw", "card", "R1"), ("end", "winners", []), ("deal", "stock", 3)])
def test_a_changed_transcript_fails(
    transcript: Path, event: str, key: str, value: object, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [json.loads(line) for line in transcript.read_text().splitlines()]
    at = next(i for i, line in enumerate(lines) if line["event"] == event and line[key] != value)
    lines[at][key] = value
    transcript.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert run(["verify", str(transcript)]) == 1
    assert f"Line {at + 1}:" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "[]",
        "{}",
        '{"event": "move"}',
        '{"event": "game"}',
        "[" * 100_000,
        '{"format": 1, "game": "whist", "options": {}, "players": 4, "seed": 1, "limit": 10, "moves": [], "result": null}',
        '{"format": 1, "game": "seven_truf", "options": {}, "players": 4, "seed": 1, "limit": 10, "moves": 3, "result": null}',
        '{"event": "game", "game": "seven_truf", "options": {}, "seed": 1, "limit": 9}\nnot JSON\n',
    ],
)
def test_what_is_malformed_is_wrong_use(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "file"
    path.write_text(text)
    assert run(["verify", str(path)]) == 2
    assert capsys.readouterr().err.startswith("sevenfold: ")


def test_what_is_no_text_is_wrong_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"\xff\xfe\x00")
    assert run(["verify", str(path)]) == 2
    assert "UTF-8" in capsys.readouterr().err


# -- play -------------------------------------------------------------------------------------------------------------


def played(*arguments: str, typed: str) -> subprocess.CompletedProcess[str]:
    """`sevenfold play` in a process of its own, with these lines typed."""
    return subprocess.run(command("play", *arguments), input=typed, capture_output=True, text=True, check=False)


def test_a_game_left_at_the_end_of_input_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "left.json"
    done = played("seven_solitaire", "--seed", "5", "--save", str(path), typed="1\n1\n")
    assert done.returncode == 0, done.stderr
    assert len(json.loads(path.read_text())["moves"]) >= 2
    assert run(["verify", str(path)]) == 0


def test_the_record_is_kept_on_request(tmp_path: Path) -> None:
    path = tmp_path / "asked.json"
    taken = tmp_path / "taken"
    taken.write_text("mine")
    done = played("seven_solitaire", "--seed", "5", typed=f"1\nquit\n{taken}\n{path}\n")
    assert done.returncode == 0, done.stderr
    assert taken.read_text() == "mine"
    assert json.loads(path.read_text())["result"] is None


def test_ctrl_c_ends_play_cleanly(tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    with running("play", "seven_solitaire", "--seed", "5", "--save", str(path)) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("1\n")
        while "You move" not in process.stdout.readline():
            assert process.poll() is None
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in err
    assert json.loads(path.read_text())["moves"]


# -- colours ----------------------------------------------------------------------------------------------------------


def on_a_terminal(**environment: str) -> bytes:
    """What `sevenfold rules` writes to a terminal."""
    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", **environment}
    with subprocess.Popen(command("rules", "seven_truf"), stdout=theirs, stderr=theirs, stdin=theirs, env=env) as process:
        os.close(theirs)
        said = b""
        try:
            while block := os.read(ours, 65536):
                said += block
        except OSError:
            pass  # the other end is closed
        assert process.wait() == 0
    os.close(ours)
    return said


COLOUR = re.compile(rb"\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;\d+)*m")


def test_no_color_is_respected() -> None:
    assert COLOUR.search(on_a_terminal(NO_COLOR=""))
    plain = on_a_terminal(NO_COLOR="1")
    assert b"TRUF-1" in plain
    assert not COLOUR.search(plain)


def test_an_encoding_without_signs_gets_plain_ones() -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    arguments = command("simulate", "seven_truf", "--games", "9")
    said = subprocess.run(arguments, env=env, capture_output=True, check=True).stdout
    assert b"+/-" in said
    assert b"?" not in said
