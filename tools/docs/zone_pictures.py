"""Pictures of the kinds of zones for the docs, cut from games in their middle: `python -m tools.docs.zone_pictures`."""

from __future__ import annotations

import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image

from helpers.page_driver import ME, browser, open_room, page_of, random_game, store_room
from helpers.table_server import running
from sevenfold.registry import load

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "pictures" / "zones"
# Of each kind: a game, one of its zones, and the share of the game's actions after which it is shown.
SHOWN = {
    "hand": ("suitability", f"hand-{ME}", 0.03),
    "trick": ("seven_truf", "trick", 0.55),
    "stock": ("monoculture", "stock", 0.5),
    "pile": ("sane_sevens", "discard", 0.5),
    "row": ("front_and_center", "target", 0.3),
    "cells": ("seven_solitaire", "cells", 0.5),
    "column": ("examples/klondike/klondike.py", "place-4", 0.2),
    "triangle": ("pyramid", "tableau", 0.4),
    "chain": ("chain_up", f"chain-{ME}-0", 0.7),
    "grid": ("cooperative_dominoes", "table", 0.4),
}
ROUND = 8  # pixels of the table around a zone


def main() -> None:
    """Take the pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, browser() as launched:
        db = Path(folder) / "table.db"
        rooms = {}
        for kind, (name, _, share) in SHOWN.items():
            known = random_game(load(ROOT / name if name.endswith(".py") else name), range(3))
            made = int(len(known.actions) * share)
            while made < len(known.actions) - 1 and known.position_at(made)[0].turn != ME:
                made += 1
            rooms[kind] = store_room(db, known, made)
        with running(db) as server, page_of(launched, "desktop") as (page, _):
            for kind, room in rooms.items():
                open_room(page, server, room)
                page.wait_for_timeout(1500)
                box = page.locator(f'[data-zone="{SHOWN[kind][1]}"]').bounding_box()
                assert box is not None
                wide, high = box["width"] + 2 * ROUND, box["height"] + 2 * ROUND
                taken = page.screenshot(clip={"x": box["x"] - ROUND, "y": box["y"] - ROUND, "width": wide, "height": high})
                Image.open(BytesIO(taken)).quantize(96).save(PICTURES / f"{kind}.png", optimize=True)


if __name__ == "__main__":
    main()
