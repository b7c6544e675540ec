"""Games with their options chosen, and states: games being played, checked, with their history."""
