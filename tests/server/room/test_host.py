"""Who may do what: the host, another player, a spectator and a stranger, with every message and every route."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest

import sevenfold
from helpers.table_server import Player, Running, cookies_of, token_of
from sevenfold.playing.game import State
from sevenfold.protocol import AnyClientMessage
from sevenfold.server.logs import JsonFormatter, short
from sevenfold.server.room.commands import seats
from sevenfold.server.room.services import bots
from sevenfold.server.room.services.claims import ClaimService

HOST, PLAYER, SPECTATOR, STRANGER = ROLES = ("host", "player", "spectator", "stranger")
PLAYERS = {HOST, PLAYER}
REFUSED = {"not_yours", "not_host", "not_your_turn"}
GAME: dict[str, Any] = {"game": "cooperative_dominoes", "seats": [{"kind": "you"}, {"kind": "open"}], "pace": "slow"}
LOG_CALL = re.compile(r"\blog\.(?:debug|info|warning|error|exception)\(.*", re.MULTILINE)  # each is one line
RANDOM = {"type": "random", "value": "7f" * 32}

# Each message, who may send it in a game that is played (the host at seat 0, the player at seat 1), and what it is refused with
# where it makes no sense to anybody just now.
MESSAGES: list[tuple[dict[str, Any], set[str]]] = [
    ({"type": "beat"}, set(ROLES)),
    ({"type": "why", "text": "pass"}, set(ROLES)),
    ({"type": "show", "seat": 1}, {PLAYER}),
    ({"type": "react", "reaction": "wow"}, PLAYERS),
    ({"type": "say", "phrase": "blocked"}, PLAYERS),
    ({"type": "point", "zone": "stock"}, PLAYERS),
    ({"type": "chat", "text": "Hello"}, {HOST, PLAYER, SPECTATOR}),  # not for people without a name
    ({"type": "allow_chat", "on": False}, {HOST}),
    ({"type": "mute", "line": 1, "on": True}, set()),  # where nobody has written
    ({"type": "leave", "seat": 1}, {PLAYER}),
    ({"type": "leave", "seat": 0}, {HOST}),
    ({"type": "pace", "pace": "quick"}, {HOST}),
    ({"type": "pause"}, {HOST}),
    ({"type": "resume"}, {HOST}),
    ({"type": "bot", "seat": 1, "kind": "random"}, {HOST}),
    ({"type": "open", "seat": 1}, {HOST}),
    ({"type": "move"}, {"turn"}),
    (RANDOM, set()),
    ({"type": "hint"}, set()),  # where several people play
    ({"type": "can_win"}, set()),
    ({"type": "claim"}, {"turn"}),  # whether it may be claimed is found out afterwards
    ({"type": "withdraw"}, set()),  # where nobody asks
    ({"type": "hands", "open": True}, set()),  # where people play
    ({"type": "undo"}, set()),
    ({"type": "redo"}, set()),
    ({"type": "consent", "yes": True}, set()),
    ({"type": "step"}, set()),
    ({"type": "start"}, set()),
    ({"type": "sit", "seat": 1}, set()),
    ({"type": "design"}, set()),  # in a room that is no test room
    ({"type": "peek", "on": True}, set()),
    ({"type": "hold", "on": True}, set()),
    ({"type": "force", "actions": [0]}, set()),
    ({"type": "jump", "to": 0}, set()),
]  # fmt: skip
MAKE_SOMEBODY = ("/branch", "/solution", "/sit", "/invitations/friends")  # of a stranger; other paths do not
ROUTES: list[tuple[str, str, Any, set[str]]] = [
    ("GET", "", None, set(ROLES)),
    ("POST", "/invitations", {}, PLAYERS),
    ("POST", "/invitations/friends", {"friend": "nobody"}, set()),  # who is no friend of theirs
    ("GET", "/friends", None, set(ROLES)),
    ("POST", "/sit", None, PLAYERS),  # who sit there already; it is no public room
    ("PUT", "/public", {"on": True}, set()),  # the game has begun
    ("POST", "/give-up", None, PLAYERS),
    ("POST", "/again", {}, PLAYERS),
    ("DELETE", "", None, {HOST}),
    ("GET", "/record", None, set()),  # nobody may before the game is over
    ("GET", "/replay", None, set()),
    ("GET", "/replay/0", None, set()),
    ("GET", "/report", None, set()),
    ("POST", "/branch", {"made": 0, "seat": 0}, set()),
    ("GET", "/review", None, set()),
    ("POST", "/solution", None, set()),
]


@pytest.fixture(scope="module", autouse=True)
def _nobody_thinks() -> Iterator[None]:
    """Bots play at random and nothing can be claimed, so no search has to be compiled for tests of permissions."""

    async def found_uncertain(self: ClaimService, state: State) -> None:
        """What comes of a claim."""

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(seats, "USUAL", "random")
        patched.setattr(bots, "USUAL", "random")
        patched.setattr(ClaimService, "_judged", found_uncertain)
        yield


@pytest.fixture(scope="module")
def people(server: Running) -> Iterator[dict[str, httpx.Client]]:
    with server.somebody("Kim") as kim, server.somebody("Lou") as lou, server.somebody() as stranger:
        yield {HOST: server.http, PLAYER: kim, SPECTATOR: lou, STRANGER: stranger}


def a_game(server: Running, people: dict[str, httpx.Client], *, begun: bool = True) -> str:
    """A room in which the host and the player sit."""
    room = str(server.http.post("/api/rooms", json=GAME).json()["room"])
    path = server.http.post(f"/api/rooms/{room}/invitations", json={}).json()["path"]
    people[PLAYER].post("/api/join", json={"code": path.rpartition("/")[2]}).raise_for_status()
    if begun:
        with server.play(room) as host:
            host.receive("lobby")
            host.send({"type": "start"})
            host.receive("view")
    return room


def stands(server: Running, room: str) -> dict[str, Any]:
    """All that may be changed of a room."""
    info = dict(server.http.get(f"/api/rooms/{room}").json())
    seats = [{key: seat[key] for key in ("kind", "name", "bot", "stand_in", "gave")} for seat in info["seats"]]
    kept = ("status", "paused", "pace", "number", "taken_back", "asking", "test", "held")
    return {key: info[key] for key in kept} | {"seats": seats}


def answer_to(player: Player, message: dict[str, Any]) -> str:
    """The code with which a message is refused; empty if it is not."""
    if message["type"] in ("move", "hint", "can_win", "claim", "undo", "redo", "consent", "withdraw", "force", "jump"):
        message = message | {"number": player.number}
    if message["type"] == "move":
        message = message | {"text": "pass"}
    player.send(message)
    player.send({"type": "react", "reaction": "no such"})  # refused in any case, after the other
    first = player.receive("error")
    return "" if "reaction" in first["message"] else str(first["code"])


def test_every_message_is_in_the_table() -> None:
    kinds = {get_args(message.model_fields["type"].annotation)[0] for message in get_args(AnyClientMessage)}
    assert kinds == {message["type"] for message, _ in MESSAGES}


@pytest.mark.parametrize(("message", "allowed"), MESSAGES, ids=lambda value: value["type"] if isinstance(value, dict) else "")
def test_messages(server: Running, people: dict[str, httpx.Client], message: dict[str, Any], allowed: set[str]) -> None:
    room = a_game(server, people)
    turn = server.http.get(f"/api/rooms/{room}").json()["your_turn"]
    mover = HOST if turn else PLAYER
    allowed = {mover} if allowed == {"turn"} else allowed
    before = stands(server, room)
    for role in sorted(ROLES, key=lambda role: role in allowed):
        with server.play(room, people[role]) as player:
            player.receive("view")
            code = answer_to(player, message)
        if role in allowed:
            assert code in ("", "illegal", "not_certain"), (role, code)  # it was at least the mover's to make
            if len(allowed) > 1:
                continue
        else:
            assert code in REFUSED | {"not_now", "full", "not_said"}, (role, code)
            assert role not in (SPECTATOR, STRANGER) or code != "not_your_turn"
            assert stands(server, room) == before, role


@pytest.mark.parametrize(
    ("message", "allowed"),
    [({"type": "start"}, {HOST}), ({"type": "sit", "seat": 1}, set()), (RANDOM, PLAYERS)],
    ids=["start", "sit", "random"],  # the same in every process
)
def test_before_the_game(server: Running, people: dict[str, httpx.Client], message: dict[str, Any], allowed: set[str]) -> None:
    room = a_game(server, people, begun=False)
    before = stands(server, room)
    for role in sorted(ROLES, key=lambda role: role in allowed):
        with server.play(room, people[role]) as player:
            player.receive("lobby")
            code = answer_to(player, message)
        assert (code == "") == (role in allowed), (role, code)
        assert (stands(server, room) == before) == (role not in allowed)


@pytest.mark.parametrize(("method", "path", "body", "allowed"), ROUTES)
def test_routes(server: Running, people: dict[str, httpx.Client], method: str, path: str, body: Any, allowed: set[str]) -> None:
    for role in ROLES:
        room = a_game(server, people)
        before = stands(server, room)
        answer = people[role].request(method, f"/api/rooms/{room}{path}", json=body)
        if role in allowed:
            assert answer.is_success, answer.text
        else:
            assert server.error(answer)[0] in (403, 404, 409)
            assert stands(server, room) == before
        assert not cookies_of(people[STRANGER]) or path in MAKE_SOMEBODY
        people[STRANGER].cookies.clear()


def test_every_route_is_in_the_table(server: Running) -> None:
    ours = {("/api/rooms/{id}" + path.replace("0", "{made}"), method.lower()) for method, path, _, _ in ROUTES}
    there = {
        (path, method)
        for path, methods in server.app.openapi()["paths"].items()
        for method in methods
        if path.startswith("/api/rooms/{id}")
    }
    assert ours == there


def test_no_secret_is_sent_or_logged(
    server: Running, people: dict[str, httpx.Client], caplog: pytest.LogCaptureFixture
) -> None:
    """Not a token, and in the log neither a room's address nor an invitation, at any level, whatever fails."""
    caplog.set_level(logging.DEBUG)
    said = []
    room = a_game(server, people)  # the host is somebody from here on
    secrets = [token_of(client) for role, client in people.items() if role != STRANGER]
    link = people[PLAYER].post(f"/api/rooms/{room}/invitations", json={})
    for client in people.values():
        answers = [client.get(path) for path in (f"/api/rooms/{room}", "/api/rooms")]
        answers.append(client.post(f"/api/rooms/{room}/invitations"))
        said += [answer.text + str(answer.headers) for answer in answers]
        with server.play(room, client) as player:
            player.receive("view")
            said += player.sent
    server.run(lambda c: c.exec_driver_sql("UPDATE rooms SET options = '{' WHERE id = ?", (room,)))
    server.app.state.lobby._rooms.pop(room, None)
    assert server.http.get("/api/rooms").status_code == 200
    server.http.get(f"/api/rooms/{room}/record")
    with server.play(room) as player:
        player.receive("error")
    clients = ("httpx", "httpcore", "websockets")  # whose own log is not the server's
    logged = "\n".join(JsonFormatter().format(record) for record in caplog.records if not record.name.startswith(clients))
    assert short(room) in logged
    assert room not in logged
    said += [record.getMessage() for record in caplog.records if not record.name.startswith(clients)]
    for secret in secrets:
        assert not any(secret in text for text in said)
    code = link.json()["path"].rpartition("/")[2]
    assert not any(code in text for text in said)
    assert {len(secret) for secret in secrets} == {22}  # 128 bits


def test_no_line_of_the_log_takes_a_rooms_address() -> None:
    """Rooms stand in the log as `short` names them."""
    folder = Path(sevenfold.__file__).parent
    calls = [call for file in folder.rglob("*.py") for call in LOG_CALL.findall(file.read_text())]
    assert len(calls) > 25
    for call in calls:
        said = re.sub(r"short\([^()]*\)|short\([^()]*\[[^()]*\]\)", "", call)
        assert not re.search(r"\bid\b|\broom\.stored\b|_name\b(?!_)|\bcode\b|\btoken\b", said), call


def test_a_cookie_is_out_of_reach_of_scripts_and_of_other_sites(server: Running) -> None:
    """Whether it is for TLS alone is said by trusted proxies (see test_proxies.py), not by clients."""
    with server.somebody() as client:
        plain = client.get("/api/me", headers={"X-Forwarded-Proto": "https"}).headers["set-cookie"]
    for part in ("HttpOnly", "SameSite=lax", "Path=/", "Max-Age=31536000"):
        assert part in plain
    assert "Secure" not in plain


def test_a_token_may_come_in_a_header(server: Running) -> None:
    made = httpx.post(f"http://{server.address}/api/people")
    token = made.json()["token"]
    assert (made.status_code, "set-cookie" in made.headers) == (201, False)
    bearer = {"Authorization": f"Bearer {token}"}
    wanted = {"json": {"game": "sane_sevens"}, "headers": bearer}
    room = httpx.post(f"http://{server.address}/api/rooms", timeout=60, **wanted).json()["room"]  # type: ignore[arg-type]
    assert httpx.get(f"http://{server.address}/api/rooms/{room}", headers=bearer).json()["host"]
    for wrong in ("", "Bearer", "Bearer x", f"Bearer {token}x", f"Basic {token}", "Bearer " + "x" * 10_000):
        info = httpx.get(f"http://{server.address}/api/rooms/{room}", headers={"Authorization": wrong}).json()
        assert not info["host"]
