"""Games with their options chosen, and states of games being played, with their history."""
