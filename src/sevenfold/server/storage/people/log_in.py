"""Logging a device in: it gets a new token, and the one that it had is good for nothing any more."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from sevenfold.server.storage.announcements import announce_account
from sevenfold.server.storage.rows import Person

from . import add_token, find, lock, sessions_of
from .merging import merge
from .proofs import check
from .renewal import end, end_calls, move_calls


@dataclass(frozen=True)
class Before:
    """Who a device was before it logs in."""

    person: str
    token: str
    bring: bool  # what they have played comes along


@dataclass
class LoggedIn:
    """A device that has logged in."""

    person: Person
    was: str | None  # who it was before, if that was somebody else
    moved: bool  # what they have played is the person's now
    sessions: set[str]  # the hashes of the tokens with which both are logged in


def log_in(c: Connection, id: str, token: str, device: str, before: Before | None, *, is_proven: bool) -> LoggedIn:
    """Log a device in.

    Args:
        c: The connection.
        id: The person as whom it logs in.
        token: Its new token.
        device: What it is, in words.
        before: Who it was; None if it was nobody.
        is_proven: Whether by a passkey or a phrase, not by another device.

    Raises:
        Refused: If who it was is to come along, which ends that account, and they have not proved who they are.
    """
    was = before.person if before and before.person != id else None
    moved = was is not None and before is not None and before.bring
    if was and before and moved:
        lock(c, was, id)  # as merging does, but before anything else is locked
        check(c, was, before.token)
    add_token(c, token, id, "key", device=device, is_proven=is_proven)
    if before:
        end(c, before.token, id)
        if was:
            end_calls(c, before.token)
        move_calls(c, before.token, token)
    if was and moved:
        merge(c, was, id)
    person = find(c, id)
    assert person is not None, "the token's foreign key"
    for changed in filter(None, (id, was)):
        announce_account(c, changed)
    return LoggedIn(person, was, moved, sessions_of(c, *filter(None, (id, was))))
