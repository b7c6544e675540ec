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
    # "key": held by a browser; "device": a code that makes a key elsewhere; "phrase"; "ended": a key that was renewed
    Column("kind", String, nullable=False),
    Column("created", Float, nullable=False),
    Column("expires", Float),
    Column("used", Float),  # of a key: when it was used last, to the hour
    Column("device", String, nullable=False, server_default=""),  # of a key: what holds it, in words: "Firefox on Android"
    Column("proven", Float),  # of a key: when its holder last used a passkey or a phrase
    Column("replaces", String, index=True),  # of a key that was not used yet: the hash of the one that ends when it is
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
    Column("public", Boolean, nullable=False, server_default=sql.false()),  # anybody on this server may sit at an open seat
    Column("attended", Float),  # when a public room was last seen with a player of it connected
    Column("chat", String, nullable=False, server_default="on"),  # off: its host lets nobody write
    sql.Index("ix_rooms_attended", "attended", sqlite_where=sql.text("public = 1"), postgresql_where=sql.text("public")),
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
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), index=True),  # NULL: whoever has the code
    Column("by", ForeignKey("people.id", ondelete="CASCADE")),  # who has invited that person
)
identity = Table("identity", metadata, Column("id", String, primary_key=True))  # of the database, in its only row

# -- people: how they prove who they are, whom they know, and where they are told ----------------------------------------

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String, primary_key=True),  # the credential's id, in base64url
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("public_key", String, nullable=False),  # COSE, in base64url
    Column("sign_count", sql.BigInteger, nullable=False),
    Column("site", String, nullable=False),  # the name of the server for which it was made
    Column("name", String, nullable=False),  # what its holder calls it
    Column("created", Float, nullable=False),
    Column("used", Float),
)
challenges = Table(
    "challenges",
    metadata,
    Column("hash", String, primary_key=True),  # SHA-256 of the challenge, in hexadecimal
    Column("person", ForeignKey("people.id", ondelete="CASCADE")),  # who adds a passkey; NULL: somebody logs in
    Column("token", String),  # the hash of the token of who adds a passkey, or proves who they are
    Column("expires", Float, nullable=False),
)
friends = Table(
    "friends",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("friend", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("state", String, nullable=False),  # "asked"; "declined", which only the friend knows; "friends", in a row of each
    Column("handle", String, nullable=False, unique=True),  # by which the people name this row
    Column("created", Float, nullable=False),
)
friend_links = Table(
    "friend_links",
    metadata,
    Column("hash", String, primary_key=True),  # of the code in the link
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("expires", Float, nullable=False),
    Column("used", Float),  # when somebody became a friend by it; they may open it again until it lapses
)
blocks = Table(
    "blocks",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("blocked", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),  # who is not told
    Column("handle", String, nullable=False, unique=True),  # by which the person names this row
    Column("created", Float, nullable=False),
)
subscriptions = Table(  # to Web Push
    "subscriptions",
    metadata,
    Column("hash", String, primary_key=True),  # of the endpoint
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String, nullable=False),
    Column("auth", String, nullable=False),
    Column("created", Float, nullable=False),
    Column("token", ForeignKey("tokens.hash", ondelete="CASCADE"), index=True),  # of the browser; NULL: of an older version
)

# -- what is said in a room -------------------------------------------------------------------------------------------

chat = Table(
    "chat",
    metadata,
    Column("room", ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), index=True),
    Column("seat", Integer),  # NULL: a spectator, whom only spectators read
    Column("name", String, nullable=False),  # what the person was called
    Column("text", Text, nullable=False),
    Column("time", Float, nullable=False),
    sqlite_with_rowid=False,
)
mutes = Table(
    "mutes",
    metadata,
    Column("room", ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
)

# -- every day --------------------------------------------------------------------------------------------------------

attempts = Table(  # at a deal of the day: the first of each person, which counts
    "attempts",
    metadata,
    Column("date", String, primary_key=True),
    Column("game", String, primary_key=True),
    Column("options", String, primary_key=True),  # as JSON with sorted keys
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("room", String, nullable=False, index=True),  # it may have been deleted
    Column("outcome", String, nullable=False),  # empty while it is played; then won, lost, given up
    Column("moves", Integer, nullable=False),
    Column("score", String, nullable=False),
    Column("seconds", Float, nullable=False),  # from the first move to the last
    Column("taken_back", Integer, nullable=False),  # how often something was taken back
)
puzzles = Table(
    "puzzles",
    metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False, index=True),
    Column("kind", String, nullable=False),  # wins, saves, best
    Column("record", Text, nullable=False),  # the game up to the puzzle, as a record
    Column("seat", Integer, nullable=False),
    Column("solution", Text, nullable=False),  # the actions of the move, or of each that comes to the same, as JSON
    Column("hint", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("rules", String, nullable=False),  # the fingerprint of the rules that it was made by
    Column("created", Float, nullable=False),
)
puzzle_tries = Table(  # what each person has done with a puzzle, which need not be among `puzzles`: some come with the package
    "puzzle_tries",
    metadata,
    Column("puzzle", String, primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("first", String, nullable=False),  # what they did first: right, wrong, hint, given up
    Column("outcome", String, nullable=False),  # empty while it is open; then solved, given up
    Column("date", String, nullable=False),  # of the day whose puzzle it was when they solved it; otherwise empty
    Column("time", Float, nullable=False),
)
