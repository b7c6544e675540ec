"""Expressions of rules that calculate with the wrong thing: a set as a number, a card as a set, a share as a whole number."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from sevenfold.cards import NONE
from sevenfold.findings import Finding
from sevenfold.kernel import chance, sets

from .source import MISSING, Function, Source, written
from .values import Kind, Values, constant, returned, whole

# What the functions on sets take, by place: a set, a member, or anything else ("").
TAKEN: dict[object, tuple[str, ...]] = {
    sets.count: ("set",),
    sets.lowest: ("set",),
    sets.each: ("set",),
    sets.beyond_lowest: ("set",),
    sets.has: ("set", "member"),
    sets.without: ("set", "member"),
    sets.bit: ("member",),
    sets.maybe: ("member",),
    chance.pick: ("", "set"),
    chance.some: ("", "set", ""),
}

SEATS_ANSWERED = ("winners", "choosers")  # answers that are sets of seats
VALUING = ("standing", "returns", "heuristic_value")  # answers that may be fractions


def find(source: Source) -> Iterator[Finding]:
    """What is wrong with the expressions of rules."""
    values = Values(source)
    yield from _divided(source, values)
    for function in source.functions:
        for node in function.nodes:
            yield from _of_sets(source, values, function, node)
            if function.is_rule:
                yield from _shares(values, function, node)
                yield from _stored(source, values, function, node)
                yield from _conditions(values, function, node)
        if function.registered == "allows":
            yield from _allowed(values, function)
        elif function.registered == "answers" and function.name in SEATS_ANSWERED:
            yield from _seats(values, function)


# -- sets -------------------------------------------------------------------------------------------------------------


def _of_sets(source: Source, values: Values, function: Function, node: ast.AST) -> Iterator[Finding]:
    module = function.module
    if isinstance(node, ast.Call):
        yield from _taken(values, function, node)
    elif isinstance(node, ast.BinOp):
        left, right = values.kind(function, node.left), values.kind(function, node.right)
        for one in (node.left, node.right):
            if isinstance(one, ast.UnaryOp) and isinstance(one.op, ast.Not) and isinstance(node.op, ast.BitAnd | ast.BitOr):
                yield module.error(
                    "set-not", node, f"not gives True or False: the cards outside a set are ~{written(one.operand)}."
                )
        if left == right == "set" and isinstance(node.op, ast.Sub):
            yield module.warning(
                "set-arithmetic",
                node,
                f"Sets are numbers, so - is right only for cards that are all there: write"
                f" {written(node.left)} & ~{_inner(node.right)}.",
            )
        elif left == right == "set" and isinstance(node.op, ast.Add):
            yield module.warning(
                "set-arithmetic",
                node,
                f"+ is right only for sets with nothing in common: write {written(node.left)} | {written(node.right)}.",
            )
        elif {left, right} == {"set", "card"} and isinstance(node.op, ast.BitOr | ast.BitAnd | ast.BitXor):
            one = node.left if left == "card" else node.right
            yield module.error("set-card", node, f"{written(one)} is a card, not a set: write bit({written(one)}).")
    elif isinstance(node, ast.AugAssign) and isinstance(node.op, ast.BitOr | ast.BitAnd | ast.BitXor):
        if values.kind(function, node.target) == "set" and values.kind(function, node.value) == "card":
            yield module.error(
                "set-card", node, f"{written(node.value)} is a card, not a set: write bit({written(node.value)})."
            )
    elif isinstance(node, ast.Compare):
        yield from _compared(values, function, node)
    elif isinstance(node, ast.For) and values.kind(function, node.iter) == "set":
        if function.is_rule or function.field(node.iter):
            yield module.error("set-loop", node, f"A set is a number: write for … in each({written(node.iter)}).")


def _inner(node: ast.AST) -> str:
    text = written(node)
    return f"({text})" if isinstance(node, ast.BinOp) else text


def _taken(values: Values, function: Function, call: ast.Call) -> Iterator[Finding]:
    meant = function.meaning(call.func)
    wanted = next((takes for taker, takes in TAKEN.items() if taker is meant), ())
    for want, argument in zip(wanted, call.args, strict=False):
        kind, text = values.kind(function, argument), written(argument)
        name = written(call.func)
        if want == "set" and kind in ("card", "seat"):
            yield function.module.error("set-wanted", call, f"{name} takes a set; {text} is a {kind}: {_order(name, text)}.")
        elif want in ("set", "member") and kind == "array":
            yield function.module.error(
                "set-wanted", call, f"{name} takes a single {want}; {text} has several places: say which."
            )
        elif want == "member" and kind == "set":
            yield function.module.error(
                "member-wanted", call, f"{name} takes a card here; {text} is a set of cards.{_swap(name)}"
            )
    if meant is sets.first and call.args and values.kind(function, call.args[0]) == "set":
        yield function.module.error("member-wanted", call, "first takes how many, not a set: the lowest of a set is lowest(…).")


def _order(name: str, text: str) -> str:
    return f"write {name}(the set, the card)" if name in ("has", "without") else f"a set with one member is bit({text})"


def _swap(name: str) -> str:
    return f" Write {name}(the set, the card)." if name in ("has", "without") else ""


def _compared(values: Values, function: Function, node: ast.Compare) -> Iterator[Finding]:
    module, sides = function.module, [node.left, *node.comparators]
    for left, operation, right in zip(sides, node.ops, sides[1:], strict=False):
        kinds = values.kind(function, left), values.kind(function, right)
        if isinstance(operation, ast.In | ast.NotIn):
            if kinds[1] == "set":
                yield module.error("set-in", node, f"A set is a number: write has({written(right)}, {written(left)}).")
            elif whole(function, right) is not None:
                sign = "==" if isinstance(operation, ast.In) else "!="
                yield module.error(
                    "set-in", node, f"{written(right)} is a number: write {written(left)} {sign} {written(right)}."
                )
            continue
        if set(kinds) == {"set", "card"} and isinstance(operation, ast.Eq | ast.NotEq):
            a, b = (left, right) if kinds[0] == "set" else (right, left)
            yield module.error(
                "set-card",
                node,
                f"{written(a)} is a set and {written(b)} a card: write {written(a)} == bit({written(b)}), or has.",
            )
        if set(kinds) == {"card", "part"}:
            a, b = (left, right) if kinds[0] == "card" else (right, left)
            yield module.warning(
                "card-part",
                node,
                f"{written(a)} is a card, and {written(b)} only a part of one, such as its suit or its rank: compare like with"
                " like.",
            )
        for kind, other, one in ((kinds[0], right, left), (kinds[1], left, right)):
            if kind == "set" and whole(function, other) == NONE and isinstance(operation, ast.Eq | ast.NotEq):
                yield module.error("set-none", node, f"{written(one)} is a set: an empty one is 0, never NONE.")
            if kind == "array":
                yield module.error("array-compared", node, f"{written(one)} has several places: compare them one by one.")


# -- shares -----------------------------------------------------------------------------------------------------------


def _shares(values: Values, function: Function, node: ast.AST) -> Iterator[Finding]:
    """Results of / where a whole number is needed."""
    module = function.module

    def is_share(one: ast.AST | None) -> bool:
        return values.kind(function, one) == "float"

    if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        in_field = any(function.field(one.value if isinstance(one, ast.Subscript) else one) for one in targets)
        divides = isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Div)
        if in_field and (is_share(node.value) or divides):
            yield module.error(
                "float-stored", node, "A field holds whole numbers, and cuts off what comes after the point: divide with //."
            )
    elif isinstance(node, ast.Subscript) and any(is_share(one) for one in ast.iter_child_nodes(node) if one is node.slice):
        yield module.error("float-index", node, f"An index is a whole number: divide with // in {written(node.slice)}.")
    elif isinstance(node, ast.Call):
        meant = function.meaning(node.func)
        counted = meant in (range, sets.bit, sets.first, chance.draw, chance.some, chance.below) if _hashable(meant) else False
        if counted and any(is_share(one) for one in node.args):
            yield module.error("float-count", node, f"{written(node.func)} takes whole numbers: divide with //.")


def _divided(source: Source, values: Values) -> Iterator[Finding]:
    """Shares that rules reckon with where games are played, not where results are told or positions are valued."""
    playing = [*source.registered("allows"), *source.registered("applies"), *source.registered("answers", "start", "points")]
    valuing = {f for f in source.functions if f.registered == "answers" and f.name in VALUING}
    for function in source.reached(*playing):
        for node in function.nodes if function not in valuing else ():
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and values.kind(function, node) == "float":
                yield function.module.warning(
                    "float-share",
                    node,
                    f"{written(node)} is a share, such as 3.5: a number of cards, points or seats is divided with //.",
                )


def _hashable(meant: object) -> bool:
    return meant is not MISSING and getattr(type(meant), "__hash__", None) is not None


# -- storing ----------------------------------------------------------------------------------------------------------


def _stored(source: Source, values: Values, function: Function, node: ast.AST) -> Iterator[Finding]:
    """What a field can never hold: NONE in a set, a set in a card, more cards than the pack has."""
    if not isinstance(node, ast.Assign):
        return
    for target in node.targets:
        pairs = [(target, node.value)]
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple) and len(target.elts) == len(node.value.elts):
            pairs = list(zip(target.elts, node.value.elts, strict=True))
        for place, value in pairs:
            if isinstance(place, ast.Attribute | ast.Subscript):
                yield from _held(source, values, function, place, value)


def _held(source: Source, values: Values, function: Function, place: ast.expr, value: ast.expr) -> Iterator[Finding]:
    module, text = function.module, written(place)
    kind, given = values.kind(function, place), values.kind(function, value)
    if kind == "set" and whole(function, value) == NONE:
        yield module.error("set-none", place, f"{text} is a set; NONE would be all 64 cards. An empty set is 0.")
    elif kind == "set" and given in ("card", "seat"):
        yield module.error("set-card", place, f"{text} is a set, and {written(value)} a {given}: write bit({written(value)}).")
    elif kind == "card" and isinstance(value, ast.Constant) and value.value == 0 and value.value is not False:
        yield module.warning("card-zero", place, f"{text} is a card, and 0 is the first card of the pack: no card is NONE.")
    elif kind == "card" and given == "set":
        yield module.error(
            "card-set", place, f"{text} is a card, and {written(value)} a set: write lowest(…), or declare it with cards."
        )
    elif kind == "card" and given == "part":
        yield module.warning(
            "card-part", place, f"{text} is a card, and {written(value)} only a part of one, such as its suit or its rank."
        )
    elif kind == "seat" and given in ("set", "card"):
        yield module.error("seat-stored", place, f"{text} is a seat, and {written(value)} a {given}.")
    elif given == "array" and kind in ("set", "card", "seat"):
        yield module.error(
            "array-stored", place, f"{text} holds one number, and {written(value)} has several places: say which."
        )
    if kind == "set" and isinstance(value, ast.Call) and function.meaning(value.func) is sets.first and value.args:
        n = whole(function, value.args[0])
        if n is not None and n > len(source.rules.pack.cards):
            yield module.error(
                "pack-size",
                place,
                f"{text} gets {n} cards, but the pack {source.rules.pack.name} has {len(source.rules.pack.cards)}.",
            )


# -- conditions -------------------------------------------------------------------------------------------------------


def _conditions(values: Values, function: Function, node: ast.AST) -> Iterator[Finding]:
    """Cards taken for truth values."""
    tests: list[ast.expr] = []
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        tests = [node.test]
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        tests = [node.operand]
    elif isinstance(node, ast.BoolOp):
        tests = node.values
    for test in tests:
        kind: Kind | None = values.kind(function, test)
        if kind == "card":
            yield function.module.warning(
                "card-truth", test, f"Card 0 is a card too, and NONE counts as true: write {written(test)} != NONE, or == NONE."
            )
        elif kind == "array":
            yield function.module.error("array-compared", test, f"{written(test)} has several places: say which.")


def _allowed(values: Values, function: Function) -> Iterator[Finding]:
    """What a restriction returns: and, or, not, which are of truth values; True for a set."""
    module, returns = function.module, returned(function)
    if returns and all(whole(function, one.value) == -1 for one in returns):
        yield module.warning(
            "restriction-never-refuses", returns[0], f"{function.name} always allows every action: say which it refuses."
        )
    for statement in returns:
        value = statement.value
        assert value is not None
        if isinstance(value, ast.BoolOp):
            kinds = [values.kind(function, one) for one in value.values]
            sign = "&" if isinstance(value.op, ast.And) else "|"
            word = "and" if sign == "&" else "or"
            if all(kind == "set" for kind in kinds):
                finding = module.error if word == "and" else module.warning
                yield finding(
                    "set-and-or",
                    statement,
                    f"{word} gives one of the sets as it is: what is in {'both' if sign == '&' else 'either'} is"
                    f" {_joined(value, sign)}.",
                )
        elif isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not):
            yield module.error(
                "set-not",
                statement,
                f"{function.name} returns a set of actions; not gives True or False: write ~{written(value.operand)}.",
            )
        elif isinstance(constant(function, value), bool) or isinstance(value, ast.Compare):
            yield module.error(
                "allows-truth",
                statement,
                f"{function.name} returns the set of actions that are allowed, not whether: ~0 is all of them, 0 is none.",
            )
        elif values.kind(function, value) == "card":
            yield module.error(
                "allows-card",
                statement,
                f"{function.name} returns a set of actions; {written(value)} is a card: write bit({written(value)}).",
            )
        elif values.kind(function, value) == "array":
            yield module.error(
                "allows-card",
                statement,
                f"{function.name} returns a set of actions; {written(value)} has several places: say which.",
            )
        elif values.kind(function, value) == "float":
            yield module.error(
                "float-count", statement, f"{function.name} returns a set of actions, a whole number: divide with //."
            )


def _seats(values: Values, function: Function) -> Iterator[Finding]:
    """What an answer returns that is to be a set of seats: one seat, or whether."""
    for statement in returned(function):
        value = statement.value
        assert value is not None
        kind, text = values.kind(function, value), written(value)
        if kind == "seat":
            yield function.module.error(
                "seats-seat", statement, f"{function.name} returns a set of seats; {text} is one seat: write bit({text})."
            )
        elif kind == "truth":
            yield function.module.error(
                "seats-truth",
                statement,
                f"{function.name} returns the set of seats, not whether: first(s.players) is all of them, 0 is none.",
            )


def _joined(value: ast.BoolOp, sign: str) -> str:
    return f" {sign} ".join(written(one) for one in value.values)
