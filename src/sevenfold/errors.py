"""What is raised where input is refused: each message is one or two sentences that a person can act on."""

from __future__ import annotations

INTERRUPTED = 130  # the exit code of what Ctrl-C ended, as shells have it


class SevenfoldError(Exception):
    """Every refusal of the library; its text is meant for people."""


class BadInput(SevenfoldError, ValueError):
    """An option, a name, an action's words or a file that is not what it should be."""


class BrokenGame(BadInput):
    """A game that cannot be loaded or played, because its own file is at fault."""


class IllegalAction(SevenfoldError, ValueError):
    """An action that the rules do not allow now; `rule` is the id of the rule that forbids it."""

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(f"{sentence} ({rule})" if rule else sentence)
        self.rule = rule
        self.sentence = sentence

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return type(self), (self.rule, self.sentence)


class BadRecord(SevenfoldError, ValueError):
    """A record or a transcript that does not fit the game it tells; `line` is where, counted from 1 (0: the whole)."""

    def __init__(self, sentence: str, line: int = 0) -> None:
        super().__init__(f"Line {line}: {sentence}" if line else sentence)
        self.line = line


class NotARecord(BadRecord):
    """What is no record or transcript at all, or one of a game, an option or a format that there is not."""


def fault(error: BaseException) -> str:
    """What went wrong, in a line without its full stop; for errors that nobody wrote for people, with their kind."""
    said = str(error).strip().partition("\n")[0][:200].rstrip(".")
    kind = type(error).__name__
    return said if said and isinstance(error, SevenfoldError) else f"{kind}: {said}" if said else kind
