"""Studies on a cluster: two nodes, one of which is killed; what it computed is computed again."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from helpers.small_studies import plan, run_in, small_studies
from sevenfold.errors import BadInput
from sevenfold.lab.studies import RunFolder, run
from sevenfold.lab.studies.backends import address_of, backend_named
from sevenfold.lab.studies.output.results import as_results

__all__ = ["small_studies"]  # a fixture

os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")  # before it is loaded: all nodes at 127.0.0.1, on Linux too
ray: Any = pytest.importorskip("ray", reason="Ray is not installed (pip install 'sevenfold[ray]')")
pytestmark = [pytest.mark.filterwarnings("default"), pytest.mark.slow]  # Ray warns of itself


@pytest.fixture
def cluster(small_studies: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A cluster of a head that computes nothing and a node of one processor, on this machine alone."""
    from ray.cluster_utils import Cluster

    folders = [str(small_studies), *(path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path)]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(os.path.realpath(folder) for folder in folders))
    store = 80 * 1024 * 1024
    made: Any = Cluster(
        initialize_head=True,
        head_node_args={
            "num_cpus": 1,
            "object_store_memory": store,
            "include_dashboard": False,
            "node_ip_address": "127.0.0.1",
        },
    )
    made.spare = made.add_node(num_cpus=1, node_ip_address="127.0.0.1", object_store_memory=store)
    ray.init(address=made.address, log_to_driver=False, logging_level="ERROR")
    yield made
    ray.shutdown()
    made.shutdown()


def test_a_node_is_killed_and_another_joins(tmp_path: Path, cluster: Any) -> None:
    of, store = plan("slow", 640), 80 * 1024 * 1024
    with (
        closing(RunFolder(tmp_path / "ray", of)) as folder,
        closing(backend_named("ray", 1)()) as backend,
        ThreadPoolExecutor(1) as pool,
    ):
        running = pool.submit(run, of, folder, backend)  # nodes are added in the main thread only
        while not running.done() and len((tmp_path / "ray" / "units.jsonl").read_text().splitlines()) < 5:
            time.sleep(0.1)
        before = backend.width
        cluster.remove_node(cluster.spare, allow_graceful=False)
        cluster.add_node(num_cpus=2, node_ip_address="127.0.0.1", object_store_memory=store)
        assert not running.done()
        done = running.result()
        until = time.monotonic() + 60  # some seconds, until it is known that the node is dead
        while backend.width != 6 and time.monotonic() < until:
            time.sleep(0.5)
        assert backend.width == 6 > before == 4
    assert done.set_aside == []
    assert as_results(done) == as_results(run_in(tmp_path / "here", of))


@pytest.mark.usefixtures("cluster")
@pytest.mark.parametrize(
    ("study", "why"), [("faulty", "seed 40: ZeroDivisionError"), ("deadly", "the process that computed it")]
)
def test_a_poisoned_unit_is_set_aside(tmp_path: Path, study: str, why: str) -> None:
    of = plan(study, 96)
    with closing(RunFolder(tmp_path / "ray", of)) as folder, closing(backend_named("ray", 1)()) as backend:
        done = run(of, folder, backend)
    (one,) = done.set_aside
    assert (one.unit.first, one.unit.last) == (32, 48)
    assert why in one.why
    assert done.answers[0].deals == 80


def test_a_cluster_is_started_on_this_machine(tmp_path: Path, small_studies: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(small_studies), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    of = plan(deals=64)
    with closing(RunFolder(tmp_path / "ray", of)) as folder, closing(backend_named("ray", 1)()) as backend:
        done = run(of, folder, backend)
        assert {node["NodeManagerAddress"] for node in ray.nodes()} == {"127.0.0.1"}
        assert ray.cluster_resources()["CPU"] == 1
    assert as_results(done) == as_results(run_in(tmp_path / "here", of))
    assert not ray.is_initialized()


@pytest.mark.parametrize(
    ("on", "address"),
    [
        ("ray", "ray"),
        ("ray://head", "ray://head:10001"),
        ("ray://head:7", "ray://head:7"),
        ("ray://10.0.0.1/", "ray://10.0.0.1:10001"),
        ("ray://[::1]", "ray://[::1]:10001"),
        ("ray://[::1]:7", "ray://[::1]:7"),
    ],
)
def test_the_port_of_a_cluster_may_be_left_out(on: str, address: str) -> None:
    assert address_of(on) == address


@pytest.mark.parametrize("on", ["ray://", "ray://:7", "ray://head:", "ray://head:port"])
def test_what_names_no_cluster(on: str) -> None:
    with pytest.raises(BadInput, match="A cluster elsewhere is named as ray://HOST or ray://HOST:10001, not "):
        address_of(on)


def of_the_client() -> Exception:
    """What Ray's client raises once another cluster has come up at the address."""
    grpc: Any = pytest.importorskip("grpc", reason="Ray's client is not installed (pip install 'sevenfold[ray]')")

    class Ended(grpc.RpcError):  # type: ignore[misc]  # grpc comes with Ray and has no types
        def details(self) -> str:
            return "the client\nis closed."

    return Ended("<_InactiveRpcError of RPC that terminated with: …>")


@pytest.mark.usefixtures("small_studies")
@pytest.mark.parametrize("error", [lambda: ConnectionError("the client\nis closed."), of_the_client])
def test_a_cluster_that_goes_away_is_told_wherever_it_is_noticed(
    error: Callable[[], Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    from sevenfold.lab.studies.backends.on_ray import OnRay

    def gone(*given: object, **more: object) -> None:
        raise error()

    monkeypatch.setattr(ray, "is_initialized", lambda: True)
    backend = OnRay("ray", 1)
    monkeypatch.setattr(ray, "wait", lambda some, **more: (some, []))
    monkeypatch.setattr(ray, "get", gone)
    monkeypatch.setattr(ray, "cluster_resources", gone)
    (unit,) = plan(deals=16).units_of(0)
    backend._flying["reference"] = unit
    for ask in (lambda: backend.next(0.1), lambda: backend.width):
        with pytest.raises(BadInput, match=r"^The cluster is gone: the client is closed\. What was finished is kept; "):
            ask()


def test_a_machine_of_a_cluster_uses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray refuses to be told how many processors a cluster has that is there already."""
    asked: list[dict[str, object]] = []

    def init(**more: object) -> None:
        asked.append(more)
        if "num_cpus" in more:
            raise ValueError("When connecting to an existing cluster, num_cpus and num_gpus must not be provided.")

    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setattr(ray, "init", init)
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    backend_named("ray", 3)()
    assert asked[0]["num_cpus"] == 3
    assert "_node_ip_address" not in asked[1]


def test_a_cluster_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def init(**more: object) -> None:
        raise Exception("The current node timed out during startup.")  # noqa: TRY002 - as Ray does on a busy machine

    monkeypatch.setattr(ray, "init", init)
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    with pytest.raises(
        BadInput, match=r"^Ray can neither be joined nor started here: The current node timed out during startup\.$"
    ):
        backend_named("ray", 1)()


def test_without_the_client(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sevenfold.lab.studies.backends.find_spec", lambda name: None if name == "grpc" else name)
    with pytest.raises(BadInput) as refused:
        backend_named("ray://head", 1)
    assert str(refused.value) == 'Ray\'s client is not installed: pip install "sevenfold[ray]".'


def test_no_cluster_at_an_address() -> None:
    pytest.importorskip("grpc", reason="Ray's client is not installed (pip install 'sevenfold[ray]')")
    with pytest.raises(BadInput, match=r"There is no cluster at ray://127\.0\.0\.1:1: "):
        backend_named("ray://127.0.0.1:1", 1)()


def test_without_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sevenfold.lab.studies.backends.find_spec", lambda name: None)
    with pytest.raises(BadInput) as refused:
        backend_named("ray", 1)
    assert str(refused.value) == 'Ray is not installed: pip install "sevenfold[ray]".'
