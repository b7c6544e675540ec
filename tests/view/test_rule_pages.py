"""Rule pages: every rule that a game's code cites is stated on its page, and the page states no other."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

import sevenfold
from sevenfold.cards import NONE, Card, Pack, Suit
from sevenfold.registry import rules_of
from sevenfold.server.lobby.rule_pages import rule_page, to_html
from sevenfold.terminal.render.rules import drawn
from sevenfold.view.rule_page import Drawing, Place, Row, drawing, faults, first_game, page, paragraph, terms

PACKAGE = Path(sevenfold.__file__).parent
ENTRY = re.compile(r"^\*\*([A-Z]+-\d+)\*\* ", re.MULTILINE)
ID = re.compile(r"\b[A-Z]{3,}-\d+\b")
COMMON = "GEN"

pages = pytest.mark.parametrize("game", sevenfold.game_names())


def cited(game: str) -> set[str]:
    """The ids of rules in a game's own file."""
    return set(ID.findall((PACKAGE / "games" / game / "rules.py").read_text(encoding="utf-8")))


def cited_in_common() -> set[str]:
    """The ids of general rules, wherever they are enacted."""
    texts = (path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    return {rule for text in texts for rule in ID.findall(text) if rule.startswith(COMMON)}


@pages
def test_the_page_has_every_rule_once(game: str) -> None:
    entries = ENTRY.findall(page(rules_of(game)))
    own = [rule for rule in entries if not rule.startswith(COMMON)]
    assert len(entries) == len(set(entries))
    assert set(own) == {rule for rule in cited(game) if not rule.startswith(COMMON)}
    assert {rule for rule in entries if rule.startswith(COMMON)} <= cited_in_common()


@pages
def test_rules_stand_in_their_order(game: str) -> None:
    own = [rule for rule in ENTRY.findall(page(rules_of(game))) if not rule.startswith(COMMON)]
    numbers = [int(rule.partition("-")[2]) for rule in own]
    assert numbers == sorted(numbers)
    assert {rule.partition("-")[0] for rule in own} == {own[0].partition("-")[0]}


@pages
def test_the_page_tells_length_options_and_limit(game: str) -> None:
    text = page(rules_of(game))
    assert text.startswith(f"# {rules_of(game).name}\n")
    assert re.search(rf"About {rules_of(game).minutes}\s+minutes", text)
    assert "limit" in text.partition("## Options and limit")[2]
    for option in rules_of(game).options.values():
        assert f"- **{option.label}**: {option.about}" in text.partition("## Options and limit")[2]
        assert all(meaning.rstrip(".") in text for meaning in option.meanings)


@pages
def test_a_rule_is_found_by_its_id(game: str) -> None:
    text = page(rules_of(game))
    for rule in ENTRY.findall(text):
        assert paragraph(text, rule).startswith(f"**{rule}** ")
    assert paragraph(text, "NONE-1") == ""


@pages
def test_every_option_is_explained(game: str) -> None:
    """One sentence for each option, and one for each of its values that are words, unless the option's own explains them."""
    for option in rules_of(game).options.values():
        for sentence in (option.about, *option.meanings):
            assert re.fullmatch(r"[A-Z0-9].*\.", sentence), (option.name, sentence)
        assert all(option.meaning(value) for value in option.values) or not option.meanings


# -- the first game ---------------------------------------------------------------------------------------------------


@pages
def test_three_pictures_say_what_a_game_is_about(game: str) -> None:
    rules = rules_of(game)
    panels = first_game(rules).panels
    assert len(panels) == 3
    for title, text in panels:
        assert title
        assert text.count("```cards\n") == 1
        assert faults(text, rules.pack) == []
        words = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
        assert 5 < len(words.split()) < 45, title


@pages
def test_the_pictures_say_how_a_game_is_won(game: str) -> None:
    said = " ".join(text for _, text in first_game(rules_of(game)).panels)
    assert re.search(r"\bwins?\b", said)


@pages
def test_there_is_a_tip_for_each_decision(game: str) -> None:
    """By the names of the phases, as views give them; the further steps of a move are no decisions of their own."""
    rules = rules_of(game)
    assert set(first_game(rules).tips) == {phase.name for phase in rules.phases.values() if not phase.within_move}
    assert all(re.fullmatch(r"[A-Z].*\.", tip) and len(tip) < 140 for tip in first_game(rules).tips.values())


@pages
def test_terms_are_explained_and_the_first_game_is_no_part_of_the_rules(game: str) -> None:
    rules = rules_of(game)
    assert terms(rules)
    assert all(re.fullmatch(r"\S.*\.", text) for text in terms(rules).values())
    served = rule_page(game)
    assert ">Terms</h2>" in served.html
    assert "First game" not in served.html
    assert [panel.html.count("<figure") for panel in served.panels] == [1, 1, 1]


# -- what is drawn on a page ------------------------------------------------------------------------------------------

CARDS = (Card("7S", "seven of spades", 0, 7), Card("X1", "joker 1", NONE, 0))
SMALL = Pack("small", "french", (Suit("S", "spades", "spade"),), CARDS)


def inline_codes(text: str) -> set[str]:
    """The parts of a text in backticks."""
    return set(re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)))


@pages
def test_the_cards_shown_are_cards_of_the_pack(game: str) -> None:
    rules = rules_of(game)
    text = page(rules)
    assert faults(text, rules.pack) == []
    assert text.count("```cards\n") >= 2
    named = {suit.letter for suit in rules.pack.suits} | {card.code for card in rules.pack.cards}
    assert inline_codes(text) - named == set()


@pages
def test_a_page_speaks_to_players_not_of_the_program(game: str) -> None:
    """No names of options and values as programs write them, no numbers of seats, no records."""
    rules = rules_of(game)
    text = page(rules)
    options = {name for name in rules.options if "_" in name}
    values = {value for option in rules.options.values() for value in option.values if isinstance(value, str) and "_" in value}
    assert not [word for word in options | values if re.search(rf"\b{word}\b", text)]
    assert not re.search(r"\bseat \d|\brecords?\b|\bsimulation|: (true|false)|\bdefault\b", text)


@pages
def test_every_card_that_is_used_is_drawn(game: str) -> None:
    rules = rules_of(game)
    (fence,) = re.findall(r"^```cards small\n(.*?)^```$", page(rules), re.MULTILINE | re.DOTALL)
    drawn_cards = [place.code for row in drawing(fence).rows for place in row.places]
    assert len(drawn_cards) == len(set(drawn_cards))
    assert {card.code for card in rules.pack.cards if card.suit != NONE} <= set(drawn_cards)


def test_an_empty_heading_of_a_table_is_no_heading() -> None:
    """Screen readers would announce it before each name below."""
    html = to_html("| | Bid |\n|---|---|\n| Ada | 1 |")
    assert html.count("<th>") == html.count("</th>") == 1
    assert "<td></td>\n<th>Bid</th>" in html


def test_jokers_are_drawn_where_the_page_speaks_of_them() -> None:
    assert all("X1" in page(rules_of(game)) for game in ("sane_sevens", "cooperative_dominoes", "suitability"))
    assert not any("X1" in page(rules_of(game)) for game in ("second_thoughts", "chain_up", "pyramid"))


def test_the_options_are_told_in_words() -> None:
    text = page(rules_of("suitability")).partition("## Options and limit")[2]
    assert "- **Players**: How many play. 2, 3, 4 or 5; usually 4.\n" in text
    assert "The highest total after four deals wins (usual). Or: Deals go on until somebody has 250.\n" in text
    assert "Partners sit opposite each other, which takes four players." in text


def test_headings_and_rules_have_ids_that_links_can_lead_to() -> None:
    html = rule_page("seven_truf").html
    assert '<h2 id="a-whole-deal">A whole deal</h2>' in html
    assert '<p id="TRUF-5">' in html
    assert re.findall(r"<h2>", html) == []
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))


@pages
def test_the_pack_is_shown_with_its_suits(game: str) -> None:
    rules = rules_of(game)
    assert {suit.letter for suit in rules.pack.suits} <= inline_codes(page(rules).partition("## ")[2])


@pages
def test_rulings_are_folded_and_argued(game: str) -> None:
    """Every block quote is a ruling: its heading, then at least a sentence for it."""
    quotes = re.findall(r"(?<=\n\n)>.*?(?=\n\n)", page(rules_of(game)), re.DOTALL)
    assert quotes
    for quote in quotes:
        assert re.match(r"> \*Ruling: [^*]+\.\* [A-Z0-9]", quote), quote
        assert len(quote.partition(".* ")[2]) > 20, quote


@pages
def test_a_page_speaks_to_those_who_have_no_rule_sheet(game: str) -> None:
    words = set(re.findall(r"[a-z]+", page(rules_of(game)).lower()))
    assert words.isdisjoint({"sheet", "sheets", "he", "him", "his", "variation"})


def test_cards_are_drawn_in_rows() -> None:
    shown = drawing("Top: 7S*(leads the way) ? | _ -\nX1\nWhat it is.\n")
    places = (Place("7S", True, "leads the way"), *(Place(code, False, "") for code in "?|_-"))
    assert shown == Drawing((Row("Top", places), Row("", (Place("X1", False, ""),))), "What it is.")


def test_what_cannot_be_drawn_is_named() -> None:
    assert faults("```cards\n7S ? _ - | X1\n```\n", SMALL) == []
    assert faults("```cards\n7S 8S\n```\n", SMALL) == ["8S is not a card of the pack: 7S 8S."]
    (long,) = faults("```cards\n" + "7S " * 9 + "\n```\n", SMALL)
    assert "at most 8 places; one has 9" in long


def test_cards_become_words_with_data() -> None:
    html = to_html("```cards\nTop: 7S*(on <it>) ? - |\nA & B.\n```", SMALL)
    assert '<figure class="cards" data-deck="french">' in html
    assert '<p class="whose">Top</p>' in html
    assert '<li class="marked" data-card="7S"><span class="name">seven of spades, marked</span>' in html
    assert "<small>on &lt;it&gt;</small></li>" in html
    assert '<li data-card="?"><span class="name">a card face down</span></li>' in html
    assert '<li data-card="8S"><span class="name">8S</span></li>' in to_html("```cards\n8S\n```", SMALL)
    assert '<li class="hole" aria-hidden="true"></li><li class="gap" aria-hidden="true"></li>' in html
    assert "<figcaption>A &amp; B.</figcaption>" in html
    assert "<pre><code>7S\n</code></pre>" in to_html("```\n7S\n```", SMALL)


def test_codes_become_cards_and_suits() -> None:
    html = to_html("`7S` `X1` `S` `8S` `<b>`", SMALL)
    assert '<span class="sign" data-deck="french" data-suit="S">seven of spades</span>' in html
    assert '<span class="sign" data-deck="french" data-suit="">joker 1</span>' in html
    assert '<span class="sign" data-deck="french" data-suit="S">spades</span>' in html
    assert "<code>8S</code> <code>&lt;b&gt;</code>" in html


def test_rulings_are_folded() -> None:
    html = to_html("> *Why `S`?* Because.\n>\n> So it is.\n\n> Just said.\n\n> *a*\n>\n> > b\n")
    assert html.startswith('<details class="ruling">\n<summary>Why <code>S</code>?</summary>')
    assert html.index("Because.") < html.index("So it is.") < html.index("</details>")
    assert "<blockquote>\n<p>Just said.</p>\n</blockquote>" in html
    assert html.count("<details") == html.count("</details>") == 2
    assert html.count("<blockquote>") == html.count("</blockquote>") == 2


def in_terminal(text: str, *, symbols: bool, pack: Pack = SMALL) -> str:
    """What the terminal shows of a page."""
    said = io.StringIO()
    Console(file=said, width=60).print(drawn(text, pack, symbols=symbols))
    return "\n".join(line.rstrip() for line in said.getvalue().splitlines())


def test_the_terminal_shows_codes() -> None:
    text = "Take `7S` of `S`, or `none`.\n\n```cards\nTop: 7S*(led) X1\nMine: ? | _\nTwo rows.\n```\n\n> *Ruling: so.* Because."
    assert in_terminal(text, symbols=False) == (
        "Take 7S of S spades, or none.\n\n"
        "  Top   [7S] led X1\n  Mine  ?                 __\n  Two rows.\n\n"
        "▌ Ruling: so. Because."
    )
    assert "Take 7♠ of ♠ spades, or none." in in_terminal(text, symbols=True)
    assert "[7♠] led" in in_terminal(text, symbols=True)


def test_the_terminal_centres_rows_without_names() -> None:
    assert in_terminal("```cards\n7S\n7S 7S\n- 7S -\n```", symbols=False) == "     7S\n   7S 7S\n     7S"


def test_a_rule_in_the_terminal_comes_with_its_cards_and_rulings() -> None:
    text = "**T-1** One.\n\n```cards\n7S\n```\n\n> *Ruling: a.* B.\n\n> *Ruling: c.* D.\n\nMore.\n\n**T-2** Two.\n"
    assert paragraph(text, "T-1") == text.partition("\n\nMore")[0]
    assert paragraph(text, "T-2") == "**T-2** Two.\n"
