"""The notebooks of examples/notebooks, run, and their pictures for the docs: `python -m tools.docs.notebook_pictures`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = ROOT / "examples" / "notebooks"
PICTURES = ROOT / "docs" / "pictures"
SVG = "image/svg+xml"


def executed(notebook: Path, parameters: Mapping[str, object], seconds: int = 600) -> nbformat.NotebookNode:
    """A notebook with its outputs, after its cell tagged "parameters" and, right behind it, these parameters were run.

    Raises:
        CellExecutionError: A cell raised an error, which its message shows.
    """
    found: nbformat.NotebookNode = nbformat.read(notebook, as_version=4)
    place = next(i for i, cell in enumerate(found.cells) if "parameters" in cell.metadata.get("tags", []))
    lines = "\n".join(f"{name} = {value!r}" for name, value in parameters.items())
    found.cells.insert(place + 1, nbformat.v4.new_code_cell(lines))
    NotebookClient(found, timeout=seconds, kernel_name="python3", resources={"metadata": {"path": str(ROOT)}}).execute()
    return found


def printed(notebook: nbformat.NotebookNode) -> str:
    """What the cells of an executed notebook have printed."""
    return "".join(
        output.text for cell in notebook.cells for output in cell.get("outputs", []) if output.output_type == "stream"
    )


def pictures(notebook: nbformat.NotebookNode) -> list[str]:
    """The pictures that an executed notebook shows, as SVG."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    return [output.data[SVG] for output in outputs if SVG in output.get("data", {})]


if __name__ == "__main__":
    for notebook in sorted(NOTEBOOKS.glob("*.ipynb")):
        run = executed(notebook, {})
        print(printed(run))
        for number, picture in enumerate(pictures(run), 1):
            (PICTURES / f"{notebook.stem}-{number}.svg").write_text(picture, encoding="utf-8")
    sys.exit(0)
