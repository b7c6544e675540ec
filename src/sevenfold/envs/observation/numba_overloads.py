"""Functions of `columns` as Numba compiles them; loaded when something is first compiled."""

from __future__ import annotations

from numba import types
from numba.extending import overload

from sevenfold.kernel.compiler.pipeline import INNER
from sevenfold.kernel.memory import numbers_at
from sevenfold.kernel.sets import as_bytes, each

from . import columns


@overload(columns.write_set, jit_options=INNER)
def _(row, column, members, width):
    if row.dtype == types.uint8:

        def eight_at_a_time(row, column, members, width):
            address, whole = row.ctypes.data + column, width >> 3
            for i in range(whole):
                numbers_at(address + 8 * i, 1)[0] = as_bytes(members >> 8 * i)
            for member in range(8 * whole, width):
                row[column + member] = (members >> member) & 1

        return eight_at_a_time

    def one_by_one(row, column, members, width):
        for member in each(members & ((1 << width) - 1)):
            row[column + member] = 1

    return one_by_one
