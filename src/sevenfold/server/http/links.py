"""The addresses at which other machines find the table, and links to hand on, drawn as QR codes too."""

from __future__ import annotations

import io
import ipaddress
import socket
from collections.abc import Sequence
from contextlib import suppress

import segno
from starlette.requests import Request

from sevenfold.protocol import Link

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - what a person may ask for
SOMEWHERE = "192.0.2.1"  # an address of nobody's: nothing is sent there, but the system says from where it would be


def links(host: str, port: int) -> list[str]:
    """The addresses that a device in the same network opens; none if only this machine is let in."""
    if not port:
        return []
    if host in EVERYWHERE:
        return [f"http://{address}:{port}" for address in own_addresses()]
    return [] if is_loopback(host) else [f"http://{f'[{host}]' if ':' in host else host}:{port}"]


def own_addresses() -> list[str]:
    """This machine's addresses in its networks, the one that leads outside first."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked, suppress(OSError):  # there is no network
        asked.connect((SOMEWHERE, 9))
        found.append(asked.getsockname()[0])
    with suppress(OSError):  # the name says nothing
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [address for address in dict.fromkeys(found) if not is_loopback(address)]


def is_loopback(host: str) -> bool:
    """Does a name or an address lead to this machine alone?"""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def link(path: str, request: Request, known: Sequence[str]) -> Link:
    """A link to hand on: at the address by which the request came, if others can use it, and at those that are known."""
    base = str(request.base_url).rstrip("/")
    asked = [] if is_loopback(request.url.hostname or "") else [base]
    urls = [f"{address}{path}" for address in dict.fromkeys([*asked, *known])] or [f"{base}{path}"]
    drawn = io.BytesIO()
    segno.make(urls[0], error="m", micro=False).save(drawn, kind="svg", scale=4, xmldecl=False, svgns=True, title="QR code")
    return Link(path=path, urls=urls, qr=drawn.getvalue().decode())


def as_text(url: str) -> str:
    """An address as a QR code for a terminal."""
    drawn = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue()
