"""Version 11: links for friends that were used stay until they lapse, so that who opens one again is told so."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "v11"
down_revision = "v10"


def upgrade() -> None:
    """Add the new column."""
    op.add_column("friend_links", sql.Column("used", sql.Float))
