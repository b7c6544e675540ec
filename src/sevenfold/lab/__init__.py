"""The lab: games played in large numbers, and what they show."""
