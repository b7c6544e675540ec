"""What is raised when input is refused: each message is one or two sentences that a person can act on."""

from __future__ import annotations

FAILED = 1  # the exit code of what was asked rightly and came to nothing
INTERRUPTED = 130  # the exit code after Ctrl-C, as shells have it


class SevenfoldError(Exception):
    """Every refusal by the library; its text is meant for people."""


class BadInput(SevenfoldError, ValueError):
    """An option, a name, the words of an action or a file that is not what it should be."""


class BrokenGame(BadInput):
    """A game that cannot be loaded or played, because its own file is faulty."""


class BrokenBot(BadInput):
    """A bot of another package that cannot be loaded, fails, or chooses what is not legal."""


class IllegalAction(SevenfoldError, ValueError):
    """An action that the rules do not allow now; `rule` is the id of the rule that forbids it."""

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(f"{sentence} ({rule})" if rule else sentence)
        self.rule = rule
        self.sentence = sentence

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return type(self), (self.rule, self.sentence)


class BadRecord(SevenfoldError, ValueError):
    """A game record or a transcript that does not fit its game; `line` says where, counted from 1 (0: the whole)."""

    def __init__(self, sentence: str, line: int = 0) -> None:
        super().__init__(f"Line {line}: {sentence}" if line else sentence)
        self.line = line


class NotARecord(BadRecord):
    """Something that is not a game record or a transcript, or is of a game, an option or a format that does not exist."""


def fault(error: BaseException) -> str:
    """What went wrong, in a line without its full stop; with the error's kind, unless its text is meant for people."""
    said = str(error).strip().partition("\n")[0][:200].rstrip(".")
    kind = type(error).__name__
    return said if said and isinstance(error, SevenfoldError) else f"{kind}: {said}" if said else kind
