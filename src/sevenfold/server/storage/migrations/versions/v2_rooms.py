"""Version 2: people, rooms with a seat for each, and a log of entries. The games of version 1 are carried over.

Their player is unknown: `storage.rooms.adopt` gives them to the first person on the same machine.
"""

from __future__ import annotations

import json
import logging
import secrets
from typing import Any

import sqlalchemy as sql
from alembic import op
from sqlalchemy import Connection

from sevenfold.server.logs import short

revision = "v2"
down_revision = "v1"
log = logging.getLogger(__name__)


def upgrade() -> None:
    """Make the new tables, fill them, and drop the old ones."""
    op.create_table(
        "people",
        sql.Column("id", sql.String, primary_key=True),
        sql.Column("name", sql.String, nullable=False),
        sql.Column("created", sql.Float, nullable=False),
    )
    op.create_table(
        "tokens",
        sql.Column("hash", sql.String, primary_key=True),
        sql.Column("person", sql.String, sql.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
        sql.Column("kind", sql.String, nullable=False),
        sql.Column("created", sql.Float, nullable=False),
        sql.Column("expires", sql.Float),
    )
    op.create_table(
        "rooms",
        sql.Column("id", sql.String, primary_key=True),
        sql.Column("game", sql.String, nullable=False),
        sql.Column("options", sql.Text, nullable=False),
        sql.Column("seed", sql.Text, nullable=False),
        sql.Column("bots_secret", sql.Text, nullable=False),
        sql.Column("shuffle", sql.Text, nullable=False),
        sql.Column("limit", sql.BigInteger, nullable=False),
        sql.Column("status", sql.String, nullable=False),
        sql.Column("tempo", sql.String, nullable=False),
        sql.Column("paused", sql.Boolean, nullable=False),
        sql.Column("pace", sql.String, nullable=False),
        sql.Column("clock", sql.Text, nullable=False),
        sql.Column("since", sql.Float),
        sql.Column("host", sql.String, sql.ForeignKey("people.id", ondelete="SET NULL"), index=True),
        sql.Column("asking", sql.Text, nullable=False),
        sql.Column("summary", sql.Text, nullable=False),
        sql.Column("number", sql.Integer, nullable=False),
        sql.Column("made", sql.Integer, nullable=False),
        sql.Column("turn", sql.Integer),
        sql.Column("taken_back", sql.Integer, nullable=False),
        sql.Column("created", sql.Float, nullable=False),
        sql.Column("updated", sql.Float, nullable=False, index=True),
        sql.Column("version", sql.String, nullable=False),
        sql.Column("lease_owner", sql.String, index=True),
        sql.Column("lease_until", sql.Float),
        sql.Column("parent", sql.String),
        sql.Column("deal", sql.String, nullable=False),
        sql.Column("daily", sql.String, nullable=False),
    )
    op.create_table(
        "seats",
        sql.Column("room", sql.String, sql.ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
        sql.Column("seat", sql.Integer, primary_key=True),
        sql.Column("kind", sql.String, nullable=False),
        sql.Column("person", sql.String, sql.ForeignKey("people.id", ondelete="SET NULL"), index=True),
        sql.Column("bot", sql.String),
        sql.Column("seconds", sql.Float),
        sql.Column("stand_in", sql.Boolean, nullable=False),
        sql.Column("out_of_time", sql.Boolean, nullable=False),
        sql.Column("outcome", sql.String, nullable=False),
        sql.Column("score", sql.String, nullable=False),
    )
    op.create_table(
        "entries",
        sql.Column("room", sql.String, sql.ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True),
        sql.Column("kind", sql.String, nullable=False),
        sql.Column("value", sql.Integer, nullable=False),
        sql.Column("seat", sql.Integer),
        sql.Column("time", sql.Float, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "invitations",
        sql.Column("hash", sql.String, primary_key=True),
        sql.Column("room", sql.String, sql.ForeignKey("rooms.id", ondelete="CASCADE"), nullable=False, index=True),
        sql.Column("seat", sql.Integer),
        sql.Column("created", sql.Float, nullable=False),
        sql.Column("used", sql.Float),
    )
    connection = op.get_bind()
    for row in connection.execute(_games()).mappings().all():
        with connection.begin_nested() as point:
            try:
                _carry_over(connection, dict(row))
            except (ValueError, TypeError, KeyError, AttributeError) as error:
                log.warning("the game %s of an older version makes no sense and is left out: %r", short(row["id"]), error)
                point.rollback()
    op.drop_table("actions")
    op.drop_table("tables")


def _games() -> sql.Executable:
    """The games of version 1 with their JSON as it is stored, which is invalid in some rows."""
    plain = ("id", "seat", "seed", "limit", "status", "made", "your_turn", "score", "updated", "game")
    written = (sql.cast(sql.column(name), sql.Text).label(name) for name in ("options", "bots"))
    return sql.select(*(sql.column(name) for name in plain), *written).select_from(sql.table("tables"))


def _carry_over(connection: Connection, old: dict[str, Any]) -> None:
    """One game with its actions."""
    json.loads(old["options"])
    bots = json.loads(old["bots"])
    bots.reverse()
    mine, players = old["seat"], len(bots) + (old["seat"] is not None)
    seats = [_seat(seat, mine, bots) for seat in range(players)]
    paces = [bot["pace"] for bot in json.loads(old["bots"])]
    score = [str(old["score"]) if seat == (mine or 0) else "" for seat in range(players)]  # of those who watch: all in one
    room = {
        "id": old["id"],
        "game": old["game"],
        "options": old["options"],
        "seed": str(int(old["seed"])),
        "bots_secret": secrets.token_hex(32),
        "shuffle": '{"secret":"","contributions":{}}',
        "limit": int(old["limit"]),
        "status": str(old["status"]),
        "tempo": "live",
        "paused": False,
        "pace": paces[0] if paces else "normal",
        "clock": "null",
        "asking": "null",
        "since": None,
        "host": None,
        "summary": json.dumps({"scores": score, "winners": [], "sentence": ""}),
        "number": int(old["made"]),
        "made": int(old["made"]),
        "turn": mine if old["your_turn"] else None,
        "taken_back": 0,
        "created": float(old["updated"]),
        "updated": float(old["updated"]),
        "version": "",
        "lease_owner": None,
        "lease_until": None,
        "parent": None,
        "deal": "",
        "daily": "",
    }
    _insert(connection, "rooms", [room])
    _insert(connection, "seats", [seat | {"room": old["id"]} for seat in seats])
    of_game = sql.table("actions", sql.column("table"), sql.column("number"), sql.column("action"))
    actions = connection.execute(sql.select(of_game.c.number, of_game.c.action).where(of_game.c.table == old["id"])).all()
    entries = [
        {"room": old["id"], "number": number, "kind": "play", "value": action, "seat": None, "time": float(old["updated"])}
        for number, action in actions
    ]
    _insert(connection, "entries", entries)


def _seat(seat: int, mine: int | None, bots: list[dict[str, str]]) -> dict[str, Any]:
    row = {"seat": seat, "person": None, "seconds": None, "stand_in": False, "out_of_time": False, "outcome": "", "score": ""}
    if seat == mine:
        return row | {"kind": "person", "bot": None}
    return row | {"kind": "bot", "bot": bots.pop()["kind"]}


def _insert(connection: Connection, name: str, rows: list[dict[str, Any]]) -> None:
    if rows:
        table = sql.table(name, *(sql.column(column) for column in rows[0]))
        connection.execute(sql.insert(table), rows)
