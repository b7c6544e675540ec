"""How Numba compiles our functions: faster than by default, to machine code as fast.

By default Numba generates machine code for every function before linking it into its callers. Functions that Python never
calls need only optimized LLVM code, which saves a sixth of the time. Each is optimized once and by itself (without optimization
Seven and Seven was a third slower): linked into its callers first, as by default, it would be optimized again in each of them.
Entries are linked with all that they call, and optimized once too. Functions are compiled once for any integer, not again for
every constant argument (which takes 2 to 13 % of a game's compile time).
"""

from __future__ import annotations

from collections.abc import Callable
from threading import get_ident
from types import CodeType
from typing import Any

import numba
from numba import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, DefaultPassBuilder
from numba.core.typed_passes import DumpParforDiagnostics, NopythonRewrites
from numba.core.untyped_passes import InlineClosureLikes, InlineInlinables, LiteralUnroll, MakeFunctionToJitFunction

from .endless import CheckLoops, is_guest
from .failing import broken, failures
from .garbage import without_garbage_collection
from .stopping import compiling

# Passes for functions within functions, arithmetic with whole arrays, functions that are inlined before LLVM, and loops in
# parallel. Rules have none of them, so looking for them took a fourteenth of the time.
NOT_FOR_RULES = {
    InlineClosureLikes,
    MakeFunctionToJitFunction,
    NopythonRewrites,
    InlineInlinables,
    DumpParforDiagnostics,
}


class _NotLoaded:
    """Replaces the engine for code that is never loaded and so has no environment to set."""

    def set_env(self, name: str, environment: object) -> None:
        """Called by Numba for every function."""


class _Library(JITCodeLibrary):
    """Code that is optimized once. (By default the cheapest passes come before all passes.)"""

    def _optimize_functions(self, module: Any) -> None:
        """Optimize each function by itself, all with one manager of passes. (By default each gets a new one.)"""
        module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager()
        for function in module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    def _optimize_final_module(self) -> None:
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)


class _Part(_Library):
    """The code of an inner function, without that of the functions it calls."""

    @property
    def codegen(self) -> _NotLoaded:
        return _NotLoaded()

    def finalize(self) -> None:
        """Optimize the code; called by Numba."""
        self._optimize_final_module()
        self._finalized = True


class _Whole(_Library):
    """The code of an entry and of all that it calls."""

    def finalize(self) -> None:
        """Link and optimize the code, and make machine code of it; called by Numba."""
        self._linking_libraries = _callers_first(self)
        super().finalize()


def _callers_first(whole: _Whole) -> list[Any]:
    """The libraries to link: linking leaves out what nothing calls that is linked before it."""
    found, seen = list[Any](), set[Any]()

    def find(library: Any) -> None:
        for called in library._linking_libraries:
            if called not in seen:
                seen.add(called)
                if isinstance(called, _Part):  # others are linked with what they call
                    find(called)
                found.append(called)

    find(whole)
    return found[::-1]


class CheckingCompiler(Compiler):
    """Compiles a function, with checks in its loops if it is not ours."""

    def define_pipelines(self) -> Any:
        """The passes; called by Numba."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        if not _has_closures(self.state.func_id.func):
            passes.passes = [one for one in passes.passes if one[0] not in NOT_FOR_RULES]
        passes.add_pass_after(CheckLoops, LiteralUnroll)
        passes.finalize()
        return [passes]

    def compile_extra(self, func: Any) -> Any:
        """Compile a function, noting why it fails; called by Numba."""
        before, failures.found = failures.found, []
        try:
            made = super().compile_extra(func)
        except BaseException as error:
            failures.found.append((func, error))
            raise
        failures.found = before
        return made


def _has_closures(function: Any) -> bool:
    return any(isinstance(constant, CodeType) for constant in function.__code__.co_consts)


class InnerCompiler(CheckingCompiler):
    """Compiles a function that only compiled code calls."""

    def __init__(self, typingctx: Any, targetctx: Any, library: Any, *more: Any) -> None:
        super().__init__(typingctx, targetctx, library or _Part(targetctx.codegen(), "part"), *more)


class EntryCompiler(CheckingCompiler):
    """Compiles an entry."""

    def __init__(self, typingctx: Any, targetctx: Any, library: Any, *more: Any) -> None:
        if library is None:
            library = _Whole(targetctx.codegen(), "entry")
            library.enable_object_caching()
        with without_garbage_collection():  # the first compiler loads most of Numba
            super().__init__(typingctx, targetctx, library, *more)

    def compile_extra(self, func: Any) -> Any:
        """Compile a function; called by Numba."""
        compiling.add(get_ident())
        try:
            with without_garbage_collection():
                return super().compile_extra(func)
        except Exception:
            game_error = broken(is_guest)
            if game_error is None:
                raise
            raise game_error from None
        finally:
            failures.found = []
            compiling.discard(get_ident())


INNER = {"pipeline_class": InnerCompiler, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def inner(function: Callable[..., Any]) -> Any:
    """Numba's dispatcher for a function that only compiled code calls.

    It is compiled for any integer rather than for each constant. Linked into its callers, that version is as fast.
    """
    dispatcher = numba.njit(function, **INNER)
    call_template = dispatcher.get_call_template

    def for_any_value(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return call_template(tuple(map(types.unliteral, args)), {name: types.unliteral(kind) for name, kind in kws.items()})

    dispatcher.get_call_template = for_any_value
    return dispatcher
