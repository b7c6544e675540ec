"""Golden playthroughs and counts of move sequences, to compare later versions with."""
