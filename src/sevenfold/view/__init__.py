"""What one seat sees of the table, as data; how a game lays it out; and what happened, as that seat learnt of it."""
