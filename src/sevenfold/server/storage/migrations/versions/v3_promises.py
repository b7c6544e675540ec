"""Version 3: promised shuffles, made before the room."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "v3"
down_revision = "v2"


def upgrade() -> None:
    """Make the new table."""
    op.create_table(
        "promises",
        sql.Column("hash", sql.String, primary_key=True),
        sql.Column("person", sql.String, sql.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
        sql.Column("secret", sql.String, nullable=False),
        sql.Column("expires", sql.Float, nullable=False),
    )
