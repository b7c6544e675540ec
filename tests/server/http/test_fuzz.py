"""Malformed messages and requests, a few of them; by command, many more:

python -m tools.servers.fuzz_socket --messages 100000
SEVENFOLD_FUZZ=500 pytest tests/server/http/test_fuzz.py
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from helpers.calls import push_service
from helpers.selection import QUICK
from helpers.table_server import Running, running
from sevenfold.server.http.middleware.limits import Limits
from tools.servers import fuzz_socket

EXAMPLES = int(os.environ.get("SEVENFOLD_FUZZ", "8"))  # requests of each kind and route


@pytest.mark.parametrize(
    "games", [[name for name in fuzz_socket.GAMES if name in QUICK], pytest.param(fuzz_socket.GAMES, marks=pytest.mark.slow)]
)
def test_malformed_messages_are_answered_in_words(tmp_path: Path, games: list[str]) -> None:
    tally = asyncio.run(fuzz_socket.fuzz(600, seed=7, folder=tmp_path, games=games))
    assert not tally.faults
    assert tally.sent == 600
    assert not tally.closed
    assert tally.answers["bad_message"] > 300
    assert sum(tally.answers[code] for code in ("illegal", "not_yours", "not_your_turn", "stale")) > 5
    assert not {"internal", "broken_game", "storage"} & set(tally.answers)


# -- requests ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    limits = Limits(rooms=10**6, newcomers=10**6, requests=1e6)
    folder = tmp_path_factory.mktemp("fuzz")
    with running(folder / "table.db", limits=limits, calls=push_service.settings(folder)) as server:
        yield server


def test_requests_are_answered_as_described(server: Running) -> None:
    """No request whatever is answered by 500, or by anything that the description does not tell."""
    import schemathesis  # here: every process would load it, which takes a second
    from schemathesis.checks import (
        content_type_conformance,
        not_a_server_error,
        response_schema_conformance,
        status_code_conformance,
    )

    checks = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
    described = schemathesis.openapi.from_url(f"http://{server.address}/api/openapi.json")
    rooms = [server.new_room() for _ in range(3)]
    asked = 0
    for found in described.get_all_operations():
        operation = found.ok()  # an Err's raises, which is what it is for here

        @settings(max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, suppress_health_check=[*HealthCheck])
        @given(case=operation.as_strategy())
        def ask(case: Any) -> None:
            nonlocal asked
            asked += 1
            if "id" in case.path_parameters and asked % 2:
                case.path_parameters["id"] = rooms[asked % len(rooms)]
            case.call_and_validate(checks=checks)

        ask()
    assert asked >= 8 * 5
