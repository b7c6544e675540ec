"""Accounts over HTTP: who somebody is, and how they prove it on another device."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StrictBool

from .base import Model, TypedName
from .rooms import Code, RequestBody

Encoded = Annotated[str, Field(max_length=8192, pattern=r"^[A-Za-z0-9_-]+$")]  # bytes in base64url
Phrase = Annotated[str, Field(max_length=400)]  # as somebody has typed it


class PasskeyInfo(Model):
    """A passkey of the reader's."""

    id: str
    name: str
    site: str  # the name of the server for which it was made; it opens nothing at another address
    created: float  # seconds since 1970
    used: float | None


class DeviceInfo(Model):
    """A device in which the reader is logged in."""

    id: str
    name: str  # the browser and the system; empty if it is from an older version
    created: float
    used: float  # to the hour
    here: bool  # it is the one that asks


class AccountInfo(Model):
    """The reader's account."""

    name: str
    passkeys: list[PasskeyInfo]
    phrase: float | None  # when their recovery phrase was made; None: they have none
    devices: list[DeviceInfo]  # their own first


class RecoveryPhrase(Model):
    """Twelve words that log their holder in on any device; they are told once."""

    phrase: str


class PasskeyChallenge(Model):
    """What a passkey is made for, or has to sign."""

    challenge: str  # 32 bytes in base64url
    site: str  # the name of the server, to which the passkey belongs
    person: str  # in base64url, what the passkey is to say of its holder; empty for somebody who logs in
    name: str  # what they are called
    known: list[str]  # the passkeys that they have for this site
    seconds: float  # in which the device must answer


class NewPasskey(RequestBody):
    """A passkey that the sender's device has made."""

    name: TypedName = ""  # empty: what the device is called
    id: Encoded
    client_data: Encoded
    attestation: Encoded


class PasskeyName(RequestBody):
    """What a passkey is to be called."""

    name: TypedName


class LogIn(RequestBody):
    """What becomes of the games of the browser's person before: they come along, or stay behind."""

    bring: StrictBool = False


class PasskeySignature(RequestBody):
    """A challenge that the sender's device has signed with a passkey, to prove who they are."""

    id: Encoded
    client_data: Encoded
    authenticator_data: Encoded
    signature: Encoded
    person: Annotated[str, Field(max_length=200)] = ""  # what the passkey says of its holder


class PasskeyLogIn(LogIn, PasskeySignature):
    """A challenge that the sender's device has signed with a passkey, to log in."""


class PhraseProof(RequestBody):
    """The sender's recovery phrase, to prove who they are."""

    phrase: Phrase


class PhraseLogIn(LogIn):
    """A recovery phrase."""

    phrase: Phrase


class DeviceLogIn(LogIn, Code):
    """The code from a link that another device has made."""


class DeviceOwner(Model):
    """Whose account a link from another device opens."""

    name: str  # empty: they have none
    yours: bool  # it is the sender's own, so there is nothing to open


class PersonWish(RequestBody):
    """An account for a client without cookies: a new one, or the one that a recovery phrase opens."""

    phrase: Phrase = ""
