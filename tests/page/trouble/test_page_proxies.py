"""What the page says where something between it and the server does not do its part."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from helpers.page_driver import NEEDS_A_BROWSER, page_of
from helpers.silent_proxy import silent_proxy
from helpers.table_server import running

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = NEEDS_A_BROWSER
PATIENCE = 30_000  # milliseconds


@pytest.mark.parametrize(
    ("path", "without", "page_at", "said"),
    [
        ("/cards", (), "/", "Twelve card games"),
        ("/cards", (), "", "add a slash at the end"),
        ("", ("upgrade",), "/#/room/ROOM", "WebSockets do not get through"),
        ("", ("cookie",), "/", "Allow cookies for this page"),
    ],
)
def test_what_is_wrong_is_said(
    chromium: Browser, tmp_path: Path, path: str, without: tuple[str, ...], page_at: str, said: str
) -> None:
    """A page under a path is whole; one without its files, its WebSockets or its cookies says what is missing."""
    with (
        running(tmp_path / "table.db") as server,
        silent_proxy(server.address, path, without) as proxy,
        page_of(chromium, "phone") as (page, problems),
    ):
        page.goto(f"http://{proxy.address}{page_at.replace('ROOM', server.new_room())}")
        page.get_by_text(said).first.wait_for(timeout=PATIENCE)
        problems.clear()
