"""The version of the tables, and how those of an older version become those of today."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection

VERSION = 11  # of the tables, stored as SQLite's user_version, so that an older Sevenfold can tell
FIRST = "v1"  # the revision of files older than revisions
MIGRATIONS = Path(__file__).parent / "migrations"


def migrate(connection: Connection, *, stamped: bool) -> None:
    """Migrate the tables within the connection's transaction.

    Args:
        connection: The connection.
        stamped: Whether the tables are older than revisions.
    """
    # Imported here because it takes a tenth of a second, and most starts need no migration.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    if stamped:
        command.stamp(config, FIRST)
    command.upgrade(config, "head")
