"""Version 4: rematches; games of bots that are watched with all cards open."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "v4"
down_revision = "v3"


def upgrade() -> None:
    """Add the new columns."""
    for name in ("follows", "sequel", "sequel_by", "hands"):
        op.add_column("rooms", sql.Column(name, sql.String))
