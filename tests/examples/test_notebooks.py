"""The notebooks in `examples/notebooks` run from top to bottom, at a small size."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("matplotlib", reason="the notebooks draw with Matplotlib: pip install matplotlib")

from tools.docs.notebook_pictures import NOTEBOOKS, executed, pictures, printed

SMALL: dict[str, dict[str, object]] = {"pyramid_rules": {"GAMES": 60}}


@pytest.mark.filterwarnings("ignore:Proactor event loop", "ignore::DeprecationWarning:jupyter_client")
def test_from_the_question_to_the_plot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pyramid's readings: one picture, with the parameter's number of games in it, and effects with intervals."""
    root = NOTEBOOKS.parents[1]
    monkeypatch.setenv("PYTHONPATH", f"{root / 'src'}", prepend=":")
    run = executed(NOTEBOOKS / "pyramid_rules.ipynb", SMALL["pyramid_rules"])
    assert [picture.count("<svg") for picture in pictures(run)] == [1]
    effects = {
        (option.strip(), bot): (float(effect), float(width))
        for option, bot, effect, width in re.findall(r"(.{14}) (\w+) +([+-][\d.]+) ± ([\d.]+)", printed(run))
    }
    assert len(effects) == 6
    effect, width = effects["one discard", "thumb"]
    assert effect + width < 0, "fewer discards are never easier"


def test_every_notebook_is_run_here_and_keeps_no_outputs() -> None:
    """Each has a small size; outputs are in the docs, so that a change of a notebook is a change of its text."""
    found = sorted(NOTEBOOKS.glob("*.ipynb"))
    assert [notebook.stem for notebook in found] == sorted(SMALL)
    for notebook in found:
        assert not re.search(r'"outputs": \[[^\]]', Path(notebook).read_text(encoding="utf-8"))
