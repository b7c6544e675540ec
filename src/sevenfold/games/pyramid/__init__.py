"""Pyramid."""
