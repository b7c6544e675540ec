"""Tracing a re-deal back by one action: where its cards must have lain before, and whether that agrees with what a seat saw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from math import comb
from random import Random

import numpy as np

from sevenfold.checking.random_play import Step, moves_in
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply, legal_and_turn
from sevenfold.kernel.questions import stands_for
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import Action, Card, CardSet, Positions, Seat
from sevenfold.playing.game import State
from sevenfold.playing.information import information_hash

from .arrangements import Knowledge

MOST_WAYS = 48  # ways in which an arrangement may have come about that are looked at; if there are more, none is judged
MOST_DRAWS = 40  # other cards that an action may draw that are tried
YES, NO, NOT_ALLOWED, UNTOLD = "yes", "no", "not allowed", "untold"
COMMON = ("turn", "phase", "turns", "dealer", "truncated")

Contradiction = tuple[str, str, str]  # code, sentence, the question whose answer lacks something


def apply_all(positions: Positions, actions: Sequence[Action]) -> Positions | None:
    """The position after some actions; None if one of them is not allowed."""
    after = copied(positions)
    for action in actions:
        legal, _ = legal_and_turn(after, 0)
        if not int(legal) >> int(stands_for(after[0], action, legal)) & 1:
            return None
        apply(after, 0, action)
    return after


def is_same_to(seat: Seat, positions: Positions, state: State) -> bool:
    """Whether a seat was told the same in a position as in a state, and sees the same fields that everybody sees."""
    s, t = positions[0], state.position[0]
    if information_hash(s, seat) != information_hash(t, seat):
        return False
    fields = state.game.rules.position.fields.items()
    seen = [name for name, field in fields if field.seen_by == "all" and not field.observed]
    return all(np.array_equal(s[name], t[name]) for name in (*COMMON, *seen))


def traced_back(step: Step, knowledge: Knowledge) -> TracedBack | None:
    """The latest action traced back; None where there is none, and for one that began a deal: its cards come from anywhere."""
    return None if step.before is None or step.begins_deal else TracedBack(step, knowledge)


class TracedBack:
    """The position before the latest action, as a seat knew it, and what that says about re-deals after it."""

    def __init__(self, step: Step, knowledge: Knowledge) -> None:
        assert step.before is not None
        # The others learn of a move of several steps as a whole.
        is_own = int(step.before[0].turn) == knowledge.seat
        self.actions = (step.action,) if is_own or step.start is None else step.actions
        self._step, self._now = step, knowledge
        self._before = step.before if is_own or step.start is None else step.start
        self.prior = Knowledge(knowledge.rules, self._before, knowledge.seat)
        self.judged = 0  # re-deals of which it could be told whether they can have come about
        self._drew = self._before["chance"][0] != step.state.position["chance"][0]

    @property
    def is_open(self) -> bool:
        """Whether the move was one that the seat saw: no card that it does not see gave an action its number."""
        return not any(self._now.unseen >> action & 1 for action in self.actions)

    def contradiction(self, dealt: Positions, chance: Random) -> Contradiction | None:
        """Why a re-deal cannot have come about; None if it can, or if that cannot be told."""
        groups = self._groups(dealt)
        if groups is None:
            return None
        ways = list(islice(_divided(groups, chance), MOST_WAYS + 1))
        if len(ways) > MOST_WAYS:
            return None
        reasons: list[Contradiction] = []
        for way in ways:
            reason = self._refusal(self._earlier(way), chance)
            if reason is None or not reason[0]:
                self.judged += reason is None
                return None
            reasons.append(reason)
        self.judged += 1
        return max(reasons, key=lambda reason: reason[0] != "redeal-forgets") if reasons else None

    # -- the cards before ---------------------------------------------------------------------------------------------

    def _groups(self, dealt: Positions) -> list[tuple[CardSet, dict[int, CardSet]]] | None:
        """For each spot that the seat does not see: the cards that it was dealt, and the true ones by the spot from which they
        came. None if some came from where the seat saw them and were dealt elsewhere."""
        now, prior, found = self._now, self.prior, []
        for word in now.hidden_words():
            truth, made = now.hidden_in(word), now.spots[word].cards(dealt) & now.unseen & ~now.departed
            came: dict[int, CardSet] = {}
            for card in each(truth):
                start = next((at for at in prior.hidden_words() if prior.hidden_in(at) >> card & 1), None)
                if start is None:
                    if not made >> card & 1:
                        return None
                    made &= ~(1 << card)
                else:
                    came[start] = came.get(start, 0) | 1 << card
            if made.bit_count() != sum(cards.bit_count() for cards in came.values()):
                return None
            if came:
                found.append((made, came))
        return found

    def _earlier(self, way: Sequence[tuple[int, CardSet, CardSet]]) -> Positions:
        """The position before the action if the cards came so: (spot, the true cards, those instead)."""
        made = copied(self._before)
        for word, spot in self.prior.spots.items():
            out, back = 0, 0
            for at, truth, instead in way:
                if at == word:
                    out |= truth
                    back |= instead
            if out:
                spot.put(made, spot.cards(made) & ~out | back)
        return made

    # -- whether it can have been -------------------------------------------------------------------------------------

    def _refusal(self, earlier: Positions, chance: Random) -> Contradiction | None:
        """Why the position cannot have been the one before the action; an empty code if that cannot be told."""
        seat, actions = self._now.seat, self.actions
        if misfit := Knowledge(self._now.rules, earlier, seat).misfit():
            return (
                "redeal-forgets",
                (
                    f"A re-deal for seat {seat} gives what was ruled out before the latest action, which cannot have changed"
                    f" it: then {misfit.sentence[:1].lower()}{misfit.sentence[1:].partition(': no re-deal')[0].rstrip('.')}."
                    " What is known must stay so until a card that matters has moved unseen."
                ),
                misfit.question,
            )
        fits = self._fits(earlier, actions, chance)
        if fits != NO and fits != NOT_ALLOWED:
            return None if fits == YES else ("", "", "")
        if not self.is_open:
            if len(actions) > 1:
                return "", "", ""
            legal, _ = legal_and_turn(earlier, 0)
            for other in each(int(legal)):
                if other != actions[0] and self._fits(earlier, (other,), chance) in (YES, UNTOLD):
                    return None
        return self._told_otherwise(earlier) if fits == NO else self._not_allowed(earlier)

    def _fits(self, earlier: Positions, actions: Sequence[Action], chance: Random) -> str:
        """Whether the seat is told the same if the actions are made there; UNTOLD if it was not for want of the right draw."""
        has_drawn = False
        for n in range(MOST_DRAWS if self._drew else 1):
            start = copied(earlier)
            if n:
                start["chance"] = np.uint64(chance.randrange(1, 1 << 64))
            after = apply_all(start, actions)
            if after is None:
                return UNTOLD if has_drawn else NOT_ALLOWED
            if is_same_to(self._now.seat, after, self._step.state):
                return YES
            has_drawn |= bool(after["chance"][0] != start["chance"][0])
        return UNTOLD if has_drawn else NO

    def _action(self) -> str:
        return f"'{moves_in(self._step.state)[-1]}' by seat {int(self._before[0].turn)}"

    def _differing(self, earlier: Positions) -> str:
        """The first hand that differs from the true one, in words."""
        for word in self.prior.hidden_words():
            spot = self.prior.spots[word]
            more = spot.cards(earlier) & ~spot.cards(self._before)
            if more and spot.holder(self._before) == int(self._before[0].turn):
                return f"{self._now.where(word)} held {_named(self._now, more)} before it"
        return "other cards lay hidden before it"

    def _not_allowed(self, earlier: Positions) -> Contradiction:
        after, rule = copied(earlier), "a rule"
        for action in self.actions:
            restrictions = self._now.rules.restrictions[int(after[0].phase)]
            refusing = [r.rule for r in restrictions if not int(r.allows(after[0])) >> action & 1]
            if refusing:
                rule = refusing[0]
                break
            apply(after, 0, action)
        return (
            "redeal-impossible",
            (
                f"After {self._action()}, a re-deal for seat {self._now.seat} cannot be: if {self._differing(earlier)},"
                f" {rule} did not"
                " allow that move. What a move shows of a hand must be noted (`recorded(…, observed=True)`,"
                " `Rules.observes`) and answered"
                " by `lacked`, `shown`, `known` or `possible`."
            ),
            "lacked",
        )

    def _told_otherwise(self, earlier: Positions) -> Contradiction:
        events = ", ".join(dict.fromkeys(repr(event.kind.name) for event in self._step.events)) or "no event"
        return (
            "redeal-contradicts",
            (
                f"After {self._action()}, a re-deal for seat {self._now.seat} cannot be: if {self._differing(earlier)}, the"
                " seat would"
                f" have been told or shown something else than it was ({events}). What an event says of hidden cards must be"
                " noted and"
                " answered by `lacked`, `shown`, `known` or `possible`."
            ),
            "possible",
        )


def _named(knowledge: Knowledge, cards: CardSet) -> str:
    names = [knowledge.rules.pack.the(card) for card in each(cards)]
    return ", ".join(names[:3]) + (" and others" if len(names) > 3 else "")


def _divided(
    groups: Sequence[tuple[CardSet, dict[int, CardSet]]], chance: Random
) -> Iterator[list[tuple[int, CardSet, CardSet]]]:
    """Every way to say which of the dealt cards came from where, as (spot, the true cards from there, those instead)."""
    if not groups:
        yield []
        return
    (made, came), *others = groups
    (start, truth), *rest = came.items()
    later = [(made, dict(rest)), *others] if rest else others
    cards: list[Card] = list(each(made))
    n = truth.bit_count()
    if not rest:
        for more in _divided(others, chance):
            yield [(start, truth, made), *more]
        return
    if comb(len(cards), n) > 4 * MOST_WAYS:
        chance.shuffle(cards)
    for chosen in combinations(cards, n):
        instead = sum(1 << card for card in chosen)
        later[0] = (made & ~instead, dict(rest))
        for more in _divided(later, chance):
            yield [(start, truth, instead), *more]
