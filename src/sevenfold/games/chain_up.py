"""Chain Up: be the first to close all your chains on the target in the middle. Two or three players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sevenfold.cards import NONE, SEVENDECK_PACK
from sevenfold.devise import (
    NOBODY, Face, Look, Record, Rules, beyond_lowest, bit, card, cards, compiled, count, draw_card, each, end_game,
    first, has, left, lowest, next_turn, number, one_action, place_actions, without,
)  # fmt: skip
from sevenfold.words.chains import agree, discard, take_discard
from sevenfold.words.sevendeck import SEVENDECK

MOST_SEATS = 3
MOST_CHAINS = 3
CLOSABLE = 6  # CHAIN-5: the cards a chain must have to be closed


class State(Record):
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
    State,
    "chain_up",
    "Chain Up",
    pack=SEVENDECK_PACK,
    players=(2, 3),
    minutes=15,
    about="Grow and couple your chains, and be the first to close them all on the target.",
)
TAKE, PLAY, CLOSING = 0, 1, 2
FROM_STOCK, FROM_DISCARDS = 0, 1
# Playing: 0-2 on one chain, 3-5 across two. PLAYED_ON[action] is the set of chains.
PLAYED_ON = (0b001, 0b010, 0b100, 0b011, 0b101, 0b110)
ON_ONE, ON_TWO = 0b000111, 0b111000
DISCARD = 6
LEAVE, CLOSE = 0, 1


def chain_names(action: int) -> str:
    """The chains of an action of PLAY."""
    return "chains " + " and ".join(str(c + 1) for c in each(PLAYED_ON[action])) if action > 2 else f"chain {action + 1}"


def onto(s: State, action: int) -> list[tuple[str, int]]:
    """What is touched: the card, then the chains it is played on."""
    return [("taken", 0), *((f"chain-{s.turn}-{chain}", -1) for chain in each(PLAYED_ON[action]))]


rules.phase(
    TAKE,
    "take a card",
    one_action(FROM_STOCK, "take stock", "Take a card from the stock", "takes a card from the stock",
               touch=lambda s, action: (("stock", 0),)),
    one_action(FROM_DISCARDS, "take discard", "Take the top of the discard pile", "takes the top of the discard pile",
               touch=lambda s, action: (("discard", 0),)),
)  # fmt: skip
rules.phase(
    PLAY,
    "play the card or discard it",
    place_actions("play", "plays", [chain_names(action) for action in range(6)], touch=onto),
    one_action(DISCARD, "discard", "Discard it", "discards it", touch=lambda s, action: (("taken", 0), ("discard", -1))),
    within_turn=True,
)
rules.phase(
    CLOSING,
    "close the chain or leave it open",
    one_action(LEAVE, "leave open", "Leave it open", "leaves it open"),
    one_action(CLOSE, "close", "Close it", "closes it"),
    within_move=True,
)


# -- deal -------------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: State) -> None:
    s.stock = SEVENDECK
    s.target = draw_card(s)  # CHAIN-1
    for seat in range(MOST_SEATS):
        for chain in range(MOST_CHAINS):
            s.ends[seat, chain] = NONE
    for seat in range(s.players):
        for chain in range(3 if s.players == 2 else 2):  # CHAIN-1
            base = draw_card(s)
            s.chains[seat, chain] = bit(base)
            s.ends[seat, chain] = base
            s.under[base] = s.across[base] = NONE
    s.top = s.taken = s.played = NONE
    s.phase = TAKE
    s.turn = left(s, s.dealer)  # CHAIN-1


# -- a turn: take a card ------------------------------------------------------------------------------------------------


@rules.allows(TAKE, "CHAIN-2", lambda s, source: cannot_take(s))
def stock_or_fitting_discard(s: State) -> int:
    fits = s.top != NONE and matched(s, s.top) & opened(s) != 0
    return bit(FROM_STOCK) | bit(FROM_DISCARDS) if fits else bit(FROM_STOCK)  # CHAIN-2


@rules.plays(TAKE)
def take(s: State, source: int) -> None:
    s.from_discards = source
    s.taken = take_discard(s) if source == FROM_DISCARDS else draw_card(s)  # CHAIN-2
    s.phase = PLAY


# -- play it or discard it ----------------------------------------------------------------------------------------------


@rules.allows(PLAY, "CHAIN-1", "You have no such chain.")
def there(s: State) -> int:
    return played_within(own(s, s.turn))  # CHAIN-1, CHAIN-3


@rules.allows(PLAY, "CHAIN-5", "A closed chain takes no more cards.")
def on_open_chains(s: State) -> int:
    return played_within(opened(s))  # CHAIN-5


@rules.allows(PLAY, "CHAIN-2", lambda s, action: does_not_match(s, action))
def on_a_match(s: State) -> int:
    return played_within(matched(s, s.taken)) | ON_TWO  # CHAIN-2


@rules.allows(PLAY, "CHAIN-3", lambda s, action: does_not_match(s, action))
def across_two_matches(s: State) -> int:
    return played_within(matched(s, s.taken)) | ON_ONE  # CHAIN-3


@rules.allows(PLAY, "CHAIN-2", "A card from the discard pile must be played.")
def not_back(s: State) -> int:
    every = first(DISCARD + 1)
    return without(every, DISCARD) if s.from_discards else every  # CHAIN-2


@compiled
def played_within(chains: int) -> int:
    """What is played on these chains alone, and discarding."""
    found = bit(DISCARD)
    for action in range(6):
        if PLAYED_ON[action] & ~chains == 0:
            found |= bit(action)
    return found


@compiled
def own(s: State, seat: int) -> int:
    """The chains that a seat has."""
    found = 0
    for chain in range(MOST_CHAINS):
        if s.ends[seat, chain] != NONE:
            found |= bit(chain)
    return found


@compiled
def opened(s: State) -> int:
    """The open chains of the seat to move."""
    return own(s, s.turn) & ~s.closed[s.turn]  # CHAIN-5


@compiled
def matched(s: State, card: int) -> int:
    """The chains of the seat to move whose last card matches, closed ones too."""
    found = 0
    for chain in range(MOST_CHAINS):
        if s.ends[s.turn, chain] != NONE and agree(card, s.ends[s.turn, chain]):
            found |= bit(chain)  # CHAIN-2
    return found


@rules.plays(PLAY)
def play_or_discard(s: State, action: int) -> None:
    card = s.taken
    s.taken = NONE
    if action == DISCARD:
        discard(s, card)  # CHAIN-2
        end_turn(s)
        return
    chain = lowest(PLAYED_ON[action])  # CHAIN-3: after coupling the lower number stays
    s.under[card] = s.ends[s.turn, chain]
    s.across[card] = NONE
    if beyond_lowest(PLAYED_ON[action]):
        couple(s, card, chain, lowest(beyond_lowest(PLAYED_ON[action])))  # CHAIN-3
    s.chains[s.turn, chain] |= bit(card)
    s.ends[s.turn, chain] = card
    if count(s.chains[s.turn, chain]) >= CLOSABLE and agree(card, s.target):  # CHAIN-5
        s.played = action
        s.phase = CLOSING
    else:
        end_turn(s)


@compiled
def couple(s: State, card: int, chain: int, other: int) -> None:
    """The card lies across two chains: the other becomes a part of the first."""
    s.across[card] = s.ends[s.turn, other]
    s.chains[s.turn, chain] |= s.chains[s.turn, other]  # CHAIN-4: both parts count
    s.chains[s.turn, other] = 0
    s.ends[s.turn, other] = NONE


# -- closing ------------------------------------------------------------------------------------------------------------


@rules.allows(CLOSING, "CHAIN-5", "Close the chain or leave it open.")
def as_one_likes(s: State) -> int:
    return bit(LEAVE) | bit(CLOSE)  # CHAIN-5


@rules.plays(CLOSING)
def close(s: State, action: int) -> None:
    if action == CLOSE:
        s.closed[s.turn] |= bit(lowest(PLAYED_ON[s.played]))  # CHAIN-5
    s.played = NONE
    end_turn(s)


# -- the end ------------------------------------------------------------------------------------------------------------


@compiled
def end_turn(s: State) -> None:
    s.phase = TAKE
    if opened(s) == 0 or s.stock == 0:  # CHAIN-6: all closed; or the turn is over, and everybody has lost
        end_game(s)
    else:
        next_turn(s)


@compiled
def still_open(s: State, seat: int) -> int:
    """How many chains a seat has yet to close."""
    return count(own(s, seat) & ~s.closed[seat])


@rules.answers
def standing(s: State, seat: int) -> float:
    n = still_open(s, seat)
    return 1.0 if n == 0 else -n / 8.0  # CHAIN-6; before the end, fewer open chains are better


@rules.answers
def returns(s: State, seat: int) -> float:
    return 1.0 if still_open(s, seat) == 0 else 0.0  # CHAIN-6


# -- words and view -----------------------------------------------------------------------------------------------------


def name(card: int) -> str:
    return SEVENDECK_PACK.cards[card].name


def cannot_take(s: State) -> str:
    if s.top == NONE:
        return "The discard pile is empty."
    return f"{name(s.top).capitalize()} fits on none of your open chains, and a card from the discard pile must be played."


def does_not_match(s: State, action: int) -> str:
    wrong = lowest(PLAYED_ON[action] & ~matched(s, s.taken))
    end = name(s.ends[s.turn, wrong])
    return f"{name(s.taken).capitalize()} shares neither number nor suit with {end}, the last card of chain {wrong + 1}."


@rules.words
def prompt(s: State) -> str:
    if s.phase == CLOSING:
        return "Close the chain, or leave it open?"
    if s.phase == TAKE:
        from_discards = has(stock_or_fitting_discard(s), FROM_DISCARDS)
        return f"Take a card from the stock{f', or {name(s.top)} from the discard pile' if from_discards else ''}."
    fitting = count(matched(s, s.taken) & opened(s))
    if fitting == 0:
        return f"{name(s.taken).capitalize()} fits on none of your chains: discard it."
    where = "on a chain or across two" if fitting > 1 else "on a chain"
    return f"Play {name(s.taken)} {where}{'' if s.from_discards else ', or discard it'}."


@rules.words
def table(look: Look) -> None:
    s = look.s
    for seat in look.every_seat:
        look.seat(seat, lines=[("Open chains", still_open(s, seat))])
    look.stock(s.stock)
    look.pile("discard", s.top, count(s.discards), "Discard pile")
    look.zone("target", "row", "Target", [look.up(s.target)])
    look.zone("taken", "row", "Taken", [look.up(s.taken)])
    for seat in look.every_seat:
        for chain in each(own(s, seat)):
            faces = chain_faces(look, s.ends[seat, chain])
            note = f"{len(faces)} cards" if len(faces) > 1 else "1 card"
            note = f"closed, {note}" if has(s.closed[seat], chain) else note
            whose = "Your" if seat == look.viewer else f"{look.names[seat]}:"
            look.zone(f"chain-{seat}-{chain}", "chain", f"{whose} chain {chain + 1}", faces, owner=seat, note=note)


def chain_faces(look: Look, end: int) -> list[Face]:
    """A chain up to its last card; before a coupling card first the one part, then the other."""
    if end == NONE:
        return []
    s = look.s
    one, other = chain_faces(look, s.under[end]), chain_faces(look, s.across[end])
    return [*one, *other, look.up(end, note="couples" if other else "")]


@rules.words
def outcome(s: State, winners: list[int], names: list[str]) -> str:
    if not winners:
        return "The stock is used up: everybody has lost."
    who = names[winners[0]]
    has_closed, theirs, wins = ("have", "your", "win") if who == "You" else ("has", "their", "wins")
    return f"{who} {has_closed} closed all {theirs} chains and {wins}."


@rules.words
def deal_table(s: State) -> dict[str, Any]:
    code = SEVENDECK_PACK.code
    bases = [[code(s.ends[seat, chain]) for chain in each(own(s, seat))] for seat in range(s.players)]
    return {"target": code(s.target), "bases": bases}


@rules.words
def tell(before: State, action: int, after: State) -> Iterator[dict[str, Any]]:
    code = SEVENDECK_PACK.code
    move: dict[str, Any] = {"event": "move", "seat": before.turn}
    if before.phase == TAKE:
        yield {**move, "move": "take", "from": "stock" if action == FROM_STOCK else "discard"}
        if action == FROM_STOCK:
            yield {"event": "draw", "seat": before.turn, "card": code(after.taken)}
    elif before.phase == PLAY and action == DISCARD:
        yield {**move, "move": "discard", "card": code(before.taken)}
    elif before.phase == CLOSING:
        chains = list(each(PLAYED_ON[before.played]))
        card = code(before.ends[before.turn, chains[0]])
        yield {**move, "move": "play", "card": card, "chains": chains, "close": action == CLOSE}
    elif after.phase != CLOSING:
        chains = list(each(PLAYED_ON[action]))
        yield {**move, "move": "play", "card": code(before.taken), "chains": chains, "close": False}
