"""A game's source as the checks read it: its modules, its functions and what they are for, and what the names in them mean."""

from __future__ import annotations

import ast
import builtins
import io
import sys
import tokenize
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from types import CodeType
from typing import Any, Literal, TypeAlias

from sevenfold.declare.rules import Rules
from sevenfold.findings import Finding
from sevenfold.kernel.compiler.decorators import Compiled
from sevenfold.kernel.events import EventKind
from sevenfold.kernel.fields import Fields, needed_by
from sevenfold.system.syntax import parsed

FunctionNode: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Role = Literal["rule", "called", "text", "plain"]  # called: a rule calls it, so it should have been compiled
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
REGISTERING = {"answers": "rule", "allows": "rule", "applies": "rule", "observes": "rule", "texts": "text", "words": "text"}
COMPILING = ("compiled", "entry", "observed", "optional", "question")
BY_NAME = ("heuristics.py", "reasons.py")  # modules beside a game's rules that are loaded when they are first needed
SHORT = 60


class Missing:
    """The meaning of a name or an expression that the text does not say."""


MISSING = Missing()


class Module:
    """One file of a game."""

    def __init__(self, path: Path, namespace: dict[str, Any] | None) -> None:
        """namespace: the names of the loaded module; None if it has not been loaded."""
        text = path.read_text(encoding="utf-8")
        self.path, self.text, self.tree = path, text, parsed(text)
        self.is_loaded, self.namespace = namespace is not None, namespace or {}
        self.nodes = list(ast.walk(self.tree))
        self.parents = {child: node for node in self.nodes for child in ast.iter_child_nodes(node)}
        self.functions: list[Function] = []
        self._add_functions(self.tree, None)

    def _add_functions(self, node: ast.AST, outer: Function | None, within: Function | None = None) -> None:
        """Add the functions in a node; within: the function that the node is, which only its body stands in."""
        body: list[ast.AST] = [] if within is None else [*within.body] or [within.node.body]  # type: ignore[list-item]  # a lambda's
        for child in ast.iter_child_nodes(node):
            around = within if child in body else outer
            if isinstance(child, FUNCTIONS):
                inner = Function(self, child, around)
                self.functions.append(inner)
                self._add_functions(child, around, inner)
            else:
                self._add_functions(child, around)

    @cached_property
    def comments(self) -> list[tuple[int, str]]:
        """The comments, each with its line."""
        tokens = tokenize.generate_tokens(io.StringIO(self.text).readline)
        return [(token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT]

    def above(self, node: ast.AST) -> Iterator[ast.AST]:
        """What a node stands in, from the inside out."""
        while node in self.parents:
            node = self.parents[node]
            yield node

    def error(self, code: str, at: ast.AST | int, sentence: str) -> Finding:
        """A finding that is certainly wrong."""
        return Finding(code, sentence, "error", self.path.name, at if isinstance(at, int) else getattr(at, "lineno", 0))

    def warning(self, code: str, at: ast.AST | int, sentence: str) -> Finding:
        """A finding that may be meant so."""
        return Finding(code, sentence, "warning", self.path.name, at if isinstance(at, int) else getattr(at, "lineno", 0))


class Function:
    """A function of a game's file, or a lambda.

    Attributes:
        module: Its file.
        node: Its syntax tree.
        outer: The function in which it stands.
        role: What it is for.
        registered: How `Rules` got it: "answers", "allows", "applies", "observes", "texts"; empty if it did not.
        is_entry: Whether it runs compiled when Python calls it.
        positions: The names that hold the position in it.
    """

    def __init__(self, module: Module, node: FunctionNode, outer: Function | None) -> None:
        self.module, self.node, self.outer = module, node, outer
        self.role: Role = "plain"
        self.registered, self.is_entry = "", False
        self.positions: set[str] = set()

    @property
    def name(self) -> str:
        """Its name; "lambda" if it has none."""
        return "lambda" if isinstance(self.node, ast.Lambda) else self.node.name

    @property
    def line(self) -> int:
        """The line of its first decorator, or its own."""
        decorators = [] if isinstance(self.node, ast.Lambda) else self.node.decorator_list
        return min([self.node.lineno, *(one.lineno for one in decorators)])

    @property
    def is_decorated(self) -> bool:
        """Whether something stands above it that begins with @."""
        return not isinstance(self.node, ast.Lambda) and bool(self.node.decorator_list)

    @property
    def is_rule(self) -> bool:
        """Whether compiled code runs it."""
        return self.role in ("rule", "called")

    @cached_property
    def parameters(self) -> list[str]:
        """The names of its parameters that are passed by place."""
        return [one.arg for one in (*self.node.args.posonlyargs, *self.node.args.args)]

    @property
    def body(self) -> list[ast.stmt]:
        """Its statements; none for a lambda."""
        return [] if isinstance(self.node, ast.Lambda) else self.node.body

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """Everything in it, without what stands in functions within it, in the order of the text."""
        found: list[ast.AST] = []

        def add(node: ast.AST) -> None:
            found.append(node)
            if not isinstance(node, FUNCTIONS):
                for child in ast.iter_child_nodes(node):
                    add(child)

        for top in [self.node.body] if isinstance(self.node, ast.Lambda) else self.node.body:
            add(top)
        return found

    @cached_property
    def own_names(self) -> set[str]:
        """Its parameters and local variables, and those of the functions around it."""
        args = self.node.args
        found = {one.arg for one in (*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg) if one}
        shared = {name for node in self.nodes if isinstance(node, ast.Global) for name in node.names}
        for node in self.nodes:
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                found.add(node.id)
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                found.add(node.name)
            elif isinstance(node, ast.Import | ast.ImportFrom):
                found |= {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
                found.add(node.name)
        return (found - shared) | (self.outer.own_names if self.outer else set())

    def meaning(self, node: ast.AST | None) -> Any:
        """The object that a name, or a dotted name, of the module stands for; MISSING if it is a variable or unknown."""
        if isinstance(node, ast.Attribute):
            owner = self.meaning(node.value)
            return MISSING if owner is MISSING or isinstance(owner, Rules) else getattr(owner, node.attr, MISSING)
        if not isinstance(node, ast.Name) or node.id in self.own_names:
            return MISSING
        return self.module.namespace.get(node.id, getattr(builtins, node.id, MISSING))

    def is_position(self, node: ast.AST) -> bool:
        """Whether an expression is the position: `s`, or `look.s` in a text."""
        if isinstance(node, ast.Name):
            return node.id in self.positions and not self._is_of_comprehension(node)
        return isinstance(node, ast.Attribute) and node.attr == "s" and isinstance(node.value, ast.Name) and not self.is_rule

    def _is_of_comprehension(self, node: ast.Name) -> bool:
        """Whether a name is the variable of a comprehension around it: `[s.name for s in suits]`."""
        for above in self.module.above(node):
            if isinstance(above, COMPREHENSIONS):
                targets = [one for part in above.generators for one in ast.walk(part.target)]
                if any(isinstance(one, ast.Name) and one.id == node.id for one in targets):
                    return True
            elif above is self.node:
                break
        return False

    @cached_property
    def rebound(self) -> set[str]:
        """The variables that loops and calculations set, so that a position's name may stand for something else."""
        found = set[str]()
        for node in self.nodes:
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                above = self.module.parents.get(node)
                is_alias = isinstance(above, ast.Assign) and isinstance(above.value, ast.Name | ast.Attribute)
                if not is_alias and not any(isinstance(one, ast.comprehension) for one in self.module.above(node)):
                    found.add(node.id)
        return found

    def field(self, node: ast.AST) -> str:
        """The name of the field that an expression such as `s.hands` reads or stores; empty if it is none."""
        return node.attr if isinstance(node, ast.Attribute) and self.is_position(node.value) else ""

    def calls(self) -> Iterator[ast.Call]:
        """The calls in it."""
        return (node for node in self.nodes if isinstance(node, ast.Call))


class Source:
    """The files of a game, with the rules that they declare."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.modules = [Module(path, names) for path, names in _files(rules)]
        self.functions = [function for module in self.modules for function in module.functions]
        self._by_place = {(str(f.module.path), f.line): f for f in self.functions if f.name != "lambda"}
        self._by_name = {(f.module, f.name): f for f in self.functions if f.outer is None and f.name != "lambda"}
        for function in self.functions:
            _read_decorators(function)
        for module in self.modules:
            for node in module.nodes:
                if isinstance(node, ast.Call):
                    self._read_registering(module, node)
        self._find_called()
        self._find_positions()
        self.is_whole = not any(_leads_elsewhere(self, function) for function in self.functions if function.module.is_loaded)

    def function_of(self, found: object) -> Function | None:
        """The function of the game's files that an object is; None for any other."""
        inner = found.function if isinstance(found, Compiled) else found
        code = getattr(inner, "__code__", None)
        return self.function_at(code) if code else None

    def function_at(self, code: CodeType) -> Function | None:
        """The function of the game's files of which this is the code; None for any other."""
        return self._by_place.get((code.co_filename, code.co_firstlineno))

    def called(self, function: Function, call: ast.Call) -> Function | None:
        """The function of the game's files that a call names."""
        meant = function.meaning(call.func)
        if meant is MISSING and isinstance(call.func, ast.Name) and not function.module.is_loaded:
            return self._by_name.get((function.module, call.func.id))
        return None if meant is MISSING else self.function_of(meant)

    def reached(self, *first: Function) -> list[Function]:
        """These functions and all that they call, directly or not."""
        found, waiting = dict[Function, None](), list(first)
        while waiting:
            function = waiting.pop()
            if function not in found:
                found[function] = None
                waiting += [other for call in function.calls() if (other := self.called(function, call))]
        return list(found)

    def registered(self, how: str, *names: str) -> list[Function]:
        """The functions registered in a way, of these names if there are any."""
        return [f for f in self.functions if f.registered == how and (not names or f.name in names)]

    def assigned(self, value: object) -> tuple[Module, ast.Call] | None:
        """The call whose result a module's own statement names, as in `drew = event(...)`; None if no file here makes it."""
        for module in self.modules:
            for node in module.tree.body:
                if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
                    names = [target.id for target in node.targets if isinstance(target, ast.Name)]
                    if any(module.namespace.get(name) is value for name in names):
                        return module, node.value
        return None

    @cached_property
    def shared(self) -> set[str]:
        """The fields and options that mechanics in use may read and store."""
        found = set(needed_by(self.rules.position))
        for module in self.modules:
            for value in module.namespace.values():
                origin = getattr(value, "__module__", None) or ""
                if origin.startswith(("sevenfold.mechanics.", "sevenfold.games.")) and origin in sys.modules:
                    kinds = [kind for kind in vars(sys.modules[origin]).values() if isinstance(kind, type)]
                    found |= {
                        name
                        for kind in kinds
                        if issubclass(kind, Fields) and kind is not Fields
                        for name in kind.__annotations__
                    }
        return found

    def declaration(self) -> tuple[Module, ast.Call] | None:
        """The call of `Rules`."""
        return self.assigned(self.rules)

    def position_class(self) -> tuple[Module, ast.ClassDef] | None:
        """The class that declares the position."""
        for module in self.modules:
            for node in module.tree.body:
                if isinstance(node, ast.ClassDef) and module.namespace.get(node.name) is self.rules.position:
                    return module, node
        return None

    def field_lines(self) -> dict[str, tuple[Module, ast.stmt]]:
        """Where each field and option of the position is declared."""
        found: dict[str, tuple[Module, ast.stmt]] = {}
        if place := self.position_class():
            for node in place[1].body:
                targets = (
                    node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
                )
                found |= {target.id: (place[0], node) for target in targets if isinstance(target, ast.Name)}
        return found

    # -- what functions are for ---------------------------------------------------------------------------------------

    def _read_registering(self, module: Module, call: ast.Call) -> None:
        """Note what is registered by a call: `rules.answers(f)`, `rules.allows(PLAY, ...)(f)`, `compiled(f)`."""
        made = call.func.func if isinstance(call.func, ast.Call) else call.func
        how = made.attr if isinstance(made, ast.Attribute) else made.id if isinstance(made, ast.Name) else ""
        takes_arguments = how in ("allows", "applies")  # the function is given to what the call with them returns
        if (how not in REGISTERING and how not in COMPILING) or takes_arguments != isinstance(call.func, ast.Call):
            return
        for argument in call.args:
            name = argument.id if isinstance(argument, ast.Name) else ""
            function = self._by_name.get((module, name)) or self.function_of(module.namespace.get(name))
            if function and function.role == "plain":
                function.role = "text" if REGISTERING.get(how) == "text" else "rule"
                function.registered = how if how in REGISTERING else ""

    def _find_called(self) -> None:
        """Tell functions that compiled code runs from those that are compiled without need, such as helpers of texts."""
        roots = [f for f in self.functions if f.role == "rule" and (f.registered or f.is_entry)]
        reached = self.reached(*roots)
        for function in self.functions:
            if function in reached:
                function.role = "called" if function.role == "plain" else function.role
            elif function.role == "rule":
                function.role = "plain"

    def _find_positions(self) -> None:
        for function in self.functions:
            function.positions = _declared_positions(function)
        changed = True
        while changed:
            changed = False
            for function in self.functions:
                before = len(function.positions)
                around = function.outer.positions if function.outer else set()
                function.positions |= around - set(function.parameters) - function.rebound
                function.positions |= {name for name, value in _aliases(function) if function.is_position(value)}
                changed |= len(function.positions) > before
                for call in function.calls():
                    other = self.called(function, call)
                    if other:
                        passed = zip(other.parameters, call.args, strict=False)
                        given = {name for name, argument in passed if function.is_position(argument)}
                        changed |= not given <= other.positions
                        other.positions |= given


def _files(rules: Rules) -> Iterator[tuple[Path, dict[str, Any] | None]]:
    """The files of a game, the one with the position first, each with the names of its module."""
    name = rules.position.__module__
    main = sys.modules.get(name)
    path = Path(getattr(main, "__file__", None) or "")
    if main is None or not path.is_file():
        return
    yield path, vars(main)
    imported = {getattr(value, "__module__", None) or getattr(value, "__name__", None) for value in vars(main).values()}
    package = name.rpartition(".")[0]
    for other in sorted(path.parent.glob("*.py")):
        full = f"{package}.{other.stem}" if package else other.stem
        module = sys.modules.get(full)
        is_loaded = getattr(module, "__file__", None) == str(other)
        if other == path or (is_loaded and _declares_another(rules, vars(module))):
            continue
        if path.name == "rules.py":
            if is_loaded or other.name in BY_NAME:
                yield other, vars(module) if is_loaded else None
        elif is_loaded and full in imported and b"sevenfold" in other.read_bytes():
            yield other, vars(module)


def _declares_another(rules: Rules, names: dict[str, Any]) -> bool:
    """Whether a module declares another game."""
    return any(isinstance(value, Rules) and value is not rules for value in names.values())


def _leads_elsewhere(source: Source, function: Function) -> bool:
    """Whether a function gives the position, or a part of it, to something that is neither here nor ours."""
    for call in function.calls():
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        if any(function.is_position(one) for one in given) and not source.called(function, call):
            meant = function.meaning(call.func)
            if meant is MISSING and isinstance(call.func, ast.Name):
                return True
            origin = str(getattr(meant, "__module__", ""))
            if meant is not MISSING and not isinstance(meant, EventKind) and not origin.startswith(("sevenfold.", "builtins")):
                return True
    return False


def _read_decorators(function: Function) -> None:
    for decorator in [] if isinstance(function.node, ast.Lambda) else function.node.decorator_list:
        made = decorator.func if isinstance(decorator, ast.Call) else decorator
        if isinstance(made, ast.Attribute) and made.attr in REGISTERING:
            function.registered = made.attr
            function.role = "text" if REGISTERING[made.attr] == "text" else "rule"
        elif isinstance(made, ast.Name) and made.id in COMPILING:
            function.role, function.is_entry = "rule", made.id == "entry"


def _declared_positions(function: Function) -> set[str]:
    """The parameters that hold the position by their name, their type, or the function's place in the rules."""
    above = function.module.parents.get(function.node)
    is_text = isinstance(above, ast.Call | ast.keyword) and len(function.parameters) == 2  # lambda s, action: …
    found = {
        name for name in function.parameters if name == "s" and (function.role != "plain" or function.is_decorated or is_text)
    }
    for one in function.node.args.args:
        kind = function.module.namespace.get(one.annotation.id) if isinstance(one.annotation, ast.Name) else None
        if isinstance(kind, type) and issubclass(kind, Fields):
            found.add(one.arg)
    first = function.parameters[:1]
    if function.registered in ("answers", "allows", "applies", "observes") or (
        function.registered and function.name in ("prompt", "label", "effect", "outcome")
    ):
        found |= set(first)
    return found


def _aliases(function: Function) -> Iterator[tuple[str, ast.AST]]:
    """The variables that are set to something else as a whole, with that: `s = look.s`."""
    for node in function.nodes:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name | ast.Attribute):
            yield from ((target.id, node.value) for target in node.targets if isinstance(target, ast.Name))


def written(node: ast.AST) -> str:
    """An expression as the author may have written it, shortened."""
    text = ast.unparse(node)
    return text if len(text) <= SHORT else f"{text[: SHORT - 1]}…"


def closest(name: str, names: object) -> str:
    """A hint at the name that was probably meant: " Did you mean hands?"; empty if none is like it."""
    from difflib import get_close_matches  # slow to load

    close = get_close_matches(name, sorted(map(str, names)), 1, 0.7)  # type: ignore[call-overload]
    return f" Did you mean {close[0]}?" if close else ""


def listed(names: object) -> str:
    """Names as a list in a sentence; "none" if there are none."""
    return ", ".join(map(str, names)) or "none"  # type: ignore[call-overload]
