"""The report of a check, as data and as text."""
