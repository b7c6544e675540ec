"""Open hands (double dummy): the result of perfect play in games of tricks when everybody sees all cards."""

from sevenfold.kernel.compiler.decorators import before_compiling

from .bridge import tricks
from .solving import ActionValue, OpenHands, check, is_of_tricks, prepare, solve

__all__ = ["ActionValue", "OpenHands", "check", "is_of_tricks", "prepare", "solve", "tricks"]


@before_compiling
def _load_instructions() -> None:
    from . import instructions  # noqa: F401 - importing it teaches Numba the functions of `bits`
