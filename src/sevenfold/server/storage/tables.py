"""The current tables of the database; `migrations` creates them.

Lists and objects are stored as JSON in text columns and parsed by `rows`, so that an invalid value affects only its own row.
"""

from __future__ import annotations

import sqlalchemy as sql
from sqlalchemy import Boolean, Column, Float, ForeignKey, Integer, MetaData, String, Table, Text

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("created", Float, nullable=False),
)
tokens = Table(
    "tokens",
    metadata,
    Column("hash", String, primary_key=True),  # SHA-256, in hexadecimal
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String, nullable=False),  # "key": held by a browser; "device": a code that makes a key elsewhere
    Column("created", Float, nullable=False),
    Column("expires", Float),
)
rooms = Table(
    "rooms",
    metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", Text, nullable=False),  # a whole number below 2^256; empty until the cards are dealt
    Column("bots_secret", Text, nullable=False),
    Column("shuffle", Text, nullable=False),  # what the seed is made from
    Column("limit", sql.BigInteger, nullable=False),
    Column("status", String, nullable=False),
    Column("tempo", String, nullable=False),
    Column("paused", Boolean, nullable=False),
    Column("pace", String, nullable=False),
    Column("clock", Text, nullable=False),
    Column("since", Float),  # of older versions: when the running clock was started, by the system's clock
    Column("host", ForeignKey("people.id", ondelete="SET NULL"), index=True),
    Column("asking", Text, nullable=False),  # a request to undo
    Column("summary", Text, nullable=False),  # what lists show of the game
    Column("number", Integer, nullable=False),  # of entries
    Column("made", Integer, nullable=False),  # of actions
    Column("turn", Integer),
    Column("taken_back", Integer, nullable=False),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False, index=True),
    Column("version", String, nullable=False),  # of Sevenfold
    Column("lease_owner", String, index=True),  # the server that runs the bots and clocks
    Column("lease_until", Float),
    Column("parent", String),  # the room whose deal it has
    Column("deal", String, nullable=False),
    Column("daily", String, nullable=False),
    Column("follows", String),  # the room of which this is a rematch
    Column("sequel", String),  # the rematch of this room
    Column("sequel_by", String),  # who made it
    Column("hands", String),  # of a game of bots: "open", or "seen" once they are closed again
    Column("asked", Integer, nullable=False, server_default="0"),  # how often a player asked whether it can still be won
    Column("verdict", String),  # whether a lost game for one could have been won
    Column(
        "winnable", Boolean, nullable=False, server_default=sql.false()
    ),  # whether the deal was chosen as one that can be won
    Column("rules", String, nullable=False, server_default=""),  # the fingerprint of the rules that it is played by
    Column("test", Boolean, nullable=False, server_default=sql.false()),  # a test room, whose game does not count
    Column("held", Boolean, nullable=False, server_default=sql.false()),  # its bots make no moves
)
seats = Table(
    "seats",
    metadata,
    Column("room", ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("person", ForeignKey("people.id", ondelete="SET NULL"), index=True),  # at a bot's seat: who may return to it
    Column("bot", String),
    Column("seconds", Float),  # left on the clock
    Column("stand_in", Boolean, nullable=False),
    Column("out_of_time", Boolean, nullable=False),
    Column("outcome", String, nullable=False),  # once the game is over: won, lost, given up
    Column("score", String, nullable=False),
)
entries = Table(
    "entries",
    metadata,
    Column("room", ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String, nullable=False),  # "play": the value is an action; "claim", "back": an action count
    Column("value", Integer, nullable=False),
    Column("seat", Integer),
    Column("time", Float, nullable=False),
    sqlite_with_rowid=False,
)
promises = Table(
    "promises",
    metadata,
    Column("hash", String, primary_key=True),  # of the code that the person holds
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("secret", String, nullable=False),  # of the shuffle to come
    Column("expires", Float, nullable=False),
)
reviews = Table(
    "reviews",
    metadata,
    Column("room", ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("number", Integer, nullable=False),  # of the game's entries: after an undo it may end again
    Column("found", Text, nullable=False),  # a GameReview that is done, as JSON
)
invitations = Table(
    "invitations",
    metadata,
    Column("hash", String, primary_key=True),
    Column("room", ForeignKey("rooms.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", Integer),  # NULL: any open one
    Column("created", Float, nullable=False),
    Column("used", Float),
)
identity = Table("identity", metadata, Column("id", String, primary_key=True))  # of the database, in its only row
