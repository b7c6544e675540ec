"""The tables of the database, as they are now; `migrations` says how they came to be so.

What is a list or an object is kept as JSON in a column of text and read by `rows`: a value that makes no sense then spoils
its own row only.
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
    Column("kind", String, nullable=False),  # "key": what a browser holds; "device": the code that makes one elsewhere
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
    Column("shuffle", Text, nullable=False),  # how the seed came about
    Column("limit", sql.BigInteger, nullable=False),
    Column("status", String, nullable=False),
    Column("tempo", String, nullable=False),
    Column("paused", Boolean, nullable=False),
    Column("pace", String, nullable=False),
    Column("clock", Text, nullable=False),
    Column("since", Float),  # since when a clock runs
    Column("host", ForeignKey("people.id", ondelete="SET NULL"), index=True),
    Column("asking", Text, nullable=False),  # who asks to take back what
    Column("summary", Text, nullable=False),  # what lists show that only the game's own words can tell
    Column("number", Integer, nullable=False),  # how many entries
    Column("made", Integer, nullable=False),  # how many actions
    Column("turn", Integer),
    Column("taken_back", Integer, nullable=False),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False, index=True),
    Column("version", String, nullable=False),  # of Sevenfold
    Column("lease_owner", String, index=True),  # of several servers, the one whose bots and clocks these are
    Column("lease_until", Float),
    Column("parent", String),  # the room that it was branched off
    Column("deal", String, nullable=False),
    Column("daily", String, nullable=False),
    Column("follows", String),  # the room whose people are to play here again
    Column("sequel", String),  # the room that somebody has made for the people of this one
    Column("sequel_by", String),  # who has
    Column("hands", String),  # of a game of bots: "open", or "seen" once they are closed again
    Column("asked", Integer, nullable=False, server_default="0"),  # how often: can this still be won?
    Column("verdict", String),  # of a lost game for one: could its deal have been won?
    Column("winnable", Boolean, nullable=False, server_default=sql.false()),  # the deal was chosen because it can be won
)
seats = Table(
    "seats",
    metadata,
    Column("room", ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("person", ForeignKey("people.id", ondelete="SET NULL"), index=True),  # of a bot's seat: who may come back to it
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
    Column("kind", String, nullable=False),  # "play": the value is an action; "claim", "back": how many stand then
    Column("value", Integer, nullable=False),
    Column("seat", Integer),
    Column("time", Float, nullable=False),
    sqlite_with_rowid=False,
)
promises = Table(
    "promises",
    metadata,
    Column("hash", String, primary_key=True),  # of what the person was given
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("secret", String, nullable=False),  # of the shuffle to come
    Column("expires", Float, nullable=False),
)
reviews = Table(
    "reviews",
    metadata,
    Column("room", ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("number", Integer, nullable=False),  # how many entries the game had: one that is taken back may end again
    Column("found", Text, nullable=False),  # a GameReview that is done, as JSON
)
invitations = Table(
    "invitations",
    metadata,
    Column("hash", String, primary_key=True),
    Column("room", ForeignKey("rooms.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", Integer),  # none: any that is free
    Column("created", Float, nullable=False),
    Column("used", Float),
)
