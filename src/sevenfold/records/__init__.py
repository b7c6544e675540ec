"""Games written down: game records, which give the same game again, and transcripts, which tell all of it."""
