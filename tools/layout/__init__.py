"""Whether anything on the page is cut, covered or tiny: every game in every state and at every size, checked in a browser."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))  # whose helpers store the games and drive the page
