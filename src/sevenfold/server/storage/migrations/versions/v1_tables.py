"""Version 1: games for one person, and their actions."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "v1"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "tables",
        sql.Column("id", sql.String, primary_key=True),
        sql.Column("game", sql.String, nullable=False),
        sql.Column("options", sql.JSON, nullable=False),
        sql.Column("seat", sql.Integer),
        sql.Column("bots", sql.JSON, nullable=False),
        sql.Column("seed", sql.BigInteger, nullable=False),
        sql.Column("limit", sql.BigInteger, nullable=False),
        sql.Column("status", sql.String, nullable=False),
        sql.Column("made", sql.Integer, nullable=False),
        sql.Column("your_turn", sql.Boolean, nullable=False),
        sql.Column("score", sql.String, nullable=False),
        sql.Column("updated", sql.Float, nullable=False, index=True),
    )
    op.create_table(
        "actions",
        sql.Column("table", sql.String, sql.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True),
        sql.Column("action", sql.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
