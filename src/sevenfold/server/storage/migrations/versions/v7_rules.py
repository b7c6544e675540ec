"""Version 7: the fingerprint of the rules that a game is played by."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "v7"
down_revision = "v6"


def upgrade() -> None:
    """Add the new column."""
    op.add_column("rooms", sql.Column("rules", sql.String, nullable=False, server_default=""))
