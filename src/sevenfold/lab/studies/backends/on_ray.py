"""A cluster that Ray runs. Scheduling, transport and nodes that come and go are Ray's; what is lost is computed again."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from time import monotonic
from typing import Any

import ray
from ray import exceptions

from sevenfold.errors import BadInput
from sevenfold.lab.studies.running import AHEAD
from sevenfold.lab.studies.units import Failed, Result, Unit, compute
from sevenfold.registry import game_files

LOOK = 2.0  # seconds between two looks at how many processors there are
LOST = (exceptions.NodeDiedError, exceptions.ObjectLostError, exceptions.LocalRayletDiedError)  # not the unit's own fault
MOST_SHOWN = 200  # characters of what Ray says
GONE = "The cluster is gone: {why}. What was finished is kept; run again with the same --out to go on."


class OnRay:
    """See `Backend`."""

    def __init__(self, address: str, jobs: int) -> None:
        """Join or start a cluster.

        Args:
            address: "ray" for the cluster of this machine, or one that is started; else a cluster's address.
            jobs: How many processors it has if it is started.

        Raises:
            BadInput: There is no cluster at this address.
        """
        self._is_ours = not ray.is_initialized()
        if self._is_ours:
            _connect(address, jobs)
        self._compute = ray.remote(max_retries=0, num_cpus=1)(compute)
        self._flying: dict[Any, Unit] = {}
        self._back: deque[tuple[Unit, Result | Failed]] = deque()
        self._width, self._looked = 0, 0.0

    @property
    def width(self) -> int:
        """See `Backend.width`; a node that joins makes it greater."""
        if monotonic() - self._looked >= LOOK or not self._width:
            with _watched():
                self._width = max(1, AHEAD * int(_resources().get("CPU", 0)))
            self._looked = monotonic()
        return self._width

    def submit(self, unit: Unit) -> None:
        """See `Backend.submit`."""
        with _watched():
            self._flying[self._compute.remote(unit)] = unit

    def next(self, seconds: float) -> tuple[Unit, Result | Failed] | None:
        """See `Backend.next`."""
        if not self._back:
            with _watched():
                ready, _ = ray.wait(list(self._flying), num_returns=1, timeout=seconds)
            for reference in ready:
                self._receive(reference)
        return self._back.popleft() if self._back else None

    def _receive(self, reference: Any) -> None:
        unit = self._flying.pop(reference)
        try:
            with _watched():
                self._back.append((unit, ray.get(reference)))
        except LOST:
            self.submit(unit)
        except exceptions.RayTaskError as error:
            self._back.append((unit, error.cause if isinstance(error.cause, Failed) else Failed(str(error.cause))))
        except exceptions.WorkerCrashedError:
            self._back.append((unit, Failed("the process that computed it ended")))
        except exceptions.RayError as error:
            self._back.append((unit, Failed(_shown(error))))

    def close(self) -> None:
        """See `Backend.close`."""
        with suppress(Exception):  # of a cluster that may be gone
            for reference in self._flying:
                ray.cancel(reference, force=True)
        if self._is_ours:
            ray.shutdown()


@contextmanager
def _watched() -> Iterator[None]:
    """Inside the block, a cluster that has gone away is a BadInput."""
    try:
        yield
    except _signs_of_its_end() as error:
        raise BadInput(GONE.format(why=_shown(error))) from error


def _signs_of_its_end() -> tuple[type[Exception], ...]:
    return (exceptions.RaySystemError, ConnectionError, *_client_errors())


@cache
def _client_errors() -> tuple[type[Exception], ...]:
    """What Ray's client raises besides, such as when another cluster has come up at the address; it may not be installed."""
    try:
        return (import_module("grpc").RpcError,)
    except ImportError:
        return ()


def _shown(error: Exception) -> str:
    """What Ray says, in one line without a full stop."""
    said = error.details() if isinstance(error, _client_errors()) and hasattr(error, "details") else error
    return " ".join(str(said).split())[:MOST_SHOWN].rstrip(".")


def _resources() -> dict[str, float]:
    found: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
    return found


def _connect(address: str, jobs: int) -> None:
    """Join a cluster; where none was started, start one on this machine, which nobody else can reach."""
    files = {game_files.ENVIRONMENT: value} if (value := os.environ.get(game_files.ENVIRONMENT)) else {}
    common: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR", "runtime_env": {"env_vars": files}}
    try:
        if address != "ray":
            ray.init(address, **common)
        elif "RAY_ADDRESS" in os.environ:
            ray.init(**common)
        else:
            _join_or_start(jobs, common)
    except Exception as error:  # Ray raises whatever it likes, plain exceptions included
        what = "Ray can neither be joined nor started here" if address == "ray" else f"There is no cluster at {address}"
        raise BadInput(f"{what}: {_shown(error)}.") from error


def _join_or_start(jobs: int, common: dict[str, Any]) -> None:
    """Join the cluster that this machine belongs to, or start one."""
    try:
        ray.init(num_cpus=jobs, include_dashboard=False, _node_ip_address="127.0.0.1", **common)
    except ValueError:  # it belongs to one, which has the processors that it has
        ray.init(**common)
