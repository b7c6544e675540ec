"""The kernel's functions as Numba compiles them; loaded when something is first compiled.

Numba compares the signatures of an overload and of what it returns, annotations included, so these functions have none.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import RefType, iternext_impl
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import intrinsic, lower_builtin, models, overload, register_model
from numba.np.arrayobj import populate_array
from numba.np.numpy_support import as_dtype

from sevenfold.kernel import chance, event_hash, memory, questions, scripted_chance, sets
from sevenfold.kernel.chance import is_keyed, keyed_bits, plus, shifted_bits
from sevenfold.kernel.event_hash import TRACE_SIZE, mix
from sevenfold.kernel.memory import numbers_at
from sevenfold.kernel.scripted_chance import DRAWN, GIVEN, MISSING, RESULTS

from .compiler.instructions import instructions
from .compiler.pipeline import INNER

# -- single instructions ----------------------------------------------------------------------------------------------


@instructions(sets.count, lambda members: types.int64(types.int64))
def _count(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return builder.ctpop(args[0])


@instructions(sets.lowest, lambda members: types.int64(types.int64))
def _lowest(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))


@instructions(chance.times, lambda a, b: types.uint64(types.uint64, types.uint64))
def _times(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return builder.mul(*args)


@instructions(chance.plus, lambda a, b: types.uint64(types.uint64, types.uint64))
def _plus(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return builder.add(*args)


@intrinsic
def _spread(typing_context: Any, source: Any, mask: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64"), args)

    return types.int64(types.int64, types.int64), codegen


def _spreads_fast() -> bool:
    """Whether this processor has a fast PDEP instruction: x86-64 with BMI2, except Zen 1 and 2, where it is slow."""
    if "NUMBA_CPU_NAME" in os.environ or "NUMBA_CPU_FEATURES" in os.environ:
        return False
    features = binding.get_host_cpu_features()
    return bool(features.get("bmi2")) and binding.get_host_cpu_name() not in ("znver1", "znver2")


@overload(sets.nth, jit_options=INNER)
def _(members, k):
    if _spreads_fast():
        return lambda members, k: sets.lowest(_spread(1 << k, members))

    def by_clearing(members, k):
        for _ in range(k):
            members &= members - 1
        return sets.lowest(members)

    return by_clearing


@overload(sets.as_bytes, jit_options=INNER)
def _(members):
    if _spreads_fast():
        return lambda members: _spread(members & 255, _BYTES)

    def by_multiplying(members):
        low = (members & 127) * _APART & _BYTES  # of seven members no two meet in a byte's lowest bit
        return low | (members & 128) << 49

    return by_multiplying


_BYTES = 0x0101010101010101
_APART = 0x0000040810204081


# -- iteration over a set -----------------------------------------------------------------------------------------------
# `each(members)` is an int64 with a distinct type; a loop keeps the remaining members in one word on its stack.


class _EachIterator(types.SimpleIteratorType):
    def __init__(self) -> None:
        super().__init__("members of a set, one after the other", types.int64)


class _Each(types.SimpleIterableType):
    def __init__(self) -> None:
        super().__init__("members of a set", _EachIterator())


@register_model(_Each)
class _EachModel(models.PrimitiveModel):
    def __init__(self, manager: Any, numba_type: Any) -> None:
        super().__init__(manager, numba_type, ir.IntType(64))


@register_model(_EachIterator)
class _EachIteratorModel(models.PrimitiveModel):
    def __init__(self, manager: Any, numba_type: Any) -> None:
        super().__init__(manager, numba_type, ir.IntType(64).as_pointer())


@instructions(sets.each, lambda members: _Each()(types.int64))
def _each(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return args[0]


@lower_builtin("getiter", _Each())
def _begin_each(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return cgutils.alloca_once_value(builder, args[0])


@lower_builtin("iternext", _EachIterator())
@iternext_impl(RefType.UNTRACKED)
def _next_of_each(context: Any, builder: Any, signature: Any, args: Any, result: Any) -> None:
    left = builder.load(args[0])
    has_next = builder.icmp_unsigned("!=", left, left.type(0))
    result.set_valid(has_next)
    with builder.if_then(has_next):
        result.yield_(builder.cttz(left, ir.Constant(ir.IntType(1), 1)))
        builder.store(builder.and_(left, builder.sub(left, left.type(1))), args[0])


@overload(chance.is_keyed, jit_options=INNER)
def _(s):
    if "key" not in (as_dtype(s).names or ()):
        return lambda s: False
    return lambda s: (s.key[0] | s.key[1] | s.key[2] | s.key[3]) != np.uint64(0)


@overload(scripted_chance.is_scripted, jit_options=INNER)
def _(s):
    if "key" not in (as_dtype(s).names or ()):
        return lambda s: False
    return lambda s: (s.key[0] | s.key[1] | s.key[2]) == np.uint64(0) and s.key[3] != np.uint64(0)


@overload(scripted_chance.scripted, jit_options=INNER)
def _(s, n):
    if "key" not in (as_dtype(s).names or ()):
        return lambda s, n: np.int64(0)

    def from_the_script(s, n):
        address: Any = np.int64(s.key[3])
        script = numbers_at(address, RESULTS)
        drawn = script[DRAWN]
        script[DRAWN] = drawn + 1
        s.chance = plus(s.chance, np.uint64(1))
        if drawn < script[GIVEN]:
            return numbers_at(address, RESULTS + drawn + 1)[RESULTS + drawn]
        if script[MISSING] == 0:
            script[MISSING] = n
        return np.int64(0)

    return from_the_script


@overload(chance.next_bits, inline="always", jit_options=INNER)
def _(s):
    if "key" not in (as_dtype(s).names or ()):
        return lambda s: shifted_bits(s)
    return lambda s: keyed_bits(s) if is_keyed(s) else shifted_bits(s)


# -- static dispatch --------------------------------------------------------------------------------------------------


def _static_dispatch(question: questions.Generic) -> None:
    """Make `question(s, ...)` callable from compiled code, which chooses the answer by the record type of s."""
    made: dict[Any, Any] = {}  # the compiled answers, by the types of their arguments

    class Call(AbstractTemplate):
        """Calls the answer directly: an overload would add an intermediate function, which Numba would compile too."""

        key = question.function

        def generic(self, args: Any, kws: Any) -> Any:
            """The signature of the answer."""
            answer = question.answers.get(as_dtype(args[0]), question.default)
            if answer is None:
                return None
            dispatcher = self.context.resolve_value_type(answer)
            signature = dispatcher.get_call_type(self.context, args, kws)
            made[signature.args] = dispatcher.get_impl_key(signature)
            return signature

        def get_impl_key(self, signature: Any) -> Any:
            """The key by which Numba finds the answer's code."""
            return made[signature.args]

    infer_global(question.function, types.Function(Call))


questions.watch(_static_dispatch)


@overload(questions.cleared_words, jit_options=INNER)
def _(s):
    found = questions.LAYOUTS[as_dtype(s)].cleared
    return lambda s: found


@overload(questions.single_cards, jit_options=INNER)
def _(s):
    found = questions.LAYOUTS[as_dtype(s)].single
    return lambda s: found


@overload(questions.set_places, jit_options=INNER)
def _(s):
    found = questions.LAYOUTS[as_dtype(s)].sets
    return lambda s: found


@overload(questions.twins, jit_options=INNER)
def _(s):
    found = questions.LAYOUTS[as_dtype(s)].twins
    return lambda s: found


@overload(questions.hidden_places, jit_options=INNER)
def _(s):
    found = questions.LAYOUTS[as_dtype(s)].places
    return lambda s: found


@overload(questions.private_words, jit_options=INNER)
def _(s):
    found = questions.LAYOUTS[as_dtype(s)].private
    return lambda s: found


# -- observing --------------------------------------------------------------------------------------------------------


def _listens(s: Any) -> bool:
    return "heard" in (as_dtype(s).names or ())


@overload(event_hash.mix, jit_options=INNER)
def _(heard, value):
    def in_three_instructions(heard, value):
        mixed = (heard ^ np.uint64(value)) * _ODD
        return mixed ^ (mixed >> np.uint64(29))

    return in_three_instructions


_ODD = np.uint64(event_hash.ODD)


@overload(event_hash.observe, jit_options=INNER)
def _(s, value):
    if not _listens(s):
        return lambda s, value: None

    def into_the_record(s, value):
        s.heard = mix(s.heard, value)

    return into_the_record


@overload(event_hash.observe_privately, jit_options=INNER)
def _(s, seat, value):
    if not _listens(s):
        return lambda s, seat, value: None

    def into_the_seats_word(s, seat, value):
        if seat >= 0:
            s.heard_alone[seat] = mix(mix(s.heard_alone[seat], s.heard), value)

    return into_the_seats_word


# -- tracing events --------------------------------------------------------------------------------------------------------


def _may_be_traced(s: Any) -> bool:
    return "trace_address" in (as_dtype(s).names or ())


@overload(event_hash.is_traced, jit_options=INNER)
def _(s):
    if not _may_be_traced(s):
        return lambda s: False
    return lambda s: s.trace_address != 0


@overload(event_hash.trace, jit_options=INNER)
def _(s, value):
    if not _may_be_traced(s):
        return lambda s, value: None

    def after_the_last(s, value):
        buffer = numbers_at(s.trace_address, TRACE_SIZE)
        buffer[0] += 1
        if buffer[0] < TRACE_SIZE:
            buffer[buffer[0]] = value

    return after_the_last


# -- memory seen as words: a record, or a small array on the stack ----------------------------------------------------


_NUMBERS = types.Array(types.int64, 1, "C")


def _array(context: Any, builder: Any, address: Any, n: Any) -> Any:
    """An array of n numbers at an address that others keep."""
    array, size = context.make_array(_NUMBERS)(context, builder), context.get_constant(types.intp, 8)
    data = builder.bitcast(address, array.data.type)
    populate_array(array, data=data, shape=(n,), strides=(size,), itemsize=size, meminfo=None)
    return array._getvalue()


@instructions(memory.as_int64, lambda s: _NUMBERS(s))
def _as_int64(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return _array(context, builder, args[0], context.get_constant(types.intp, signature.args[0].size // 8))


@instructions(memory.numbers_at, lambda address, n: _NUMBERS(types.int64, types.int64))
def _numbers_at(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return _array(context, builder, builder.inttoptr(args[0], ir.IntType(64).as_pointer()), args[1])


@intrinsic(prefer_literal=True)
def _on_stack(typing_context: Any, n: Any) -> Any:
    size = n.literal_value

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        # An alloca of an array type would be zeroed by a single store, and LLVM would spend minutes splitting it up.
        block = cgutils.alloca_once(builder, ir.IntType(64), size=size)
        return _array(context, builder, block, context.get_constant(types.intp, size))

    return _NUMBERS(n), codegen


@overload(memory.scratch, prefer_literal=True, inline="always", jit_options=INNER)
def _(n):
    if not isinstance(n, types.IntegerLiteral):
        return None
    size = n.literal_value

    def zeroed(n):
        block = _on_stack(size)
        for i in range(size):
            block[i] = 0
        return block

    return zeroed
