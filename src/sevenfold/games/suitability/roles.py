"""The roles that players give to the four suits: trump, penalty and reverse, each to one suit. The remaining suit is plain.

Action 3 * suit + role gives a suit a role.
"""

from __future__ import annotations

from sevenfold.cards import ACE_HIGH55, NONE
from sevenfold.kernel import (
    Action,
    ActionSet,
    Fields,
    Numbers,
    Suit,
    a_choice,
    a_seat,
    a_suit,
    bit,
    compiled,
    count,
    event,
    first,
    lowest,
    maybe,
    next_turn,
)
from sevenfold.view.description import Badge
from sevenfold.view.table_builder import TableBuilder

from .pack import SUITS

TRUMP, PENALTY, REVERSE = 0, 1, 2
ROLES: tuple[Badge, ...] = ("trump", "penalty", "reverse")
ROLE_NAMES = [f"{suit.name} {role}" for suit in ACE_HIGH55.suits for role in ROLES]  # in the order of the actions


class RoleFields(Fields):
    """The fields that a position needs to use this module."""

    roles: Numbers  # the suit of each of the three roles, or NONE


gave_role = event(
    "role", is_move=True, seat=a_seat(), suit=a_suit(), role=a_choice(*ROLES), say="{seat} make[s] {suit} the {role} suit."
)
left_plain = event("plain", suit=a_suit(), line=False, say="{suit} are plain.")

TO_SUIT = tuple(sum(bit(3 * suit + role) for role in range(3)) for suit in range(SUITS))  # the actions that give a suit a role
OF_ROLE = tuple(sum(bit(3 * suit + role) for suit in range(SUITS)) for role in range(3))  # those that give this role


@compiled
def no_roles(s: RoleFields) -> None:
    """No suit has a role."""
    for role in range(3):
        s.roles[role] = NONE


@compiled
def free_roles(s: RoleFields) -> ActionSet:
    """The actions that give one of the remaining roles to one of the remaining suits."""
    free = first(3 * SUITS)
    for role in range(3):
        if s.roles[role] != NONE:
            free &= ~(TO_SUIT[s.roles[role]] | OF_ROLE[role])
    return free


@compiled
def give(s: RoleFields, action: Action) -> None:
    """Give a suit a role, and pass the turn to the left."""
    suit, role = action // 3, action % 3
    gave_role(s, s.turn, suit, role)
    s.roles[role] = suit
    next_turn(s)
    if all_given(s):
        left_plain(s, plain_suit(s))


@compiled
def suits_left(s: RoleFields) -> int:
    """The suits without a role, as a set."""
    return first(SUITS) & ~(maybe(s.roles[TRUMP]) | maybe(s.roles[PENALTY]) | maybe(s.roles[REVERSE]))


@compiled
def all_given(s: RoleFields) -> bool:
    """Whether all three roles have been given."""
    return count(suits_left(s)) == 1


@compiled
def plain_suit(s: RoleFields) -> Suit:
    """The remaining suit, once all three roles have been given."""
    return lowest(suits_left(s))


def given_already(s: RoleFields, action: Action) -> str:
    """Why a role may not be given to a suit."""
    if s.roles[action % 3] != NONE:
        return f"There is a {ROLES[action % 3]} suit already."
    return f"{ACE_HIGH55.suits[action // 3].name.capitalize()} have a role already."


def show_roles(table: TableBuilder) -> None:
    """Show each role with its suit, once it has one."""
    s = table.s
    for role, suit in zip(ROLES, s.roles, strict=True):
        table.fact(f"role-{role}", role.capitalize(), "" if suit != NONE else "none yet", suit=int(suit), badge=role)
    plain = plain_suit(s) if all_given(s) else NONE
    table.fact("role-plain", "Plain", "" if plain != NONE else "none yet", suit=plain)
