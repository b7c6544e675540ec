"""python -m tests.helpers.referee FILE...: check transcripts."""

from __future__ import annotations

import sys
from pathlib import Path

from . import Refused, check


def main() -> int:
    """Say of each file how many games it tells, or what is wrong with it."""
    wrong = 0
    for name in sys.argv[1:]:
        try:
            print(f"{name}: {check(Path(name).read_text(encoding='utf-8'))} games by the rules")
        except Refused as refused:
            print(f"{name}, {refused}")
            wrong = 1
    if len(sys.argv) < 2:
        print("python -m tests.helpers.referee FILE...")
        return 2
    return wrong


if __name__ == "__main__":
    sys.exit(main())
