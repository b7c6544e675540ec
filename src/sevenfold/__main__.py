"""`python -m sevenfold`: the same as the command `sevenfold`."""

from sevenfold.cli import main

main()
