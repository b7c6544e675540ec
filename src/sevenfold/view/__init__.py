"""What one seat sees of a table, as data; how a game lays it out; and what happened, as that seat learnt of it."""
