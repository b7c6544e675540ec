"""The server's key for Web Push (VAPID, RFC 8292), and the contact that push services are told."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from time import time
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from sevenfold.errors import BadInput, MissingExtra, quoted
from sevenfold.system.base64url import encoded
from sevenfold.system.files import read_text, writing

if TYPE_CHECKING:
    from py_vapid import Vapid02

GOOD_FOR = 12 * 3600  # seconds for which a signature is valid; push services allow a day
LONGEST_CONTACT = 200
CONTACT = re.compile(r"mailto:[^@\s:/?]+@[^@\s:/?]+|https://[^\s@]+", re.ASCII)
HOW = "sevenfold push-key FILE makes one"


@dataclass(frozen=True)
class PushSettings:
    """How the server calls people."""

    key_file: str
    contact: str  # mailto:… or https://…, at which a push service may complain
    anywhere: bool = False  # for tests: push services at private addresses too, and without TLS


class PushKey:
    """A private key, which signs what is sent to push services; they know the server by the public half."""

    def __init__(self, settings: PushSettings) -> None:
        """Read the key file.

        Raises:
            BadInput: If it holds no such key, if the contact is none, or if a package is missing.
        """
        if not CONTACT.fullmatch(settings.contact) or len(settings.contact) > LONGEST_CONTACT:
            raise BadInput(
                "Push services want to know whom to ask about a server: --push-contact mailto:you@example.org, or an https"
                f" address; not {quoted(settings.contact)}."
            )
        self.anywhere, self._contact = settings.anywhere, settings.contact
        self._key = _read(Path(settings.key_file).expanduser())
        self.public = encoded(_point(self._key))

    def headers(self, endpoint: str) -> dict[str, str]:
        """The headers that say to a push service who sends something to one of its endpoints."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time()) + GOOD_FOR, "sub": self._contact}
        signed: dict[str, str] = self._key.sign(claims)
        return signed


def make_key(path: Path) -> str:
    """Write a new key to a file that only its owner can read; returns its public half.

    Raises:
        BadInput: If there is such a file already, if it cannot be written, or if a package is missing.
    """
    key = _library()()
    key.generate_keys()
    with writing(path, replaces=False, is_private=True) as file:
        file.write(key.private_pem().decode())
    return encoded(_point(key))


def _library() -> type[Vapid02]:
    try:
        from py_vapid import Vapid02
    except ImportError as error:
        raise MissingExtra("pywebpush", "push") from error
    library: type[Vapid02] = Vapid02
    return library


def _read(path: Path) -> Vapid02:
    kind = _library()
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey

    text = read_text(path, f"a key for Web Push ({HOW})")
    try:
        key = kind.from_pem(text.strip().encode())
    except Exception as error:
        raise BadInput(f"{path} holds no key for Web Push; {HOW}.") from error
    private = key.private_key
    if not isinstance(private, EllipticCurvePrivateKey) or not isinstance(private.curve, SECP256R1):
        raise BadInput(f"{path} holds a key of another kind; {HOW}.")
    return key


def _point(key: Vapid02) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point: bytes = key.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return point
