"""How a game declares itself: its options, the meanings of its actions, its rules by phase."""
