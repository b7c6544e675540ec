"""QR codes of links, for pages and for terminals."""

from __future__ import annotations

import io

import segno


def qr_svg(url: str) -> str:
    """The QR code of an address, as a picture."""
    drawn = io.BytesIO()
    segno.make(url, error="m", micro=False).save(drawn, kind="svg", scale=4, xmldecl=False, svgns=True, title="QR code")
    return drawn.getvalue().decode()


def qr_text(url: str) -> str:
    """The QR code of an address, as text for a terminal that writes in a light colour on a dark one."""
    drawn = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue()
