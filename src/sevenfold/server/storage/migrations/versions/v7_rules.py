"""Version 7: the fingerprint of the rules that a game is played by, and what tells a database from others."""

from __future__ import annotations

import secrets

import sqlalchemy as sql
from alembic import op

revision = "v7"
down_revision = "v6"


def upgrade() -> None:
    """Add the new column, and the table with its row."""
    op.add_column("rooms", sql.Column("rules", sql.String, nullable=False, server_default=""))
    identity = op.create_table("identity", sql.Column("id", sql.String, primary_key=True))
    op.bulk_insert(identity, [{"id": secrets.token_hex(5)}])
