"""Games written down: game records, which can be played again, and transcripts, which tell every event."""
