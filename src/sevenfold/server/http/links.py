"""The addresses of the server for other devices, and links to share, also as QR codes."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Sequence
from contextlib import suppress
from urllib.parse import urlsplit

import ifaddr
from starlette.requests import Request

from sevenfold.protocol import Link
from sevenfold.system.qr_codes import qr_svg

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - a host that people may choose
# Interfaces of virtual machines, containers and tunnels, which devices in the same flat do not reach.
VIRTUAL = (
    "docker", "podman", "cni", "lxc", "lxd", "br-", "veth", "virbr", "vmnet", "vmware", "vbox", "virtualbox", "vethernet",
    "hyper-v", "tun", "tap", "utun", "wg", "tailscale", "zt",
)  # fmt: skip
SOMEWHERE = "192.0.2.1"  # a reserved address: nothing is sent, but the system says which own address it would use


def links(host: str, port: int, names: Sequence[object] = ()) -> list[str]:
    """The addresses for other devices from the start on; none if only this machine reaches the server.

    Args:
        host: The address on which the server listens.
        port: The port.
        names: Further names. A server with a name that listens to this machine only is behind a proxy, which adds TLS.
    """
    if is_loopback(host) and names:
        return [f"https://{name}" for name in names]
    if not port:
        return []
    if host in EVERYWHERE:
        return [f"http://{address}:{port}" for address in own_addresses()]
    return [] if is_loopback(host) else [f"http://{f'[{host}]' if ':' in host else host}:{port}"]


def own_addresses() -> list[str]:
    """This machine's addresses in its networks, the one that other devices are likeliest to reach first."""
    outward = _outward_address()
    found = {str(ip.ip): adapter.nice_name for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4}

    def unlikely(address: str) -> tuple[bool, bool, bool]:
        is_virtual = found[address].casefold().startswith(VIRTUAL)
        return is_virtual, ipaddress.ip_address(address).is_link_local, address != outward

    return sorted((address for address in found if not is_loopback(address)), key=unlikely)


def _outward_address() -> str:
    """This machine's address towards the internet; empty if there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect((SOMEWHERE, 9))
        return str(probe.getsockname()[0])
    return ""


def is_loopback(host: str) -> bool:
    """Whether a name or an address is this machine's loopback."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def link(path: str, request: Request, known: Sequence[str], page: str = "/") -> Link:
    """A link to share.

    Args:
        path: The path, from the page on.
        request: The request, whose own address comes first if other machines can use it.
        known: The addresses for other machines.
        page: The path of the sender's page, which is not "/" behind a proxy that adds one.
    """
    # A proxy may not say that it adds TLS; a browser names it in the origin, which the request guard has checked.
    scheme = urlsplit(request.headers.get("origin", "")).scheme or request.url.scheme
    base = f"{scheme}://{request.url.netloc}{page.rstrip('/')}"
    requested = [] if is_loopback(request.url.hostname or "") else [base]
    urls = [f"{address}{path}" for address in dict.fromkeys([*requested, *known])] or [f"{base}{path}"]
    return Link(path=path, urls=urls, qrs=[qr_svg(url) for url in urls], shared=bool(requested or known))
