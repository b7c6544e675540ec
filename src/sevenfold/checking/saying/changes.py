"""What changes in an action and what is told of it: every change is told, and cards move as is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from sevenfold.cards import NONE, OPEN
from sevenfold.checking.random_play import Step
from sevenfold.declare.rules import Rules
from sevenfold.kernel.events import RawEvent
from sevenfold.kernel.fields import ALL, Field
from sevenfold.kernel.questions import stepped
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import Card, CardSet, Positions, Seat
from sevenfold.playing.game import State
from sevenfold.view.description import SeatView, View, Zone
from sevenfold.view.event_log import DEAL, EARN, SCORE
from sevenfold.view.event_text import flights
from sevenfold.view.numbers import number_in
from sevenfold.view.table_builder import TableBuilder
from sevenfold.view.view_maker import default_names

Said = tuple[str, str]  # a finding's code and sentence


def is_midway(step: Step) -> bool:
    """Whether the action was a step of a move that goes on, so that the whole is told later."""
    return any(event.kind.name == stepped.name for event in step.events)


def untold(rules: Rules, step: Step, function: str) -> Iterator[tuple[str, str, bool]]:
    """What everybody sees change in an action without being told: (code, sentence, whether it is certainly wrong)."""
    if step.before is None or is_midway(step):
        return
    names = {event.kind.name for event in step.events}
    before, after = step.before[0], step.state.position[0]
    public = {name: field for name, field in rules.position.fields.items() if field.seen_by == "all" and not field.observed}
    changed = [name for name in public if not np.array_equal(before[name], after[name])]
    if not names and changed:
        yield (
            "untold-change",
            (
                f"`{function}` changes {_listed(changed)} and reports no event: nobody is told, and neither transcript nor"
                " news have it."
                " Declare an `event` and call it where the rule makes the change."
            ),
            True,
        )
        return


def untold_cards(
    rules: Rules, step: Step, function: str, before: dict[str, Zone], after: dict[str, Zone]
) -> Iterator[tuple[str, str, bool]]:
    """Cards that lie in another zone than before without being named: (code, sentence, whether it is certainly wrong)."""
    names = {event.kind.name for event in step.events}
    if step.before is None or is_midway(step) or DEAL in names:
        return
    told = {rules.pack.code(card) for event in step.events for card in cards_in(event)}
    lay, lie = _by_card(before), _by_card(after)
    for code in sorted({*lay, *lie} - told):
        was, now = lay.get(code), lie.get(code)
        if was is not None and now is None and _is_covered(step, was, before, after):
            continue
        card = rules.pack.parse(code)
        if was == now or _may_be_unseen(was, now, before, after):
            continue
        if _of_one_seat(was, now, before | after) and not _is_opened(rules, step, card):
            continue
        fields = _holding(rules, step, card)
        happened = f"; {_listed(sorted(names - {stepped.name}))} happened" if names else ""
        yield (
            "untold-change",
            (
                f"`{function}` moves {rules.pack.the(card)} from {_zone(was)} to {_zone(now)}"
                f" ({_listed(fields)}), and no"
                f" event of that action names the card{happened}. Report the card in an event, with `goes` from zone to"
                " zone, so that"
                " the table shows it move."
            ),
            now is not None,  # what goes out of sight may be known to be over
        )
        return


def _zone(zone: str | None) -> str:
    return "where nobody sees it" if zone is None else f"the zone {zone!r}"


def _may_be_unseen(was: str | None, now: str | None, before: dict[str, Zone], after: dict[str, Zone]) -> bool:
    """Whether a card may have stayed in a zone that does not show all its cards, or was cleared away with its trick."""
    if was is not None and now is None and before[was].kind == "trick":
        return True  # its end is told by who takes it, if anybody does
    if was is None:
        return now is None or (now in before and not _shows_all(before[now]))
    return now is None and was in after and not _shows_all(after[was])


def _is_covered(step: Step, was: str, before: dict[str, Zone], after: dict[str, Zone]) -> bool:
    """Whether all cards of a zone went together, because others are moved there, or something else happened than a move."""
    left = {face.code for face in before[was].faces} & {face.code for face in after[was].faces} if was in after else set()
    if left - {None}:
        return False
    if was not in after or all(face.code is None for face in after[was].faces):
        return any(not event.kind.is_move for event in step.events)  # the end of a round, say
    return any(
        end.format(**{name: event[name] for name in event.kind.names}) == was
        for event in step.events
        for _, _, end in event.kind.goes
    )


def _of_one_seat(was: str | None, now: str | None, zones: dict[str, Zone]) -> bool:
    return was is not None and now is not None and zones[was].owner is not None and zones[was].owner == zones[now].owner


def _is_opened(rules: Rules, step: Step, card: Card) -> bool:
    """Whether a card that was hidden from some now lies where everybody sees it."""
    assert step.before is not None
    was, now = (_seen_by(rules, positions, card) for positions in (step.before, step.state.position))
    return bool(was) and ALL not in was and ALL in now


def _seen_by(rules: Rules, positions: Positions, card: Card) -> set[str]:
    """Who sees the fields in which a card lies."""
    kinds = {name: field for name, field in rules.position.fields.items() if field.kind in ("card", "cards")}
    return {field.seen_by for name, field in kinds.items() if _lying(positions[0][name], field) >> card & 1}


def _shows_all(zone: Zone) -> bool:
    shown = sum(face.state == "up" for face in zone.faces) + len(zone.beneath)
    return shown >= zone.count and all(face.state != "down" for face in zone.faces)


def _holding(rules: Rules, step: Step, card: Card) -> list[str]:
    """The fields of cards in which a card lies now and did not before, or the other way round."""
    assert step.before is not None
    before, after = step.before[0], step.state.position[0]
    kinds = {name: field for name, field in rules.position.fields.items() if field.kind in ("card", "cards")}
    return [name for name, field in kinds.items() if (_lying(before[name], field) ^ _lying(after[name], field)) >> card & 1]


def untold_points(
    step: Step, before: Sequence[SeatView], after: Sequence[SeatView], function: str
) -> Iterator[tuple[str, str, bool]]:
    """Scores and lines of a seat that change in an action of which no event concerns that seat."""
    if step.before is None or is_midway(step) or any(event.kind.name == DEAL for event in step.events):
        return
    if any(part.kind == "by_seat" for event in step.events for part in event.kind.fields.values()):
        return
    concerned = {event[name] for event in step.events for name, part in event.kind.fields.items() if part.kind == "seat"}
    for was, now in zip(before, after, strict=True):
        lines = {line.label: line.value for line in was.lines} | {"score": was.score}
        for label, value in [("score", now.score), *((line.label, line.value) for line in now.lines)]:
            if now.seat not in concerned and label in lines and lines[label] != value and value.lstrip("-").isdigit():
                yield (
                    "untold-change",
                    (
                        f"`{function}` changes {label!r} of seat {now.seat} from {lines[label]} to {value}, but no event of"
                        " that action"
                        " names the seat: nobody is told why. Report it in an event with the seat, as"
                        ' `event("round", seat=a_seat(), say="{seat} take[s] the round.")`.'
                    ),
                    False,
                )
                return


def wrong_mover(step: Step) -> Iterator[Said]:
    """A move that is told as another seat's."""
    if step.before is None:
        return
    turn = int(step.before[0].turn)
    told: dict[str, int] = {}
    for event in step.events:
        seats = [name for name, part in event.kind.fields.items() if part.kind == "seat"]
        if event.kind.is_move and seats:
            told[f"the event {event.kind.name!r} says that its {seats[0]!r} is"] = int(event[seats[0]])
    if told and turn not in told.values():
        what, seat = next(iter(told.items()))
        yield (
            "move-seat",
            (
                f"Seat {turn} has moved, but {what} {seat}. The first seat that an event of a move names is whose move it is,"
                " as it was when the action began: next_turn(s) comes after the event."
            ),
        )


def wrong_sums(step: Step) -> Iterator[Said]:
    """Points of a seat that are told term by term, and do not add up to what it then scores."""
    terms = Counter[int]()
    for event in step.events:
        if event.kind.name == EARN:
            terms[int(event["seat"])] += int(event["points"])
    for event in step.events:
        if event.kind.name == SCORE and (seat := int(event["seat"])) in terms and terms[seat] != event["points"]:
            yield (
                "points-sum",
                (
                    f"Seat {seat} scores {event['points']}, but the terms that are told of its points add up to"
                    f" {terms[seat]}: `points` returns what it has reported with the event of `earning`."
                ),
            )
            return


def wrong_totals(step: Step, after: Sequence[SeatView], totals: dict[Seat, int]) -> Iterator[Said]:
    """A total that is told of a seat, while the table shows another score, or another follows from the total told before.

    Args:
        step: An action.
        after: The seats on the table after it.
        totals: What each seat was last told to have in all; brought up to date.
    """
    scored = [event for event in step.events if event.kind.name == SCORE]
    told = {int(event["seat"]): int(event["total"]) for event in scored}
    for seat in after:
        if seat.seat in told and number_in(seat.score) not in (None, told[seat.seat]):
            yield (
                "points-total",
                (
                    f"Seat {seat.seat} is told to have {told[seat.seat]} in all, but then the table shows the score"
                    f" {seat.score}: the last value of a `score` event is the total with the points just scored, so it is"
                    " reported once they are added."
                ),
            )
            return
    points = Counter[int]()
    for event in scored:
        points[int(event["seat"])] += int(event["points"])
    sides = {seat.seat: seat.side for seat in after}
    for seat_told, total in told.items():
        together = sum(n for other, n in points.items() if sides.get(other) == sides.get(seat_told) is not None)
        before = totals.get(seat_told)
        if before is not None and total not in (before + points[seat_told], before + together):
            yield (
                "points-total",
                (
                    f"Seat {seat_told} had {before} in all and scores {points[seat_told]}, but is then told to have {total}:"
                    " are points added to what the seat had, and to nothing else?"
                ),
            )
            return
    totals |= told


def wrong_counts(rules: Rules, zones: dict[str, Zone], seats: Sequence[SeatView]) -> Iterator[Said]:
    """A number of cards that a table shows and that cannot be: of a seat, or of all zones together."""
    for seat in seats:
        hand = zones.get(f"hand-{seat.seat}")
        most = sum(zone.count for zone in zones.values() if zone.owner == seat.seat)  # a card just drawn may lie apart
        if hand and seat.cards is not None and not hand.count <= seat.cards <= most:
            yield (
                "cards-shown",
                (
                    f"The table says that seat {seat.seat} has {seat.cards} cards, and its hand shows {hand.count}: give"
                    " `table.seat` the number of cards of that seat's hand."
                ),
            )
            return
    if said := next(filter(None, map(_wrong_zone, zones.values())), ""):
        yield "cards-shown", said
        return
    seen = {code for zone in zones.values() for code in _codes(zone)}
    unseen = {zone.id: max(0, zone.count - len(_codes(zone))) for zone in zones.values()}
    if len(seen) + sum(unseen.values()) > len(rules.pack.cards):
        places = ", ".join(f"{n} in {id!r}" for id, n in unseen.items() if n)
        yield (
            "cards-shown",
            (
                f"The table shows {len(seen)} cards face up and {sum(unseen.values())} that nobody sees ({places}), more than"
                f" the {len(rules.pack.cards)} of the pack: give each zone the number of cards that lie there now."
            ),
        )


def _wrong_zone(zone: Zone) -> str:
    """What a zone shows although it cannot be, as a sentence; empty if nothing."""
    codes = [code for code in (*(face.code for face in zone.faces), *zone.beneath) if code is not None]
    if double := next((code for code in codes if codes.count(code) > 1), ""):
        return f"The zone {zone.id!r} shows {double} twice: `beneath` are the cards under the top, without it."
    if len(codes) > zone.count:
        return f"The zone {zone.id!r} shows {len(codes)} cards, and says that it holds {zone.count}."
    if zone.beneath and all(face.state == "empty" for face in zone.faces):
        return f"The zone {zone.id!r} shows cards beneath its top, and none on top."
    return ""


def _codes(zone: Zone) -> set[str]:
    return {code for code in (*(face.code for face in zone.faces), *zone.beneath) if code is not None}


def differing_number(views: Sequence[View]) -> str:
    """A number of the table that is not the same for all who see it, in words; empty if there is none."""
    seen: dict[str, tuple[str, int | None]] = {}
    for view in views:
        for what, value in _numbers(view):
            other, viewer = seen.setdefault(what, (value, view.seat))
            if other != value and number_in(value) is not None and number_in(other) is not None:
                return f"{what} is {other} for {_viewer(viewer)} and {value} for {_viewer(view.seat)}"
    return ""


def made_up(state: State, seat: Seat) -> str:
    """What a seat (NONE: a spectator) is shown that follows from what is hidden from it, in words; empty if nothing does.

    Whatever is hidden is replaced by something else before a view is made, so a view that looks at it shows what is not true.
    """
    rules, players = state.game.rules, state.game.players
    redacted = state.redacted(None if seat == NONE else seat)
    shown, true = (
        TableBuilder.filled(rules, players, one, seat, default_names(players, seat)) for one in (redacted, state.position)
    )
    parts: tuple[tuple[str, Sequence[Any], Sequence[Any]], ...] = (
        ("fact", shown.facts, true.facts), ("track", shown.tracks, true.tracks), ("zone", shown.zones, true.zones),
        ("seat", shown.seats, true.seats),
    )  # fmt: skip
    for what, seen, real in parts:
        if len(seen) != len(real):
            return f"Whether there is a {what}"
        for one, other in zip(seen, real, strict=True):
            if one != other:
                return f"The {what} {one.seat}" if what == "seat" else f"The {what} {one.label!r}"
    if seat == state.turn and not state.is_over:
        prompts = [str(rules.plain["prompt"](table.s)) for table in (shown, true)]
        if prompts[0] != prompts[1]:
            return f"The prompt {prompts[0]!r}"
    return ""


def named_twice(event: RawEvent, text: str, names: Sequence[str]) -> str:
    """The name of a seat that two fields of an event hold, if its sentence says both; empty if there is none."""
    seats = [int(event[name]) for name, part in event.kind.fields.items() if part.kind == "seat"]
    for seat in {seat for seat in seats if 0 <= seat < len(names) and seats.count(seat) > 1}:
        if text.count(names[seat]) > 1:
            return names[seat]
    return ""


def _numbers(view: View) -> Iterator[tuple[str, str]]:
    """What a view says in numbers: what each is, and its value."""
    for seat in view.seats:
        yield f"The score of seat {seat.seat}", seat.score
        yield f"The number of cards of seat {seat.seat}", str(seat.cards)
        for line in seat.lines:
            yield f"{line.label!r} of seat {seat.seat}", line.value
    for track in view.tracks:
        yield f"The track {track.label!r}{f' of side {track.side}' if track.side is not None else ''}", str(track.value)
    for fact in view.facts:
        yield f"The fact {fact.label!r}", str(fact.number)
    for zone in view.zones:
        yield f"The number of cards in the zone {zone.id!r}", str(zone.count)


def _viewer(seat: int | None) -> str:
    return "a spectator" if seat is None else f"seat {seat}"


def _listed(names: Sequence[str]) -> str:
    quoted = [f"`{name}`" for name in names[:4]]
    return " and ".join([", ".join(quoted[:-1]), quoted[-1]]) if len(quoted) > 1 else "".join(quoted) or "nothing else"


def _lying(value: Any, field: Field) -> CardSet:
    found = 0
    for one in np.ravel(value).tolist():
        found |= one if field.kind == "cards" else 1 << one if one >= 0 else 0
    return found


def cards_in(event: RawEvent) -> set[Card]:
    """All cards that an event names, seen or not."""
    found = set[Card]()
    for (_, part), value in zip(event.kind.fields.items(), event.values, strict=True):
        kind = part.of if part.kind in ("by_seat", "listed") else part.kind
        for one in _flat(value):
            if kind == "card" and one >= 0:
                found.add(one)
            elif kind == "cards":
                found.update(each(one))
    return found


def _flat(value: Any) -> Iterator[int]:
    if isinstance(value, tuple):
        for one in value:
            yield from _flat(one)
    else:
        yield value


def fault_of_seats(state: State) -> str:
    """What is wrong with the seats that the game's `table` adds, as a sentence; empty if nothing is."""
    rules, players = state.game.rules, state.game.players
    table = TableBuilder.filled(rules, players, state.position, OPEN, default_names(players, OPEN))
    if table.unshown and players > 1:  # who plays alone need not be named
        return f"`table` does not add seat {table.unshown[0]}: call `table.seat` for every seat, so that all players are shown."
    if len(table.seats) > players:
        twice = next(one.seat for one, other in pairwise(table.seats) if one.seat == other.seat)
        return f"`table` adds seat {twice} twice."
    return ""


# -- flights ------------------------------------------------------------------------------------------------------------


def table_of(rules: Rules, players: int, positions: Positions) -> tuple[dict[str, Zone], list[SeatView]]:
    """The zones, by id, and the seats of a table on which all hands are open."""
    table = TableBuilder.filled(rules, players, positions, OPEN, default_names(players, OPEN))
    return {zone.id: zone for zone in table.zones}, table.seats


def wrong_flights(rules: Rules, step: Step, before: dict[str, Zone], after: dict[str, Zone]) -> Iterator[Said]:
    """Cards that fly from where they were not, to where they are not, or to a zone that there is not."""
    zones = before | after
    lay, lie = _by_card(before), _by_card(after)
    dealt = max((i for i, event in enumerate(step.events) if event.kind.name == DEAL), default=-1)
    last = {flight.code: i for i, event in enumerate(step.events) for flight in flights(event, OPEN, rules.pack)}
    for i, event in enumerate(step.events):
        if i <= dealt:
            continue
        for flight in flights(event, OPEN, rules.pack):
            kind = f"The event {event.kind.name!r} lets {flight.code} go from {flight.start!r} to {flight.end!r}"
            missing = next((zone for zone in (flight.start, flight.end) if zone not in zones), None)
            if missing is not None:
                yield (
                    "flight-zone",
                    (
                        f"{kind}, but the table has no zone {missing!r}; it has {', '.join(map(repr, zones))}. The ends of"
                        " `goes` are ids"
                        " of zones, as `table` adds them."
                    ),
                )
                return
            code = flight.code
            assert code is not None
            was = lay.get(code)
            if dealt < 0 and not _is_at(was, flight.start, zones, before):
                yield (
                    "flight-start",
                    f"{kind}, but before it the card lay in {was!r}." if was else f"{kind}, but the card did not lie there.",
                )
                return
            lay[code] = flight.end
            if last[code] == i and not _is_at(lie.get(code), flight.end, zones, after, may_have_left=i < len(step.events) - 1):
                yield (
                    "flight-end",
                    f"{kind}, but after it the card lies in {lie[code]!r}."
                    if code in lie
                    else f"{kind}, but it does not lie there.",
                )
                return


def wrong_arrivals(rules: Rules, step: Step, after: dict[str, Zone]) -> Iterator[Said]:
    """More cards that go to a stock or a pile, by the last event of an action, than then lie there; others may be cleared."""
    event = step.events[-1] if step.events else None
    if step.before is None or event is None or event.kind.name == DEAL:
        return
    arrived = Counter(flight.end for flight in flights(event, OPEN, rules.pack))
    for zone, cards in arrived.items():
        if zone in after and after[zone].kind in ("stock", "pile") and cards > after[zone].count:
            yield (
                "cards-shown",
                (
                    f"The event {event.kind.name!r} lets {cards} card{'s' * (cards > 1)} go to {zone!r}, but then the table"
                    f" shows {after[zone].count} there: give the zone the number of cards that lie there now."
                ),
            )
            return


def _by_card(zones: dict[str, Zone]) -> dict[str, str]:
    found: dict[str, str] = {}
    for zone in zones.values():
        for code in [*(face.code for face in zone.faces), *zone.beneath]:
            if code is not None:
                found.setdefault(code, zone.id)
    return found


def _is_at(lies: str | None, said: str, zones: dict[str, Zone], now: dict[str, Zone], *, may_have_left: bool = False) -> bool:
    """Whether a card that is seen in a zone (None: in none) can be said to be in another: in the same, or one of the same
    seat; if it is not seen, in any that does not show all its cards."""
    if lies is not None:
        return lies == said or (zones[lies].owner is not None and zones[lies].owner == zones[said].owner)
    zone = now.get(said)
    if may_have_left or zone is None:
        return True
    return zone.kind != "hand" or not _shows_all(zone)  # what else lies open may be shown by a part of it
