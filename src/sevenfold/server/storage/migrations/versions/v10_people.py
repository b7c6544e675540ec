"""Version 10: when a device last proved whose it is, what ends with it, and whom people have blocked."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "v10"
down_revision = "v9"


def upgrade() -> None:
    """Add the new columns and the new table."""
    op.add_column("tokens", sql.Column("proven", sql.Float))
    op.add_column("tokens", sql.Column("replaces", sql.String))
    op.create_index("ix_tokens_replaces", "tokens", ["replaces"])
    op.add_column("challenges", sql.Column("token", sql.String))
    with op.batch_alter_table("subscriptions") as subscriptions:
        key = sql.ForeignKey("tokens.hash", name="fk_subscriptions_token", ondelete="CASCADE")
        subscriptions.add_column(sql.Column("token", sql.String, key))
        subscriptions.create_index("ix_subscriptions_token", ["token"])
    op.create_table(
        "blocks",
        sql.Column("person", sql.String, sql.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sql.Column("blocked", sql.String, sql.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
        sql.Column("handle", sql.String, nullable=False, unique=True),
        sql.Column("created", sql.Float, nullable=False),
    )
