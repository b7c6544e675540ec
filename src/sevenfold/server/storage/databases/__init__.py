"""The two databases: a SQLite file, or PostgreSQL, which several servers may share."""
