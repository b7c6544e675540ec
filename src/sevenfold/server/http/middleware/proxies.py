"""What reverse proxies say of a request: from which address it came, for which host, by which scheme, under which path.

Only the proxies that the owner named are believed. The `Forwarded` header is read where there is no X-Forwarded-For; a proxy
that sends it must drop what a client sent as X-Forwarded-For, as all must drop or extend the headers that they send themselves.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Self
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from sevenfold.server.lobby.people.accounts import PROXY_HEADERS

HERE = ("127.0.0.0/8", "::1/128")
SAID: Final = "sevenfold.proxied"  # where the scope keeps what a trusted proxy said
MOST_HOPS = 20
_HOST = re.compile(r"(?:[\w.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?", re.ASCII)
_PATH = re.compile(r"(?:/[\w.~-]+)+", re.ASCII)
_PAIR = re.compile(r'\s*([\w-]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^\s",;]*)\s*', re.ASCII)

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Networks = tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]


@dataclass(frozen=True)
class Proxied:
    """What a trusted proxy said of a request besides the client's address and the scheme; empty where it said nothing."""

    host: str = ""  # with a port if it was said
    port: str = ""
    path: str = ""  # under which it has the server


@dataclass(frozen=True)
class ServerName:
    """A name at which the server is reached: "table.example.org", "table.example.org:8443/cards"."""

    host: str
    port: int | None = None
    path: str = ""  # without a slash at its end

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a name; ValueError if it is not one."""
        parts = urlsplit(f"//{text}")
        host, path = parts.hostname or "", parts.path.rstrip("/")
        if (
            not re.fullmatch(r"[\w.:-]+", host)
            or parts.query
            or parts.fragment
            or parts.username
            or (path and not _PATH.fullmatch(path))
        ):
            raise ValueError(f"{text!r} is not the name of a host")
        return cls(ascii_name(host), parts.port, path)

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}{f':{self.port}' if self.port else ''}{self.path}"


class ProxyHeaders:
    """ASGI middleware that puts what trusted proxies say into the scope, and IPv4 addresses of any notation into one."""

    def __init__(self, app: ASGIApp, trusted: Networks = (), names: Sequence[ServerName] = ()) -> None:
        """Make it.

        Args:
            app: The application.
            trusted: The networks of the proxies.
            names: The server's names, some of which have the path under which a proxy has the server.
        """
        self._app, self._trusted, self._names = app, trusted, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] in ("http", "websocket"):
            self._read(scope)
        await self._app(scope, receive, send)

    def _read(self, scope: Scope) -> None:
        _take_off_authority(scope)
        headers, peer = Headers(scope=scope), scope["client"]
        found = address_of(peer[0]) if peer else None
        if found:
            scope["client"] = (str(found), peer[1])
        if found and is_in(found, self._trusted):
            self._believe(scope, headers)
        elif found and found.is_loopback and any(name in headers for name in PROXY_HEADERS):
            scope["client"] = None  # a proxy on this machine that nobody named; its clients may be anywhere
        self._find_path(scope, headers)

    def _find_path(self, scope: Scope, headers: Headers) -> None:
        """Note the path under which a proxy has the server, and take it off the request's own if the proxy left it there."""
        said = scope.get(SAID)
        path = (said.path or self._path_at((said and said.host) or headers.get("host", ""))) if said else ""
        if path:
            scope["root_path"] = path
        for left in filter(None, (path, *(name.path for name in self._names))):
            if scope["path"].startswith(f"{left}/"):
                scope["root_path"], scope["path"] = left, scope["path"].removeprefix(left)
                scope["raw_path"] = scope.get("raw_path", b"").removeprefix(left.encode())
                return

    def _path_at(self, netloc: str) -> str:
        """The path that belongs to this host and port; empty if several do."""
        host, port = split_host(netloc)
        names = [name for name in self._names if name.host == host]
        paths = {name.path for name in names if name.port == port} or {name.path for name in names}
        return paths.pop() if len(paths) == 1 else ""

    def _believe(self, scope: Scope, headers: Headers) -> None:
        hops: list[dict[str, str]]
        if "x-forwarded-for" in headers:
            hops = [{"for": hop.strip()} for hop in ",".join(headers.getlist("x-forwarded-for")).split(",")]
        else:
            hops = forwarded(headers.getlist("forwarded"))
        chosen: dict[str, str] = {}
        if hops:
            chosen, client = self._client(hops[-MOST_HOPS:])
            scope["client"] = (str(client), 0) if client else None
        scheme = (_first(headers, "x-forwarded-proto") or chosen.get("proto", "")).casefold()
        if scheme in ("http", "https", "ws", "wss"):
            is_secure, is_socket = scheme in ("https", "wss"), scope["type"] == "websocket"
            scope["scheme"] = ("wss" if is_secure else "ws") if is_socket else ("https" if is_secure else "http")
        host, port = _first(headers, "x-forwarded-host") or chosen.get("host", ""), _first(headers, "x-forwarded-port")
        path, is_port = _first(headers, "x-forwarded-prefix").rstrip("/"), re.fullmatch("[0-9]{1,5}", port)
        scope[SAID] = Proxied(
            host if _HOST.fullmatch(host) else "", port if is_port else "", path if _PATH.fullmatch(path) else ""
        )

    def _client(self, hops: Sequence[dict[str, str]]) -> tuple[dict[str, str], Address | None]:
        """The hop that was noted by our outermost proxy, and the address in it; None if it is not one."""
        for hop in reversed(hops):
            address = address_of(hop.get("for", ""))
            if address is None or not is_in(address, self._trusted):
                return hop, address
        return hops[0], address_of(hops[0]["for"])


def host_of(netloc: str) -> str:
    """The host in "HOST:PORT", as browsers write it; empty if there is none."""
    with suppress(ValueError):
        return ascii_name(urlsplit(f"//{netloc}").hostname or "")
    return ""


def split_host(netloc: str) -> tuple[str, int | None]:
    """Host and port of "HOST:PORT"."""
    with suppress(ValueError):
        return host_of(netloc), urlsplit(f"//{netloc}").port
    return "", None


def ascii_name(host: str) -> str:
    """The name of a host as browsers send it."""
    host = host.casefold().rstrip(".")
    with suppress(UnicodeError):
        return host if host.isascii() else host.encode("idna").decode()
    return host


def address_of(text: str) -> Address | None:
    """An address, which may have a port or stand in brackets; None for anything else. IPv4 in IPv6 becomes IPv4."""
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    with suppress(ValueError):
        found = ipaddress.ip_address(text.partition("%")[0])
        return getattr(found, "ipv4_mapped", None) or found
    return None


def networks(named: Iterable[str]) -> Networks:
    """Parse networks; ValueError if one is not valid."""
    return tuple(_plain(ipaddress.ip_network(name, strict=False)) for name in named)


def _plain(network: ipaddress.IPv4Network | ipaddress.IPv6Network) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    """A network of IPv4 in IPv6 as one of IPv4."""
    mapped = getattr(network.network_address, "ipv4_mapped", None)
    return ipaddress.ip_network((int(mapped), network.prefixlen - 96)) if mapped and network.prefixlen >= 96 else network


def is_in(address: Address | None, allowed: Networks) -> bool:
    """Whether an address is in one of these networks."""
    return address is not None and any(address in network for network in allowed)


def forwarded(headers: Iterable[str]) -> list[dict[str, str]]:
    """The hops in `Forwarded` headers (RFC 7239), the client's first; what cannot be read is a hop without an address."""
    hops = []
    for element in re.findall(r'(?:"(?:[^"\\]|\\.)*"|[^,"]|")+', ",".join(headers)):
        pairs = [_PAIR.fullmatch(pair) for pair in re.findall(r'(?:"(?:[^"\\]|\\.)*"|[^;"]|")+', element)]
        hops.append({pair[1].casefold(): re.sub(r"\\(.)", r"\1", pair[2].strip('"')) for pair in pairs if pair})
    return hops


def _take_off_authority(scope: Scope) -> None:
    """Leave the path of a request for a whole address ("GET http://name/path"), as some balancers and proxies send it."""
    if found := re.match(r"https?://[^/?#]*", scope["path"], re.IGNORECASE):
        scope["path"] = scope["path"][found.end() :] or "/"
        scope["raw_path"] = re.sub(rb"(?i)^https?://[^/?#]*", b"", scope.get("raw_path", b"")) or b"/"


def _first(headers: Headers, name: str) -> str:
    return headers.get(name, "").partition(",")[0].strip()
