"""Every text that the games say, from random games: read the list as a player would.

    python -m tools.games.texts [GAME ...]

Numbers, cards, suits and names are replaced by signs, so that each kind of text is listed once, with an example.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache

import sevenfold
from sevenfold.cards import Pack
from sevenfold.kernel.chance import pick, source
from sevenfold.seat_names import NAMES, names_for
from sevenfold.view.description import View, titled
from sevenfold.view.text import whose
from tools.games.combinations import combinations_of

SEEDS = range(2)
MOST_ACTIONS = 400


def texts_of_rules(name: str) -> Iterator[tuple[str, str]]:
    """The kind and the words of each text that a game says before it begins: its options, what people may say."""
    rules = sevenfold.load(name).rules
    yield "about", rules.about
    for option in rules.options.values():
        yield "option", option.label
        yield "option's meaning", f"{option.label}: {option.about}" if option.about else ""
        for value in option.values:
            yield "value", f"{option.label}: {option.label_of(value)}"
            yield "value's meaning", f"{option.label_of(value)}: {option.meaning(value)}" if option.meaning(value) else ""
    for phrase in rules.phrases.values():
        yield "phrase", phrase.text


def texts_of_view(view: View) -> Iterator[tuple[str, str]]:
    """The kind and the words of each text in a view."""
    yield "prompt", view.prompt
    for fact in view.facts:
        yield "fact", f"{fact.label}: {fact.text}"
    for track in view.tracks:
        yield "track", f"{whose(track, view)}{track.label}: {track.text}"
        for step in track.steps:
            yield "step", f"{track.label}: {step.text}"
    for seat in view.seats:
        for line in seat.lines:
            yield "line", f"{line.label}: {line.value}"
        for badge in seat.badges:
            yield "badge", badge
    for zone in view.zones:
        yield "zone", titled(zone, view)
        yield "zone's note", zone.note
        for face in zone.faces:
            yield "card's note", face.note
            yield "place", face.place
            yield "card's why", face.why
    for move in view.moves:
        yield "move", f"{move.label} [{move.effect}]" if move.effect else move.label
        yield "button", move.gesture.button
        yield "notation", move.typed or move.text
    for refused in view.refused:
        yield "refused", refused.label
        yield "refused's why", refused.why
    for news in view.news:
        yield f"news {news.kind}", news.text
    for deal in view.sheet:
        for seat_line in deal.lines:
            for term in seat_line.terms:
                yield "term", term.text
    if view.result:
        yield "result", view.result.sentence


def texts_of_game(game: sevenfold.Game, seed: int, most: int = MOST_ACTIONS) -> Iterator[tuple[str, str]]:
    """The texts of all views in a random game."""
    state, chooser = game.start(seed, limit=most), source(seed)
    while True:
        for reader in (*range(game.players), None):
            yield from texts_of_view(state.view(reader, names_for(game.players, reader)))
        if state.is_over or len(state.actions) >= most:
            return
        state.play(pick(chooser[0], state.legal_actions().members))


@cache
def _cards_and_suits(pack: Pack) -> re.Pattern[str]:
    names = sorted((card.name for card in pack.cards), key=len, reverse=True)
    suits = [name for suit in pack.suits for name in (suit.one, suit.name)]
    codes = [card.code for card in pack.cards]
    return re.compile(rf"\b(?:({'|'.join(map(re.escape, names))})|({'|'.join(suits)})|({'|'.join(codes)}))\b")


def shape(text: str, pack: Pack) -> str:
    """A text with signs for cards, suits, codes, names and numbers."""
    signed = _cards_and_suits(pack).sub(lambda found: "CARD" if found[1] else "SUIT" if found[2] else "CODE", text)
    signed = re.sub(r"\b(the )?(CARD|CODE)(, (the )?\2)*( and (the )?\2)?\b", "CARD", signed)
    signed = re.sub(r"(\b(above|below|left of|right of|between) CARD(, | and )?)+", "PLACE", signed)
    signed = re.sub(rf"\b({'|'.join(NAMES)})\b", "NAME", signed)
    return re.sub(r"-?\d+", "N", signed)


def main() -> None:
    """Print the texts of the games named, or of all."""
    for name in sys.argv[1:] or sevenfold.game_names():
        found: dict[tuple[str, str], str] = {}
        games = combinations_of(name)
        pack = games[0].pack
        for kind, text in texts_of_rules(name):
            found.setdefault((kind, text), text)
        for game in games:
            for seed in SEEDS:
                for kind, text in texts_of_game(game, seed):
                    found.setdefault((kind, shape(text, pack)), text)
        print(f"\n== {name}")
        for (kind, _), text in sorted(found.items()):
            if text:
                print(f"{kind:16} {text}")


if __name__ == "__main__":
    main()
