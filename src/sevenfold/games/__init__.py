"""The games, a folder each. The registry finds them through NAMES."""

NAMES = (
    "seven_suitors",
    "suitability",
    "second_thoughts",
    "seven_and_seven",
    "monoculture",
    "pyramid",
    "sane_sevens",
    "front_and_center",
    "chain_up",
    "cooperative_dominoes",
    "seven_truf",
    "seven_solitaire",
)
