"""Where the units of a study are computed: on this machine, or on a cluster that Ray runs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.util import find_spec

from sevenfold.errors import BadInput, MissingExtra, quoted
from sevenfold.lab.studies.running import Backend


def backend_named(on: str, jobs: int) -> Callable[[], Backend]:
    """What makes a backend.

    Args:
        on: "local" (processes), "threads", "ray" (this machine, or the cluster that it belongs to), or a cluster's address,
            such as ray://HOST.
        jobs: The number of processes or threads on this machine.

    Raises:
        BadInput: There is none of this name, or the number of processes is out of range.
        MissingExtra: Ray is not installed.
    """
    if on in ("local", "threads"):
        from .local import Local, check_jobs
        from .threads import Threads

        check_jobs(jobs)
        return partial(Local if on == "local" else Threads, jobs)
    if on != "ray" and not on.startswith("ray://"):
        raise BadInput(f"A study runs on local, threads, ray or ray://HOST, not {quoted(on)}.")
    if find_spec("ray") is None:
        raise MissingExtra("Ray", "ray")
    from .on_ray import OnRay

    return partial(OnRay, on)
