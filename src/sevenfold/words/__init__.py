"""The old name of `sevenfold.mechanics`, kept for one version."""

import sys
from warnings import warn

from sevenfold.mechanics import chains, piles, scores, sevendeck, tricks

warn("sevenfold.words is now sevenfold.mechanics.", DeprecationWarning, stacklevel=2)
for module in (chains, piles, scores, sevendeck, tricks):
    sys.modules[module.__name__.replace("sevenfold.mechanics", __name__)] = module
