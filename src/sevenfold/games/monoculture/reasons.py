"""What speaks for a move in Monoculture."""

from __future__ import annotations

from collections.abc import Iterator

from sevenfold.devise import Reason, Trial, count
from sevenfold.games.monoculture.rules import BY_NUMBER, BY_SUIT, LOSS, alike, attack_of, matches, rules


@rules.texts
def reasons(trial: Trial) -> Iterator[Reason]:
    s = trial.s
    if s.phase == LOSS:
        way = trial.actions[0]
        lost, instead = count(matches(s, way)), count(matches(s, BY_SUIT + BY_NUMBER - way))
        if lost < instead:
            yield Reason(f"costs you {lost} {'card' if lost == 1 else 'cards'}, not {instead}")
        return
    card, target = attack_of(s, list(trial.actions))
    held = s.hands[target]
    by_suit, by_number = count(held & alike(card, BY_SUIT)), count(held & alike(card, BY_NUMBER))
    least = min(by_suit, by_number) or max(by_suit, by_number)
    if not least:
        yield Reason("misses, so that you draw one more card")
    elif count(held) - least <= 1:
        yield Reason("knocks its target out")
    else:
        yield Reason(f"costs them at least {least} {'card' if least == 1 else 'cards'}")
    if least and all(count(held) >= count(other) for other in s.hands[: s.players]):
        yield Reason("hits the largest hand")
