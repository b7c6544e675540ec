"""Pictures without a browser: cards as the page draws them, zones of every kind, nothing hidden."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from random import Random
from typing import get_args

import numpy as np
import pytest

import sevenfold
from helpers.random_games import random_points
from helpers.selection import games
from sevenfold.cards import COLOURS, SHAPES, Pack
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.view.description import Face, View, Zone, ZoneKind
from tools.build import card_looks

pytest.importorskip("PIL", reason='Pillow is not installed: pip install "sevenfold[rl]"')

from sevenfold.envs.drawing import HEIGHT, WIDTH, picture_of
from sevenfold.envs.drawing.cards import badge_of, card_image, look_of, suits_of
from sevenfold.envs.drawing.ink import Ink, in_letters, looks
from sevenfold.envs.drawing.paths import area, lines_of
from sevenfold.envs.drawing.zones import MARKS, Drawer

PACKS: list[Pack] = list({game.pack.name: game.pack for game in map(sevenfold.load, sevenfold.game_names())}.values())


@pytest.fixture(autouse=True)
def interpreted() -> Iterator[None]:
    """No test here needs speed."""
    with interpreting():
        yield


def test_looks_are_those_of_the_page() -> None:
    """Shapes, suits and colours are those in web/src."""
    if shutil.which("node") is None or not (card_looks.WEB / "node_modules" / "typescript").exists():
        pytest.skip("Node or the page's packages are not installed: make page")
    try:
        now = card_looks.as_text(card_looks.looks())
    except subprocess.CalledProcessError as error:
        pytest.fail(error.stderr)
    assert now == card_looks.KEPT.read_text(encoding="utf-8"), "python -m tools.build.card_looks"


def test_every_shape_and_colour() -> None:
    """All that a pack of one's own may use is there."""
    assert set(looks()["shapes"]) == set(SHAPES)
    assert {f"{colour}{ink}" for colour in COLOURS for ink in ("", "-ink")} <= set(looks()["colours"])


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_every_card(pack: Pack) -> None:
    """No two cards look the same, unless they have the same name; none is drawn as unknown, and the back is another."""
    drawn: dict[bytes, str] = {}
    for card in pack.cards:
        look = look_of(pack.design, card.code)
        assert look.special or look.shape, card.code
        picture = card_image(pack.design, card.code, 60).tobytes()
        assert drawn.setdefault(picture, card.name) == card.name or card.code.startswith("X")
    assert card_image(pack.design, None, 60).tobytes() not in drawn


def test_a_pack_of_ones_own() -> None:
    """Its suits are drawn by their shapes and colours, outlines of one's own too; letters may be longer than one."""
    design = "S|star|red;SQ|M-40 -40H40V40H-40Z|blue"
    assert suits_of(design) == {"S": ("star", "red"), "SQ": ("M-40 -40H40V40H-40Z", "blue")}
    look = look_of(design, "SQ7")
    assert (look.index, look.colour) == ("7", "blue")
    picture = np.asarray(card_image(design, "SQ7", 100).convert("RGB"))
    assert picture[180, 112].tolist() == looks()["colours"]["blue"][:3]  # the middle of the square
    assert look_of(design, "Q1").index == "Q1"


@pytest.mark.parametrize("name", games())
def test_pictures_of_a_game(name: str) -> None:
    """Any view of a game at any point is a picture of the same size; what is seen differs, and so do the pictures."""
    game, pictures = sevenfold.load(name), set()
    for state in random_points(game, Random(5), 4):
        for viewer in (state.turn, None):
            picture = picture_of(state.view(viewer))
            assert picture.shape == (HEIGHT, WIDTH, 3)
            assert picture.dtype == np.uint8
            pictures.add(picture.tobytes())
    assert len(pictures) >= 4
    hidden, opened = picture_of(state.view(None)), picture_of(state.view(None, hands_open=True))
    assert game.has_open_hands or not np.array_equal(hidden, opened)


@pytest.mark.parametrize("kind", get_args(ZoneKind))
@pytest.mark.parametrize("n", [0, 1, 7, 40])
def test_every_kind_of_zone(kind: ZoneKind, n: int) -> None:
    """Every kind has places for all its cards that are shown, inside of its block."""
    faces = [Face("up", "7S", seat=i % 4, x=i % 7, y=i // 7, mark=list(MARKS)[i % 7]) for i in range(n)]  # type: ignore[arg-type]
    zone = Zone("zone", kind, "table", "Zone", None, faces, n)
    view = _view([zone])
    spots, width, height = Drawer(view, 40, 900)._spots(zone, 40)
    shown = min(n, 1) if kind in ("stock", "pile") else n
    assert sorted(at for _, _, at in spots) == list(range(n - shown, n))
    assert all(0 <= x <= width - 40 + 1e-6 and 0 <= y <= height - 56 + 1e-6 for x, y, _ in spots)
    assert width <= 900
    assert not np.array_equal(picture_of(view), picture_of(_view([]))), "at least its label is drawn"


def _view(zones: list[Zone]) -> View:
    return View(2, "game", "Game", "french", None, None, "play", False, False, 0, "Play.", "", [], [], [], zones)


def test_a_card_face_down_shows_its_back() -> None:
    """Even if its code were known."""
    down, known = (
        picture_of(_view([Zone("zone", "hand", "hand", "Hand", None, [Face("down", code)], 1)])) for code in (None, "7S")
    )
    assert np.array_equal(down, known)


def test_marks_and_badges_are_those_of_views() -> None:
    """Every mark of a face has a colour; a badge is that of the first fact that fits the card."""
    marks = get_args(Face.__dataclass_fields__["mark"].type) or (
        "winning",
        "match",
        "couples",
        "last",
        "number",
        "suit",
        "pivot",
    )
    assert set(MARKS) == set(marks) - {""}
    state = sevenfold.load("seven_truf").start(7)
    facts = tuple(state.view(0).facts)
    trump = next(fact.suit for fact in facts if fact.badge == "trump")
    assert trump is not None
    assert badge_of(facts, "french", f"7{trump}") == "trump"
    other = next(letter for letter in "SHDC" if letter != trump)
    assert badge_of(facts, "french", f"7{other}") == ""
    assert card_image("french", "7S", 60, "trump").tobytes() != card_image("french", "7S", 60).tobytes()


@pytest.mark.parametrize(
    ("path", "size"),
    [
        ("M0 0H10V10H0Z", 100),
        ("m0 0 10 0 0 10 -10 0z", 100),  # further numbers of a move are lines
        ("M0,0L10,0L10,10L0,10", 100),
        ("M-10 0a10 10 0 1 1 20 0a10 10 0 1 1 -20 0Z", 314),
        ("M-10 0A10 10 0 0 1 10 0Z", 157),
        ("M-20 0A20 10 0 1 0 20 0A20 10 0 1 0 -20 0Z", -628),
        ("M0 0L10 0A10 10 0 0 1 0 10Z", 79),  # a quarter of a disc, and the other three quarters
        ("M0 0L10 0A10 10 0 1 0 0 10Z", -236),
        ("M0 0L10 0A10 10 0 1 1 0 10Z", 336),  # the large part of the other disc through the same points
        ("M0 0C0 10 10 10 10 0Z", -60),
        ("M0 0C0 10 10 10 10 0S20 -10 20 0", 0),
        ("M0 0Q5 10 10 0Z", -33),
        ("M0 0Q5 10 10 0T20 0Z", 0),
        ("M0 0A0 0 0 0 1 10 0L10 10Z", 50),
    ],
)
def test_paths(path: str, size: float) -> None:
    """Paths enclose what they should: squares, discs, halves, ellipses, curves that go on smoothly."""
    (line,) = lines_of(path)
    assert area(line) == pytest.approx(size, rel=0.02, abs=3)


def test_holes_and_faulty_paths() -> None:
    """A part that runs the other way round is left out; what follows a mistake too."""
    ink = Ink(100, 100, finer=1)
    ink.shape("M-40 -40H40V40H-40ZM-20 -20V20H20V-20Z", 50, 50, 100, (255, 0, 0, 255))
    pixels = np.asarray(ink.image)
    assert pixels[50, 50].tolist() == [0, 0, 0, 0]
    assert pixels[20, 20].tolist() == [255, 0, 0, 255]
    assert lines_of("") == ()
    assert len(lines_of("M0 0L1 1L2")[0]) == 2


def test_letters() -> None:
    """What Pillow's font lacks is written otherwise; nothing is lost."""
    assert in_letters("7 × ½ – café") == "7 x 1/2 - cafe"


def test_the_kept_looks_are_json() -> None:
    """They are read as they were written."""
    assert json.loads(card_looks.KEPT.read_text(encoding="utf-8")) == looks()
