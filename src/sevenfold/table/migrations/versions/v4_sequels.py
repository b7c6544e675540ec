"""Version 4: which room somebody has made out of another, for the same people to play again."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "v4"
down_revision = "v3"


def upgrade() -> None:
    """Add the new columns."""
    for name in ("follows", "sequel", "sequel_by"):
        op.add_column("rooms", sql.Column(name, sql.String))
