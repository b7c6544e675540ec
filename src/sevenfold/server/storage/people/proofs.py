"""Fresh proofs: what could take an account away from its person is done only by who has just shown that they are it."""

from __future__ import annotations

from time import time

import sqlalchemy as sql
from sqlalchemy import Connection

from sevenfold.protocol.errors import Refused
from sevenfold.server.storage.people import hashed, phrase_made
from sevenfold.server.storage.people.renewal import LOGGED_OUT
from sevenfold.server.storage.tables import passkeys, tokens

FRESH = 600.0  # seconds for which a proof holds
NOT_PROVEN = "First show that it is you, by a passkey or your recovery phrase; that holds for ten minutes on this device."


def check(c: Connection, person: str, token: str) -> None:
    """Refused if a person has a passkey or a phrase, and the holder of this token has not used one of them just now.

    Also if they were logged out meanwhile, whatever they have.
    """
    held = sql.select(tokens.c.proven).where(tokens.c.hash == hashed(token), tokens.c.person == person, tokens.c.kind == "key")
    session = c.execute(held).first()
    if session is None:
        raise Refused("not_yours", LOGGED_OUT)
    has_passkey = sql.select(passkeys.c.id).where(passkeys.c.person == person).limit(1)
    if phrase_made(c, person) is None and c.scalar(has_passkey) is None:
        return  # they have nothing to prove it with
    now = time()
    # Not for long because the clock was set back.
    if session.proven is None or not now - FRESH <= session.proven <= now + FRESH:
        raise Refused("not_proven", NOT_PROVEN)
