"""How the page draws cards, for those who draw them without a browser: its shapes, the suits of its packs and its colours.

    python -m tools.build.card_looks        write src/sevenfold/envs/drawing/looks.json from web/src

Needs Node and the page's packages (`make page`).
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from sevenfold.cards import COLOURS, DESIGNS

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
KEPT = ROOT / "src" / "sevenfold" / "envs" / "drawing" / "looks.json"
TONES = {  # what of the page's style sheet is drawn, in its light form
    "bg", "surface", "text", "muted", "line", "accent", "wins", "card", "card-edge", "back", "back-line", "place", "place-line",
    *COLOURS, *(f"{colour}-ink" for colour in COLOURS),
}  # fmt: skip
ASK = """
const { readFileSync } = require("node:fs");
const { transpileModule, ModuleKind } = require("typescript");
const load = (path, imported) => {
  const compiled = transpileModule(readFileSync(path, "utf8"), { compilerOptions: { module: ModuleKind.CommonJS } });
  const exports = {};
  new Function("exports", "require", compiled.outputText)(exports, () => imported);
  return exports;
};
const shapes = load("src/card/shapes.ts");
const packs = load("src/card/packs.ts", shapes);
const decks = {};
for (const deck of DECKS) {
  decks[deck] = {};
  for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
    const suit = packs.suitOf(deck, letter);
    if (suit) decks[deck][letter] = [suit.shape, suit.colour];
  }
}
const layers = (shape) => shape.map(({ d, tone }) => [tone, d]);
const joker = { wedge: Array.from({ length: 7 }, (_, i) => shapes.wedge(i, 7, 36)), edge: shapes.star(7, 32, 15),
  star: shapes.star(7, 25, 11.5), index: shapes.star(7, 14, 6.5) };
const back = [shapes.starLines(7, 2, 31), shapes.starLines(7, 3, 31)];
const named = Object.fromEntries(Object.entries(shapes.SHAPES).map(([name, shape]) => [name, layers(shape)]));
process.stdout.write(JSON.stringify({ shapes: named, decks, joker, back }));
"""


def looks() -> dict[str, Any]:
    """What web/src says about the looks of cards.

    Raises:
        OSError, subprocess.CalledProcessError: There is no Node, or the page's packages are not installed.
    """
    program = ASK.replace("DECKS", json.dumps(DESIGNS))
    said = subprocess.run(["node", "-e", program], cwd=WEB, capture_output=True, text=True, check=True).stdout
    return {**json.loads(said), "colours": _colours((WEB / "src" / "app" / "app.css").read_text(encoding="utf-8"))}


def _colours(sheet: str) -> dict[str, list[int]]:
    """The colours of the page's first theme, in its light form, as red, green, blue and opacity."""
    root = sheet.partition("}")[0]
    said = {name: value for name, value in re.findall(r"--([\w-]+): (.+);", root) if name in TONES}
    found: dict[str, list[int]] = {}
    while said:
        for name, value in list(said.items()):
            light = re.sub(r"light-dark\((var\([^)]*\)|rgb\([^)]*\)|[^,]+),.*\)$", r"\1", value)
            other = re.fullmatch(r"var\(--([\w-]+)\)", light)
            if other is None or other[1] in found:
                found[name] = found[other[1]] if other else _numbers(light)
                del said[name]
    return {name: found[name] for name in sorted(found)}


def _numbers(colour: str) -> list[int]:
    if colour.startswith("#"):
        return [*bytes.fromhex(colour[1:]), 255]
    red, green, blue, opacity = re.findall(r"[\d.]+", colour)
    return [int(red), int(green), int(blue), round(255 * float(opacity))]


def as_text(found: dict[str, Any]) -> str:
    """The looks as they are kept: a line for each shape, deck and colour."""
    parts = []
    for name, part in found.items():
        lines = part.items() if isinstance(part, dict) else ()
        inner = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value, sort_keys=True)}" for key, value in lines)
        parts.append(f"{json.dumps(name)}: {{\n{inner}\n}}" if inner else f"{json.dumps(name)}: {json.dumps(part)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    KEPT.write_text(as_text(looks()), encoding="utf-8")
    sys.exit(0)
