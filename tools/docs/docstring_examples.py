"""Examples in docstrings, made ready for the reference: an extension of griffe, named in mkdocs.yml.

Markdown takes a bare `>>>` for a quotation; this puts such examples into fences. A section `Example:` is griffe's `Examples:`.
"""

from __future__ import annotations

import re
from typing import Any

import griffe

BARE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)
SECTION = re.compile(r"^Example:$", re.MULTILINE)


class DocstringExamples(griffe.Extension):
    """Rewrites the docstring of every object as it is read."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:  # noqa: ARG002 - griffe passes more than this needs
        """Fence the bare examples of one docstring."""
        if obj.docstring:
            text = SECTION.sub("Examples:", obj.docstring.value)
            obj.docstring.value = BARE.sub(lambda found: f"```pycon\n{found[0]}\n```", text)
