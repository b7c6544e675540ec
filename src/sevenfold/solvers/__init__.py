"""Solvers: what perfect play is worth, found by search through the rules of the games."""
