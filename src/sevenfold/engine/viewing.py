"""Making a seat's view of a state, and drawing a view as text or as a picture for notebooks."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sevenfold.cards import NONE

from .actions import describe, with_names
from .look import Look, touchable
from .rules import OVER
from .view import LastTrick, News, Result, SheetRow, TrickCard, View

if TYPE_CHECKING:
    from .state import State

LATEST = 12  # actions told in a view's news


def default_names(players: int, viewer: int) -> list[str]:
    """Names where nobody gave any."""
    return ["You" if seat == viewer else f"Seat {seat}" for seat in range(players)]


def view_of(state: State, viewer: int, names: Sequence[str] | None = None) -> View:
    """The view of a seat (NONE: a spectator)."""
    game = state.game
    names = list(names) if names is not None else default_names(game.players, viewer)
    seen = state.seen_by(None if viewer == NONE else viewer)
    s = seen[0]
    look = Look(game, seen, viewer, names)
    game.draw_table(look)
    is_mine = viewer != NONE and state.turn == viewer
    if is_mine:
        moves = look.moves(int(state.legal_actions().members))
        _say_why(state, look)
    else:
        moves = []
    phase = None if s.phase == OVER else game.rules.phases[int(s.phase)]
    return View(
        format=1,
        game=game.id,
        name=game.name,
        deck=game.pack.deck,
        seat=None if viewer == NONE else viewer,
        turn=state.turn,
        phase=state.phase,
        ask=phase is not None and phase.always_asked,
        made=len(state.actions),
        prompt=_prompt(state, look, is_mine),
        about=game.rules.restrictions[phase.id][-1].rule if phase else "",
        seats=look.seats,
        zones=look.zones,
        moves=moves,
        last_trick=_last_trick(state),
        sheet=_sheet(state),
        news=_news(state, viewer, names),
        result=_result(state, names),
    )


def _prompt(state: State, look: Look, is_mine: bool) -> str:
    if state.turn is None:
        return _outcome(state, look.names)
    if is_mine:
        return state.game.prompt(look.s)
    return f"{look.names[state.turn]} is to {_doing(state)}."


def _doing(state: State) -> str:
    """What the seat to move is asked for, in a few words that tell nothing of its cards."""
    return state.game.rules.phases[int(state.states[0].phase)].name


def _outcome(state: State, names: Sequence[str]) -> str:
    if state.is_truncated:
        return f"The game was ended as a draw after {state.limit} turns."
    return state.game.outcome(state.states[0], state.winners(), names)


def _say_why(state: State, look: Look) -> None:
    """Write beside each card within reach that begins no move why it does not."""
    assert state.turn is not None
    legal = state.legal_actions()
    for zone in look.zones:
        if not touchable(zone, look.viewer):
            continue
        for face in zone.faces:
            if face.code is None:
                continue
            card = state.game.pack.parse(face.code)
            kind = state.game.rules.phases[int(look.s.phase)].kind(card)
            if kind and kind.touch and card in kind.touch(look.s, card) and card not in legal:
                refusal = state._refusal(card, look.s)
                face.why = f"{refusal.sentence} ({refusal.rule})"


def _last_trick(state: State) -> LastTrick | None:
    tricks = [event for events in state.told() for event in events if event["event"] == "trick"]
    if not tricks:
        return None
    last = tricks[-1]
    n = len(last["cards"])
    leader = last["leader"]
    cards = [TrickCard((leader + i) % n, code) for i, code in enumerate(last["cards"])]
    return LastTrick(len(tricks), last["seat"], cards)


def _sheet(state: State) -> list[SheetRow]:
    rows = [event for events in state.told() for event in events if event["event"] == "score"]
    return [SheetRow(row["deal"], row["points"], row["totals"]) for row in rows]


def _news(state: State, viewer: int, names: Sequence[str]) -> list[News]:
    """The latest actions as everybody may know them, with the public events that followed."""
    told = state.told()
    found = []
    for i in range(max(0, len(told) - LATEST), len(told)):
        s = state.at(i)[0]
        phase = state.game.rules.phases[int(s.phase)]
        seat = int(s.turn)
        words = describe(state.actions[i], phase, state.game.pack)
        if not phase.within_move or not phase.hidden:
            if seat == viewer:
                text = f"You {words.label[0].lower()}{words.label[1:]}"
            else:
                text = f"{names[seat]} {phase.hidden or words.told}"
            found.append(News(i + 1, seat, with_names(text, names) + "."))
        found += [News(i + 1, None, text) for event in told[i] if (text := _public(event, names))]
    return found


def _public(event: dict[str, object], names: Sequence[str]) -> str:
    """An event in a sentence, where it is one that everybody sees."""
    if event["event"] == "trick":
        name = names[int(str(event["seat"]))]
        return "You take the trick." if name == "You" else f"{name} takes the trick."
    if event["event"] == "out":
        name = names[int(str(event["seat"]))]
        return "You are out." if name == "You" else f"{name} is out."
    if event["event"] == "reshuffle":
        return "The discard pile is shuffled into a new stock."
    if event["event"] == "deal":
        return f"Deal {event['number']}."
    return ""


def _result(state: State, names: Sequence[str]) -> Result | None:
    if not state.is_over:
        return None
    return Result(state.winners(), state.returns(), state.is_truncated, _outcome(state, names))


# -- drawn --------------------------------------------------------------------------------------------------------------


def as_text(view: View) -> str:
    """A view in plain lines."""
    lines = [f"{view.name}: {view.prompt}"]
    for seat in view.seats:
        facts = [f"{line.label} {line.value}" for line in seat.lines]
        marks = [mark for mark, on in (("to move", seat.is_turn), ("dealer", seat.is_dealer), ("out", seat.is_out)) if on]
        lines.append(", ".join([seat.name, *([f"score {seat.score}"] if seat.score else []), *facts, *marks, *seat.badges]))
    for zone in view.zones:
        shown = [
            face.code if face.state == "up" and face.code else "--" if face.state == "down" else "." for face in zone.faces
        ]
        n = f" ({zone.count})" if zone.count != sum(face.state != "empty" for face in zone.faces) else ""
        lines.append(f"{zone.label}{n}: {' '.join(shown) or '-'}")
    if view.moves:
        lines.append("You may: " + "; ".join(move.text for move in view.moves))
    return "\n".join(lines)


def as_html(view: View) -> str:
    """A view as a small table for notebooks."""
    rows = "".join(
        f"<tr><th style='text-align:left'>{html.escape(zone.label)}</th><td>"
        + " ".join(
            f"<code style='border:1px solid #888;border-radius:3px;padding:1px 4px'>"
            f"{html.escape(face.code or ('✦' if face.state == 'down' else ' '))}</code>"
            for face in zone.faces
        )
        + (f" × {zone.count}" if zone.count != len(zone.faces) else "")
        + "</td></tr>"
        for zone in view.zones
    )
    return f"<table><caption>{html.escape(view.name)}: {html.escape(view.prompt)}</caption>{rows}</table>"
