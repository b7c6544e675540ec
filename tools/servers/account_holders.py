"""People who change their accounts on servers that fail, and the check that nothing they were answered is lost or half done.

A change that was answered must be there, one that was refused must not; of one whose answer was lost either is right, but
all of it.
"""

from __future__ import annotations

import asyncio
import base64
import os
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import httpx
import sqlalchemy as sql
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from helpers.people.authenticator import Authenticator, decoded
from sevenfold.server.http.routes.accounts import NEW_TOKEN
from sevenfold.server.storage import tables as t
from sevenfold.server.storage.databases.postgres import is_url
from sevenfold.server.storage.people import hashed
from sevenfold.terminal.session.http_client import PLAIN
from tools.servers.players import Reached

AT = {"Host": "localhost", "Origin": "http://localhost"}  # where browsers know passkeys
HARMLESS = ("closing", "full", "not_now", "unknown_room", "not_yours", "too_many")  # refusals after which nothing has changed
UNSURE = ("storage",)  # and those after which it may have
ROOM = {"game": "sane_sevens", "options": {"players": 3}, "public": True, "tempo": "turns"}
ROOM |= {"seats": [{"kind": "you"}, {"kind": "open"}, {"kind": "open"}]}
PATIENCE = 60.0  # seconds to wait for an answer
PAUSE = 0.05  # seconds until somebody goes on whom no server answers


@dataclass(frozen=True)
class Facts:
    """What the database says of a person; of what they have once each there must be one."""

    name: str = ""
    phrases: tuple[str, ...] = ()  # hashes
    passkeys: tuple[str, ...] = ()
    endpoints: tuple[str, ...] = ()  # of their subscriptions
    hosts: tuple[str, ...] = ()  # rooms
    public: tuple[str, ...] = ()  # those of them that are open to everybody
    sits: tuple[str, ...] = ()  # the room of each of their seats

    def plus(self, **more: str) -> Facts:
        """With one more of some kinds."""
        return self._with({kind: (*getattr(self, kind), one) for kind, one in more.items()})

    def minus(self, **less: str) -> Facts:
        """Without one of some kinds."""
        return self._with({kind: [x for x in getattr(self, kind) if x != one] for kind, one in less.items()})

    def becoming(self, other: Facts) -> Facts:
        """What the other has once this person has logged in as them and brought along what they have played."""
        return other._with({kind: (*getattr(self, kind), *getattr(other, kind)) for kind in ("hosts", "public", "sits")})

    def _with(self, changed: dict[str, Iterable[str]]) -> Facts:
        changes: dict[str, Any] = {kind: tuple(sorted(all_of_them)) for kind, all_of_them in changed.items()}
        return replace(self, **changes)


Outcome = Callable[[Facts | None], bool]  # given what is found


@dataclass
class Account:
    """An account as its holder knows it."""

    id: str
    token: str
    facts: Facts | None = field(default_factory=Facts)  # None: deleted
    secrets: set[str] = field(default_factory=set)  # what must be nowhere once it is deleted
    doing: str = ""  # what was asked for and not answered
    may_be: Outcome | None = None  # and whether it is that which is found
    into: Account | None = None  # whose it is to be


@dataclass
class Tally:
    """The counts and faults of a run."""

    kills: int = 0
    crashes: int = 0  # kills of the database among them
    done: dict[str, int] = field(default_factory=dict)  # changes that were answered, by kind
    unsure: dict[str, int] = field(default_factory=dict)  # those whose answer was lost
    gone: list[Account] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


class Database:
    """The database, read beside the servers."""

    def __init__(self, where: str) -> None:
        self._engine = sql.create_engine(where if is_url(where) else f"sqlite:///{where}", poolclass=sql.NullPool)

    @contextmanager
    def open(self) -> Iterator[sql.Connection]:
        """A connection."""
        with self._engine.connect() as connection:
            yield connection

    def close(self) -> None:
        """Close it."""
        self._engine.dispose()


def found(c: sql.Connection, id: str) -> Facts | None:
    """What a database says of a person; None if there is no such person."""
    name = c.scalar(sql.select(t.people.c.name).where(t.people.c.id == id))
    if name is None:
        return None

    def all_of(column: sql.Column[Any], *where: sql.ColumnElement[bool]) -> tuple[str, ...]:
        return tuple(sorted(c.scalars(sql.select(column).where(*where))))

    return Facts(
        name=name,
        phrases=all_of(t.tokens.c.hash, t.tokens.c.person == id, t.tokens.c.kind == "phrase"),
        passkeys=all_of(t.passkeys.c.id, t.passkeys.c.person == id),
        endpoints=all_of(t.subscriptions.c.endpoint, t.subscriptions.c.person == id),
        hosts=all_of(t.rooms.c.id, t.rooms.c.host == id),
        public=all_of(t.rooms.c.id, t.rooms.c.host == id, t.rooms.c.public),
        sits=all_of(t.seats.c.room, t.seats.c.person == id),
    )


class Holder:
    """Somebody who makes accounts, changes them and deletes them, at any server that answers."""

    def __init__(self, number: int, servers: Sequence[Reached], tally: Tally, seed: int) -> None:
        self.number, self.servers, self.tally = number, servers, tally
        self.random = random.Random(seed * 1000 + number)
        self.busy = asyncio.Lock()  # held while a change is under way
        self.account: Account | None = None
        self.others: list[Holder] = []
        self._counted = 0
        self._cookie = ""  # the name of the servers' cookie
        self._words = ""  # of the latest phrase

    async def live(self) -> None:
        """Change accounts until cancelled."""
        while True:
            async with self.busy:
                acted = await self._act()
            await asyncio.sleep(0 if acted else PAUSE)

    # -- one change after another -------------------------------------------------------------------------------------

    async def _act(self) -> bool:
        """Make one change; False if there is none to make before it is known what became of the last, or no server answers."""
        if self.account is None:
            return await self._come()
        account, facts = self.account, self.account.facts
        if account.doing or facts is None:
            return False
        kinds: dict[Callable[[Account, Facts], Any], int] = {
            self._rename: 2, self._new_phrase: 3, self._add_passkey: 3, self._subscribe: 4, self._open_table: 3, self._sit: 4,
            self._delete: 1, self._merge: 2,
        }  # fmt: skip
        kinds |= {self._remove_passkey: 2} if facts.passkeys else {}
        kinds |= {self._unsubscribe: 2} if facts.endpoints else {}
        kinds |= {self._set_public: 2} if facts.hosts else {}
        (act,) = self.random.choices(list(kinds), list(kinds.values()))
        return bool(await act(account, facts))

    def _new(self, kind: str) -> str:
        """A text that is nowhere else."""
        self._counted += 1
        return f"{kind}-{self.number:02}-{self._counted:05}"

    async def _come(self) -> bool:
        account = await self._new_account()
        if account:
            self.account = account
        return account is not None

    async def _new_account(self) -> Account | None:
        try:
            answer = await self._ask(None, "POST", "people")
        except httpx.HTTPError:
            return None  # if it was made, nobody knows it
        if answer.status_code != 201:
            return None
        token = answer.json()["token"]
        made = Account("", token)
        try:
            said = await self._ask(made, "POST", "me/passkeys/challenge", headers=AT)
            if not self._cookie:
                (self._cookie,) = (await self._ask(None, "GET", "me")).cookies
        except httpx.HTTPError:
            return None
        if said.status_code != 201:
            return None
        made.id = decoded(said.json()["person"]).decode()
        made.secrets = {made.id, hashed(token)}
        return made

    async def _rename(self, account: Account, facts: Facts) -> bool:
        name = self._new("Holder")
        account.secrets.add(name)
        after = replace(facts, name=name)
        return await self._change(account, after, "rename", "PUT", "me", {"name": name})

    async def _new_phrase(self, account: Account, facts: Facts) -> bool:
        def may_be(now: Facts | None) -> bool:
            if now is None or len(now.phrases) != 1 or now.phrases == facts.phrases:
                return False
            account.secrets.update(now.phrases)
            return is_as(replace(facts, phrases=now.phrases), now)

        answer = await self._asked_for(account, may_be, "phrase", "POST", "me/phrase")
        if answer:
            phrase = hashed(answer.json()["phrase"])
            account.facts = replace(facts, phrases=(phrase,))
            account.secrets.add(phrase)
        return answer is not None

    async def _add_passkey(self, account: Account, facts: Facts) -> bool:
        if len(facts.passkeys) >= 3:
            return await self._remove_passkey(account, facts)
        try:
            challenge = await self._ask(account, "POST", "me/passkeys/challenge", headers=AT)
        except httpx.HTTPError:
            return False
        if challenge.status_code != 201:
            return False
        device = Authenticator("localhost", "http://localhost")
        made = device.make(challenge.json())
        account.secrets.add(device.id)
        return await self._change(account, facts.plus(passkeys=device.id), "passkey", "POST", "me/passkeys", made, headers=AT)

    async def _remove_passkey(self, account: Account, facts: Facts) -> bool:
        id = self.random.choice(facts.passkeys)
        return await self._change(account, facts.minus(passkeys=id), "no passkey", "DELETE", f"me/passkeys/{id}")

    async def _subscribe(self, account: Account, facts: Facts) -> bool:
        """A browser subscribes, and now and then once more."""
        if facts.endpoints and self.random.random() < 0.3:
            endpoint, after = self.random.choice(facts.endpoints), facts
        elif len(facts.endpoints) >= 5:
            return await self._unsubscribe(account, facts)
        else:
            endpoint = f"https://push.example.org/{self._new('endpoint')}"
            after = facts.plus(endpoints=endpoint)
        account.secrets.add(endpoint)
        wanted = {"endpoint": endpoint, "p256dh": KEY, "auth": SECRET}
        return await self._change(account, after, "subscribe", "POST", "subscriptions", wanted)

    async def _unsubscribe(self, account: Account, facts: Facts) -> bool:
        endpoint = self.random.choice(facts.endpoints)
        after = facts.minus(endpoints=endpoint)
        return await self._change(account, after, "unsubscribe", "DELETE", f"subscriptions/{hashed(endpoint)}")

    async def _open_table(self, account: Account, facts: Facts) -> bool:
        def may_be(now: Facts | None) -> bool:
            new = set(now.hosts) - set(facts.hosts) if now else set()
            return any(is_as(facts.plus(hosts=room, public=room, sits=room), now) for room in new)

        answer = await self._asked_for(account, may_be, "open table", "POST", "rooms", ROOM)
        if answer:
            room = answer.json()["room"]
            account.facts = facts.plus(hosts=room, public=room, sits=room)
        return answer is not None

    async def _set_public(self, account: Account, facts: Facts) -> bool:
        room = self.random.choice(facts.hosts)
        on = room not in facts.public
        after = facts.plus(public=room) if on else facts.minus(public=room)
        return await self._change(account, after, "public", "PUT", f"rooms/{room}/public", {"on": on})

    async def _sit(self, account: Account, facts: Facts) -> bool:
        open_ones = {
            room for other in self.others if other.account and other.account.facts for room in other.account.facts.public
        }
        tables = sorted(open_ones - set(facts.sits))
        if not tables:
            return await self._open_table(account, facts)
        room = self.random.choice(tables)
        return await self._change(account, facts.plus(sits=room), "sit", "POST", f"rooms/{room}/sit", {})

    async def _delete(self, account: Account, facts: Facts) -> bool:  # noqa: ARG002 - as the others
        done = await self._change(account, None, "delete", "DELETE", "me")
        if account.facts is None:
            self._leave(account)
        return done

    async def _merge(self, account: Account, facts: Facts) -> bool:
        """Make another account with a phrase, and log this browser in as that."""
        other = await self._new_account()
        if other is None:
            return False
        before = self.account
        self.account = other
        for change in (self._rename, self._new_phrase, self._open_table):
            if other.facts and not other.doing:
                await change(other, other.facts)
        self.account = before
        if other.doing or not other.facts or not (other.facts.name and other.facts.phrases):
            return False  # it is forgotten: nobody looks at what became of it
        account.into = other
        other.secrets |= {other.id}
        words = self._words
        body = {"phrase": words, "bring": True}
        answer = await self._asked_for(account, lambda now: now is None, "merge", "POST", "log-in/phrase", body, is_cookie=True)
        if answer:
            other.facts, account.facts = facts.becoming(other.facts), None
            self._leave(account, other)
        return answer is not None

    def _leave(self, account: Account, other: Account | None = None) -> None:
        self.tally.gone.append(account)
        self.account = other

    # -- asking -------------------------------------------------------------------------------------------------------

    async def _change(
        self, account: Account, after: Facts | None, what: str, method: str, path: str, body: object = None, **how: Any
    ) -> bool:
        """Ask for a change whose outcome is known before."""
        answer = await self._asked_for(account, lambda now: is_as(after, now), what, method, path, body, **how)
        if answer:
            account.facts = after
        return answer is not None

    async def _asked_for(
        self, account: Account, may_be: Outcome, what: str, method: str, path: str, body: object = None, **how: Any
    ) -> httpx.Response | None:
        """The answer to a request for a change; None if it was refused, or if its answer was lost."""
        account.doing, account.may_be = what, may_be
        try:
            answer = await self._ask(account, method, path, body, **how)
        except httpx.ConnectError:  # nothing was sent
            account.doing, account.into = "", None
            return None
        except httpx.HTTPError:
            self.tally.unsure[what] = self.tally.unsure.get(what, 0) + 1
            return None
        if answer.is_success:
            account.doing = ""
            self.tally.done[what] = self.tally.done.get(what, 0) + 1
            return answer
        code = answer.json()["error"]["code"]
        if code in UNSURE:
            return None
        if code not in HARMLESS:
            self.tally.faults.append(f"{what}: {answer.text[:300]}")
        account.doing, account.into = "", None
        return None

    async def _ask(
        self, account: Account | None, method: str, path: str, body: object = None, *,
        headers: Mapping[str, str] | None = None, is_cookie: bool = False,
    ) -> httpx.Response:  # fmt: skip
        server = self.random.choice(self.servers)
        said = dict(headers or {})
        if account and is_cookie:
            said["Cookie"] = f"{self._cookie}={account.token}"
        elif account:
            said["Authorization"] = f"Bearer {account.token}"
        async with httpx.AsyncClient(base_url=f"http://{server.host}:{server.port}", timeout=PATIENCE, verify=PLAIN) as http:
            answer = await http.request(method, f"/api/{path}", json=body, headers=said)
        if path == "me/phrase" and answer.is_success:
            self._words = answer.json()["phrase"]
        if account and (renewed := answer.headers.get(NEW_TOKEN)):
            account.token = renewed
            account.secrets.add(hashed(renewed))
        return answer


def _browser_key() -> str:
    point = ec.generate_private_key(ec.SECP256R1()).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


KEY, SECRET = _browser_key(), base64.urlsafe_b64encode(os.urandom(16)).rstrip(b"=").decode()


# -- the check --------------------------------------------------------------------------------------------------------


def is_as(expected: Facts | None, now: Facts | None) -> bool:
    """Whether a person is as expected; they may have become the host of rooms in which they sit, whose host is gone."""
    if expected is None or now is None:
        return expected is now
    inherited = set(now.hosts) - set(expected.hosts)
    same = replace(
        now,
        hosts=tuple(room for room in now.hosts if room not in inherited),
        public=tuple(room for room in now.public if room not in inherited),
    )
    return same == expected and inherited <= set(now.sits)


def check(database: Database, holders: Sequence[Holder], tally: Tally) -> list[str]:
    """The faults found in the database while nobody changes anything; holders know then what became of their account."""
    faults = []
    with database.open() as c:
        for holder in holders:
            if holder.account:
                faults += _settle(c, holder, holder.account)
        faults += _half_done(c)
        all_rows = {table.name: sql.select(table) for table in t.metadata.sorted_tables}
        all_rows["tokens"] = all_rows["tokens"].where(t.tokens.c.kind != "ended")  # which are remembered for a while
        everything = "\n".join(str(tuple(row)) for wanted in all_rows.values() for row in c.execute(wanted))
    for account in tally.gone:
        faults += [f"{account.id} is gone, but {secret} is still there" for secret in account.secrets if secret in everything]
    return faults


def _settle(c: sql.Connection, holder: Holder, account: Account) -> list[str]:
    """Compare an account with what is found, and take that over."""
    now, into = found(c, account.id), account.into
    facts, doing, may_be = account.facts, account.doing, account.may_be
    is_right = is_as(facts, now) or bool(doing and may_be and may_be(now))
    if into:
        theirs = found(c, into.id)
        assert facts is not None
        assert into.facts is not None
        is_right = is_right and is_as(into.facts if now else facts.becoming(into.facts), theirs)
        into.facts = theirs
    account.facts, account.doing, account.into = now, "", None
    if now is None:
        holder.tally.gone.append(account)
        holder.account = into
    return [] if is_right else [f"{account.id}: after {doing or 'nothing'} {now} in place of {facts}"]


def _half_done(c: sql.Connection) -> list[str]:
    """What no change leaves: rooms without a host, seats of nobody, and what belongs to somebody who is not there."""
    people = set(c.scalars(sql.select(t.people.c.id)))
    faults = [f"room {room} has no host" for room in c.scalars(sql.select(t.rooms.c.id).where(t.rooms.c.host.is_(None)))]
    nobodys = sql.select(t.seats.c.room).where(t.seats.c.kind == "person", t.seats.c.person.is_(None))
    faults += [f"room {room} has a seat of nobody" for room in c.scalars(nobodys)]
    for table in t.metadata.sorted_tables:
        for column in table.columns:
            if column is t.rooms.c.sequel_by or any(key.column is t.people.c.id for key in column.foreign_keys):
                strangers = {one for one in c.scalars(sql.select(column).where(column.is_not(None))) if one not in people}
                faults += [f"{table.name}.{column.name} names {one}, who is not there" for one in strangers]
    return faults
