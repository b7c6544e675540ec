"""A server's home in the terminal: what is listed, one key for each line, and where it leads."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from rich.console import Console
from textual.widgets import OptionList, Static

from helpers.table_server import Running, running
from helpers.terminal import when
from sevenfold.coaching.puzzles import Puzzle, shipped
from sevenfold.errors import BadInput
from sevenfold.seat_names import isolated
from sevenfold.terminal import run
from sevenfold.terminal.session.credentials import CredentialsFile
from sevenfold.terminal.session.home import NOTHING, Home, Wish, open_wish, puzzles_from, read_home
from sevenfold.terminal.session.home.listing import KEYS, YOUR_TURN
from sevenfold.terminal.session.http_client import Server
from sevenfold.terminal.session.remote import RemoteSession
from sevenfold.terminal.ui.home_app import HomeApp
from sevenfold.terminal.ui.puzzle import PuzzleTerminal
from sevenfold.terminal.ui.table_app import TableApp

OPEN, YOU = {"kind": "open"}, {"kind": "you"}
ODD = "[b]🦜 \u05d0\u05dc"  # markup, emoji, letters from right to left


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("table") / "table.db", design=True) as server:
        yield server


@pytest.fixture
def here(table: Running, tmp_path: Path) -> Server:
    """The server, for a new person in the terminal."""
    server = Server(f"http://{table.address}", CredentialsFile(tmp_path / "people.json"))
    server.become()
    return server


def no_name() -> str:
    raise AssertionError("nobody is asked")


def printed(home: Home) -> str:
    return "\n".join(line for section in home.sections for line in (section.heading, *map(str, section.entries)))


def choose(home: Home, words: str) -> Wish:
    """What the only line with these words leads to."""
    (found,) = [entry for entry in home.entries if words in str(entry)]
    assert found.wish
    return found.wish


# -- what is listed ---------------------------------------------------------------------------------------------------


def test_a_new_person_sees_what_there_is_every_day(here: Server) -> None:
    home = read_home(here)
    listed = printed(home)
    for deal in ("Pyramid", "Front and Center", "Seven Solitaire"):
        assert f"{deal}: to play" in listed
    assert "Puzzle of the day" in listed
    assert "until midnight UTC, in " in listed
    assert [entry.key for entry in home.entries] == KEYS[: len(home.entries)], "a key each"
    assert not {"q", "r"} & set(KEYS)


def test_games_tables_friends_and_invitations_are_listed(table: Running, here: Server) -> None:
    with table.somebody(ODD) as friend:
        mine = here.ask("POST", "rooms", {"game": "sane_sevens", "pace": "instant", "test": True})["room"]
        theirs = friend.post("/api/rooms", json={"game": "suitability", "seats": [YOU, OPEN, OPEN, OPEN], "public": True})
        link = friend.post("/api/friends/links").raise_for_status().json()
        here.ask("PUT", "me", {"name": "Kim"})
        here.ask("POST", "friends", {"code": link["path"].rpartition("/")[2]})
        room = friend.post("/api/rooms", json={"game": "chain_up", "seats": [YOU, OPEN]}).json()["room"]
        (kim,) = friend.get("/api/friends").json()["friends"]
        friend.post(f"/api/rooms/{room}/invitations/friends", json={"friend": kim["id"]}).raise_for_status()
        friend.get("/api/news").raise_for_status()  # they are looking at the page
        home = read_home(here)
        listed = printed(home)
        assert [section.heading.partition(" · ")[0] for section in home.sections] == [
            "Go on playing", "Invitations", "Open tables", "Friends", "Every day",
        ]  # fmt: skip
        name = isolated(ODD)
        assert f" · live · {name} waits, 3 seats are free" in listed
        assert f"{name} invites you: Chain Up" in listed
        assert f"Here now: {name}." in listed
        assert "Sane Sevens · test room" in listed
        assert choose(home, "Sane Sevens · test room") == Wish("room", mine)
        assert open_wish(choose(home, "3 seats are free"), here, no_name) == theirs.json()["room"]
        assert open_wish(choose(home, "invites you"), here, no_name) == room
        again = read_home(here)
        assert "Open tables" not in printed(again), "where one sits already is no table to join"
        assert "Invitations" not in printed(again)
        for made in (theirs.json()["room"], room):
            friend.delete(f"/api/rooms/{made}").raise_for_status()


def test_who_sits_down_beside_others_is_asked_for_a_name_once(table: Running, here: Server) -> None:
    room = table.new_room("chain_up", seats=[YOU, OPEN], public=True)
    wish = choose(read_home(here), "Chain Up ·")
    assert open_wish(wish, here, lambda: "Lou") == room
    assert here.ask("GET", "me")["name"] == here.identity.name == "Lou"
    with pytest.raises(BadInput):
        open_wish(Wish("sit", table.new_room("sane_sevens", seats=[YOU, OPEN])), here, no_name)  # not open to everybody
    with pytest.raises(BadInput):
        open_wish(Wish("take", "nothing"), here, no_name)
    table.http.delete(f"/api/rooms/{room}").raise_for_status()


def test_the_deal_of_the_day_goes_on_where_it_was_begun(here: Server) -> None:
    wish = choose(read_home(here), "Seven Solitaire")
    assert wish == Wish("deal", "seven_solitaire")
    room = open_wish(wish, here, no_name)
    assert here.ask("GET", f"rooms/{room}")["daily"]
    home = read_home(here)
    assert [entry.wish for entry in home.entries if "Seven Solitaire" in entry.text][-1] == Wish("room", room)
    assert YOUR_TURN in printed(home)
    here.ask("POST", f"rooms/{room}/give-up")
    assert "Seven Solitaire: given up" in printed(read_home(here))
    here.ask("DELETE", f"rooms/{room}")
    (entry,) = [one for section in read_home(here).sections for one in section.entries if "Seven Solitaire" in one.text]
    assert entry.wish is None, "the attempt that counts is over, and its room is gone"


@pytest.mark.parametrize("answer", [{}, {"rooms": 3}, {"rooms": [], "total": 0, "new": 1}])
def test_a_server_of_another_version_is_named_as_one(answer: dict[str, Any], tmp_path: Path) -> None:
    told = httpx.MockTransport(lambda request: httpx.Response(200, json={"token": "t"} | answer))
    other = Server("http://192.168.1.20:7777", CredentialsFile(tmp_path / "people.json"), told)
    with pytest.raises(BadInput, match=r"is not a Sevenfold table, or one of another version\.$"):
        read_home(other)


# -- on the screen ----------------------------------------------------------------------------------------------------


def shown(app: HomeApp) -> str:
    return "\n".join(str(option.prompt) for option in app.query_one("#list", OptionList).options)


def chosen(read: Callable[[], Home], *keys: str, until: str) -> Wish | None:
    """What the screen ends with after these keys, once it shows some words."""

    async def used() -> Wish | None:
        app = HomeApp("Sevenfold", read)
        async with app.run_test(size=(80, 24)) as pilot:
            await when(pilot, lambda: until in shown(app) or until in str(app.query_one("#notice", Static).visual))
            for key in keys:
                await pilot.press(key)
        return app.return_value

    return asyncio.run(used())


def test_a_key_or_enter_chooses_and_q_leaves(here: Server) -> None:
    home = read_home(here)
    read = partial(read_home, here)
    first, second = home.entries[:2]
    assert chosen(read, second.key, until=second.text) == second.wish
    assert chosen(read, "enter", until=first.text) == first.wish
    assert chosen(read, "down", "enter", until=first.text) == second.wish
    assert chosen(read, "z", "q", until=first.text) is None


def test_a_server_that_does_not_answer_says_so_and_an_empty_home_too() -> None:
    def fails() -> Home:
        raise BadInput("http://nowhere does not answer.")

    assert chosen(fails, "1", "enter", "q", until="does not answer") is None
    assert chosen(lambda: Home([]), "1", "enter", "q", until=NOTHING) is None


def test_tables_and_puzzles_lead_back_to_the_list(
    here: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The loop of `sevenfold join ADDRESS`, with what is chosen one after another."""
    wishes = [Wish("puzzle", ""), Wish("sit", "nothing"), Wish("deal", "pyramid"), None]
    notices: list[str] = []

    def next_wish(app: HomeApp) -> Wish | None:
        notices.append(app.notice)
        return wishes.pop(0)

    def sit(app: TableApp) -> str:
        assert isinstance(app.session, RemoteSession)
        return "The room is gone."

    monkeypatch.setattr(HomeApp, "run_to_end", next_wish)
    monkeypatch.setattr(TableApp, "run_to_end", sit)
    monkeypatch.setattr(run, "is_terminal", lambda: True)
    monkeypatch.setattr(run, "CredentialsFile", lambda: CredentialsFile(here._identities.path))
    monkeypatch.setattr(run, "ask_line", lambda prompt: "quit" if "name" not in prompt else "")
    assert run.join(here.address, None, Console())
    assert notices[:2] == ["", ""]
    assert notices[2].endswith(".")
    assert notices[3] == "The room is gone."
    assert "Solved at the first try: 0." in capsys.readouterr().out


def test_without_a_screen_the_list_is_printed(
    here: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "CredentialsFile", lambda: CredentialsFile(here._identities.path))
    assert run.join(here.address, None, Console())
    assert "Pyramid: to play" in capsys.readouterr().out


# -- puzzles ----------------------------------------------------------------------------------------------------------


def solved(here: Server, *lines: str) -> str:
    """What is printed while these lines are typed at the server's puzzles; then the input ends."""
    typed = iter(lines)

    def ask(prompt: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    out = io.StringIO()
    assert PuzzleTerminal(puzzles_from(here), Console(file=out, width=100), ask).run()
    return " ".join(out.getvalue().split())


def test_the_puzzle_of_the_day_counts_on_the_server(here: Server) -> None:
    info = here.ask("GET", "puzzles/today")
    puzzle: Puzzle = next(one for one in shipped() if one.id == info["id"])
    moves = info["view"]["moves"]
    right = next(move["text"] for move in moves if tuple(move["actions"]) == puzzle.solution[0])
    wrong = next(move["text"] for move in moves if tuple(move["actions"]) not in puzzle.solution)
    why = " ".join(puzzle.why.split())
    told = solved(here, wrong)
    assert "Not quite." in told
    assert why not in told
    told = solved(here, "hint", right)
    assert " ".join(puzzle.hint.split()) in told
    assert why in told
    assert "first try: 0." in told
    overview = here.ask("GET", "puzzles")
    assert (overview["outcome"], overview["solved"], overview["at_first"]) == ("solved", 1, 0)
    assert "solved" in printed(read_home(here))
    again = solved(here, "solution")  # of the next one: that of the day is known
    assert "You have solved it." in again
    assert again.count("Puzzle: ") == 3
