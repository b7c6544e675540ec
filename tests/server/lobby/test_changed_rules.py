"""Games whose rules change, or whose package goes, while they are stored: what was won stays won, and people are told."""

from __future__ import annotations

import ast
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from helpers.faulty_games import forget
from helpers.table_server import RANDOM, Running, running
from helpers.together import given_up, join
from sevenfold import registry
from sevenfold.cards import SEVENDECK_PACK
from sevenfold.cli import run
from sevenfold.declare.fingerprint import fingerprint
from sevenfold.registry import rules_of
from sevenfold.server.storage import rooms

RULES = '''"""Lay numbers; the larger sum wins."""

from sevenfold.cards import SEVENDECK_PACK
from sevenfold.devise import Fields, Rules, a_number, a_seat, bit, end_game, event, next_turn, number, number_actions


class Position(Fields):
    first = number()
    second = number()


rules = Rules(Position, "sums", "Sums", pack=SEVENDECK_PACK, players=2, minutes=1, about="Lay numbers.")
rules.phase(0, "lay", number_actions("lay", range(10)))
laid = event("lay", is_move=True, seat=a_seat(), number=a_number(), say="{seat} lay[s] {number}.")


@rules.answers
def start(s):
    s.turn = 0


@rules.allows(0, "SUMS-1", "That number is not offered.")
def offered(s):
    return bit(1) | bit(2)


@rules.applies(0)
def lay(s, action):
    laid(s, s.turn, action)
    if s.turn == 0:
        s.first += action
    else:
        s.second += action
    next_turn(s)
    if s.first + s.second >= 6:
        end_game(s)


@rules.answers
def standing(s, seat):
    return s.first if seat == 0 else s.second


@rules.texts
def table(look):
    for seat in look.every_seat:
        look.seat(seat, score=look.s.first if seat == 0 else look.s.second)


@rules.texts
def prompt(s):
    return "Lay a number."
'''
LOW_WINS = RULES.replace("return s.first if seat == 0 else s.second", "return -s.first if seat == 0 else -s.second")
NO_TWO = RULES.replace("bit(1) | bit(2)", "bit(1) | bit(3)")
OTHER_TEXTS = (
    RULES.replace("Lay a number.", "Lay one of the numbers.")
    .replace("That number is not offered.", "Only 1 and 2 may be laid.")
    .replace("    s.turn = 0\n", '    """The first begins."""\n    s.turn = 0  # the first\n')
)
SAID_OF_VALUES = RULES.replace("first = number()", "first = number(most=20)").replace("minutes=1", "minutes=1, results=(0, 20)")


class Package:
    """The package of the game, which can be changed and removed between two servers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        about = folder / "sums-1.dist-info"
        about.mkdir()
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: sums\nVersion: 1\n")
        self.install(RULES)

    def install(self, text: str | None) -> None:
        """Put these rules in place of the earlier ones; None: remove the game."""
        (self.folder / "sums.py").write_text(text or "")
        point = f"[{registry.GROUP}]\nsums = sums:rules\n" if text else ""
        (self.folder / "sums-1.dist-info" / "entry_points.txt").write_text(point)
        sys.modules.pop("sums", None)
        forget()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Package]:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # two versions written within a second look the same to Python
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    yield Package(tmp_path)
    sys.modules.pop("sums", None)
    forget()


def lay(server: Running, room: str, *numbers: int, by: httpx.Client | None = None) -> dict[str, Any]:
    """Lay numbers at one's turns; returns the view message after the last."""
    with server.play(room, by) as player:
        player.receive("view")
        for number in numbers:
            player.to_move()
            player.send({"type": "move", "number": player.number, "actions": [number]})
            player.receive("view")
        message: dict[str, Any] = json.loads(player.sent[-1])
        return message


def played(server: Running, *numbers: int) -> str:
    """A room in which one person holds both seats and has laid these numbers."""
    room = server.new_room("sums", seats=[{"kind": "you"}, {"kind": "you"}])
    lay(server, room, *numbers)
    return room


def record_of(server: Running, room: str) -> dict[str, Any]:
    answer = server.http.get(f"/api/rooms/{room}/record")
    assert answer.status_code == 200, answer.text
    record: dict[str, Any] = answer.json()
    return record


# -- what counts as a change ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "same"), [(OTHER_TEXTS, True), (SAID_OF_VALUES, True), (LOW_WINS, False), (NO_TWO, False)])
def test_texts_and_comments_are_no_other_rules(package: Package, text: str, same: bool) -> None:
    before = rules_of("sums").fingerprint
    assert len(before) == 16
    package.install(text)
    assert (rules_of("sums").fingerprint == before) == same


def test_the_fingerprint_covers_what_a_game_imports() -> None:
    """The shared mechanics and the game's other files count; another game's do not."""
    rules = rules_of("seven_truf")
    path = Path(str(sys.modules["sevenfold.mechanics.tricks"].__file__))
    before, text = rules.fingerprint, path.read_bytes()
    real = ast.parse

    def other(source: bytes) -> ast.Module:
        return real(source + b"\nADDED = 1\n" if source == text else source)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ast, "parse", other)
        assert fingerprint(rules.position.__module__, rules.pack) != before
        pyramid = rules_of("pyramid")
        assert fingerprint(pyramid.position.__module__, SEVENDECK_PACK) == pyramid.fingerprint


# -- games that are over ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_known", [True, False], ids=["with a fingerprint", "from an older version"])
@pytest.mark.parametrize(("rules", "shown"), [(LOW_WINS, 4), (NO_TWO, 1)], ids=["another winner", "a move that is illegal"])
def test_a_finished_game_keeps_its_result(package: Package, tmp_path: Path, rules: str, shown: int, is_known: bool) -> None:
    """Everywhere it is shown: as a room, in lists, in the replay, in the record, in the review; and a sentence says why."""
    with running(tmp_path / "table.db") as server:
        room = played(server, 1, 2, 1, 2)
        before = server.http.get(f"/api/rooms/{room}").json()
        assert (before["result"]["winners"], before["rules_note"]) == ([1], "")
        if not is_known:
            server.run(rooms.change, room, {"rules": ""})
    package.install(rules)
    with running(tmp_path / "table.db") as server:
        message = lay(server, room)
        assert message["view"]["result"]["winners"] == [1]
        assert message["view"]["made"] == shown
        assert [seat["score"] for seat in message["view"]["seats"]] == ["2", "4"]
        note = message["room"]["rules_note"]
        assert note.startswith("The rules of Sums have changed since this game was played.")
        assert note.endswith("Its result is the one it had then.")
        assert ("Move 2 no longer fits" in note) == (shown == 1)
        assert not message["room"]["may_undo"]
        listed = next(one for one in server.http.get("/api/rooms").json()["rooms"] if one["id"] == room)
        assert listed["result"] == before["result"]
        assert bool(listed["rules_note"]) >= is_known
        steps = server.http.get(f"/api/rooms/{room}/replay").json()
        assert (steps["note"], len(steps["steps"])) == (note, shown + 1)
        assert steps["steps"][-1]["text"].endswith(before["result"]["sentence"])
        last = server.http.get(f"/api/rooms/{room}/replay/{shown}").json()
        assert last["result"]["winners"] == [1]
        record = record_of(server, room)
        assert (record["format"], record["moves"], record["result"]["winners"]) == (3, [1, 2, 1, 2], [1])
        review = server.http.get(f"/api/rooms/{room}/review?seat=1").json()
        assert review["note"].startswith(note)
        assert review["result"] == 1.0
    package.install(RULES)
    with running(tmp_path / "table.db") as server:  # under the old rules again, all is as it was
        assert lay(server, room)["room"]["rules_note"] == ""
        assert server.http.post("/api/records", json=record).status_code == 201


@pytest.fixture
def record(package: Package, tmp_path: Path) -> Path:
    """The record of a game, as a server gives it."""
    file = tmp_path / "sums.json"
    with running(tmp_path / "table.db") as server:
        file.write_text(json.dumps(record_of(server, played(server, 1, 2, 1, 2))))
    return file


def test_the_command_line_says_that_a_record_has_other_rules(
    package: Package, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a server says while the game is played is not captured: `capsys` comes after the record."""
    expected = [  # rules; exit codes of verify, replay, review; what all say; whether all moves fit
        (RULES, (0, 0, 0), ""),
        (LOW_WINS, (1, 0, 1), "The rules of Sums have changed since this record was made."),
        (NO_TWO, (1, 0, 1), "Move 2, 'lay 2', does not fit"),
        (None, (2, 2, 2), "There is no game sums."),
    ]
    for rules, codes, sentence in expected:
        package.install(rules)
        for command, code in zip(("verify", "replay", "review"), codes, strict=True):
            more = ["--simulations", "2"] if command == "review" else []
            assert run([command, str(record), *more]) == code, (command, rules)
            told = "".join(capsys.readouterr())
            assert sentence in told
            if rules in (LOW_WINS, NO_TWO) and command == "replay":
                assert "seat 1 won." in told


# -- games in progress ------------------------------------------------------------------------------------------------


def test_a_running_game_rests_until_somebody_lets_it_go_on(package: Package, tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as server:
        room = server.new_room("sums", seats=[{"kind": "you"}, RANDOM], pace="instant")
        lay(server, room, 1)
    package.install(LOW_WINS)
    with running(tmp_path / "table.db") as server, server.play(room) as host, server.play(room, httpx.Client()) as guest:
        shown = host.receive("view")["room"]
        assert (shown["paused"], shown["may_go_on"]) == (True, True)
        assert shown["rules_note"].startswith("The rules of Sums have changed since this game was begun. It rests until")
        assert not guest.receive("view")["room"]["may_go_on"]
        assert host.refused(type="move", number=host.number, actions=[1]) == "not_now"
        assert host.refused(type="step") == "not_now"
        assert guest.refused(type="resume") == "not_host"
        host.send({"type": "resume"})
        shown = host.room_when(lambda room: not room["paused"])
        assert shown["rules_note"] == ""
        view = host.to_move()
        while view["moves"]:
            host.move(view)
            view = host.my_turn()
    with running(tmp_path / "table.db") as server:
        assert lay(server, room)["room"]["rules_note"] == ""


def test_a_player_lets_it_go_on_while_the_host_is_away(package: Package, tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as server, server.somebody("Kim") as kim:
        room = server.new_room("sums", seats=[{"kind": "you"}, {"kind": "open"}])
        join(server, room, kim, 1)
        with server.play(room) as host:
            host.send({"type": "start"})
            host.receive("view")
            cookies = dict(kim.cookies)
    package.install(LOW_WINS)
    with running(tmp_path / "table.db") as server, server.somebody() as kim:
        kim.cookies.update(cookies)
        with server.play(room, kim) as player:
            assert player.receive("view")["room"]["may_go_on"]
            with server.play(room) as host:
                assert host.receive("view")["room"]["may_go_on"]
                assert player.refused(type="resume") == "not_host"
            player.room_when(lambda room: room["may_go_on"])
            player.send({"type": "resume"})
            player.room_when(lambda room: not room["paused"])


def test_a_game_that_cannot_go_on_is_kept_with_its_record(package: Package, tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as server:
        room = server.new_room("sums", seats=[{"kind": "you"}, {"kind": "you"}])
        lay(server, room, 1, 2)
    package.install(NO_TWO)
    with running(tmp_path / "table.db") as server:
        with server.play(room) as host:
            shown = host.receive("view")["room"]
            assert not shown["may_go_on"]
            assert "Move 2 no longer fits" in shown["rules_note"]
            assert host.refused(type="resume") == "not_now"
        given_up(server, room, server.http)
        assert record_of(server, room)["moves"] == [1, 2]


# -- games that are not installed -------------------------------------------------------------------------------------


def test_a_game_that_is_not_installed_is_named_and_its_record_can_be_had(
    package: Package, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with running(tmp_path / "table.db") as server:
        over = played(server, 1, 2, 1, 2)
        begun = server.new_room("sums", seats=[{"kind": "you"}, {"kind": "you"}])
        lay(server, begun, 1)
        before = server.http.get(f"/api/rooms/{over}").json()["result"]
    package.install(None)
    sentence = "The game sums is not installed on this server."
    with running(tmp_path / "table.db") as server:
        for room in (over, begun):
            with server.play(room) as player:
                told = player.receive("error")
            assert (told["code"], told["message"]) == ("unknown_game", sentence)
            assert server.http.get(f"/api/rooms/{room}").json()["rules_note"] == sentence
        answer = server.http.get(f"/api/rooms/{over}/replay")
        assert server.error(answer) == (404, "unknown_game")
        assert server.http.get(f"/api/rooms/{over}").json()["result"] == before
        record = record_of(server, over)
        assert (record["moves"], record["result"]["winners"]) == ([1, 2, 1, 2], [1])
        file = tmp_path / "over.json"
        assert run(["record", f"http://{server.address}/#/room/{over}", "--out", str(file)]) == 0
        assert json.loads(file.read_text()) == record
        assert server.error(server.http.get(f"/api/rooms/{begun}/record")) == (409, "not_over")  # its cards stay secret
        with server.somebody("Kim") as kim:
            assert server.error(kim.post(f"/api/rooms/{begun}/give-up")) == (403, "not_yours")
        given_up(server, begun, server.http)
        assert record_of(server, begun)["moves"] == [1]
        assert server.http.get("/api/statistics").json()["games"][0]["played"] == 2
    package.install(RULES)
    with running(tmp_path / "table.db") as server:
        assert lay(server, over)["room"]["rules_note"] == ""
