"""The cookie with a person's token. Its name belongs to one database, so that two servers of one host keep theirs apart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE: Final = "sevenfold"  # how the names of our cookies begin; the whole name in versions that had one for all servers
YEAR = 365 * 24 * 3600
LONGEST_TOKEN = 64
MOST_TRIED = 6  # tokens of one request: cookies of one name but other paths, and that of an older version
_NAME = re.compile(rf"{COOKIE}(-[0-9a-f]+)?")
_VALUE = re.compile(rf"[\w-]{{1,{LONGEST_TOKEN}}}", re.ASCII)


def cookie_name(database: str) -> str:
    """The name of the cookie for the servers of a database."""
    return f"{COOKIE}-{database}"


def our_cookies(headers: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The names and values of Sevenfold's cookies in `Cookie` headers; nothing that stands beside them can hide them.

    Browsers separate cookies by semicolons and give quotes no meaning (RFC 6265), whatever other programs put into theirs.
    """
    for header in headers:
        for pair in header.split(";"):
            name, _, value = pair.partition("=")
            name, value = name.strip(), value.strip().strip('"')
            if _NAME.fullmatch(name) and _VALUE.fullmatch(value):
                yield name, value


def tokens_in(headers: Sequence[str], name: str) -> list[tuple[str, str]]:
    """Under which name there is which token: in the cookies of this name before those of older versions."""
    found = [pair for wanted in (name, COOKIE) for pair in our_cookies(headers) if pair[0] == wanted]
    return list(dict.fromkeys(found))[:MOST_TRIED]


def set_cookie(response: Response, connection: HTTPConnection, name: str, token: str) -> None:
    """Store a token in the browser's cookie, for the path under which the proxy has the server."""
    path, by_https = _where(connection)
    response.set_cookie(name, token, max_age=YEAR, path=path, httponly=True, samesite="lax", secure=by_https)


def remove_cookies(response: Response, connection: HTTPConnection, name: str) -> None:
    """Take the browser's cookie away."""
    path, by_https = _where(connection)
    response.delete_cookie(name, path=path, httponly=True, samesite="lax", secure=by_https)


def _where(connection: HTTPConnection) -> tuple[str, bool]:
    """The path of a cookie, and whether it goes over https alone."""
    return f"{connection.scope.get('root_path', '')}/", connection.url.scheme in ("https", "wss")
