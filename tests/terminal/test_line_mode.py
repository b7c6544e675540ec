"""The table in the terminal: what is drawn, what is understood, whole games played by typing."""

from __future__ import annotations

import io
import random
import re
import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from rich.console import Console, RenderableType

import sevenfold
from sevenfold.bots import Bot, bots_for
from sevenfold.errors import BadInput
from sevenfold.playing.game import State
from sevenfold.seat_names import NAMES, names_for
from sevenfold.terminal import background
from sevenfold.terminal.render.cards import card, has_symbols, is_card, words
from sevenfold.terminal.render.move_list import listed
from sevenfold.terminal.render.score_sheet import deal
from sevenfold.terminal.render.style import DrawStyle
from sevenfold.terminal.render.table import draw
from sevenfold.terminal.render.zones import beneath
from sevenfold.terminal.session import record_file
from sevenfold.terminal.session.local_game import Forced, LocalGame
from sevenfold.terminal.session.move_parser import offered, piles_named, read, why
from sevenfold.terminal.session.record_file import started
from sevenfold.terminal.ui.line_mode import Leave, Terminal
from sevenfold.view.description import (
    DealLine,
    DealSummary,
    Face,
    Fact,
    Gesture,
    Mark,
    Move,
    News,
    Purpose,
    Step,
    Term,
    Track,
    View,
    Zone,
    ZoneKind,
)

WIDTHS = [30, 44, 100]


def printed(shown: RenderableType, width: int = 80) -> str:
    """What the terminal prints, without colours."""
    said = io.StringIO()
    Console(file=said, width=width).print(shown)
    return said.getvalue()


def drawn(view: View, width: int = 80, *, symbols: bool = True) -> str:
    """A view as the terminal prints it, without colours."""
    return printed(draw(view, DrawStyle(width, symbols)), width)


def a_view(*zones: Zone, deck: str = "sevendeck") -> View:
    """A view of an imaginary game with these zones, as seat 1 of four sees it."""
    view = sevenfold.load("seven_truf").start(5).view(1, names_for(4, 1))
    return replace(view, deck=deck, zones=list(zones), moves=[], facts=[], tracks=[])


def a_zone(kind: ZoneKind, *faces: Face, purpose: Purpose = "table") -> Zone:
    """A zone in the middle."""
    return Zone("zone", kind, purpose, "Label", None, list(faces), sum(face.state != "empty" for face in faces))


# -- cards ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "deck", "fine"),
    [
        ("7C", "french", "7♣"),
        ("TS", "french", "T♠"),
        ("X1", "french", "X1"),
        ("R1", "sevendeck", "R1"),
        ("S7a", "suitors", "♠7a"),
        ("H13", "suitors", "♥13"),
        ("THIEF", "suitors", "THIEF"),
    ],
)
def test_cards_have_symbols_where_there_are_any(code: str, deck: str, fine: str) -> None:
    assert card(code, deck, symbols=True).plain == fine
    assert card(code, deck, symbols=False).plain == code
    assert is_card(code, deck)


def test_every_card_of_a_pack_is_known() -> None:
    for name in sevenfold.game_names():
        pack = sevenfold.load(name).pack
        assert all(is_card(found.code, pack.deck) for found in pack.cards)


def test_codes_in_a_sentence_stay_as_they_are_typed() -> None:
    assert words("take 4H, add 3C", "french").plain == "take 4H, add 3C"


def test_symbols_ask_for_an_encoding_that_has_them() -> None:
    def console(encoding: str) -> Console:
        return Console(file=io.TextIOWrapper(io.BytesIO(), encoding=encoding))

    assert has_symbols(console("utf-8"))
    assert not has_symbols(console("ascii"))
    assert not has_symbols(console("latin-1"))


# -- zones ------------------------------------------------------------------------------------------------------------


def test_a_column_counts_the_cards_face_down_beneath_it() -> None:
    """Few are drawn, many are counted; the order is from the bottom up."""
    up = [Face("up", "R1"), Face("up", "R2")]
    few, many = (drawn(a_view(a_zone("column", *[Face("down")] * down, *up))) for down in (2, 5))
    assert re.search(r"▒▒  ▒▒  \S+1  \S+2", few)
    assert re.search(r"▒▒ × 5  \S+1  \S+2", many)


def test_a_triangle_is_a_triangle() -> None:
    rows = [(x, y) for y in range(3) for x in range(y + 1)]
    faces = [Face("up", f"R{i + 1}", x=x, y=y) for i, (x, y) in enumerate(rows)]
    said = drawn(a_view(a_zone("triangle", *faces)))
    top, middle, bottom = (next(line for line in said.splitlines() if code in line) for code in ("R1", "R2", "R4"))
    assert middle.index("R2") < top.index("R1") < middle.index("R3")
    assert bottom.index("R4") < middle.index("R2") < bottom.index("R5") < middle.index("R3") < bottom.index("R6")


def test_a_grid_shows_where_cards_lie() -> None:
    said = drawn(a_view(a_zone("grid", Face("up", "R1", x=0, y=0), Face("up", "R2", x=-1, y=0), Face("up", "V7", x=0, y=2))))
    one, seven = (next(line for line in said.splitlines() if code in line) for code in ("R1", "V7"))
    assert one.index("R2") < one.index("R1") == seven.index("V7")
    assert "-1" not in said


def test_closed_hands_are_told_by_their_size() -> None:
    state = sevenfold.load("seven_truf").start(7)
    said = drawn(state.view(1, names_for(4, 1)))
    assert said.count("1 card") == 4
    assert "▒" not in said
    assert "Your hand" in said


def test_a_card_face_down_and_an_empty_place_are_told_apart() -> None:
    said = drawn(a_view(a_zone("cells", Face("down"), Face("empty"))), symbols=False)
    assert "##  .." in said


def test_a_pile_tells_its_size_and_its_note() -> None:
    said = drawn(a_view(replace(a_zone("pile", Face("up", "X1")), count=9, note="yellow")))
    assert "X1  9 cards  yellow" in said


def test_a_trick_lies_in_order_of_play_with_who_led_and_who_wins_so_far() -> None:
    faces = [Face("up", "7S", seat=2), Face("up", "AS", seat=3, mark="winning"), Face("up", "8H", seat=0)]
    said = drawn(a_view(replace(a_zone("trick", *faces, purpose="trick"), leader=2), deck="french"))
    assert "7♠ Cleo (led)  A♠ Dov (winning so far)  8♥ Ada" in said
    alone = drawn(a_view(replace(a_zone("trick", replace(faces[1], seat=1), purpose="trick"), leader=1), deck="french"))
    assert "A♠ You (led)\n" in re.sub(r" +\n", "\n", alone)


@pytest.mark.parametrize(
    ("mark", "said"), [("winning", "wins"), ("match", "match"), ("couples", "couple two chains"), ("last", "laid last")]
)
def test_marked_cards_stand_in_brackets_that_are_explained(mark: Mark, said: str) -> None:
    lines = drawn(a_view(a_zone("row", Face("up", "R1"), Face("up", "R2", mark=mark))))
    assert f"R1  [R2]  [ ] {said}" in lines


def test_a_zone_says_whose_it_is_and_a_card_who_gave_it() -> None:
    hand = replace(a_zone("hand", Face("up", "R1", seat=3), purpose="hand"), owner=1)
    said = drawn(a_view(hand, replace(a_zone("chain", Face("up", "R2"), purpose="chain"), owner=2)))
    assert re.search(r"^Your label +R1 from Dov", said, re.MULTILINE)
    assert re.search(r"^Cleo's label +R2", said, re.MULTILINE)


def test_piles_are_looked_through_on_request() -> None:
    pile = replace(a_zone("pile", Face("up", "R1")), label="Discard pile", owner=2, count=3, beneath=["V7", "B2"])
    view = a_view(pile, a_zone("pile", Face("up", "R2")))
    assert "V7" not in drawn(view)
    for typed in ("", "discard", "Cleo", "cleo discard", "r1"):
        assert piles_named(typed, view) == [pile]
    assert piles_named("label", view) == piles_named("r2", view) == []
    assert printed(beneath(pile, view, DrawStyle(80, True))) == "Cleo's discard pile, from the top: R1 V7 B2\n"


def test_facts_are_drawn_with_the_symbols_of_suits() -> None:
    facts = [Fact("trump", "Trump", "spades", suit="S"), Fact("led", "Led", "7C", card="7C"), Fact("goal", "Target", "250")]
    view = replace(a_view(deck="french"), facts=facts)
    assert "Trump ♠ spades   Led 7♣ 7C   Target 250" in drawn(view)
    assert "Trump spades   Led 7C 7C   Target 250" in drawn(view, symbols=False)


def test_tracks_are_drawn_with_whose_they_are_and_a_sign_a_step() -> None:
    steps = [Step("", "S", "full"), Step("", "M", "half"), Step("", "D", "none"), Step("", "C", "closed")]
    view = a_view(deck="suitors")
    sides = [replace(seat, side=seat.seat % 2) for seat in view.seats]
    tracks = [Track("marked", "Marked off", "1 of 4", 1, 1, 4, steps), Track("deals", "Deal", "12 of 49", None, 12, 49)]
    view = replace(view, seats=sides, tracks=tracks)
    assert "You and Dov: Marked off ♠✓ ☾½ ♦· ♣×  1 of 4   Deal 12 of 49" in drawn(view)
    assert "You and Dov: Marked off S+ M/ D. Cx  1 of 4   Deal 12 of 49" in drawn(view, symbols=False)


def test_what_a_move_brings_stands_beside_it() -> None:
    move = Move([1], "attack with R5", "", "2 by suit", Gesture([], "", ""))
    assert printed(listed([("1", move), ("2", replace(move, effect=""))], "sevendeck", DrawStyle(80, True))) == (
        "1 attack with R5 (2 by suit)   2 attack with R5\n"
    )


def test_a_deals_points_are_told_term_by_term() -> None:
    both = [Term("10 for the bid", 10, "X-1"), Term("1 for each trick", 2.5, "X-2")]
    lines = [DealLine(0, 2, 3, both, 12.5, 30), DealLine(1, 0, 1, both[:1], 10, 20)]
    said = [line.split() for line in printed(deal(DealSummary(4, lines), a_view())).splitlines()]
    assert said == [
        ["Deal", "4", "Bid", "Took", "Points", "Total", "How"],
        ["Ada", "2", "3", "12.5", "30", "10:", "10", "for", "the", "bid", "(X-1)"],
        ["2.5:", "1", "for", "each", "trick", "(X-2)"],
        ["You", "0", "1", "10", "20", "10", "for", "the", "bid", "(X-1)"],
    ]
    without = [replace(line, bid=None, took=None) for line in lines]
    assert printed(deal(DealSummary(4, without), a_view())).split()[:5] == ["Deal", "4", "Points", "Total", "How"]


def test_a_pair_of_the_pyramid_is_offered_once_wherever_its_cards_lie() -> None:
    """Also with one of them on the working pile: both orders are equivalent."""
    state = sevenfold.load("pyramid").start(1)
    chooser, seen = random.Random(1), 0
    while not state.is_over:
        view = state.view(0)
        pairs = [move for move in offered(state, view).values() if ", " in move.text]
        zones = [frozenset(spot.zone for spot in move.gesture.spots) for move in pairs]
        seen += sum(len(both) > 1 for both in zones)
        freely = [frozenset(move.actions) for move in pairs]
        assert len(set(freely)) == len(freely)
        state.play(chooser.choice(list(state.legal_actions())) if "turn" not in state.phase else state.legal_actions()[-1])
        while state.phase == "choose the second card":
            state.play(state.legal_actions()[0])
    assert seen


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("game", sevenfold.game_names())
def test_nothing_is_wider_than_the_terminal(game: str, width: int) -> None:
    chooser = random.Random(1)
    state = sevenfold.load(game).start(3)
    for _ in range(12):
        if state.is_over:
            break
        for symbols in (True, False):
            said = drawn(state.view(0), width, symbols=symbols)
            assert max(map(len, said.splitlines())) <= width
            assert symbols or said.isascii() or "–" in said  # the games' own words may hold a dash
        state.play(chooser.choice(list(state.legal_actions())))


# -- what is typed ----------------------------------------------------------------------------------------------------


def at_bidding() -> tuple[State, View]:
    """7-Truf, two cards each, the dealer to bid, who may not bid 2."""
    state = sevenfold.load("seven_truf").start(7)
    while state.phase != "over" and not (state.position_at(len(state.actions))[0].deal_number == 1 and state.phase == "bid"):
        state.play(state.legal_actions()[0])
    for _ in range(3):
        state.play("bid 0")
    return state, state.view(state.turn)


def test_a_bid_is_typed_as_its_number() -> None:
    state, view = at_bidding()
    assert list(offered(state, view)) == ["0", "1"]
    for typed in ("1", "bid 1", " BID  1"):
        move = read(typed, state, view).move
        assert move is not None
        assert move.text == "bid 1"


def test_what_is_forbidden_is_refused_with_its_reason() -> None:
    state, view = at_bidding()
    for typed in ("2", "bid 2"):
        reading = read(typed, state, view)
        assert reading.move is None
        assert "The dealer may not bid 2" in reading.refusal
        assert why(typed, state, view) == reading.refusal
    assert why("1", state, view) == "You may do that."
    assert "is not a move here" in why("dance", state, view)


def test_a_card_alone_is_played_where_it_can_do_one_thing() -> None:
    state = sevenfold.load("sane_sevens", silly=True).start(26)
    view = state.view(state.turn)
    held = next(zone for zone in view.zones if zone.owner == state.turn and zone.kind == "hand")
    plain = next(move for move in view.moves if "X" not in move.text)
    code = plain.text.split()[1]
    assert read(code.lower(), state, view).move == plain
    joker = next(face.code for face in held.faces if face.code and face.code.startswith("X"))
    several = read(joker, state, view)
    assert several.move is None
    assert len(several.several) == 14
    move = read(f"{joker} yel", state, view).move
    assert move is not None
    assert move.text == f"play {joker}, name yellow"
    assert read(f"play {joker}, name 3", state, view).move is not None


def test_a_pair_is_offered_once_and_typed_either_way() -> None:
    for seed in range(50):
        state = sevenfold.load("seven_solitaire").start(seed)
        view = state.view(0)
        pairs = [move for move in view.moves if ", " in move.text]
        if pairs:
            shown = [move for move in offered(state, view).values() if ", " in move.text]
            assert len(shown) * 2 == len(pairs)
            for move in pairs:
                assert read(move.text, state, view).move == move
            return
    pytest.fail("no pair in fifty deals")


def test_moves_without_a_key_are_numbered_round_the_keys() -> None:
    def move(text: str, key: str = "") -> Move:
        return Move([1], text, text, "", Gesture([], text, key))

    state = sevenfold.load("seven_truf").start(7)
    view = replace(state.view(1), moves=[move("name red"), move("name 1", "1"), move("name blue")])
    tags = offered(state, view)
    assert [(tag, found.text) for tag, found in tags.items()] == [("2", "name red"), ("1", "name 1"), ("3", "name blue")]


def test_moves_that_come_to_something_else_are_never_taken_for_one_another() -> None:
    """The same words in another order, of which one bids 0 and the other 1."""
    state = sevenfold.load("seven_truf").start(7)
    one, other = (Move([bid], text, "", "", Gesture([], "", "")) for bid, text in ((0, "put R1, on R2"), (1, "put R2, on R1")))
    assert len(offered(state, replace(state.view(1), moves=[one, other]))) == 2
    again = replace(other, actions=[0])
    assert list(offered(state, replace(state.view(1), moves=[one, again])).values()) == [one]


# -- playing ----------------------------------------------------------------------------------------------------------


def seated(
    name: str, ask: Callable[[str], str], me: int = 0, seed: int = 7, forced: Forced = "always", **options: object
) -> tuple[Terminal, io.StringIO]:
    """A game in a terminal, the answers coming from `ask`."""
    game = sevenfold.load(name, **options)
    said = io.StringIO()
    console = Console(file=said, width=80)
    bots = bots_for(["random"], game.players)
    return Terminal(LocalGame(game.start(seed, limit=120), me, bots, forced), console, console, ask), said


@pytest.mark.parametrize("name", sevenfold.game_names())
def test_a_whole_game_is_played_by_numbers(name: str) -> None:
    """To its end, or for 120 turns."""
    chooser = random.Random(3)

    def ask(prompt: str) -> str:
        return chooser.choice(list(offered(terminal.state, terminal.view())))

    terminal, said = seated(name, ask, me=sevenfold.load(name).players - 1)
    terminal.play()
    view = terminal.view()
    assert view.result is not None
    assert view.result.sentence in " ".join(said.getvalue().split())
    for summary in view.sheet:
        assert len(re.findall(rf"^ *Deal {summary.deal} .*How", said.getvalue(), re.MULTILINE)) == 1


def test_commands_are_answered() -> None:
    answers = iter(["help", "moves", "last", "score", "rules", "?", "why", "why 9", "look", "score 5", "nonsense", "", "QUIT"])
    terminal, said = seated("seven_truf", lambda prompt: next(answers), me=1)
    with pytest.raises(Leave):
        terminal.play()
    text = said.getvalue()
    for part in (
        "why you may not play a card",
        "Deal 1, with ",
        "TRUF-9",
        "'nonsense' is not a move here",
        "Which card or move?",
        "no pile that you may look through",
        "no scored deal 5",
    ):
        assert part in text
    assert text.count("How many") + text.count("Will you take") >= 2


def test_moves_are_taken_back_line_by_line() -> None:
    answers = iter(["1", "undo", "undo", "redo", "quit"])
    made: list[bool] = []

    def ask(prompt: str) -> str:
        made.append(terminal.state.action_count > 0)
        return next(answers)

    terminal, said = seated("seven_solitaire", ask, forced="never")
    with pytest.raises(Leave):
        terminal.play()
    assert made == [False, True, False, False, True]
    for part in ("You took back your last move.", "You have decided nothing yet.", "You played it again."):
        assert part in " ".join(said.getvalue().split())


def test_a_hint_is_asked_for_in_a_word() -> None:
    answers = iter(["hint", "quit"])
    terminal, said = seated("seven_truf", lambda prompt: next(answers))
    with pytest.raises(Leave):
        terminal.play()
    assert re.search(r"Bid \d: it .+ deals tried\.", " ".join(said.getvalue().split()))


def test_the_others_moves_are_told_and_ones_only_move_too() -> None:
    answers = iter(["0"])
    terminal, said = seated("seven_truf", lambda prompt: next(answers, "quit"))
    with pytest.raises(Leave):
        terminal.play()
    text = said.getvalue()
    for name in ("Bo", "Cleo", "Dov"):
        assert f"{name} bids" in text
        assert f"{name} plays" in text
    assert "(the only card)" in text


def test_what_happened_is_told_by_the_news_alone() -> None:
    """Each sentence of the news once, in order, except those of the points, which are told in full."""
    terminal, said = seated("seven_truf", lambda prompt: next(iter(offered(terminal.state, terminal.view()))), me=1)
    told: list[News] = []
    tell = terminal.tell

    def telling(remark: str = "") -> None:
        told.extend(news for news in terminal.view().news if news.number > terminal.narrator.told and news.text)
        tell(remark)

    terminal.tell = telling  # type: ignore[method-assign]
    terminal.play()
    lines = iter(line.removesuffix(" (the only card)").strip() for line in said.getvalue().splitlines())
    assert {news.kind for news in told} >= {"deal", "bid", "play", "trick", "score"}
    for news in told:
        if news.kind != "score":
            assert any(line == news.text for line in lines), news
    assert "scores" not in said.getvalue()


def test_a_single_move_is_asked_for_where_asking_must_not_tell() -> None:
    asked: list[tuple[bool, int]] = []

    def ask(prompt: str) -> str:
        view = terminal.view()
        asked.append((view.ask, len(view.moves)))
        return next(iter(offered(terminal.state, view)))

    for seed in range(7, 12):
        terminal, _ = seated("sane_sevens", ask, seed=seed)
        terminal.play()
    assert (True, 1) in asked
    assert (False, 1) not in asked


def test_enter_makes_the_only_move() -> None:
    terminal, _ = seated("sane_sevens", lambda prompt: "")
    state = terminal.state
    while not (state.phase.startswith("play or keep") and len(state.legal_actions()) == 1):
        state.play(state.legal_actions()[0])
    terminal.game.me = state.turn or 0
    before = len(state.actions)
    terminal.my_turn()
    assert len(state.actions) == before + 1


@pytest.mark.parametrize(("players", "viewer"), [(2, 1), (3, 0), (4, 2), (5, 4), (6, None)])
def test_each_seat_has_a_name(players: int, viewer: int | None) -> None:
    names = names_for(players, viewer)
    assert len(set(names)) == len(names) == players
    assert [name for name in names if name != "You"] == [name for seat, name in enumerate(NAMES[:players]) if seat != viewer]


# -- waiting ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_terminal", [True, False])
def test_compiling_is_told_when_it_takes_long(monkeypatch: pytest.MonkeyPatch, is_terminal: bool) -> None:
    monkeypatch.setattr(background, "PATIENCE", 0.01)
    monkeypatch.setattr(background, "LOOK", 0.01)
    looks = iter([False, True])  # first something else takes long, then the compiler
    monkeypatch.setattr(background, "is_compiling", lambda: next(looks, True))
    said = io.StringIO()

    def work() -> int:
        until = time.monotonic() + 10
        while "Compiling the rules of 7-Truf (once)…" not in said.getvalue():
            assert time.monotonic() < until
            time.sleep(0.01)
        return 7

    console = Console(file=said, force_terminal=is_terminal, width=80)
    assert background.wait_for(work, console, "7-Truf", "Thinking…") == 7
    assert is_terminal or "Thinking…" not in said.getvalue()  # a file is told only what happens once


def test_what_is_compiled_meanwhile_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot's choice does not wait for what judges its claims, which is being compiled in the background."""
    monkeypatch.setattr(background, "PATIENCE", 0.01)
    monkeypatch.setattr(background, "LOOK", 0.01)
    monkeypatch.setattr(background, "is_compiling", lambda: True)
    said = io.StringIO()

    def work() -> int:
        until = time.monotonic() + 10
        while "…" not in said.getvalue():
            assert time.monotonic() < until
            time.sleep(0.01)
        return 7

    assert background.wait_for(work, Console(file=said, force_terminal=True, width=80), "", "Thinking…") == 7
    assert "Thinking…" in said.getvalue()
    assert "Compiling" not in said.getvalue()


def test_bots_are_compiled_before_the_game_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that it is told once that rules are compiled."""
    asked: list[tuple[str, float | None]] = []

    def choose(player: Bot, state: State, *, seconds: float | None = None) -> int:
        asked.append((player.spec, seconds))
        return next(iter(state.legal_actions()))

    monkeypatch.setattr(record_file, "choose", choose)
    started(sevenfold.load("sane_sevens", players=4), 1, 1, bots_for(["club", "expert", "random", "club"], 4))
    assert asked == [("club", 0.0), ("random", 0.0)]


def test_what_is_quick_is_not_told() -> None:
    said = io.StringIO()
    assert background.wait_for(lambda: 7, Console(file=said, force_terminal=True), "7-Truf", "Thinking…") == 7
    assert said.getvalue() == ""


def test_what_work_raises_is_raised() -> None:
    with pytest.raises(BadInput, match="no such thing"):
        background.wait_for(_refuse, Console(file=io.StringIO()), "7-Truf")


def _refuse() -> None:
    raise BadInput("no such thing")


def test_nothing_compiles_when_nothing_compiles() -> None:
    sevenfold.load("seven_truf").start(1)
    assert not background.is_compiling()
