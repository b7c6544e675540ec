"""Building the package builds the page, where it is not up to date; with SEVENFOLD_PAGE=apart somebody else does."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

from tools.build import page as build_page  # found through the line above


class PageHook(BuildHookInterface[Any]):
    """What hatchling calls."""

    def dependencies(self) -> list[str]:
        """A Node as a Python package, if the page must be built and the system has none."""
        return [] if build_page.up_to_date() else build_page.needs()

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before files are collected."""
        if os.environ.get("SEVENFOLD_PAGE") != "apart":
            build_page.build()
