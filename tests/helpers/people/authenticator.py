"""An authenticator in software: it makes passkeys and signs with them, and may be told to do either wrong."""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, NEW = 0x01, 0x04, 0x40  # flags


class Authenticator:
    """One passkey of a device."""

    def __init__(self, site: str, origin: str) -> None:
        self.site, self.origin = site, origin
        self.id = secrets.token_urlsafe(16)
        self.person = ""
        self.count = 0
        self._key = ec.generate_private_key(ec.SECP256R1())

    def make(self, challenge: dict[str, Any]) -> dict[str, Any]:
        """The passkey as the server takes it, made for a challenge."""
        self.person = challenge["person"]
        numbers = self._key.public_key().public_numbers()
        x, y = numbers.x.to_bytes(32, "big"), numbers.y.to_bytes(32, "big")
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        own = decoded(self.id)
        data = self._data(PRESENT | VERIFIED | NEW) + bytes(16) + len(own).to_bytes(2, "big") + own + public
        made = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        said = self._said("webauthn.create", challenge["challenge"])
        return {"id": self.id, "client_data": encoded(said), "attestation": encoded(made)}

    def sign(self, challenge: dict[str, Any], **more: Any) -> dict[str, Any]:
        """The answer to a challenge of somebody who logs in; `more` are other fields of the request."""
        self.count += 1
        data, said = self._data(PRESENT | VERIFIED), self._said("webauthn.get", challenge["challenge"])
        signature = self._key.sign(data + hashlib.sha256(said).digest(), ec.ECDSA(SHA256()))
        signed = {"client_data": encoded(said), "authenticator_data": encoded(data), "signature": encoded(signature)}
        return {"id": self.id, "person": self.person, **signed, **more}

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.site.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _said(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()


def encoded(value: bytes) -> str:
    """Bytes in base64url."""
    return urlsafe_b64encode(value).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Bytes from base64url."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
