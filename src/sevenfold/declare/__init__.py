"""How a game is declared: its options, the meanings of its actions, its rules by phase."""
