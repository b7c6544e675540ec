"""Cooperative Dominoes."""
