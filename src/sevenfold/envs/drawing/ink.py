"""Drawing on a picture that is twice as large as it will be, so that edges become smooth."""

from __future__ import annotations

import json
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Literal

from PIL import Image, ImageDraw, ImageFont

from .paths import Line, area, lines_of

FINER = 2  # pixels drawn for one pixel shown, each way
Colour = tuple[int, int, int, int]
Anchor = Literal["ls", "ms", "rs"]  # where a text begins: to the left of, in the middle at, to the right of a point on its line

OTHER_LETTERS = str.maketrans({  # that Pillow's font lacks
    "½": "1/2", "–": "-", "—": "-", "−": "-", "×": "x", "•": "·", "→": "->", "≥": ">=", "≤": "<=",
    "ß": "ss", "★": "*", "✦": "*",
})  # fmt: skip


@cache
def looks() -> dict[str, Any]:
    """How the page draws cards (tools/build/card_looks.py)."""
    found: dict[str, Any] = json.loads((files(__package__) / "looks.json").read_text(encoding="utf-8"))
    return found


def colour(name: str, opacity: float = 1.0) -> Colour:
    """A colour of the page, by its name there."""
    red, green, blue, alpha = looks()["colours"][name]
    return red, green, blue, round(alpha * opacity)


@lru_cache(maxsize=64)
def font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Pillow's own font, so that pictures are the same on every machine."""
    return ImageFont.load_default(size)


def in_letters(text: str) -> str:
    """A text with letters that the font has."""
    return "".join(one for one in unicodedata.normalize("NFD", text.translate(OTHER_LETTERS)) if not unicodedata.combining(one))


class Ink:
    """A picture to draw on; places and sizes are in pixels as they will be shown.

    Attributes:
        image: The picture, `FINER` times as large.
    """

    def __init__(self, width: float, height: float, paper: Colour = (0, 0, 0, 0), finer: float = FINER) -> None:
        self.finer = finer
        self.image = Image.new("RGBA", (round(width * finer), round(height * finer)), paper)

    def at(self, x: float, y: float) -> tuple[int, int]:
        """A place, in the picture's own pixels."""
        return round(x * self.finer), round(y * self.finer)

    def box(
        self, x: float, y: float, width: float, height: float, *,
        radius: float = 0, fill: Colour | None = None, line: Colour | None = None, thick: float = 1,
    ) -> None:  # fmt: skip
        """A box with round corners."""
        layer, draw = self._layer(fill, line)
        corners = (*self.at(x, y), *(n - 1 for n in self.at(x + width, y + height)))
        draw.rounded_rectangle(corners, round(radius * self.finer), fill, line, max(1, round(thick * self.finer)))
        self._put(layer)

    def dot(self, x: float, y: float, radius: float, fill: Colour) -> None:
        """A disc around a point."""
        draw = ImageDraw.Draw(self.image)
        draw.ellipse((*self.at(x - radius, y - radius), *self.at(x + radius, y + radius)), fill)

    def shape(self, path: str, x: float, y: float, size: float, fill: Colour) -> None:
        """The inside of a path that is drawn in a box from -50 to 50; what runs the other way round is a hole."""
        lines = sorted(lines_of(path), key=lambda line: -abs(area(line)))
        if not lines:
            return
        mask = Image.new("L", self.image.size)
        draw = ImageDraw.Draw(mask)
        solid = area(lines[0]) > 0
        for line in lines:
            if len(line) > 2:
                draw.polygon(self._placed(line, x, y, size), fill=255 if (area(line) > 0) == solid else 0)
        self._fill(mask, fill)

    def strokes(self, path: str, x: float, y: float, size: float, line: Colour, thick: float) -> None:
        """The lines of a path that is drawn in a box from -50 to 50."""
        mask = Image.new("L", self.image.size)
        draw = ImageDraw.Draw(mask)
        for one in lines_of(path):
            draw.line(self._placed(one, x, y, size), 255, max(1, round(thick * self.finer)), "curve")
        self._fill(mask, line)

    def text(
        self, x: float, y: float, text: str, size: float, fill: Colour, *, anchor: Anchor = "ls", bold: bool = False
    ) -> None:
        """A line of text, whose baseline is at y."""
        pixels = max(1, round(size * self.finer))
        thick = round(pixels / 24) if bold else 0
        draw = ImageDraw.Draw(self.image)
        draw.text(self.at(x, y), in_letters(text), fill, font(pixels), anchor, stroke_width=thick)

    def put(self, other: Image.Image, x: float, y: float) -> None:
        """Another picture, which is as much larger than shown as this one."""
        self.image.alpha_composite(other, tuple(max(0, n) for n in self.at(x, y)))

    def shown(self) -> Image.Image:
        """The picture as it is shown."""
        return self.image.convert("RGB").reduce(round(self.finer))

    def _placed(self, line: Line, x: float, y: float, size: float) -> list[tuple[float, float]]:
        scale = size / 100
        return [((x + px * scale) * self.finer, (y + py * scale) * self.finer) for px, py in line]

    def _layer(self, *colours: Colour | None) -> tuple[Image.Image | None, ImageDraw.ImageDraw]:
        """Where to draw: a layer of its own if a colour is transparent, because Pillow would replace what is beneath."""
        if all(one is None or one[3] == 255 for one in colours):
            return None, ImageDraw.Draw(self.image)
        layer = Image.new("RGBA", self.image.size)
        return layer, ImageDraw.Draw(layer)

    def _put(self, layer: Image.Image | None) -> None:
        if layer is not None:
            self.image.alpha_composite(layer)

    def _fill(self, mask: Image.Image, fill: Colour) -> None:
        if fill[3] < 255:
            mask = mask.point([n * fill[3] // 255 for n in range(256)])
        layer = Image.new("RGBA", self.image.size, (*fill[:3], 0))
        layer.putalpha(mask)
        self.image.alpha_composite(layer)


def width_of(text: str, size: float) -> float:
    """How wide a line of text is shown."""
    return font(max(1, round(size * FINER))).getlength(in_letters(text)) / FINER


__all__ = ["FINER", "Colour", "Ink", "colour", "font", "in_letters", "looks", "width_of"]
