"""The way in, as `docs/devise/tutorial.md` has it: from an empty environment to a game of one's own on the table."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from sevenfold.terminal.session.http_client import PLAIN

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "devise" / "tutorial.md"
OFFLINE = ("No matching distribution found", "Could not fetch", "NewConnectionError", "ConnectTimeoutError")


def commands() -> list[str]:
    """The commands at the top of the page."""
    found = re.search(r"^```sh\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert found
    return found[1].splitlines()


def test_there_are_five_commands() -> None:
    assert len(commands()) == 5
    assert commands()[-1] == "sevenfold serve ./my_game"


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_five_commands(tmp_path: Path) -> None:
    """With the wheel of this checkout in place of a published one; only the options of `serve` are added."""
    empty = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "NUMBA", "SEVENFOLD"))}
    building = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(tmp_path / "dist"),
    ]
    subprocess.run([*building, str(ROOT)], check=True, capture_output=True, env=empty | {"SEVENFOLD_PAGE": "apart"})
    [wheel] = (tmp_path / "dist").glob("*.whl")
    lines = [line.replace("pip install sevenfold", f"pip install {shlex.quote(str(wheel))}") for line in commands()]
    lines[0] = lines[0].replace("python3", shlex.quote(sys.executable))
    lines[-1] = f"exec {lines[-1]} --port 0 --no-browser --db {shlex.quote(str(tmp_path / 'table.db'))}"
    folder = tmp_path / "empty"
    folder.mkdir()
    pipe = subprocess.PIPE
    with subprocess.Popen(
        ["bash", "-ec", "\n".join(lines)], cwd=folder, env=empty, stdout=pipe, stderr=pipe, text=True
    ) as process:  # fmt: skip
        assert process.stdout
        assert process.stderr
        try:
            said = ""
            while "The table is at " not in said:
                line = process.stdout.readline()
                said += line
                if not line:
                    failed = process.stderr.read()
                    if any(sign in failed for sign in OFFLINE):
                        pytest.skip("the packages that Sevenfold needs cannot be reached")
                    raise AssertionError(said + failed)
            url = said.partition("The table is at ")[2].partition(" ")[0]
            with httpx.Client(base_url=url, timeout=120, verify=PLAIN) as http:
                games = {game["id"]: game for game in http.get("/api/games").json()["games"]}
                assert games["my_game"]["name"] == "My Game"
                seats = [{"kind": "you"}, {"kind": "bot", "bot": "club"}]
                made = http.post("/api/rooms", json={"game": "my_game", "seats": seats})
                assert made.status_code == 201, made.text
                assert http.get("/api/games/my_game/rules").json()["panels"]
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(20)
            process.kill()
