"""A small network in compiled code: what a game describes of a position becomes a chance between 0 and 1.

A description is some numbers, and for each of a net's tables which of its rows are looked up. The rows of a table are added up;
the sums and the numbers are the inputs of one hidden layer, and this has one output. A net is one array of weights: the
tables, the hidden layer by input, its thresholds, the output's weights, and its threshold.
"""

from __future__ import annotations

from math import exp
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from sevenfold.kernel.compiler.decorators import compiled
from sevenfold.kernel.types import Int64Array

Weights: TypeAlias = "np.ndarray[Any, np.dtype[np.float32]]"  # also of what a net works with
Tables: TypeAlias = tuple[tuple[int, int, int], ...]  # of each: its rows, the numbers of a row, how many rows are looked up
LEAK = 0.05  # the share of a hidden value below 0 that goes on


class Shape(NamedTuple):
    """How large the parts of a net are."""

    tables: Tables
    numbers: int
    hidden: int

    @property
    def looked_up(self) -> int:
        """How many rows a description names, of all tables together."""
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


class Desk(NamedTuple):
    """What a net is asked with, and what it works with."""

    looked: Int64Array  # the rows that are looked up, table by table; below 0: none
    numbers: Weights
    inputs: Weights
    hidden: Weights


def new_desk(shape: Shape) -> Desk:
    """Room to ask nets of this shape."""
    sizes = (shape.numbers, shape.inputs, shape.hidden)
    return Desk(np.zeros(shape.looked_up, np.int64), *(np.zeros(size, np.float32) for size in sizes))


@compiled
def chance_of(net: Weights, tables: Tables, desk: Desk) -> float:
    """What a net makes of the description on the desk."""
    add_up(net, tables, desk)
    wide, row = len(desk.hidden), len(net) - (len(desk.inputs) + 2) * len(desk.hidden) - 1
    thresholds = len(net) - 2 * wide - 1
    for h in range(wide):
        desk.hidden[h] = net[thresholds + h]
    for k in range(len(desk.inputs)):
        value = desk.inputs[k]
        for h in range(wide):
            desk.hidden[h] += value * net[row + h]
        row += wide
    found = net[len(net) - 1]
    for h in range(wide):
        desk.hidden[h] = max(desk.hidden[h], np.float32(LEAK) * desk.hidden[h])
        found += desk.hidden[h] * net[thresholds + wide + h]
    return 1.0 / (1.0 + exp(-found))


@compiled
def add_up(net: Weights, tables: Tables, desk: Desk) -> None:
    """Fill the inputs: the sums of the rows that are looked up, and the numbers."""
    table, at, i = 0, 0, 0
    for rows, width, times in tables:
        for k in range(width):
            desk.inputs[at + k] = 0.0
        for _ in range(times):
            if desk.looked[i] >= 0:
                row = table + desk.looked[i] * width
                for k in range(width):
                    desk.inputs[at + k] += net[row + k]
            i += 1
        table += rows * width
        at += width
    for k in range(len(desk.numbers)):
        desk.inputs[at + k] = desk.numbers[k]
