"""Tests of the docs: examples run, named paths exist, links of pages outside the site lead somewhere."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import get_args

import pytest

import sevenfold
from sevenfold.view.description import ZoneKind
from tools.docs import extracts, observations, rooms_picture, zone_pictures

ROOT = Path(__file__).resolve().parents[2]
MODULES = ["sevenfold", *(module.name for module in walk_packages(sevenfold.__path__, "sevenfold."))]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
OUTSIDE = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "benchmarks/README.md")]
NAMING = [*OUTSIDE, *(page for page in PAGES if "lab" not in page.parts)]  # lab notes tell of what was there then
ROOMS = ROOT / "src/sevenfold"
TOPS = {"src", "tests", "tools", "benchmarks", "docs", "examples", "web", *(path.name for path in ROOMS.iterdir())}
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_module(name: str) -> None:
    """The examples in a module's docstrings give what they say."""
    assert doctest.testmod(import_module(name)).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_page(page: Path) -> None:
    """The examples of a page give what they say, one after the other."""
    examples = "\n".join(block for block in BLOCK.findall(page.read_text(encoding="utf-8")) if ">>>" in block)
    found = doctest.DocTestParser().get_doctest(examples, {}, page.name, str(page), 0)
    assert doctest.DocTestRunner().run(found).failed == 0


@pytest.mark.parametrize("page", OUTSIDE, ids=lambda page: page.name)
def test_links_outside_the_site(page: Path) -> None:
    """A link from a page that `make docs` does not check leads to a file, and its anchor to a heading there."""
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", text):
        path, _, anchor = target.partition("#")
        there = page.parent / path if path else page
        assert there.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.*)$", there.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}, target


@pytest.mark.parametrize("page", NAMING, ids=lambda page: str(page.relative_to(ROOT)))
def test_paths_that_are_named(page: Path) -> None:
    """A file or folder of the repository that a page names in `backticks` exists, from the root or within src/sevenfold."""
    named = re.findall(r"`([a-z_]+/[\w./-]*)`", page.read_text(encoding="utf-8"))
    named = [name for name in named if name.split("/")[0] in TOPS]
    assert [name for name in named if not (ROOT / name).exists() and not (ROOMS / name).exists()] == []


def test_the_picture_of_the_rooms() -> None:
    """It shows the layers that import-linter holds: `python -m tools.docs.rooms_picture` draws it anew."""
    assert rooms_picture.PICTURE.read_text(encoding="utf-8") == rooms_picture.picture()


def test_every_kind_of_zone_has_a_picture() -> None:
    shown = re.findall(r"pictures/zones/(\w+)\.png", (ROOT / "docs/devise/writing-a-game.md").read_text(encoding="utf-8"))
    assert sorted(shown) == sorted(get_args(ZoneKind)) == sorted(zone_pictures.SHOWN)
    assert all((zone_pictures.PICTURES / f"{kind}.png").exists() for kind in shown)


def test_the_table_of_observations() -> None:
    """It lists the parts as games declare them: `python -m tools.docs.observations` writes it anew."""
    assert observations.PAGE.read_text(encoding="utf-8") == observations.page()


@pytest.mark.parametrize("page", extracts.PAGES, ids=lambda page: page.name)
def test_extracts_are_what_the_games_have(page: Path) -> None:
    """`python -m tools.docs.extracts` writes them anew."""
    text = page.read_text(encoding="utf-8")
    assert extracts.renewed(text) == text
    assert extracts.BLOCK.search(text)


def test_the_reference_is_whole() -> None:
    """Its first page lists every public name of `sevenfold` but the errors, which have a page of their own."""
    page = (ROOT / "docs" / "reference" / "index.md").read_text(encoding="utf-8")
    listed = re.search(r"members: \[(.*)\]", page)
    assert listed
    errors = {name for name in sevenfold.__all__ if name in vars(import_module("sevenfold.errors"))}
    assert set(listed[1].split(", ")) == set(sevenfold.__all__) - errors - {"__version__"}
