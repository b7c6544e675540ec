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


def _place(context: Any, builder: Any, numbers: Any, args: Any) -> Any:
    """Where a number of an array lies: the arguments begin with the array and the number's place in it."""
    return builder.gep(context.make_array(numbers)(context, builder, args[0]).data, [args[1]])


@intrinsic
def _load(typing_context: Any, numbers: Any, i: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load_atomic(_place(context, builder, numbers, args), "seq_cst", 8)

    return types.int64(numbers, types.int64), codegen


@intrinsic
def _fetch_add(typing_context: Any, numbers: Any, i: Any, more: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.atomic_rmw("add", _place(context, builder, numbers, args), args[2], "seq_cst")

    return types.int64(numbers, types.int64, types.int64), codegen


@intrinsic
def _exchange(typing_context: Any, numbers: Any, i: Any, value: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.atomic_rmw("xchg", _place(context, builder, numbers, args), args[2], "seq_cst")

    return types.int64(numbers, types.int64, types.int64), codegen


@intrinsic
def _array_at(typing_context: Any, address: Any, like: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(like)(context, builder, args[1])
        array.data = builder.inttoptr(args[0], array.data.type)
        for owner in ("meminfo", "parent"):  # the memory belongs to the thread that calls, which keeps it until the call ends
            setattr(array, owner, ir.Constant(getattr(array, owner).type, None))
        return array._getvalue()

    return like(types.int64, like), codegen


@intrinsic
def _acquire(typing_context: Any, lock: Any, most: Any) -> Any:
    """Python's own lock, which needs no interpreter: the same on every system."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer, word, long = ir.IntType(8).as_pointer(), ir.IntType(32), ir.IntType(64)
        kind = ir.FunctionType(word, [pointer, long, word])
        acquire = cgutils.get_or_insert_function(builder.module, kind, "PyThread_acquire_lock_timed")
        builder.call(acquire, [builder.inttoptr(args[0], pointer), args[1], ir.Constant(word, 0)])
        return context.get_dummy_value()

    return types.none(types.int64, types.int64), codegen


@intrinsic
def _release(typing_context: Any, lock: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [pointer])
        release = cgutils.get_or_insert_function(builder.module, kind, "PyThread_release_lock")
        builder.call(release, [builder.inttoptr(args[0], pointer)])
        return context.get_dummy_value()

    return types.none(types.int64), codegen


@overload(sharing.load, jit_options=INNER)
def _(numbers, i):
    def at_once(numbers, i):
        return _load(numbers, i)

    return at_once


@overload(sharing.fetch_add, jit_options=INNER)
def _(numbers, i, more):
    def at_once(numbers, i, more):
        return _fetch_add(numbers, i, more)

    return at_once


@overload(sharing.exchange, jit_options=INNER)
def _(numbers, i, value):
    def at_once(numbers, i, value):
        return _exchange(numbers, i, value)

    return at_once


@overload(sharing.array_at, jit_options=INNER)
def _(address, like):
    def at_once(address, like):
        return _array_at(address, like)

    return at_once


@overload(sharing.sleep, jit_options=INNER)
def _(lock, most):
    def at_once(lock, most):
        return _acquire(lock, most)

    return at_once


@overload(sharing.wake, jit_options=INNER)
def _(lock):
    def at_once(lock):
        return _release(lock)

    return at_once
