"""What the table's server answers over HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

import sevenfold
from helpers.table_server import Running
from sevenfold.server.http import static_files
from sevenfold.server.http.middleware import request_guard
from sevenfold.server.lobby.rule_pages import to_html
from sevenfold.view.description import View

YOU = {"kind": "you"}


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small page in place of the built one."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>the page")
    (tmp_path / "assets" / "main-1a2b.js").write_text("0;" * 2000)
    (tmp_path / ".built-from").write_text("secret")
    monkeypatch.setattr(static_files, "FOLDER", tmp_path)


def test_the_games_are_listed(server: Running) -> None:
    told = server.http.get("/api/games").json()
    assert [game["id"] for game in told["games"]] == list(sevenfold.game_names())
    assert set(told["ready"]) == set(sevenfold.game_names())
    assert {bot["id"] for bot in told["bots"]} >= {"random", "search"}
    assert [pace["id"] for pace in told["paces"]] == ["slow", "normal", "quick", "instant"]
    for game in told["games"]:
        suits = {suit["letter"] for suit in game["suits"]}
        assert all(card["suit"] is None or card["suit"] in suits for card in game["cards"])
        for option in game["options"]:
            assert option["default"] in [value["value"] for value in option["values"]]


def test_what_is_listed_as_an_option_may_be_chosen(server: Running) -> None:
    room = server.new_room("sane_sevens", options={"players": 4, "silly": True})
    info = next(info for info in server.http.get("/api/rooms").json()["rooms"] if info["id"] == room)
    assert info["options"] == {"players": 4, "silly": True}
    assert [seat["bot"] for seat in info["seats"]] == [None, "random", "random", "random"]


def test_a_game_has_a_picture(server: Running) -> None:
    for game in sevenfold.game_names():
        view = TypeAdapter(View).validate_json(server.http.get(f"/api/games/{game}/picture").text)
        assert (view.game, view.seat, view.result) == (game, 0, None)
        assert sum(face.state == "up" for zone in view.zones for face in zone.faces) >= 5, "a tile shows faces"
        assert view.made > 0
    assert server.error(server.http.get("/api/games/whist/picture")) == (404, "unknown_game")


@pytest.mark.parametrize(
    ("wanted", "code", "words"),
    [
        ({"game": "whist"}, "unknown_game", "The games: "),
        ({"game": "sane_sevens", "options": {"players": 7}}, "bad_option", "one of 2, 3, 4"),
        ({"game": "sane_sevens", "options": {"jokers": 1}}, "bad_option", "its options: "),
        ({"game": "sane_sevens", "seats": [{"kind": "you"}] * 3}, "bad_seat", "2 seats here; 3 were named"),
        ({"game": "sane_sevens", "seats": [{"kind": "you"}], "watch": True}, "bad_seat", "have no seat"),
        ({"game": "sane_sevens", "seats": [YOU, {"kind": "bot", "bot": "clever"}]}, "bad_bot", "The bots: "),
        ({"game": "sane_sevens", "seats": [YOU, {"kind": "bot", "bot": "search:0"}]}, "bad_bot", "budget"),
        ({"game": "sane_sevens", "seats": [YOU, {"kind": "bot", "bot": "search:9999999"}]}, "bad_bot", "at most"),
        ({"game": "sane_sevens", "seats": [YOU, {"kind": "bot", "bot": "search:60000ms"}]}, "bad_bot", "at most"),
        ({"game": "sane_sevens", "pace": "warp"}, "bad_bot", "The paces: "),
        ({"game": "seven_solitaire", "seats": [YOU, {"kind": "bot"}]}, "bad_seat", "1 seat here"),
        ({"game": "sane_sevens", "seats": [{"kind": "cat"}]}, "bad_message", "seats.0.kind"),
        ({}, "bad_message", "game"),
        ({"game": 7}, "bad_message", "game"),
        ({"game": "x" * 101}, "bad_message", "game"),
        ({"game": "sane_sevens", "seats": 0}, "bad_message", "seats"),
        ({"game": "sane_sevens", "watch": "yes"}, "bad_message", "watch"),
        ({"game": "sane_sevens", "options": {"players": [2]}}, "bad_message", "options"),
        ({"game": "sane_sevens", "seed": 7}, "bad_message", "seed"),
    ],
)
def test_a_bad_wish_is_answered_with_what_there_is(server: Running, wanted: dict[str, Any], code: str, words: str) -> None:
    before = server.http.get("/api/rooms").json()
    answer = server.http.post("/api/rooms", json=wanted)
    assert 400 <= answer.status_code < 500
    assert answer.json()["error"]["code"] == code
    assert words in answer.json()["error"]["message"]
    assert server.http.get("/api/rooms").json() == before


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b"\xff", b"[" * 60_000])
def test_a_body_that_is_no_object_is_refused(server: Running, body: bytes) -> None:
    answer = server.http.post("/api/rooms", content=body, headers={"Content-Type": "application/json"})
    assert server.error(answer)[1] == "bad_message"
    assert 400 <= answer.status_code < 500


def test_a_large_body_is_refused(server: Running) -> None:
    large = json.dumps({"game": "x" * 100_000}).encode()
    assert server.error(server.http.post("/api/rooms", content=large)) == (413, "too_large")

    def in_pieces() -> Iterator[bytes]:
        yield from (large[i : i + 10_000] for i in range(0, len(large), 10_000))

    assert server.error(server.http.post("/api/rooms", content=in_pieces())) == (413, "too_large")


def test_a_record_may_be_larger(server: Running) -> None:
    """As large as that of the longest game; and even that is limited."""
    record = {"format": 1, "options": {}, "players": 2, "seed": 1, "limit": 1, "moves": [], "result": None}
    record["game"] = "x" * 300_000
    assert server.error(server.http.post("/api/records", json=record)) == (422, "bad_record")
    assert server.error(server.http.post("/api/records", json={**record, "game": "x" * 600_000})) == (413, "too_large")
    assert server.error(server.http.post("/api/rooms", json=record)) == (413, "too_large")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/api/rooms"), ("POST", "/api/rooms/x/give-up"), ("POST", "/api/rooms/x/again"),
        ("DELETE", "/api/rooms/x"),
    ],
)  # fmt: skip
def test_another_page_may_change_nothing(server: Running, method: str, path: str) -> None:
    answer = server.http.request(method, path, headers={"Origin": "http://elsewhere.example"})
    assert server.error(answer) == (403, "bad_origin")
    own = server.http.request(method, path, headers={"Origin": f"http://{server.address}"})
    assert server.error(own)[1] != "bad_origin"


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("127.0.0.1:7777", True), ("localhost:7777", True), ("[::1]:7777", True), ("192.168.1.7:7777", True),
        ("elsewhere.example", False), ("127.0.0.1.elsewhere.example:7777", False), ("", False), ("[::1", False),
    ],
)  # fmt: skip
def test_only_its_own_names_are_answered(server: Running, host: str, allowed: bool) -> None:
    answer = server.http.get("/api/games", headers={"Host": host})
    assert (answer.status_code == 200) == allowed
    if not allowed:
        assert answer.status_code in (400, 403)


def test_every_answer_is_described(server: Running) -> None:
    """The API's description has a schema for everything that an answer holds, and `Refusal` for every error."""
    described = server.http.get("/api/openapi.json").json()
    routes = [(path, method, route) for path, methods in described["paths"].items() for method, route in methods.items()]
    assert len(routes) == 80
    for path, method, route in routes:
        for status, answer in route["responses"].items():
            if status == "204":
                assert "content" not in answer
                continue
            schema = answer["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
            assert described["components"]["schemas"][schema]["properties"], (path, method)
            assert (schema == "Refusal") == (int(status) >= 400), (path, method)


def test_unknown_addresses(server: Running) -> None:
    assert server.error(server.http.get("/api/nothing")) == (404, "unknown_page")
    assert server.error(server.http.get("/api/rooms/none/record")) == (404, "unknown_room")
    assert server.error(server.http.post("/api/rooms/none/again")) == (404, "unknown_room")
    assert server.error(server.http.post("/api/rooms/none/give-up")) == (404, "unknown_room")
    assert server.error(server.http.put("/api/rooms")) == (405, "bad_message")


@pytest.mark.usefixtures("built")
def test_the_page_is_served(server: Running) -> None:
    index = server.http.get("/")
    assert index.text == server.http.get("/index.html").text == "<!doctype html>the page"
    for path, there in (("/rooms/some-id", "../"), ("/some-id", "./"), ("/a/b/c", "../../")):
        assert server.http.get(path, headers={"Accept": "text/html"}).headers["location"] == there
        assert server.error(server.http.get(path)) == (404, "unknown_page")  # no browser that opens a page
    assert server.error(server.http.get("/cards/")) == (404, "unknown_page")
    assert index.headers["cache-control"] == "no-cache"
    again = server.http.get("/", headers={"If-None-Match": index.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    script = server.http.get("/assets/main-1a2b.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-encoding"] == "gzip"


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    "path", ["/.built-from", "/.git/config", "/assets/none.js", "/..%2fapp.py", "/%2e%2e/app.py", "/assets/%00.js"]
)
def test_nothing_but_the_page_is_served(server: Running, path: str) -> None:
    assert server.error(server.http.get(path)) == (404, "unknown_page")


def test_a_page_that_is_not_built_says_so(server: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(static_files, "FOLDER", tmp_path)
    answer = server.http.get("/")
    assert (answer.status_code, "make page" in answer.text) == (503, True)


def test_every_answer_says_what_a_browser_may_do(server: Running) -> None:
    for path in ("/", "/api/games", "/api/nothing"):
        headers = server.http.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_a_server_error_is_reported_without_its_traceback(
    server: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(*args: object) -> None:
        raise RuntimeError("a slip of ours")

    monkeypatch.setattr(server.app.state.lobby, "rooms", fails)
    monkeypatch.setattr(request_guard.log, "disabled", False)  # other tests configure logging
    answer = server.http.get("/api/rooms")
    assert server.error(answer) == (500, "internal")
    assert "slip" not in answer.text
    assert "a slip of ours" in caplog.text


def test_a_rule_page_is_shown(server: Running) -> None:
    told = server.http.get("/api/games/seven_truf/rules").json()
    assert told["name"] == "7-Truf"
    assert told["html"].startswith("<")
    assert [panel["title"] for panel in told["panels"]][:1] == ["Say how many tricks"]
    assert set(told["tips"]) == {"bid", "play"}
    assert told["answers"] == {"bid": [str(bid) for bid in range(9)]}
    assert {"term": "Bid", "about": "how many tricks you say you will take."} in told["terms"]
    assert server.error(server.http.get("/api/games/whist/rules")) == (404, "unknown_game")


def test_rules_are_found_by_their_ids() -> None:
    paragraphs = ("# T", "**TRUF-1** One.", "- **TRUF-2.** Two.\n- **GEN-3a**: three", "See **TRUF-1** and **TRUF-4**.")
    html = to_html("\n\n".join(paragraphs))
    assert '<p id="TRUF-1"><strong>TRUF-1</strong> One.</p>' in html
    assert '<li id="TRUF-2">' in html
    assert '<li id="GEN-3a">' in html
    assert '<h1 id="t">' in html
    assert html.count("id=") == 4


def test_rule_pages_cannot_carry_script() -> None:
    html = to_html("<script>x</script> <b onclick=x>b</b> [a](javascript:x) ![i](http://elsewhere.example/i.png)")
    assert "<script" not in html
    assert "<b " not in html
    assert 'href="javascript' not in html
    assert "<img" not in html
