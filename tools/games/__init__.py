"""What tests and tools share about games: combinations of options, random games, where cards lie."""
