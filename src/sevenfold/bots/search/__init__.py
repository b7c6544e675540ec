"""Compiled search: trees, graphs, playouts, endgame plans, and inference from what the others did."""
