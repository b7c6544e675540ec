"""A run in which everything goes wrong: two servers, one PostgreSQL, people who play, and one trouble after another."""
