"""Chain Up: be the first to close all your chains on the target in the middle. Two or three players."""

from __future__ import annotations

from typing import Any

from sevenfold.cards import NONE, SEVENDECK_PACK
from sevenfold.devise import (
    NOBODY, Action, ActionSet, Card, CardSet, Face, Fields, Look, Rules, Seat, a_card, a_flag, a_number, a_seat,
    beyond_lowest, bit, card, cards, compiled, count, draw_card, each, end_game, event, first, has, left, listed, lowest,
    maybe, next_turn, number, one_action, place_actions, some_cards, some_numbers, without,
)  # fmt: skip
from sevenfold.words.chains import agree, beneath, discard, take_discard
from sevenfold.words.sevendeck import SEVENDECK

MOST_SEATS = 3
MOST_CHAINS = 3
CLOSABLE = 6  # CHAIN-5: the cards a chain must have to be closed
ChainSet = int


class Position(Fields):
    stock = cards(seen_by=NOBODY)
    target = card()
    chains = cards(MOST_SEATS, MOST_CHAINS)
    ends = number(MOST_SEATS, MOST_CHAINS)  # the last card of each chain; NONE: no such chain, or no longer
    closed = number(MOST_SEATS)  # the chains a seat has closed, as a set
    discards = cards()
    top = number()  # of the discard pile; NONE: the pile is empty
    under = number(49)  # what each card of a chain or of the discard pile lies on: see `chains`
    across = number(49)  # of a coupling card: the end of the other chain that it lies on; else NONE
    taken = card()  # by the seat to move
    from_discards = number()  # 1: it came from the discard pile
    played = number()  # the action of PLAY, while closing is asked for


rules = Rules(
    Position,
    "chain_up",
    "Chain Up",
    pack=SEVENDECK_PACK,
    players=(2, 3),
    minutes=15,
    about="Grow and couple your chains, and be the first to close them all on the target.",
)
TAKE, PLAY, CLOSING = 0, 1, 2
FROM_STOCK, FROM_DISCARDS = 0, 1
PLACES = ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2))  # the chains of each action of PLAY
PLAYED_ON = tuple(sum(map(bit, chains)) for chains in PLACES)  # the same, as sets
DISCARD = len(PLACES)
ON_ONE = first(MOST_CHAINS)
ON_TWO = first(DISCARD) & ~ON_ONE
LEAVE, CLOSE = 0, 1


def chain_names(chains: ChainSet) -> str:
    """Chains as people count them: "chain 2", "chains 1 and 3"."""
    return f"chain{'s' if beyond_lowest(chains) else ''} {' and '.join(str(chain + 1) for chain in each(chains))}"


def onto(s: Position, action: Action) -> list[tuple[str, int]]:
    """What is touched: the card, then the chains it is played on."""
    return [("taken", 0), *((f"chain-{s.turn}-{chain}", -1) for chain in PLACES[action])]


rules.phase(
    TAKE,
    "take a card",
    one_action(FROM_STOCK, "take stock", "Take a card from the stock", touch=lambda s, action: (("stock", 0),)),
    one_action(FROM_DISCARDS, "take discard", "Take the top of the discard pile", touch=lambda s, action: (("discard", 0),)),
)
rules.phase(
    PLAY,
    "play the card or discard it",
    place_actions("play", [chain_names(chains) for chains in PLAYED_ON], onto),
    one_action(DISCARD, "discard", "Discard it", touch=lambda s, action: (("taken", 0), ("discard", -1))),
    within_turn=True,
)
rules.phase(
    CLOSING,
    "close the chain or leave it open",
    one_action(LEAVE, "leave open", "Leave it open"),
    one_action(CLOSE, "close", "Close it"),
    within_move=True,
)

dealt = event(
    "deal",
    dealer=a_seat(),
    target=a_card(),
    bases=listed(),
    stock=a_number(),
    line=lambda deal: {
        "number": 1, "dealer": deal["dealer"], "hands": [[] for _ in deal["bases"]],
        "table": {"target": deal["target"], "bases": deal["bases"]}, "stock": deal["stock"],
    },
)  # fmt: skip
took_stock = event("take", is_move=True, seat=a_seat(), line=lambda take: {"from": "stock"})
drew = event("draw", seat=a_seat(), card=a_card(), say="{seat} draw[s] {card}.", goes=[("card", "stock", "taken")])
took_discard = event(
    "take",
    is_move=True,
    seat=a_seat(),
    card=a_card(),
    line=lambda take: {"from": "discard"},
    say="{seat} take[s] {card} from the discard pile.",
    goes=[("card", "discard", "taken")],
)
discarded = event(
    "discard", is_move=True, seat=a_seat(), card=a_card(), say="{seat} discard[s] {card}.", goes=[("card", "taken", "discard")]
)
ONTO_CHAIN = ("card", "taken", "chain-{seat}-{chain}")
lengthened = event(
    "lengthen",
    seat=a_seat(),
    card=a_card(),
    chain=a_number(),
    line=False,
    say=lambda play: f"{{seat}} play[s] {{card}} on chain {play['chain'] + 1}.",
    goes=[ONTO_CHAIN],
)
coupled = event(
    "couple",
    seat=a_seat(),
    card=a_card(),
    chain=a_number(),  # which stays
    other=a_number(),
    cards=some_cards(),  # of the other
    line=False,
    say=lambda play: f"{{seat}} couple[s] chains {play['chain'] + 1} and {play['other'] + 1} with {{card}}.",
    goes=[("cards", "chain-{seat}-{other}", "chain-{seat}-{chain}"), ONTO_CHAIN],
)
# The whole play, once it is known whether its chain is closed.
played = event("play", is_move=True, seat=a_seat(), card=a_card(), chains=some_numbers(), close=a_flag())
closed = event(
    "close", seat=a_seat(), chain=a_number(), card=a_card(), line=False,
    say=lambda close: f"{{seat}} close[s] chain {close['chain'] + 1} with {{card}}.",
)  # fmt: skip
left_open = event(
    "leave", seat=a_seat(), chain=a_number(), line=False, say=lambda leave: f"{{seat}} leave[s] chain {leave['chain'] + 1} open."
)


# -- deal -------------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: Position) -> None:
    s.stock = SEVENDECK
    s.target = draw_card(s)  # CHAIN-1
    for seat in range(MOST_SEATS):
        for chain in range(MOST_CHAINS):
            s.ends[seat, chain] = NONE
    bases = 3 if s.players == 2 else 2  # CHAIN-1
    for seat in range(s.players):
        for chain in range(bases):
            base = draw_card(s)
            s.chains[seat, chain] = bit(base)
            s.ends[seat, chain] = base
            s.under[base] = s.across[base] = NONE
    s.top = s.taken = s.played = NONE
    s.phase = TAKE
    s.turn = left(s, s.dealer)  # CHAIN-1
    dealt(s, s.dealer, s.target, s.ends[: s.players, :bases], count(s.stock))


# -- a turn: take a card ------------------------------------------------------------------------------------------------


@rules.allows(TAKE, "CHAIN-2", lambda s, source: cannot_take(s))
def stock_or_fitting_discard(s: Position) -> ActionSet:
    fits = s.top != NONE and matched(s, s.top) & opened(s) != 0
    return bit(FROM_STOCK) | bit(FROM_DISCARDS) if fits else bit(FROM_STOCK)  # CHAIN-2


@rules.applies(TAKE)
def take(s: Position, source: Action) -> None:
    s.from_discards = source
    if source == FROM_DISCARDS:
        s.taken = take_discard(s)  # CHAIN-2
        took_discard(s, s.turn, s.taken)
    else:
        s.taken = draw_card(s)  # CHAIN-2
        took_stock(s, s.turn)
        drew(s, s.turn, s.taken)
    s.phase = PLAY


# -- play it or discard it ----------------------------------------------------------------------------------------------


@rules.allows(PLAY, "CHAIN-1", "You have no such chain.")
def there(s: Position) -> ActionSet:
    return played_within(own(s, s.turn))  # CHAIN-1, CHAIN-3


@rules.allows(PLAY, "CHAIN-5", "A closed chain takes no more cards.")
def on_open_chains(s: Position) -> ActionSet:
    return played_within(opened(s))  # CHAIN-5


@rules.allows(PLAY, "CHAIN-2", lambda s, action: does_not_match(s, action))
def on_a_match(s: Position) -> ActionSet:
    return played_within(matched(s, s.taken)) | ON_TWO  # CHAIN-2


@rules.allows(PLAY, "CHAIN-3", lambda s, action: does_not_match(s, action))
def across_two_matches(s: Position) -> ActionSet:
    return played_within(matched(s, s.taken)) | ON_ONE  # CHAIN-3


@rules.allows(PLAY, "CHAIN-2", "A card from the discard pile must be played.")
def not_back(s: Position) -> ActionSet:
    every = first(DISCARD + 1)
    return without(every, DISCARD) if s.from_discards else every  # CHAIN-2


@compiled
def played_within(chains: ChainSet) -> ActionSet:
    """What is played on these chains alone, and discarding."""
    found = bit(DISCARD)
    for action in range(DISCARD):
        if PLAYED_ON[action] & ~chains == 0:
            found |= bit(action)
    return found


@compiled
def own(s: Position, seat: Seat) -> ChainSet:
    """The chains that a seat has."""
    found = 0
    for chain in range(MOST_CHAINS):
        if s.ends[seat, chain] != NONE:
            found |= bit(chain)
    return found


@compiled
def opened(s: Position) -> ChainSet:
    """The open chains of the seat to move."""
    return own(s, s.turn) & ~s.closed[s.turn]  # CHAIN-5


@compiled
def matched(s: Position, card: Card) -> ChainSet:
    """The chains of the seat to move whose last card matches, closed ones too."""
    found = 0
    for chain in range(MOST_CHAINS):
        if s.ends[s.turn, chain] != NONE and agree(card, s.ends[s.turn, chain]):
            found |= bit(chain)  # CHAIN-2
    return found


@rules.applies(PLAY)
def play_or_discard(s: Position, action: Action) -> None:
    if action == DISCARD:
        discarded(s, s.turn, s.taken)
        discard(s, s.taken)  # CHAIN-2
        s.taken = NONE
        end_turn(s)
    else:
        play_on(s, action)


@compiled
def play_on(s: Position, action: Action) -> None:
    """The card taken is played on a chain, or across two."""
    card, chains = s.taken, PLAYED_ON[action]
    s.taken = NONE
    chain, other = lowest(chains), beyond_lowest(chains)  # CHAIN-3: after coupling the lower number stays
    s.under[card] = s.ends[s.turn, chain]
    s.across[card] = NONE
    if other:
        couple(s, card, chain, lowest(other))  # CHAIN-3
    else:
        lengthened(s, s.turn, card, chain)
    s.chains[s.turn, chain] |= bit(card)
    s.ends[s.turn, chain] = card
    if count(s.chains[s.turn, chain]) >= CLOSABLE and agree(card, s.target):  # CHAIN-5
        s.played = action
        s.phase = CLOSING
    else:
        played(s, s.turn, card, chains, False)
        end_turn(s)


@compiled
def couple(s: Position, card: Card, chain: int, other: int) -> None:
    """The card lies across two chains: the other becomes a part of the first."""
    coupled(s, s.turn, card, chain, other, s.chains[s.turn, other])
    s.across[card] = s.ends[s.turn, other]
    s.chains[s.turn, chain] |= s.chains[s.turn, other]  # CHAIN-4: both parts count
    s.chains[s.turn, other] = 0
    s.ends[s.turn, other] = NONE


# -- closing ------------------------------------------------------------------------------------------------------------


@rules.allows(CLOSING, "CHAIN-5", "Close the chain or leave it open.")
def as_one_likes(s: Position) -> ActionSet:
    return bit(LEAVE) | bit(CLOSE)  # CHAIN-5


@rules.applies(CLOSING)
def close_or_leave(s: Position, action: Action) -> None:
    chains = PLAYED_ON[s.played]
    chain = lowest(chains)
    card = s.ends[s.turn, chain]
    if action == CLOSE:
        closed(s, s.turn, chain, card)
        s.closed[s.turn] |= bit(chain)  # CHAIN-5
    else:
        left_open(s, s.turn, chain)
    played(s, s.turn, card, chains, action == CLOSE)
    s.played = NONE
    end_turn(s)


# -- the end ------------------------------------------------------------------------------------------------------------


@compiled
def end_turn(s: Position) -> None:
    s.phase = TAKE
    if opened(s) == 0 or s.stock == 0:  # CHAIN-6: all closed; or the turn is over, and everybody has lost
        end_game(s)
    else:
        next_turn(s)


@compiled
def still_open(s: Position, seat: Seat) -> int:
    """How many chains a seat has yet to close."""
    return count(own(s, seat) & ~s.closed[seat])


@rules.answers
def standing(s: Position, seat: Seat) -> float:
    n = still_open(s, seat)
    return 1.0 if n == 0 else -n / 8.0  # CHAIN-6; before the end, fewer open chains are better


@rules.answers
def returns(s: Position, seat: Seat) -> float:
    return 1.0 if still_open(s, seat) == 0 else 0.0  # CHAIN-6


# -- words and view -----------------------------------------------------------------------------------------------------


def the(card: Card) -> str:
    return SEVENDECK_PACK.the(card)


def at_head(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def cannot_take(s: Position) -> str:
    if s.top == NONE:
        return "The discard pile is empty."
    return at_head(f"{the(s.top)} fits on none of your open chains, and a card from the discard pile must be played.")


def does_not_match(s: Position, action: Action) -> str:
    wrong = lowest(PLAYED_ON[action] & ~matched(s, s.taken))
    end = the(s.ends[s.turn, wrong])
    return at_head(f"{the(s.taken)} shares neither number nor suit with {end}, the last card of chain {wrong + 1}.")


@rules.words
def prompt(s: Position) -> str:
    if s.phase == CLOSING:
        return f"Close {chain_names(maybe(lowest(PLAYED_ON[s.played])))}, or leave it open?"
    if s.phase == TAKE:
        from_discards = has(stock_or_fitting_discard(s), FROM_DISCARDS)
        return f"Take a card from the stock{f', or {the(s.top)} from the discard pile' if from_discards else ''}."
    fitting = count(matched(s, s.taken) & opened(s))
    if fitting == 0:
        return at_head(f"{the(s.taken)} fits on none of your chains: discard it.")
    where = "on a chain or across two" if fitting > 1 else "on a chain"
    return f"Play {the(s.taken)} {where}{'' if s.from_discards else ', or discard it'}."


@rules.words
def label(s: Position, actions: list[Action], names: list[str]) -> str:
    if s.phase == TAKE:
        return "" if actions[0] == FROM_STOCK else f"Take {the(s.top)} from the discard pile"
    if s.phase == CLOSING:
        return ""
    if actions[0] == DISCARD:
        return f"Discard {the(s.taken)}"
    chains = PLAYED_ON[actions[0]]
    play = f"Couple {chain_names(chains)} with" if has(ON_TWO, actions[0]) else "Play"
    where = "" if has(ON_TWO, actions[0]) else f" on {chain_names(chains)}"
    closing = {(LEAVE,): " and leave it open", (CLOSE,): " and close it"}.get(tuple(actions[1:]), "")
    return f"{play} {the(s.taken)}{where}{closing}"


@rules.words
def effect(s: Position, actions: list[Action], names: list[str]) -> str:
    if s.phase != PLAY or actions[0] == DISCARD:
        return ""
    length = 1 + sum(count(s.chains[s.turn, chain]) for chain in PLACES[actions[0]])  # CHAIN-4
    return f"a chain of {length}"


@rules.words
def table(look: Look) -> None:
    s = look.s
    for seat in look.every_seat:
        mine = count(own(s, seat))
        look.seat(seat, lines=[("Chains closed", f"{count(s.closed[seat])} of {mine}")])
        for chain in each(own(s, seat)):
            lay_out(look, seat, chain)
    look.stock(s.stock)
    look.pile("discard", s.top, count(s.discards), "Discard pile", beneath=beneath(s.under, s.top))
    look.zone("target", "row", "target", "Target", [look.up(s.target)])
    look.zone("taken", "row", "drawn", "Taken", [look.up(s.taken)])
    look.fact("target", "Target", card=s.target)


def lay_out(look: Look, seat: Seat, chain: int) -> None:
    faces = chain_faces(look, look.s.ends[seat, chain])
    missing = CLOSABLE - len(faces)
    note = "closed" if has(look.s.closed[seat], chain) else f"needs {missing} more" if missing > 0 else ""
    look.zone(f"chain-{seat}-{chain}", "chain", "chain", f"Chain {chain + 1}", faces, owner=seat, note=note)


def chain_faces(look: Look, end: Card) -> list[Face]:
    """A chain up to its last card; before a coupling card first the one part, then the other."""
    if end == NONE:
        return []
    s = look.s
    one, other = chain_faces(look, s.under[end]), chain_faces(look, s.across[end])
    return [*one, *other, look.up(end, mark="couples" if other else "")]


@rules.words
def outcome(s: Position, winners: list[Seat], names: list[str]) -> str:
    if not winners:
        return "The stock is used up: everybody loses."
    who = names[winners[0]]
    has_closed, theirs, wins = ("have", "your", "win") if who == "You" else ("has", "their", "wins")
    return f"{who} {has_closed} closed all {theirs} chains and {wins}."
