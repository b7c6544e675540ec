"""Trouble from outside, in a table over all commands: streams that are closed, full or unread, and files of any kind."""

from __future__ import annotations

import io
import json
import math
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sevenfold
from sevenfold.cli import run
from sevenfold.coaching.puzzles.puzzle import SHIPPED
from sevenfold.system import streams

LONG = "play X" + "7" * 300_000
FOREIGN = re.compile(  # words of Python, of its libraries, or of a programmer
    r"Traceback|Errno|NoneType|\bint\b|\bstr\b|\bdict\b|codec|Expecting|delimiter|char \d|pydantic|validation|Input should"
    r"|object is not|argument of type|numpy|ndarray|ambiguous|scalar|utf-8-sig|surrogates not|BOM|Exceeds|<class|<module"
)
READERS = (
    ("verify", "FILE"),
    ("replay", "FILE"),
    ("review", "FILE", "--simulations", "1"),
    ("hint", "--at", "0", "--simulations", "1", "--file", "FILE"),
    ("solve", "--at", "0", "--seconds", "60", "--file", "FILE"),
)


def short_game() -> dict[str, Any]:
    """A record of a patience that is given up at once; every reader but `review` takes it."""
    state = sevenfold.load("seven_solitaire").start(seed=1)
    while not state.is_over:
        state.play(state.legal_actions()[-1])
    return sevenfold.Record(state).data


RECORD = short_game()


def on(reader: tuple[str, ...], file: str) -> list[str]:
    """A command line that reads the file."""
    return [file if part == "FILE" else part for part in reader]


def one_plain_sentence(told: str, most: int = 1600) -> None:
    """What stderr has after a refusal."""
    assert told.startswith("sevenfold: "), told
    assert told.count("\n") == 1, told
    assert len(told) < most, told[:300]
    assert not FOREIGN.search(told), told


# -- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "verify EMPTY", "replay EMPTY", "review EMPTY", "hint --file EMPTY", "solve --file EMPTY", "play pyramid --save EMPTY",
        "simulate pyramid --transcripts EMPTY", "record http://127.0.0.1:1/#/room/x --out EMPTY", "puzzle --from EMPTY",
        "puzzles merge EMPTY --to x", "puzzles make pyramid --to EMPTY", "equilibrium pyramid --out EMPTY",
        "ladder pyramid --out EMPTY", "study balance pyramid --out EMPTY", "study --watch EMPTY", "new my_game --folder EMPTY",
        "push-key EMPTY", "play EMPTY", "serve EMPTY", "verify x --game EMPTY",
    ],
)  # fmt: skip
def test_a_name_that_is_empty(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As of a variable of the shell that is not set: it is not the working folder."""
    monkeypatch.chdir(tmp_path)
    assert run(["" if part == "EMPTY" else part for part in line.split()]) == 2
    told = capsys.readouterr().err
    one_plain_sentence(told)
    assert "name" in told
    assert "is empty" in told
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_called_as_stdin_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(tmp_path, "-").write_text(json.dumps(RECORD))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"{")))
    assert run(["verify", "./-"]) == 0, capsys.readouterr()


@pytest.mark.parametrize(
    "line", ["play pyramid --save -", "simulate pyramid --games 1 --transcripts -", "puzzles merge FILE --to -"]
)
def test_stdin_is_not_written_to(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copyfile(SHIPPED, "FILE")
    assert run(line.split()) == 2
    told = capsys.readouterr().err
    one_plain_sentence(told)
    assert "standard input" in told
    assert not Path(tmp_path, "-").exists()


def test_a_game_that_is_left_before_its_first_move_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("q\n"))
    assert run(["play", "seven_solitaire", "--seed", "5", "--save", str(tmp_path / "game.json")]) == 0
    saved = sevenfold.Record.load(tmp_path / "game.json")
    assert (saved.moves, saved.data["seed"]) == ([], 5)


def test_a_server_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["record", "http://127.0.0.1:1/#/room/x"]) == 2
    told = capsys.readouterr().err
    one_plain_sentence(told)
    assert "(Connection refused)" in told


# -- streams ----------------------------------------------------------------------------------------------------------

STREAMS = {
    "stdout closed": (">&-", 0, ""),
    "stdin closed": ("<&-", 0, ""),
    "stderr closed": ("2>&-", 0, ""),
    "all closed": ("<&- >&- 2>&-", 0, ""),
    "stdout full": (">/dev/full", 1, "sevenfold: The output could not be written: No space left on device.\n"),
    "stderr full": ("2>/dev/full", 0, ""),
    "unread": ("| true; exit ${PIPESTATUS[0]}", 0, ""),
    "read a little": ("| head -n 1 >&2; exit ${PIPESTATUS[0]}", 0, None),
}
PRINTING = ("--version", "--help", "games", "rules pyramid", "verify FILE", "replay FILE")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
@pytest.mark.parametrize("streams", STREAMS)
def test_streams(streams: str, tmp_path: Path) -> None:
    """A stream that is closed, full or unread gives every command the same exit code and the same words."""
    redirected, code, told = STREAMS[streams]
    file = tmp_path / "game.json"
    file.write_text(json.dumps(RECORD))
    for line in PRINTING if streams in ("unread", "stdout full") else PRINTING[3:5]:
        command = f"{sys.executable} -m sevenfold {line.replace('FILE', str(file))} {redirected}"
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, timeout=120)
        assert done.returncode == code, (line, done)
        assert done.stderr.count("\n") == 1 if told is None else done.stderr == told, (line, done)


def test_an_error_has_its_code_whatever_stderr_is(tmp_path: Path) -> None:
    for redirected in ("2>&-", "2>/dev/full", "2>&1 | true; exit ${PIPESTATUS[0]}"):
        command = f"{sys.executable} -m sevenfold verify {tmp_path}/nothing {redirected}"
        assert subprocess.run(["bash", "-c", command], check=False, timeout=120).returncode == 2


def test_a_game_without_a_reader_ends(tmp_path: Path) -> None:
    """A game whose output nobody reads is left, as at the end of the input; its record is kept."""
    kept = tmp_path / "kept.json"
    command = f"{sys.executable} -m sevenfold play seven_solitaire --seed 5 --save {kept} | true; exit ${{PIPESTATUS[0]}}"
    with subprocess.Popen(["bash", "-c", command], stdin=subprocess.PIPE) as process:
        assert process.stdin
        process.stdin.write(b"1\n" * 3)
        process.stdin.flush()
        assert process.wait(120) == 0


# -- files as programs save them --------------------------------------------------------------------------------------

SAVED: dict[str, Callable[[str], bytes]] = {
    "plain": str.encode,
    "with a byte-order mark": lambda text: text.encode("utf-8-sig"),
    "by PowerShell": lambda text: text.replace("\n", "\r\n").encode("utf-16"),
    "big-endian": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "UTF-16 without a mark": lambda text: text.encode("utf-16-le"),
    "UTF-32": lambda text: text.encode("utf-32"),
    "with CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "with lone CR": lambda text: text.replace("\n", "\r").encode(),
    "without a newline": lambda text: text.rstrip().encode(),
    "with blank lines": lambda text: text.replace("\n", " \t\n\n\f\n").encode(),
}


@pytest.fixture(scope="module")
def transcript() -> str:
    """The transcript of the game of RECORD."""
    from sevenfold.records.record import from_record
    from sevenfold.records.transcript import as_lines

    return as_lines(from_record(RECORD))


@pytest.mark.parametrize("how", SAVED)
def test_files_are_read_as_programs_save_them(
    how: str, transcript: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By every command, and by `Record.load`."""
    file = tmp_path / "file"
    file.write_bytes(SAVED[how](json.dumps(RECORD, indent=1) + "\n"))
    for reader in READERS:
        assert run(on(reader, str(file))) in (0, 1), capsys.readouterr()  # 1: `solve` finds nothing
    assert sevenfold.Record.load(file).data == RECORD
    file.write_bytes(SAVED[how](transcript))
    for reader in READERS[:4]:
        assert run(on(reader, str(file))) == 0, capsys.readouterr()
    # Several transcripts in one file, each with its mark.
    if how in ("plain", "with a byte-order mark", "with CRLF", "with blank lines"):
        file.write_bytes(SAVED[how](transcript) * 2)
        assert run(["verify", str(file)]) == 0, capsys.readouterr()


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader[0])
def test_every_reader_takes_stdin(
    reader: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(SAVED["by PowerShell"](json.dumps(RECORD)))))
    assert run(on(reader, "-")) in (0, 1), capsys.readouterr()
    assert not capsys.readouterr().err


# -- files that hold something else -----------------------------------------------------------------------------------


def changed(**keys: object) -> str:
    """The record with other values."""
    return json.dumps({**RECORD, **keys})


BAD = {
    "nothing": (b"", "is empty"),
    "a mark alone": (b"\xef\xbb\xbf", "is empty"),
    "blanks": (b" \n\t\r\n", "is empty"),
    "gzip": (b"\x1f\x8b\x08\0\0\0\0", "compressed (gzip); unpack it first"),
    "zip": (b"PK\x03\x04rest", "a zip archive"),
    "an image": (b"\x89PNG\r\n\x1a\n\0", "is an image"),
    "a database": (b"SQLite format 3\0", "is a database"),
    "noise": (bytes(range(256)), "is not text"),
    "Latin-1": ('{"a": "é"}\n'.encode("latin-1"), "line 1 has other bytes"),
    "a tail of zeros": (json.dumps(RECORD).encode() + b"\n" + b"\0" * 512, "line 2 has zero bytes"),
    "prose": (b"Dear Ada,\nhow are you?\n", "is not JSON: 'Dear Ada,'"),
    "a page": (b"<!DOCTYPE html><html></html>", "is not JSON: '<!DOCTYPE"),
    "a number": (b"7", "one JSON object"),
    "a list": (b"[]", "one JSON object"),
    "another object": (b'{"name": "x", "version": 2}', "has no format, game"),
    "cut off": (json.dumps(RECORD)[:-30].encode(), "ends too early, in column"),
    "twice": ((json.dumps(RECORD) + "\n" + json.dumps(RECORD)).encode(), "something follows its end, in line 2"),
    "a newer format": (changed(format=4).encode(), "A newer Sevenfold may read it"),
    "a long format": (changed(format="9" * 99_999).encode(), "The record's format is"),
    "no options": (changed(options=None).encode(), "options must be an object of options, not null"),
    "a list of options": (changed(options=[1]).encode(), "not [1]"),
    "an unknown option": (changed(options={"x" * 99_999: 1}).encode(), "has no option xxx"),
    "an option of another kind": (changed(options={"players": [["a"] * 9999]}).encode(), "has no option players"),
    "a game of another kind": (changed(game=7).encode(), "game must be the name of a game, not 7"),
    "an unknown game": (changed(game="y" * 99_999).encode(), "There is no game yyy"),
    "a seed of 5,000 digits": (changed(seed=0).replace('"seed": 0', '"seed": ' + "9" * 5000).encode(), "5,000 digits"),
    "a seed of another kind": (changed(seed=1.5).encode(), "not 1.5"),
    "no number": (changed(limit=float("nan")).encode(), "NaN, which is not a number"),
    "infinity": (changed(limit=0).replace('"limit": 0', '"limit": 1e999').encode(), "1e999, which is too large"),
    "no limit": (changed(limit=None).encode(), "limit must be a number of turns, not null"),
    "a key twice": (changed().replace("{", '{"seed": 2, ', 1).encode(), "has the key 'seed' twice"),
    "deep": (b"[" * 300_000, "nested more than 64 levels"),
    "deep moves": (changed(moves=[]).replace("[]", "[" * 70 + "]" * 70, 1).encode(), "nested more than 64 levels"),
    "half a character": (changed(game="seven\ud800").encode(), "half a character"),
    "a long move": (changed(moves=[LONG]).encode(), "Move 1, 'play X777"),
    "a long move in the midst": (changed(moves=[*RECORD["moves"][:1], LONG]).encode(), "Move 2, 'play X777"),
    "a move of another kind": (changed(moves=[{"a": [1] * 99_999}]).encode(), "Move 1 must be text"),
    "a result of another kind": (changed(result="r" * 99_999).encode(), "result must be an object"),
    "a shuffle of another kind": (changed(shuffle="s" * 99_999).encode(), "The shuffle must be an object"),
    "a comment": (b"// a record\n{}", "line 1, column 1 is not JSON: '// a record'"),
}


@pytest.mark.parametrize("what", BAD)
def test_what_a_file_holds_is_told(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One plain, short sentence by every command, and the same from `Record`."""
    data, said = BAD[what]
    file = tmp_path / "file"
    file.write_bytes(data)
    for reader in READERS:
        assert run(on(reader, str(file))) in (1, 2)
        told = capsys.readouterr()
        one_plain_sentence(told.err)
        assert said in told.err, (reader, told.err)
        assert not told.out
    with pytest.raises((sevenfold.BadInput, sevenfold.BadRecord)) as refusal:
        sevenfold.Record.load(file).replay()
    one_plain_sentence(f"sevenfold: {refusal.value}\n")


BAD_LINES = {
    "prose": ("hello", "hello"),
    "a comment": ("# a comment", "# a comment"),
    "a list": ("[1]", "an object with the key"),
    "a line of megabytes": ('{"event": "move", "x": "' + "x" * 3_000_000 + '"}', "xxx"),
    "a broken line of megabytes": ('{"event": ' + "x" * 3_000_000, "is not JSON"),
    "a key twice": ('{"event": "a", "event": "b"}', "'event' twice"),
    "no number": ('{"event": "deal", "x": NaN}', "NaN"),
    "line separators": ('{"event": "deal", "x": "\u2028\u0085"}\x0c', "does not fit"),
    "another seat": ('{"event": "move", "seat": "' + "9" * 9999 + '"}', "does not fit"),
}


@pytest.mark.parametrize("what", BAD_LINES)
def test_the_line_at_fault_is_named(what: str, transcript: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line, said = BAD_LINES[what]
    lines = transcript.splitlines()
    file = tmp_path / "file"
    file.write_text("\r\n".join([*lines[:2], "", line, *lines[2:]]), encoding="utf-8-sig")
    assert run(["verify", str(file)]) in (1, 2)
    told = capsys.readouterr().err
    one_plain_sentence(told)
    assert "Line 4: " in told
    assert said in told


@pytest.mark.parametrize(
    ("first", "said"),
    [
        ({"options": None}, "options must be an object of options, not null"),
        ({"game": None}, "game must be the name of a game, not null"),
        ({"seed": "x" * 9999}, "the seed is a whole number"),
        ({"limit": None}, "limit is a number of turns"),
        ({"limit": "5"}, "limit is a number of turns"),
    ],
)
def test_a_transcript_s_first_line(
    first: dict[str, object], said: str, transcript: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = transcript.splitlines()
    file = tmp_path / "file"
    file.write_text("\n".join([json.dumps({**json.loads(lines[0]), **first}), *lines[1:]]))
    assert run(["verify", str(file)]) == 2
    told = capsys.readouterr().err
    one_plain_sentence(told)
    assert f"Line 1: {said}" in told


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device here")
def test_places_that_are_no_file_of_ours(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Folders, devices, names that cannot be: named, with the reason."""
    closed = tmp_path / "closed"
    closed.mkdir()
    (closed / "game.json").write_text("{}")
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    places = {
        str(tmp_path): "Is a directory",
        "/dev/zero": "is not text",
        "/dev/null": "is empty",
        str(tmp_path / "nothing"): "No such file",
        str(tmp_path / ("n" * 300)): "File name too long",
        str(loop): "symbolic links",
        str(tmp_path / "two\nlines"): "No such file",
        "https://example.org/#/room/abc": "https://example.org/#/room/abc is an address. Save what is there",
    }
    for place, said in places.items():
        for reader in READERS:
            assert run(on(reader, place)) == 2
            told = capsys.readouterr().err
            one_plain_sentence(told)
            assert said in told, (place, reader)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can become another user")
def test_files_of_other_people(tmp_path: Path) -> None:
    """What may not be read or written is named, by a process of another user."""
    tmp_path.chmod(0o755)
    for folder in [tmp_path, *tmp_path.parents]:
        if folder.stat().st_mode & 0o055 != 0o055 and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o011)
    secret = tmp_path / "secret.json"
    secret.write_text("{}")
    secret.chmod(0o600)
    hidden = tmp_path / "hidden"
    hidden.mkdir(mode=0o700)
    (hidden / "game.json").write_text("{}")
    code = f"""
import os, sys
from pathlib import Path
import sevenfold
from sevenfold.terminal.session.record_file import check_new
record = sevenfold.Record(sevenfold.load("seven_solitaire").start(seed=1))
record.save("{tmp_path}/warm.json")
sevenfold.Record.load("{tmp_path}/warm.json")
check_new(Path("{tmp_path}/cold.json"))
os.setuid(65534)
for act, path in (
    (sevenfold.Record.load, "{secret}"), (sevenfold.Record.load, "{hidden}/game.json"),
    (record.save, "{secret}"), (record.save, "{tmp_path}/new.json"), (record.save, "{hidden}/new.json"),
    (check_new, "{hidden}/new.json"), (check_new, "{tmp_path}/new.json"),
):
    try:
        act(Path(path))
    except sevenfold.BadInput as error:
        print(error)
    else:
        print("done")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120)
    lines = done.stdout.splitlines()
    assert len(lines) == 7, done
    assert all(str(tmp_path) in line for line in lines), lines
    assert all("cannot be read: Permission denied" in line for line in lines[:2]), lines
    assert all("cannot be written" in line for line in lines[2:]), lines


# -- writing ----------------------------------------------------------------------------------------------------------


def test_a_failed_save_leaves_everything_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk, at the last moment: no empty file, no draft, and the old file is whole."""

    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    record = sevenfold.Record(sevenfold.load("seven_solitaire").start(seed=1))
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    old.write_text("mine")
    for path in (old, new):
        with pytest.raises(sevenfold.BadInput, match="cannot be written: No space left on device"):
            record.save(path)
    assert [file.name for file in tmp_path.iterdir()] == ["old.json"]
    assert old.read_text() == "mine"


def test_a_saved_file_keeps_its_mode_and_its_link(tmp_path: Path) -> None:
    record = sevenfold.Record(sevenfold.load("seven_solitaire").start(seed=1))
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    record.save(link)
    assert link.is_symlink()
    assert sevenfold.Record.load(real) == record
    assert real.stat().st_mode & 0o777 == 0o640


def test_transcripts_do_not_replace_other_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--transcripts` replaces transcripts, and nothing else."""
    file = tmp_path / "file"
    arguments = ["simulate", "seven_solitaire", "--games", "1", "--transcripts", str(file)]
    for mine in ("my diary", json.dumps(RECORD)):
        file.write_text(mine)
        assert run(arguments) == 2
        assert "holds something else than transcripts; name another file" in capsys.readouterr().err
        assert file.read_text() == mine
    file.write_text("")
    assert run(arguments) == 0
    first = file.read_text()
    assert run(arguments) == 0
    assert file.read_text() == first


# -- long arguments ---------------------------------------------------------------------------------------------------

ARGUMENTS = (
    "rules LONG", "play LONG", "lesson LONG", "simulate LONG", "ladder LONG", "solve LONG --seed 1", "verify LONG",
    "play pyramid -o LONG", "play pyramid -o LONG=1", "play pyramid -o rows=LONG", "play pyramid --seed LONG",
    "play sane_sevens --bots LONG", "play pyramid --seat LONG", "play pyramid --save /LONG/x",
    "play pyramid --forced LONG", "join LONG", "join http://LONG/#/join/x", "join http://x/LONG", "serve --log LONG",
    "serve --port LONG", "serve --host LONG --port 0 --no-browser", "simulate pyramid --games LONG",
    "simulate pyramid --bots LONG", "simulate pyramid --seed LONG", "simulate pyramid --transcripts LONG",
    "ladder pyramid --out LONG", "solve pyramid --seed 1 --seconds x", "LONG", "replay FILE --seat LONG",
    "replay FILE --at LONG", "verify FILE --commitment LONG", "verify FILE --mine LONG", "hint --file FILE --at LONG",
    "review FILE --seat LONG", "games --LONG", "serve --behind-proxy LONG --port 0 --no-browser",
    "serve --metrics-for LONG --port 0 --no-browser", "serve --name LONG --metrics-for x --port 0 --no-browser",
    "serve --db postgresql+psycopg://LONG --port 0 --no-browser", "serve --db LONG --port 0 --no-browser",
)  # fmt: skip


@pytest.mark.parametrize("line", ARGUMENTS)
def test_long_arguments_are_shortened(line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever an error quotes, it stays a sentence."""
    file = tmp_path / "file"
    file.write_text(json.dumps(RECORD))
    arguments = [part.replace("LONG", "9" * 100_000).replace("FILE", str(file)) for part in line.split()]
    assert run(arguments) == 2
    told = capsys.readouterr()
    one_plain_sentence(told.err)
    assert "9" * 1000 not in told.err


# -- wrong arguments of the public functions --------------------------------------------------------------------------

DIGITS = "9" * 300_000
TRUF: Any = sevenfold.load("seven_truf")
api: Any = sevenfold
VALUES: list[Any] = [None, True, 1.5, "1", DIGITS, [1], np.array([1, 2]), {}, math.nan, b"1", -1, 1 << 300, 10**5000]
CALLS: dict[str, tuple[Callable[[Any], object], tuple[type, ...], str]] = {
    "load": (api.load, (), "The games: seven_suitors, "),
    "an option": (lambda x: api.load("sane_sevens", players=x), (), "players must be one of 2, 3, 4, not "),
    "a seed": (TRUF.start, (type(None),), "A seed is a whole number from 0 to 2^256 - 1"),
    "a limit": (lambda x: TRUF.start(1, limit=x), (), "limit is a number of turns, from 1 to"),
    "play": (lambda x: TRUF.start(1).play(x), (), ""),
    "a view": (lambda x: TRUF.start(1).view(x), (type(None),), "seats are 0 to 3"),
    "undo_to": (lambda x: TRUF.start(1).undo_to(x), (), "There are 0 actions"),
    "position_at": (lambda x: TRUF.start(1).position_at(x), (), "There are 0 actions, so"),
    "bot": (api.bot, (), "The bots: beginner, club, expert"),
    "choose": (lambda x: api.choose(TRUF.start(1), x), (), "The bots: beginner, club, expert"),
    "a bot's seed": (lambda x: api.choose(TRUF.start(1), "random", seed=x), (type(None),), "A seed is a whole number"),
    "simulations": (lambda x: api.advise(TRUF.start(1), simulations=x), (type(None),), "The coach needs a budget of 1 to"),
    "seats": (lambda x: api.review(TRUF.start(1), [x], simulations=1), (), "seats are 0 to 3"),
    "games": (lambda x: api.simulate(TRUF, x), (), "at least 1"),
    "jobs": (lambda x: api.simulate(TRUF, 1, jobs=x), (), "from 1 to"),
    "a first seed": (lambda x: api.simulate(TRUF, 1, seed=x), (), "from 0 to 2^64 - 1"),
}


@pytest.mark.parametrize("call", CALLS)
def test_wrong_arguments(call: str) -> None:
    function, are_right, said = CALLS[call]
    for value in VALUES:
        if isinstance(value, are_right):
            continue
        with pytest.raises((sevenfold.BadInput, sevenfold.IllegalAction)) as refusal:
            function(value)
        one_plain_sentence(f"sevenfold: {refusal.value}\n", 1000)
        assert said in str(refusal.value)


@pytest.mark.parametrize("seconds", [True, "1", [1], math.nan, 0, -1.5, np.array([1, 2])])
def test_wrong_times(seconds: Any) -> None:
    for refused in (
        lambda: sevenfold.advise(TRUF.start(1), seconds=seconds),
        lambda: sevenfold.solve(TRUF.start(1), seconds=seconds),
        lambda: sevenfold.solve(sevenfold.load("pyramid").start(1), seconds=seconds),
    ):
        with pytest.raises(sevenfold.BadInput, match=r"seconds"):
            refused()


# -- names that are taken ---------------------------------------------------------------------------------------------


def test_a_package_that_registers_a_name_that_is_taken(tmp_path: Path) -> None:
    """It is left out, with a warning that names both; so is the second of two packages."""
    for package, names in (("one", "pyramid fresh"), ("two", "fresh")):
        about = tmp_path / f"{package}-1.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
        points = "".join(f"{name} = {package}_games:{name}\n" for name in names.split())
        (about / "entry_points.txt").write_text(f"[sevenfold.games]\n{points}")
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-m", "sevenfold", "rules", "pyramid"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, env=env)
    assert done.returncode == 0
    assert "Pyramid" in done.stdout
    assert sorted(done.stderr.splitlines()) == [
        f"sevenfold: The game {left_out} Rename it there."
        for left_out in (
            "one_games:pyramid of the package one is left out: the name pyramid belongs to the built-in game of that name.",
            "two_games:fresh of the package two is left out: the name fresh belongs to one_games:fresh.",
        )
    ]


# -- sizes that are none ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", ["0", "-1", "x", "", "99999999999", "1"])
def test_a_width_that_is_none(columns: str) -> None:
    """COLUMNS is set to anything: everything is printed all the same."""
    env = {**os.environ, "COLUMNS": columns, "LINES": columns, "TERM": "dumb"}
    command = [sys.executable, "-m", "sevenfold", "rules", "pyramid"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120, env=env)
    assert "Pyramid" in "".join(done.stdout.split())


@pytest.mark.parametrize("lines", [65535, 24])
def test_a_terminal_that_says_it_is_enormous(lines: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("COLUMNS", "LINES"):
        monkeypatch.setenv(name, "")  # so that it is restored
    monkeypatch.setattr(shutil, "get_terminal_size", lambda: os.terminal_size((65535 if lines > 24 else 10_000, lines)))
    streams.settle_size()
    assert (os.environ.get("COLUMNS"), os.environ.get("LINES")) == (("80", "24") if lines > 24 else (None, None))
