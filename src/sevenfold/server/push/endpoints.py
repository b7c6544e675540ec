"""The addresses of push services, which browsers name: nobody may make the server send anything into its own network."""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
from urllib.parse import SplitResult, urlsplit

from sevenfold.protocol.errors import Refused

LONGEST = 1000  # characters
PORTS = {"https": 443, "http": 80}
NAT64 = ipaddress.ip_network("64:ff9b::/96")  # IPv4 addresses behind a translator
NOT_ONE = "A push service has an https address with a name, such as https://push.example.org/…, of at most {:,} characters."
_NAME = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class NoPlaceError(Exception):
    """An endpoint leads into a private network, or nowhere."""


def checked_endpoint(endpoint: str, *, anywhere: bool = False) -> str:
    """An endpoint that the server may send to as far as its address says; `resolved` looks where its name leads.

    Args:
        endpoint: The address.
        anywhere: Whether it may be private, and without TLS.

    Raises:
        Refused: It may not.
    """
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise _refusal() from None
    host = parts.hostname or ""
    is_plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint and "\\" not in endpoint
    if not is_plain or len(endpoint) > LONGEST or parts.username is not None or parts.fragment or not host:
        raise _refusal()
    if not anywhere and (parts.scheme != "https" or port not in (None, 443) or not _NAME.fullmatch(host)):
        raise _refusal()
    if parts.scheme not in PORTS:
        raise _refusal()
    return endpoint


async def resolved(parts: SplitResult, *, anywhere: bool = False) -> list[str]:
    """The addresses to which the name in an endpoint leads; the server connects to one of these, whatever the name says later.

    Args:
        parts: The endpoint.
        anywhere: Whether they may be private.

    Raises:
        NoPlaceError: One of them is private.
        OSError: The name leads nowhere.
    """
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(where[0]) for *_, where in found))
    if not anywhere and not all(is_public(address) for address in addresses):
        raise NoPlaceError
    return addresses


def is_public(text: str) -> bool:
    """Whether an address is one of the whole internet, also where it contains another."""
    try:
        address: Address = ipaddress.ip_address(text)
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address):
        inner = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
        if address in NAT64:
            inner.append(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
        if contained := [one for one in inner if one is not None]:
            return all(is_public(str(one)) for one in contained)
    return address.is_global and not address.is_multicast and not address.is_reserved


def _refusal() -> Refused:
    return Refused("bad_message", NOT_ONE.format(LONGEST))
