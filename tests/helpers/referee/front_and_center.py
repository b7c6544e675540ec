"""Front and Center, as a referee sees it."""

from __future__ import annotations

from .common import SEVENDECK, Event, Table

OPTIONS: Event = {}
PLAYERS = 1


def agree(card: str, other: str) -> bool:
    """Do two cards share number or suit?"""
    return card[0] == other[0] or card[1] == other[1]


def fits(chain: list[str], target: str, card: str) -> bool:
    """May the card be the next of the chain?"""
    if len(chain) == 6 or not agree(card, chain[-1]):
        return False  # FRONT-2
    return len(chain) < 5 or agree(card, target)  # FRONT-5


def play(t: Table) -> list[int]:
    """A game; the winners."""
    table = t.deal(SEVENDECK, 0)
    target = t.lay(t.get(table, "target", str))  # FRONT-1
    chains = [[t.lay(card)] for card in t.texts(table, "bases")]
    t.check(len(chains) == 4, "there are four bases (FRONT-1).")
    t.dealt()
    discards: list[str] = []
    turned, may_take = "", False
    while any(len(chain) < 6 for chain in chains):
        can_take = may_take and any(fits(chain, target, card) for chain in chains for card in discards[-1:])
        if not turned and not t.stock and not can_take:
            return []  # FRONT-6
        t.begin_turn()
        event = t.move(0, *(["play", "discard"] if turned else ["turn", "take"]))
        if event["move"] == "turn":
            t.check(t.stock, "the stock is used up.")
            turned, may_take = t.draw(0), False  # FRONT-3
            continue
        card = t.choice(event, "card", [turned] if turned else discards[-1:])
        if event["move"] == "discard":
            discards.append(card)  # FRONT-3
        else:
            chain = chains[t.choice(event, "chain", range(4))]
            t.check(turned or may_take, "a card is taken only after one was added (FRONT-4).")
            t.check(fits(chain, target, card), f"{card} does not fit (FRONT-2, FRONT-5).")
            chain.append(card)
            may_take = True  # FRONT-4
            if not turned:
                discards.pop()
        turned = ""
    return [0]  # FRONT-6
