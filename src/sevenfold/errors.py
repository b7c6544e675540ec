"""The errors that the library raises: each message is one or two sentences that a person can act on."""

from __future__ import annotations

from collections.abc import Callable

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


class MissingExtra(BadInput, ImportError):
    """A package is not installed that an extra of Sevenfold brings."""

    def __init__(self, library: str, extra: str) -> None:
        """Args: library: what is missing. extra: the extra that brings it."""
        super().__init__(f'{library} is not installed: pip install "sevenfold[{extra}]".')


class BadPlace(BadInput, IndexError):
    """There is nothing at this place of a list."""


class BrokenGame(BadInput):
    """A game cannot be loaded or played because its own file is faulty."""


class NotCompiled(BrokenGame):
    """A rule of a game cannot be compiled.

    Attributes:
        sentence: What is wrong with it.
        file: The name of the rule's file.
        line: The line.
    """

    def __init__(self, sentence: str, file: str, line: int) -> None:
        super().__init__(f"{file}:{line}: {sentence}")
        self.sentence, self.file, self.line = sentence, file, line

    def __reduce__(self) -> tuple[type, tuple[str, str, int]]:
        return type(self), (self.sentence, self.file, self.line)


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
        if isinstance(value, int) and not -(10**MOST_QUOTED) < value < 10**MOST_QUOTED:
            return f"a number of more than {MOST_QUOTED} digits"
        text = repr(value if not isinstance(value, str) or len(value) <= most else value[:most] + value[-most:])
    except Exception:  # noqa: BLE001 - a value of any type, of which a message is being made
        text = "a value that cannot be printed"
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


PLAIN_WORDS = (  # of Pydantic's messages, which the command line's own errors are too
    (r"Input should be a valid integer.*", "a whole number is needed"),
    (r"Input should be a valid number.*", "a number is needed"),
    (r"Input should be a valid string.*", "a text is needed"),
    (r"Input should be a valid boolean.*", "true or false is needed"),
    (r"Input should be a valid (?:dictionary|object).*", "an object is needed"),
    (r"Input should be a valid (?:list|array|tuple).*", "a list is needed"),
    (r"Input should be None", "null is needed"),
    (r"Input should be greater than or equal to (\S+)", r"at least \1 is needed"),
    (r"Input should be less than or equal to (\S+)", r"at most \1 is allowed"),
    (r"Input should be greater than (\S+)", r"more than \1 is needed"),
    (r"Input should be less than (\S+)", r"less than \1 is needed"),
    (r"Input should be (.*)", r"\1 is needed"),
    (
        r"Input tag (.*?) found using 'type' does not match any of the expected tags: (.*)",
        r"there is no type \1; the types: \2",
    ),
    (r"Unable to extract tag using discriminator 'type'", "it has no type"),
    (r"(?:String|List|Dictionary) should have at most (\d+) (character|item)s?.*", r"at most \1 \2s are allowed"),
    (r"(?:String|List|Dictionary) should have at least (\d+) (character|item)s?.*", r"at least \1 \2s are needed"),
    (r"String should match pattern (.*)", r"a text like \1 is needed"),
    (r"Field required", "it is missing"),
    (r"Extra inputs are not permitted", "there is no such key"),
    (r"Invalid JSON: .*", "it is not JSON"),
    (r"Value error, (.*)", r"\1"),
)


def in_plain_words(message: str) -> str:
    """What is wrong with a value, as a person says it; other messages than Pydantic's are left as they are."""
    import re  # most commands need none

    for theirs, ours in PLAIN_WORDS:
        found = re.fullmatch(theirs, message, re.DOTALL)
        if found:
            return shortened(found.expand(ours), 300)
    return message


_authors: dict[str, Callable[[str], bool]] = {}  # of games of other packages, by module: whether a file is theirs


def note_author(module: str, own: Callable[[str], bool]) -> None:
    """Let errors that arise in the files of another package's game name their line.

    Args:
        module: The module that declares the game.
        own: Says whether a file, by its path, belongs to the game.
    """
    _authors[module] = own


def place_of(error: BaseException) -> tuple[str, int]:
    """The file and line of a game of another package in which an error arose, the innermost of them; ("", 0) if none is."""
    if isinstance(error, SyntaxError) and error.filename and _is_authors(error.filename):
        return _file_name(error.filename), error.lineno or 0
    found, trace = ("", 0), error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if _is_authors(file):
            found = (_file_name(file), trace.tb_lineno)
        trace = trace.tb_next
    return found


def _is_authors(file: str) -> bool:
    return any(own(file) for own in list(_authors.values()))


def _file_name(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2]


def fault(error: BaseException) -> str:
    """An error as one line without a full stop: with its type unless the message is meant for people, and with the line of
    the game's file in which it arose, if it is one of another package."""
    text = str(error.msg if isinstance(error, SyntaxError) else error).strip().partition("\n")[0][:200].rstrip(".")
    if text and isinstance(error, SevenfoldError):
        return text
    kind, (file, line) = type(error).__name__, place_of(error)
    return f"{f'{kind}: {text}' if text else kind}{f' ({file}, line {line})' if file else ''}"
