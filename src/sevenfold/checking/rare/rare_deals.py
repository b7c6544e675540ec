"""Deals that random play hardly ever meets: cards lie in the order of their suits or numbers, so that hands are extreme."""

from __future__ import annotations

from random import Random

from sevenfold.cards import Pack
from sevenfold.checking.hidden.replaying import Draws, begun, listening
from sevenfold.checking.hidden.sight import elements
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.kernel.types import Action, Card, CardSet
from sevenfold.playing.game import ArrangedState, Game
from sevenfold.view.event_log import EventLog

NOISE = 11  # in half of the games, one card of so many is drawn as the generator says


class _InOrder(Draws):
    """Has rules draw the cards in an order: by suits or by ranks, up or down. What is drawn follows from the position."""

    def __init__(self, pack: Pack, chance: Random) -> None:
        super().__init__()
        suits = chance.sample(range(len(pack.suits)), len(pack.suits))
        upwards, by_suit = chance.choice((1, -1)), chance.random() < 0.6
        self._salt = chance.randrange(-NOISE, NOISE)
        keys = [(suits[card.suit] if 0 <= card.suit < len(suits) else 0, upwards * card.rank) for card in pack.cards]
        self._keys = keys if by_suit else [(rank, suit) for suit, rank in keys]

    def card(self, members: CardSet, drawn: Card) -> Card:
        """The card to draw out of a set."""
        if drawn % NOISE != self._salt:
            drawn = min(elements(members), key=lambda card: self._keys[card] if card < len(self._keys) else (card, 0))
        return super().card(members, drawn)


class RareDeal(ArrangedState):
    """A game in which cards are drawn so. It is possible, but no seed that is likely to be met leads to it.

    It is played here action by action, as plain Python; nothing in it is taken back.
    """

    __slots__ = ("_order", "before", "texts")

    def __init__(self, game: Game, seed: int, limit: int) -> None:
        self._order = _InOrder(game.pack, Random(seed))
        self.texts: list[str] = []  # of the actions so far
        self.before = 0  # the phase in which the last one was chosen
        first = begun(game, seed, self._order, limit)
        super().__init__(game, first.position, seed)
        self._history._event_log = EventLog()  # with the events of the deal
        self._history._event_log.add(first.said)

    def play(self, action: Action | str) -> None:
        """Play an action for the seat to move."""
        text = action if isinstance(action, str) else self.action(action).text
        self.before = int(self.position[0].phase)
        with interpreting(), listening(self._order, self.game.rules.listening):
            super().play(action)
            self.event_log()  # while cards are drawn in the same order
        self.texts.append(text)
