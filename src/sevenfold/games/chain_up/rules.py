"""Chain Up: be the first to close all your chains on the target in the middle. Two or three players."""

from __future__ import annotations

from collections.abc import Mapping

from sevenfold.cards import NONE, SEVENDECK_PACK
from sevenfold.devise import (
    NOBODY, Action, ActionSet, Rules, Seat, SeatSet, TableBuilder, a_card, a_flag, a_seat, beyond_lowest, bit, card, cards,
    compiled, count, draw_card, each, end_game, event, first, has, left, listed, lowest, next_turn, number, one_action,
    place_actions, some_numbers, winning_seats, without,
)  # fmt: skip
from sevenfold.mechanics.chains import ChainFields, agree, beneath, discard, take_discard
from sevenfold.games.chain_up.coupling import (
    MOST_CHAINS, ON_ONE, ON_TWO, PLAYED_ON, ChainSet, CouplingFields, begin_chain, chain_names, couple, lengthen, matched,
    no_chains, own_chains, plays_within, whole_chain,
)  # fmt: skip
from sevenfold.mechanics.piles import drawing, laying_aside, laying_out
from sevenfold.mechanics.sevendeck import SEVENDECK, colour_of, number_of

MOST_SEATS = 3
CLOSABLE = 6  # CHAIN-5: the number of cards that a chain needs to be closed


class Position(ChainFields, CouplingFields):
    stock = cards(seen_by=NOBODY)
    target = card()
    chains = cards(MOST_SEATS, MOST_CHAINS)  # for this, `ends`, `under` and `across` see `coupling`
    ends = number(MOST_SEATS, MOST_CHAINS, of="card")
    closed = number(MOST_SEATS, most=(1 << MOST_CHAINS) - 1)  # the chains a seat has closed, as a set
    discards = cards()
    top = number(of="card")  # of the discard pile; NONE: the pile is empty
    under = number(49, of="card")  # also of the cards of the discard pile: see `chains`
    across = number(49, of="card")
    taken = card()  # by the seat to move
    from_discards = number(most=1)  # 1: it came from the discard pile
    played = number(least=NONE, most=6)  # the action of PLAY, while the player decides whether to close


rules = Rules(
    Position,
    "chain_up",
    "Chain Up",
    pack=SEVENDECK_PACK,
    players=(2, 3),
    minutes=15,
    results=(0, 1),
    about="Grow and couple your chains, and be the first to close them all on the target.",
)
TAKE, PLAY, CLOSING = 0, 1, 2
FROM_STOCK, FROM_DISCARDS = 0, 1
DISCARD = 6  # below it the plays of `coupling`, on one chain or across two
LEAVE, CLOSE = 0, 1

rules.phase(
    TAKE,
    "take a card",
    one_action(FROM_STOCK, "take stock", "Take a card from the stock", touch=lambda s, action: (("stock", 0),)),
    one_action(FROM_DISCARDS, "take discard", "Take the top of the discard pile", touch=lambda s, action: (("discard", 0),)),
)
rules.phase(
    PLAY,
    "play the card or discard it",
    place_actions(
        "play", [chain_names(chains) for chains in PLAYED_ON],
        touch=lambda s, action: (("taken", 0), *((f"chain-{s.turn}-{chain}", -1) for chain in each(PLAYED_ON[action]))),
    ),
    one_action(DISCARD, "discard", "Discard it", touch=lambda s, action: (("taken", 0), ("discard", -1))),
    within_turn=True,
)  # fmt: skip
rules.phase(
    CLOSING,
    "close the chain or leave it open",
    one_action(LEAVE, "leave open", "Leave it open"),
    one_action(CLOSE, "close", "Close it"),
    within_move=True,
)

dealt = laying_out(target=a_card(), bases=listed())
took_stock = event("take", is_move=True, seat=a_seat(), line=lambda take: {"from": "stock"})
drew = drawing("taken")
took_discard = event(
    "take", is_move=True, seat=a_seat(), card=a_card(), line=lambda take: {"from": "discard"},
    say="{seat} take[s] {card} from the discard pile.", goes=[("card", "discard", "taken")],
)  # fmt: skip
laid_aside = laying_aside("taken")
# Reported once it is known whether the chain is closed.
played = event(
    "play", is_move=True, seat=a_seat(), card=a_card(), chains=some_numbers(), close=a_flag(), say=lambda play: told_play(play),
)  # fmt: skip


# -- deal -------------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: Position) -> None:
    s.stock = SEVENDECK
    s.target = draw_card(s)  # CHAIN-1
    no_chains(s)
    bases = 3 if s.players == 2 else 2  # CHAIN-1
    for seat in range(s.players):
        for chain in range(bases):
            begin_chain(s, seat, chain, draw_card(s))
    s.top = s.taken = s.played = NONE
    s.phase = TAKE
    s.turn = left(s, s.dealer)  # CHAIN-1
    dealt(s, s.dealer, s.players, count(s.stock), s.target, s.ends[: s.players, :bases])


# -- a turn: take a card ------------------------------------------------------------------------------------------------


@rules.allows(TAKE, "CHAIN-2", lambda s, source: cannot_take(s))
def stock_or_fitting_discard(s: Position) -> ActionSet:
    fits = s.top != NONE and matched(s, s.top) & open_chains(s, s.turn) != 0
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
    return plays_within(own_chains(s, s.turn)) | bit(DISCARD)  # CHAIN-1, CHAIN-3


@rules.allows(PLAY, "CHAIN-5", "A closed chain takes no more cards.")
def on_open_chains(s: Position) -> ActionSet:
    return plays_within(open_chains(s, s.turn)) | bit(DISCARD)  # CHAIN-5


@rules.allows(PLAY, "CHAIN-2", lambda s, action: does_not_match(s, action))
def on_a_match(s: Position) -> ActionSet:
    return plays_within(matched(s, s.taken)) | ON_TWO | bit(DISCARD)  # CHAIN-2


@rules.allows(PLAY, "CHAIN-3", lambda s, action: does_not_match(s, action))
def across_two_matches(s: Position) -> ActionSet:
    return plays_within(matched(s, s.taken)) | ON_ONE | bit(DISCARD)  # CHAIN-3


@rules.allows(PLAY, "CHAIN-2", "A card from the discard pile must be played.")
def not_back(s: Position) -> ActionSet:
    every = first(DISCARD + 1)
    return without(every, DISCARD) if s.from_discards else every  # CHAIN-2


@compiled
def open_chains(s: Position, seat: Seat) -> ChainSet:
    """The chains that a seat has not closed yet."""
    return own_chains(s, seat) & ~s.closed[seat]  # CHAIN-5


@rules.applies(PLAY)
def play_or_discard(s: Position, action: Action) -> None:
    if action == DISCARD:
        laid_aside(s, s.turn, s.taken)
        discard(s, s.taken)  # CHAIN-2
        s.taken = NONE
        end_turn(s)
    else:
        play_on(s, action)


@compiled
def play_on(s: Position, action: Action) -> None:
    """Play the card taken on a chain, or across two."""
    card, chains = s.taken, PLAYED_ON[action]
    s.taken = NONE
    chain, other = lowest(chains), beyond_lowest(chains)
    if other:
        couple(s, s.turn, chain, lowest(other), card)  # CHAIN-3, CHAIN-4: the lower number stays, both parts count
    else:
        lengthen(s, s.turn, chain, card)
    if count(s.chains[s.turn, chain]) >= CLOSABLE and agree(card, s.target):  # CHAIN-5
        s.played = action
        s.phase = CLOSING
    else:
        played(s, s.turn, card, chains, False)
        end_turn(s)


# -- closing ------------------------------------------------------------------------------------------------------------


@rules.allows(CLOSING, "CHAIN-5", "Close the chain or leave it open.")
def as_one_likes(s: Position) -> ActionSet:
    return bit(LEAVE) | bit(CLOSE)  # CHAIN-5


@rules.applies(CLOSING)
def close_or_leave(s: Position, action: Action) -> None:
    chains = PLAYED_ON[s.played]
    chain = lowest(chains)
    if action == CLOSE:
        s.closed[s.turn] |= bit(chain)  # CHAIN-5
    played(s, s.turn, s.ends[s.turn, chain], chains, action == CLOSE)
    s.played = NONE
    end_turn(s)


# -- the end ------------------------------------------------------------------------------------------------------------


@compiled
def end_turn(s: Position) -> None:
    s.phase = TAKE
    if open_chains(s, s.turn) == 0 or s.stock == 0:  # CHAIN-6: all closed; or the turn is over, and everybody has lost
        end_game(s)
    else:
        next_turn(s)


@rules.answers
def standing(s: Position, seat: Seat) -> float:
    n = count(open_chains(s, seat))
    return 1.0 if n == 0 else -n / 8.0  # CHAIN-6; before the end, fewer open chains are better


@rules.answers
def returns(s: Position, seat: Seat) -> float:
    return 1.0 if open_chains(s, seat) == 0 else 0.0  # CHAIN-6


@rules.answers
def winners(s: Position) -> SeatSet:
    return winning_seats(s)  # CHAIN-6: everybody may lose


# -- texts and view -----------------------------------------------------------------------------------------------------

the = SEVENDECK_PACK.the


def cannot_take(s: Position) -> str:
    if s.top == NONE:
        return "The discard pile is empty."
    return f"{the(s.top).capitalize()} fits on none of your open chains, and a card from the discard pile must be played."


def does_not_match(s: Position, action: Action) -> str:
    wrong = lowest(PLAYED_ON[action] & ~matched(s, s.taken))
    end = the(s.ends[s.turn, wrong])
    return f"{the(s.taken).capitalize()} shares neither number nor suit with {end}, the last card of chain {wrong + 1}."


def told_play(play: Mapping[str, int]) -> str:
    """A whole play: on one chain or across two, and whether that closes the chain."""
    chains = chain_names(play["chains"])
    both = beyond_lowest(play["chains"])
    told = f"{{seat}} couple[s] {chains} with {{card}}" if both else f"{{seat}} play[s] {{card}} on {chains}"
    closes = f" and close[s] {'the chain' if both else 'it'}" if play["close"] else ""
    return f"{told}{closes}."


@rules.texts
def prompt(s: Position) -> str:
    if s.phase == CLOSING:
        return f"Close chain {lowest(PLAYED_ON[s.played]) + 1}, or leave it open?"
    if s.phase == TAKE:
        from_discards = has(stock_or_fitting_discard(s), FROM_DISCARDS)
        return f"Take a card from the stock{f', or {the(s.top)} from the discard pile' if from_discards else ''}."
    fitting = count(matched(s, s.taken) & open_chains(s, s.turn))
    if fitting == 0:
        return f"{the(s.taken).capitalize()} fits on none of your open chains: discard it."
    where = "on a chain, couple two chains with it" if fitting > 1 else "on a chain"
    if s.from_discards:
        return f"Play {the(s.taken)} {where.replace(', ', ' or ')}."
    return f"Play {the(s.taken)} {where}, or discard it."


@rules.texts
def label(s: Position, actions: list[Action], names: list[str]) -> str:
    if s.phase == TAKE and actions[0] == FROM_DISCARDS:
        return f"Take {the(s.top)} from the discard pile"
    if s.phase != PLAY:
        return ""
    if actions[0] == DISCARD:
        return f"Discard {the(s.taken)}"
    chains = chain_names(PLAYED_ON[actions[0]])
    play = f"Couple {chains} with {the(s.taken)}" if has(ON_TWO, actions[0]) else f"Play {the(s.taken)} on {chains}"
    if len(actions) == 1:
        return play
    return f"{play} and {'close it' if actions[1] == CLOSE else 'leave it open'}"


@rules.texts
def effect(s: Position, actions: list[Action], names: list[str]) -> str:
    if s.phase != PLAY or actions[0] == DISCARD:
        return ""
    length = 1 + sum(count(s.chains[s.turn, chain]) for chain in each(PLAYED_ON[actions[0]]))  # CHAIN-4
    return f"a chain of {length}"


@rules.texts
def table(table: TableBuilder) -> None:
    s = table.s
    for seat in table.every_seat:
        table.seat(seat, lines=[("Chains closed", f"{count(s.closed[seat])} of {count(own_chains(s, seat))}")])
        for chain in each(own_chains(s, seat)):
            lay_out(table, seat, chain)
            if count(s.chains[seat, chain]) >= CLOSABLE - 1 and not has(s.closed[seat], chain):  # CHAIN-5
                table.zones[-1].note = f"needs {SEVENDECK_PACK.suits[colour_of(s.target)].name} or a {number_of(s.target)}"
    table.stock(s.stock)
    table.pile("discard", s.top, count(s.discards), "Discard pile", beneath=beneath(s.under, s.top))
    table.zone("target", "row", "target", "Target", [table.up(s.target)])
    table.zone("taken", "row", "drawn", "Card taken", [table.up(s.taken)])
    table.fact("target", "Target", card=s.target)


def lay_out(table: TableBuilder, seat: Seat, chain: int) -> None:
    s = table.s
    faces = [table.up(card, mark="couples" if s.across[card] != NONE else "") for card in whole_chain(s, s.ends[seat, chain])]
    missing = CLOSABLE - len(faces)
    note = "closed" if has(s.closed[seat], chain) else f"needs {missing} more" if missing > 0 else ""
    table.zone(f"chain-{seat}-{chain}", "chain", "chain", f"Chain {chain + 1}", faces, owner=seat, note=note)


@rules.texts
def outcome(s: Position, winners: list[Seat], names: list[str]) -> str:
    if not winners:
        return "The stock is used up: everybody loses."
    return "{winners} [has|have] closed all [their|your] chains and win[s]."
