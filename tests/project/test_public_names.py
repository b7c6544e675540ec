"""What authors copy uses public names alone: the examples, the package that `sevenfold new` writes, the code in docs/devise."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.guests.example_games import GAMES
from sevenfold.commands.new import TEMPLATE

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs/devise").glob("*.md"))
FENCED = re.compile(r"^```python[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"(?:^    .*\n)+", re.MULTILINE)
PUBLIC = set(re.findall(r"`(sevenfold[\w.]*)`", (ROOT / "docs/reference/index.md").read_text(encoding="utf-8")))


def code_of(path: Path) -> Iterator[ast.Module]:
    """The Python in a file, a notebook or a page of the docs."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        yield ast.parse(text)
    elif path.suffix == ".ipynb":
        cells = ["".join(cell["source"]) for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
        yield ast.parse("\n".join(line for cell in cells for line in cell.splitlines() if not line.startswith(("%", "!"))))
    else:
        for block in FENCED.findall(text):
            prompted = [line[4:] for line in block.splitlines() if line.startswith((">>> ", "... "))]
            yield ast.parse("\n".join(prompted) if prompted else block)
        for block in INDENTED.findall(FENCED.sub("", text)):
            try:  # those that are no Python are commands
                yield ast.parse("\n".join(line[4:] for line in block.splitlines()))
            except SyntaxError:
                continue


def imported(code: ast.Module) -> set[str]:
    """The modules of Sevenfold that a file imports, or imports from."""
    found: set[str] = set()
    for node in ast.walk(code):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found |= {
                f"{node.module}.{alias.name}" if node.module == "sevenfold" else node.module or "" for alias in node.names
            }
    return {name for name in found if name.split(".")[0] == "sevenfold"}


def private(code: ast.Module) -> set[str]:
    """What a file takes from others though it is theirs alone: the kernel, and names that begin with an underscore."""
    found = {name for name in imported(code) if name.startswith("sevenfold.kernel") or "._" in name}
    for node in ast.walk(code):
        if isinstance(node, ast.ImportFrom):
            found |= {alias.name for alias in node.names if alias.name.startswith("_")}
        elif isinstance(node, ast.Attribute) and re.match("_(?!_)", node.attr):
            if not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")):
                found.add(node.attr)
    return found


def is_public(name: str) -> bool:
    """Whether a module, or a name of `sevenfold` itself, is public by the table of the reference."""
    if name.count(".") == 1 and name not in PUBLIC:
        import sevenfold

        return name.partition(".")[2] in sevenfold.__all__
    return name == "sevenfold" or any(name == one or name.startswith(f"{one}.") for one in PUBLIC - {"sevenfold"})


def authors_files() -> list[Path]:
    """What an author copies."""
    examples = [path for kind in ("py", "ipynb") for path in (ROOT / "examples").rglob(f"*.{kind}")]
    return [*sorted(path for path in examples if "checkpoints" not in str(path)), *sorted(Path(TEMPLATE).rglob("*.py")), *PAGES]


@pytest.mark.parametrize("path", authors_files(), ids=lambda path: "/".join(path.parts[-2:]))
def test_nothing_private_is_used(path: Path) -> None:
    assert [sorted(names) for code in code_of(path) if (names := private(code))] == []


@pytest.mark.parametrize("package", [*GAMES, Path(TEMPLATE)], ids=lambda package: package.name)
def test_games_import_what_the_reference_names(package: Path) -> None:
    """A package of a game, and its tests, get by with the modules of the reference."""
    names = {name for path in package.rglob("*.py") for code in code_of(path) for name in imported(code)}
    assert sorted(name for name in names if not is_public(name)) == []
    assert any(is_public(name) for name in names)


def test_what_would_be_found() -> None:
    """Each way to reach for what is private."""
    code = ast.parse(
        "import sevenfold.kernel.play\nfrom sevenfold.kernel import chance\nfrom sevenfold.playing.game import _restored\n"
        "from sevenfold import _deprecated, State\nstate._legal = 1\nself._own = state.__class__\n_seal = 2\n"
    )
    assert private(code) == {
        "sevenfold.kernel.play", "sevenfold.kernel", "_restored", "_deprecated", "sevenfold._deprecated", "_legal",
    }  # fmt: skip
    assert not is_public("sevenfold.playing.legal")
    assert not is_public("sevenfold.registry")
    assert is_public("sevenfold.mechanics.piles")
    assert is_public("sevenfold.State")
