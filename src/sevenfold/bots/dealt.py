"""`DealtState`: the state that is passed to bots of other packages."""

from __future__ import annotations

from sevenfold.playing.game import ArrangedState


class DealtState(ArrangedState):
    """A state in which everything that a seat cannot know has been re-dealt. It has no history.

    Use it like any other state: play in it, copy it, play it out at random. `redeal` re-deals whatever the seat to move
    cannot know. `seed` is a random number, for bots whose choices should be repeatable.
    """

    __slots__ = ()
