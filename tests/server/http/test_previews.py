"""What a link shows that is pasted elsewhere."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest

from helpers.table_server import QUICK, Running, running
from helpers.together import OPEN, YOU, code_for
from sevenfold.coaching.puzzles import shipped as puzzles_here
from sevenfold.games import NAMES
from sevenfold.server.http import static_files
from sevenfold.server.http.middleware.limits import Limits

PUBLIC = Path(__file__).parents[3] / "web" / "public"
INDEX = """<!doctype html><meta property="og:image" content="./pictures/sevenfold.jpg" /><title>Sevenfold</title>"""


class Tags(HTMLParser):
    """The tags of a page: those of Open Graph, where it leads, and what else it has."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open_graph: dict[str, str] = {}
        self.leads = ""
        self.tags: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        given = {name: value or "" for name, value in attrs}
        if "property" in given:
            self.open_graph[given["property"]] = given["content"]
        if given.get("http-equiv") == "refresh":
            self.leads = given["content"].partition("url=")[2]


@pytest.fixture(autouse=True)
def _built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page"
    (page / "pictures").mkdir(parents=True)
    (page / "index.html").write_text(INDEX)
    (page / "pictures" / "sane_sevens.jpg").write_bytes(b"")
    monkeypatch.setattr(static_files, "FOLDER", page)


def invitation(server: Running, name: str, game: str = "sane_sevens") -> str:
    """The code of an invitation by somebody of this name."""
    server.http.put("/api/me", json={"name": name}).raise_for_status()
    return code_for(server, server.new_room(game, seats=[YOU, OPEN]))


def test_an_invitation_says_who_invites_to_what(server: Running) -> None:
    code = invitation(server, "Kim")
    answer = httpx.get(f"http://{server.address}/join/{code}")
    page = Tags(answer.text)
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    assert page.open_graph["og:title"] == "Kim invites you to Sane Sevens"
    assert page.open_graph["og:description"].startswith("Match the top card")
    assert page.open_graph["og:image"] == f"http://{server.address}/pictures/sane_sevens.jpg"
    assert page.leads == f"../#/join/{code}"
    assert "set-cookie" not in answer.headers, "whoever only shows the link is nobody"
    assert httpx.head(f"http://{server.address}/join/{code}").status_code == 200


@pytest.mark.parametrize("name", ['"><script>x</script>', "a&b'c", "אבג", "🂡" * 5, "{code}"])
def test_names_are_escaped(server: Running, name: str) -> None:
    page = Tags(httpx.get(f"http://{server.address}/join/{invitation(server, name)}").text)
    title = page.open_graph["og:title"].replace("\u2068", "").replace("\u2069", "")
    assert title == f"{server.http.get('/api/me').json()['name']} invites you to Sane Sevens"
    assert "script" not in page.tags


@pytest.mark.parametrize("code", ["unknown", "x" * 500, "%22%3E%3Cscript%3E", "%0A", "..%5C"])
def test_what_is_no_invitation_leads_to_the_page_that_says_so(server: Running, code: str) -> None:
    answer = httpx.get(f"http://{server.address}/join/{code}")
    page = Tags(answer.text)
    assert answer.status_code == 200
    assert page.open_graph["og:title"] == "A seat at a table of Sevenfold"
    assert page.open_graph["og:image"].endswith("/pictures/sevenfold.jpg")
    assert page.leads.startswith("../#/join/")
    assert set(page.tags) == {"html", "head", "meta", "title", "body", "p", "a"}


# -- rooms, replays, deals and puzzles --------------------------------------------------------------------------------


def shown(server: Running, path: str) -> Tags:
    """What a link shows to who is nobody; nothing is set, and nobody is made by it."""
    answer = httpx.get(f"http://{server.address}/{path}")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    assert "set-cookie" not in answer.headers
    assert httpx.head(f"http://{server.address}/{path}").status_code == 200
    return Tags(answer.text)


def told(page: Tags) -> tuple[str, str, str, str]:
    """Title, sentence, the picture's name, and where it leads."""
    graph = page.open_graph
    return graph["og:title"], graph["og:description"], graph["og:image"].rpartition("/")[2], page.leads


def test_a_room_says_what_is_played_there_and_not_by_whom(server: Running) -> None:
    server.http.put("/api/me", json={"name": "Kim"}).raise_for_status()
    room = server.new_room("sane_sevens", seats=[YOU, OPEN])
    title, sentence, picture, leads = told(shown(server, f"room/{room}"))
    assert (title, picture, leads) == ("A table of Sane Sevens", "sane_sevens.jpg", f"../#/room/{room}")
    assert sentence.startswith("The game begins when its players are there. Match the top card")
    assert told(shown(server, f"replay/{room}"))[0] == "A game at Sevenfold", "there is nothing to see again yet"
    going = server.new_room("sane_sevens", **QUICK)
    assert told(shown(server, f"room/{going}"))[:2][0] == "A game of Sane Sevens"
    server.http.post(f"/api/rooms/{going}/give-up").raise_for_status()
    for path, leads in (("room", f"../#/room/{going}"), ("replay", f"../#/replay/{going}")):
        page = shown(server, f"{path}/{going}")
        assert (told(page)[0], page.leads) == ("A game of Sane Sevens, to see again", leads)
        assert "Kim" not in str(page.open_graph)
    moment = shown(server, f"replay/{going}/0/none")
    assert moment.leads == f"../../../#/replay/{going}/0/none"


def test_the_deal_of_the_day_and_its_puzzle_give_nothing_away(server: Running) -> None:
    title, sentence, _, leads = told(shown(server, "daily/pyramid"))
    assert (title, leads) == ("Today’s deal of Pyramid", "../#/daily/pyramid")
    assert sentence.startswith("The same cards for everybody, and a first attempt that counts. ")
    assert told(shown(server, "daily/sane_sevens"))[0] == "The deal of the day at Sevenfold", "only games for one have one"
    for path, up, game in (("puzzle", "./", None), ("puzzle/chain_up", "../", "chain_up")):
        found = server.http.get("/api/puzzles/today", params={"game": game} if game else {}).json()
        page = shown(server, path)
        assert told(page) == (f"Puzzle of the day: {found['name']}", found["question"], told(page)[2], f"{up}#/{path}")
        puzzle = next(one for one in puzzles_here() if one.id == found["id"])
        for secret in (puzzle.hint, puzzle.why):
            assert secret not in str(page.open_graph)


@pytest.mark.parametrize("kind", ["room", "replay", "daily", "puzzle"])
@pytest.mark.parametrize(
    "id", ["unknown", "x" * 500, "%22%3E%3Cscript%3E", "%0A", "..%5C", "{title}", "%F0%9F%A6%9C", "%D7%90"]
)
def test_a_link_to_nothing_leads_to_the_page_that_says_so(server: Running, kind: str, id: str) -> None:
    page = shown(server, f"{kind}/{id}")
    title, _, picture, leads = told(page)
    assert (title.endswith("at Sevenfold"), picture) == (True, "sevenfold.jpg")
    assert leads.startswith(f"../#/{kind}/")
    assert len(leads) < 1000
    assert set(page.tags) == {"html", "head", "meta", "title", "body", "p", "a"}


def test_a_moment_that_is_none_leads_to_the_whole_game(server: Running) -> None:
    room = server.new_room("sane_sevens", **QUICK)
    server.http.post(f"/api/rooms/{room}/give-up").raise_for_status()
    for odd in ("x", "0/0/0", "0/%22", "9999999", "0/none/"):
        page = shown(server, f"replay/{room}/{odd}")
        assert page.leads.endswith(f"../#/replay/{room}")
        assert page.leads.startswith("../../")


@pytest.mark.parametrize("name", ['"><script>x</script>', "a&b'c", "אבג", "🂡" * 5, "{title}"])
def test_no_name_of_a_player_is_told_to_strangers(server: Running, name: str) -> None:
    server.http.put("/api/me", json={"name": name}).raise_for_status()
    kept = server.http.get("/api/me").json()["name"]
    room = server.new_room("sane_sevens", **QUICK)
    assert kept not in httpx.get(f"http://{server.address}/room/{room}").text
    server.http.post(f"/api/rooms/{room}/give-up").raise_for_status()
    for path in (f"room/{room}", f"replay/{room}"):
        assert kept not in httpx.get(f"http://{server.address}/{path}").text


def test_behind_a_proxy_links_lead_back_into_its_folder(tmp_path: Path) -> None:
    with running(tmp_path / "table.db", names=["table.example.org/cards"], proxies=["127.0.0.1"]) as server:
        behind = {"Host": "table.example.org", "X-Forwarded-For": "192.0.2.7"}
        page = Tags(httpx.get(f"http://{server.address}/daily/pyramid", headers=behind).text)
        assert page.leads == "../#/daily/pyramid"
        assert page.open_graph["og:image"].startswith("https://table.example.org/cards/pictures/")


def test_a_game_without_a_picture_has_that_of_the_page(server: Running) -> None:
    page = Tags(httpx.get(f"http://{server.address}/join/{invitation(server, 'Kim', 'chain_up')}").text)
    assert page.open_graph["og:image"].endswith("/pictures/sevenfold.jpg")


def test_the_pages_own_picture_has_a_whole_address(tmp_path: Path) -> None:
    with running(tmp_path / "table.db", names=["table.example.org/cards"], proxies=["127.0.0.1"]) as server:
        answers = {
            where: httpx.get(f"http://{server.address}/", headers=headers)
            for where, headers in (("here", {}), ("there", {"Host": "table.example.org", "X-Forwarded-For": "192.0.2.7"}))
        }
        found = {where: Tags(answer.text).open_graph["og:image"] for where, answer in answers.items()}
        assert found == {
            "here": f"http://{server.address}/pictures/sevenfold.jpg",
            "there": "https://table.example.org/cards/pictures/sevenfold.jpg",
        }
        again = httpx.get(f"http://{server.address}/", headers={"If-None-Match": answers["here"].headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        other = httpx.get(f"http://{server.address}/", headers={"If-None-Match": answers["there"].headers["etag"]})
        assert other.status_code == 200


def test_codes_cannot_be_tried_in_a_hurry(tmp_path: Path) -> None:
    with running(tmp_path / "table.db", limits=Limits(requests=1)) as server:
        for kind in ("join", "room", "replay", "daily", "puzzle"):
            statuses = [server.http.get(f"/{kind}/{number}").status_code for number in range(6)]
            assert statuses[-1] == 429
        assert server.http.get("/").status_code == 200


def test_every_game_has_a_small_picture() -> None:
    pictures = {file.stem: file.stat().st_size for file in (PUBLIC / "pictures").iterdir()}
    assert set(pictures) == {*NAMES, "sevenfold"}
    assert all(0 < size <= 30_000 for size in pictures.values())
