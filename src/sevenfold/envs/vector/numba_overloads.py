"""Functions of `prefetching` and `sharing` as Numba compiles them; loaded when something is first compiled."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from sevenfold.kernel.compiler.pipeline import INNER

from . import prefetching, sharing
from .prefetching import LINE


@intrinsic
def _fetch(typing_context: Any, address: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer, word = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [pointer, word, word, word])
        fetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        settings = [ir.Constant(word, number) for number in (0, 3, 1)]  # to read, to keep near, data
        builder.call(fetch, [builder.inttoptr(args[0], pointer), *settings])
        return context.get_dummy_value()

    return types.none(types.int64), codegen


@overload(prefetching.prefetch, jit_options=INNER)
def _(address, size):
    def line_by_line(address, size):
        for i in range(0, size, LINE):
            _fetch(address + i)

    return line_by_line


@intrinsic
def _fetch_add(typing_context: Any, numbers: Any, i: Any, more: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(numbers)(context, builder, args[0])
        place = builder.gep(array.data, [args[1]])
        return builder.atomic_rmw("add", place, args[2], "seq_cst")

    return types.int64(numbers, types.int64, types.int64), codegen


@overload(sharing.fetch_add, jit_options=INNER)
def _(numbers, i, more):
    def at_once(numbers, i, more):
        return _fetch_add(numbers, i, more)

    return at_once
