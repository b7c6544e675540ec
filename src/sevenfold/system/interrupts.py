"""Ctrl-C outside the work of the command: while it is loaded, while it says how it ended, and while Python exits.

Nobody could catch a KeyboardInterrupt there, so the process ends at once, with a word. The package loads this before anything
else; it imports only what Python itself has loaded, since until then Ctrl-C prints a traceback.

Two kinds of signals would otherwise be heard with the next key only: one that comes just before a line is read, and one whose
exception Python drops. Another signal, NUDGE, makes the main thread look again.
"""

import _signal  # type: ignore[import-not-found]  # what `signal` is made of, without its enumerations, which take long
import os
import sys

AGAIN = 0.02  # seconds after which an interrupt that was lost comes once more
NUDGE = getattr(_signal, "SIGURG", None)  # it does nothing where it is not handled, and nobody else sends it

_lost: list[type[BaseException]] = []


def is_command() -> bool:
    """Whether this process is the command, and not a program that uses the library."""
    is_module = sys.argv[:1] == ["-m"] and "sevenfold" in sys.orig_argv
    return is_module or os.path.basename(sys.argv[0] if sys.argv else "") in ("sevenfold", "sevenfold.exe")  # noqa: PTH119 - pathlib takes long


def end_at_once() -> None:
    """From now on Ctrl-C ends the process at once, unless it is ignored, or handled otherwise."""
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _end)
    if NUDGE is not None:
        _signal.signal(NUDGE, _look_again)
    sys.unraisablehook = _come_again


def nudge() -> None:
    """Let the main thread, whatever it waits for, handle the signals that have come; called in another thread."""
    from threading import main_thread

    if NUDGE is not None:
        _signal.pthread_kill(main_thread().ident, NUDGE)


class AsException:
    """Inside the block Ctrl-C raises KeyboardInterrupt, which is caught around it; afterwards it is handled as before."""

    def __enter__(self) -> None:
        self._ends = _signal.getsignal(_signal.SIGINT) is _end
        if self._ends:
            _signal.signal(_signal.SIGINT, _signal.default_int_handler)

    def __exit__(self, *_: object) -> None:
        if self._ends:
            _signal.signal(_signal.SIGINT, _end)


def _end(number: int, frame: object) -> None:
    os.write(2, b"sevenfold: interrupted.\n")
    os._exit(128 + number)


def _come_again(lost: "sys.UnraisableHookArgs") -> None:
    """Python shows an interrupt that comes while it tidies up, as it does after each import, and forgets it."""
    if not issubclass(lost.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(lost)
        return
    from _thread import interrupt_main
    from threading import Timer

    if NUDGE is not None:
        _lost.append(lost.exc_type)
    Timer(AGAIN, interrupt_main if NUDGE is None else nudge).start()


def _look_again(number: int, frame: object) -> None:
    if _lost:
        raise _lost.pop()
