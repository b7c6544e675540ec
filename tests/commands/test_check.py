"""`sevenfold check`: what it prints, its exit codes, and the fixture for pytest."""

from __future__ import annotations

import ast
import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import sevenfold
from helpers.faulty_games import forgetting, installed
from helpers.guests import changed
from sevenfold import registry
from sevenfold.checking import STAGES
from sevenfold.cli import run
from sevenfold.kernel.play import apply

ROOT = Path(__file__).resolve().parents[2]
IDLE = changed(
    ("    s.turn = left(s, s.dealer)  # HIGH-2\n", "    s.turn = 0\n"), ("    next_turn(s)\n", "    s.turn = 1 - s.turn\n")
)  # seats 2 and 3 never move
QUICK = ["--stage", "reached", "--seconds", "2"]


def test_a_sound_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "seven_solitaire", *QUICK]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("seven_solitaire: ")
    assert re.search(r"[✓!]  reached +\d\.\d s +[\d,]+ games, \d+ lines", out)
    assert err == ""


def test_errors_are_the_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with installed(tmp_path, {"sevens_high": IDLE}):
        assert run(["check", "sevens_high", *QUICK]) == 1
        out = capsys.readouterr().out
        assert out.startswith("sevens_high: 1 error")
        assert "error seat-never-moves  sevens_high.py:" in out
        assert "Seat 2 never moves in" in out
        assert "✗  reached" in out
        assert run(["check", "sevens_high", *QUICK, "--json"]) == 1
        told = json.loads(capsys.readouterr().out)
        assert (told["game"], told["seed"], told["is_sound"]) == ("sevens_high", 0, False)
        (stage,) = told["stages"]
        assert stage["name"] == "reached"
        assert stage["findings"][0]["code"] == "seat-never-moves"
        # With two players all seats move: options that are given stay as they are.
        assert run(["check", "sevens_high", "-o", "players=2", *QUICK]) == 0


def test_a_file_is_checked_although_loading_would_refuse_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that is wrong is reported, with what repeats it, and not only that it cannot be loaded."""
    monkeypatch.setattr(registry, "CHECKS_ON_LOAD", True)
    monkeypatch.delitem(sys.modules, "sevens_high", raising=False)  # that of another test
    path = tmp_path / "sevens_high.py"
    path.write_text(changed(("    s.turn = left(s, s.dealer)  # HIGH-2\n", "    s.turn = s.players\n")))
    with forgetting():
        assert run(["check", str(path), "--stage", "checked_play", "--seconds", "0.2", "-o", "players=2", "--json"]) == 1
        told = json.loads(capsys.readouterr().out)
        assert (told["path"], told["stages"][0]["findings"][0]["code"]) == (str(path), "value-turn")
        assert run(["simulate", str(path), "--games", "1"]) == 2
    assert "The game sevens_high cannot be loaded: sevens_high.py:" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nobodys_game"], "There is no game nobodys_game."),
        (["seven_solitaire", "--stage", "last"], f"There is no stage last. The stages: {', '.join(STAGES)}."),
        (["seven_solitaire", "--seconds", "0"], "The seconds of a stage are above 0"),
        (["seven_solitaire", "--seed", "-1"], "The seed is a whole number from 0"),
        (["sane_sevens", "-o", "players=9"], "players must be one of 2, 3, 4"),
        (["sane_sevens", "-o", "dealers=9"], "sane_sevens has no option dealers"),
    ],
)
def test_wrong_use(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err


def test_it_can_be_interrupted() -> None:
    command = [sys.executable, "-m", "sevenfold.cli", "check", "seven_suitors", "--stage", "reached", "--seconds", "200"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            time.sleep(5)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert (process.returncode, out, err) == (130, "", "sevenfold: interrupted.\n")


def test_simulate_warns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On stderr, or in the JSON."""
    named, equal = (
        ('    "sevens_high",\n', '    "sevens_equal",\n'),
        ("    return s.rounds[seat]  # HIGH-4\n", "    return 0\n"),
    )
    with installed(tmp_path, {"sevens_equal": changed(named, equal)}):
        assert run(["simulate", "sevens_equal", "--games", "50"]) == 0
        out, err = capsys.readouterr()
        assert "sevenfold: The win was shared by all" in err  # after what is said of compiling
        assert "shared by all" not in out
        assert run(["simulate", "sevens_equal", "--games", "50", "--json"]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        (warning,) = json.loads(out)["warnings"]
        assert warning.startswith("The win was shared by all")
    assert run(["simulate", "sane_sevens", "--games", "50"]) == 0
    assert capsys.readouterr().err == ""


# -- pytest -----------------------------------------------------------------------------------------------------------

TEST = """
def test_sound(sevenfold_check):
    sevenfold_check("seven_solitaire", stages=("reached",), seconds=1.0).assert_sound()


def test_idle(sevenfold_check):
    sevenfold_check("sevens_high", stages=("reached",), seconds=2.0).assert_sound()
"""


def test_the_fixture_fails_with_sentences(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_game.py").write_text(TEST)
    with installed(tmp_path, {"sevens_high": IDLE}):
        plugins = ["--disable-plugin-autoload", "-p", "sevenfold.checking.pytest_plugin", "-p", "no:cacheprovider"]
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-c",
            "/dev/null",
            "--rootdir",
            str(tmp_path),
            *plugins,
            str(tmp_path / "tests"),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 failed, 1 passed" in done.stdout
    assert "error seat-never-moves: sevens_high.py:" in done.stdout
    assert "run.py" not in done.stdout
    assert "Traceback" not in done.stdout


@pytest.mark.usefixtures("sevenfold_interpreted")
def test_a_fixture_spares_compiling() -> None:
    """Entries are plain Python in a test that uses it, and a state that is begun there stays so."""
    assert apply.call is apply.function  # type: ignore[attr-defined]  # its type says that it is a function
    assert sevenfold.load("seven_solitaire").start(1)._apply is apply.function  # type: ignore[attr-defined]  # as above


def test_the_plugin_is_registered() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"sevenfold": "sevenfold.checking.pytest_plugin"}


# -- the docs ---------------------------------------------------------------------------------------------------------

PAGE = ROOT / "docs" / "devise" / "checking.md"
CODE = re.compile(r"[a-z]+(-[a-z]+)+")
WORD = re.compile(r"[a-z]+")
TELLING = ("RuleFault", "error", "found", "warning")  # calls whose first argument is a code, also one of a single word
MADE = {  # codes that are put together
    "known-elsewhere", "shown-elsewhere", "rule-error", "rule-endless", "rule-recursion", "text-error", "text-endless",
    "text-recursion", "zone-badge", "zone-kind", "zone-purpose",
}  # fmt: skip
SOURCES = [
    path for room in ("checking", "lint", "sanitizer", "lab") for path in (ROOT / "src" / "sevenfold" / room).rglob("*.py")
]


def called(call: ast.Call) -> str:
    """The name of the function that a call calls."""
    return str(getattr(call.func, "attr", getattr(call.func, "id", "")))


def codes_in_the_source() -> set[str]:
    """The first two arguments of calls, arguments `code`, and the first of several values returned, that look like codes."""
    found = set(MADE)
    for path in SOURCES:
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and called(call) in TELLING and call.args:
                code = getattr(call.args[0], "value", None)
                found |= {code} if isinstance(code, str) and WORD.fullmatch(code) else set()
            if isinstance(call, ast.Call) and getattr(call.func, "attr", "") != "count":
                arguments = [*call.args[:2], *(keyword.value for keyword in call.keywords if keyword.arg == "code")]
                found |= {
                    value.value
                    for value in arguments
                    if isinstance(value, ast.Constant) and isinstance(value.value, str) and CODE.fullmatch(value.value)
                }
            elif isinstance(call, ast.Yield | ast.Return) and isinstance(call.value, ast.Tuple) and call.value.elts:
                code = getattr(call.value.elts[0], "value", None)  # a code and its sentence
                found |= {code} if isinstance(code, str) and CODE.fullmatch(code) else set()
    return found


def test_the_docs_list_every_code() -> None:
    """The table has each code that a stage gives, once, in order, and no other."""
    listed = re.findall(r"^\| `([a-z-]+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert listed == sorted(set(listed))
    assert set(listed) == codes_in_the_source()


def test_the_docs_tell_of_every_stage() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert re.findall(r"^\d\. \*\*`(\w+)`\*\*", text, re.MULTILINE) == list(STAGES)
