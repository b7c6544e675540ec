"""Mechanics that several games share: tricks, scores, piles, chains and the sevendeck."""
