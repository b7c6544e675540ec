"""Games of another package, most of them faulty: some fail when loaded, some in their rules, some in their texts; some do not
end."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from sevenfold import registry
from sevenfold.registry import game_files
from sevenfold.server.lobby import catalogue, rule_pages

FICKLE = '''"""Press numbers: seven is too much for the rules, and the words fail when they are told to."""

from sevenfold.cards import SEVENDECK_PACK
from sevenfold.devise import Fields, Rules, a_number, a_seat, bit, end_game, event, next_turn, number, number_actions

FAILING = set()  # the words that fail


def may_fail(word):
    if word in FAILING:
        raise RuntimeError(f"{word} is in a mood")


class Position(Fields):
    total = number()


rules = Rules(
    Position, "fickle", "Fickle", pack=SEVENDECK_PACK, players=2, minutes=1, about="Press numbers.",
    illegal=lambda options: may_fail("illegal"),
)
rules.phase(0, "press", number_actions("press", range(10)))
pressed = event("press", is_move=True, seat=a_seat(), number=a_number(), say="{seat} press[es] {number}.")


def refusal(s, action):
    may_fail("refusal")
    return "That is not offered."


@rules.answers
def start(s):
    s.turn = 0


@rules.allows(0, "FICKLE-1", refusal)
def offered(s):
    return bit(1) | bit(2) | bit(7) if s.turn == 0 else bit(1)


@rules.applies(0)
def press(s, action):
    pressed(s, s.turn, action)
    s.total += action
    if action == 7:
        raise ValueError("seven is too much")
    next_turn(s)
    if s.total >= 20:
        end_game(s)


@rules.answers
def standing(s, seat):
    return s.total


@rules.texts
def table(look):
    may_fail("table")
    for seat in look.every_seat:
        look.seat(seat, score=look.s.total)


@rules.texts
def prompt(s):
    may_fail("prompt")
    return "Press a number."
'''
INCOMPLETE = FICKLE.partition("@rules.texts")[0].replace('"fickle"', '"incomplete"')
MODULES = {
    "fickle": FICKLE,
    "incomplete": INCOMPLETE,
    "unlucky": 'raise RuntimeError("no luck today\\nat all")',
    "leaving": "import sys\nsys.exit(3)",
    "misnamed": "from fickle import rules",
    "unlisted": FICKLE.replace('"fickle", "Fickle"', '"unlisted", 7'),
}
WRONG = {
    "incomplete": "missing: table, prompt",
    "leaving": "SystemExit: 3",
    "misnamed": "its entry point is not the Rules of that name",
    "missing": "No module named 'missing'",
    "unlucky": "RuntimeError: no luck today",
}  # at loading
WITHOUT_END = FICKLE.replace(
    "def may_fail(word):\n",
    """def may_fail(word):
    if word == TEXT:
        while len(word) > 0:
            word += word[:0]
""",
)
STUCK = """    while s.total >= 0:
        s.total += 0
"""
ENDLESS = {
    "endless_rule": WITHOUT_END.replace(
        "    if action == 7:\n", "    if action == 2:\n    " + STUCK.replace("\n", "\n    ") + "if action == 7:\n"
    ),
    "endless_start": WITHOUT_END.replace("    s.turn = 0\n", f"    s.turn = 0\n{STUCK}"),
    "endless_text": WITHOUT_END.replace("TEXT", '"table"'),
    "endless_option": WITHOUT_END.replace("TEXT", '"illegal"'),
}  # which of their functions do not end, when they are called
ENDLESS = {name: text.replace('"fickle"', f'"{name}"').replace("TEXT", '""') for name, text in ENDLESS.items()}


def install(folder: Path, modules: Mapping[str, str]) -> None:
    """Write games into a folder, laid out like an installed package."""
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(text)
    about = folder / "faulty-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: faulty\nVersion: 1\n")
    points = [f"{name} = {name}:rules" for name in (*modules, "missing")]
    (about / "entry_points.txt").write_text("\n".join([f"[{registry.GROUP}]", *points]) + "\n")


@contextmanager
def installed(folder: Path, modules: Mapping[str, str] = MODULES) -> Iterator[None]:
    """Let this process and its children find games inside the block, which are not checked when they are loaded."""
    install(folder, modules)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        patch.setenv("PYTHONPATH", os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]))
        patch.setattr(registry, "CHECKS_ON_LOAD", False)
        patch.setenv("SEVENFOLD_UNCHECKED", "1")
        forget()
        yield
    forget()


def forget() -> None:
    """Let the games be looked for anew."""
    for function in (registry._entry_points, registry._rules_or_fault, registry._error_of, catalogue._catalogue):
        function.cache_clear()
    registry._broken.clear()


# -- a game without a fault ---------------------------------------------------------------------------------------------

COUNTDOWN = '''"""Countdown: take one or two; who takes the last wins."""

from sevenfold.cards import SEVENDECK_PACK
from sevenfold.devise import (
    Fields, Rules, a_number, a_seat, bit, compiled, end_game, event, next_turn, number, number_actions,
)


class Position(Fields):
    left = number()
    taken = number(2)


rules = Rules(Position, "countdown", "Countdown", pack=SEVENDECK_PACK, players=2, minutes=1, about="Take one or two.")
rules.phase(0, "take", number_actions("take", range(3)))
took = event("take", is_move=True, seat=a_seat(), number=a_number(), say="{seat} take[s] {number}.")


@rules.answers
def start(s):
    s.left = 5
    s.turn = 0


@rules.allows(0, "COUNT-1", "Take one or two, and no more than there are.")
def offered(s):
    return bit(1) | bit(2) if s.left > 1 else bit(1)


@rules.applies(0)
def take(s, action):
    took(s, s.turn, action)
    s.left -= action
    if s.left == 0:
        s.taken[s.turn] = 1
        end_game(s)
    else:
        next_turn(s)


@rules.answers
def standing(s, seat):
    return s.taken[seat]


@rules.texts
def table(look):
    for seat in look.every_seat:
        look.seat(seat, score=look.s.taken[seat])


@rules.texts
def prompt(s):
    return f"Take one or two of {s.left}."
'''


@contextmanager
def unnamed(*names: str) -> Iterator[None]:
    """Let no module have these names inside the block, whatever other tests have loaded."""
    with pytest.MonkeyPatch.context() as patch:
        for name in names:
            patch.delitem(sys.modules, name, raising=False)
            patch.delitem(game_files._folders, name, raising=False)
        yield
        for name in names:
            sys.modules.pop(name, None)
            game_files._folders.pop(name, None)


@contextmanager
def forgetting() -> Iterator[None]:
    """Forget the games that are loaded from files inside the block."""
    before = set(game_files.entry_points())
    try:
        yield
    finally:
        forget_games_except(before)


def forget_games_except(kept: Collection[str]) -> None:
    """Forget the other games that were loaded from files, and all that was remembered of them."""
    for id in game_files.entry_points().keys() - set(kept):
        game_files.forget(id)
        registry._broken.pop(id, None)
    for function in (registry._rules_or_fault, catalogue._catalogue, rule_pages.rule_page):
        function.cache_clear()
