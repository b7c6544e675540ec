"""Open hands (double dummy): what perfect play comes to in games of tricks when everybody sees all cards."""

from .solving import ActionWorth, OpenHands, check, is_of_tricks, prepare, worth

__all__ = ["ActionWorth", "OpenHands", "check", "is_of_tricks", "prepare", "worth"]
