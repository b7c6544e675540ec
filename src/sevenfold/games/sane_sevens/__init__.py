"""Sane Sevens."""
