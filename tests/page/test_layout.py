"""Nothing is cut, covered or tiny: what the layout matrix finds in planted faults, and a part of the matrix itself."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from helpers.page_driver import NEEDS_A_BROWSER, page_of
from tools.layout.screen import FAULTS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = NEEDS_A_BROWSER
_PARTS = re.split(r"<!-- (.+): (.+) -->", (Path(__file__).parent / "planted_faults.html").read_text())[1:]
PLANTED = [pytest.param(kind, html, id=name) for kind, name, html in zip(*[iter(_PARTS)] * 3, strict=True)]


def found(launched: Browser, html: str, *, touch: bool = False) -> set[str]:
    """The kinds of faults on a page."""
    with page_of(launched, "desktop") as (page, _):
        page.set_content(f'<body style="margin: 8px; background: white; font: 16px sans-serif">{html}</body>')
        return {fault["kind"] for fault in page.evaluate(FAULTS, {"touch": touch, "table": True})}


@pytest.mark.parametrize(("kind", "html"), PLANTED)
def test_a_planted_fault_is_found(chromium: Browser, kind: str, html: str) -> None:
    """Each kind of fault and nothing else; what is meant, as cards in a fan, is none."""
    assert found(chromium, html) == ({kind} - {"none"})


def test_fingers_need_larger_targets(chromium: Browser) -> None:
    html = '<button style="width: 36px; height: 36px">7</button>'
    assert (found(chromium, html), found(chromium, html, touch=True)) == (set(), {"small target"})
