"""Suitability."""
