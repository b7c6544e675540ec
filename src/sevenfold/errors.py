"""The errors that the library raises: each message is one or two sentences that a person can act on."""

from __future__ import annotations

FAILED = 1  # the exit code of a valid command that found nothing
INTERRUPTED = 130  # the exit code after Ctrl-C, as in shells


class SevenfoldError(Exception):
    """The base class of the library's errors. The message is meant for people."""


class CannotPrint(SevenfoldError):
    """The output of a command cannot be written, as on a full disk."""


class BadInput(SevenfoldError, ValueError):
    """An option, a name, an action's text or a file is invalid."""


class UnknownGame(BadInput):
    """There is no game of this name: its package is not installed, or the name is misspelt."""


class BrokenGame(BadInput):
    """A game cannot be loaded or played because its own file is faulty."""


class EndlessRule(SevenfoldError, RuntimeError):
    """A rule or a text of a game does not end: its own file is faulty.

    Attributes:
        function: The name of the function that was running when it was ended; empty if that is unknown.
        file: The name of the function's file.
        line: The line that it was at; of a loop, where it begins.
    """

    def __init__(self, function: str = "", file: str = "", line: int = 0) -> None:
        where = f"{function} does not end ({file}, line {line})" if function else "one of its functions does not end"
        super().__init__(where)
        self.function, self.file, self.line = function, file, line

    def __reduce__(self) -> tuple[type, tuple[str, str, int]]:
        return type(self), (self.function, self.file, self.line)


class BrokenBot(BadInput):
    """A bot of another package cannot be loaded, fails, or chooses something illegal."""


class IllegalAction(SevenfoldError, ValueError):
    """The rules do not allow an action now.

    Attributes:
        rule: The rulebook's id of the rule that forbids it; empty if no rule does.
        sentence: The reason, for people.
    """

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(f"{sentence} ({rule})" if rule else sentence)
        self.rule = rule
        self.sentence = sentence

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return type(self), (self.rule, self.sentence)


class BadRecord(SevenfoldError, ValueError):
    """A game record or a transcript does not fit its game.

    Attributes:
        line: The line at fault, counted from 1; 0 if it is not one line.
    """

    def __init__(self, sentence: str, line: int = 0) -> None:
        super().__init__(f"Line {line}: {sentence}" if line else sentence)
        self.line = line


class OtherRules(BadRecord):
    """A game record was made under other rules, by which its moves or its result do not fit today's."""


class NotARecord(BadRecord):
    """A text is not a game record or transcript, or names a game, an option or a format that does not exist."""


MOST_QUOTED = 80  # characters of something that a message quotes


def quoted(value: object, most: int = MOST_QUOTED) -> str:
    """A value as a message quotes it: on one line, shortened in its midst if it is long."""
    try:
        text = repr(value if not isinstance(value, str) or len(value) <= most else value[:most] + value[-most:])
    except Exception:  # noqa: BLE001 - a value of any type, of which a message is being made
        text = f"a {type(value).__name__} that cannot be printed"
    return shortened(" ".join(text.split()), most)


def quoted_json(value: object, most: int = MOST_QUOTED) -> str:
    """Like `quoted`, as JSON has it."""
    import json  # most commands need none

    try:
        return shortened(json.dumps(value, default=str), most)
    except (ValueError, RecursionError):
        return quoted(value, most)


def shortened(text: str, most: int = MOST_QUOTED) -> str:
    """A text with its midst left out if it is longer."""
    return text if len(text) <= most else f"{text[: most * 2 // 3]} … {text[-most // 4 :]}"


def fault(error: BaseException) -> str:
    """An error as one line without a full stop, with its type unless the message is meant for people."""
    text = str(error).strip().partition("\n")[0][:200].rstrip(".")
    kind = type(error).__name__
    return text if text and isinstance(error, SevenfoldError) else f"{kind}: {text}" if text else kind
