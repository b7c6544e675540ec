"""The addresses of the server in the network, and links to share, also as QR codes."""

from __future__ import annotations

import io
import ipaddress
import socket
from collections.abc import Sequence
from contextlib import suppress

import segno
from starlette.requests import Request

from sevenfold.protocol import Link

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - a host that people may choose
SOMEWHERE = "192.0.2.1"  # a reserved address: nothing is sent, but the system says which own address it would use


def links(host: str, port: int) -> list[str]:
    """The addresses for other devices in the network; none if the server listens to this machine only."""
    if not port:
        return []
    if host in EVERYWHERE:
        return [f"http://{address}:{port}" for address in own_addresses()]
    return [] if is_loopback(host) else [f"http://{f'[{host}]' if ':' in host else host}:{port}"]


def own_addresses() -> list[str]:
    """This machine's addresses in its networks, the one towards the internet first."""
    addresses = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):  # there is no network
        probe.connect((SOMEWHERE, 9))
        addresses.append(probe.getsockname()[0])
    with suppress(OSError):  # the host name does not resolve
        addresses += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [address for address in dict.fromkeys(addresses) if not is_loopback(address)]


def is_loopback(host: str) -> bool:
    """Whether a name or an address is this machine's loopback."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def link(path: str, request: Request, known: Sequence[str]) -> Link:
    """A link to share: with the address of the request, if other machines can use it, and with the known addresses."""
    base = str(request.base_url).rstrip("/")
    requested = [] if is_loopback(request.url.hostname or "") else [base]
    urls = [f"{address}{path}" for address in dict.fromkeys([*requested, *known])] or [f"{base}{path}"]
    drawn = io.BytesIO()
    segno.make(urls[0], error="m", micro=False).save(drawn, kind="svg", scale=4, xmldecl=False, svgns=True, title="QR code")
    return Link(path=path, urls=urls, qr=drawn.getvalue().decode())


def qr_text(url: str) -> str:
    """The QR code of an address, as text for a terminal."""
    drawn = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue()
