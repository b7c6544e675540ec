"""Functions of `columns` as Numba compiles them; loaded when something is first compiled."""

from __future__ import annotations

from typing import Any

from llvmlite import binding, ir
from numba import types
from numba.extending import intrinsic, overload

from sevenfold.kernel.compiler.pipeline import INNER
from sevenfold.kernel.memory import numbers_at
from sevenfold.kernel.sets import as_bytes

from . import columns


def _spread(n: int) -> Any:
    """A function that writes n bytes from an address on: 1 for each member of a set below n, else 0."""

    @intrinsic
    def write(typing_context: Any, address: Any, members: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            bits = builder.bitcast(builder.trunc(args[1], ir.IntType(n)), ir.VectorType(ir.IntType(1), n))
            row = ir.VectorType(ir.IntType(8), n)
            builder.store(builder.zext(bits, row), builder.inttoptr(args[0], row.as_pointer()), align=1)
            return context.get_dummy_value()

        return types.none(types.int64, types.int64), codegen

    return write


_spread_32, _spread_16 = _spread(32), _spread(16)
_HAS_VECTORS = bool(binding.get_host_cpu_features().get("avx2"))  # so that a bit of each byte is found in a few instructions


@overload(columns.write_set, jit_options=INNER)
def _(row, column, members, width):
    if row.dtype != types.uint8:

        def one_by_one(row, column, members, width):
            for member in range(width):
                row[column + member] = (members >> member) & 1

        return one_by_one

    # The last columns are written together too, with some before them that are written once more: to the same numbers.

    def many_at_a_time(row, column, members, width):
        address = row.ctypes.data + column
        if width >= 32:
            _spread_32(address, members)
            _spread_32(address + width - 32, members >> (width - 32))
        elif width >= 16:
            _spread_16(address, members)
            _spread_16(address + width - 16, members >> (width - 16))
        elif width >= 8:
            numbers_at(address, 1)[0] = as_bytes(members)
            numbers_at(address + width - 8, 1)[0] = as_bytes(members >> (width - 8))
        else:
            for member in range(width):
                row[column + member] = (members >> member) & 1

    def eight_at_a_time(row, column, members, width):
        address = row.ctypes.data + column
        if width >= 8:
            for i in range(0, width - 8, 8):
                numbers_at(address + i, 1)[0] = as_bytes(members >> i)
            numbers_at(address + width - 8, 1)[0] = as_bytes(members >> (width - 8))
        else:
            for member in range(width):
                row[column + member] = (members >> member) & 1

    return many_at_a_time if _HAS_VECTORS else eight_at_a_time
