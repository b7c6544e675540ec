"""A solver for bridge with open hands (double dummy), to compare our way of solving with Haglund's DDS.

solving          tricks(deal, trump, leader), and a deal that is asked several questions
board            the position and the table that the search works on, as arrays of numbers
search           the search itself; moves, leads and quick_tricks are its parts, table what it remembers
bits             three functions on sets; instructions compiles them to single instructions of the processor
deals            random deals, and what DDS says of them
against_dds      both solvers on the same boards: `python -m benchmarks.bridge.against_dds`
"""

from sevenfold.kernel.compiler.decorators import before_compiling


@before_compiling
def _load_instructions() -> None:
    from . import instructions  # noqa: F401 - importing it tells Numba of the functions in `bits`
