"""Solvers: what perfect play is worth, found by searching through the rules of the games.

`solvers.patience.solve` finds whether a deal can be won by somebody who knows all cards.
"""
