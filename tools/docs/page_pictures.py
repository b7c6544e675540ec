"""The page's own pictures, in web/public: its icons, and what a link shows that is pasted elsewhere.

python -m tools.docs.page_pictures

The latter are made from the screenshots in docs/pictures (python -m tools.docs.screenshots). All are kept in the repository.
"""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser

from helpers.page_driver import browser as launched  # the tests' own
from sevenfold.games import NAMES

ROOT = Path(__file__).resolve().parents[2]
PUBLIC = ROOT / "web" / "public"
SCREENSHOTS = ROOT / "docs" / "pictures"
LOGO = re.sub(r"</?svg[^>]*>", "", (SCREENSHOTS / "logo.svg").read_text())
BLUE, PAPER = "#4338ca", "#f2eee5"
WIDE = (600, 315)  # pixels of a link's picture, as most show them
MOST_BYTES = 30_000


def icon(size: int, card: float, background: str = "none", colour: str = "") -> str:
    """The logo as a square SVG, on which the card takes this part of the height."""
    height = size * card
    drawn = LOGO.replace(f'fill="{BLUE}"', f'fill="{colour}"') if colour else LOGO
    at = f"translate({(size - height * 20 / 28) / 2} {(size - height) / 2}) scale({height / 28})"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 {size} {size}">'
        f'<rect width="{size}" height="{size}" fill="{background}"/><g transform="{at}">{drawn}</g></svg>\n'
    )


def drawn(browser: Browser, svg: str, size: int) -> Image.Image:
    """An SVG as a picture."""
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(f"<body style='margin:0'>{svg}")
    picture = page.screenshot(omit_background=True)
    page.close()
    return Image.open(BytesIO(picture))


def draw_icons(folder: Path) -> None:
    """Write the icons: for tabs and launchers, for launchers that cut their own shape, and a white one for status bars."""
    (folder / "icon.svg").write_text(icon(512, 0.94))
    with launched() as browser:
        for name, size, card, background in (
            ("192", 192, 0.94, "none"), ("512", 512, 0.94, "none"), ("maskable", 512, 0.6, PAPER), ("apple", 180, 0.7, PAPER),
        ):  # fmt: skip
            picture = drawn(browser, icon(size, card, background), size)
            picture.quantize(64).save(folder / f"{name}.png", optimize=True)
        badge = drawn(browser, icon(96, 0.94, colour="white").replace('fill="white" font', 'fill="black" font'), 96)
        light, _, _, shown = badge.convert("RGBA").split()
        white, nothing = Image.new("L", badge.size, 255), Image.new("L", badge.size)
        badge = Image.merge("RGBA", (white, white, white, Image.composite(light, nothing, shown)))
        badge.save(folder / "badge.png", optimize=True)


def cut(name: str) -> Image.Image:
    """The middle of a screenshot, in the shape of a link's picture."""
    shot = Image.open(SCREENSHOTS / f"{name}-desktop.png").convert("RGB")
    height = shot.width * WIDE[1] // WIDE[0]
    top = (shot.height - height) // 2
    return shot.crop((0, top, shot.width, top + height)).resize(WIDE, Image.Resampling.LANCZOS)


def main() -> None:
    """Make all of them."""
    for folder in ("icons", "pictures"):
        (PUBLIC / folder).mkdir(parents=True, exist_ok=True)
    draw_icons(PUBLIC / "icons")
    for name, shot in [*((name, name) for name in NAMES), ("sevenfold", "home")]:
        file = PUBLIC / "pictures" / f"{name}.jpg"
        picture = cut(shot)
        for quality in range(80, 30, -5):
            picture.save(file, quality=quality, optimize=True, progressive=True)
            if file.stat().st_size <= MOST_BYTES:
                break


if __name__ == "__main__":
    main()
