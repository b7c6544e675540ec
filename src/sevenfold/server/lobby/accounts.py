"""Who somebody is: whoever holds a token, in a cookie that scripts cannot read or in the header Authorization."""

from __future__ import annotations

import unicodedata
from collections import OrderedDict
from http.cookies import CookieError, SimpleCookie
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

from sevenfold.protocol.errors import Refused
from sevenfold.server.storage import Person, Storage, people, rooms

COOKIE: Final = "sevenfold"
YEAR = 365 * 24 * 3600
LONGEST_NAME = 24  # characters
LONGEST_TOKEN = 64
REMEMBERED = 10_000  # people
LOOPBACK = ("127.0.0.1", "::1", "::ffff:127.0.0.1")
BEHIND_A_PROXY = ("forwarded", "x-forwarded-for", "x-real-ip")  # headers: then everybody seems to come from this machine


class People:
    """The people of one storage."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._known: OrderedDict[str, Person] = OrderedDict()  # by the hash of their token
        self._may_adopt = True  # while there may be rooms of a version that knew no people

    async def who(self, connection: HTTPConnection) -> Person | None:
        """Who sends a request, if they are anybody."""
        token = token_of(connection)
        if not token:
            return None
        key = people.hashed(token)
        person = self._known.get(key) or await self._storage.ask(people.by_token, token)
        if person:
            self._remember(key, person)
        return person

    async def make(self) -> tuple[str, Person]:
        """A new person, and the token that they are to hold."""
        token = people.new_token()
        person = await self._storage.ask(people.make, token)
        self._remember(people.hashed(token), person)
        return token, person

    async def rename(self, person: Person, wanted: str) -> Person:
        """Give a person another name; Refused if it is none."""
        name = checked_name(wanted)
        await self._storage.ask(people.rename, person.id, name)
        for known in self._known.values():
            if known.id == person.id:
                known.name = name
        return Person(person.id, name)

    async def new_device(self, person: Person) -> tuple[str, float]:
        """A code that makes another device a person's, and until when it does."""
        code = people.new_token()
        return code, await self._storage.ask(people.add_device, person.id, code)

    async def use_device(self, code: str) -> tuple[str, Person]:
        """The token of a new device, and whose it is; Refused if the code is none."""
        token = people.new_token()
        person = await self._storage.ask(people.use_device, code, token)
        if person is None:
            raise Refused("unknown_device", "This link has been used, or is older than ten minutes; make another.")
        self._remember(people.hashed(token), person)
        return token, person

    async def adopt(self, person: Person, connection: HTTPConnection) -> None:
        """Whoever comes first from this very machine gets the rooms of a version that knew no people."""
        if not self._may_adopt or not is_local(connection):
            return
        if await self._storage.ask(rooms.orphans):
            await self._storage.ask(rooms.adopt, person.id)
        self._may_adopt = False

    def _remember(self, key: str, person: Person) -> None:
        if self._storage.is_shared:
            return  # another server may change them
        self._known[key] = person
        self._known.move_to_end(key)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)


def token_of(connection: HTTPConnection) -> str:
    """The token that a request carries; empty if it carries none."""
    kind, _, given = connection.headers.get("authorization", "").partition(" ")
    if kind.casefold() == "bearer" and given:
        return given.strip() if len(given) <= LONGEST_TOKEN else ""
    try:
        found = SimpleCookie(connection.headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found and len(found.value) <= LONGEST_TOKEN else ""


def give(response: Response, connection: HTTPConnection, token: str) -> None:
    """Have the browser keep a token."""
    by_https = "https" in (connection.url.scheme, connection.headers.get("x-forwarded-proto", ""))
    response.set_cookie(COOKIE, token, max_age=YEAR, path="/", httponly=True, samesite="lax", secure=by_https)


def is_local(connection: HTTPConnection) -> bool:
    """Does a request come from this machine itself?"""
    if connection.client is None or any(header in connection.headers for header in BEHIND_A_PROXY):
        return False
    return connection.client.host in LOOPBACK


def checked_name(wanted: str) -> str:
    """A name as it is kept; Refused if it is too long, or says nothing that can be read."""
    name = " ".join("".join(c for c in unicodedata.normalize("NFC", wanted) if _is_shown(c)).split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Refused("bad_name", f"A name has 1 to {LONGEST_NAME} characters that can be seen; this one has {len(name)}.")
    if name.casefold() == "you":
        raise Refused("bad_name", "Everybody is called You at their own table; choose another name.")
    return name


def _is_shown(c: str) -> bool:
    """Is a character one that is seen, or a space? (Others turn the text around it, or hide.)"""
    return c == " " or unicodedata.category(c)[0] in "LMNPS"
