"""Open hands (double dummy): what perfect play comes to in games of tricks when everybody sees all cards."""

from sevenfold.kernel.compiler.decorators import before_compiling

from .bridge import tricks
from .solving import ActionWorth, OpenHands, check, is_of_tricks, prepare, worth

__all__ = ["ActionWorth", "OpenHands", "check", "is_of_tricks", "prepare", "tricks", "worth"]


@before_compiling
def _load_instructions() -> None:
    from . import instructions  # noqa: F401 - importing it tells Numba of the words in `bits`
