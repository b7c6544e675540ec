"""Bots of other packages."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import sevenfold
from helpers.hidden import twin_now
from helpers.random_games import random_points
from sevenfold.bots import bot, choose, external, kinds
from sevenfold.bots.dealt import DealtState
from sevenfold.bots.kinds import KINDS, OTHER_WORDS
from sevenfold.errors import BadInput, BrokenBot
from sevenfold.kernel.chance import source
from sevenfold.lab.simulation import simulate

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot_package"
HIDING = ["sane_sevens", "second_thoughts", "seven_truf", "seven_and_seven", "chain_up", "pyramid"]
BOTS = '''
"""Bots to test with."""
from sevenfold import State

SEEN = []

class First:
    """Plays the first legal action."""
    display_name = "The First"
    def choose(self, state: State) -> object:
        SEEN.append(state)
        return str(state.legal_actions()[0])

class Raising(First):
    def choose(self, state: State) -> object:
        raise RuntimeError("my model is missing")

class Illegal(First):
    def choose(self, state: State) -> object:
        return 62

class Vain(First):
    def __init__(self, argument: str = "") -> None:
        raise ValueError("no argument will do")

class Spoiling(First):
    def choose(self, state: State) -> object:
        chosen = state.legal_actions()[0]
        state.play(chosen)
        state.position[0]["turn"] = 0
        return int(chosen)

NO_CLASS = 7
'''
NAMES = "first raising illegal vain spoiling"
AT_A_TABLE = """
import json, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from helpers.table_server import running
with running(Path(sys.argv[1])) as server:
    bots = {bot["id"]: bot["about"] for bot in server.http.get("/api/games").json()["bots"]}
    assert bots["playout"].startswith("Plays each card"), bots
    failing = server.new_room("sane_sevens", watch=True, seats=[{"kind": "bot", "bot": "raising"}])
    table = server.new_room("sane_sevens", seats=[{"kind": "you"}, {"kind": "bot", "bot": "playout:1"}])
    with server.play(failing) as other, server.play(table) as player:
        error = other.receive("error")
        assert "The bot raising failed: RuntimeError: my model is missing." in error["message"], error
        view = player.my_turn()
        while view["result"] is None:
            player.move(view)
            view = player.my_turn()
    print(json.dumps(view["result"]))
"""


def entry_points(folder: Path, text: str) -> None:
    """Write what an installed package says of itself."""
    info = folder / "some_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: some-bots\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[sevenfold.bots]\n{text}")


def write_bots(folder: Path) -> None:
    """A package of bots, some of which fail."""
    (folder / "some_bots.py").write_text(BOTS)
    lines = [f"{name} = some_bots:{name.title()}\n" for name in NAMES.split()]
    lines += ["missing = some_bots:Missing\n", "no_class = some_bots:NO_CLASS\n", "club = some_bots:First\n"]
    entry_points(folder, "".join(lines))


@pytest.fixture
def seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[DealtState]]:
    """The states that `first` is given, once the bots are installed."""
    write_bots(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    for cached in (external._points, external._loaded):
        cached.cache_clear()
    club = "The bot some_bots:First of the package some-bots is left out: the name club belongs to the built-in bot"
    with pytest.warns(UserWarning, match=club):
        external.names()
    yield __import__("some_bots").SEEN
    sys.modules.pop("some_bots")
    for cached in (external._points, external._loaded):
        cached.cache_clear()


# -- finding them -------------------------------------------------------------------------------------------------------


def test_they_are_listed_and_found(seen: list[DealtState]) -> None:
    listed = {kind.id: kind for kind in kinds()}
    assert (listed["first"].name, listed["first"].about) == ("The First", "Plays the first legal action.")
    assert not {"missing", "no_class"} & set(listed)
    assert bot("first").spec == "first"
    assert bot("club").spec == "club", "ours stays ours"
    assert list(listed).count("club") == 1
    state = sevenfold.load("sane_sevens").start(3)
    assert choose(bot("first"), state) == state.legal_actions()[0]
    assert len(seen) == 1


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("nobody", r"There is no bot 'nobody'. The bots: beginner, .*, search, strategy, first, illegal"),
        ("missing", "The bot missing cannot be loaded: AttributeError"),
        ("no_class", "its entry point is not a class with a method `choose`"),
        ("vain", "The bot vain cannot be made: ValueError: no argument will do"),
        ("first:3", "The bot first:3 cannot be made: TypeError"),
    ],
)
@pytest.mark.usefixtures("seen")
def test_what_cannot_play_is_refused(spec: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        bot(spec)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("raising", "The bot raising failed: RuntimeError: my model is missing."),
        ("illegal", "The bot illegal chose 62, which is not legal. It may choose: "),
    ],
)
@pytest.mark.usefixtures("seen")
def test_a_bot_that_fails_says_so(spec: str, said: str) -> None:
    state = sevenfold.load("sane_sevens").start(3)
    with pytest.raises(BrokenBot, match=said):
        choose(bot(spec), state)
    with pytest.raises(BrokenBot, match=said):
        simulate(state.game, 2, bots=[spec])


# -- what they are given ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HIDING)
def test_no_hidden_card_changes_what_it_is_given(name: str, seen: list[DealtState]) -> None:
    """Cards exchanged that its seat cannot tell apart: position, view, events and seed are the same."""
    chance, compared, player = Random(5), 0, bot("first")
    for state in random_points(sevenfold.load(name), chance, 30):
        if state.turn is None or len(state.legal_actions()) < 2:
            continue
        twin = twin_now(state, state.turn, chance)
        assert twin.position.tobytes() != state.position.tobytes()
        for one in (state, twin):
            choose(player, one, b"secret")
        given, of_twin = seen[-2:]
        assert given.seed == of_twin.seed != state.seed
        assert given.position.tobytes() == of_twin.position.tobytes()
        assert given.view(given.turn) == of_twin.view(of_twin.turn)
        assert given.events() == of_twin.events() == []
        assert given.actions == ()
        compared += 1
        if compared == 4:
            return
    assert compared


def test_a_dealt_state_is_used_like_any_other() -> None:
    state = sevenfold.load("seven_truf").start(4)
    while state.action_count < 70:
        state.play(state.legal_actions()[0])
    assert state.turn is not None
    given = DealtState(state.game, state.redeal(state.turn, source(1)), 7)
    assert (given.turn, given.phase, given.standing()) == (state.turn, state.phase, state.standing())
    assert list(given.legal_actions()) == list(state.legal_actions())
    assert str(given.view(given.turn)) or given.view(given.turn).zones
    trial = given.copy()
    for _ in range(40):
        trial.play(trial.legal_actions()[0])
    assert trial.events(0)
    again = pickle.loads(pickle.dumps(trial))
    assert again == trial
    assert isinstance(again, DealtState)
    trial.undo_to(0)
    assert trial == given
    with pytest.raises(BadInput, match="nothing to take back"):
        given.undo()


@pytest.mark.usefixtures("seen")
def test_what_it_does_to_its_state_changes_nothing() -> None:
    state = sevenfold.load("sane_sevens").start(3)
    before = state.position.tobytes()
    assert choose(bot("spoiling"), state) == state.legal_actions()[0]
    assert state.position.tobytes() == before


# -- the example --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a Python in which the example is installed, and the bots that fail."""
    site = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--target", str(site)]
    subprocess.run([*pip, str(EXAMPLE)], check=True, capture_output=True, text=True)
    write_bots(site)
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])}


def run(environment: dict[str, str], *command: str) -> str:
    done = subprocess.run([sys.executable, *command], env=environment, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def sevenfold_json(environment: dict[str, str], line: str) -> dict[str, Any]:
    """What the command prints."""
    found: dict[str, Any] = json.loads(run(environment, "-m", "sevenfold.cli", *line.split(), "--json"))
    return found


def test_the_example_is_short() -> None:
    files = [path for path in EXAMPLE.iterdir() if path.is_file()]
    assert sum(len(path.read_text().splitlines()) for path in files) < 60


def test_the_command_plays_the_example(installed: dict[str, str]) -> None:
    """It wins more than its share against random play, in `simulate` and on a ladder."""
    found = sevenfold_json(installed, "simulate sane_sevens --games 30 --bots playout,random")
    assert found["wins"][0]["share"] > found["wins"][1]["share"]
    found = sevenfold_json(installed, "ladder sane_sevens --deals 2 --bots playout:1,random")
    assert found["pairs"][0]["games"] > 0


def test_the_table_plays_the_example(installed: dict[str, str], tmp_path: Path) -> None:
    """A room with a bot that fails is told so; the example plays on in another room, to the end."""
    result = json.loads(run(installed, "-c", AT_A_TABLE, str(tmp_path / "table.db"), str(Path(__file__).parents[1])))
    assert result["returns"]


def test_the_names_of_built_in_bots_are_taken() -> None:
    assert set(external.BUILT_IN) == {*KINDS, *OTHER_WORDS}
