"""Nobody stops the others: not by many messages, requests, connections or rooms, and not by slow ones."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from helpers.table_server import Player, Running, running
from sevenfold.server.buckets import Bucket, Buckets
from sevenfold.server.http.middleware.limits import Counts, Limits, household
from sevenfold.server.process.connections import SocketConnection
from sevenfold.server.process.serve import LOCAL

SOON = 1.0  # seconds: on an idle machine it takes a hundredth
FEW = Limits(messages=50, burst=5, waiting=60, sockets=3, rooms=4, requests=1000, arrival=0.5)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path / "table.db", limits=FEW) as server:
        server.new_room()  # its rules are compiled
        yield server


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket() -> None:
    clock = Clock()
    bucket = Bucket(rate=10, most=2, clock=clock)
    assert [bucket.take() for _ in range(4)] == pytest.approx([0, 0, 0.1, 0.2])
    clock.now = 100
    assert [bucket.take() for _ in range(3)] == pytest.approx([0, 0, 0.1]), "it never holds more than its most"
    clock.now = 200
    assert [bucket.take_if_there() for _ in range(4)] == pytest.approx([0, 0, 0.1, 0.1]), "what is not there is not owed"


def test_addresses_are_counted_apart_and_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sevenfold.server.buckets.MOST_BUCKETS", 3)
    buckets = Buckets(rate=0.001, most=1)
    assert [bool(buckets.take(address)) for address in ("a", "a", "b", "c", "d")] == [False, True, False, False, False]
    assert not buckets.take("a"), "it was the one that was quiet for longest"
    counts = Counts(2)
    assert [counts.enter("a"), counts.enter("a"), counts.enter("a"), counts.enter("b")] == [True, True, False, True]
    counts.leave("a")
    assert counts.enter("a")
    for address in ("a", "a", "b"):
        counts.leave(address)
    assert len(counts) == 0


def test_what_counts_as_one_address() -> None:
    assert household("192.0.2.7") == household("::ffff:192.0.2.7") == "192.0.2.7"
    assert household("2001:db8:1:2:3::4") == household("2001:db8:1:2::1") != household("2001:db8:1:3::1")
    assert household("fe80::1%eth0") == household("fe80::2")
    assert household("somewhere") == "somewhere"


def seconds_for_an_answer(player: Player) -> float:
    """How long an honest question takes to be answered."""
    began = time.monotonic()
    player.send({"type": "why", "text": "play 7C"})
    player.receive("why", seconds=30)
    return time.monotonic() - began


def flood(player: Player, message: object) -> None:
    """Send far more than is allowed, and listen until the connection is closed."""
    for _ in range(5000):
        player.send(message)
    while True:
        player.receive(seconds=10)


@pytest.mark.parametrize("illegal", [False, True], ids=["why", "illegal moves"])
def test_many_messages_of_one_hold_nobody_up(server: Running, illegal: bool) -> None:
    room, other = (server.new_room(pace="slow") for _ in range(2))
    with server.play(room) as flooding, server.play(other) as honest:
        flooding.receive("view")
        honest.receive("view")
        message = {"type": "move", "number": flooding.number, "actions": [63]} if illegal else {"type": "why", "text": "draw"}
        for _ in range(40):
            flooding.send(message)
        assert max(seconds_for_an_answer(honest) for _ in range(4)) < SOON
        answers = [flooding.receive(seconds=30) for _ in range(41)]
        told = [answer["message"] for answer in answers if answer.get("code") == "too_many"]
        assert len(told) == 1, "it is told once, and every message is answered"
        assert "50 messages a second" in told[0]
        with pytest.raises(ConnectionClosed) as closed:
            flood(flooding, message)
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "too many messages")
        assert seconds_for_an_answer(honest) < SOON


def test_messages_are_answered_at_the_rate_that_is_allowed(server: Running) -> None:
    with server.play(server.new_room(pace="slow")) as player:
        player.receive("view")
        began = time.monotonic()
        for _ in range(30):
            player.send({"type": "why", "text": "draw"})
        for _ in range(30):
            player.receive("why", seconds=30)
        assert time.monotonic() - began > (30 - FEW.burst) / FEW.messages * 0.9


def test_sockets_of_one_address(server: Running) -> None:
    room = server.new_room()
    with ExitStack() as stack:
        for _ in range(FEW.sockets):
            assert stack.enter_context(server.play(room)).receive("view")
        with server.play(room) as refused:
            error = refused.receive("error")
            assert (error["code"], error["message"][:26]) == ("too_many", "3 games are being watched ")
            with pytest.raises(ConnectionClosed) as closed:
                refused.receive()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008
    with server.play(room) as again:
        assert again.receive("view"), "those that were closed do not count"


def test_rooms_of_one_address(server: Running) -> None:
    rooms = [server.new_room() for _ in range(FEW.rooms - 1)]  # the fixture opened one
    answer = server.http.post("/api/rooms", json={"game": "sane_sevens"})
    assert server.error(answer) == (429, "too_many")
    assert answer.json()["error"]["message"] == "4 rooms may be opened from one address in an hour; the next in 15 minutes."
    assert 0 < int(answer.headers["retry-after"]) <= 900
    assert server.error(server.http.post(f"/api/rooms/{rooms[0]}/again")) == (429, "too_many")
    assert server.http.get("/api/rooms").status_code == 200


def test_new_people_of_one_address(tmp_path: Path) -> None:
    with running(tmp_path / "table.db", limits=Limits(newcomers=3)) as server:
        for _ in range(2):
            assert server.http.post("/api/people").status_code == 201
        assert server.http.get("/api/me").status_code == 200
        assert server.http.get("/api/me").status_code == 200, "a person with a cookie is no newcomer"
        assert server.error(server.http.post("/api/people")) == (429, "too_many")
        with server.somebody() as other:
            other.cookies.set("sevenfold", "made-up")
            assert server.error(other.get("/api/me")) == (429, "too_many")


def test_requests_of_one_address(tmp_path: Path) -> None:
    with running(tmp_path / "table.db", limits=Limits(requests=5)) as server:
        answers = [server.http.get("/api/games") for _ in range(20)]
        assert [answer.status_code for answer in answers] == [200] * 20
        while answers[-1].status_code == 200 and len(answers) < 500:  # a busy machine gives time for more than that
            answers.append(server.http.get("/api/games"))
        assert server.error(answers[-1]) == (429, "too_many")
        assert server.http.get("/healthz").status_code == 200, "only the API is counted"


HEAD = b"POST /api/rooms HTTP/1.1\r\nHost: 127.0.0.1\r\n"


def nothing(_: socket.socket) -> None:
    """Connects, and says nothing."""


def half_a_header(connection: socket.socket) -> None:
    connection.sendall(HEAD)


def byte_by_byte(connection: socket.socket) -> None:
    for byte in HEAD * 100:
        try:
            connection.sendall(bytes([byte]))
        except OSError:
            return
        time.sleep(0.02)


def half_a_body(connection: socket.socket) -> None:
    connection.sendall(HEAD + b"Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{")


def a_second_request(connection: socket.socket) -> None:
    """A whole request, then half of one."""
    connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    assert connection.recv(4096)
    half_a_header(connection)


@pytest.mark.parametrize("send", [nothing, half_a_header, byte_by_byte, half_a_body, a_second_request])
def test_a_request_that_does_not_come_is_not_waited_for(server: Running, send: Callable[[socket.socket], None]) -> None:
    host, port = server.address.split(":")
    asked = time.monotonic()
    server.http.get("/healthz")
    began = time.monotonic()
    busy = 20 * (began - asked)  # seconds: a machine with other work takes longer for everything
    with closing(socket.create_connection((host, int(port)), timeout=10 + busy)) as connection:
        send(connection)
        with suppress(ConnectionResetError):
            while connection.recv(4096):
                pass
    assert FEW.arrival * 0.8 < time.monotonic() - began < FEW.arrival + SOON * 2 + busy


def test_a_client_that_reads_no_answer_is_disconnected(tmp_path: Path) -> None:
    with closing(socket.socket()) as connection:
        connection.settimeout(10)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        with running(tmp_path / "table.db") as server:
            host, port = server.address.split(":")
            connection.connect((host, int(port)))
            connection.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 500)
            time.sleep(0.5)  # more is being sent than the system takes
        with suppress(ConnectionResetError):
            while connection.recv(1 << 20):
                pass


def test_a_socket_that_is_being_closed_does_not_hold_up_the_end(tmp_path: Path) -> None:
    close_frame = bytes([0x88, 0x80, 0, 0, 0, 0])
    with running(tmp_path / "table.db") as server, server.play(server.new_room(pace="slow")) as player:
        player.receive("view")
        (socket,) = (c for c in server._service.server_state.connections if isinstance(c, SocketConnection))
        server.soon(lambda: socket.conn.receive_data(close_frame))
        server.stop()
        with pytest.raises(ConnectionClosed):
            player.receive(seconds=SOON * 5)
    assert server.app.state.lobby._storage._closed  # as the end of the application does


def test_a_socket_may_be_silent_for_longer(server: Running) -> None:
    with server.play(server.new_room(pace="slow")) as player:
        player.receive("view")
        time.sleep(FEW.arrival * 3)
        assert seconds_for_an_answer(player) < SOON


def test_connections_of_one_address(tmp_path: Path) -> None:
    with running(tmp_path / "table.db", limits=Limits(connections=5)) as server, ExitStack() as stack:
        host, port = server.address.split(":")
        for _ in range(20):
            stack.enter_context(closing(socket.create_connection((host, int(port)), timeout=10)))
        time.sleep(0.2)
        with pytest.raises(httpx.HTTPError):
            server.http.get("/healthz")
        stack.close()
        time.sleep(0.2)
        assert server.http.get("/healthz").status_code == 200


@pytest.mark.skipif(sys.platform == "win32", reason="ulimit is a word of Unix shells")
def test_more_connections_than_files_wait_quietly(tmp_path: Path) -> None:
    begin = "from sevenfold.cli import main; main()"
    command = [sys.executable, "-c", begin, "serve", "--port", "0", "--no-browser", "--db", str(tmp_path / "table.db")]
    limited = ["sh", "-c", 'ulimit -n 100; exec "$@"', "sh", *command]
    log = tmp_path / "log"
    with log.open("w") as errors, subprocess.Popen(limited, stdout=subprocess.PIPE, stderr=errors, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(rf"http://{LOCAL}:(\d+)", process.stdout.readline())
            assert found
            with ExitStack() as stack:
                for _ in range(150):
                    stack.enter_context(closing(socket.create_connection((LOCAL, int(found[1])), timeout=10)))
                time.sleep(3)
                assert process.poll() is None
            assert httpx.get(f"http://{LOCAL}:{found[1]}/healthz", timeout=20).status_code == 200
        finally:
            process.kill()
    lines = log.read_text().splitlines()
    assert len(lines) == 1, lines[:5]
    assert "`ulimit -n` (100)" in lines[0]
