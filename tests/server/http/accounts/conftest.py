"""A server of its own for each file, with somebody who may have an account there."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from helpers.people.at_site import site, somebody_at
from helpers.table_server import Running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with site(tmp_path_factory.mktemp("accounts")) as server:
        yield server


@pytest.fixture
def kim(server: Running) -> Iterator[httpx.Client]:
    with somebody_at(server, "Kim") as client:
        yield client
