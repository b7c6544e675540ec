"""What all tests share."""

from __future__ import annotations

import signal

# Started in the background of a shell, Ctrl-C would be ignored by this process and so by those that tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
