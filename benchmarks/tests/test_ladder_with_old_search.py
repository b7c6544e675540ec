"""The ladder with one more bot, as `benchmarks/bots/ladder_with_old_search.py` adds it."""

from __future__ import annotations

import json

import pytest

from benchmarks.bots import ladder_with_old_search
from sevenfold.bots import KINDS


def test_the_earlier_search_can_be_asked_for(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "single_observer", KINDS["search"])  # so that it is gone after the test
    chosen = ["sane_sevens", "--bots", "single_observer:9,random", "--deals", "2", "--jobs", "1", "--json"]
    assert ladder_with_old_search.main(chosen) == 0
    assert json.loads(capsys.readouterr().out)["bots"] == ["single_observer:9", "random"]
