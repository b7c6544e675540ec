"""The examples on the rule pages are right: chains match, hands win, pairs make seven, points add up."""

from __future__ import annotations

import re
from itertools import pairwise

from sevenfold.registry import rules_of
from sevenfold.view.rule_page import DOWN, EMPTY, GAP, HOLE, Drawing, Row, drawing, page


def drawings(game: str) -> list[Drawing]:
    """What the page of a game draws."""
    return [
        drawing(content) for content in re.findall(r"^```cards\n(.*?)^```$", page(rules_of(game)), re.MULTILINE | re.DOTALL)
    ]


def cards(row: Row) -> list[str]:
    """The cards of a row, without gaps and places."""
    return [place.code for place in row.places if place.code not in (DOWN, EMPTY, GAP, HOLE)]


def marked(row: Row) -> list[str]:
    """Its marked cards."""
    return [place.code for place in row.places if place.is_marked]


def table(game: str, head: str) -> list[list[str]]:
    """The rows of the table whose first line begins like this."""
    lines = page(rules_of(game)).partition(f"| {head} |")[2].splitlines()[2:]
    rows = []
    for line in lines:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    assert rows
    return rows


def agree(one: str, other: str) -> bool:
    """Same suit or same number."""
    return one[0] == other[0] or one[1] == other[1]


def points(cell: str) -> int:
    """The value of "5 + 6 = 11"; both sides of the equals sign must agree."""
    sum_, equals, result = cell.rpartition("=")
    if equals:
        left = re.sub(r"\s", "", sum_).replace("×", "*").replace("÷", "//")
        assert re.fullmatch(r"[\d+*/]+", left)
        assert eval(left) == int(result)  # only digits and signs, by the line above
    return int(result)


def test_chains_match_card_by_card() -> None:
    chains = [row for game in ("chain_up", "front_and_center") for shown in drawings(game) for row in shown.rows]
    chains = [row for row in chains if row.name.startswith(("Chain", "Closed")) or len(cards(row)) > 6]
    assert len(chains) == 8
    for row in chains:
        assert all(agree(one, other) for one, other in pairwise(cards(row))), row


def test_closed_chains_match_the_target() -> None:
    """CHAIN-5, FRONT-5."""
    rows = {row.name: row for row in drawings("chain_up")[-1].rows}
    (target,) = cards(rows["Target"])
    closed = [row for row in drawings("chain_up")[-1].rows if row.name == "Closed"]
    assert len(closed) == 2
    for row in closed:
        assert len(cards(row)) >= 6
        assert agree(marked(row)[0], target)
    last = cards(drawings("front_and_center")[-1].rows[0])
    assert len(last) == 7
    assert agree(last[5], last[6])


def test_the_winning_hand_wins_and_the_other_does_not() -> None:
    """SEVENS-3."""

    def wins(hand: list[str]) -> bool:
        numbers, suits = [c[1] for c in hand], [c[0] for c in hand]
        return len(set(hand)) == 7 and 4 in map(numbers.count, numbers) and 4 in map(suits.count, suits)

    winning, other, turn, _ = drawings("seven_and_seven")
    assert wins(cards(winning.rows[0]))
    assert not wins(cards(other.rows[0]))
    hand = cards(turn.rows[0])
    assert len(hand) == 7
    after = [*(card for card in hand if card not in ("Y2", "I5")), *cards(turn.rows[1])]
    assert all(wins([*after, four]) for four in ("Y4", "G4", "I4", "V4"))


def test_the_pyramid_is_one() -> None:
    """PYRAMID-1; the pairs that the caption names can be taken."""
    rows = [cards(row) for row in drawings("pyramid")[0].rows]
    assert [len(row) for row in rows] == [1, 2, 3, 4, 5, 6, 7]
    assert len({card for row in rows for card in row}) == 28
    assert sorted(card[1] for card in rows[-1]) == list("1233457")


def test_neighbours_agree_in_cooperative_dominoes() -> None:
    """DOMINO-2, DOMINO-3, DOMINO-6."""
    grid, stack, joker = drawings("cooperative_dominoes")
    laid = {(x, y): p.code for y, row in enumerate(grid.rows) for x, p in enumerate(row.places) if p.code not in (HOLE, EMPTY)}
    touching = [(a, b) for (x, y), a in laid.items() for b in (laid.get((x + 1, y)), laid.get((x, y + 1))) if b]
    assert len(touching) == 4
    assert all(agree(a, b) for a, b in touching)
    (left, _, right), (card,) = (cards(row) for row in stack.rows)
    assert agree(card, left)
    assert agree(card, right)
    one, _, other = cards(joker.rows[0])
    assert not agree(one, other)


def test_points_of_second_thoughts() -> None:
    """THOUGHTS-7, THOUGHTS-8; the first example is the designers' own."""
    bids = [(int(bid), int(taken), points(score)) for bid, taken, score in table("second_thoughts", "Bid")]
    assert bids[0] == (3, 5, 11)
    assert all(score == taken + (2 * bid if taken >= bid else 0) for bid, taken, score in bids)
    text = page(rules_of("second_thoughts"))
    (tricks,), (scores,) = re.findall(r"\| Tricks \| (.*) \|", text), re.findall(r"\| Points \| (.*) \|", text)
    assert all(int(s) == int(n) * (int(n) + 1) // 2 for n, s in zip(tricks.split("|"), scores.split("|"), strict=True))


def test_points_of_seven_truf() -> None:
    """TRUF-8, in a deal of five cards."""
    rows = [tuple(map(int, row)) for row in table("seven_truf", "Bid")]
    assert sum(taken for _, taken, _ in rows) == 5
    assert sum(bid for bid, _, _ in rows) != 5
    assert all(score == (taken if bid != taken else 10 * bid or 25) for bid, taken, score in rows)


def test_points_of_suitability() -> None:
    """SUITABILITY-6 to -10."""
    rows = table("suitability", "Tricks")
    assert {privilege for _, _, privilege, _ in rows} == {"none", "immunity", "warranty", "poverty"}
    for tricks, penalty, privilege, score in rows:
        n, divisor = int(tricks), int(penalty)
        counted = max(0, 5 - n) if privilege == "poverty" else n
        divided = 10 * counted // divisor if divisor else 10 * counted + (10 if privilege == "none" else 0)
        flat = {"immunity": 5 * n, "warranty": 25}.get(privilege, divided)
        assert points(score) == (flat if n else 25)


def test_what_may_be_played_in_sane_sevens() -> None:
    """SANE-2."""
    top, hand = drawings("sane_sevens")[0].rows
    assert marked(hand) == [card for card in cards(hand) if agree(card, *cards(top))]


def test_the_viruses_of_monoculture() -> None:
    """MONO-3: against the red 3."""
    by_suit, by_number = drawings("monoculture")[0].rows
    for row, at in ((by_suit, 0), (by_number, 1)):
        assert marked(row) == [card for card in cards(row) if card[at] == "R3"[at]]
        assert not any(card[1 - at] == "R3"[1 - at] for card in cards(row))
