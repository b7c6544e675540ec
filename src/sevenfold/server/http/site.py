"""The site to which passkeys belong: the address by which a request came."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import Request

from sevenfold.protocol.errors import Refused
from sevenfold.server.lobby.people.passkeys import Site

from .middleware.proxies import address_of

NO_PASSKEYS = (
    "At this address browsers know no passkeys: they need https and a name, or http://localhost on the server's own computer."
    " A recovery phrase works at any address."
)


def site_of(request: Request) -> Site:
    """The site of a request's page; Refused if browsers know no passkeys there.

    The request guard has checked that the server has the host's name, and that the origin, if a browser says one, is the
    page's own: behind a proxy it alone says that there is https.
    """
    said = urlsplit(request.headers.get("origin", ""))
    scheme, netloc = (said.scheme, said.netloc) if said.netloc else (request.url.scheme, request.url.netloc)
    name = urlsplit(f"//{netloc}").hostname or ""
    is_local = name == "localhost" or name.endswith(".localhost")
    if address_of(name) or not (is_local or (scheme == "https" and "." in name)):
        raise Refused("not_now", NO_PASSKEYS)
    return Site(name, f"{scheme}://{netloc}")
