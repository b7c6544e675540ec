"""The windows in which the page is looked at."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True)
class Size:
    """A window: its name, its size in the page's pixels, whether it is a phone's, and device pixels for each of the page's."""

    name: str
    width: int
    height: int
    is_touched: bool = False
    scale: float = 1.0


SIZES = {
    size.name: size
    for size in (
        Size("1280x585", 1280, 585),
        Size("1366x650", 1366, 650),
        Size("1366x820", 1366, 820),
        Size("1920x1080", 1920, 1080),
        Size("360x640", 360, 640, is_touched=True),
        Size("390x844", 390, 844, is_touched=True),
        Size("844x390", 844, 390, is_touched=True),
        Size("1024x768", 1024, 768),
        Size("zoom-200", 683, 384, scale=2.0),  # a window of 1366 x 768 at 200 %
    )
}
EXTREMES = {
    size.name: size
    for size in (
        Size("740x360", 740, 360, is_touched=True),
        Size("800x500", 800, 500),
        Size("800x600", 800, 600),
        Size("320x256", 320, 256),  # 1280 x 1024 at 400 %, the narrowest that WCAG asks for
        Size("3840x2160", 3840, 2160),
        Size("zoom-50", 2732, 1536, scale=0.5),
        Size("zoom-400", 342, 192, scale=4.0),
    )
}
ALL_SIZES = SIZES | EXTREMES

# What others are drawn from: windows of phones (upright and sideways), of tablets, and of laptops with a browser around them.
PHONES = ((320, 568), (375, 667), (360, 780), (393, 852), (412, 915), (430, 932))
TABLETS = ((768, 1024), (820, 1180), (800, 1280))
LAPTOPS = ((1024, 600), (1280, 609), (1440, 789), (1536, 730), (1600, 780), (2560, 1300))
ZOOMS = (1.25, 1.5, 1.75)  # of a laptop's window
FREE = ((700, 2600), (480, 1400))  # the least and the most of a window that somebody has drawn to a size of their own


def size_named(name: str) -> Size:
    """One of the sizes above, or any other: "667x375", "667x375t" if it is touched, "1093x521@1.25" if it is zoomed.

    Raises:
        ValueError: The name is none of these.
    """
    if name in ALL_SIZES:
        return ALL_SIZES[name]
    parts = re.fullmatch(r"(\d{3,4})x(\d{3,4})(t?)(?:@(\d(?:\.\d+)?))?", name)
    if parts is None:
        others = "1440x789, 667x375t (touched) or 1093x521@1.25 (zoomed)"
        raise ValueError(f"{name} is no size: {', '.join(ALL_SIZES)}, or any other, as {others}.")
    return Size(name, int(parts[1]), int(parts[2]), bool(parts[3]), float(parts[4] or 1))


def drawn_size(random: Random) -> Size:
    """A size drawn at random, all kinds of windows equally likely."""
    kind = random.choice(("phone", "sideways", "tablet", "laptop", "zoomed", "free"))
    if kind == "free":
        width, height = (random.randint(*ends) for ends in FREE)
        return size_named(f"{width}x{height}")
    if kind == "zoomed":
        (width, height), zoom = random.choice(LAPTOPS), random.choice(ZOOMS)
        return size_named(f"{round(width / zoom)}x{round(height / zoom)}@{zoom}")
    if kind == "laptop":
        return size_named("{}x{}".format(*random.choice(LAPTOPS)))
    width, height = random.choice(TABLETS if kind == "tablet" else PHONES)
    is_wide = kind == "sideways" or (kind == "tablet" and random.random() < 0.5)
    return size_named(f"{height}x{width}t" if is_wide else f"{width}x{height}t")
