"""The public surface: what `import sevenfold` gives, how it prints, and how it refuses."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import sevenfold
from sevenfold.bots.levels import SPECS

GAME = sevenfold.load("sane_sevens")
TRUF = sevenfold.load("seven_truf")


def started() -> sevenfold.State:
    """A game of which a few actions have been played."""
    state = GAME.start(seed=7)
    for _ in range(5):
        state.play(state.legal_actions()[0])
    return state


# -- names ------------------------------------------------------------------------------------------------------------


def test_names() -> None:
    """Every public name is there, listed, documented, and has an example if it is a function or a class of ours."""
    for name in sevenfold.__all__:
        value = getattr(sevenfold, name)
        assert name in dir(sevenfold)
        if callable(value) and not (isinstance(value, type) and issubclass(value, Exception)):
            assert value.__doc__, name
            assert name in ("View", "Refusal") or ">>> " in value.__doc__, name


def test_star_import() -> None:
    """`from sevenfold import *` brings all of them."""
    space: dict[str, Any] = {}
    exec("from sevenfold import *", space)
    assert set(sevenfold.__all__) <= set(space)


@pytest.mark.parametrize("name", ["advise", "bot", "choose", "review", "simulate", "solve"])
def test_functions_have_full_docstrings(name: str) -> None:
    """The docstrings of functions say what goes in, what comes out, and what is refused."""
    doc = getattr(sevenfold, name).__doc__
    assert all(f"\n    {section}:\n" in doc for section in ("Args", "Returns", "Raises", "Example"))


def test_python_m() -> None:
    """`python -m sevenfold` is the command; in a process of its own, whose signals it watches."""
    command = [sys.executable, "-m", "sevenfold"]
    assert "sane_sevens" in subprocess.run([*command, "games"], capture_output=True, text=True, check=True).stdout
    done = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"sevenfold {sevenfold.__version__}\n"


# -- functions --------------------------------------------------------------------------------------------------------


def test_bot() -> None:
    """A spec names a bot; with a game, the one that a level is in it."""
    assert sevenfold.bot("expert").spec == "expert"
    assert sevenfold.bot("expert", TRUF).spec == SPECS["expert"]["seven_truf"]
    assert sevenfold.bot("random", TRUF).spec == "random"
    assert repr(sevenfold.bot("search:20")) == "sevenfold.bot('search:20')"
    with pytest.raises(sevenfold.BadInput, match="There is no bot 'nobody'"):
        sevenfold.bot("nobody", TRUF)


def test_choose() -> None:
    """A choice is a named action, the same each time; another seed may give another, and the state is left as it is."""
    state = started()
    before = state.copy()
    action = sevenfold.choose(state, "random")
    assert (str(action), action) == (str(state.action(action)), sevenfold.choose(state, sevenfold.bot("random")))
    assert sevenfold.choose(state, "random", seed=1) == sevenfold.choose(state, "random", seed=1)
    opening = sevenfold.load("second_thoughts").start(seed=1)
    assert len({sevenfold.choose(opening, "random", seed=seed) for seed in (*range(20), (1 << 256) - 1)}) > 1
    assert state == before
    for seed in (-1, 1 << 256, 1.5, True):
        with pytest.raises(sevenfold.BadInput, match="A seed is a whole number"):
            sevenfold.choose(state, "random", seed=seed)  # type: ignore[arg-type]


def test_review_takes_a_record_too() -> None:
    """A state and its record have the same review."""
    state = started()
    found = sevenfold.review(state, simulations=20)
    assert found == sevenfold.review(sevenfold.Record(state), simulations=20)
    assert repr(found).startswith(f"<Review of sane_sevens: {len(found.decisions)} decisions, ")


def test_solve() -> None:
    """One entry for both solvers; what neither takes is refused."""
    patience = sevenfold.load("seven_solitaire")
    assert sevenfold.solve(patience.start(seed=1)).outcome == "unsolvable"
    assert sevenfold.solve(patience.start(seed=1)).line == ()
    found = sevenfold.solve(TRUF.start(seed=7))
    assert (found.outcome, str(found.line[0])) == ("solved", "bid 0")
    late = sevenfold.solve(sevenfold.load("pyramid", rows=7).start(seed=2), seconds=1e-9)
    assert (late.outcome, late.line) == ("out of time", ())
    with pytest.raises(sevenfold.BadInput, match="There is no solver for Sane Sevens"):
        sevenfold.solve(GAME.start(seed=7))


def test_simulate() -> None:
    """Bots are given as a list or as one for all seats; the seed decides the games."""
    one = sevenfold.simulate(GAME, games=20, bots="thumb", seed=3)
    assert one.bots == ["thumb", "thumb"]
    assert one.moves == sevenfold.simulate(GAME, games=20, bots=["thumb"], seed=3).moves
    assert one.moves != sevenfold.simulate(GAME, games=20, bots="thumb", seed=4).moves


# -- legal actions ----------------------------------------------------------------------------------------------------


def test_legal_actions_are_a_set() -> None:
    """Legal actions equal themselves, and sets and ordered lists of their numbers; they can be hashed and combined."""
    state = TRUF.start(7)
    legal = state.legal_actions()
    assert legal == state.legal_actions() == {0, 1} == frozenset({0, 1})
    assert legal == [0, 1]
    assert legal != [1, 0]
    assert legal != {0}
    assert legal != (0, 1)
    assert legal != "bid 0"
    assert hash(legal) == hash(state.legal_actions()) == hash(frozenset({0, 1}))
    assert legal & {1, 2} == {1}
    assert legal - {0} == {1}
    assert legal <= {0, 1, 2}
    state.play(0)
    state.play(0)
    assert list(legal) == [0, 1]


# -- how things print -------------------------------------------------------------------------------------------------


def shown() -> list[object]:
    """One of each thing that is public."""
    state = started()
    return [
        GAME, GAME.rules, state, state.view(0), state.legal_actions(), sevenfold.bot("club"), sevenfold.Record(state),
        sevenfold.advise(state, simulations=50), sevenfold.review(state, simulations=20),
        sevenfold.simulate(GAME, games=2), sevenfold.simulate(GAME, games=1),
        sevenfold.solve(TRUF.start(seed=7)), sevenfold.solve(sevenfold.load("seven_solitaire").start(seed=1)),
    ]  # fmt: skip


def test_pictures() -> None:
    """Each has a short text and a picture in a notebook, which is well-formed."""
    for thing in shown():
        picture: Any = thing
        balance: list[str] = []

        class Tags(HTMLParser):
            """Holds every end tag against its start tag."""

            def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002 - the signature is Python's
                balance.append(tag)  # noqa: B023 - used before the loop goes on

            def handle_endtag(self, tag: str) -> None:
                assert balance.pop() == tag  # noqa: B023

        Tags().feed(picture._repr_html_())
        assert balance == []


def test_texts() -> None:
    """What used to print a screenful prints a line."""
    state = started()
    assert repr(state.view(0)) == f"<View of Sane Sevens for seat 0: {state.view(0).prompt}>"
    assert repr(state.view()).startswith("<View of Sane Sevens for a spectator: ")
    assert repr(sevenfold.simulate(GAME, games=20)) == "<Simulation of sane_sevens: 20 games between random, random>"
    assert repr(GAME.rules) == f"<Rules of Sane Sevens: {GAME.rules.about}>"
    advice = sevenfold.advise(state, simulations=50)
    assert repr(advice) == (
        f"<Advice to seat {state.turn}: {advice.best.text}; {len(advice.actions)} actions, {advice.samples} samples>"
    )
    for position in (state.position, state.redacted(0), state.position_at(2)):
        assert repr(position) == str(position)
        assert len(repr(position)) < 100
    assert repr(state.position).startswith("<1 position of ")
    assert repr(state.position["turn"]) == f"Position([{state.turn}])"


def test_html_is_escaped() -> None:
    """Nothing in a record of somebody else's runs in a notebook."""
    data = sevenfold.Record(started()).data | {"moves": ["<script>"]}
    assert "<script>" not in sevenfold.Record.from_json(json.dumps(data))._repr_html_()


# -- records ----------------------------------------------------------------------------------------------------------


def test_record(tmp_path: Path) -> None:
    """A record is saved, loaded and replayed."""
    state = started()
    record = sevenfold.Record(state)
    path = tmp_path / "game.json"
    record.save(path)
    again = sevenfold.Record.load(str(path))
    assert again == record == copy.deepcopy(record) == pickle.loads(pickle.dumps(record))
    assert (again.replay(), again.moves, again.is_finished) == (state, record.data["moves"], False)
    assert again != sevenfold.Record(GAME.start(seed=8))
    assert repr(record) == "<Record of sane_sevens, seed 7: 5 moves, not finished>"
    while not state.is_over:
        state.play(state.legal_actions()[0])
    sevenfold.Record(state).save(path)
    assert sevenfold.Record.load(path).is_finished


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("{", sevenfold.NotARecord, "This is not a record, which is one JSON object: "),
        ("[]", sevenfold.NotARecord, "A record is one JSON object."),
        ("{}", sevenfold.NotARecord, "The record has no format, "),
        ("[" * 100_000, sevenfold.NotARecord, "it is nested more than 64 levels deep"),
        ("", sevenfold.BadInput, "is empty; a record or a transcript is expected."),
    ],
)
def test_what_is_no_record(tmp_path: Path, text: str, error: type[Exception], says: str) -> None:
    """A file that holds no record is refused in words, when it is loaded."""
    path = tmp_path / "game.json"
    path.write_text(text)
    with pytest.raises(error) as refusal:
        sevenfold.Record.load(path)
    assert says in str(refusal.value)


def test_files_that_cannot_be(tmp_path: Path) -> None:
    """So are files that cannot be read or written."""
    with pytest.raises(sevenfold.BadInput, match="cannot be read: No such file"):
        sevenfold.Record.load(tmp_path / "nothing.json")
    with pytest.raises(sevenfold.BadInput, match="cannot be written: Is a directory"):
        sevenfold.Record(started()).save(tmp_path)


def test_a_record_that_does_not_fit() -> None:
    """A record of another game's moves is loaded, and refused when it is replayed."""
    data = sevenfold.Record(started()).data | {"seed": 8}
    record = sevenfold.Record.from_json(json.dumps(data))
    with pytest.raises(sevenfold.BadRecord, match="does not fit"):
        record.replay()
