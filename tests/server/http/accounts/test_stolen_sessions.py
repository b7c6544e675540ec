"""What somebody does with a session, a cookie or a link that is not theirs, as an independent reader tried it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sql
from websockets.exceptions import ConnectionClosed

from helpers.people.at_site import AT, ORIGIN, SITE, challenge, somebody_at, with_passkey
from helpers.people.authenticator import Authenticator
from helpers.table_server import Player, Running, cookie_of, running, token_of
from sevenfold.server.http.middleware.limits import Limits
from sevenfold.server.storage import people
from sevenfold.server.storage.people import proofs, subscriptions
from sevenfold.server.storage.people.subscriptions import Subscription
from sevenfold.server.storage.tables import challenges, friend_links, tokens

WORDS = {"phrase": "abandon " * 11 + "about"}


@pytest.fixture
def thief(server: Running) -> Iterator[httpx.Client]:
    with somebody_at(server, "Thief") as client:
        yield client


def phrase_of(client: httpx.Client) -> str:
    return str(client.post("/api/me/phrase").raise_for_status().json()["phrase"])


def code_of(client: httpx.Client) -> str:
    return str(client.post("/api/me/devices").raise_for_status().json()["path"].rpartition("/")[2])


def grown_old(server: Running) -> None:
    """Let ten minutes pass since all proofs."""
    server.run(lambda c: c.execute(sql.update(tokens).values(proven=time.time() - proofs.FRESH - 1)) and None)


def bearer(server: Running, token: str) -> httpx.Client:
    """Somebody who has a copy of a cookie."""
    return httpx.Client(base_url=f"http://{server.address}", headers={"Authorization": f"Bearer {token}", **AT})


def is_in(server: Running, token: str) -> bool:
    with bearer(server, token) as copy:
        return copy.get("/api/me/account").status_code == 200


def called(server: Running, client: httpx.Client) -> list[str]:
    """Where a person is called."""
    person = server.run(people.by_token, token_of(client))
    return [one.endpoint for one in server.run(subscriptions.of_person, person.id)] if person else []


def call_here(server: Running, client: httpx.Client, endpoint: str) -> None:
    token = token_of(client)
    person = server.run(people.by_token, token)
    assert person
    server.run(subscriptions.add, person.id, Subscription(endpoint, "key", "secret"), token)


# -- bringing an account along -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["phrase", "passkey", "link"])
def test_who_has_only_the_device_does_not_carry_the_account_away(
    server: Running, kim: httpx.Client, thief: httpx.Client, way: str
) -> None:
    """To bring it along ends it, so it needs a proof as deleting does; with one it goes on, with the same link."""
    own, theirs = phrase_of(kim), phrase_of(thief)
    device, code = with_passkey(thief), code_of(thief)
    kim.post("/api/rooms", json={"game": "pyramid"}).raise_for_status()
    grown_old(server)

    def log_in(bring: bool) -> httpx.Response:
        if way == "phrase":
            return kim.post("/api/log-in/phrase", json={"phrase": theirs, "bring": bring})
        if way == "link":
            return kim.post("/api/devices", json={"code": code, "bring": bring})
        return kim.post("/api/log-in/passkey", json=device.sign(challenge(kim, "log-in/challenge"), bring=bring))

    assert server.error(log_in(True)) == (403, "not_proven")
    assert kim.get("/api/me").json()["name"] == "Kim"
    kim.post("/api/me/proof/phrase", json={"phrase": own}).raise_for_status()
    assert log_in(True).json()["name"] == "Thief"
    assert thief.get("/api/rooms/going-on").json()["total"] == 1


def test_left_behind_it_needs_no_proof(server: Running, kim: httpx.Client, thief: httpx.Client) -> None:
    own, theirs = phrase_of(kim), phrase_of(thief)
    grown_old(server)
    assert kim.post("/api/log-in/phrase", json={"phrase": theirs}).json()["name"] == "Thief"
    assert kim.post("/api/log-in/phrase", json={"phrase": own}).json()["name"] == "Kim"


def test_a_link_says_whose_account_it_opens_without_being_used(server: Running, kim: httpx.Client, thief: httpx.Client) -> None:
    code = code_of(thief)
    for _ in range(2):
        looked = kim.post("/api/devices/look", json={"code": code})
        assert looked.json() == {"name": "Thief", "yours": False}
        assert "set-cookie" not in looked.headers
    assert thief.post("/api/devices/look", json={"code": code}).json() == {"name": "Thief", "yours": True}
    assert server.error(kim.post("/api/devices/look", json={"code": "none"})) == (404, "unknown_device")
    kim.post("/api/devices", json={"code": code}).raise_for_status()
    assert server.error(kim.post("/api/devices/look", json={"code": code})) == (404, "unknown_device")


# -- codes and friends' links --------------------------------------------------------------------------------------------


def test_links_are_void_once_somebody_shuts_others_out(server: Running, kim: httpx.Client, thief: httpx.Client) -> None:
    """Whoever holds a device may have made some: logging it out, a new phrase and a removed passkey end them all."""
    passkey = with_passkey(kim)
    for ending in ("one device", "a phrase", "a passkey", "here"):
        with server.somebody() as lost:
            lost.post("/api/devices", json={"code": code_of(kim)}).raise_for_status()
            code = code_of(lost)
            if ending == "one device":
                (other,) = [one["id"] for one in kim.get("/api/me/account").json()["devices"] if not one["here"]]
                kim.delete(f"/api/me/devices/{other}").raise_for_status()
            elif ending == "a phrase":
                phrase_of(kim)
            elif ending == "a passkey":
                kim.delete(f"/api/me/passkeys/{passkey.id}").raise_for_status()
            assert ending == "here" or server.error(thief.post("/api/devices", json={"code": code})) == (404, "unknown_device")
            lost.post("/api/me/log-out")
            assert server.error(thief.post("/api/devices", json={"code": code})) == (404, "unknown_device")


def test_logging_out_elsewhere_ends_friends_links_too(server: Running, kim: httpx.Client) -> None:
    kim.post("/api/friends/links").raise_for_status()
    before = server.run(lambda c: c.scalar(sql.select(sql.func.count()).select_from(friend_links)))
    kim.delete("/api/me/devices").raise_for_status()
    assert server.run(lambda c: c.scalar(sql.select(sql.func.count()).select_from(friend_links))) == before - 1


# -- notifications ------------------------------------------------------------------------------------------------------


def test_a_device_that_is_logged_out_is_not_called(server: Running, kim: httpx.Client) -> None:
    """A lost phone shows no notifications; the device that stays is called on, also with its new token."""
    with server.somebody() as phone, server.somebody() as tablet:
        for device in (phone, tablet):
            device.post("/api/devices", json={"code": code_of(kim)}).raise_for_status()
        for device, at in ((kim, "https://push.example.org/kim"), (phone, "https://push.example.org/phone")):
            call_here(server, device, at)
        call_here(server, tablet, "https://push.example.org/tablet")
        phrase = phrase_of(kim)
        assert len(called(server, kim)) == 3
        phone.post("/api/me/log-out").raise_for_status()
        assert sorted(called(server, kim)) == ["https://push.example.org/kim", "https://push.example.org/tablet"]
        kim.post("/api/me/proof/phrase", json={"phrase": phrase}).raise_for_status()
        kim.post("/api/log-in/phrase", json={"phrase": phrase}).raise_for_status()
        kim.delete("/api/me/devices").raise_for_status()
        assert called(server, kim) == ["https://push.example.org/kim"]


def test_who_logs_in_as_another_is_called_for_the_other_no_more(
    server: Running, kim: httpx.Client, thief: httpx.Client
) -> None:
    phrase = phrase_of(thief)
    with server.somebody() as second:
        second.post("/api/devices", json={"code": code_of(kim)}).raise_for_status()
        call_here(server, kim, "https://push.example.org/left")
        kim.post("/api/log-in/phrase", json={"phrase": phrase}).raise_for_status()
        assert called(server, second) == []


def test_a_subscription_of_an_older_version_ends_with_the_first_log_out(server: Running, kim: httpx.Client) -> None:
    person = server.run(people.by_token, token_of(kim))
    assert person
    server.run(subscriptions.add, person.id, Subscription("https://push.example.org/old", "key", "secret"), None)
    kim.delete("/api/me/devices").raise_for_status()
    assert called(server, kim) == []


# -- copies of a cookie -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["phrase", "passkey", "a new phrase", "a new passkey", "logging out elsewhere"])
def test_a_copy_of_the_cookie_is_worth_nothing_after_a_proof(server: Running, kim: httpx.Client, by: str) -> None:
    device, phrase = with_passkey(kim), phrase_of(kim)
    copied = token_of(kim)
    assert is_in(server, copied)
    before = kim.get("/api/me/account").json()["devices"]
    if by == "phrase":
        answer = kim.post("/api/me/proof/phrase", json={"phrase": phrase})
    elif by == "passkey":
        answer = kim.post("/api/me/proof/passkey", json=device.sign(challenge(kim, "me/proof/challenge")))
    elif by == "a new phrase":
        answer = kim.post("/api/me/phrase")
    elif by == "a new passkey":
        answer = kim.post("/api/me/passkeys", json=Authenticator(SITE, ORIGIN).make(challenge(kim, "me/passkeys/challenge")))
    else:
        answer = kim.delete("/api/me/devices")
    answer.raise_for_status()
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "sevenfold-token" not in answer.headers, "scripts of the page never see it"
    assert token_of(kim) != copied
    (after,) = kim.get("/api/me/account").json()["devices"]
    assert [(after["name"], after["created"])] == [(one["name"], one["created"]) for one in before], "the same device"
    assert not is_in(server, copied), "since the new one is used"


@pytest.mark.parametrize("what", ["proof", "phrase", "passkey"])
def test_an_answer_that_is_lost_shuts_nobody_out(server: Running, kim: httpx.Client, what: str) -> None:
    """What it brought, a new cookie and perhaps the words, has never arrived: the one before is good, and it is done again."""
    phrase = phrase_of(kim) if what == "proof" else ""
    token = token_of(kim)

    def ask(client: httpx.Client) -> httpx.Response:
        if what == "proof":
            return client.post("/api/me/proof/phrase", json={"phrase": phrase})
        if what == "phrase":
            return client.post("/api/me/phrase")
        made = Authenticator(SITE, ORIGIN).make(challenge(client, "me/passkeys/challenge"))
        return client.post("/api/me/passkeys", json=made)

    call_here(server, kim, "https://push.example.org/kept")
    new = ""
    with bearer(server, token) as program:
        for _ in range(2):
            new = ask(program).raise_for_status().headers["sevenfold-token"]
            (device,) = program.get("/api/me/account").json()["devices"]
            assert device["here"]
    assert is_in(server, new)
    assert not is_in(server, token)
    kim.cookies.clear()
    with bearer(server, new) as program:
        assert program.get("/api/me").json()["name"] == "Kim"
    person = server.run(people.by_token, new)
    assert person
    assert [one.endpoint for one in server.run(subscriptions.of_person, person.id)] == ["https://push.example.org/kept"]


def test_a_program_is_told_its_new_token(server: Running, kim: httpx.Client) -> None:
    phrase = phrase_of(kim)
    with server.somebody() as client:
        token = client.post("/api/people", json={"phrase": phrase}).json()["token"]
    with bearer(server, token) as program:
        answer = program.post("/api/me/proof/phrase", json={"phrase": phrase}).raise_for_status()
    assert "set-cookie" not in answer.headers
    assert is_in(server, answer.headers["sevenfold-token"])
    assert not is_in(server, token)


def test_a_request_under_way_during_a_renewal_makes_nobody_new(server: Running, kim: httpx.Client) -> None:
    """Its answer would set a cookie of somebody new over that of the account."""
    with server.somebody() as late:
        late.cookies.update(kim.cookies)
        phrase = phrase_of(kim)
        kim.get("/api/me").raise_for_status()
        for method, path in (("GET", "me"), ("POST", "rooms")):
            answer = late.request(method, f"/api/{path}", json={"game": "pyramid"} if method == "POST" else None)
            assert server.error(answer) == (403, "no_cookie")
            assert "set-cookie" not in answer.headers
        kim.post("/api/log-in/phrase", json={"phrase": phrase}).raise_for_status()
        server.run(lambda c: c.execute(sql.update(tokens).where(tokens.c.kind == "ended").values(expires=1.0)) and None)
        assert late.get("/api/me").json() == {"name": "", "new": True}


def listen(player: Player) -> None:
    """Read messages for ever."""
    while True:
        player.receive()


def test_a_copys_open_game_ends_and_the_page_goes_on(server: Running, kim: httpx.Client) -> None:
    """The page connects again, with its new cookie, and need not load itself anew: it may show a phrase at that moment."""
    room = kim.post("/api/rooms", json={"game": "pyramid"}).json()["room"]
    with server.somebody() as old, server.play(room, by=kim) as playing:
        playing.receive("view")
        old.cookies.update(kim.cookies)
        phrase_of(kim)
        with server.play(room, by=old) as early, pytest.raises(ConnectionClosed) as told:
            listen(early)
        assert told.value.rcvd is not None
        assert told.value.rcvd.code == 1012, "it came before the answer with the new cookie"
        with pytest.raises(ConnectionClosed) as closed:
            listen(playing)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
    with server.play(room, by=kim) as again:
        assert again.receive("view")["room"]["host"]


def test_who_enters_while_they_are_logged_out_is_disconnected(server: Running, kim: httpx.Client) -> None:
    """Their token was good when it was read, and the room took a while to load."""
    room = kim.post("/api/rooms", json={"game": "pyramid"}).json()["room"]
    lobby, entered = server.app.state.lobby, server.app.state.lobby.enter
    with server.somebody() as phone:
        phone.post("/api/devices", json={"code": code_of(kim)}).raise_for_status()
        (other,) = [one["id"] for one in kim.get("/api/me/account").json()["devices"] if not one["here"]]

        async def slowly(*given: object) -> object:
            await asyncio.to_thread(lambda: kim.delete(f"/api/me/devices/{other}").raise_for_status())
            return await entered(*given)

        lobby.enter = slowly
        try:
            with server.play(room, by=phone) as there, pytest.raises(ConnectionClosed) as closed:
                listen(there)
        finally:
            lobby.enter = entered
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4205


# -- smaller ones -------------------------------------------------------------------------------------------------------


def test_no_answer_of_the_api_is_kept(server: Running, kim: httpx.Client) -> None:
    for path in ("openapi.json", "nothing", "rooms/none", "games"):
        assert kim.get(f"/api/{path}").headers["cache-control"] == "no-store", path
    assert kim.get("/api/me", headers={"Host": "example.org"}).headers["cache-control"] == "no-store"


def test_another_sites_page_makes_nobody_new(server: Running) -> None:
    with server.somebody() as client:
        answer = client.get("/api/me", headers={"Sec-Fetch-Site": "cross-site"})
        assert server.error(answer) == (403, "bad_origin")
        assert "set-cookie" not in answer.headers
        assert client.get("/api/me", headers={"Sec-Fetch-Site": "same-origin"}).json()["new"]


def test_a_log_in_says_whose_passkey_it_is(server: Running, kim: httpx.Client, thief: httpx.Client) -> None:
    """The standard wants it of a credential that nobody has named before; for a proof the person is known."""
    device = with_passkey(kim)
    answer = thief.post("/api/log-in/passkey", json=device.sign(challenge(thief, "log-in/challenge"), person=""))
    assert server.error(answer) == (404, "unknown_passkey")
    kim.post("/api/me/proof/passkey", json=device.sign(challenge(kim, "me/proof/challenge"), person="")).raise_for_status()


def test_a_challenge_is_used_up_by_whatever_is_refused(server: Running, kim: httpx.Client) -> None:
    device = with_passkey(kim)
    asked = challenge(kim, "me/passkeys/challenge")
    others = sql.delete(challenges).where(challenges.c.hash != people.hashed(str(asked["challenge"])))
    server.run(lambda c: c.execute(others) and None)
    assert server.error(kim.post("/api/me/passkeys", json=device.make(asked))) == (409, "used")
    assert server.run(lambda c: c.scalar(sql.select(sql.func.count()).select_from(challenges))) == 0
    made = Authenticator(SITE, ORIGIN).make(asked)
    assert server.error(kim.post("/api/me/passkeys", json=made)) == (409, "used")


def test_a_challenge_belongs_to_the_device_that_asked(server: Running, kim: httpx.Client) -> None:
    device = with_passkey(kim)
    with server.somebody() as phone:
        phone.headers.update(AT)
        phone.post("/api/devices", json={"code": code_of(kim)}).raise_for_status()
        asked = challenge(kim, "me/proof/challenge")
        assert server.error(phone.post("/api/me/proof/passkey", json=device.sign(asked))) == (409, "used")
        kim.post("/api/me/proof/passkey", json=device.sign(asked)).raise_for_status()


def test_a_proof_is_not_held_up_by_others_at_the_same_address(tmp_path: Path) -> None:
    with running(tmp_path / "table.db", limits=Limits(log_ins=3)) as server, server.somebody("Kim") as kim:
        phrase = phrase_of(kim)
        with server.somebody("Other") as other:
            found = [other.post("/api/log-in/phrase", json=WORDS).status_code for _ in range(5)]
            assert found[-1] == 429
            assert [other.post("/api/me/proof/phrase", json=WORDS).status_code for _ in range(5)][-1] == 429
            assert [other.post("/api/log-in/challenge").status_code for _ in range(5)][-1] == 429
        kim.post("/api/me/proof/phrase", json={"phrase": phrase}).raise_for_status()


def test_devices_and_links_are_few(server: Running, kim: httpx.Client) -> None:
    """Beyond a hundred the one that was used longest ago gives way, and beyond five the oldest link."""
    codes = [code_of(kim) for _ in range(6)]
    with server.somebody() as phone:
        assert server.error(phone.post("/api/devices", json={"code": codes[0]})) == (404, "unknown_device")
        phone.post("/api/devices", json={"code": codes[1]}).raise_for_status()
        person = server.run(people.by_token, token_of(kim))
        assert person
        oldest = {"used": time.time() - 7000}
        server.run(
            lambda c: (
                c.execute(sql.update(tokens).where(tokens.c.hash == people.hashed(token_of(phone))).values(oldest)) and None
            )
        )
        for _ in range(people.MOST_DEVICES - 1):
            server.run(people.add_token, people.new_token(), person.id, "key")
        assert not is_in(server, token_of(phone))
        assert cookie_of(kim)
        assert len(kim.get("/api/me/account").json()["devices"]) == people.MOST_DEVICES
