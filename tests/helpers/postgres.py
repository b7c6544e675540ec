"""PostgreSQL for the tests that need it; they are skipped if it is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from tools.servers import temporary_postgres
from tools.servers.temporary_postgres import Postgres

__all__ = ["Postgres", "postgres"]


@contextmanager
def postgres() -> Iterator[Postgres]:
    """A server for the duration of the block."""
    with ExitStack() as stack:
        try:
            server = stack.enter_context(temporary_postgres.postgres())
        except temporary_postgres.NoPostgres as error:
            pytest.skip(str(error))
        yield server
