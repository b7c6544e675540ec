"""What speaks for a move in Suitability."""

from __future__ import annotations

from collections.abc import Iterator

from sevenfold.cards import ACE_HIGH55, NONE
from sevenfold.devise import CardSet, Reason, Trial, count, each, has
from sevenfold.games.suitability.pack import RANKS, of_suit, rank_of, suit_of
from sevenfold.games.suitability.roles import PENALTY, REVERSE, TRUMP
from sevenfold.games.suitability.rules import CLAIMING, GIVING_ROLES, IMMUNITY, JOKERS, NO_CLAIM, POVERTY, WARRANTY, rules
from sevenfold.mechanics.trick_reasons import drawn_trumps, keeping, trick_of, tricks_won

MANY, FEW, LOW = 5, 2, 5.0


@rules.texts
def reasons(trial: Trial) -> Iterator[Reason]:
    if trial.s.phase == GIVING_ROLES:
        yield from for_a_role(trial)
    elif trial.s.phase == CLAIMING:
        yield from for_a_claim(trial)
    else:
        yield from for_a_card(trial)


def for_a_role(trial: Trial) -> Iterator[Reason]:
    suit, role = divmod(trial.actions[0], 3)
    own = trial.s.hands[trial.seat] & of_suit(suit)
    held, ranks = count(own), [rank_of(card) for card in each(own)]
    average = sum(ranks) / len(ranks) if ranks else 0.0
    name = ACE_HIGH55.suits[suit].name
    if role == TRUMP and held >= MANY:
        yield Reason(f"gives you {held} trumps")
    if role == PENALTY and held <= FEW:
        yield Reason(f"makes only {held} of your cards penalty cards" if held else "makes none of your cards a penalty card")
    if role == PENALTY and held > FEW and average < LOW:
        yield Reason(f"leaves you low {name}, which seldom take a trick with penalty cards")
    if role == REVERSE and held and average < LOW:
        yield Reason(f"makes your low {name} high")


def for_a_claim(trial: Trial) -> Iterator[Reason]:
    claim = trial.actions[0]
    won, penalties = tricks_won(trial), penalties_taken(trial)
    if claim == POVERTY and 0 < won < MANY:
        yield Reason("pays for few tricks, and you take fewer than five in {n} of {of} deals tried")
    if claim == IMMUNITY and penalties > 1:
        yield Reason("guards you from penalty cards, of which you take several in {n} of {of} deals tried")
    if claim == WARRANTY:
        yield Reason("is worth 25, whatever you take")
    if claim == NO_CLAIM:
        yield Reason("keeps the 10 for taking no penalty card")


def penalties_taken(trial: Trial) -> int:
    """The number of penalty cards that the seat takes from now to the end of the deal."""
    penalty = of_suit(trial.after.roles[PENALTY])
    tricks = [event for event in trial.later if event.kind.name == "trick" and event["seat"] == trial.seat]
    return sum(in_trick(penalty, trick["cards"]) for trick in tricks)


def in_trick(cards: CardSet, trick: tuple[int, ...]) -> int:
    """How many of these cards a trick holds."""
    return sum(card != NONE and has(cards, card) for card in trick)


def for_a_card(trial: Trial) -> Iterator[Reason]:
    s, seat, card = trial.s, trial.seat, trial.actions[0]
    penalty, trump = of_suit(s.roles[PENALTY]), s.roles[TRUMP]
    if found := trick_of(trial):
        trick, is_sure = found
        if trick["seat"] == seat:
            has_penalty = in_trick(penalty, trick["cards"])
            yield Reason("wins a trick with penalty cards" if has_penalty else "wins a trick without penalty cards", is_sure)
        elif has(penalty, card):
            yield Reason("leaves a penalty card to somebody else", is_sure)
        elif in_trick(penalty, trick["cards"]):
            yield Reason("leaves penalty cards to somebody else", is_sure)
        if drawn_trumps(trial, trick, of_suit(trump)):
            yield Reason("draws out trumps", sure=False)
    if has(JOKERS, card):
        return
    is_reverse = suit_of(card) == s.roles[REVERSE]
    for reason in keeping(
        trial, ACE_HIGH55, suit_of, of_suit, trump, lambda card: RANKS - rank_of(card) if is_reverse else rank_of(card)
    ):
        yield Reason(reason.text.replace("keeps your higher", "keeps your stronger"))
