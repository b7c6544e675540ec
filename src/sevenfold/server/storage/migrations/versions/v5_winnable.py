"""Version 5: questions whether a game for one can still be won, verdicts on lost deals, winnable deals."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "v5"
down_revision = "v4"


def upgrade() -> None:
    """Add the new columns."""
    op.add_column("rooms", sql.Column("asked", sql.Integer, nullable=False, server_default="0"))
    op.add_column("rooms", sql.Column("verdict", sql.String))
    op.add_column("rooms", sql.Column("winnable", sql.Boolean, nullable=False, server_default=sql.false()))
