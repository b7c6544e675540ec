"""Full garbage collections are rare in a server, and the usual settings return afterwards."""

from __future__ import annotations

import gc
import time
import weakref

from sevenfold.server.process.garbage_collection import rare_garbage_collection


class Knot:
    """An object that only the collector frees."""

    def __init__(self) -> None:
        self.self = self


def test_all_is_looked_through_now_and_then() -> None:
    usual = gc.get_threshold()
    with rare_garbage_collection(seconds=0.2):
        knot = weakref.ref(Knot())
        until = time.monotonic() + 20
        while knot() is not None:
            assert time.monotonic() < until
            time.sleep(0.05)
    assert (gc.get_threshold(), gc.get_freeze_count()) == (usual, 0)


def test_what_lives_for_long_is_not_looked_through_by_and_by() -> None:
    with rare_garbage_collection():
        before = gc.get_stats()[2]["collections"]
        kept = [[at] for at in range(200_000)]
        gc.collect(1)
        kept += [[at] for at in range(200_000)]
        assert gc.get_stats()[2]["collections"] == before
    assert len(kept) == 400_000
