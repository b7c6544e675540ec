"""What there is anew every day, in the database."""
