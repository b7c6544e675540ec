"""Everything that needs Numba at import time: loaded by the first compilation only.

Numba compares the signatures of an overload and of what it returns, annotations included: these functions have none.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import secrets
import shutil
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numba
from llvmlite import binding, ir
from numba import carray, types
from numba.core import bytecode, cgutils
from numba.extending import intrinsic, overload, typeof_impl
from numba.np.numpy_support import as_dtype

from . import bits, chance, memory, rules
from .compiled import Compiled, Entry

# -- the cache --------------------------------------------------------------------------------------------------------
# Numba's own cache notices changes in a function's own file only. So the folder is named by a hash of all that rules and
# algorithms are made of; a game's own file is in the name of its record's first field. What is never compiled is left out.
PLAIN = {
    "actions.py", "errors.py", "game_record.py", "look.py", "options.py", "registry.py", "state.py", "transcript.py",
    "view.py", "viewing.py",
}  # fmt: skip

MONTH = 30 * 24 * 3600


def cache_folder() -> Path:
    """Where compiled code is kept: below SEVENFOLD_CACHE, or the user's cache folder."""
    package = Path(__file__).parent.parent
    own = set(import_module("sevenfold.games").NAMES)
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        room = path.relative_to(package).parts[0]
        compiled_rooms = room in ("cards.py", "engine") or (room == "games" and path.stem not in own)
        if compiled_rooms and path.name not in PLAIN:
            digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    base = Path(os.environ.get("SEVENFOLD_CACHE") or caches / "sevenfold")
    return base / f"rules-{digest.hexdigest()[:16]}"


def _prepare(folder: Path) -> None:
    """Make the folder, mark it used, and drop those of other versions that nobody used for a month."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        for old in folder.parent.glob("rules-*"):
            if old != folder and old.stat().st_mtime < time.time() - MONTH:
                shutil.rmtree(old, ignore_errors=True)
    except OSError:
        pass  # Numba falls back to compiling anew where the folder cannot be written


# Numba numbers functions from 1 in every process and makes their symbols of it: of two games compiled in different
# processes and loaded into a third, one would be resolved to the other's functions. So each process starts elsewhere.
bytecode.FunctionIdentity._unique_ids = itertools.count(secrets.randbits(60))

_FOLDER = cache_folder()
_prepare(_FOLDER)


def njit(function: Callable[..., Any], cache: bool) -> Any:
    """Numba's compiler as we use it. Only entries are cached: each holds all that it calls."""
    if not cache:
        return numba.njit(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)  # never called but by compiled code
    if not os.access(_FOLDER, os.W_OK):
        return numba.njit(function, nogil=True)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(_FOLDER)
    try:
        return numba.njit(function, cache=True, nogil=True)
    finally:
        numba.config.CACHE_DIR = before


@typeof_impl.register(Compiled)
@typeof_impl.register(Entry)
def _(value: Compiled, context: Any) -> Any:
    return types.Dispatcher(value.dispatcher)


# -- single instructions ----------------------------------------------------------------------------------------------


def _llvm(name: str, *flags: int) -> Any:
    @intrinsic
    def call(typing_context: Any, mask: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return getattr(builder, name)(args[0], *[ir.Constant(ir.IntType(1), f) for f in flags])

        return types.int64(types.int64), codegen

    return call


_popcount, _lowest = _llvm("ctpop"), _llvm("cttz", 0)


@overload(bits.count)
def _(members):
    return lambda members: _popcount(members)


@overload(bits.lowest)
def _(members):
    return lambda members: _lowest(members)


@intrinsic
def _spread(typing_context: Any, source: Any, mask: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64"), args)

    return types.int64(types.int64, types.int64), codegen


def _spreads_fast() -> bool:
    """Has this processor a quick PDEP (x86-64 with BMI2; the first two Zens have a slow one)?"""
    if "NUMBA_CPU_NAME" in os.environ or "NUMBA_CPU_FEATURES" in os.environ:
        return False
    features = binding.get_host_cpu_features()
    return bool(features.get("bmi2")) and binding.get_host_cpu_name() not in ("znver1", "znver2")


@overload(bits.nth)
def _(members, k):
    if _spreads_fast():
        return lambda members, k: _lowest(_spread(1 << k, members))

    def by_clearing(members, k):
        for _ in range(k):
            members &= members - 1
        return _lowest(members)

    return by_clearing


@overload(chance.times)
def _(a, b):
    return lambda a, b: a * b


@overload(chance.plus)
def _(a, b):
    return lambda a, b: a + b


# -- static dispatch --------------------------------------------------------------------------------------------------


def _static_dispatch(generic: rules.Generic) -> None:
    """Let compiled code call `generic(s, ...)`: the answer is picked by the record type of s."""
    names = ", ".join(generic.parameters)
    scope = {"generic": generic, "as_dtype": as_dtype}
    lines = [
        f"def pick({names}):",
        "    answer = generic.answers.get(as_dtype(s), generic.default)",
        f"    return None if answer is None else (lambda {names}: answer({names}))",
    ]
    exec("\n".join(lines), scope)
    overload(generic.function)(scope["pick"])


for _generic in rules.GENERIC.values():
    _static_dispatch(_generic)


@overload(rules.layout_words)
def _(s):
    found = rules.LAYOUTS[as_dtype(s)].dealt
    return lambda s: found


@overload(rules.hidden_places)
def _(s):
    found = rules.LAYOUTS[as_dtype(s)].places
    return lambda s: found


@overload(rules.private_words)
def _(s):
    found = rules.LAYOUTS[as_dtype(s)].private
    return lambda s: found


# -- memory seen as words: a record, or a small array on the stack ----------------------------------------------------


@intrinsic
def _address(typing_context: Any, rec: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], ir.IntType(64).as_pointer())

    return types.CPointer(types.int64)(rec), codegen


@overload(memory.words)
def _(s):
    n = s.size // 8
    return lambda s: carray(_address(s), (n,))


def _on_stack(item: Any, bits_type: Any) -> Any:
    @intrinsic(prefer_literal=True)
    def stack(typing_context: Any, n: Any) -> Any:
        size = n.literal_value

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            # An alloca of an array type would be zeroed by one store of the whole, which LLVM takes apart for minutes.
            return cgutils.alloca_once(builder, bits_type, size=size)

        return types.CPointer(item)(n), codegen

    return stack


_stack_of_numbers = _on_stack(types.int64, ir.IntType(64))
_stack_of_reals = _on_stack(types.float64, ir.DoubleType())


@overload(memory.scratch, prefer_literal=True, inline="always")
def _(n):
    if not isinstance(n, types.IntegerLiteral):
        return None
    size = n.literal_value

    def zeroed(n):
        block = carray(_stack_of_numbers(size), (size,))
        for i in range(size):
            block[i] = 0
        return block

    return zeroed


@overload(memory.rough, prefer_literal=True, inline="always")
def _(n):
    if not isinstance(n, types.IntegerLiteral):
        return None
    size = n.literal_value
    return lambda n: carray(_stack_of_reals(size), (size,))
