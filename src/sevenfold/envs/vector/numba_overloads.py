"""Functions of `prefetching` and `sharing` as Numba compiles them; loaded when something is first compiled."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from sevenfold.kernel.compiler.instructions import instructions
from sevenfold.kernel.compiler.pipeline import INNER

from . import prefetching, sharing
from .prefetching import LINE

_ADDRESS, _WORD, _HALF = ir.IntType(8).as_pointer(), ir.IntType(64), ir.IntType(32)


@intrinsic
def _fetch(typing_context: Any, address: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = ir.FunctionType(ir.VoidType(), [_ADDRESS, _HALF, _HALF, _HALF])
        fetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        settings = [ir.Constant(_HALF, number) for number in (0, 3, 1)]  # to read, to keep near, data
        builder.call(fetch, [builder.inttoptr(args[0], _ADDRESS), *settings])
        return context.get_dummy_value()

    return types.none(types.int64), codegen


@overload(prefetching.prefetch, jit_options=INNER)
def _(address, size):
    def line_by_line(address, size):
        for i in range(0, size, LINE):
            _fetch(address + i)

    return line_by_line


# -- numbers that several threads read and write ---------------------------------------------------------------------------


def _place(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Where a number of an array lies: the arguments begin with the array and the number's place in it."""
    return builder.gep(context.make_array(signature.args[0])(context, builder, args[0]).data, [args[1]])


@instructions(sharing.load, lambda numbers, i: types.int64(numbers, types.int64))
def _load(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return builder.load_atomic(_place(context, builder, signature, args), "seq_cst", 8)


@instructions(sharing.fetch_add, lambda numbers, i, more: types.int64(numbers, types.int64, types.int64))
def _fetch_add(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return builder.atomic_rmw("add", _place(context, builder, signature, args), args[2], "seq_cst")


@instructions(sharing.exchange, lambda numbers, i, value: types.int64(numbers, types.int64, types.int64))
def _exchange(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return builder.atomic_rmw("xchg", _place(context, builder, signature, args), args[2], "seq_cst")


@instructions(sharing.array_at, lambda address, like: like(types.int64, like))
def _array_at(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    array = context.make_array(signature.return_type)(context, builder, args[1])
    array.data = builder.inttoptr(args[0], array.data.type)
    for owner in ("meminfo", "parent"):  # the memory belongs to the thread that calls, which keeps it until the call ends
        setattr(array, owner, ir.Constant(getattr(array, owner).type, None))
    return array._getvalue()


# -- Python's own locks, which need no interpreter: the same on every system --------------------------------------------------


@instructions(sharing.sleep, lambda lock, most: types.none(types.int64, types.int64))
def _acquire(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    kind = ir.FunctionType(_HALF, [_ADDRESS, _WORD, _HALF])
    acquire = cgutils.get_or_insert_function(builder.module, kind, "PyThread_acquire_lock_timed")
    builder.call(acquire, [builder.inttoptr(args[0], _ADDRESS), args[1], ir.Constant(_HALF, 0)])
    return context.get_dummy_value()


@instructions(sharing.wake, lambda lock: types.none(types.int64))
def _release(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    kind = ir.FunctionType(ir.VoidType(), [_ADDRESS])
    release = cgutils.get_or_insert_function(builder.module, kind, "PyThread_release_lock")
    builder.call(release, [builder.inttoptr(args[0], _ADDRESS)])
    return context.get_dummy_value()
