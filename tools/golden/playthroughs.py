"""Golden playthroughs: one random game of every combination of options as text, to compare later versions with.

    python -m tools.golden.playthroughs                 rewrite tests/rules/golden/ and tests/rules/perft.json (make golden)
    python -m tools.golden.playthroughs sane_sevens     the files of one game

The first actions are told in full: what each seat sees, where that changed (0, 1 … the seats, s a spectator, * everybody), what
may be played and why something else may not, what transcripts tell, how everybody stands. What follows is a digest of
the positions.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import fields
from itertools import groupby
from pathlib import Path

import sevenfold
from sevenfold.kernel.chance import pick, source
from sevenfold.kernel.types import Sources
from sevenfold.records.transcript import Line as TranscriptLine
from sevenfold.records.transcript import lines_by_action
from sevenfold.view.description import DealSummary, Face, Gesture, Move
from tools.games.combinations import all_combinations, label
from tools.games.random_traces import unmarked
from tools.golden import perft

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "rules" / "golden"
SEED, LIMIT = 7, 1000
TOLD, TOLD_OF_OTHERS = 60, 30  # actions written in full: with the default options, with others
SHOWN = 4  # moves of several steps that are listed at most

Line = tuple[str, tuple[str, ...]]  # what is said, and the faces of a zone
Lines = dict[str, Line]  # what a seat sees, line by line, under short names


def playthrough(game: sevenfold.Game) -> str:
    """A game as text."""
    return "\n".join(_lines(game)) + "\n"


def _lines(game: sevenfold.Game) -> Iterator[str]:
    state = game.start(SEED, limit=LIMIT)
    chooser = source(SEED)
    yield f"{label(game)}, seed {SEED}, limit {LIMIT}, dealer {state.position[0].dealer}"
    seen: dict[str, Lines] = defaultdict(dict)
    most = TOLD if game == sevenfold.load(game.id) else TOLD_OF_OTHERS
    while not state.is_over and state.action_count < most:
        yield ""
        yield from _position(state, chooser, seen)
        action = state.action(pick(chooser[0], state.legal_actions().members))
        yield f"> {state.turn} {action}"
        state.play(action)
        yield from (f"  {_event(event)}" for event in lines_by_action(state)[-1])
    digest = hashlib.sha256(unmarked(state.position))
    in_full = state.action_count
    while not state.is_over:
        state.play(pick(chooser[0], state.legal_actions().members))
        digest.update(unmarked(state.position))
    yield ""
    yield f"then {state.action_count - in_full} actions: {digest.hexdigest()}"
    yield from _views(state, seen)
    yield f"returns {state.returns()}, winners {state.winners()}, truncated {state.is_truncated}"


def _position(state: sevenfold.State, chooser: Sources, seen: dict[str, Lines]) -> Iterator[str]:
    """The lines about the position before a move, and about what the seat to move may do."""
    yield from _views(state, seen)
    yield f"standing {state.standing()}"
    yield f"{state.turn} may {_joined([str(action) for action in state.legal_actions()])}"
    refused = sum(1 << action for action in _meant(state) if action not in state.legal_actions())
    if refused:
        action = state.action(pick(chooser[0], refused))
        why = state.why_not(action)
        yield f"not {action}: {why.rule} {why.sentence}" if why else f"not {action}: ???"


def _meant(state: sevenfold.State) -> Iterator[int]:
    """The actions that have a meaning in this position."""
    for action in state.game.rules.phases[int(state.position[0].phase)].every():
        try:
            state.describe(action)
        except IndexError:
            continue
        yield action


def _joined(actions: list[str]) -> str:
    """Actions in short form, grouped by verb."""
    verbs: dict[str, list[str]] = defaultdict(list)
    for action in actions:
        verb, _, rest = action.partition(" ")
        verbs[verb].append(rest)
    return ", ".join(f"{verb} {' '.join(rest)}".strip() for verb, rest in verbs.items())


def _event(event: TranscriptLine) -> str:
    return "; ".join(f"{key} {value}" if key != "event" else str(value) for key, value in event.items())


# -- views --------------------------------------------------------------------------------------------------------------


def _views(state: sevenfold.State, seen: dict[str, Lines]) -> Iterator[str]:
    """The lines of all views that changed since `seen`, which is updated, and a digest of all views."""
    names = [f"Seat {seat}" for seat in range(state.game.players)]
    changed: dict[tuple[str, str], str] = defaultdict(str)
    whole = hashlib.sha256()
    viewers = [*range(state.game.players), None]
    for viewer in viewers:
        view = state.view(viewer, names)
        whole.update(f"View({', '.join(f'{f.name}={getattr(view, f.name)!r}' for f in fields(view))})".encode())
        who = "s" if viewer is None else str(viewer)
        lines = dict(view_lines(view))
        for name, line in lines.items():
            if seen[who].get(name) != line:
                changed[name, _change(seen[who].get(name), line)] += who
        for name in seen[who].keys() - lines.keys():
            changed[name, "gone"] += who
        seen[who] = lines
    for (name, change), who in sorted(changed.items()):
        yield f"{'*' if len(who) == len(viewers) else who} | {name}: {change}"
    yield f"views {whole.hexdigest()[:12]}"


def _change(before: Line | None, now: Line) -> str:
    """A line in full, or what was removed (-) and added (+) if that is shorter."""
    said, faces = now
    whole = " ".join(face if n == 1 else f"{face}×{n}" for face, n in ((face, len(list(run))) for face, run in groupby(faces)))
    if before is None:
        return f"{said} {whole}".strip()
    left, came = Counter(before[1]) - Counter(faces), Counter(faces) - Counter(before[1])
    steps = " ".join([*(f"-{face}" for face in left.elements()), *(f"+{face}" for face in came.elements())])
    return f"{said} {min(whole, steps or whole, key=len)}".strip()


def view_lines(view: sevenfold.View) -> Iterator[tuple[str, Line]]:
    """A view as lines with short names."""
    yield "prompt", (f"{view.prompt} ({view.phase}, {view.about})", ())
    for seat in view.seats:
        lines = [f"{line.label} {line.value}{'' if line.of is None else f' of {line.of}'}" for line in seat.lines]
        marks = [mark for mark, on in (("dealer", seat.is_dealer), ("turn", seat.is_turn), ("out", seat.is_out)) if on]
        side = [] if seat.side is None else [f"side {seat.side}"]
        held = [] if seat.cards is None else [f"cards {seat.cards}"]
        yield seat.name, (", ".join([f"score {seat.score or '-'}", *held, *lines, *seat.badges, *side, *marks]), ())
    for fact in view.facts:
        drawn = [f"{value}" for value in (fact.suit, fact.number, fact.card, *fact.suits) if value is not None]
        drawn += [f"badge {fact.badge}"] * bool(fact.badge) + ["by the trick"] * fact.by_trick
        yield f"fact {fact.id}", (f"{fact.label}: {fact.text} <{' '.join(drawn)}>", ())
    for track in view.tracks:
        steps = " ".join(f"{step.suit or step.text}:{step.state}" for step in track.steps)
        whose = "" if track.side is None else f" of side {track.side}"
        yield f"track {track.id}", (f"{track.label}{whose}: {track.text} <{track.value}/{track.of} {steps}>", ())
    for zone in view.zones:
        owner = "" if zone.owner is None else f" of {zone.owner}"
        note = f" ({zone.note})" if zone.note else ""
        led = "" if zone.leader is None else f" led by {zone.leader}"
        under = f" over {' '.join(zone.beneath)}" if zone.beneath else ""
        said = f"{zone.kind} ({zone.purpose}){owner} {zone.label!r}{note}{led}{under} {zone.count}:"
        yield zone.id, (said, tuple(map(_face, zone.faces)))
    moves = [move for move in view.moves if len(move.actions) > 1 or move.effect]
    if moves:
        more = f" and {len(moves) - SHOWN} more" if len(moves) > SHOWN else ""
        yield "moves", ("; ".join(map(_move, moves[:SHOWN])) + more, ())
    if view.refused:
        yield "refused", ("; ".join(f"{move.label}: {move.why}" for move in view.refused), ())
    if view.last_trick:
        cards = " ".join(f"{card.seat}:{card.code}" for card in view.last_trick.cards)
        yield "last trick", (f"number {view.last_trick.number} to {view.last_trick.taker}: {cards}", ())
    if view.sheet:
        yield "sheet", (f"{len(view.sheet)} rows, deal {view.sheet[-1].deal}: {_points(view.sheet[-1])}", ())
    latest = [news for news in view.news if news.number == view.made]
    yield "news", (" ".join(news.text for news in latest if news.text) or "-", ())
    shown = [f"{news.kind}:{news.shows}" for news in latest if news.shows]
    if shown:
        yield "shown", (" ".join(shown), ())
    flights = [f"{flight.code or '--'} {flight.start}>{flight.end}" for news in latest for flight in news.flights]
    yield "flights", (", ".join(f"{flight} ×{n}" if n > 1 else flight for flight, n in Counter(flights).items()) or "-", ())
    if view.result:
        yield "result", (view.result.sentence, ())


def _face(face: Face) -> str:
    code = {"up": face.code, "down": "--", "empty": "."}[face.state]
    where = "" if face.x is None else f"@{face.x},{face.y}"
    seat = "" if face.seat is None else f"{face.seat}:"
    mark = f"!{face.mark}" if face.mark else ""
    return f"{seat}{code}{where}{mark}{f' ({face.note})' if face.note else ''}"


def _move(move: Move) -> str:
    return f"{move.text}{f' = {move.effect}' if move.effect else ''} {_gesture(move.gesture)}"


def _points(summary: DealSummary) -> str:
    """The points of a deal by seat: their terms and the total."""
    lines = []
    for line in summary.lines:
        terms = " + ".join(f"{term.points:g} {term.rule}" for term in line.terms)
        counts = [f"{name} {n}" for name, n in (("bid", line.bid), ("took", line.took)) if n is not None]
        lines.append(", ".join([f"{line.seat}", *counts, f"{line.points:g} ({terms})", f"total {line.total:g}"]))
    return "; ".join(lines)


def _gesture(gesture: Gesture) -> str:
    spots = " ".join(f"{spot.zone}[{spot.at}]" for spot in gesture.spots)
    return f"<{' '.join(part for part in (spots, gesture.button, gesture.key) if part)}>"


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="game", help=f"of {', '.join(sevenfold.game_names())}; all without one")
    chosen = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    old = {path for name in chosen.names or sevenfold.game_names() for path in FOLDER.glob(f"{name}[-.]*")}
    for game in all_combinations(chosen.names):
        path = FOLDER / f"{label(game)}.txt"
        path.write_text(playthrough(game), encoding="utf-8")
        old.discard(path)
    for path in old:
        path.unlink()
    perft.write(chosen.names)
    return 0


if __name__ == "__main__":
    sys.exit(main())
