"""What who hosts the table relies on: health, figures, logs, proxies, and an end in good order."""

from __future__ import annotations

import json
import logging
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from helpers.table_server import QUICK, Player, cookie_of, running, token_of
from sevenfold.errors import BadInput
from sevenfold.server.http.middleware.limits import Limits
from sevenfold.server.logs import JsonFormatter, RepeatFilter, route_of
from sevenfold.server.process.serve import LOCAL
from sevenfold.server.process.uvicorn_server import Hosting, application

BEGIN = "from sevenfold.cli import main; main()"


@contextmanager
def hosted(tmp_path: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str, Path]]:
    """`sevenfold serve` with these options: the process, its address, its log."""
    log = tmp_path / "log"
    command = [sys.executable, "-c", BEGIN, "serve", "--port", "0", "--no-browser", "--db", str(tmp_path / "t.db"), *options]
    with log.open("w") as errors, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.search(rf"http://{LOCAL}:\d+", line)
            assert found, line + log.read_text()
            yield process, found[0], log
        finally:
            process.kill()


@pytest.mark.parametrize(
    ("options", "may_open", "urls"),
    [
        ((), True, []),
        (("--name", "table.example.org"), False, ["https://table.example.org"]),
        (("--behind-proxy", "127.0.0.1"), False, []),
    ],
)
def test_the_page_opens_only_a_server_without_a_proxy(
    options: tuple[str, ...], may_open: bool, urls: list[str], tmp_path: Path
) -> None:
    with hosted(tmp_path, *options) as (_, url, _):
        info = httpx.get(f"{url}/api/network").json()
        assert (info["may_open"], info["urls"]) == (may_open, urls)


HEALTH = ("/healthz", "/healthz/", "/healthz?x=1", "/livez", "/readyz")


@pytest.mark.parametrize("path", HEALTH)
def test_health(tmp_path: Path, caplog: pytest.LogCaptureFixture, path: str) -> None:
    """By whatever name, method and header a load balancer asks, as often as it likes; nobody is made, and nothing logged."""
    caplog.set_level(logging.DEBUG, "sevenfold")
    with running(tmp_path / "table.db", limits=Limits(requests=1, newcomers=1)) as server:
        for headers in (
            {},
            {"Host": "10.0.0.1"},
            {"Host": "balancer"},
            {"Host": ""},
            {"Accept": "image/png"},
            {"Origin": "null"},
        ):
            for method in ("GET", "HEAD"):
                answer = server.http.request(method, path, headers=headers)
                assert (answer.status_code, "set-cookie" in answer.headers) == (200, False), (method, headers)
                assert method == "HEAD" or answer.json() == {"status": "ok"}
        for request in (f"GET {path} HTTP/1.0\r\n\r\n", f"GET http://balancer{path} HTTP/1.1\r\nHost: balancer\r\n\r\n"):
            with socket.create_connection(server.address.split(":"), timeout=60) as connection:  # type: ignore[arg-type]  # both text
                connection.sendall(request.encode())
                assert connection.recv(1000).startswith(b"HTTP/1.1 200 "), request
        assert all(server.http.get(path).status_code == 200 for _ in range(50))
        assert server.run(lambda c: c.exec_driver_sql("SELECT count(*) FROM people").scalar_one()) == 0
        assert not [record for record in caplog.records if record.name.startswith("sevenfold")]
        server.app.state.lobby._storage.close()
        answer = server.http.get(path)
        assert (answer.status_code, answer.json()["status"]) == ((200, "ok") if "livez" in path else (503, "failing"))


NEARLY = (
    "/health",
    "/Healthz",
    "/health-check",
    "/healthcheck",
    "/api-health",
    "/ready",
    "/live",
    "/_status",
    "/ping",
)


def test_no_address_beside_those_of_health_seems_well(tmp_path: Path) -> None:
    """A balancer takes a redirection to the page for health, which the page has always."""
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    with running(tmp_path / "table.db") as server:
        for path in NEARLY:
            for headers in ({}, {"Accept": "*/*"}, browser):
                answer = server.http.get(path, headers=headers)
                assert (answer.status_code, "/healthz" in answer.text) == (404, True), (path, headers)
        assert server.http.get("/anything").status_code == 404
        assert server.http.get("/anything", headers=browser).status_code == 307, "who opens it is led to the page"
        refused = server.http.options("/healthz")
        assert (refused.status_code, sorted(refused.headers["allow"].split(", "))) == (405, ["GET", "HEAD"])


def test_figures(tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as server:
        room = server.new_room()
        with server.play(room) as player:
            player.receive("view")
            player.send({"type": "why", "text": "draw"})
            player.receive("why")
            server.http.get("/api/rooms/no-such-room/record")
            server.http.request("BREW", "/api/games")
            answer = server.http.get("/metrics")
        families = list(text_string_to_metric_families(answer.text))
        figures = {(s.name, *sorted(s.labels.items())): s.value for family in families for s in family.samples}
    assert figures[("sevenfold_sockets",)] == 1
    assert figures[("sevenfold_rooms",)] == 1
    assert figures[("sevenfold_messages_received_total",)] == 1
    assert figures[("sevenfold_messages_sent_total",)] >= 2
    made = ("sevenfold_requests_total", ("method", "POST"), ("route", "/api/rooms"), ("status", "201"))
    assert figures[made] == 1
    missed = ("sevenfold_requests_total", ("method", "GET"), ("route", "/api/rooms/{id}/record"), ("status", "404"))
    assert figures[missed] == 1
    assert any(key[1:2] == (("method", "other"),) for key in figures), "unknown methods make no figures of their own"
    assert room not in answer.text
    assert "no-such-room" not in answer.text


def test_figures_are_for_those_named_only(tmp_path: Path) -> None:
    with running(tmp_path / "table.db", metrics_for=["192.0.2.0/24"]) as server:
        answer = server.http.get("/metrics")
        assert answer.status_code == 403
        assert "sevenfold_" not in answer.text


@pytest.mark.parametrize(
    ("hosting", "option"),
    [(Hosting(metrics_for=["everybody"]), "--metrics-for"), (Hosting(proxies="127.0.0.1, the one"), "--behind-proxy")],
)
def test_networks_that_are_none(tmp_path: Path, hosting: Hosting, option: str) -> None:
    with pytest.raises(BadInput, match=f"{option} takes addresses or networks"):
        application(tmp_path / "table.db", LOCAL, 0, hosting)
    assert not (tmp_path / "table.db").exists()


@pytest.mark.parametrize(
    "name", ["", "https://table.example.org", "table example", "a.org:port", "a.org:99999", "a.org/?x", "k@a.org"]
)
def test_names_that_are_none(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput, match="--name takes a name such as"):
        application(tmp_path / "table.db", LOCAL, 0, Hosting((name,)))
    assert not (tmp_path / "table.db").exists()


def test_names_at_which_it_is_reached(tmp_path: Path) -> None:
    with running(tmp_path / "table.db", names=["Table.Example"]) as server:
        assert server.http.get("/api/rooms", headers={"Host": "table.example"}).status_code == 200
        answer = server.http.get("/api/rooms", headers={"Host": "other.example"})
        assert server.error(answer) == (403, "bad_origin")
        assert "docs/host/hosting.md" in answer.json()["error"]["message"]


# -- logs -------------------------------------------------------------------------------------------------------------


def test_the_log_in_json_has_no_secrets(tmp_path: Path) -> None:
    with hosted(tmp_path, "--log", "json") as (process, url, log):
        made = httpx.post(f"{url}/api/rooms", json={"game": "sane_sevens", **QUICK}, timeout=240)
        room, token = made.json()["room"], token_of(made)
        httpx.get(f"{url}/api/rooms/{room}/record")
        httpx.get(f"{url}/api/invitations/{'s' * 22}")
        httpx.get(f"{url}/some/page")
        with connect(f"{url.replace('http', 'ws')}/api/rooms/{room}/play", additional_headers=cookie_of(made)) as connection:
            player = Player(connection)
            player.move(player.my_turn())
        process.send_signal(signal.SIGTERM)
        process.wait(10)
        text = log.read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    requests = [(line["method"], line["route"], line["status"]) for line in lines if line["message"] == "request"]
    assert requests[:2] == [("POST", "/api/rooms", 201), ("GET", "/api/rooms/{id}/record", 409)]
    assert requests[3] == ("GET", "page", 404) or requests[3][1] == "page"
    assert all({"time", "level", "from", "message"} <= set(line) for line in lines)
    assert room not in text
    assert token not in text
    assert "sss" not in text
    assert not re.search(r"seed|token|hand|\b[RGBY]\d\b", text)


def test_paths_in_logs() -> None:
    assert route_of({"path": "/api/invitations/secret"}) == "/api/…"
    assert route_of({"path": "/secret"}) == "page"


def test_a_repeated_message_is_not_logged_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("sevenfold.server.logs.monotonic", lambda: now)
    sparing = RepeatFilter()

    def said(text: str, *values: object, level: int = logging.WARNING) -> str | None:
        record = logging.LogRecord("sevenfold", level, "", 0, text, values, None)
        return record.getMessage() if sparing.filter(record) else None

    assert [said("%d is too many", i) is not None for i in range(8)] == [True] * 5 + [False] * 3
    assert said("another thing") == "another thing"
    assert [said("request", level=logging.INFO) for _ in range(20)] == ["request"] * 20
    now = 11.0
    assert said("%d is too many", 9) == "9 is too many (and 3 times more before)"


SENDING = """
import logging, httpx
from sevenfold.server.logs import start_logging
start_logging("json")
with httpx.Client(transport=httpx.MockTransport(lambda asked: httpx.Response(201))) as client:
    client.post("https://push.example.org/secret")
logging.getLogger("httpcore.connection").info("push.example.org/secret")
logging.getLogger("sevenfold").info("a request")
"""


def test_addresses_of_push_services_are_not_logged() -> None:
    """Whoever knows one can send something to its browser."""
    done = subprocess.run([sys.executable, "-c", SENDING], capture_output=True, text=True, check=True)
    assert "a request" in done.stderr
    assert "secret" not in done.stderr


def test_an_error_in_json() -> None:
    error = ValueError("'why'")
    record = logging.LogRecord("sevenfold", logging.ERROR, "", 0, "it failed", (), (ValueError, error, None))
    line = json.loads(JsonFormatter().format(record))
    assert (line["level"], line["message"]) == ("error", "it failed")
    assert "'why'" in line["error"]


# -- the end ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGHUP, marks=pytest.mark.slow)])
def test_a_signal_ends_it_in_good_order(number: signal.Signals, tmp_path: Path) -> None:
    """SIGTERM by a service manager, or SIGHUP, as its terminal is closed."""
    with hosted(tmp_path) as (process, url, log):
        made = httpx.post(f"{url}/api/rooms", json={"game": "sane_sevens", **QUICK}, timeout=240)
        room = made.json()["room"]
        with connect(f"{url.replace('http', 'ws')}/api/rooms/{room}/play", additional_headers=cookie_of(made)) as connection:
            player = Player(connection)
            player.my_turn()
            began = time.monotonic()
            process.send_signal(number)
            assert player.receive("status")["text"].startswith("The server is being restarted.")
            with pytest.raises(ConnectionClosed) as closed:
                player.receive("nothing")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        process.wait(10)
        assert time.monotonic() - began < 5
        assert process.returncode == -signal.SIGTERM
        assert log.read_text() == ""
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{url}/healthz")
