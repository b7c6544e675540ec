"""Compiled code of other packages does not run for ever: its loops are counted, and a thread can be told to stop."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import cast

import pytest
from numba.np.numpy_support import from_dtype

from sevenfold.errors import EndlessRule
from sevenfold.games import NAMES
from sevenfold.kernel.compiler.decorators import INTERPRETED, Compiled, entry
from sevenfold.kernel.compiler.endless import _has_guest, is_guest
from sevenfold.kernel.compiler.stopping import tell_to_stop
from sevenfold.registry import rules_of

LOOPS = """
from sevenfold.kernel.compiler.decorators import compiled, entry


@entry
def forever(n):
    while True:
        n += 1


@entry
def counting(n):
    x = 1
    for i in range(10**12 * n):
        x = (x * 31 + i) % 1048573
    return x


@entry
def collecting(n):
    found = [n]
    while len(found) > 0:
        found.append(len(found))
    return len(found)


@compiled
def deeper(n):
    if n < 0:
        return 0
    return deeper(n + 1) + 1


@entry
def calling(n):
    return deeper(n)


@compiled
def down(n):
    return down(n - 1) + 1 if n > 0 else 0


@entry
def shallow(n):
    return down(n)


@compiled
def some(n):
    x = 0
    for i in range(1_000_000):
        x += (i ^ x) & 3
    return x


@entry
def nested(n):
    x = 0
    while n > 0:
        x += some(n)
    return x


@entry
def ending(n):
    total = 0
    for i in range(n):
        for j in range(n):
            if (i + j) % 7 == 3:
                continue
            if j > 90:
                break
            total += 1
    return total + sum([k * k for k in range(n)])
"""
pytestmark = pytest.mark.skipif(INTERPRETED, reason="interpreted rules have a limit of time alone")


@pytest.fixture(scope="module")
def loops(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    folder = tmp_path_factory.mktemp("loops")
    (folder / "guest_loops.py").write_text(LOOPS)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        yield import_module("guest_loops")


@pytest.mark.parametrize(("function", "place"), [("forever", 8), ("counting", 14), ("collecting", 23), ("calling", "deeper")])
def test_what_does_not_end_is_named(loops: ModuleType, function: str, place: int | str) -> None:
    for _ in range(2):
        with pytest.raises(EndlessRule) as caught:
            getattr(loops, function)(1)
        assert place in (caught.value.line, caught.value.function)
        assert caught.value.file == "guest_loops.py"


def test_after_a_call_that_was_too_deep_others_may_go_deep(loops: ModuleType) -> None:
    for _ in range(3):
        with pytest.raises(EndlessRule):
            loops.calling(1)
        assert loops.shallow(100) == 100


def test_a_thread_can_be_told_to_stop_and_others_go_on(loops: ModuleType) -> None:
    loops.ending(3)
    caught: list[EndlessRule] = []

    def run() -> None:
        with pytest.raises(EndlessRule) as error:
            loops.nested(1)
        caught.append(error.value)

    thread = threading.Thread(target=run)
    thread.start()
    while not loops.nested.dispatcher.signatures:  # until it is compiled
        thread.join(0.01)
    assert thread.ident is not None
    try:
        while thread.is_alive():
            tell_to_stop(thread.ident)
            assert loops.ending(100) == loops.ending.function(100)
    finally:
        tell_to_stop(0)
    assert caught[0].function in ("nested", "some")


def test_threads_that_need_a_function_at_once_share_its_compiled_code() -> None:
    def add(n: int) -> int:
        return n + 1

    function = entry(add)
    together = threading.Barrier(8)
    found = []

    def run() -> None:
        together.wait()
        found.append(cast("Compiled", function).dispatcher)

    threads = [threading.Thread(target=run) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(map(id, found))) == 1


@pytest.mark.parametrize("name", NAMES)
def test_the_code_of_built_in_games_has_no_checks(name: str) -> None:
    rules = rules_of(name)
    for dtype in (rules.dtype, rules.listening):
        assert not _has_guest([from_dtype(dtype), from_dtype(dtype)[:]])
    for function in rules.actions.values():
        assert not is_guest(getattr(function, "function"))  # noqa: B009 - a `Compiled`, which its type hides
