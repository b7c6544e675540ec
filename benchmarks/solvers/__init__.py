"""How many deals of patience can be won, and how fast the solver is."""
