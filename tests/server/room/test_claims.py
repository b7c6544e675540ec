"""Claims: if the rest of a deal is certain it is played at once, and everybody sees the reason."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sql

import sevenfold
from helpers.claims import SECRET, claimable, without_haste
from helpers.hidden import twin_now
from helpers.rooms import ME, done, log_of, me, room_of, store_known, stored_room
from helpers.table_server import RANDOM, Running, running
from sevenfold.kernel.questions import deals_done
from sevenfold.playing.game import State
from sevenfold.server.room.seating import BotChoice, BotSeat
from sevenfold.server.room.services.claims import carry_out
from sevenfold.server.storage import Storage, rooms
from sevenfold.server.storage.tables import people
from sevenfold.session import claim as session_claim
from sevenfold.session.claim import claim_or_choose
from sevenfold.session.game_log import Entry, GameLog
from sevenfold.solvers.claims import ALONE, CHOOSE, NOT_CERTAIN, Claim, claim_of, spared

TRUF = sevenfold.load("seven_truf")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("table") / "table.db") as server:
        yield server


@pytest.fixture(scope="module", params=[True, False], ids=["settled", "forced"])
def claim(request: pytest.FixtureRequest) -> tuple[State, Claim]:
    return claimable(3, settled=request.param)


def test_what_is_granted_is_played_out(claim: tuple[State, Claim], tmp_path: Path) -> None:
    """The deal ends with exactly what was certain; each action is stored, after a line that says that it was claimed."""
    state, granted = claim
    seat, made, deal = state.turn, state.action_count, deals_done(state.position[0])
    storage = Storage(tmp_path / "table.db")
    storage.run_now(lambda c: c.execute(people.insert().values(id=ME, name="", created=0.0)))
    storage.run_now(rooms.add, stored_room(state, seat))
    room = room_of(state.copy(), seat, storage)
    subscriber = me(seat)
    room.subscribers.add(subscriber)
    done(carry_out(room, granted))
    assert room.state.standing() == list(granted.found.standing)
    assert deals_done(room.state.position[0]) == deal + 1
    assert [int(action) for action in room.state.actions[made:]] == list(granted.line)
    entries = storage.run_now(log_of, room.stored.id, made)
    storage.close()
    first, *rest = entries
    assert (first.kind, first.value, first.seat) == ("claim", room.state.action_count, seat)
    assert [(entry.kind, entry.value) for entry in rest] == [("play", action) for action in granted.line]
    assert [entry.number for entry in entries] == list(range(made, made + len(granted.line) + 1))
    assert room.stored.number == made + len(entries)
    told, *shown = [json.loads(text) for text in subscriber._waiting]
    assert [message["view"]["made"] for message in shown] == list(range(made + 1, made + len(granted.line) + 1))
    assert {(message["view"]["turn"], len(message["view"]["moves"])) for message in shown[:-1]} == {(None, 0)}
    assert (told["type"], told["start"], told["made"]) == ("claimed", made, made + len(granted.line))
    holds = {TRUF.pack.code(card) for card in range(32) if int(state.position[0].hands[seat]) >> card & 1}
    assert set(granted.cards) == holds
    assert set(told["cards"]) == holds
    assert " and shows the " in told["sentence"]
    assert (": nothing can change any more." in told["sentence"]) == granted.found.is_settled
    played = [
        {news["text"] for news in message["view"]["news"] if news["number"] == message["view"]["made"]} for message in shown
    ]
    assert all(any("play" in text for text in texts) for texts in played)  # card by card


def test_a_claim_is_one_move_that_is_taken_back_as_a_whole(claim: tuple[State, Claim]) -> None:
    """From the log alone; to the claimant's own seat it is their decision, to another's what was played before it."""
    state, granted = claim
    game_log = GameLog(state.game.start(state.seed))
    for action in state.actions:
        game_log.play(int(action))
    made, whole = game_log.state.action_count, game_log.state.action_count + len(granted.line)
    entries = [Entry(made, "claim", whole), *(Entry(0, "play", action) for action in granted.line)]
    assert state.turn is not None
    others = [seat for seat in range(4) if seat != state.turn]
    before = game_log.decision_before(made, others)
    game_log.apply(entries)
    assert game_log.number == whole + 1
    assert game_log.decision_before(whole, [state.turn]) == made
    assert game_log.decision_before(whole, others) == before
    game_log.apply([Entry(0, "back", made)])
    assert game_log.undone[-1] == granted.line[0]
    game_log.play(granted.line[0])
    assert game_log.decision_before(made + 1, [state.turn]) == made
    assert game_log.played[-1].is_first


def test_hidden_cards_decide_nothing(claim: tuple[State, Claim]) -> None:
    """Whatever the others truly hold, a person and a bot claim the same, where it is true; or nobody claims."""
    state, granted = claim
    compared = 0
    for seed in range(12):
        twin = twin_now(state, state.turn, Random(seed))
        for found in (claim_of(twin, SECRET), spared(twin, SECRET, 60.0)):  # a busy machine is no reason not to claim
            if found:
                assert (found.found, found.cards, found.concedes) == (granted.found, granted.cards, granted.concedes)
                compared += 1
    assert compared > 12


def test_a_bot_claims_or_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where several of its own actions are spared; not by a single step, nor in the place of a person."""
    without_haste(monkeypatch, session_claim)
    state, granted = claimable(3, settled=True)
    player = BotSeat(BotChoice("beginner", "instant"), TRUF)
    assert player.claiming
    assert not BotSeat(BotChoice("random", "instant"), TRUF).claiming
    found = claim_or_choose(player.bot, state, None, may_claim=True)(1.0)
    assert isinstance(found, Claim)
    assert found.found.standing == granted.found.standing
    assert claim_or_choose(player.bot, state, None, may_claim=False)(1.0) in state.legal_actions()
    early = TRUF.start(5)
    assert claim_or_choose(player.bot, early, None, may_claim=True)(1.0) in early.legal_actions()


# -- with a server --------------------------------------------------------------------------------------------------------


def room_at(table: Running, state: State, made: int, bot: str = "random") -> str:
    """A room with this game after a number of actions, the default client at the first seat, bots at the others."""
    table.http.get("/api/me").raise_for_status()
    person = table.run(lambda connection: connection.execute(sql.select(people.c.id)).scalars().first())
    return store_known(table.run, state, made, bot=bot, person=person)


def test_a_person_claims(table: Running) -> None:
    """It is refused in one sentence while nothing is certain, and ends the deal once the rest is; then it can be taken back."""
    state, granted = claimable(5, settled=True, seat=0)
    early = next(made for made in range(60, state.action_count) if state.position_at(made)[0].turn == 0)
    with table.play(room_at(table, state, early)) as player:
        player.to_move()
        player.send({"type": "claim", "number": player.number})
        refused = player.receive("error")
        assert (refused["code"], refused["message"]) == ("not_certain", NOT_CERTAIN)
        assert player.refused(type="claim", number=player.number) == "not_certain", "and again, at once"
    room = room_at(table, state, state.action_count)
    with table.play(room) as player:
        before = player.to_move()
        assert player.refused(type="claim", number=player.number - 1) == "stale"
        player.send({"type": "claim", "number": player.number})
        told = player.receive("claimed")
        assert (told["seat"], told["start"]) == (0, before["made"])
        view = player.view_when(lambda view: bool(view["made"] >= told["made"]))
        assert set(told["cards"]) == set(granted.cards)
        assert " and shows the " in told["sentence"]
        assert len(view["sheet"]) == len(before["sheet"]) + 1
        assert [line["total"] for line in view["sheet"][-1]["lines"]] == list(granted.found.standing)
        while not player.last["moves"]:
            player.receive("view")
        player.send({"type": "undo", "number": player.number})
        back = player.view_when(lambda view: bool(view["made"] == before["made"]))
        assert (back["zones"], back["moves"]) == (before["zones"], before["moves"])
    kinds = [entry.kind for entry in table.run(log_of, room)]
    assert (kinds.count("claim"), kinds.count("back")) == (1, 1)


def test_a_bot_claims_at_the_table(table: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody sees the claim of a bot; the room is the same when it is loaded again, and the claim is undone as one step."""
    without_haste(monkeypatch, session_claim)
    table.ready_to_claim("seven_truf")
    state, granted = claimable(9, settled=True, seat=1)
    room = room_at(table, state, state.action_count, "beginner")
    with table.play(room) as player:
        told = player.receive("claimed")
        assert told["seat"] == 1
        assert set(told["cards"]) == set(granted.cards)
    entries = table.run(log_of, room)
    claimed = [at for at, entry in enumerate(entries) if entry.kind == "claim"]
    assert entries[claimed[0]].seat == told["seat"]
    now = table.state_of(room)
    game_log = GameLog(now.game.start(now.seed))
    game_log.apply(entries)
    assert game_log.state.actions[: len(entries) - 1] == now.actions[: len(entries) - 1]


def test_when_nobody_may_claim(table: Running) -> None:
    """No claims in a game for one, by spectators, or out of turn."""
    with table.play(table.new_room("seven_solitaire", seats=None)) as player:
        player.receive("view")
        player.send({"type": "claim", "number": player.number})
        assert player.receive("error")["message"] == ALONE
    bidding = TRUF.start(5)
    while bidding.turn != 0:
        bidding.play("bid 0")
    with table.play(room_at(table, bidding, bidding.action_count)) as player:
        player.to_move()
        player.send({"type": "claim", "number": player.number})
        assert player.receive("error")["message"] == CHOOSE
    room = table.new_room("seven_truf", seats=[{"kind": "you"}, {"kind": "you"}, RANDOM])
    with table.somebody("Kim") as kim, table.play(room, kim) as watching:
        watching.receive("view")
        assert watching.refused(type="claim", number=watching.number) in ("not_yours", "stale")


def test_a_claim_outlives_the_server(tmp_path: Path) -> None:
    db = tmp_path / "table.db"
    state, _ = claimable(5, settled=True, seat=0)
    with running(db) as server:
        room = room_at(server, state, state.action_count)
        with server.play(room) as player:
            player.to_move()
            player.send({"type": "claim", "number": player.number})
            player.receive("claimed")
            shown = player.view_when(lambda view: view["made"] > state.action_count)
    with running(db) as server, server.play(room) as player:
        assert player.receive("view")["view"]["made"] >= shown["made"]
