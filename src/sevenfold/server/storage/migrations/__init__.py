"""How a database of an older version becomes one of today, by Alembic: a revision for each version of the tables."""
