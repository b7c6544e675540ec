"""Simultaneous phases: whether anybody is shown or told what another chose before all have chosen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from random import Random

from sevenfold.findings import Finding
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.playing.game import Game, State
from sevenfold.records.record import moves_of

from .source import Source

MOST = 60  # actions of one game


def told_too_early(game: Game, seed: int) -> Iterator[Finding]:
    """What is shown too early in one random game: another choice, made in its place, looks different to somebody else."""
    if not any(phase.simultaneous for phase in game.rules.phases.values()):
        return
    chance = Random(seed)
    with interpreting():
        state = game.start(seed)
        while not state.is_over and state.action_count < MOST:
            action, *others = chance.sample(list(state.legal_actions()), len(state.legal_actions()))
            if others and state.is_simultaneous and len(state.choosers) > 1:
                one, other = state.copy(), state.copy()
                one.play(action)
                other.play(others[0])
                if {*one.choosers} == {*other.choosers} == {*state.choosers} - {state.turn}:
                    if found := _difference(state, one, other):
                        yield found
                        return
            state.play(action)


def _difference(before: State, one: State, other: State) -> Finding | None:
    """What somebody else sees of a choice at once; None if nothing."""
    game, mover = before.game, before.turn
    source, phase = Source(game.rules), before._phase()
    for viewer in (*(seat for seat in range(game.players) if seat != mover), None):
        who = "spectators see" if viewer is None else f"seat {viewer} sees"
        told = [state.events(viewer)[len(before.events(viewer)) :] for state in (one, other)]
        seen = [asdict(state.view(viewer)) for state in (one, other)]
        what, place = "", source.phase(phase.name)
        if told[0] != told[1]:
            kinds = [event.kind for event in told[0]] or [event.kind for event in told[1]]
            what = f'an event ({", ".join(kinds)}) tells it; name who may know in its field, as in to="seat"'
            raised = one.event_log().said[-1]
            place = source.event(raised[0].kind) if raised else place
        elif field := next((name for name in game.rules.position.fields if _sees(one, other, name, viewer)), ""):
            what, place = f"the field `{field}` shows it; declare it with seen_by=OWNER", source.field(field)
        elif seen[0] != seen[1]:
            what = f"the view shows it ({', '.join(name for name in seen[0] if seen[0][name] != seen[1][name])})"
        if what:
            return Finding(
                "round-told",
                f"Seat {mover} chooses at once with others, but {who} what it chose before all have chosen: {what}.",
                file=place[0],
                line=place[1],
                options=game.options,
                seed=before.seed,
                moves=tuple(moves_of(before)),
            )
    return None


def _sees(one: State, other: State, field: str, viewer: int | None) -> bool:
    """Whether a field looks different to a viewer in two states."""
    seen = [state.redacted(viewer)[0] for state in (one, other)]
    if field not in (seen[0].dtype.names or ()):
        return False
    return bool((seen[0][field] != seen[1][field]).any() if seen[0][field].shape else seen[0][field] != seen[1][field])
