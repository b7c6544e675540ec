"""The coach: the value of each choice given what the player knew and, once a game is over, with all hands open.

The two are never mixed: `advice` uses only re-dealt positions, `open_hands` the true one.

>>> import sevenfold
>>> from sevenfold.coaching import advise
>>> state = sevenfold.load("sane_sevens").start(seed=3)
>>> advice = advise(state, simulations=200)
>>> advice.best.text in {str(action) for action in state.legal_actions()}
True
>>> advice.samples >= 200, advice.best.ci95 >= 0
(True, True)
"""

from .advice import ActionAdvice, Advice, Cost, advise
from .choices import Choice, choice_of
from .open_hands import HandsOpen
from .review import Decision, Review, Reviewer, review

__all__ = [
    "ActionAdvice", "Advice", "Choice", "Cost", "Decision", "HandsOpen", "Review", "Reviewer", "advise", "choice_of", "review",
]  # fmt: skip
