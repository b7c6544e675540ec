"""Loops that never end: in compiled code that is not our own, every loop checks whether it should go on.

A function of another package may make MOST_ROUNDS rounds of its loops in one call. In shared functions that are compiled for
the position of such a game, loops are not counted, since a simulation is one long loop; but like all others they end when
their thread is told to stop. Functions of other packages that call themselves count how deep they are. Code of the built-in
games has no checks and pays nothing for them.
"""

from __future__ import annotations

import ctypes
import inspect
import operator
import os
from collections.abc import Callable
from typing import Any

from llvmlite import binding
from llvmlite import ir as llvm
from numba import types
from numba.core import cgutils, ir
from numba.core.analysis import compute_cfg_from_blocks
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.ir_utils import build_definitions
from numba.extending import intrinsic

from sevenfold.errors import EndlessRule

from .stopping import DEPTH_ADDRESS, GUEST, STOP_ADDRESS, STOP_ALL

MOST_ROUNDS = 10_000_000  # of the loops of one function in one call
MOST_DEPTH = 2_000  # calls of functions that call themselves: far less than a thread's stack can take
STOP, DEPTH, THREAD = "sevenfold_thread_to_stop", "sevenfold_depth", "sevenfold_this_thread"  # symbols in compiled code

binding.add_symbol(STOP, STOP_ADDRESS)
binding.add_symbol(DEPTH, DEPTH_ADDRESS)
binding.add_symbol(THREAD, ctypes.cast(ctypes.pythonapi.PyThread_get_thread_ident, ctypes.c_void_p).value)


def _word_at(symbol: str, module: Any) -> Any:
    """A word of memory that compiled code shares with `stopping`."""
    known = module.globals
    return known[symbol] if symbol in known else llvm.GlobalVariable(module, llvm.IntType(64), symbol)


@intrinsic
def _is_too_deep(typing_context: Any) -> Any:
    """Go one call deeper, and return whether that is too deep; then the next call begins at 0: those that fail do not count
    back."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = llvm.IntType(64)
        depth = _word_at(DEPTH, builder.module)
        is_too_deep = builder.icmp_signed(">=", builder.atomic_rmw("add", depth, word(1), "monotonic"), word(MOST_DEPTH))
        with builder.if_then(is_too_deep, likely=False):
            builder.store_atomic(word(0), depth, "monotonic", 8)
        return is_too_deep

    return types.boolean(), codegen


@intrinsic
def _come_back(typing_context: Any) -> Any:
    """Come one call back."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.atomic_rmw("sub", _word_at(DEPTH, builder.module), llvm.IntType(64)(1), "monotonic")
        return context.get_dummy_value()

    return types.none(), codegen


@intrinsic
def _must_end(typing_context: Any, rounds: Any) -> Any:
    """Whether a loop must end: after MOST_ROUNDS, or because its thread is the one to stop."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = llvm.IntType(64)
        stop = builder.load_atomic(_word_at(STOP, builder.module), "monotonic", 8)
        result = cgutils.alloca_once(builder, llvm.IntType(1))
        builder.store(builder.icmp_signed(">", args[0], word(MOST_ROUNDS)), result)
        with builder.if_then(builder.icmp_unsigned("!=", stop, word(0)), likely=False):
            long = llvm.IntType(8 * ctypes.sizeof(ctypes.c_ulong))
            this_thread = cgutils.get_or_insert_function(builder.module, llvm.FunctionType(long, []), THREAD)
            this = builder.call(this_thread, [])
            this = builder.zext(this, word) if long.width < word.width else this
            is_this = builder.icmp_unsigned("==", stop, this)
            is_all = builder.icmp_unsigned("==", stop, word(STOP_ALL))
            builder.store(builder.or_(builder.load(result), builder.or_(is_this, is_all)), result)
        return builder.load(result)

    return types.boolean(types.int64), codegen


def is_guest(function: Callable[..., Any]) -> bool:
    """Whether a function belongs to another package."""
    return function.__globals__.get("__name__", "").partition(".")[0] not in ("", "sevenfold")


def _calls_itself(function: Callable[..., Any]) -> bool:
    """Whether a function calls itself. (Functions that call each other in a circle are not compiled at all.)"""
    found = inspect.getclosurevars(function)
    named = (*found.nonlocals.values(), *found.globals.values())
    return any(getattr(one, "function", None) is function for one in named)  # a `Compiled`


def _has_guest(arguments: Any) -> bool:
    """Whether one of the arguments is a position of another package's game, or an array of them."""
    records = (getattr(argument, "dtype", argument) for argument in arguments)
    return any(isinstance(one, types.Record) and next(iter(one.fields)).startswith(GUEST) for one in records)


@register_pass(mutates_CFG=True, analysis_only=False)
class CheckLoops(FunctionPass):
    """Inserts the checks into Numba's intermediate representation, before its variables are renamed (SSA)."""

    _name = "check_loops"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Change a function that needs checks."""
        function = state.func_ir.func_id.func
        counts = is_guest(function)
        if not counts and not _has_guest(state.args):
            return False
        blocks: dict[int, ir.Block] = state.func_ir.blocks
        recurs = counts and _calls_itself(function)
        headers = sorted({loop.header for loop in compute_cfg_from_blocks(blocks).loops().values()})
        if not headers and not recurs:
            return False
        place = os.path.basename(function.__code__.co_filename)  # noqa: PTH119 - it may not be a path
        rounds = _begin(blocks[min(blocks)])
        for header in headers:
            _check(blocks, header, rounds, int(counts), (function.__name__, place, blocks[header].loc.line))
        if recurs:
            _count_depth(blocks, (function.__name__, place, blocks[min(blocks)].loc.line))
        state.func_ir._definitions = build_definitions(blocks)
        return True


def _begin(first: ir.Block) -> ir.Var:
    """Set the counter of rounds to 0 where a function begins, after its arguments."""
    rounds = first.scope.redefine("$rounds", first.loc)
    first.body.insert(_arguments_of(first), ir.Assign(ir.Const(0, first.loc), rounds, first.loc))
    return rounds


def _arguments_of(first: ir.Block) -> int:
    """The number of assignments of arguments with which a function begins."""
    return sum(isinstance(one, ir.Assign) and isinstance(one.value, ir.Arg) for one in first.body)


def _check(blocks: dict[int, ir.Block], header: int, rounds: ir.Var, step: int, place: tuple[str, str, int]) -> None:
    """Let a loop begin each round with counting it, and fail if it must end."""
    old = blocks[header]
    scope, loc = old.scope, old.loc
    new = ir.Block(scope, loc)
    one = _add(new, ir.Const(step, loc))
    new.append(ir.Assign(ir.Expr.binop(operator.add, rounds, one, loc), rounds, loc))
    blocks[header] = new
    _fail_if(_call(new, _must_end, rounds), new, old, blocks, place)


def _count_depth(blocks: dict[int, ir.Block], place: tuple[str, str, int]) -> None:
    """Let a function fail where it begins if it is called too deeply, and count back where it returns."""
    for block in blocks.values():
        if isinstance(block.body[-1], ir.Return):
            end = block.body.pop()
            _call(block, _come_back)
            block.append(end)
    label = min(blocks)
    old, arguments = blocks[label], _arguments_of(blocks[label])
    new = ir.Block(old.scope, old.loc)
    new.body, old.body = old.body[:arguments], old.body[arguments:]
    blocks[label] = new
    _fail_if(_call(new, _is_too_deep), new, old, blocks, place)


def _fail_if(bad: ir.Var, new: ir.Block, then: ir.Block, blocks: dict[int, ir.Block], place: tuple[str, str, int]) -> None:
    """End a new block with a branch: fail, or go on with another block, which gets a label."""
    rest, failing = max(blocks) + 1, max(blocks) + 2
    new.append(ir.Branch(bad, failing, rest, new.loc))
    blocks[rest], blocks[failing] = then, ir.Block(new.scope, new.loc)
    blocks[failing].append(ir.StaticRaise(EndlessRule, place, new.loc))


def _add(block: ir.Block, value: Any) -> ir.Var:
    """A new variable with a value, assigned at the end of a block."""
    made = block.scope.redefine("$check", block.loc)
    block.append(ir.Assign(value, made, block.loc))
    return made


def _call(block: ir.Block, function: Any, *arguments: ir.Var) -> ir.Var:
    """The result of a call at the end of a block."""
    return _add(block, ir.Expr.call(_add(block, ir.Global("check", function, block.loc)), arguments, (), block.loc))
