"""What was found, in words for the author: what is seen, by whom, what hidden fields it depends on, and what would be right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sevenfold.cards import NONE
from sevenfold.findings import Finding, Severity
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.kernel.events import EventKind, RawEvent
from sevenfold.kernel.fields import ALL, NOBODY, OTHERS, place_of
from sevenfold.kernel.questions import GENERIC, OVER, known, lies_in, shown
from sevenfold.kernel.types import Card, CardSet, Positions, Seat
from sevenfold.playing.game import Game
from sevenfold.records.record import moves_of

from .exchange import GENERATOR
from .replaying import Moment, Played, stepping
from .seeing import FIELD, LEGAL, TEXT, VIEW, Difference
from .sight import LYING, Spot, elements, lying
from .source import NOWHERE, Place, Source


@dataclass(frozen=True)
class Divergence:
    """A moment of a game that looks different to a viewer when the game is played again."""

    made: int
    difference: Difference
    real: Moment
    twin: Moment
    real_before: Positions | None
    twin_before: Positions | None
    table: str  # what differs at the table, in words
    fields: Sequence[str]  # the fields hidden from the viewer that differ


class Leaks:
    """Makes the findings about one game."""

    def __init__(self, played: Played) -> None:
        self.played, self.game, self.rules = played, played.game, played.game.rules
        self.source = Source(self.rules)

    def told(self, event: RawEvent, name: str, spot: Spot, card: Card, before: Moment | None) -> Finding:
        """An event tells everybody in a field of it of a card, which lies in a hidden hand then."""
        kind = event.kind
        if before is not None and spot.cards(before.position[0]) >> card & 1 and name in {part for part, *_ in kind.goes}:
            return self._finding(
                "told-stays",
                f"The event {kind.name} tells everybody that {self._card(card)} goes elsewhere, but it still lies in"
                f" `{spot.field}`, hidden from the others. Take it out of there, as in `without(s.{spot.field}[…], card)`.",
                self.source.event(kind),
            )
        seats = [one for one, part in kind.fields.items() if part.kind == "seat"]
        part = kind.fields[name]
        narrower = "to=EACH" if part.kind == "by_seat" else f'to="{seats[0]}"' if seats else "to= and the field of a seat"
        return self._finding(
            "leak-told",
            f"The event {kind.name} tells everybody in its field `{name}` which card seat {spot.at[0]} has"
            f" ({self._card(card)}), but `{spot.field}` hides it from the others. Declare the field of the event with"
            f" {narrower}; or, if everybody may know, let `shown` answer with the card.",
            self.source.event(kind),
        )

    def told_to_holder(self, kind: EventKind, name: str, spot: Spot) -> Finding:
        """An event tells a seat of a card which all but that seat may see."""
        part = kind.fields[name]
        narrower = "to=OTHERS" if part.kind == "by_seat" else "hidden_from= and the field of its holder"
        return self._finding(
            "leak-told",
            f"The event {kind.name} tells a seat in its field `{name}` which card it has in `{spot.field}`, which all but that"
            f" seat may see: declare the field of the event with {narrower}.",
            self.source.event(kind),
        )

    def forgotten(self, kind: EventKind, name: str, card: Card, before: Moment) -> Finding:
        """An event tells some seats alone of a card that lay open before."""
        place = next(
            (spot.field for spot in lying(self.rules, before.position[0]) if spot.cards(before.position[0]) >> card & 1),
            "hands",
        )
        return self._finding(
            "told-to-few",
            f"The event {kind.name} tells only some seats of {self._card(card)} (its field `{name}`), but it lay open in"
            f" `{place}`, so that everybody sees where it was taken from. Leave out to= there, and let `shown` answer with it.",
            self.source.event(kind),
            severity="warning",
        )

    def uncovered(self, spot: Spot, card: Card, before: Moment | None) -> Finding:
        """A card that was hidden from all, or has just been dealt (before: None), lies open, and no event names it."""
        at_fault = (
            self.rules.actions.get(int(before.position[0].phase))
            if before
            else GENERIC["start"].answers.get(self.rules.listening)
        )
        what, happened = ("now lies", "event of that action") if before else ("is dealt, lies", "event of the deal")
        return self._finding(
            "untold-card",
            f"{self._card(card)} {what} open in `{spot.field}`, and no {happened} names it: nobody is told, and it"
            " is missing in transcripts and news. Report it in an event with the card.",
            self.source.function(at_fault),
            severity="warning",
        )

    def told_elsewhere(self, kind: EventKind, name: str, card: Card, seat: str) -> Finding:
        """An event tells of a card of a seat that lies hidden elsewhere."""
        return self._finding(
            "told-elsewhere",
            f"The event {kind.name} tells everybody of {self._card(card)} (its field `{name}`), but the card lies hidden, and"
            f" not with the `{seat}` that the event names: is the right card told?",
            self.source.event(kind),
            severity="warning",
        )

    def open_field(self, spot: Spot, kind: EventKind | None, name: str = "") -> Finding:
        """A field is open to everybody, although its cards or numbers are shown to nobody, or told by an event (in its field
        `name`) to some seats alone."""
        sight = "OWNER" if spot.at else "NOBODY"
        if kind and kind.fields[name].to == (OTHERS,):
            sight = "OTHERS"
        if kind:
            why = (
                f"The event {kind.name} tells only some seats which cards lie in `{spot.field}` (its field `{name}`), but"
                " the field itself is open to everybody"
            )
            right = "or let the event tell everybody, if the cards lie open"
        else:
            what = "cards" if spot.declared.kind in LYING else "something drawn at random"
            why = (
                f"`{spot.field}` holds {what} that nobody has been shown and that `table` does not show, but the field itself"
                " is open to everybody"
            )
            right = "or show it and tell of it by an event, if it is open"
        return self._finding(
            "open-field",
            f"{why}: bots and re-deals see them there. Declare it with seen_by={sight}; {right}.",
            self.source.field(spot.field),
        )

    def memory_read(self, name: str, error: AttributeError, made: int) -> Finding:
        """Rules read or write a field that only listening positions have."""
        kind = "remembered" if self.rules.position.fields[name].kind == "memory" else "observed"
        return self._finding(
            "memory-read",
            f"The rules read or write `{name}`, which is {kind}: it exists only where seats listen, not in simulations. Let an"
            " observer keep it (`rules.observes`) and only `known`, `lacked` and their like read it; what the rules need is"
            " `recorded`, `cards` or `number`.",
            self.source.error(error),
            made=made,
        )

    def observer_writes(self, name: str, made: int) -> Finding:
        """A field has another value where nothing is observed."""
        return self._finding(
            "observer-writes",
            f"After the same moves `{name}` is another where seats do not listen, as in simulations. An observer"
            " (`rules.observes`) may change only fields that are `remembered` or declared with observed=True.",
            self.source.field(name),
            made=made,
        )

    def in_place(
        self, made: int, viewer: Seat, difference: Difference, fields: Sequence[str], position: Positions, other: Positions
    ) -> Finding:
        """Something differs for a viewer in a position in which only these fields, hidden from it, are exchanged."""
        who = _who(viewer)
        on = "the random generator" if list(fields) == [GENERATOR] else f"what is hidden from {who} in {_listed(fields)}"
        return self._named(made, who, difference, on, position, other, "")

    def played_again(self, viewer: Seat, found: Divergence) -> Finding:
        """Something differs for a viewer when the game is played again with other hidden cards."""
        who = _who(viewer)
        on = f"what is hidden from {who} in {_listed(found.fields)}" if found.fields else "cards that nobody was shown"
        place = NOWHERE
        if found.difference.kind == FIELD:
            place = self._writing(found)
            if undealt := self._lying(found.twin.position) & ~self._lying(found.real.position):
                return self._finding(
                    "card-undealt",
                    f"{_capital(self._card(next(elements(undealt))))} was drawn from when cards were dealt, but lies in no"
                    " field. Everybody knows which cards are out of play, so it is no secret that nobody holds it. Keep cards"
                    " that were not dealt in a field, as `rest = cards(seen_by=NOBODY)`.",
                    place,
                    made=found.made,
                )
        return self._named(found.made, who, found.difference, on, found.real.position, found.twin.position, found.table, place)

    def _lying(self, position: Positions) -> CardSet:
        """The cards that lie somewhere."""
        found = 0
        for spot in lying(self.rules, position[0]):
            found |= spot.cards(position[0])
        return found

    def _deciding(self) -> Place:
        """Where the game says who wins."""
        answers = (GENERIC[name].answers.get(self.rules.listening) for name in ("winners", "returns", "standing"))
        return next((place for answer in answers if (place := self.source.function(answer)) != NOWHERE), NOWHERE)

    def _named(
        self,
        made: int,
        who: str,
        difference: Difference,
        on: str,
        position: Positions,
        other: Positions,
        table: str,
        place: Place = NOWHERE,
    ) -> Finding:
        """A finding: what differs, who sees it, on which hidden fields it depends, and what would be right."""
        declared = self.rules.position.fields.get(difference.name)
        if difference.kind == LEGAL:
            return self._finding(
                "leak-legal",
                f"The legal actions of {who} depend on {on}. A restriction may read only what the seat to move sees.",
                self._restricting(position, other),
                made=made,
            )
        if difference.kind == TEXT:
            return self._finding(
                "leak-view",
                f"{_capital(difference.words)}, as {who} gets it, depends on {on}. Texts of actions, and what they count, may"
                " use only what the seat to move sees: records and `legal_actions` contain them.",
                self.source.phase(self.rules.phases[int(position[0].phase)].name),
                made=made,
            )
        if difference.kind == VIEW and difference.name == "prompt" and int(position[0].phase) == OVER:
            return self._finding(
                "leak-view",
                f"How the game ends, as {who} reads it, depends on {on}: what decides the game must have been told when it is"
                " over. Report it by an event that names the right cards.",
                self._deciding(),
                made=made,
            )
        if difference.kind == VIEW:
            return self._finding(
                "leak-view",
                f"{_capital(difference.words)}, as {who} reads it, depends on {on}. Texts may use only the position that they"
                " are given, which is redacted.",
                self.source.function(self.rules.plain.get("prompt" if difference.name == "prompt" else "table")),
                made=made,
            )
        deemed = self._deemed(position, other)
        if declared is not None and declared.seen_by != ALL and deemed:
            return self._finding(
                "leak-shown",
                f"`{deemed}` says that {who} knows which cards lie in `{difference.name}`, but no event has told {who} of them:"
                f" the answer depends on {on}. Answer only with cards that were seen, or tell of them by an event.",
                self.source.function(GENERIC[deemed].answers[self.rules.listening]),
                made=made,
            )
        table = f" (at the table: {table})" if table and declared is not None else ""
        if declared is None:
            right = "Tell by an event why it is so, or decide it by what everybody sees."
        else:
            right = "Declare it with seen_by=OWNER or NOBODY, or tell by an event what it shows."
        return self._finding(
            "leak-field",
            f"{_capital(difference.words)}{table} depends on {on}. Everybody sees it, although no event tells {who} of it."
            f" {right}",
            place if place != NOWHERE else self.source.field(difference.name),
            made=made,
        )

    def _deemed(self, position: Positions, other: Positions) -> str:
        """The answer about hidden cards that is another in another position; empty if none is."""
        s, t, seats = position[0], other[0], range(self.game.players)
        with interpreting():
            for holder in seats:
                if "shown" in self._answered and int(shown(s, holder)) != int(shown(t, holder)):
                    return "shown"
                if "known" in self._answered and any(int(known(s, one, holder)) != int(known(t, one, holder)) for one in seats):
                    return "known"
            for spot in lying(self.rules, s) if "lies_in" in self._answered else ():
                if spot.declared.seen_by == NOBODY:
                    place = place_of(self.rules.position, spot.field, *spot.at)
                    if any(int(lies_in(s, one, place)) != int(lies_in(t, one, place)) for one in (*seats, NONE)):
                        return "lies_in"
        return ""

    @property
    def _answered(self) -> list[str]:
        return [name for name in ("shown", "known", "lies_in") if self.rules.listening in GENERIC[name].answers]

    def _restricting(self, position: Positions, other: Positions) -> Place:
        """The first restriction that allows something else in another position."""
        s, t = position[0], other[0]
        with interpreting():
            for restriction in self.rules.restrictions.get(int(s.phase), []):
                if int(restriction.allows(s)) != int(restriction.allows(t)):
                    return self.source.function(restriction.allows)
        return NOWHERE

    def _writing(self, found: Divergence) -> Place:
        """The author's line that writes something else into a field in the second game."""
        lines: list[list[tuple[Place, bytes]]] = []
        for moment, before in ((found.real, found.real_before), (found.twin, found.twin_before)):
            stepping(
                self.game,
                self.played.seed,
                moment,
                before,
                lambda position, step: lines.append(self.source.writes(found.difference.name, position, step)),
            )
        real, twin = lines
        for one, other in zip(real, twin, strict=False):
            if one != other:
                return one[0] if one[0] != NOWHERE else other[0]
        shorter, longer = sorted(lines, key=len)
        return longer[len(shorter)][0] if len(longer) > len(shorter) else NOWHERE

    def _finding(
        self, code: str, sentence: str, place: Place = NOWHERE, *, made: int | None = None, severity: Severity = "error"
    ) -> Finding:
        file, line = place
        at = len(self.played.moments) - 1 if made is None else made
        with interpreting():
            moves = tuple(moves_of(self.played.state(at)))
        return Finding(
            code, sentence, severity, file or self.source.path.name, line,
            options=dict(self.game.options), seed=self.played.seed, moves=moves,
        )  # fmt: skip

    def _card(self, card: Card) -> str:
        return self.game.pack.the(card)


def stopped(game: Game, seed: int, played: Played | None, error: Exception) -> Finding:
    """The rules of the game fail (before its start if it has not been played), so that nothing can be compared."""
    source = Source(game.rules)
    file, line = source.error(error)
    said = f"The rules fail with {type(error).__name__}: {error}".rstrip(". ")
    return Finding(
        "secrecy-stopped", f"{said}. What seats may see can be checked only once the game can be played.", "error",
        file or source.path.name, line, options=dict(game.options), seed=seed,
        moves=tuple(played.texts()) if played else (),
    )  # fmt: skip


def _who(viewer: Seat) -> str:
    return "a spectator" if viewer == NONE else f"seat {viewer}"


def _listed(fields: Sequence[str]) -> str:
    """The names of fields, in a sentence."""
    named = ["the random generator" if name == GENERATOR else f"`{name}`" for name in fields]
    return " and ".join(named) if len(named) < 3 else f"{', '.join(named[:-1])} and {named[-1]}"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
