"""One live room: its game, its seats, its clock, and those who look at it."""
