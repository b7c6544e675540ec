"""How Numba compiles our functions: what only compiled code calls becomes no machine code of its own.

Numba makes machine code of every function, and of all that it calls with it, before it links it into its callers. What is not
called from Python needs its optimized LLVM code alone: that saves a sixth of the time, and leaves the same machine code.
It is optimized once where Numba does so twice (optimized less, Seven and Seven was a third slower), and compiled for any number
where Numba would compile it anew for every constant that it is called with: 2 to 13 % of a game's time.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import numba
from numba import types
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

    def _optimize_final_module(self) -> None:
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)

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


def inner(function: Callable[..., Any]) -> Any:
    """Numba's dispatcher of a function that only compiled code calls.

    Called with 0, with 1 and with a number it would be compiled three times. Once it is linked into its callers, the version
    for any number is as fast.
    """
    dispatcher = numba.njit(function, **INNER)
    call_template = dispatcher.get_call_template

    def for_any_value(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return call_template(tuple(map(types.unliteral, args)), {name: types.unliteral(kind) for name, kind in kws.items()})

    dispatcher.get_call_template = for_any_value
    return dispatcher
