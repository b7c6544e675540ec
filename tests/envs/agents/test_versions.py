"""The versions of environments: they move when behaviour moves."""

from __future__ import annotations

import pytest

import sevenfold
from helpers.envs.agents import every_game
from sevenfold.envs.agents import versions
from sevenfold.kernel.compiler.decorators import interpreting

environments = pytest.importorskip("tools.golden.environments")


@every_game
def test_nothing_moved(game: sevenfold.Game) -> None:
    """Random games are observed and end as they did when the version was given."""
    with interpreting():
        digest = environments.digest_of(game.id)
    assert not environments.complaint(game.id, digest, environments.read().get(game.id))


def test_compiled_play_is_the_same() -> None:
    """What was compared as plain Python holds where it is compiled."""
    assert environments.digest_of("seven_truf") == environments.read()["seven_truf"]["digest"]


def test_what_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """A changed digest asks for a new version; a new version for a new digest; then names move."""
    kept = {"version": 0, "digest": "then"}
    assert "raise it in VERSIONS" in environments.complaint("seven_truf", "now", kept)
    monkeypatch.setitem(versions.VERSIONS, "seven_truf", 1)
    assert "make golden" in environments.complaint("seven_truf", "now", kept)
    assert environments.complaint("seven_truf", "now", {"version": 1, "digest": "now"}) == ""
    assert versions.modules()["seven_truf_v1"] == "seven_truf"
    assert versions.gymnasium_id("seven_truf") == "sevenfold/SevenTruf-v1"
    assert "seven_truf_v0" not in versions.modules()


def test_versions_are_those_of_games_that_exist() -> None:
    """No version and no digest is left over."""
    assert versions.VERSIONS.keys() <= set(sevenfold.game_names())
    assert environments.read().keys() == set(sevenfold.game_names())
