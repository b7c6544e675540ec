"""Plots of figures: a dot with whiskers, and the scale that the figures of a table share."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

WIDTH, HEIGHT, MARGIN = 352, 30, 18  # of a plot, and left and right of its scale
TICKS = 5  # of a scale, roughly


@dataclass(frozen=True)
class Scale:
    """The scale of a table's plots."""

    low: float
    high: float
    ticks: list[float]

    def x(self, value: float) -> float:
        """Where a value is."""
        return round(MARGIN + (value - self.low) / (self.high - self.low) * (WIDTH - 2 * MARGIN), 1)


def scale_of(figures: Sequence[Mapping[str, Any]]) -> Scale | None:
    """A scale that shows all intervals and references; None if nothing was measured."""
    keys = ("value", "low", "high", "reference")
    numbers = [figure[key] for figure in figures if figure["value"] is not None for key in keys if figure[key] is not None]
    if not numbers:
        return None
    low, high = min(numbers), max(numbers)
    if low == high:
        low, high = low - 0.5, high + 0.5
    rough = (high - low) / TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(step * power for step in (1, 2, 5, 10) if step * power >= rough)
    first, last = math.floor(low / step), math.ceil(high / step)
    ticks = [round(at * step, 10) for at in range(first, last + 1)]
    return Scale(ticks[0], ticks[-1], ticks)


def axis(scale: Scale, *, is_share: bool) -> str:
    """The numbers of a scale, as SVG."""
    texts = [f"{100 * tick:.4g} %" if is_share else f"{tick:.6g}" for tick in scale.ticks]
    every = 1 if sum(map(len, texts)) < 40 else 2
    marks = (
        f'<text x="{scale.x(tick)}" y="22">{text}</text>' for tick, text in list(zip(scale.ticks, texts, strict=True))[::every]
    )
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">{"".join(marks)}</svg>'


def plot(figure: Mapping[str, Any], scale: Scale) -> str:
    """A dot with whiskers; the table has the same in numbers, so it is hidden from screen readers."""
    middle = HEIGHT / 2
    parts = [f'<path class="grid" d="{"".join(f"M{scale.x(tick)} 0V{HEIGHT}" for tick in scale.ticks)}"/>']
    if figure["reference"] is not None:
        x = scale.x(figure["reference"])
        parts.append(f'<path class="equal" d="M{x} 0V{HEIGHT}"/>')
    if figure["low"] is not None and figure["high"] is not None:
        low, high = scale.x(figure["low"]), scale.x(figure["high"])
        caps = "".join(f"M{x} {middle - 6}v12" for x in (low, high))
        parts.append(f'<path class="whisker" d="M{low} {middle}H{high}{caps}"/>')
    if figure["value"] is not None:
        parts.append(f'<circle class="dot" cx="{scale.x(figure["value"])}" cy="{middle}" r="3.5"/>')
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">{"".join(parts)}</svg>'
