"""What speaks for a move in Seven Suitors."""

from __future__ import annotations

from collections.abc import Iterator

from sevenfold.cards import NONE, SUITORS60
from sevenfold.devise import Reason, Trial, bit, each, has
from sevenfold.games.seven_suitors.card_passing import receiver
from sevenfold.games.seven_suitors.marriages import side_of
from sevenfold.games.seven_suitors.pack import RANK, SEVENS, SPECIALS, of_suit, suit
from sevenfold.games.seven_suitors.rules import NO_SEVEN, PASSING, STEALING, rules
from sevenfold.mechanics.trick_reasons import drawn_trumps, keeping, trick_of

HIGH = 10  # a rank from here on is high


@rules.texts
def reasons(trial: Trial) -> Iterator[Reason]:
    if trial.s.phase == PASSING:
        yield from for_passing(trial)
    else:
        yield from for_play(trial)


def for_passing(trial: Trial) -> Iterator[Reason]:
    s, card = trial.s, trial.actions[0]
    if has(SPECIALS, card):
        return
    is_partner = side_of(receiver(s)) == side_of(trial.seat)
    rest = s.hands[trial.seat] & of_suit(suit(card)) & ~bit(card)
    if is_partner and RANK[card] >= HIGH:
        yield Reason("gives your partner a high card")
    if is_partner and has(SEVENS, card):
        yield Reason("gives your partner a seven")
    if not is_partner and all(RANK[card] <= RANK[other] for other in each(s.hands[trial.seat] & ~SPECIALS)):
        yield Reason("gives away one of your lowest cards")
    if not rest:
        yield Reason(f"leaves you without {SUITORS60.suits[suit(card)].name}")


def for_play(trial: Trial) -> Iterator[Reason]:
    s, seat, card = trial.s, trial.seat, trial.actions[0]
    own = side_of(seat)
    for event in trial.soon:
        is_sure = event in trial.now
        if event.kind.name == "marriage":
            name = SUITORS60.suits[event["suit"]].name
            if side_of(event["seat"]) == own:
                yield Reason(f"marries {name}", is_sure)
        elif event.kind.name == "capture" and event["sevens"] and side_of(event["seat"]) == own:
            names = " and ".join(SUITORS60.the(seven) for seven in each(event["sevens"]))
            yield Reason(f"captures {names}" if event["seat"] == seat else f"lets your partner capture {names}", is_sure)
        elif event.kind.name == "trick":
            break_at = event
            if break_at["seat"] == seat:
                yield Reason("wins the trick", is_sure)
            elif side_of(break_at["seat"]) == own:
                yield Reason("leaves the trick to your partner", is_sure)
    if s.phase == STEALING:
        if card != NO_SEVEN:
            yield Reason(f"takes {SUITORS60.the(card)} for your side")
        return
    if has(SPECIALS, card):
        return
    if s.trump != NONE and (found := trick_of(trial)) and drawn_trumps(trial, found[0], of_suit(s.trump)):
        yield Reason("draws out trumps", sure=False)
    yield from keeping(trial, SUITORS60, suit, of_suit, s.trump, lambda one: RANK[one])
