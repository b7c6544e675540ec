"""Open hands (double dummy): the result of perfect play in games of tricks when everybody sees all cards."""

from .solving import ActionValue, OpenHands, check, is_of_tricks, prepare, solve

__all__ = ["ActionValue", "OpenHands", "check", "is_of_tricks", "prepare", "solve"]
