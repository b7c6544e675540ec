"""Accounts: one's name, the devices in which one is logged in, passkeys, the recovery phrase."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request, Response

from sevenfold.protocol import (
    AccountInfo,
    DeviceLink,
    Me,
    NewName,
    NewPasskey,
    PageAt,
    PasskeyChallenge,
    PasskeyName,
    PasskeySignature,
    PhraseProof,
    RecoveryPhrase,
)
from sevenfold.protocol.errors import Refused
from sevenfold.server.http.dependencies import CurrentPerson, TheLobby, TheNetwork, api, is_newcomer, refusals
from sevenfold.server.http.links import link
from sevenfold.server.http.middleware.rate_limit import check_proof
from sevenfold.server.http.site import site_of
from sevenfold.server.lobby.people.accounts import Identity, checked_name
from sevenfold.server.lobby.people.cookies import remove_cookies, set_cookie
from sevenfold.server.lobby.people.phrases import checked_phrase

from .log_in import TheDevice

router = api()
NOBODY = "You are not logged in here."
NEW_TOKEN = "Sevenfold-Token"  # noqa: S105 - the header with a program's new token


async def _identity(request: Request, lobby: TheLobby) -> Identity:
    """Who sends a request; Refused if they are nobody."""
    identity = await lobby.accounts.identify(request)
    if identity is None:
        raise Refused("not_yours", NOBODY)
    return identity


TheIdentity = Annotated[Identity, Depends(_identity)]


async def _somebody(request: Request, person: CurrentPerson, lobby: TheLobby) -> Identity:
    """Who sends a request, also if they were made somebody by it."""
    identity = await lobby.accounts.identify(request)
    return identity or Identity(person, str(request.state.token), "cookie")


Somebody = Annotated[Identity, Depends(_somebody)]


def _renewed(request: Request, response: Response, lobby: TheLobby, by: Identity, token: str) -> None:
    """Give somebody their new token as they gave the old one: in a cookie, or a program in a header."""
    if by.by == "header":
        response.headers[NEW_TOKEN] = token
    else:
        set_cookie(response, request, lobby.accounts.cookie, token)


@router.get("/me", responses=refusals("storage", "closing"))
async def me(request: Request, person: CurrentPerson, lobby: TheLobby) -> Me:
    """The account of the sender."""
    await lobby.accounts.adopt(person, request)
    return Me(name=person.name, new=is_newcomer(request))


@router.put("/me", responses=refusals("bad_name", "storage", "closing"))
async def rename(wanted: NewName, person: CurrentPerson, lobby: TheLobby) -> Me:
    """Change one's name."""
    return Me(name=(await lobby.rename(person, wanted.name)).name)


@router.delete("/me", status_code=204, responses=refusals("not_yours", "not_proven", "storage", "closing"))
async def delete(request: Request, response: Response, identity: TheIdentity, lobby: TheLobby) -> None:
    """Delete one's account."""
    await lobby.account_changes.delete(identity.person, identity.token)
    remove_cookies(response, request, lobby.accounts.cookie)


@router.get("/me/account", responses=refusals("not_yours", "storage", "closing"))
async def account(identity: TheIdentity, lobby: TheLobby) -> AccountInfo:
    """How one logs in, and where one is logged in."""
    return await lobby.accounts.account(identity)


# -- devices ----------------------------------------------------------------------------------------------------------


@router.post("/me/devices", status_code=201, responses=refusals("storage", "closing"))
async def new_device(
    request: Request, person: CurrentPerson, lobby: TheLobby, network: TheNetwork, wanted: PageAt | None = None
) -> DeviceLink:
    """Make a link that logs in another device."""
    code, expires = await lobby.accounts.new_device(person)
    made = link(f"/#/device/{code}", request, network.urls, (wanted or PageAt()).page)
    return DeviceLink(**made.model_dump(), expires=expires)


@router.delete("/me/devices", status_code=204, responses=refusals("not_yours", "not_proven", "storage", "closing"))
async def log_out_elsewhere(request: Request, response: Response, identity: TheIdentity, lobby: TheLobby) -> None:
    """Log out every other device."""
    token = await lobby.account_changes.log_out_elsewhere(identity.person, identity.token)
    _renewed(request, response, lobby, identity, token)


@router.delete(
    "/me/devices/{id}", status_code=204, responses=refusals("not_yours", "not_proven", "unknown_device", "storage", "closing")
)
async def log_out(id: str, identity: TheIdentity, lobby: TheLobby) -> None:
    """Log out one device."""
    await lobby.account_changes.log_out(identity.person, identity.token, id)


@router.post("/me/log-out", status_code=204, responses=refusals("not_yours", "storage", "closing"))
async def log_out_here(request: Request, response: Response, identity: TheIdentity, lobby: TheLobby) -> None:
    """Log out the device that asks."""
    await lobby.account_changes.log_out_here(identity.person, identity.token)
    remove_cookies(response, request, lobby.accounts.cookie)


# -- passkeys and the recovery phrase ---------------------------------------------------------------------------------


@router.post("/me/phrase", status_code=201, responses=refusals("not_yours", "not_proven", "storage", "closing"))
async def new_phrase(request: Request, response: Response, identity: Somebody, lobby: TheLobby) -> RecoveryPhrase:
    """Make a recovery phrase, in place of the one before."""
    phrase, token = await lobby.account_changes.new_phrase(identity.person, identity.token)
    _renewed(request, response, lobby, identity, token)
    return RecoveryPhrase(phrase=phrase)


@router.post(
    "/me/passkeys/challenge", status_code=201, responses=refusals("not_yours", "not_proven", "not_now", "storage", "closing")
)
async def passkey_challenge(request: Request, identity: Somebody, lobby: TheLobby) -> PasskeyChallenge:
    """What a new passkey is made for."""
    return await lobby.account_changes.passkeys.adding_challenge(site_of(request), identity.person, identity.token)


@router.post(
    "/me/passkeys", status_code=204,
    responses=refusals("not_yours", "not_proven", "bad_name", "bad_passkey", "used", "full", "not_now", "storage", "closing"),
)  # fmt: skip
async def add_passkey(
    wanted: NewPasskey, request: Request, response: Response, identity: TheIdentity, lobby: TheLobby, device: TheDevice
) -> None:
    """Add a passkey to one's account."""
    name = checked_name(wanted.name) if wanted.name else device
    token = await lobby.account_changes.add_passkey(wanted, name, site_of(request), identity.person, identity.token)
    _renewed(request, response, lobby, identity, token)


@router.put(
    "/me/passkeys/{id}", status_code=204, responses=refusals("not_yours", "bad_name", "unknown_passkey", "storage", "closing")
)
async def rename_passkey(id: str, wanted: PasskeyName, identity: TheIdentity, lobby: TheLobby) -> None:
    """Change what a passkey is called."""
    await lobby.account_changes.passkeys.rename(id, identity.person, checked_name(wanted.name))


@router.delete(
    "/me/passkeys/{id}", status_code=204,
    responses=refusals("not_yours", "not_proven", "unknown_passkey", "storage", "closing"),
)  # fmt: skip
async def remove_passkey(id: str, identity: TheIdentity, lobby: TheLobby) -> None:
    """Remove a passkey: it opens nothing any more."""
    await lobby.account_changes.passkeys.remove(id, identity.person, identity.token)


# -- proving anew who one is, before what is dangerous ----------------------------------------------------------------


@router.get("/me/proof", status_code=204, responses=refusals("not_yours", "not_proven", "storage", "closing"))
async def check_proven(identity: TheIdentity, lobby: TheLobby) -> None:
    """Say whether a proof is needed before what is dangerous."""
    await lobby.account_changes.check_proven(identity.person, identity.token)


@router.post("/me/proof/challenge", status_code=201, responses=refusals("not_yours", "not_now", "storage", "closing"))
async def proof_challenge(request: Request, identity: TheIdentity, lobby: TheLobby) -> PasskeyChallenge:
    """Something for a passkey of one's own to sign."""
    return await lobby.account_changes.passkeys.proof_challenge(site_of(request), identity.person, identity.token)


@router.post(
    "/me/proof/passkey", status_code=204,
    responses=refusals("not_yours", "bad_passkey", "unknown_passkey", "used", "not_now", "storage", "closing"),
)  # fmt: skip
async def prove_by_passkey(
    wanted: PasskeySignature, request: Request, response: Response, identity: TheIdentity, lobby: TheLobby
) -> None:
    """Prove who one is with a passkey, which holds for ten minutes."""
    check_proof(request, identity.token)
    token = await lobby.account_changes.prove_by_passkey(wanted, site_of(request), identity.person, identity.token)
    _renewed(request, response, lobby, identity, token)


@router.post(
    "/me/proof/phrase", status_code=204, responses=refusals("not_yours", "bad_phrase", "unknown_phrase", "storage", "closing")
)
async def prove_by_phrase(
    wanted: PhraseProof, request: Request, response: Response, identity: TheIdentity, lobby: TheLobby
) -> None:
    """Prove who one is with one's recovery phrase, which holds for ten minutes."""
    check_proof(request, identity.token)
    phrase = checked_phrase(wanted.phrase)
    token = await lobby.account_changes.prove_by_phrase(identity.person, identity.token, phrase)
    _renewed(request, response, lobby, identity, token)
