"""The picture of the package's rooms, drawn from the layers that import-linter holds: `python -m tools.docs.rooms_picture`.

A layer without a description here is an error, so the picture cannot lack a room.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parents[2]
PICTURE = ROOT / "docs" / "pictures" / "rooms.svg"
ROOMS = {
    "cli": "the sevenfold command",
    "commands": "its longer subcommands",
    "console": "output of commands",
    "api": "the functions of import sevenfold",
    "server": "rooms for people, over HTTP and WebSocket",
    "terminal": "a game, or a seat in a room",
    "checking": "what is wrong with a game, stage by stage",
    "envs": "Gymnasium, PettingZoo, OpenSpiel",
    "lab": "simulations, ladders",
    "protocol": "messages as models, their codec and schema",
    "session": "a game that people play: its log, undo, hints, claims",
    "coaching": "what a choice was worth: advice and reviews",
    "bots": "levels, heuristics, engines",
    "solvers": "open hands, patience, certainty",
    "records": "game records, transcripts, verified shuffles",
    "registry": "finds games by name",
    "games": "one file or folder each: rules.py, rules.md",
    "devise": "what a game's file imports",
    "mechanics": "tricks, piles, chains, scores",
    "playing": "Game and State",
    "lint": "reading a game's file",
    "sanitizer": "play on positions that notice mistakes",
    "view": "what a seat sees, as data",
    "declare": "options, actions, phases, Rules",
    "kernel": "compiled positions, chance, events, re-dealing",
    "cards": "packs and card codes",
    "seat_names": "names of seats",
    "player_names": "what a name may be made of, and how wide it is",
    "system": "files, folders, streams and signals",
    "findings": "what a check tells",
    "errors": "refusals",
    "notebook": "pictures of results in a notebook",
}
INSIDE = {
    "server": "process > app > http > lobby > cluster > room > push > execution > storage",
    "terminal": "run > ui > session > render",
}
WIDTH, GAP, LEFT, MARGIN = 900, 7, 66, 14
ALONE, SHARED, WITH_INSIDE = 32, 48, 68  # heights: a room alone in its layer, beside others, with rooms of its own
SHARES = {"server": 2.3, "lab": 0.9}  # of a layer's width; 1 for every other room
FONT = "system-ui, sans-serif"


def layers() -> list[list[str]]:
    """The rooms of each layer, the highest layer first."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = config["tool"]["importlinter"]["contracts"]
    [whole] = [contract for contract in contracts if contract["type"] == "layers" and contract["containers"] == ["sevenfold"]]
    rows = [[name.strip(" ()") for name in layer.replace(":", "|").split("|")] for layer in whole["layers"]]
    return [row for row in rows if not row[0].startswith("_")]  # old names are no room


def picture() -> str:
    """The picture as SVG."""
    rows = layers()
    heights = [ALONE if len(row) == 1 else WITH_INSIDE if set(row) & set(INSIDE) else SHARED for row in rows]
    height = sum(heights) + GAP * (len(rows) - 1) + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="{FONT}" role="img">',
        "<title>The rooms of Sevenfold: each imports only from the rooms below it</title>",
        f'<rect width="{WIDTH}" height="{height}" rx="8" fill="#ffffff"/>',
        (
            '<defs><marker id="tip" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="7" markerHeight="7" orient="auto">'
            '<path d="M0 0L10 5L0 10z" fill="#475569"/></marker></defs>'
        ),
        f'<path d="M40 {MARGIN + 4}V{height - MARGIN - 6}" stroke="#475569" stroke-width="2" marker-end="url(#tip)"/>',
        (
            f'<text x="26" y="{height / 2:g}" font-size="14" fill="#475569" text-anchor="middle" '
            f'transform="rotate(-90 26 {height / 2:g})">imports</text>'
        ),
    ]
    top = MARGIN
    for row, row_height in zip(rows, heights, strict=True):
        shares = [SHARES.get(name, 1.0) for name in row]
        unit = (WIDTH - LEFT - MARGIN - GAP * (len(row) - 1)) / sum(shares)
        left = float(LEFT)
        for name, share in zip(row, shares, strict=True):
            parts += _box(name, left, top, unit * share, row_height)
            left += unit * share + GAP
        top += row_height + GAP
    return "\n".join([*parts, "</svg>"]) + "\n"


def _box(name: str, x: float, y: float, width: float, height: float) -> list[str]:
    lines = [
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="5" fill="#e0f2f1" stroke="#00796b"/>',
        f'<text x="{x + 12:g}" y="{y + 21:g}" font-size="15" font-weight="600" fill="#004d40">{name}</text>',
    ]
    at = (x + 130, y + 21) if height == ALONE else (x + 12, y + 39)
    lines.append(_line(ROOMS[name], *at, "#1f2937"))
    if name in INSIDE:
        lines.append(_line(INSIDE[name].replace(" > ", " › "), x + 12, y + 58, "#00796b"))
    return lines


def _line(text: str, x: float, y: float, fill: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="12.5" fill="{fill}">{escape(text)}</text>'


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
