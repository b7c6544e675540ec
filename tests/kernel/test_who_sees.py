"""Who sees a field: hands that the others or partners see, hidden numbers; and single cards, which begin as NONE."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import pytest

from sevenfold.cards import NONE, SEVENDECK_PACK
from sevenfold.devise import (
    NOBODY,
    OTHERS,
    OWNER,
    PARTNER,
    Fields,
    Rules,
    TableBuilder,
    a_card,
    a_seat,
    below,
    bit,
    by_seat,
    card,
    cards,
    count,
    draw_card,
    end_game,
    event,
    first,
    next_turn,
    number,
    one_action,
)
from sevenfold.errors import BadInput
from sevenfold.kernel.chance import source
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.playing.game import Game

SEATS, PLACES, PACK = 4, 2, 13


class Position(Fields):
    backs = card(SEATS, PLACES, seen_by=OTHERS)
    shared = cards(SEATS, seen_by=PARTNER)
    marks = number(SEATS, seen_by=OWNER)
    signs = number(SEATS, seen_by=OTHERS)
    stock = cards(seen_by=NOBODY)
    laid = card(SEATS)
    began_as_none = number()


rules = Rules(Position, "peeking", "Peeking", pack=SEVENDECK_PACK, players=SEATS, minutes=1, about="Look at what you may.")
rules.phase(0, "pass", one_action(0, "pass", "Pass"))
dealt = event("deal", backs=by_seat("card", to=OTHERS), line=False)
showed = event("show", seat=a_seat(), card=a_card(hidden_from="seat"), say="{seat} show[s] {card}.")


@rules.answers
def start(s: Position) -> None:
    s.began_as_none = s.laid[0] == NONE and s.backs[SEATS - 1, PLACES - 1] == NONE
    s.stock = first(PACK)
    for seat in range(SEATS):
        for place in range(PLACES):
            s.backs[seat, place] = draw_card(s)
        s.shared[seat] = bit(draw_card(s))
        s.marks[seat] = s.signs[seat] = 1 + below(s, 3)
    dealt(s, s.backs)
    showed(s, 1, s.backs[1, 0])


@rules.allows(0, "PEEK-1", "Pass.")
def always(s: Position) -> int:
    return 1


@rules.applies(0)
def go_on(s: Position, action: int) -> None:
    next_turn(s)
    if s.turn == 0:
        end_game(s)


@rules.answers
def standing(s: Position, seat: int) -> float:
    return 0


@rules.answers
def lacked_at(s: Position, holder: int, place: int) -> int:
    return first(8) if place == 1 else 0


@rules.answers
def redealt(s: Position, seat: int, source: object) -> None:
    for other in range(SEATS):
        if other != seat:
            s.marks[other] = 1 + below(source, 3)  # type: ignore[arg-type]  # a source
    s.signs[seat] = 1 + count(s.shared[seat])


@rules.texts
def table(table: TableBuilder) -> None:
    for seat in table.every_seat:
        table.seat(seat)
        table.hand(seat, field="backs", notes=["known", ""])


@rules.texts
def prompt(s: Position) -> str:
    return "Pass."


@pytest.fixture(autouse=True)
def _interpreted() -> Iterator[None]:
    with interpreting():
        yield


def test_single_cards_begin_as_none() -> None:
    assert Game(rules, {}).start(1).position[0].began_as_none == 1


def test_who_sees_what() -> None:
    """OTHERS: all seats but the owner. PARTNER: the owner and whoever sits opposite. A spectator sees neither."""
    state = Game(rules, {}).start(1)
    true = state.position[0]
    for viewer in (None, *range(SEATS)):
        seen = state.redacted(viewer)[0]
        for seat in range(SEATS):
            sees_others, is_partner = viewer not in (None, seat), viewer is not None and (viewer - seat) % 2 == 0
            assert seen.signs[seat] == (true.signs[seat] if sees_others else 0)
            assert seen.marks[seat] == (true.marks[seat] if viewer == seat else 0)
            if sees_others:
                assert list(seen.backs[seat]) == list(true.backs[seat])
            if is_partner:
                assert seen.shared[seat] == true.shared[seat]
            zone = next(zone for zone in state.view(viewer).zones if zone.id == f"hand-{seat}")
            assert [face.state for face in zone.faces] == ["up" if sees_others else "down"] * PLACES
            assert [face.note for face in zone.faces] == ["known", ""]
        held = [int(one) for one in seen.backs.flat] + [int(one).bit_length() - 1 for one in seen.shared]
        assert sorted(held) == sorted(set(held))


def test_what_is_redacted_does_not_depend_on_what_is_hidden() -> None:
    """A seat's own cards are among those it gets, but never where they lie."""
    state = Game(rules, {}).start(1)
    for viewer in range(SEATS):
        twin = state.copy()
        s = twin._position[0]
        s.backs[viewer, 0], s.backs[viewer, 1] = int(s.backs[viewer, 1]), int(s.backs[viewer, 0])
        s.signs[viewer] = 7
        assert twin.redacted(viewer).tobytes() == state.redacted(viewer).tobytes()
        assert twin.redacted((viewer + 1) % SEATS).tobytes() != state.redacted((viewer + 1) % SEATS).tobytes()


def test_who_is_told() -> None:
    """Of an array each seat is told the parts of the others; of a card all but one."""
    state = Game(rules, {}).start(1)
    for viewer in (None, *range(SEATS)):
        dealing, showing = state.events(viewer)
        assert [row is None for row in dealing.fields["backs"]] == [viewer in (None, seat) for seat in range(SEATS)]
        assert all(len(row) == PLACES for row in dealing.fields["backs"] if row)
        assert ("card" in showing.fields) == (viewer not in (None, 1))
    assert "shows a card" in state.events(None)[1].text


def test_what_a_seat_was_told_makes_a_difference() -> None:
    """Its information depends on the cards of the others, and not on its own."""
    told: dict[object, tuple[str, int]] = {}
    for seed in range(300):
        state = Game(rules, {}).start(seed)
        for viewer in range(SEATS):
            backs = state.position[0].backs
            of_others = tuple(tuple(map(int, backs[seat])) for seat in range(SEATS) if seat != viewer)
            assert told.setdefault((viewer, of_others), state.information(viewer)) == state.information(viewer)
    assert len(set(told.values())) == len(told)


def test_re_deals() -> None:
    """Own places get what may lie there, each arrangement as often; hidden numbers come from the game's answer."""
    state = Game(rules, {}).start(1)
    true, n = state.position[0], 3000
    chance, found, marks = source(1), Counter[tuple[int, int]](), Counter[int]()
    shared_seen = int(true.shared[0]) | int(true.shared[2])
    others = [int(one) for seat in (1, 2, 3) for one in true.backs[seat]]
    unseen = [one for one in range(PACK) if one not in others and not shared_seen >> one & 1]
    for _ in range(n):
        dealt_again = state.redeal(0, chance)[0]
        assert list(dealt_again.backs[1:].flat) == others
        assert [dealt_again.shared[seat] for seat in (0, 2)] == [true.shared[seat] for seat in (0, 2)]
        found[int(dealt_again.backs[0, 0]), int(dealt_again.backs[0, 1])] += 1
        assert dealt_again.marks[0] == true.marks[0]
        assert list(dealt_again.signs) == [2, *true.signs[1:]]
        marks[int(dealt_again.marks[1])] += 1
    possible = [pair for pair in permutations(unseen, 2) if pair[1] >= 8]
    assert found.keys() == set(possible)
    assert all(abs(times - n / len(possible)) < 5 * (n / len(possible)) ** 0.5 for times in found.values())
    assert marks.keys() == {1, 2, 3}


def test_what_there_is_to_choose_from_is_named() -> None:
    with pytest.raises(BadInput, match="seen_by is one of ALL, OWNER, NOBODY, OTHERS and PARTNER, not 'me'"):
        type("Wrong", (Fields,), {"hands": cards(2, seen_by="me"), "__annotations__": {}})
    with pytest.raises(BadInput, match="to=EACH or to=OTHERS"):
        by_seat("cards", to="seat")
