"""How a game's file says what the game is: its options, what the numbers of actions mean, its rules by phase."""
