"""`docs/devise/tutorial.md`, done as it says."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sevenfold.cards import Card, Pack
from sevenfold.devise import NOBODY, Fields, Rules, card, cards, number, number_actions
from sevenfold.errors import BadInput
from sevenfold.games.suitability.roles import RoleFields
from sevenfold.kernel.fields import dtype_of
from sevenfold.kernel.questions import GENERIC
from sevenfold.mechanics.tricks import TrickFields

PAGE = Path(__file__).parents[2] / "docs" / "devise" / "tutorial.md"
PLAY = """
import json, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from helpers.table_server import running
with running(Path(sys.argv[1])) as server:
    games = [game["id"] for game in server.http.get("/api/games").json()["games"]]
    assert "sevens_high" in games, games
    table = server.new_room("sevens_high", seats=[{"kind": "you"}, {"kind": "bot", "bot": "search:50"}])
    with server.play(table) as player:
        view = player.my_turn()
        while view["result"] is None:
            player.move(view)
            view = player.my_turn()
    print(json.dumps(view["result"]))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a Python in which the page's game is installed."""
    folder, site = tmp_path_factory.mktemp("sevens-high"), tmp_path_factory.mktemp("site")
    for name, text in re.findall(r"```\w+ file=(\S+)\n(.*?)```", PAGE.read_text(), re.DOTALL):
        with (folder / name).open("a") as file:
            file.write(text + "\n\n")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--target", str(site)]
    subprocess.run([*pip, str(folder)], check=True, capture_output=True, text=True)
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])}


def run(environment: dict[str, str], *command: str) -> str:
    done = subprocess.run([sys.executable, *command], env=environment, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_command_knows_the_game(installed: dict[str, str]) -> None:
    """`sevenfold games` lists it, and `sevenfold simulate` plays it with the search bot, which wins more than its share."""
    command = "from sevenfold.cli import main; main()"
    assert "Sevens High" in run(installed, "-c", command, "games")
    simulate = ["simulate", "sevens_high", "--games", "60", "--bots", "search:200,random", "--json"]
    found = json.loads(run(installed, "-c", command, *simulate))
    assert found["games"] == 60
    assert found["wins"][0]["share"] > found["wins"][1]["share"]


@pytest.mark.slow
def test_the_table_plays_the_game(installed: dict[str, str], tmp_path: Path) -> None:
    """The server offers it, and it is played there against the search bot to its end."""
    result = json.loads(run(installed, "-c", PLAY, str(tmp_path / "table.db"), str(Path(__file__).parents[1])))
    assert sum(result["returns"]) <= 7
    assert not result["truncated"]


def test_what_is_missing_is_named() -> None:
    """A game without some of its rules is refused with what is missing."""

    class Empty(Fields):
        stock = cards(seen_by=NOBODY)

    rules = Rules(Empty, "empty", "Empty", pack=Pack("none", "french", (), ()), players=1, minutes=1, about="")
    rules.phase(0, "wait", number_actions("wait", range(3)))
    with pytest.raises(BadInput, match=r"start, standing, allows\(wait\), applies\(wait\), table, prompt"):
        rules.assemble()


def test_old_names_of_questions_are_accepted_with_a_warning() -> None:
    """`advised` and `outlook` are called `policy` and `heuristic_value` now."""

    class Older(Fields):
        stock = cards(seen_by=NOBODY)

    rules = Rules(Older, "older", "Older", pack=Pack("none", "french", (), ()), players=1, minutes=1, about="")

    def advised(s: Fields, legal: int) -> int:
        return legal & 1

    def outlook(s: Fields, seat: int) -> float:
        return 2.0

    for answer, name in ((advised, "policy"), (outlook, "heuristic_value")):
        with pytest.warns(DeprecationWarning, match=f"older: the question {answer.__name__} is now {name};"):
            registered = rules.answers(answer)
        assert GENERIC[name].answers[rules.dtype] is registered


def test_fields_that_words_need_are_declared_by_the_game() -> None:
    """A position that inherits from the fields of shared words declares each of them; no annotation of theirs is an option."""

    class Forgetful(RoleFields, TrickFields):
        bold: int
        hands = cards(2)
        trick = card(2)
        trick_size = leader = deal_number = number()

    assert Forgetful.options == ("bold",)
    with pytest.raises(BadInput, match=r"does not declare: roles, taker, lacks\.$"):
        dtype_of(Forgetful, ("bold",))


def test_too_many_cards_and_choices_are_refused() -> None:
    """A pack of over 60 cards, or a decision with over 62 choices, is refused with what to do instead."""
    with pytest.raises(BadInput, match="at most 60 cards"):
        Pack("large", "french", (), tuple(Card(f"c{i}", "", 0, i) for i in range(61)))

    class Wide(Fields):
        seen = cards()

    rules = Rules(Wide, "wide", "Wide", pack=Pack("none", "french", (), ()), players=1, minutes=1, about="")
    with pytest.raises(BadInput, match="at most 62 choices"):
        rules.phase(0, "choose", number_actions("take", range(64)))
