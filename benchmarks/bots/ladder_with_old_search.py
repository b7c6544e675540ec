"""`sevenfold ladder` with one more bot, `single_observer`: the search bot as it was before.

python -m benchmarks.bots.ladder_with_old_search sane_sevens --bots search:1000,single_observer:1000 --deals 400
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from benchmarks.bots.single_observer import SingleObserver
from sevenfold.bots import KINDS, BotKind
from sevenfold.cli import run


def main(arguments: Sequence[str]) -> int:
    """Run the command `ladder` with these arguments."""
    KINDS["single_observer"] = BotKind("single_observer", "Single observer", "The search as it was.", SingleObserver)
    return run(["ladder", *arguments])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
