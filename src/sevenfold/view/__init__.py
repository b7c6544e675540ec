"""What one seat sees: the table as data, and the events as that seat learnt of them."""
