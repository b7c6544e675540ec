"""What speaks for a move in Sane Sevens."""

from __future__ import annotations

from collections.abc import Iterator

from sevenfold.cards import SEVENDECK_PACK
from sevenfold.devise import Reason, Trial, count, has
from sevenfold.games.sane_sevens.rules import DRAW, DREW, FIRST_NUMBER, KEEP, NAMING, PASS, rules, wanted
from sevenfold.mechanics.sevendeck import FOUR_JOKERS


@rules.texts
def reasons(trial: Trial) -> Iterator[Reason]:
    s, seat, action = trial.s, trial.seat, trial.actions[0]
    hand = trial.after.hands[seat]
    if action in (DRAW, PASS) and s.phase != NAMING:
        if s.hands[seat] & FOUR_JOKERS:
            yield Reason("keeps your joker for later")
        return
    if s.phase == DREW and action == KEEP:
        yield Reason("keeps the joker for later" if has(FOUR_JOKERS, s.drawn) else "keeps the card for later")
        return
    moves = [event for event in trial.soon if event.kind.is_move and event["seat"] != seat]
    if moves and moves[0].kind.name in ("draw", "pass"):
        yield Reason("makes the next player draw", sure=False)
    if s.phase == NAMING or len(trial.actions) > 1:
        named = trial.actions[-1]
        held = count(hand & wanted(trial.after))
        what = SEVENDECK_PACK.suits[named].name if named < FIRST_NUMBER else f"{named - FIRST_NUMBER + 1}s"
        if held:
            yield Reason(f"asks for {what}, of which you hold {held}")
    elif held := count(hand & wanted(trial.after)):
        yield Reason(f"leaves you {held} {'card' if held == 1 else 'cards'} to play on it")
    if hand & FOUR_JOKERS and not has(FOUR_JOKERS, action):
        yield Reason("keeps your joker for later")
