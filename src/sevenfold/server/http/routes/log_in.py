"""Logging in on another device: by a link, a passkey, or a recovery phrase."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request, Response

from sevenfold.protocol import (
    Code,
    DeviceLogIn,
    DeviceOwner,
    LogIn,
    Me,
    NewPerson,
    PasskeyChallenge,
    PasskeyLogIn,
    PersonWish,
    PhraseLogIn,
    errors,
)
from sevenfold.server.http.dependencies import OptionalPerson, TheLobby, api, check_cookie, refusals
from sevenfold.server.http.middleware.rate_limit import check_challenge, check_log_in, check_newcomer
from sevenfold.server.http.site import site_of
from sevenfold.server.lobby.lobby import Lobby
from sevenfold.server.lobby.people.accounts import Identity
from sevenfold.server.lobby.people.cookies import set_cookie
from sevenfold.server.lobby.people.device_names import device_name
from sevenfold.server.lobby.people.phrases import checked_phrase
from sevenfold.server.storage import Person
from sevenfold.server.storage.people.log_in import Before

router = api()
BRINGING: tuple[errors.Code, ...] = ("not_yours", "not_proven")  # to bring an account along needs a proof


def device_of(request: Request) -> str:
    """What the sender's device is called."""
    return device_name(request.headers.get("user-agent", ""))


TheDevice = Annotated[str, Depends(device_of)]


async def _before(request: Request, lobby: TheLobby) -> Identity | None:
    """Who the browser is, before it logs in as somebody; Refused if it blocks cookies, or if too many try."""
    check_log_in(request)
    check_cookie(request, lobby)
    identity = await lobby.accounts.identify(request)
    return None if identity and identity.by == "header" else identity


BrowserBefore = Annotated[Identity | None, Depends(_before)]


def _bringing(identity: Identity | None, wanted: LogIn) -> Before | None:
    return Before(identity.person.id, identity.token, wanted.bring) if identity else None


def _logged_in(found: tuple[str, Person], request: Request, response: Response, lobby: Lobby) -> Me:
    token, person = found
    set_cookie(response, request, lobby.accounts.cookie, token)
    return Me(name=person.name)


@router.post("/people", status_code=201, responses=refusals("bad_phrase", "unknown_phrase", "storage", "closing"))
async def new_person(request: Request, lobby: TheLobby, device: TheDevice, wanted: PersonWish | None = None) -> NewPerson:
    """Make an account for a client without cookies, or log it in with a recovery phrase."""
    if wanted and wanted.phrase:
        check_log_in(request)
        token, person = await lobby.account_changes.by_phrase(checked_phrase(wanted.phrase), device)
    else:
        check_newcomer(request)
        token, person = await lobby.accounts.make(device)
    return NewPerson(token=token, person=Me(name=person.name))


@router.post("/devices/look", responses=refusals("unknown_device", "storage", "closing"))
async def look_at_device(wanted: Code, request: Request, lobby: TheLobby, reader: OptionalPerson) -> DeviceOwner:
    """Say whose account a code from another device opens, without using it."""
    check_log_in(request)
    owner = await lobby.accounts.owner_of_code(wanted.code)
    return DeviceOwner(name=owner.name, yours=reader is not None and reader.id == owner.id)


@router.post("/devices", responses=refusals(*BRINGING, "unknown_device", "storage", "closing"))
async def use_device(
    wanted: DeviceLogIn, request: Request, response: Response, lobby: TheLobby, before: BrowserBefore, device: TheDevice
) -> Me:
    """Log in with a code from another device."""
    found = await lobby.account_changes.by_code(wanted.code, device, _bringing(before, wanted))
    return _logged_in(found, request, response, lobby)


@router.post("/log-in/phrase", responses=refusals(*BRINGING, "bad_phrase", "unknown_phrase", "storage", "closing"))
async def by_phrase(
    wanted: PhraseLogIn, request: Request, response: Response, lobby: TheLobby, before: BrowserBefore, device: TheDevice
) -> Me:
    """Log in with a recovery phrase."""
    found = await lobby.account_changes.by_phrase(checked_phrase(wanted.phrase), device, _bringing(before, wanted))
    return _logged_in(found, request, response, lobby)


@router.post("/log-in/challenge", status_code=201, responses=refusals("not_now", "storage", "closing"))
async def challenge(request: Request, lobby: TheLobby) -> PasskeyChallenge:
    """Something for a passkey to sign."""
    check_challenge(request)
    return await lobby.account_changes.passkeys.log_in_challenge(site_of(request))


@router.post(
    "/log-in/passkey",
    responses=refusals(*BRINGING, "bad_passkey", "unknown_passkey", "used", "not_now", "storage", "closing"),
)  # fmt: skip
async def by_passkey(
    wanted: PasskeyLogIn, request: Request, response: Response, lobby: TheLobby, before: BrowserBefore, device: TheDevice
) -> Me:
    """Log in with a passkey that has signed a challenge."""
    found = await lobby.account_changes.by_passkey(wanted, site_of(request), device, _bringing(before, wanted))
    return _logged_in(found, request, response, lobby)
