"""What intervals are made with, wherever one is estimated."""

Z95 = 1.96  # the standard normal's 97.5 % point: intervals of 95 % reach so many standard errors to each side
