"""Solvers: the value of perfect play, found by searching with the games' own rules.

`sevenfold.solve` is the entry for programs: it calls `patience.solve` or `open_hands.solve`.
"""
