"""Measurements of the laboratory: how right its intervals are, and what its driver bears."""
