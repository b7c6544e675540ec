"""One mistake of an author, and the sound games in which it may be made."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[3]
TUTORIAL = ROOT / "docs/devise/tutorial.md"
SOUND = Path(__file__).parents[1] / "sound"


@dataclass(frozen=True)
class Mistake:
    """One change of a game's text."""

    what: str
    old: str
    new: str

    def made_in(self, text: str) -> str:
        """The text of a game with this mistake."""
        assert text.count(self.old) == 1, f"{self.what}: {self.old!r} occurs {text.count(self.old)} times"
        return text.replace(self.old, self.new)


def sound(game: str) -> dict[str, str]:
    """The files of a sound game, by their names: the tutorial's, one of those that stand in `sound/`, or an example's."""
    if game == "sevens_high":
        parts = re.findall(r"```python file=sevens_high.py\n(.*?)```", TUTORIAL.read_text(encoding="utf-8"), re.DOTALL)
        return {"sevens_high.py": "\n\n".join(parts)}
    if (page := SOUND / f"{game}.md").exists():
        return dict(re.findall(r"```\w+ file=(\S+)\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL))
    folder = ROOT / "examples" / game
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir() if path.suffix in (".py", ".md")}


def m(what: str, old: str, new: str) -> Mistake:
    """A mistake."""
    return Mistake(what, old, new)
