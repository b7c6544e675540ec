"""Several people at one table, each with a browser of their own: inviting, playing, taking back, watching, handing over."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import sevenfold
from helpers.guests.example_games import EXAMPLES, installed
from helpers.page_driver import NEEDS_A_BROWSER, again, look_at, page_of, random_game, store_room, wait_for
from helpers.people.at_pages import LINK, ask, called, joined, move, room_of, table, two_at_play
from helpers.selection import at_one_size
from helpers.table_server import RANDOM
from helpers.together import OPEN, YOU

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = NEEDS_A_BROWSER
LAST = 12  # actions of a game that are played in the browsers


@at_one_size
def test_invite_join_and_play(chromium: Browser, tmp_path: Path, size: str) -> None:
    """From the options by way of the waiting room to the table: a link, a name, a move each, a reaction."""
    with table(tmp_path) as (server, stack):
        host, said = stack.enter_context(page_of(chromium, size))
        guest, said_too = stack.enter_context(page_of(chromium, size))
        called(host, server, "Kim Park")
        host.get_by_role("button", name="Options of Sane Sevens").click()
        host.get_by_label("Seat 2").select_option("A friend")
        host.get_by_role("radio", name="10 min").check(force=True)
        look_at(host)
        host.get_by_role("button", name="Invite and play").click()
        field = host.get_by_label(LINK)
        field.wait_for(timeout=20_000)
        link = field.input_value()
        assert f"{server.address}/join/" in link
        look_at(host)
        guest.goto(link)
        guest.get_by_role("heading", name="Kim Park invites you to Sane Sevens").wait_for(timeout=20_000)
        look_at(guest)
        joined(guest, link, "Lou")
        room = room_of(server, host)
        guest.locator(".board").wait_for(timeout=60_000)
        assert host.locator("section.opponent").get_attribute("aria-label") == "Lou"
        assert guest.locator("section.opponent").get_attribute("aria-label") == "Kim Park"
        assert host.get_by_role("timer").count() == 2
        look_at(host, guest)
        pages = [host, guest]
        for _ in range(2):
            turn = room.stored.turn
            assert turn is not None
            move(pages[turn], room, turn)
        guest.get_by_role("button", name="Say").click()
        guest.get_by_role("button", name="Applause").click()
        host.locator("section.opponent .bubble svg").wait_for(timeout=5000)
        guest.locator("footer .bubble svg").wait_for(timeout=5000)
        look_at(host)
        host.clock.fast_forward(4000)
        host.locator(".bubble").wait_for(state="detached", timeout=5000)
        host.goto(f"http://{server.address}/#/")
        host.get_by_role("img", name="with Lou").wait_for(timeout=20_000)
        look_at(host)
        assert said == said_too == []


def test_two_people_play_to_the_end(chromium: Browser, tmp_path: Path) -> None:
    """Two browsers play a game to its end: both show the same result, and both list it on their home page."""
    known = random_game(sevenfold.load("sane_sevens", players=2))
    id = store_room(tmp_path / "table.db", known, max(0, len(known.actions) - LAST))
    with table(tmp_path) as (server, stack):
        host, said = stack.enter_context(page_of(chromium, "desktop"))
        guest, said_too = stack.enter_context(page_of(chromium, "phone"))
        called(host, server, "Kim")  # the first person on this machine becomes the host of older rooms
        code = ask(host, f"rooms/{id}/invitations", {"seat": 1})["path"]
        joined(guest, f"http://{server.address}{code}", "Lou")
        host.goto(f"http://{server.address}/#/room/{id}")
        room, pages = room_of(server, host), [host, guest]
        guest.locator(".board").wait_for(timeout=60_000)
        while room.stored.status == "open":
            turn = room.stored.turn
            assert turn is not None
            move(pages[turn], room, turn)
        told = room.state.view(None).result
        assert told
        for page in pages:
            page.locator(".result").wait_for(timeout=20_000)
            look_at(page)
            page.goto(f"http://{server.address}/#/")
            page.get_by_role("link", name="1 game in all").click()
            words = page.locator("section li .words").first
            words.wait_for(timeout=20_000)
            lone = told.winners == [pages.index(page)]
            expected = told.sentence if len(told.winners) > 1 else "Won" if lone else "Lost"
            assert words.inner_text().startswith(expected)
            look_at(page)
        assert said == said_too == []


@at_one_size
def test_a_move_is_taken_back_by_consent(chromium: Browser, tmp_path: Path, size: str) -> None:
    """The other player may refuse; if they agree, the move is undone and everybody sees that."""
    with table(tmp_path) as (server, stack):
        *both, room = two_at_play(server, chromium, stack, size, game="chain_up")
        first = room.stored.turn
        assert first is not None
        asker, other = both[first], both[1 - first]
        assert asker.get_by_role("button", name="Undo").get_attribute("aria-disabled") == "true"
        asker.keyboard.press("u")
        asker.locator(".prompt.notice").get_by_text("You have decided nothing yet.").wait_for(timeout=5000)
        button = asker.get_by_role("button", name="Undo")
        for _ in range(20):  # until there is a move that shows no card which was hidden
            turn = room.stored.turn
            assert turn is not None
            move(both[turn], room, turn)
            asker.locator(f'[data-made="{room.stored.made}"]').wait_for(state="attached", timeout=20_000)
            if button.get_attribute("aria-disabled") == "false":
                break
        made = room.stored.made
        button.click()
        other.get_by_role("button", name="Agree").wait_for(timeout=5000)
        look_at(asker, other)
        other.get_by_role("button", name="Refuse").click()
        asker.get_by_text("It was refused: your move stands.").first.wait_for(timeout=5000)
        assert room.stored.made == made
        asker.keyboard.press("u")
        other.get_by_role("button", name="Agree").click()
        wait_for(lambda: room.stored.made < made, "the move is taken back")
        other.get_by_text("A move was taken back.").first.wait_for(timeout=5000)
        for page in both:
            page.locator(f'[data-made="{room.stored.made}"]').wait_for(state="attached", timeout=5000)
        assert room.stored.taken_back == 1


def test_alone_everything_is_taken_back_and_played_again(chromium: Browser, tmp_path: Path) -> None:
    """By key and by button, in a game whose cards lie open to its player."""
    known = random_game(sevenfold.load("pyramid"))
    id = store_room(tmp_path / "table.db", known, 6)
    with table(tmp_path) as (server, stack):
        page, said = stack.enter_context(page_of(chromium, "desktop"))
        called(page, server, "Kim")
        page.goto(f"http://{server.address}/#/room/{id}")
        room = room_of(server, page)
        made = room.stored.made
        page.get_by_role("button", name="Undo").wait_for(timeout=20_000)
        page.keyboard.press("u")
        wait_for(lambda: room.stored.made < made, "a move is taken back")
        page.locator(f'[data-made="{room.stored.made}"]').wait_for(state="attached", timeout=5000)
        look_at(page)
        page.keyboard.press("Shift+U")
        wait_for(lambda: room.stored.made == made, "it is played again")
        while room.stored.made:
            now = room.stored.made
            page.locator(f'[data-made="{now}"]').wait_for(state="attached", timeout=5000)
            page.get_by_role("button", name="Undo").click()
            wait_for(lambda now=now: room.stored.made < now, "one more")  # type: ignore[misc]
        page.get_by_role("button", name="Redo").click()
        wait_for(lambda: room.stored.made, "the first is played again")
        assert said == []


def test_a_spectator_cannot_move(chromium: Browser, tmp_path: Path) -> None:
    """A visitor to the address sees no hand, no moves, and no buttons for players."""
    with table(tmp_path) as (server, stack):
        host, _guest, room = two_at_play(server, chromium, stack, "desktop")
        watcher, said = stack.enter_context(page_of(chromium, "phone"))
        watcher.goto(host.url)
        watcher.get_by_text("You are watching.").wait_for(timeout=20_000)
        mine = {face.code for zone in room.state.view(0).zones if zone.id == "hand-0" for face in zone.faces}
        shown = set(watcher.locator("[data-code]").evaluate_all("all => all.map(e => e.dataset.code)"))
        assert mine
        assert not mine & shown
        assert watcher.locator("[data-can]").count() == 0
        for name in ("Undo", "Say"):
            assert watcher.get_by_role("button", name=name).count() == 0
        look_at(watcher)
        watcher.get_by_role("button", name="Menu").click()
        for name in ("Give up", "Delete this game"):
            assert watcher.get_by_role("button", name=name).count() == 0
        watcher.get_by_role("button", name="Players").click()
        watcher.get_by_text("Lou").last.wait_for(timeout=5000)
        assert watcher.locator("dialog li button, dialog select").count() == 0
        look_at(watcher)
        assert said == []


def test_a_lost_connection_comes_back(chromium: Browser, tmp_path: Path) -> None:
    """The others see who is away; what is played meanwhile is there when they are back; nobody has to reload."""
    with table(tmp_path) as (server, stack):
        host, guest, room = two_at_play(server, chromium, stack, "desktop")
        guest.context.set_offline(True)  # new connections; the one there was is closed by hand
        for subscriber in list(room.subscribers):
            if subscriber.person == room.stored.seats[1].person:
                server.soon(partial(subscriber.close, 1001))
        guest.get_by_role("banner").get_by_text("No connection").wait_for(timeout=20_000)
        host.locator("section.opponent").get_by_text("away").wait_for(timeout=20_000)
        look_at(host)
        if room.stored.turn == 0:
            move(host, room, 0)
        made = room.stored.made
        guest.context.set_offline(False)
        guest.clock.fast_forward(10_000)
        guest.get_by_role("banner").get_by_text("No connection").wait_for(state="detached", timeout=20_000)
        guest.locator(f'[data-made="{made}"]').wait_for(state="attached", timeout=20_000)
        host.locator("section.opponent").get_by_text("away").wait_for(state="detached", timeout=20_000)
        turn = room.stored.turn
        assert turn is not None
        move((host, guest)[turn], room, turn)


def test_who_gets_up_is_played_for_until_they_sit_down(chromium: Browser, tmp_path: Path) -> None:
    """The seat can be come back to, also after a reload; the host pauses meanwhile and changes who sits."""
    with table(tmp_path) as (server, stack):
        host, guest, room = two_at_play(server, chromium, stack, "phone")
        for page in (host, guest):
            page.get_by_role("button", name="Menu").click()
            page.get_by_role("button", name="Players").click()
        host.get_by_role("button", name="Pause the game").click()
        wait_for(lambda: room.stored.paused, "the pause")
        host.get_by_role("radio", name="Slow").check(force=True)
        wait_for(lambda: room.stored.pace == "slow", "the pace")
        guest.get_by_role("button", name="Get up from seat 2").click()
        wait_for(lambda: room.stored.seats[1].kind == "bot", "the bot")
        host.get_by_label("Who plays at seat 2").wait_for(timeout=5000)
        look_at(host, guest)
        again(guest)
        guest.get_by_role("button", name="Sit down again").click()
        wait_for(lambda: room.stored.seats[1].kind == "person", "Lou is back")
        host.keyboard.press("Escape")
        guest.get_by_text("The game is paused; its host lets it go on.").wait_for(timeout=5000)
        host.get_by_role("button", name="Go on").click()
        wait_for(lambda: not room.stored.paused, "it goes on")
        guest.get_by_text("The game is paused").wait_for(state="detached", timeout=5000)
        look_at(host, guest)


@at_one_size
def test_a_screen_is_handed_over(chromium: Browser, tmp_path: Path, size: str) -> None:
    """Of two at one screen neither sees the other's cards: nothing of them is drawn until they say so."""
    with table(tmp_path) as (server, stack):
        page, said = stack.enter_context(page_of(chromium, size))
        called(page, server, "Kim")
        made = ask(page, "rooms", {"game": "sane_sevens", "seats": [YOU, YOU], "pace": "instant"})["room"]
        page.goto(f"http://{server.address}/#/room/{made}")
        for turn in range(4):
            curtain = page.locator(".curtain")
            curtain.wait_for(timeout=60_000)
            assert page.locator("[data-code]").count() == 0
            assert curtain.get_by_role("heading", name="What everybody saw").count() == (turn > 0)
            look_at(page)
            page.keyboard.press("Enter")
            room = room_of(server, page)
            seat = room.stored.turn
            assert seat is not None
            shown = set(page.locator("[data-code]").evaluate_all("all => all.map(e => e.dataset.code)"))
            own = next(zone for zone in room.state.view(seat).zones if zone.id == f"hand-{seat}")
            assert {face.code for face in own.faces} <= shown
            while room.stored.turn == seat:  # a move may be several steps, or the turn may come again
                page.clock.fast_forward(400)
                move(page, room, seat)
        assert said == []


def test_with_open_hands_the_screen_turns_by_itself(chromium: Browser, tmp_path: Path) -> None:
    """In a game without hidden cards, two players at one screen see the table from the seat to move."""
    with table(tmp_path) as (server, stack):
        page, said = stack.enter_context(page_of(chromium, "desktop"))
        called(page, server, "Kim")
        wanted = {"game": "cooperative_dominoes", "options": {"players": 2}, "seats": [YOU, YOU]}
        page.goto(f"http://{server.address}/#/room/{ask(page, 'rooms', wanted)['room']}")
        room = room_of(server, page)
        for _ in range(2):
            turn = room.stored.turn
            assert turn is not None
            page.locator(f'footer[data-seat="{turn}"]').wait_for(timeout=20_000)
            move(page, room, turn)
        assert page.locator(".curtain").count() == 0
        assert said == []


def test_table_talk(chromium: Browser, tmp_path: Path) -> None:
    """In Cooperative Dominoes one says what one holds, with a card; it stands at the seat for all to see."""
    with table(tmp_path) as (server, stack):
        wanted = {"game": "cooperative_dominoes", "options": {"players": 2}}
        host, guest, _room = two_at_play(server, chromium, stack, "phone", **wanted)
        guest.get_by_role("button", name="Say").click()
        guest.get_by_role("button", name="I have …").click()
        card = guest.locator("dialog .cards button").first
        name = card.inner_text()
        look_at(guest)
        card.click()
        host.locator("section.opponent .bubble").get_by_text(name).wait_for(timeout=5000)
        look_at(host)


def test_links_that_seat_nobody(chromium: Browser, tmp_path: Path) -> None:
    """A full table, a used link and a wrong link are each explained in a sentence, and the game may be watched."""
    with table(tmp_path) as (server, stack):
        page, _said = stack.enter_context(page_of(chromium, "phone"))
        full = server.new_room(seats=[YOU, OPEN])
        code = server.http.post(f"/api/rooms/{full}/invitations", json={"seat": None}).json()["path"]
        once = server.http.post(f"/api/rooms/{full}/invitations", json={"seat": 1}).json()["path"]
        with server.somebody("Lou") as lou:
            assert lou.post("/api/join", json={"code": once.rpartition("/")[2]}).status_code == 200
        wrong = "/#/join/wrong"
        for path, told in ((code, "All seats are taken"), (once, "sits there already"), (wrong, "There is no seat behind")):
            page.goto(f"http://{server.address}{path}")
            page.get_by_text(told).first.wait_for(timeout=20_000)
            assert page.get_by_role("button", name="Sit down").count() == 0
            assert page.get_by_role("link", name="Watch").count() == (path != wrong)
            look_at(page)


def test_another_device(chromium: Browser, tmp_path: Path) -> None:
    """A link from one browser makes another the same person's, once; their games are there."""
    with table(tmp_path) as (server, stack):
        one, _ = stack.enter_context(page_of(chromium, "desktop"))
        two, _ = stack.enter_context(page_of(chromium, "phone"))
        called(one, server, "Kim")
        ask(one, "rooms", {"game": "sane_sevens", "seats": [YOU, RANDOM], "pace": "slow"})
        one.get_by_role("button", name="Play on another device").click()
        link = one.get_by_label("Link for one device")
        link.wait_for(timeout=20_000)
        look_at(one)
        two.goto(link.input_value())
        two.get_by_role("button", name="Make this device mine").click()
        two.get_by_role("heading", name="This device is Kim's now").wait_for(timeout=20_000)
        look_at(two)
        two.get_by_role("link", name="To the games").click()
        two.get_by_role("heading", name="Go on playing").wait_for(timeout=20_000)


@at_one_size
def test_choosing_at_once(chromium: Browser, tmp_path: Path, size: str) -> None:
    """Both are asked at once; who has chosen waits for the other, who sees nothing of it."""
    packages = tmp_path / "packages"
    packages.mkdir()
    with installed(packages, EXAMPLES / "goofspiel"), table(tmp_path) as (server, stack):
        host, guest, room = two_at_play(server, chromium, stack, size, game="goofspiel", options={"players": 2, "ranks": 5})
        for page, name in ((host, "Lou"), (guest, "Kim")):
            page.locator("footer [data-can]").first.wait_for(timeout=60_000)
            assert page.locator(".plate.turn").count() == 2, name
        guest.locator('footer [data-can][aria-label^="wave 3"]').click(position={"x": 4, "y": 20})
        guest.get_by_text("You chose to bid the wave 3. Waiting for Kim.").wait_for(timeout=20_000)
        wait_for(lambda: host.locator(".plate.turn").count() == 1, "the mark at who has still to choose")
        assert room.state.action_count == 0
        look_at(host, guest)
        host.locator('footer [data-can][aria-label^="moon 4"]').click(position={"x": 4, "y": 20})
        wait_for(lambda: room.state.action_count == 2, "both bids")
        for page in (host, guest):
            page.locator("footer [data-can]").first.wait_for(timeout=20_000)
        look_at(host, guest)
