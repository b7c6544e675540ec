"""Version 9: passkeys, friends, push, chat, public rooms, results of daily deals, puzzles."""

from __future__ import annotations

from time import time

import sqlalchemy as sql
from alembic import op

revision = "v9"
down_revision = "v8"


def upgrade() -> None:
    """Make the new tables and columns."""
    op.add_column("rooms", sql.Column("public", sql.Boolean, nullable=False, server_default=sql.false()))
    op.add_column("rooms", sql.Column("attended", sql.Float))
    op.add_column("rooms", sql.Column("chat", sql.String, nullable=False, server_default="on"))
    op.add_column("tokens", sql.Column("used", sql.Float))
    op.add_column("tokens", sql.Column("device", sql.String, nullable=False, server_default=""))
    op.execute(sql.text("UPDATE tokens SET used = :now WHERE kind = 'key'").bindparams(now=time()))  # none expires today
    in_sqlite, in_postgresql = sql.text("public = 1"), sql.text("public")
    op.create_index("ix_rooms_attended", "rooms", ["attended"], sqlite_where=in_sqlite, postgresql_where=in_postgresql)
    with op.batch_alter_table("invitations") as invitations:
        for name in ("person", "by"):
            key = sql.ForeignKey("people.id", name=f"fk_invitations_{name}", ondelete="CASCADE")
            invitations.add_column(sql.Column(name, sql.String, key))
        invitations.create_index("ix_invitations_person", ["person"])
    op.create_table(
        "passkeys",
        sql.Column("id", sql.String, primary_key=True),
        sql.Column("person", sql.String, sql.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
        sql.Column("public_key", sql.String, nullable=False),
        sql.Column("sign_count", sql.BigInteger, nullable=False),
        sql.Column("site", sql.String, nullable=False),
        sql.Column("name", sql.String, nullable=False),
        sql.Column("created", sql.Float, nullable=False),
        sql.Column("used", sql.Float),
    )
    op.create_table(
        "challenges",
        sql.Column("hash", sql.String, primary_key=True),
        sql.Column("person", sql.String, sql.ForeignKey("people.id", ondelete="CASCADE")),
        sql.Column("expires", sql.Float, nullable=False),
    )
    op.create_table(
        "friends",
        sql.Column("person", sql.String, sql.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sql.Column("friend", sql.String, sql.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
        sql.Column("state", sql.String, nullable=False),
        sql.Column("handle", sql.String, nullable=False, unique=True),
        sql.Column("created", sql.Float, nullable=False),
    )
    op.create_table(
        "friend_links",
        sql.Column("hash", sql.String, primary_key=True),
        sql.Column("person", sql.String, sql.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
        sql.Column("expires", sql.Float, nullable=False),
    )
    op.create_table(
        "subscriptions",
        sql.Column("hash", sql.String, primary_key=True),
        sql.Column("person", sql.String, sql.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
        sql.Column("endpoint", sql.Text, nullable=False),
        sql.Column("p256dh", sql.String, nullable=False),
        sql.Column("auth", sql.String, nullable=False),
        sql.Column("created", sql.Float, nullable=False),
    )
    op.create_table(
        "chat",
        sql.Column("room", sql.String, sql.ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True),
        sql.Column("person", sql.String, sql.ForeignKey("people.id", ondelete="CASCADE"), index=True),
        sql.Column("seat", sql.Integer),
        sql.Column("name", sql.String, nullable=False),
        sql.Column("text", sql.Text, nullable=False),
        sql.Column("time", sql.Float, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "mutes",
        sql.Column("room", sql.String, sql.ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
        sql.Column("person", sql.String, sql.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    )
    op.create_table(
        "attempts",
        sql.Column("date", sql.String, primary_key=True),
        sql.Column("game", sql.String, primary_key=True),
        sql.Column("options", sql.String, primary_key=True),
        sql.Column("person", sql.String, sql.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
        sql.Column("room", sql.String, nullable=False, index=True),
        sql.Column("outcome", sql.String, nullable=False),
        sql.Column("moves", sql.Integer, nullable=False),
        sql.Column("score", sql.String, nullable=False),
        sql.Column("seconds", sql.Float, nullable=False),
        sql.Column("taken_back", sql.Integer, nullable=False),
    )
    op.create_table(
        "puzzles",
        sql.Column("id", sql.String, primary_key=True),
        sql.Column("game", sql.String, nullable=False, index=True),
        sql.Column("kind", sql.String, nullable=False),
        sql.Column("record", sql.Text, nullable=False),
        sql.Column("seat", sql.Integer, nullable=False),
        sql.Column("solution", sql.Text, nullable=False),
        sql.Column("hint", sql.Text, nullable=False),
        sql.Column("why", sql.Text, nullable=False),
        sql.Column("rules", sql.String, nullable=False),
        sql.Column("created", sql.Float, nullable=False),
    )
    op.create_table(
        "puzzle_tries",
        sql.Column("puzzle", sql.String, primary_key=True),
        sql.Column("person", sql.String, sql.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
        sql.Column("first", sql.String, nullable=False),
        sql.Column("outcome", sql.String, nullable=False),
        sql.Column("date", sql.String, nullable=False),
        sql.Column("time", sql.Float, nullable=False),
    )
