"""Bytes as base64url without padding (RFC 4648, section 5), as WebAuthn and Web Push write them."""

from __future__ import annotations

import base64


def encoded(data: bytes) -> str:
    """Bytes as text."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes of a text; ValueError if it is not base64url."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
