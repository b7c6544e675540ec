"""What comes out of a study: figures in words, tables for terminals, JSON, Parquet, and a report as a page."""
