"""What there is anew every day: the deals, their results, the puzzles."""
