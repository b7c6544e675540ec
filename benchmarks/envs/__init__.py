"""Environments beside those of their peers."""
