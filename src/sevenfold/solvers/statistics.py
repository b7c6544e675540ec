"""What intervals are made with, wherever one is estimated."""

from __future__ import annotations

Z95 = 1.96  # the standard normal's 97.5 % point: intervals of 95 % reach so many standard errors to each side
T95_FEW = {1: 12.706, 2: 4.303, 3: 3.182}  # of Student's distribution, where the series below is not near enough


def t95(degrees: int) -> float:
    """Student's 97.5 % point: what Z95 is where the deviation itself is estimated, from a few numbers.

    Args:
        degrees: The degrees of freedom, 1 or more: for a mean one less than there are numbers.

    Returns:
        The point, right to three digits (Abramowitz and Stegun 1964, 26.7.5).
    """
    if degrees in T95_FEW:
        return T95_FEW[degrees]
    z, n = Z95, degrees
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )
