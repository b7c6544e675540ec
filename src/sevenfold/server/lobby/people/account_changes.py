"""`AccountChanges`: logging in and out, and deleting an account, with what the rooms in memory show of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress

from sqlalchemy import Connection

from sevenfold.protocol import NewPasskey, PasskeyLogIn, PasskeySignature
from sevenfold.protocol.errors import Refused
from sevenfold.server.room.commands.departure import concerns, departed, moved
from sevenfold.server.room.room import RELOAD_CODE, Room
from sevenfold.server.storage import Person, Storage, StoredRoom, people
from sevenfold.server.storage.people import deletion, proofs
from sevenfold.server.storage.people.log_in import Before, LoggedIn, log_in
from sevenfold.server.storage.people.renewal import ended_of, keep_proof, renew

from . import phrases
from .accounts import UNKNOWN_DEVICE, Accounts
from .passkeys import Passkeys, Site

PAUSE = 1.0  # seconds until the connections are closed that began with a token from before a log in
RENEWED_CODE = 1012  # closes connections whose page opens another one at once, with its new token
MOST_AT_ONCE = 500  # people whose tokens are read at once
UNKNOWN_PHRASE = "Nobody here has this recovery phrase; perhaps a newer one has replaced it, or it is another server's."
NOT_YOUR_PHRASE = "This is not the recovery phrase of this account; perhaps a newer one has replaced it."
NO_SUCH_DEVICE = "No such device is logged in as you."


class AccountChanges:
    """What changes who somebody is."""

    def __init__(
        self, storage: Storage, accounts: Accounts, rooms: Mapping[str, Room], opening: Mapping[str, asyncio.Task[None]],
        on_deleted: Callable[[Room], None],
    ) -> None:  # fmt: skip
        """Make it.

        Args:
            storage: Where people are stored.
            accounts: Knows people by their tokens.
            rooms: Those in memory, by id.
            opening: Those that are being loaded.
            on_deleted: Called for a room in memory that is deleted.
        """
        self._storage, self._accounts, self._rooms, self._opening = storage, accounts, rooms, opening
        self._on_deleted = on_deleted
        self.passkeys = Passkeys(storage)
        accounts.tell_when_renewed(lambda person, old: self._end_connections((person,), old))

    # -- logging in ---------------------------------------------------------------------------------------------------

    async def by_code(self, code: str, device: str, before: Before | None = None) -> tuple[str, Person]:
        """Log a device in with a code from another one; returns its new token and the person. Refused if it is not valid."""
        token = people.new_token()
        done = await self._storage.run(_by_code, code, token, device, before)
        return await self._follow_log_in(token, done, before)

    async def by_phrase(self, phrase: str, device: str, before: Before | None = None) -> tuple[str, Person]:
        """`by_code` with a recovery phrase, as `checked_phrase` returns it."""
        token = people.new_token()
        done = await self._storage.run(_by_phrase, phrase, token, device, before)
        return await self._follow_log_in(token, done, before)

    async def by_passkey(
        self, wanted: PasskeyLogIn, site: Site, device: str, before: Before | None = None
    ) -> tuple[str, Person]:
        """`by_code` with a passkey."""
        token = people.new_token()
        done = await self.passkeys.log_in(wanted, site, token, device, before)
        return await self._follow_log_in(token, done, before)

    async def _follow_log_in(self, token: str, done: LoggedIn, before: Before | None) -> tuple[str, Person]:
        if before:
            ids = before.person, done.person.id
            self._accounts.forget(ids)
            # Other tabs of the browser load anew: with its new cookie, which the answer to this request brings.
            asyncio.get_running_loop().call_later(PAUSE, self._disconnect, ids, done.sessions)
        if done.was and done.moved:
            await self._change_rooms(lambda stored: moved(stored, done.was or "", done.person), done.was)
        return token, done.person

    # -- what gives a device a new token, so that a copy of the old one is worth nothing -------------------------------

    async def new_phrase(self, person: Person, token: str) -> tuple[str, str]:
        """Make a recovery phrase for a person in place of the one that they had; returns it, and the device's new token.

        Raises:
            Refused: If the token's holder has not proved who they are.
        """
        phrase, new = phrases.new_phrase(), people.new_token()
        await self._storage.run(_set_phrase, person.id, token, new, phrase)
        self._follow_renewal(person, token)
        return phrase, new

    async def check_proven(self, person: Person, token: str) -> None:
        """Refused if the token's holder has to prove who they are before what is dangerous."""
        await self._storage.run(proofs.check, person.id, token)

    async def prove_by_phrase(self, person: Person, token: str, phrase: str) -> str:
        """Prove who one is by a phrase, as `checked_phrase` returns it; returns the new token. Refused if it is not theirs."""
        new = people.new_token()
        await self._storage.run(_prove_by_phrase, person.id, token, new, phrase)
        self._follow_renewal(person, token)
        return new

    async def add_passkey(self, wanted: NewPasskey, name: str, site: Site, person: Person, token: str) -> str:
        """`Passkeys.add`; returns the device's new token."""
        new = people.new_token()
        await self.passkeys.add(wanted, name, site, person, token, new)
        self._follow_renewal(person, token)
        return new

    async def prove_by_passkey(self, wanted: PasskeySignature, site: Site, person: Person, token: str) -> str:
        """`Passkeys.prove`; returns the device's new token."""
        new = people.new_token()
        await self.passkeys.prove(wanted, site, person, token, new)
        self._follow_renewal(person, token)
        return new

    async def log_out_elsewhere(self, person: Person, token: str) -> str:
        """Log out all of a person's devices but the one with this token; returns its new token.

        Raises:
            Refused: If the token's holder has not proved who they are.
        """
        new = people.new_token()
        sessions = await self._storage.run(_log_out_elsewhere, person.id, token, new)
        self._forget((person.id,), sessions | {people.hashed(token)})
        self._follow_renewal(person, token)
        return new

    def _follow_renewal(self, person: Person, old: str) -> None:
        self._accounts.forget((person.id,))
        # The page connects again with its new token, which the answer to this request brings.
        asyncio.get_running_loop().call_later(PAUSE, self._end_connections, (person.id,), people.hashed(old))

    # -- logging out, and deleting ------------------------------------------------------------------------------------

    async def log_out(self, person: Person, token: str, device: str) -> None:
        """Log one of a person's devices out, which the token's holder may want.

        Raises:
            Refused: If no such device is logged in as them, or if it is another one and they have not proved who they are.
        """
        sessions = await self._storage.run(_log_out, person.id, token, device)
        if sessions is None:
            raise Refused("unknown_device", NO_SUCH_DEVICE)
        self._forget((person.id,), sessions)

    async def log_out_here(self, person: Person, token: str) -> None:
        """Log out the device that holds a token."""
        await self.log_out(person, token, people.hashed(token)[:16])

    async def delete(self, person: Person, token: str) -> None:
        """Delete a person, with the rooms in which nobody else played; elsewhere bots play on for them.

        Raises:
            Refused: If the token's holder has not proved who they are.
        """
        await self._storage.run(_delete, person.id, token)
        self._forget((person.id,), ())
        await self._change_rooms(lambda stored: departed(stored, person.id), person.id)

    # -- what follows in memory ---------------------------------------------------------------------------------------

    async def end_sessions(self, person: str) -> None:
        """Another server has logged somebody out: end the connections of those devices here."""
        sessions: Collection[str] = ()
        ended: Collection[str] = ()
        await asyncio.sleep(PAUSE)
        with suppress(Refused):  # those who are still logged in connect again
            sessions, ended = await self._storage.run(_sessions, person)
        for session in ended:
            self._end_connections((person,), session)
        self._forget((person,), sessions)

    async def end_all_sessions(self) -> None:
        """Other servers may have logged out anybody: end the connections here of all devices that are logged in no more."""
        await asyncio.sleep(PAUSE)
        here = sorted({one.person for room in self._rooms.values() for one in room.subscribers if one.person})
        for at in range(0, len(here), MOST_AT_ONCE):
            some = here[at : at + MOST_AT_ONCE]
            sessions, ended = await self._read_sessions(some)
            for session in ended:
                self._end_connections(some, session)
            self._forget(some, sessions)

    async def _read_sessions(self, ids: Collection[str]) -> tuple[set[str], set[str]]:
        """`_sessions`, as soon as the storage answers."""
        while True:
            with suppress(Refused):
                return await self._storage.run(_sessions, *ids)
            await asyncio.sleep(PAUSE)

    def _forget(self, ids: Collection[str], sessions: Collection[str]) -> None:
        self._accounts.forget(ids)
        self._disconnect(ids, sessions)

    def _end_connections(self, ids: Collection[str], session: str) -> None:
        """Close the connections that began with a token which has another one in its place now."""
        for room in list(self._rooms.values()):
            for subscriber in list(room.subscribers):
                if subscriber.person in ids and subscriber.session == session:
                    subscriber.close(RENEWED_CODE)

    def _disconnect(self, ids: Collection[str], sessions: Collection[str]) -> None:
        """Close the connections of people that began with another token than these."""
        for room in list(self._rooms.values()):
            for subscriber in list(room.subscribers):
                if subscriber.close_code:
                    continue
                if subscriber.person in ids and subscriber.session and subscriber.session not in sessions:
                    subscriber.close(RELOAD_CODE)

    async def _change_rooms(self, change: Callable[[StoredRoom], StoredRoom | None], person: str) -> None:
        """Change all rooms of a person in memory as they are changed in the storage already."""
        loading = list(self._opening.values())
        if loading:
            await asyncio.wait(loading)
        for room in list(self._rooms.values()):
            if concerns(room.stored, person):
                await room.run(self._change(room, change))

    async def _change(self, room: Room, change: Callable[[StoredRoom], StoredRoom | None]) -> None:
        stored = change(room.stored)
        if stored is None:
            self._on_deleted(room)
            return
        room.replace_stored(stored)
        await room.reshow()


def _by_code(c: Connection, code: str, token: str, device: str, before: Before | None) -> LoggedIn:
    id = people.redeem_device(c, code)
    if id is None:
        raise Refused("unknown_device", UNKNOWN_DEVICE)
    return log_in(c, id, token, device, before, is_proven=False)


def _by_phrase(c: Connection, phrase: str, token: str, device: str, before: Before | None) -> LoggedIn:
    id = people.by_phrase(c, phrase)
    if id is None:
        raise Refused("unknown_phrase", UNKNOWN_PHRASE)
    return log_in(c, id, token, device, before, is_proven=True)


def _delete(c: Connection, id: str, token: str) -> None:
    proofs.check(c, id, token)
    deletion.delete(c, id, departed)


def _set_phrase(c: Connection, id: str, token: str, new: str, phrase: str) -> None:
    proofs.check(c, id, token)
    people.set_phrase(c, id, phrase)
    keep_proof(c, token)
    renew(c, id, token, new, is_proven=True)


def _prove_by_phrase(c: Connection, id: str, token: str, new: str, phrase: str) -> None:
    if people.by_phrase(c, phrase) != id:
        raise Refused("unknown_phrase", NOT_YOUR_PHRASE)
    renew(c, id, token, new, is_proven=True)


def _log_out_elsewhere(c: Connection, id: str, token: str, new: str) -> set[str]:
    proofs.check(c, id, token)
    people.log_out(c, id, token, None)
    renew(c, id, token, new, is_proven=False)
    return people.sessions_of(c, id)


def _sessions(c: Connection, *ids: str) -> tuple[set[str], set[str]]:
    """The hashes of the tokens with which people are logged in, and of those that have been renewed just now."""
    return people.sessions_of(c, *ids), ended_of(c, *ids)


def _log_out(c: Connection, id: str, token: str, device: str) -> set[str] | None:
    if device != people.hashed(token)[:16]:
        proofs.check(c, id, token)
    return people.sessions_of(c, id) if people.log_out(c, id, token, device) else None
