"""Games that are written as a designer writes them, with what our own have not: nothing is reported of them that is not so."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.guests import guest
from sevenfold.checking import check
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.playing.game import Game
from tools.games.mistakes import sound

# The stages in which something was once reported that is not so: of twins that were seen and played, of cards drawn and shown
# before the next deal, of an option that decides something in a rare phase.
SECONDS = {
    ("whispers", "secrecy"): 14.0,
    ("whispers", "knowledge"): 5.0,
    ("whispers", "reached"): 4.0,
    ("euchre", "reached"): 4.0,
    ("scopa", "telling"): 3.0,
}


@pytest.mark.slow
@pytest.mark.parametrize(("game", "stage"), SECONDS)
def test_no_false_alarm(game: str, stage: str, tmp_path: Path) -> None:
    (tmp_path / f"{game}.md").write_text(sound(game)[f"{game}.md"], encoding="utf-8")
    rules = guest(tmp_path, sound(game)[f"{game}.py"], game)
    findings = check(rules, stages=(stage,), seconds=SECONDS[game, stage]).findings
    assert [str(finding) for finding in findings if finding.severity != "note"] == []


def test_one_of_several_twins_is_named_without_its_letter(tmp_path: Path) -> None:
    """Five cards are alike here; nobody needs to say which of those that they hold."""
    game = Game(guest(tmp_path, sound("whispers")["whispers.py"], "whispers").assemble(), {"players": 2})
    with interpreting():
        state = game.at(hands=["W1e W8a", "W2a"], turn=0, removed="W3a W3b W4a", aside="W4b")
        assert state.parse("play W1").text == "play W1e"
