"""Games written down: records, from which the same game comes again, and transcripts, which tell all of it."""
