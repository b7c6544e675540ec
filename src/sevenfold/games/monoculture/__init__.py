"""Monoculture."""
