"""Where the units of a study are computed: on this machine, or on a cluster that Ray runs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.util import find_spec

from sevenfold.errors import BadInput, MissingExtra, quoted
from sevenfold.lab.studies.running import Backend

SCHEME, PORT = "ray://", 10001  # of a cluster elsewhere: where Ray's own command has its client's server


def backend_named(on: str, jobs: int) -> Callable[[], Backend]:
    """What makes a backend.

    Args:
        on: "local" (processes), "threads", "ray" (this machine, or the cluster that it belongs to), or a cluster's address,
            such as ray://HOST.
        jobs: The number of processes or threads on this machine; of a cluster that is there already it decides nothing.

    Raises:
        BadInput: There is none of this name, or the number of processes is out of range.
        MissingExtra: Ray is not installed.
    """
    from .local import Local, check_jobs

    check_jobs(jobs)
    if on in ("local", "threads"):
        from .threads import Threads

        return partial(Local if on == "local" else Threads, jobs)
    if on != "ray" and not on.startswith(SCHEME):
        raise BadInput(f"A study runs on local, threads, ray or ray://HOST, not {quoted(on)}.")
    address = address_of(on)
    if find_spec("ray") is None:
        raise MissingExtra("Ray", "ray")
    if on != "ray" and find_spec("grpc") is None:
        raise MissingExtra("Ray's client", "ray")
    from .on_ray import OnRay

    return partial(OnRay, address, jobs)


def address_of(on: str) -> str:
    """The address of a cluster with its port, which may be left out.

    Raises:
        BadInput: It names no machine.
    """
    if on == "ray":
        return on
    host = on.removeprefix(SCHEME).rstrip("/")
    name, colon, port = host.rpartition(":")
    has_port = bool(colon) and not (host.startswith("[") and host.endswith("]"))  # not of an IPv6 address alone
    if not (name if has_port else host) or (has_port and not (port.isascii() and port.isdigit())):
        raise BadInput(f"A cluster elsewhere is named as {SCHEME}HOST or {SCHEME}HOST:{PORT}, not {quoted(on)}.")
    return f"{SCHEME}{host}" if has_port else f"{SCHEME}{host}:{PORT}"
