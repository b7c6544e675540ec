"""A view drawn with Rich: cards, zones, seats, scores, rules."""
