"""The published schema of a view: `python -m sevenfold.table.schema` writes it to where the page's types come from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from sevenfold.view.description import View

FILE = Path(__file__).parents[3] / "web" / "schema" / "view.schema.json"  # in the repository; not in the package


def schema() -> dict[str, Any]:
    """The JSON Schema of a view as the server sends it: every field is there, and there are no others."""
    made = TypeAdapter(View).json_schema(mode="serialization")
    for described in (made, *made["$defs"].values()):
        described["required"] = list(described["properties"])
        described["additionalProperties"] = False
        for name, value in described["properties"].items():
            described["properties"][name] = _plain(value)
    return {"$schema": "http://json-schema.org/draft-07/schema#", **made}


def _plain(value: dict[str, Any]) -> dict[str, Any]:
    """A field's schema without title and default: a titled field would become a type of its own in TypeScript."""
    return {key: part for key, part in value.items() if key not in ("title", "default")}


def text() -> str:
    """The schema as the file holds it."""
    return json.dumps(schema(), indent=2) + "\n"


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(text())
