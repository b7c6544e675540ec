"""The report of a run, for people and for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from statistics import median
from typing import Any

from .diary import Diary, Trouble
from .watch import Sample, growth, sizes


def as_json(diary: Diary, samples: Sequence[Sample], **chosen: Any) -> dict[str, Any]:
    """Everything that a run has shown, with what was chosen for it."""
    return {
        **chosen, "rooms_made": diary.rooms, "acknowledged": diary.acknowledged, "probes": diary.probes,
        "worst_clock": round(diary.worst_clock, 2), "kinds": _kinds(diary), "left_out": diary.left_out,
        "growth": growth(list(samples)), "sizes": sizes(samples), "faults": [asdict(found) for found in diary.found],
        "troubles": [asdict(trouble) for trouble in diary.troubles],
    }  # fmt: skip


def as_text(diary: Diary, samples: Sequence[Sample]) -> str:
    """The report in lines."""
    lines = [f"{'trouble':50} {'times':>5} {'back: median':>13} {'worst':>7}"]
    for name, back in _kinds(diary).items():
        lines.append(f"{name:50} {back['times']:5} {back['median']:11.1f} s {back['worst']:5.1f} s")
    lines += [f"left out: {name}: {why}" for name, why in diary.left_out.items()]
    for one in growth(list(samples)):
        lines.append(f"server {one['server']}, {one['seconds']:.0f} s: {one['mib']:+.1f} MiB, {one['files']:+.0f} files")
    lines.append(f"{diary.rooms} rooms, {diary.acknowledged} acknowledged moves, {diary.probes} probes of health")
    lines.append(f"clocks were wrong by {diary.worst_clock:.1f} s at most; {len(diary.found)} faults")
    for found in diary.found:
        lines += [f"{found.at:.1f} s: {found.what}", *(f"    after {after}" for after in found.after)]
    return "\n".join(lines)


def _kinds(diary: Diary) -> dict[str, dict[str, float]]:
    """How often each kind of trouble came, and after how many seconds people were back."""
    kinds: dict[str, list[Trouble]] = {}
    for trouble in diary.troubles:
        kinds.setdefault(trouble.kind, []).append(trouble)
    back = {name: [seconds for one in troubles for seconds in one.back] for name, troubles in sorted(kinds.items())}
    return {
        name: {"times": len(kinds[name]), "median": round(median(all_of_it), 2), "worst": round(max(all_of_it), 2)}
        for name, all_of_it in back.items()
        if all_of_it
    }
