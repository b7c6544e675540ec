"""Version 8: test rooms, for designers of games."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "v8"
down_revision = "v7"


def upgrade() -> None:
    """Add the new columns."""
    for name in ("test", "held"):
        op.add_column("rooms", sql.Column(name, sql.Boolean, nullable=False, server_default=sql.false()))
