"""Numba overloads of the functions in `bits`, loaded when something is first compiled.

Numba compares the signatures of an overload and of the function that it returns, annotations included; so there are none.
"""

from __future__ import annotations

import os
from typing import Any

from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from sevenfold.kernel.compiler.pipeline import INNER

from . import bits


@intrinsic
def _leading_zeros(typing_context: Any, members: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), codegen


def _instruction(name: str) -> Any:
    @intrinsic
    def call(typing_context: Any, members: Any, places: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = ir.IntType(64)
            kind = ir.FunctionType(word, [word, word])
            return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), args)

        return types.int64(types.int64, types.int64), codegen

    return call


_pext, _pdep = _instruction("llvm.x86.bmi.pext.64"), _instruction("llvm.x86.bmi.pdep.64")


def _has_them() -> bool:
    """Whether this processor has fast PEXT and PDEP."""
    if "NUMBA_CPU_NAME" in os.environ or "NUMBA_CPU_FEATURES" in os.environ:
        return False
    return bool(binding.get_host_cpu_features().get("bmi2")) and binding.get_host_cpu_name() not in ("znver1", "znver2")


@overload(bits.highest, jit_options=INNER)
def _(members):
    return lambda members: 63 - _leading_zeros(members)


@overload(bits.packed, jit_options=INNER)
def _(members, places):
    if _has_them():
        return lambda members, places: _pext(members, places)

    def by_walking(members, places):
        found, one, rest = 0, 1, places
        while rest:
            if members & rest & -rest:
                found |= one
            rest &= rest - 1
            one <<= 1
        return found

    return by_walking


@overload(bits.unpacked, jit_options=INNER)
def _(members, places):
    if _has_them():
        return lambda members, places: _pdep(members, places)

    def by_walking(members, places):
        found, rest, left = 0, places, members
        while rest:
            if left & 1:
                found |= rest & -rest
            rest &= rest - 1
            left >>= 1
        return found

    return by_walking
