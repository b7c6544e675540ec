"""Every route of accounts, friends, notifications and open tables, asked by people whom the thing is not.

Nobody, a stranger and a spectator name what is another's. They are refused in a sentence, or get what is their own; nothing
that was there before is changed, and nobody is told a secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
import sqlalchemy as sql
from fastapi.routing import APIRoute
from sqlalchemy import Connection

from helpers.calls import push_service
from helpers.people.authenticator import Authenticator
from helpers.table_server import Running, running, token_of
from helpers.together import OPEN, YOU, join
from sevenfold.server.http.routes import accounts, friends, log_in, push, rooms
from sevenfold.server.lobby.people.phrases import new_phrase
from sevenfold.server.push.key import PushSettings
from sevenfold.server.storage import people
from sevenfold.server.storage.tables import metadata, tokens

SITE, ORIGIN = "localhost", "http://localhost"
AT = {"Host": SITE, "Origin": ORIGIN}
OPEN_TABLES = ("/api/rooms/{id}/sit", "/api/rooms/{id}/public")
OWN = {"people", "tokens", "challenges", "friend_links"}  # tables to which a request may add a row of its sender's

Rows = dict[str, set[tuple[Any, ...]]]  # of each table


@dataclass
class World:
    """What is Kim's, with the ids and secrets that somebody else might have got hold of."""

    server: Running
    ids: dict[str, str] = field(default_factory=dict)
    secrets: list[str] = field(default_factory=list)
    passkey: Authenticator = field(default_factory=lambda: Authenticator(SITE, ORIGIN))
    made_for_kim: dict[str, Any] = field(default_factory=dict)  # a passkey that answers a challenge of hers
    signed_by_kim: dict[str, Any] = field(default_factory=dict)  # with her passkey, to prove who she is

    def rows(self) -> Rows:
        """Everything in the database but when tokens were used."""

        def read(c: Connection) -> Rows:
            found: Rows = {}
            for table in metadata.sorted_tables:
                columns = [column for column in table.columns if column is not tokens.c.used]
                found[table.name] = {tuple(row) for row in c.execute(sql.select(*columns))}
            return found

        return self.server.run(read)


def json_of(answer: httpx.Response) -> Any:
    return answer.raise_for_status().json()


def befriended(one: httpx.Client, other: httpx.Client) -> None:
    code = json_of(one.post("/api/friends/links"))["path"].rpartition("/")[2]
    other.post("/api/friends", json={"code": code}).raise_for_status()


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("rights")
    calls: PushSettings = push_service.settings(folder)
    with running(folder / "table.db", calls=calls) as server, ExitStack() as stack:
        kim, max_, lou = (stack.enter_context(server.somebody(name)) for name in ("Kim", "Max", "Lou"))
        made = World(server)
        befriended(max_, kim)
        waiting = kim.post("/api/rooms", json={"game": "sane_sevens", "seats": [YOU, OPEN]}).json()["room"]
        theirs = max_.post("/api/rooms", json={"game": "sane_sevens", "seats": [YOU, OPEN]}).json()["room"]
        game = server.new_room("sane_sevens", seats=[YOU, OPEN, OPEN], options={"players": 3})
        for guest in (kim, lou):
            join(server, game, guest)
        with server.play(game) as host:
            host.send({"type": "start"})
            host.receive("view")
        json_of(lou.post("/api/friends/requests", json={"room": game, "seat": 1}))
        handle = json_of(max_.get("/api/friends"))["friends"][0]["id"]
        max_.post(f"/api/rooms/{theirs}/invitations/friends", json={"friend": handle}).raise_for_status()
        kim.post("/api/blocks", json={"room": game}).raise_for_status()  # its host
        challenge = json_of(kim.post("/api/me/passkeys/challenge", headers=AT))
        kim.post("/api/me/passkeys", json=made.passkey.make(challenge), headers=AT).raise_for_status()
        browser = push_service.Subscriber("https://push.example.org/kim")
        kim.post("/api/subscriptions", json=browser.as_json()).raise_for_status()
        made.ids = {
            "waiting": waiting, "game": game, "passkey": made.passkey.id, "subscription": browser.subscription.id,
            "friend": json_of(kim.get("/api/friends"))["friends"][0]["id"],
            "request": json_of(kim.get("/api/friends"))["requests"][0]["id"],
            "invitation": json_of(kim.get("/api/news"))["invitations"][0]["id"],
            "block": json_of(kim.get("/api/friends"))["blocked"][0]["id"], "endpoint": browser.subscription.endpoint,
        }  # fmt: skip
        made.secrets = [json_of(kim.post("/api/me/phrase"))["phrase"], *kim.cookies.values(), browser.subscription.endpoint]
        made.ids["device"] = json_of(kim.get("/api/me/account"))["devices"][0]["id"]  # which has got a new token
        made.secrets += [
            json_of(kim.post(f"/api/{path}"))["path"].rpartition("/")[2] for path in ("me/devices", "friends/links")
        ]
        made.secrets += [made.ids[name] for name in ("passkey", "subscription", "friend", "request", "invitation", "device")]
        made.made_for_kim = Authenticator(SITE, ORIGIN).make(json_of(kim.post("/api/me/passkeys/challenge", headers=AT)))
        made.signed_by_kim = made.passkey.sign(json_of(kim.post("/api/me/proof/challenge", headers=AT)))
        yield made


Refusal = tuple[int, str]
Body = Callable[[World], object]


@dataclass(frozen=True)
class Case:
    """A request for what is Kim's, and how it is answered: a status or a refusal."""

    method: str
    path: str  # as the API describes it
    nobody: int | Refusal
    others: int | Refusal  # a stranger, and a spectator
    id: str = ""  # which of her things it names
    body: Body | None = None


def forged(world: World) -> object:
    """A challenge signed by somebody else's device, in the name of Kim's passkey."""
    with world.server.somebody() as client:
        challenge = json_of(client.post("/api/log-in/challenge", headers=AT))
    other = Authenticator(SITE, ORIGIN)
    other.id, other.person = world.passkey.id, world.passkey.person
    return other.sign(challenge)


def her_browser(world: World) -> object:
    """Her subscription's address, with keys of somebody else's."""
    return push_service.Subscriber(world.ids["endpoint"]).as_json()


NOT_YOURS, NO_FRIEND, NO_INVITATION = (403, "not_yours"), (404, "unknown_friend"), (404, "unknown_invitation")
NO_PASSKEY = (404, "unknown_passkey")
CASES = [
    Case("GET", "/api/me", 200, 200),
    Case("PUT", "/api/me", 200, 200, body=lambda _: {"name": "Eve"}),
    Case("DELETE", "/api/me", NOT_YOURS, 204),
    Case("GET", "/api/me/account", NOT_YOURS, 200),
    Case("POST", "/api/me/devices", 201, 201),
    Case("DELETE", "/api/me/devices", NOT_YOURS, 204),
    Case("DELETE", "/api/me/devices/{id}", NOT_YOURS, (404, "unknown_device"), id="device"),
    Case("POST", "/api/me/log-out", NOT_YOURS, 204),
    Case("POST", "/api/me/phrase", 201, 201),
    Case("POST", "/api/me/passkeys/challenge", 201, 201),
    Case("POST", "/api/me/passkeys", NOT_YOURS, (409, "used"), body=lambda world: world.made_for_kim),
    Case("PUT", "/api/me/passkeys/{id}", NOT_YOURS, NO_PASSKEY, id="passkey", body=lambda _: {"name": "Mine"}),
    Case("DELETE", "/api/me/passkeys/{id}", NOT_YOURS, NO_PASSKEY, id="passkey"),
    Case("GET", "/api/me/proof", NOT_YOURS, 204),
    Case("POST", "/api/me/proof/challenge", NOT_YOURS, 201),
    Case("POST", "/api/me/proof/phrase", NOT_YOURS, (404, "unknown_phrase"), body=lambda world: {"phrase": world.secrets[0]}),
    Case("POST", "/api/me/proof/passkey", NOT_YOURS, (409, "used"), body=lambda world: world.signed_by_kim),
    Case("POST", "/api/people", 201, 201),
    Case("POST", "/api/devices/look", (404, "unknown_device"), (404, "unknown_device"), body=lambda _: {"code": "x" * 22}),
    Case("POST", "/api/devices", (404, "unknown_device"), (404, "unknown_device"), body=lambda _: {"code": "x" * 22}),
    Case(
        "POST", "/api/log-in/phrase", (404, "unknown_phrase"), (404, "unknown_phrase"), body=lambda _: {"phrase": new_phrase()}
    ),
    Case("POST", "/api/log-in/challenge", 201, 201),
    Case("POST", "/api/log-in/passkey", (422, "bad_passkey"), (422, "bad_passkey"), body=forged),
    Case("GET", "/api/news", 200, 200),
    Case("GET", "/api/friends", 200, 200),
    Case("GET", "/api/friends/played", 200, 200),
    Case("GET", "/api/rooms/{id}/friends", 200, 200, id="game"),
    Case(
        "POST", "/api/friends/requests", NOT_YOURS, NOT_YOURS, body=lambda world: {"room": world.ids["game"], "seat": 1}
    ),
    Case("POST", "/api/friends/requests/{id}", NO_FRIEND, NO_FRIEND, id="request"),
    Case("DELETE", "/api/friends/requests/{id}", NO_FRIEND, NO_FRIEND, id="request"),
    Case("DELETE", "/api/friends/{id}", NO_FRIEND, NO_FRIEND, id="friend"),
    Case("POST", "/api/friends/requests/{id}/block", NO_FRIEND, NO_FRIEND, id="request"),
    Case("POST", "/api/blocks", NOT_YOURS, NOT_YOURS, body=lambda world: {"room": world.ids["game"], "seat": 1}),
    Case("DELETE", "/api/blocks/{id}", NO_FRIEND, NO_FRIEND, id="block"),
    Case("POST", "/api/friends/links", 201, 201),
    Case("GET", "/api/friends/links/{code}", NO_FRIEND, NO_FRIEND, id="friend"),
    Case("POST", "/api/friends", NO_FRIEND, NO_FRIEND, body=lambda world: {"code": world.ids["friend"]}),
    Case(
        "POST", "/api/rooms/{id}/invitations/friends", NO_FRIEND, NO_FRIEND, id="waiting",
        body=lambda world: {"friend": world.ids["friend"]},
    ),
    Case("POST", "/api/me/invitations/{id}", NO_INVITATION, NO_INVITATION, id="invitation"),
    Case("DELETE", "/api/me/invitations/{id}", NO_INVITATION, NO_INVITATION, id="invitation"),
    Case("GET", "/api/push", 200, 200),
    Case("POST", "/api/subscriptions", NOT_YOURS, NOT_YOURS, body=her_browser),
    Case("DELETE", "/api/subscriptions/{id}", 204, 204, id="subscription"),  # which is none of theirs
    Case("POST", "/api/rooms/{id}/sit", NOT_YOURS, NOT_YOURS, id="waiting"),
    Case("PUT", "/api/rooms/{id}/public", (403, "not_host"), (403, "not_host"), id="waiting", body=lambda _: {"on": True}),
]  # fmt: skip


def test_every_route_is_asked() -> None:
    """A new one has to say here what it answers to others."""
    found = {
        (method, route.path)
        for router in (accounts.router, log_in.router, friends.router, push.router, rooms.router)
        for route in router.routes
        if isinstance(route, APIRoute) and (router is not rooms.router or route.path in OPEN_TABLES)
        for method in route.methods or ()
    }
    assert {(case.method, case.path) for case in CASES} == found
    assert len(CASES) == len(found)


def asked(world: World, case: Case, client: httpx.Client) -> httpx.Response:
    path = case.path.replace("{id}", world.ids.get(case.id, "")).replace("{code}", world.ids.get(case.id, ""))
    return client.request(case.method, path, json=case.body(world) if case.body else None, headers=AT)


@pytest.mark.parametrize("who", ["nobody", "stranger", "spectator"])
def test_nobody_does_more_than_the_rules_say(world: World, who: str) -> None:
    for case in CASES:
        with world.server.somebody("" if who == "nobody" else "Eve") as client, ExitStack() as stack:
            if who == "spectator":
                stack.enter_context(world.server.play(world.ids["waiting"], client)).receive("lobby")
                stack.enter_context(world.server.play(world.ids["game"], client)).receive("view")
            before = world.rows()
            holders = {row[0]: row[1] for row in before["tokens"]}
            sender = holders[people.hashed(token_of(client))] if client.cookies else ""
            answer = asked(world, case, client)
            wanted = case.nobody if who == "nobody" else case.others
            got: int | Refusal = answer.status_code if answer.is_success else world.server.error(answer)
            assert got == wanted, f"{who}: {case.method} {case.path}: {answer.text}"
            assert not [secret for secret in world.secrets if secret in answer.text], case.path
            check_unchanged(before, world.rows(), sender, f"{case.method} {case.path}")


def check_unchanged(before: Rows, after: Rows, sender: str, where: str) -> None:
    """Nothing is gone but what was the sender's own, and nothing is new but what is theirs; empty: they were nobody."""
    newcomers = {row[0] for row in after["people"]} - {row[0] for row in before["people"]}
    for name, rows in before.items():
        gone, new = rows - after[name], after[name] - rows
        assert all(sender and sender in row for row in gone), f"{where} changed {name}: {gone}"
        theirs = [row for row in new if {sender, *newcomers} & set(row) or (name == "challenges" and None in row)]
        assert len(theirs) == len(new), f"{where} added to {name}: {new}"
        assert not new or name in OWN, f"{where} added to {name}: {new}"
    assert len(newcomers) <= 1


def test_a_signed_in_friend_names_what_is_anothers(world: World) -> None:
    """Somebody who has things of their own of each kind gets no further with another's ids."""
    with world.server.somebody("Ned") as ned, world.server.somebody("Ola") as ola:
        befriended(ned, ola)
        ned.post("/api/me/phrase").raise_for_status()
        ned.post("/api/subscriptions", json=push_service.Subscriber("https://push.example.org/n").as_json()).raise_for_status()
        mine = json_of(ned.post("/api/rooms", json={"game": "sane_sevens", "seats": [YOU, OPEN]}))["room"]
        before = world.rows()
        called = ned.post(f"/api/rooms/{mine}/invitations/friends", json={"friend": world.ids["friend"]})
        assert world.server.error(called) == NO_FRIEND, "a friend of Kim's"
        elsewhere = ned.post(
            f"/api/rooms/{world.ids['waiting']}/invitations/friends",
            json={"friend": json_of(ned.get("/api/friends"))["friends"][0]["id"]},
        )
        assert world.server.error(elsewhere) == NOT_YOURS, "their friend, to Kim's table"
        for method, path, wanted in (
            ("DELETE", f"me/devices/{world.ids['device']}", (404, "unknown_device")),
            ("DELETE", f"me/passkeys/{world.ids['passkey']}", NO_PASSKEY),
            ("DELETE", f"friends/{world.ids['friend']}", NO_FRIEND),
            ("DELETE", f"me/invitations/{world.ids['invitation']}", NO_INVITATION),
        ):
            assert world.server.error(ned.request(method, f"/api/{path}")) == wanted
        assert ned.delete(f"/api/subscriptions/{world.ids['subscription']}").status_code == 204
        assert world.rows() == before
