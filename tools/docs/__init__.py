"""What the documentation shows that is made by a program."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))  # whose helpers store the games and drive the page
