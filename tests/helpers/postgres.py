"""PostgreSQL for the tests that need it, which are skipped where it is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import own_postgres
import pytest
from own_postgres import Postgres

__all__ = ["Postgres", "postgres"]


@contextmanager
def postgres() -> Iterator[Postgres]:
    """A server until the block ends."""
    with ExitStack() as stack:
        try:
            server = stack.enter_context(own_postgres.postgres())
        except own_postgres.NoPostgres as error:
            pytest.skip(str(error))
        yield server
