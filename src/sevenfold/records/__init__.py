"""Files of games: game records, which can be replayed, and transcripts, which list every event."""
