"""The lab: games played in great numbers, and what they show."""
