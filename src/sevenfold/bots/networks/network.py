"""A small network in compiled code: it turns a game's description of a position into a chance between 0 and 1.

A description is a list of numbers and, for each of the network's tables, the rows to look up. The looked-up rows of a table are
added; the sums and the numbers are the inputs of one hidden layer with one output. A network is one array of weights: the
tables, the hidden layer by input, its biases, the output's weights, and its bias.
"""

from __future__ import annotations

from math import exp
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from sevenfold.kernel.compiler.decorators import compiled
from sevenfold.kernel.types import Int64Array

Weights: TypeAlias = "np.ndarray[Any, np.dtype[np.float32]]"  # also for intermediate values
Tables: TypeAlias = tuple[tuple[int, int, int], ...]  # for each: its rows, their width, how many rows are looked up
LEAK = 0.05  # the slope of the activation below 0 (leaky ReLU)


class Shape(NamedTuple):
    """The sizes of a network's parts."""

    tables: Tables
    numbers: int
    hidden: int

    @property
    def looked_up(self) -> int:
        """How many rows a description looks up in all tables together."""
        return sum(times for _, _, times in self.tables)

    @property
    def in_tables(self) -> int:
        """How many weights the tables have."""
        return sum(rows * width for rows, width, _ in self.tables)

    @property
    def inputs(self) -> int:
        """How many inputs the hidden layer has."""
        return sum(width for _, width, _ in self.tables) + self.numbers

    @property
    def weights(self) -> int:
        """How many weights the net has."""
        return self.in_tables + (self.inputs + 2) * self.hidden + 1


class Workspace(NamedTuple):
    """The input of a network, and the memory it computes in."""

    looked: Int64Array  # the rows to look up, table by table; below 0: none
    numbers: Weights
    inputs: Weights
    hidden: Weights


def new_workspace(shape: Shape) -> Workspace:
    """Memory for networks of this shape."""
    sizes = (shape.numbers, shape.inputs, shape.hidden)
    return Workspace(np.zeros(shape.looked_up, np.int64), *(np.zeros(size, np.float32) for size in sizes))


@compiled
def chance_of(net: Weights, tables: Tables, space: Workspace) -> float:
    """The output of a network for the description in its input."""
    add_up(net, tables, space)
    wide, row = len(space.hidden), len(net) - (len(space.inputs) + 2) * len(space.hidden) - 1
    thresholds = len(net) - 2 * wide - 1
    for h in range(wide):
        space.hidden[h] = net[thresholds + h]
    for k in range(len(space.inputs)):
        value = space.inputs[k]
        for h in range(wide):
            space.hidden[h] += value * net[row + h]
        row += wide
    found = net[len(net) - 1]
    for h in range(wide):
        space.hidden[h] = max(space.hidden[h], np.float32(LEAK) * space.hidden[h])
        found += space.hidden[h] * net[thresholds + wide + h]
    return 1.0 / (1.0 + exp(-found))


@compiled
def add_up(net: Weights, tables: Tables, space: Workspace) -> None:
    """Fill the inputs: the sums of the looked-up rows, and the numbers."""
    table, at, i = 0, 0, 0
    for rows, width, times in tables:
        for k in range(width):
            space.inputs[at + k] = 0.0
        for _ in range(times):
            if space.looked[i] >= 0:
                row = table + space.looked[i] * width
                for k in range(width):
                    space.inputs[at + k] += net[row + k]
            i += 1
        table += rows * width
        at += width
    for k in range(len(space.numbers)):
        space.inputs[at + k] = space.numbers[k]
