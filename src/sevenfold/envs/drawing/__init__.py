"""Views as pictures, drawn without a browser: cards as on the page, zones where they lie, seats and what is in force."""

from .picture import HEIGHT, WIDTH, picture_of

__all__ = ["HEIGHT", "WIDTH", "picture_of"]
