"""Passkeys (WebAuthn): what a device must sign, and whether it has."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from sevenfold.protocol import NewPasskey, PasskeyChallenge, PasskeyLogIn, PasskeySignature
from sevenfold.protocol.errors import Refused
from sevenfold.server.storage import Person, Storage
from sevenfold.server.storage.people import passkeys, proofs, void_codes
from sevenfold.server.storage.people.log_in import Before, LoggedIn, log_in
from sevenfold.server.storage.people.passkeys import CHALLENGE_SECONDS, Passkey
from sevenfold.server.storage.people.renewal import keep_proof, renew
from sevenfold.system.base64url import decoded, encoded

P = ParamSpec("P")
T = TypeVar("T")
log = logging.getLogger(__name__)
BYTES = 32  # of a challenge
KINDS = (-7, -8, -257)  # of keys: ES256, EdDSA, RS256, as the page asks for
FORMATS = ("none", "packed")  # of what an authenticator says of itself, which is asked for nothing; some sign it all the same
LATE = "That was done already, or took longer than five minutes; try once more."
OTHER_SITE = "This passkey belongs to another site, or to another address of this server, so it opens nothing here."
COPIED = "This passkey's counter has run backwards, as a copy's would, so it opens nothing; log in another way and remove it."
UNKNOWN = "This passkey opens nothing here: it was removed, or its account was deleted."
NOT_CONFIRMED = "What your device has signed could not be confirmed; try once more."
NO_SUCH = "There is no such passkey in this account."


@dataclass(frozen=True)
class Site:
    """The address of a page, to which passkeys belong."""

    id: str  # the name of its host
    origin: str


class Passkeys:
    """The passkeys in one storage."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def log_in_challenge(self, site: Site) -> PasskeyChallenge:
        """Something to sign for somebody who logs in."""
        return await self._challenge(site, None, None, is_for_adding=False)

    async def proof_challenge(self, site: Site, person: Person, token: str) -> PasskeyChallenge:
        """Something to sign for a token's holder, who proves that they are this person."""
        return await self._challenge(site, person, token, is_for_adding=False)

    async def adding_challenge(self, site: Site, person: Person, token: str) -> PasskeyChallenge:
        """Something to sign with a new passkey; Refused if the token's holder has not proved who they are."""
        return await self._challenge(site, person, token, is_for_adding=True)

    async def _challenge(
        self, site: Site, person: Person | None, token: str | None, *, is_for_adding: bool
    ) -> PasskeyChallenge:  # fmt: skip
        await asyncio.to_thread(import_module, "webauthn")  # takes a while the first time
        challenge = secrets.token_urlsafe(BYTES)
        known = await self._storage.run(_add_challenge, challenge, person.id if person else None, token, is_for_adding)
        return PasskeyChallenge(
            challenge=challenge,
            site=site.id,
            person=encoded(person.id.encode()) if person else "",
            name=person.name if person else "",
            known=[passkey.id for passkey in known if passkey.site == site.id],
            seconds=CHALLENGE_SECONDS,
        )

    async def add(self, wanted: NewPasskey, name: str, site: Site, person: Person, token: str, new: str) -> None:
        """Add a passkey that a device has made, which gets a new token in place of the one that it had.

        Raises:
            Refused: If it is not one for this site, or if the token's holder has not proved who they are.
        """
        await self._run(_add, wanted, name, site, person.id, token, new)

    async def log_in(self, wanted: PasskeyLogIn, site: Site, token: str, device: str, before: Before | None) -> LoggedIn:
        """Log a device in that has signed a challenge; Refused if it holds no passkey of this site's."""
        return await self._run(_log_in, wanted, site, token, device, before)

    async def prove(self, wanted: PasskeySignature, site: Site, person: Person, token: str, new: str) -> None:
        """Give the token's holder a new one, since they have signed a challenge with a passkey of the person's.

        Raises:
            Refused: If they have not.
        """
        await self._run(_prove, wanted, site, person.id, token, new)

    async def rename(self, id: str, person: Person, name: str) -> None:
        """Change what a passkey is called; Refused unless it is the person's."""
        if not await self._storage.run(passkeys.rename, id, person.id, name):
            raise Refused("unknown_passkey", NO_SUCH)

    async def remove(self, id: str, person: Person, token: str) -> None:
        """Remove a passkey; Refused unless it is the person's, and the token's holder has proved who they are."""
        if not await self._storage.run(_remove, id, person.id, token):
            raise Refused("unknown_passkey", NO_SUCH)

    async def _run(self, function: Callable[Concatenate[Connection, P], T | Refused], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a transaction; a refusal that it returns is raised once it is stored that the challenge has been used."""
        found = await self._storage.run(function, *args, **kwargs)
        if isinstance(found, Refused):
            raise found
        return found


def _add_challenge(
    c: Connection, challenge: str, person: str | None, token: str | None, is_for_adding: bool
) -> list[Passkey]:  # fmt: skip
    if person and token is not None and is_for_adding:
        proofs.check(c, person, token)
    return passkeys.add_challenge(c, challenge, person, token)


def _remove(c: Connection, id: str, person: str, token: str) -> bool:
    proofs.check(c, person, token)  # without the last one, anybody who holds the token could put one of theirs there
    is_removed = passkeys.remove(c, id, person)
    if is_removed:
        void_codes(c, person)  # whoever has got hold of it may have made some
    return is_removed


def _add(c: Connection, wanted: NewPasskey, name: str, site: Site, person: str, token: str, new: str) -> Passkey | Refused:
    proofs.check(c, person, token)
    signed = _signed_challenge(c, wanted.client_data, site, person, token)
    if isinstance(signed, Refused):
        return signed
    from webauthn import verify_registration_response  # imported for the challenge before
    from webauthn.helpers.cose import COSEAlgorithmIdentifier

    answer = {"clientDataJSON": wanted.client_data, "attestationObject": wanted.attestation}
    credential = {"id": wanted.id, "rawId": wanted.id, "type": "public-key", "response": answer}
    found = _verified(
        lambda: verify_registration_response(
            credential=credential, expected_challenge=signed, expected_rp_id=site.id, expected_origin=site.origin,
            supported_pub_key_algs=[COSEAlgorithmIdentifier(number) for number in KINDS],
        )
    )  # fmt: skip
    if isinstance(found, Refused):
        return found
    if found.fmt not in FORMATS:
        return Refused("bad_passkey", NOT_CONFIRMED)
    key = encoded(found.credential_public_key)
    made = Passkey(encoded(found.credential_id), person, key, found.sign_count, site.id, name)
    if refusal := passkeys.add(c, made):
        return refusal
    keep_proof(c, token)
    renew(c, person, token, new, is_proven=True)
    return made


def _log_in(
    c: Connection, wanted: PasskeyLogIn, site: Site, token: str, device: str, before: Before | None
) -> LoggedIn | Refused:
    found = _signed_by(c, wanted, site, None, None)
    if isinstance(found, Refused):
        return found
    try:
        return log_in(c, found.person, token, device, before, is_proven=True)
    except Refused as refusal:  # before it has changed anything
        return refusal


def _prove(c: Connection, wanted: PasskeySignature, site: Site, person: str, token: str, new: str) -> Passkey | Refused:
    found = _signed_by(c, wanted, site, person, token)
    if not isinstance(found, Refused):
        renew(c, person, token, new, is_proven=True)
    return found


def _signed_by(c: Connection, wanted: PasskeySignature, site: Site, person: str | None, token: str | None) -> Passkey | Refused:
    """The passkey by which a challenge was signed: one of the person's, or (None) anybody's who it says it is."""
    signed = _signed_challenge(c, wanted.client_data, site, person, token)
    if isinstance(signed, Refused):
        return signed
    passkey = passkeys.find(c, wanted.id)
    if passkey is None or person not in (None, passkey.person):
        return Refused("unknown_passkey", UNKNOWN)
    if (wanted.person or person is None) and wanted.person != encoded(passkey.person.encode()):
        return Refused("unknown_passkey", UNKNOWN)
    if passkey.site != site.id:
        return Refused("bad_passkey", OTHER_SITE)
    from webauthn import verify_authentication_response

    answer = {"clientDataJSON": wanted.client_data, "authenticatorData": wanted.authenticator_data}
    answer["signature"] = wanted.signature
    found = _verified(
        lambda: verify_authentication_response(
            credential={"id": wanted.id, "rawId": wanted.id, "type": "public-key", "response": answer},
            expected_challenge=signed, expected_rp_id=site.id, expected_origin=site.origin,
            credential_public_key=decoded(passkey.public_key), credential_current_sign_count=0,  # compared below
        )
    )  # fmt: skip
    if isinstance(found, Refused):
        return found
    if passkey.sign_count and found.new_sign_count <= passkey.sign_count:
        log.warning("a passkey's counter went from %d to %d", passkey.sign_count, found.new_sign_count)
        return Refused("bad_passkey", COPIED)
    passkeys.note_use(c, passkey.id, found.new_sign_count)
    return passkey


def _signed_challenge(c: Connection, client_data: str, site: Site, person: str | None, token: str | None) -> bytes | Refused:
    """The challenge that a device says it has signed, which is used up by this; a refusal if it is not one of ours."""
    try:
        said = json.loads(decoded(client_data))
        challenge, origin, inside = str(said["challenge"]), said["origin"], said.get("crossOrigin", False)
        signed = decoded(challenge)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        return _not_confirmed(error)
    if not passkeys.use_challenge(c, challenge, person, token):
        return Refused("used", LATE)
    if origin != site.origin or inside:
        return Refused("bad_passkey", OTHER_SITE)
    return signed


def _verified(verify: Callable[[], T]) -> T | Refused:
    """What a check finds; a refusal if it fails, whatever it makes of what was sent."""
    try:
        return verify()
    except Exception as error:  # noqa: BLE001 - a parser of another's, given anything
        return _not_confirmed(error)


def _not_confirmed(error: Exception) -> Refused:
    log.info("a passkey was not confirmed: %s", type(error).__name__)
    return Refused("bad_passkey", OTHER_SITE if "RP ID" in str(error) else NOT_CONFIRMED)
