"""What a claim says of the rest of the deal is how the rest goes."""

from __future__ import annotations

from random import Random

import pytest

import sevenfold
from sevenfold.kernel.questions import deals_done
from sevenfold.solvers.claims import Claim, claim_of, why_not


def claims_in(name: str, most: int) -> list[tuple[sevenfold.State, Claim]]:
    """The first claims that random games allow, one a deal."""
    found, chance = list[tuple[sevenfold.State, Claim]](), Random(1)
    for seed in range(40):
        state, deal = sevenfold.load(name).start(seed), -1
        while not state.is_over and len(found) < most:
            now = int(deals_done(state.position[0]))
            is_late = all(zone.count <= 4 for zone in state.view(0).zones if zone.purpose == "hand")
            if is_late and deal != now and not why_not(state) and (claim := claim_of(state, b"", budget=2000)):
                found.append((state.copy(), claim))
                deal = now
            state.play(chance.choice(list(state.legal_actions())))
    return found


@pytest.mark.parametrize(("name", "most", "kinds"), [("second_thoughts", 8, 2), ("seven_suitors", 3, 1)])
def test_who_claims_takes_the_rest(name: str, most: int, kinds: int) -> None:
    """Who claims the rest takes every trick of it, with their partner; who concedes it takes none; otherwise the deal ends."""
    told = set[str]()
    for state, claim in claims_in(name, most):
        seat, played = claim.found.seat, state.copy()
        for action in claim.line:
            played.play(action)
        side = {seat, (seat + 2) % 4} if name == "seven_suitors" else {seat}
        rest = [event for event in played.events() if event.made > state.action_count]
        takers = {event.fields["seat"] for event in rest if event.kind == "trick"}
        verb = "claims the rest" if takers <= side else "ends the deal" if takers & side else "concedes the rest"
        sentence = claim.sentence("Bo")
        assert sentence.startswith(f"Bo {verb}")
        assert sentence.endswith(": nothing can change any more.") == claim.found.is_settled
        told.add(verb)
    assert len(told) >= kinds
