"""No text that a game says sounds of the machine: random games of all games and options, every reader."""

from __future__ import annotations

import re

import pytest

import sevenfold
from helpers.selection import every_combination
from tools.games.texts import texts_of_game, texts_of_rules

ACTIONS = 120  # of each game
FOREIGN = {
    "a participle without a noun": r"^(Your|\w+'s) \w+(ed|en|wn)$",
    "the same twice": r"(?i)^(.+): (the )?\1\.?$",
    "nothing after a colon": r":\s*$",
    "a negative number": r"(?<![\w.])[-−]\d",
    "a number instead of a name": r"\bseat \d",
    "a name of the program": r"\w_\w|\b(true|false|none_|null)\b",
    "a great You within a sentence": r"[a-z,] You\b",
    "a verb for others": r"^You (?!\w*ss\b)\w+s\b",
    "a word twice": r"\b(\w+) \1\b",
    "a lost space": r" [.,;:?)]|\( |  ",
    "brackets of a template": r"[{}]|\[\w*\]",
    "an exclamation mark": r"!",
    "machine words": r"\bWhoever\b|\bcolumn\b|\bNone of\b.*\bNone\b",
}


def faults(text: str) -> list[str]:
    """What is wrong with a text."""
    return [name for name, pattern in FOREIGN.items() if re.search(pattern, text)]


def test_each_fault_is_found() -> None:
    examples = [
        "Your drawn", "Four deals: Four deals.", "Match: ", "at row -3", "Attack seat 2", "dealers_left", "Bo and You win.",
        "You plays the 7.", "the the 7", "the 7 .", "{seat} plays", "Play!", "Whoever leads",
    ]  # fmt: skip
    assert [faults(text) != [] for text in examples] == [True] * len(examples)
    assert faults("You pass.") == faults("Bo's captured sevens") == faults("Trump: none yet") == []


@pytest.mark.parametrize("name", sevenfold.game_names())
def test_no_text_of_the_rules_is_foreign(name: str) -> None:
    """What is said of a game and of its options before it begins."""
    said = {text for kind, text in texts_of_rules(name) if kind != "phrase"}
    assert said
    assert wrong_among(said) == {}


@every_combination
def test_no_text_of_a_game_is_foreign(game: sevenfold.Game) -> None:
    """Prompts, facts, tracks, zones, moves, refusals, news and results, as every seat reads them."""
    said = {text for _, text in texts_of_game(game, 5, ACTIONS)}
    assert len(said) > 20
    assert wrong_among(said) == {}


def wrong_among(said: set[str]) -> dict[str, list[str]]:
    """The texts with which something is wrong, and what."""
    return {text: wrong for text in said if text and (wrong := faults(text))}
