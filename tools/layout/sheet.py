"""The contact sheet: a picture of every moment, grouped by game, with the faulty ones marked."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .matrix import Moment

STYLE = """
body { margin: 1rem; font: 14px/1.4 system-ui, sans-serif; background: #eee; color: #222; }
section { display: flex; flex-wrap: wrap; gap: 10px; align-items: flex-start; }
figure { width: max-content; margin: 0; padding: 4px; border: 3px solid #9a9; background: #fff; }
figure.faulty { border-color: #c22; }
figcaption { max-width: 420px; font-size: 12px; }
img { display: block; }
body:has(#only:checked) figure:not(.faulty) { display: none; }
"""


def write_sheet(path: Path, moments: Sequence[Moment]) -> None:
    """Write the page, whose pictures lie beside it."""
    faulty = sum(bool(one.faults) for one in moments)
    parts = [
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>The layout matrix</title><style>{STYLE}</style>',
        f"<h1>{faulty} of {len(moments)} moments have faults</h1>",
        '<label><input type="checkbox" id="only"> Only these</label>',
    ]
    for (game, players), those in groupby(moments, key=lambda one: (one.game, one.players)):
        parts.append(f"<h2>{escape(game)}, {players}</h2><section>")
        parts += map(_figure, those)
        parts.append("</section>")
    path.write_text("\n".join(parts))


def _figure(moment: Moment) -> str:
    told = "<br>".join(escape(str(fault)) for fault in moment.faults)
    return (
        f'<figure class="{"faulty" if moment.faults else ""}"><img loading="lazy" alt="" src="{escape(moment.picture)}">'
        f"<figcaption><b>{escape(moment.state)} {escape(moment.size)}</b><br>{told}</figcaption></figure>"
    )
