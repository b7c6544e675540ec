"""What a server prepares in the background: compiled games, those in progress first, and then the daily deals."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import Event

import pytest

from helpers.table_server import running
from sevenfold.server.lobby import lobby
from sevenfold.server.lobby.days.daily_deals import DailyDeals


@pytest.fixture
def prepared(monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], Event]:
    """The games that were to be compiled, and whether the daily deals were looked for, since the test began."""
    compiled, found = list[str](), Event()

    async def precompile(names: Sequence[str], _: object) -> None:
        compiled.extend(names)

    async def keep_ready(_: DailyDeals) -> None:
        found.set()

    monkeypatch.setattr(lobby, "START_DELAY", 0.0)
    monkeypatch.setattr(lobby, "precompile", precompile)
    monkeypatch.setattr(DailyDeals, "keep_ready", keep_ready)
    return compiled, found


def test_games_in_progress_are_compiled_first(
    prepared: tuple[list[str], Event], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled, found = prepared
    monkeypatch.setattr(lobby, "INTERPRETED", False)
    with running(tmp_path / "table.db") as server:
        server.new_room("chain_up")
        assert not found.is_set(), "nothing is prepared unless that is wanted"
    with running(tmp_path / "table.db", prepare=True):
        assert found.wait(20)
    assert compiled[0] == "chain_up"
    assert sorted(compiled) == sorted(set(compiled))


def test_nothing_is_compiled_where_rules_are_interpreted(
    prepared: tuple[list[str], Event], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled, found = prepared
    monkeypatch.setattr(lobby, "INTERPRETED", True)
    with running(tmp_path / "table.db", prepare=True):
        assert found.wait(20)
    assert compiled == []
