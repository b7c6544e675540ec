"""Which cards each game hides, written by hand from the rulebook. The tests of secrecy and of re-dealing swap them.

An entry names the fields of the position that hold hidden cards, and who sees them: its OWNER (the first axis is the seat), the
seat to MOVE, or NOBODY; which memories belong to one seat; and what is known about a hidden hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any

import sevenfold
from helpers.referee.seven_and_seven import complete
from sevenfold.cards import NONE
from sevenfold.kernel.events import EventField, RawEvent
from sevenfold.kernel.play import legal_and_turn
from sevenfold.kernel.sets import each
from sevenfold.playing.information import information_hash
from sevenfold.protocol.codec import written
from sevenfold.records.transcript import first_line, lines_by_action
from sevenfold.view.event_log import EventLog
from sevenfold.view.text import as_text

OWNER, MOVE, NOBODY = "owner", "move", "nobody"
Event = dict[str, Any]
Sure = set[tuple[int, str]]  # (a seat, a card of its hand)


def nothing(events: Sequence[Event], viewer: int | None) -> Sure:
    """Nothing is known about hidden hands."""
    return set()


@dataclass(frozen=True)
class Hidden:
    """What a game hides."""

    places: dict[str, str]
    memories: tuple[str, ...] = ()  # a seat's own: the first axis is the seat
    known: Callable[[Sequence[Event], int | None], Sure] = nothing  # to a viewer, of other hands, from what was told so far


# -- what is known of hidden hands ------------------------------------------------------------------------------------


def of_this_deal(events: Sequence[Event]) -> Sequence[Event]:
    """The events since the latest deal, including it."""
    return events[max(i for i, event in enumerate(events) if event["event"] == "deal") :]


def still(events: Sequence[Event], after: int, known: Sure) -> Sure:
    """The cards that have not been played or discarded since."""
    gone = {event["card"] for event in events[after + 1 :] if event.get("move") in ("play", "discard")}
    return {(seat, card) for seat, card in known if card not in gone}


def red_one(events: Sequence[Event], viewer: int | None) -> Sure:
    """THOUGHTS-6: with `red_one`, the first leader has R1, unless it is turned up; THOUGHTS-8: bids come first."""
    options, deal = events[0]["options"], of_this_deal(events)
    bids = sum(event.get("move") == "bid" for event in deal)
    if options["first_lead"] != "red_one" or (options["scoring"] == "bids" and bids < options["players"]):
        return set()
    return still(deal, 0, {(seat, "R1") for seat, hand in enumerate(deal[0]["hands"]) if "R1" in hand})


def exchanged(events: Sequence[Event], viewer: int | None) -> Sure:
    """SUITABILITY-16: the exchange is public."""
    deal = of_this_deal(events)
    found = [(i, event) for i, event in enumerate(deal) if event["event"] == "exchange"]
    return still(deal, found[0][0], {(found[0][1]["seat"], found[0][1]["takes"])}) if found else set()


def passed(events: Sequence[Event], viewer: int | None) -> Sure:
    """SUITORS-2: the seat that passed a card knows who has it; SUITORS-3: all know who has S1, once the hands have changed."""
    deal = of_this_deal(events)
    passes = [event for event in deal if event.get("move") == "pass"]
    mine = {(event["to"], event["card"]) for event in passes if event["seat"] == viewer}
    if len(passes) < 12:
        return set()  # they still lie before the one who passes
    first = [i for i, event in enumerate(deal) if event.get("move") == "pass"][-1]
    holder = next(seat for seat, hand in enumerate(deal[0]["hands"]) if "S1" in hand)
    holder = next((event["to"] for event in passes if event["card"] == "S1"), holder)
    return still(deal, first, mine | {(holder, "S1")})


def taken(events: Sequence[Event], viewer: int | None) -> Sure:
    """SEVENS-1, SEVENS-2: the piles lie face up, so all see what is taken from one; SEVENS-3: the winner shows their hand."""
    piles: dict[int, list[str]] = {seat: [] for seat in range(events[0]["players"])}
    hands = [set(hand) for hand in events[1]["hands"]]
    known: Sure = set()
    for event in events:
        if event["event"] == "reshuffle":
            piles = {seat: pile[-1:] for seat, pile in piles.items()}
        elif event["event"] == "draw":
            hands[event["seat"]].add(event["card"])
        elif event.get("move") == "take" and event["from"] != "stock":
            hands[event["seat"]].add(piles[event["from"]][-1])
            known.add((event["seat"], piles[event["from"]].pop()))
        elif event.get("move") == "discard":
            piles[event["seat"]].append(event["card"])
            hands[event["seat"]].remove(event["card"])
            known.discard((event["seat"], event["card"]))
    won = [seat for seat, hand in enumerate(hands) if len(hand) == 7 and complete(hand)]
    return known | {(won[0], card) for card in hands[won[0]]} if won else known


# -- the table --------------------------------------------------------------------------------------------------------

HANDS, STOCK = {"hands": OWNER}, {"stock": NOBODY}
HIDES = {
    "seven_suitors": Hidden({**HANDS, "passing": OWNER}, ("given", "received", "dealt_special"), passed),  # SUITORS-2, -19
    "suitability": Hidden(HANDS, known=exchanged),  # SUITABILITY-2
    "second_thoughts": Hidden(HANDS, known=red_one),  # THOUGHTS-1
    "seven_and_seven": Hidden({**HANDS, **STOCK, "drawn": MOVE}, known=taken),  # SEVENS-1
    "monoculture": Hidden(STOCK),  # MONO-1: hands lie face up
    "pyramid": Hidden(STOCK),  # PYRAMID-1
    "sane_sevens": Hidden({**HANDS, **STOCK, "drawn": MOVE}),  # SANE-1, SANE-3
    "front_and_center": Hidden(STOCK),  # FRONT-1
    "chain_up": Hidden(STOCK),  # CHAIN-2: what is drawn is seen by all
    "cooperative_dominoes": Hidden(STOCK),  # DOMINO-7
    "seven_truf": Hidden({**HANDS, **STOCK}),  # TRUF-3, TRUF-4
    "seven_solitaire": Hidden(STOCK),  # SOLO-1
}


# -- where hidden cards lie ---------------------------------------------------------------------------------------------


@dataclass
class Spot:
    """A place in a position that holds cards hidden from a viewer."""

    field: str
    at: tuple[int, ...]
    is_set: bool
    cards: list[int]  # without those that the viewer knows to be there


@dataclass
class Unseen:
    """What a viewer does not see of a position (an array of one); None is a spectator."""

    spots: list[Spot] = field(default_factory=list)

    @property
    def cards(self) -> set[int]:
        """All the hidden cards."""
        return {card for spot in self.spots for card in spot.cards}


def hides(game: sevenfold.Game) -> Hidden:
    """What a game hides."""
    assert game.id in HIDES, f"tests/helpers/hidden.py does not say yet what {game.id} hides."
    return HIDES[game.id]


def unseen(game: sevenfold.Game, position: Any, viewer: int | None, events: Sequence[Event]) -> Unseen:
    """What is hidden from a viewer after these events."""
    s = position[0]
    known = {(seat, game.pack.parse(card)) for seat, card in hides(game).known(events, viewer)}
    found = Unseen()
    for name, seen_by in hides(game).places.items():
        declared = game.rules.position.fields[name]
        for at in product(*map(range, declared.shape)):
            holder = at[0] if seen_by == OWNER else int(s.turn) if seen_by == MOVE else None
            value = int(s[name][at] if at else s[name])
            if holder is not None and holder == viewer:
                continue
            is_set = declared.kind == "cards"
            here = list(each(value)) if is_set else [value] if value != NONE else []
            spot = Spot(name, at, is_set, [card for card in here if (holder, card) not in known])
            if spot.cards:
                found.spots.append(spot)
    return found


def renamed(
    game: sevenfold.Game, position: Any, viewer: int | None, hidden: Unseen, names: dict[int, int], chance: Random
) -> Any:
    """A copy of a position with hidden cards renamed, other memories for the other seats, and another random key."""
    made = position.copy()
    s = made[0]
    for spot in hidden.spots:
        value = int(s[spot.field][spot.at] if spot.at else s[spot.field])
        now = [names[card] for card in spot.cards]
        if spot.is_set:
            value = value - sum(1 << card for card in spot.cards) + sum(1 << card for card in now)
        else:
            value = now[0]
        if spot.at:
            s[spot.field][spot.at] = value
        else:
            s[spot.field] = value
    for name in hides(game).memories:
        for at in product(*map(range, game.rules.position.fields[name].shape)):
            if at[0] != viewer:
                s[name][at] = sum(1 << card for card in chance.sample(range(len(game.pack.cards)), 3))
    made["chance"] = chance.randrange(1, 1 << 64)
    made["key"] = [chance.randrange(1 << 64) for _ in range(4)]
    return made


# -- twins ------------------------------------------------------------------------------------------------------------


def lines_so_far(state: sevenfold.State) -> list[list[Event]]:
    """The lines of a transcript: first the opening line with those of the start, then those of each action."""
    lines = lines_by_action(state)
    return [[first_line(state), *lines[0]], *lines[1:]]


def twin_now(state: sevenfold.State, viewer: int | None, chance: Random) -> sevenfold.State:
    """A copy of a game in which everything that the viewer does not see is shuffled now."""
    events = [event for lines in lines_so_far(state) for event in lines]
    hidden = unseen(state.game, state.position, viewer, events)
    names = shuffled(hidden.cards, chance)
    twin = state.copy()
    twin._position = renamed(state.game, state.position, viewer, hidden, names, chance)
    twin.seed = chance.randrange(1 << 53)
    twin._legal, twin._turn = legal_and_turn(twin.position, 0)
    twin._history._event_log = state.event_log().copy()
    return twin


def twin_since(state: sevenfold.State, start: int, viewer: int | None, chance: Random) -> tuple[sevenfold.State, int]:
    """A replay in which all that the viewer has not seen since `start` is shuffled from then on; and how many cards that is."""
    game, lines = state.game, lines_so_far(state)
    events = [event for told in lines for event in told]
    hidden = unseen(game, state.position, viewer, events)
    never_seen = hidden.cards
    for made in range(state.action_count - 1, start - 1, -1):
        if not never_seen:
            break
        events = events[: len(events) - len(lines[made + 1])]
        never_seen = never_seen & unseen(game, state.position_at(made), viewer, events).cards
    names = {card: card for card in hidden.cards} | shuffled(never_seen, chance)
    twin = state.copy()
    twin.seed = chance.randrange(1 << 53)
    twin._position = renamed(game, state.position, viewer, hidden, names, chance)
    twin._legal, twin._turn = legal_and_turn(twin.position, 0)
    event_log = state.event_log()
    retold = EventLog()
    for made, said in enumerate(event_log.said):
        kinds = [event.kind.name for event in said]
        same = len(said) if made < start else 0  # how many of the events came before
        if made == start:
            same = kinds.index("deal") if "deal" in kinds else len(said)
        told = *said[:same], *(otherwise(event, names, game.players) for event in said[same:])
        retold.add(told, event_log.phases[made])
    twin._history._event_log = retold
    return twin, len(never_seen)


def otherwise(event: RawEvent, names: dict[int, int], players: int) -> RawEvent:
    """An event with its cards renamed; array elements of seats without a player stay as they are."""
    parts = event.kind.fields.values()
    values = [
        (*_by_name(part, value[:players], names), *value[players:]) if part.kind == "by_seat" else _by_name(part, value, names)
        for part, value in zip(parts, event.values, strict=True)
    ]
    return RawEvent(event.kind, tuple(values))


def _by_name(part: EventField, value: Any, names: dict[int, int]) -> Any:
    if isinstance(value, tuple):
        return tuple(_by_name(part if isinstance(one, tuple) else EventField(part.of), one, names) for one in value)
    if part.kind == "card":
        return names.get(value, value)
    return sum(1 << names.get(card, card) for card in each(value)) if part.kind == "cards" else value


def shuffled(cards: set[int], chance: Random) -> dict[int, int]:
    """A random renaming of these cards."""
    order = sorted(cards)
    return dict(zip(order, chance.sample(order, len(order)), strict=True))


# -- what is compared -----------------------------------------------------------------------------------------------------


def all_that_is_seen(state: sevenfold.State, viewer: int | None) -> str:
    """Everything that a viewer can get from a state; None is a spectator."""
    view = state.view(viewer)
    seen: list[Any] = [written(view), as_text(view), view._repr_html_(), state.redacted(viewer).tobytes()]
    seen += [state.events(viewer), information_hash(state.position[0], NONE if viewer is None else viewer)]
    if viewer is not None and state.turn == viewer:
        seen += [str(state), state._repr_html_(), state.legal_actions()]
        seen += [state.why_not(action) for action in (-1, *range(64))]
        seen += [_refused(state, action) for action in (*range(0, 64, 9), "sing")]
    return "\n".join(map(str, seen))


def _refused(state: sevenfold.State, action: int | str) -> str:
    """The refusal that a player gets for an illegal action."""
    try:
        if action not in state.legal_actions():
            state.play(action)
    except sevenfold.SevenfoldError as refused:
        return str(refused)
    return ""
