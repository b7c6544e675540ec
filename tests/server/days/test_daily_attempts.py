"""The deal of the day: one attempt of each person counts, whatever they do with their rooms, and its results spoil nothing."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sql
from sqlalchemy import Connection

import sevenfold
from helpers.table_server import ALONE, Running, cookies_of, new_database
from sevenfold.protocol import Again, DailyAttempt, DailyResults, NewRoom
from sevenfold.protocol.errors import Refused
from sevenfold.server.lobby.days import daily_deals
from sevenfold.server.lobby.days.daily_results import board, requested_deal
from sevenfold.server.lobby.lobby import Lobby
from sevenfold.server.storage import Person, Storage
from sevenfold.server.storage.days import attempts
from sevenfold.server.storage.days.attempts import Attempt
from sevenfold.server.storage.tables import people
from sevenfold.session import daily
from sevenfold.session.daily import DailyDeal
from sevenfold.solvers import patience

DAY, NEXT = "2026-11-26", "2026-11-27"
GAME = "pyramid"


@pytest.fixture(autouse=True)
def day(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Today is a day whose deal is known; the function returned makes it another."""

    def becomes(date: str) -> None:
        monkeypatch.setattr(daily, "today", lambda: date)

    becomes(DAY)
    return becomes


class House:
    """A lobby and its people."""

    def __init__(self, db: Path | str) -> None:
        self.storage = Storage(db)
        self.lobby = Lobby(self.storage)

    async def somebody(self, name: str = "") -> Person:
        """A new person."""
        _, person = await self.lobby.accounts.make()
        return await self.lobby.rename(person, name) if name else person

    async def opened(self, person: Person, **wanted: object) -> str:
        """A room with today's deal."""
        return (await self.lobby.new_room(NewRoom.model_validate({"game": GAME, "daily": True} | wanted), person)).room

    async def play(self, id: str, actions: int = 1) -> None:
        """Play the first legal actions."""
        room = await self.lobby.room(id)
        for _ in range(actions):
            await room.run(room.play([int(room.state.legal_actions()[0])]))

    async def win(self, id: str) -> int:
        """Win a game from where it stands; returns the number of its moves."""
        room = await self.lobby.room(id)
        for action in patience.solve(room.state).line:
            await room.run(room.play([int(action)]))
        assert room.stored.summary.winners == [0]
        return sum(played.is_first for played in room.game_log.played)

    async def lose(self, id: str) -> None:
        """Play the last legal actions to the end."""
        room = await self.lobby.room(id)
        while room.is_open:
            await room.run(room.play([int(room.state.legal_actions()[-1])]))
        assert not room.stored.summary.winners

    async def undo(self, id: str) -> None:
        """Take back the last action."""
        room = await self.lobby.room(id)
        await room.run(room.undo_to(room.state.action_count - 1, 0))

    async def results(self, person: Person | None, date: str = DAY) -> DailyResults:
        """What somebody is told about a day's deal."""
        return await self.lobby.daily_results(GAME, date, "", person)

    async def attempt(self, person: Person, date: str = DAY) -> DailyAttempt:
        """Somebody's attempt that counts."""
        mine = (await self.results(person, date)).mine
        assert mine is not None
        return mine


@pytest.fixture
def during(tmp_path: Path) -> Callable[[Callable[[House], Awaitable[None]]], None]:
    """Runs something in a new house."""

    def run(doing: Callable[[House], Awaitable[None]]) -> None:
        async def main() -> None:
            house = House(shutil.copy(new_database(), tmp_path / "table.db"))
            try:
                await doing(house)
            finally:
                await house.lobby.close()

        asyncio.run(main())

    return run


During = Callable[[Callable[[House], Awaitable[None]]], None]


# -- what counts ------------------------------------------------------------------------------------------------------


def test_the_first_room_in_which_something_is_played_counts(during: During) -> None:
    async def plays(house: House) -> None:
        person = await house.somebody()
        looked_at, first, second = [await house.opened(person) for _ in range(3)]
        assert (await house.results(person)).mine is None, "to look at the cards costs nothing"
        await house.play(first)
        await house.lobby.delete(looked_at, person)
        mine = await house.attempt(person)
        assert (mine.room, mine.outcome) == (first, "")
        moves = await house.win(first)
        await house.lose(second)  # for fun
        mine = await house.attempt(person)
        assert (mine.room, mine.outcome, mine.moves, mine.taken_back) == (first, "won", moves, 0)
        found = await house.lobby.daily(person)
        assert found.attempts == [mine]
        assert [(one.game, one.played, one.won) for one in found.streaks] == [("", 1, 1), (GAME, 1, 1)]
        assert found.streaks[0].days == ["", "", "", "", "", "", "won"]

    during(plays)


def test_nobody_learns_the_deal_elsewhere_while_their_attempt_goes_on(during: During) -> None:
    """Neither by playing nor by giving up, after which they are shown how it is won."""

    async def plays(house: House) -> None:
        person = await house.somebody()
        counts, other = await house.opened(person), await house.opened(person)
        await house.play(counts)
        for doing in (house.play(other), house.lobby.give_up(other, person)):
            with pytest.raises(Refused, match="finish it or give it up first") as refused:
                await doing
            assert refused.value.code == "not_now"
        assert (await house.lobby.room(other)).stored.number == 0
        await house.lobby.give_up(counts, person)
        await house.play(other)

    during(plays)


def test_to_delete_the_room_or_to_begin_again_gives_no_second_attempt(during: During) -> None:
    async def plays(house: House) -> None:
        person = await house.somebody()
        room = await house.opened(person)
        await house.play(room, 2)
        restarted = (await house.lobby.again(room, person, Again(deal="same", leave=True))).room
        await house.win(restarted)
        assert (await house.attempt(person)).outcome == "given up"
        other = await house.somebody()
        deleted = await house.opened(other)
        await house.play(deleted, 2)
        await house.lobby.delete(deleted, other)
        await house.win(await house.opened(other))
        mine = await house.attempt(other)
        assert (mine.outcome, mine.room) == ("given up", "")
        assert (await house.lobby.daily(other)).streaks[0].played == 1, "what was played stays when its room is gone"

    during(plays)


def test_what_is_taken_back_is_told_and_nothing_is_after_the_end(during: During) -> None:
    async def plays(house: House) -> None:
        person, other = await house.somebody(), await house.somebody()
        room = await house.opened(person)
        await house.play(room)
        await house.undo(room)
        await house.win(room)
        mine = await house.attempt(person)
        assert (mine.outcome, mine.taken_back) == ("won", 1)
        lost = await house.opened(other)
        await house.lose(lost)
        told = await house.attempt(other)
        assert told.outcome == "lost"
        while (await house.lobby.room(lost)).state.action_count > 0:
            await house.undo(lost)
        await house.win(lost)
        assert await house.attempt(other) == told

    during(plays)


def test_an_attempt_counts_for_the_day_of_its_deal(during: During, day: Callable[[str], None]) -> None:
    """Begun before midnight and finished after it; the new day has a deal of its own, and yesterday's row goes on."""

    async def plays(house: House) -> None:
        person = await house.somebody()
        room = await house.opened(person)
        await house.play(room)
        day(NEXT)
        await house.win(room)
        assert (await house.attempt(person, DAY)).outcome == "won"
        today = await house.lobby.daily(person)
        assert (today.date, today.attempts, today.streaks[0].played) == (NEXT, [], 1)
        new = await house.opened(person)
        assert (await house.lobby.info(new, person)).daily == NEXT
        await house.lose(new)
        assert [(one.played, one.won) for one in (await house.lobby.daily(person)).streaks] == [(2, 0), (2, 0)]

    during(plays)


def test_a_game_against_bots_is_no_attempt(during: During) -> None:
    async def plays(house: House) -> None:
        person = await house.somebody()
        room = await house.opened(person, game="sane_sevens")
        await house.lobby.give_up(room, person)
        found = await house.lobby.daily(person)
        assert (found.attempts, found.streaks) == ([], [])

    during(plays)


def test_who_is_deleted_is_in_no_results(during: During) -> None:
    async def plays(house: House) -> None:
        person, other = await house.somebody("Ann"), await house.somebody("Bo")
        for one in (person, other):
            await house.win(await house.opened(one))
        room = await house.opened(other)

        def delete(c: Connection) -> None:
            c.execute(sql.delete(people).where(people.c.id == other.id))

        await house.storage.run(delete)
        others = (await house.results(person)).others
        assert others
        assert (others.ended, [one.name for one in others.best]) == (1, ["You"])
        await house.play(room)  # by a page that is still open

    during(plays)


# -- the results ------------------------------------------------------------------------------------------------------


def test_nobody_is_told_results_before_their_own_attempt_has_ended(during: During) -> None:
    async def plays(house: House) -> None:
        winner, player, stranger = await house.somebody("Ann"), await house.somebody(), await house.somebody()
        await house.win(await house.opened(winner))
        room = await house.opened(player)
        await house.play(room)
        for reader in (None, stranger, player):
            assert (await house.results(reader)).others is None
        await house.lobby.give_up(room, player)
        others = (await house.results(player)).others
        assert others
        assert (others.ended, others.won, others.rank) == (2, 1, None)
        assert [(bar.outcome, bar.count, bar.yours) for bar in others.bars] == [("won", 1, False), ("given up", 1, True)]
        assert (await house.results(stranger)).others is None
        assert (await house.results(player, NEXT)).others is None

    during(plays)


def attempt(
    person: str, outcome: str = "won", moves: int = 40, *, seconds: float = 60.0, back: int = 0, name: str = ""
) -> Attempt:
    return Attempt(DAY, GAME, "{}", person, "room", outcome, moves, "", seconds, back, name)


def test_the_order_of_the_best() -> None:
    """Nothing taken back, then fewest moves, then time; named are those who chose a name, and the reader."""
    known = [
        attempt("slow", seconds=900, name="Slow"), attempt("me", name="Kim"), attempt("same", name="Kim"),
        attempt("back", moves=10, back=2, name="Back"), attempt("nameless", moves=39), attempt("lost", "lost", 80, name="Lost"),
    ]  # fmt: skip
    found = board(known, "me")
    assert [(one.rank, one.name, one.you) for one in found.best] == [
        (2, "You", True), (2, "Kim", False), (4, "Slow", False), (5, "Back", False),
    ]  # fmt: skip
    assert (found.ended, found.won, found.rank) == (6, 5, 2)
    assert "Lost" not in found.model_dump_json()


def test_only_the_best_twenty_are_named_and_bars_are_few() -> None:
    found = board([attempt(f"p{i}", moves=40 + i, name=f"P{i}") for i in range(100)], "p99")
    assert (len(found.best), found.best[0].name, found.rank) == (20, "P0", 100)
    assert [(bar.least, bar.most, bar.count, bar.yours) for bar in found.bars][-1] == (125, 139, 15, True)
    assert sum(bar.count for bar in found.bars) == 100


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"date": "yesterday"}, "bad_message"),
        ({"date": "2026-13-01"}, "bad_message"),
        ({"date": "٢٠٢٦-١١-٢٦"}, "bad_message"),
        ({"options": "rows"}, "bad_message"),
        ({"options": "[7]"}, "bad_message"),
        ({"options": '{"rows": [7]}'}, "bad_message"),
        ({"options": '{"rows": 3}'}, "bad_option"),
        ({"options": "[" * 1000}, "bad_message"),
        ({"game": "chess"}, "unknown_game"),
    ],
)
def test_bad_input(asked: dict[str, str], code: str) -> None:
    with pytest.raises(Refused) as refused:
        requested_deal(**({"game": GAME, "date": "", "options": ""} | asked))
    assert refused.value.code == code
    assert str(refused.value).endswith((".", "?"))


def test_the_options_of_a_request_are_those_of_the_deal() -> None:
    usual = requested_deal(GAME, "", "")
    assert usual == requested_deal(GAME, DAY, json.dumps({"rows": 7}))
    assert usual == attempts.deal_of(DAY, GAME, sevenfold.load(GAME).options)
    assert requested_deal(GAME, NEXT, '{"rows": 6}') != usual


def test_over_http(server: Running, kim: httpx.Client) -> None:
    room = server.new_room("pyramid", daily=True, **ALONE)
    assert server.http.get(f"/api/rooms/{room}").json()["winnable"]
    server.http.post(f"/api/rooms/{room}/give-up").raise_for_status()
    found = server.http.get("/api/daily/pyramid", params={"options": '{"rows": 7}'}).json()
    assert (found["date"], found["name"], found["options_text"]) == (DAY, "Pyramid", "")
    assert (found["mine"]["room"], found["mine"]["outcome"], found["others"]["ended"]) == (room, "given up", 1)
    theirs = kim.get("/api/daily/pyramid").json()
    assert (theirs["mine"], theirs["others"]) == (None, None)
    assert server.error(server.http.get("/api/daily/pyramid", params={"date": "x" * 11})) == (422, "bad_message")
    assert server.error(server.http.get("/api/daily/chess")) == (404, "unknown_game")


# -- races ------------------------------------------------------------------------------------------------------------


def test_of_two_browsers_that_begin_at_once_one_counts(during: During) -> None:
    async def plays(house: House) -> None:
        person = await house.somebody()
        rooms = [await house.opened(person) for _ in range(4)]
        done = await asyncio.gather(*(house.play(room) for room in rooms), return_exceptions=True)
        mine = await house.attempt(person)
        assert [room for room, refused in zip(rooms, done, strict=True) if refused is None] == [mine.room]
        await house.win(mine.room)
        assert (await house.attempt(person)).outcome == "won"

    during(plays)


def test_of_two_servers_on_which_somebody_begins_at_once_one_counts(two: tuple[Running, Running]) -> None:
    """What the other server has stored shows at once, since both read the same rows."""
    one, other = two
    with ExitStack() as stack:
        here = stack.enter_context(one.somebody("Kim"))
        there = stack.enter_context(other.somebody())
        there.cookies.update(cookies_of(here))
        rooms = [by.post("/api/rooms", json={"game": GAME, "daily": True}).json()["room"] for by in (here, there)]
        tables = [
            stack.enter_context(server.play(room, by)) for server, room, by in zip(two, rooms, (here, there), strict=True)
        ]
        views = [table.my_turn() for table in tables]
        for table, view in zip(tables, views, strict=True):
            table.move(view)
        told = [by.get(f"/api/daily/{GAME}").json()["mine"] for by in (here, there)]
        while None in told:
            told = [by.get(f"/api/daily/{GAME}").json()["mine"] for by in (here, there)]
        assert told[0] == told[1]
        at = rooms.index(told[0]["room"])
        tables[at].room_when(lambda seen: seen["made"] > 0)
        assert tables[1 - at].receive("error")["code"] == "not_now"
        there.post(f"/api/rooms/{rooms[at]}/give-up").raise_for_status()
        ended = here.get(f"/api/daily/{GAME}").json()
        assert (ended["mine"]["outcome"], ended["others"]["ended"]) == ("given up", 1)


# -- deals are ready before they are wanted ---------------------------------------------------------------------------


def test_tomorrows_deals_are_looked_for_before_midnight(during: During, monkeypatch: pytest.MonkeyPatch) -> None:
    async def waits(house: House) -> None:
        asked = list[tuple[str, str]]()

        async def found(game: sevenfold.Game, date: str) -> DailyDeal:
            asked.append((game.id, date))
            return DailyDeal(7, is_winnable=game.id != "front_and_center")

        monkeypatch.setattr(house.lobby.compilation.solvers, "daily", found)
        monkeypatch.setattr(daily_deals, "LOOK", 0.001)
        now = [daily.day_ends(DAY) - 7200]
        monkeypatch.setattr(daily_deals, "time", lambda: now[0])
        task = asyncio.create_task(house.lobby.daily_deals.keep_ready())
        await asyncio.sleep(0.1)
        for_one = {"pyramid", "front_and_center", "seven_solitaire"}
        assert set(asked) == {(game, DAY) for game in for_one}
        now[0] += 6000
        await asyncio.sleep(0.1)
        assert set(asked[3:]) == {(game, NEXT) for game in for_one}
        assert len(asked) == 6, "each once"
        deals = (await house.lobby.daily(None)).deals
        assert {deal.game: deal.doubtful for deal in deals} == {game: game == "front_and_center" for game in for_one}
        task.cancel()

    during(waits)


def test_a_deal_that_was_not_shown_to_be_winnable_says_so(during: During, monkeypatch: pytest.MonkeyPatch) -> None:
    async def opens(house: House) -> None:
        person = await house.somebody()

        async def found(game: sevenfold.Game, date: str) -> DailyDeal:
            return DailyDeal(1 << 200, is_winnable=False)

        monkeypatch.setattr(house.lobby.compilation.solvers, "daily", found)
        assert not (await house.lobby.info(await house.opened(person), person)).winnable

    during(opens)
