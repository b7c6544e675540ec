"""Version 6: reviews of finished games."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "v6"
down_revision = "v5"


def upgrade() -> None:
    """Make the new table."""
    op.create_table(
        "reviews",
        sql.Column("room", sql.String, sql.ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
        sql.Column("seat", sql.Integer, primary_key=True),
        sql.Column("number", sql.Integer, nullable=False),
        sql.Column("found", sql.Text, nullable=False),
    )
