"""The strength targets of the bots, as `benchmarks/bots/targets.py` measures them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import sevenfold
from benchmarks.bots import plain_bots, targets
from sevenfold.bots import KINDS, bot, choose
from sevenfold.errors import INTERRUPTED, BadInput
from sevenfold.lab.duplicate import Estimate, Span, play


@pytest.fixture(autouse=True)
def _no_bot_stays() -> Iterator[None]:
    """Remove the bot `plain` after each test, since other tests list all bots."""
    yield
    KINDS.pop("plain", None)


def row_of(part: str, game: str) -> targets.Row:
    return targets.Row(next(aim for aim in targets.AIMS if (aim.part, aim.game) == (part, game)))


def test_every_game_is_asked_for_as_it_can_be_played() -> None:
    """Each target has a game with legal options: for one player if the bot is alone, otherwise for more."""
    for aim in targets.AIMS:
        game = sevenfold.load(aim.game, **aim.options)
        assert (game.players == 1) == (aim.part == targets.ALONE)
    assert len({(aim.part, aim.game, str(aim.options)) for aim in targets.AIMS}) == len(targets.AIMS)


def test_every_seat_is_taken_in_both_roles() -> None:
    """Of four players each has the single seat and the other role equally often; two players play each deal twice."""
    suitability, chain_up = sevenfold.load("suitability"), sevenfold.load("chain_up")
    seated = [kinds for deal in range(4) for kinds in targets.seats_of_deal(suitability, targets.HEURISTICS, deal)]
    assert sorted(seated) == sorted(set(seated))
    assert [kinds.count(0) for kinds in seated] == [1, 3] * 4
    assert (
        targets.seats_of_deal(chain_up, targets.HEURISTICS, 0)
        == targets.seats_of_deal(chain_up, targets.HEURISTICS, 1)
        == [(0, 1), (1, 0)]
    )
    assert [targets.seats_of_deal(suitability, targets.RULES, deal)[0].index(0) for deal in range(5)] == [0, 1, 2, 3, 0]


def test_the_rules_of_thumb_are_ahead_of_random_players() -> None:
    """The lead reaches the target."""
    row = row_of(targets.RULES, "suitability")
    row.play(60, 3, 60)
    assert len(row.values) == 60
    assert "| suitability | thumb against random |" in str(row)
    assert "| 48 points | " in str(row)
    assert sum(row.values) / 60 > 48


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        pytest.param("cooperative_dominoes", 0.55, 0.85),
        pytest.param("pyramid", 0.4, 0.72),
        pytest.param("front_and_center", 0.005, 0.2),
    ],
)
def test_a_game_for_one_counts_what_is_won(name: str, least: float, most: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """A quick bot stands in for the expert."""
    monkeypatch.setitem(targets.PARTS, targets.ALONE, ("thumb", ""))
    row = row_of(targets.ALONE, name)
    row.play(200, 3, 60)
    assert set(row.values) == {0.0, 1.0}
    assert least < sum(row.values) / 200 < most
    assert "| thumb alone |" in str(row)
    assert len(row.seconds) > 200


def test_time_ends_a_row_after_two_deals_at_the_earliest() -> None:
    row = row_of(targets.RULES, "chain_up")
    row.play(1000, 3, 1e-9)
    assert len(row.values) == 2


@pytest.mark.parametrize(
    ("share", "ci", "said"),
    [(0.7, 0.02, "reached"), (0.66, 0.02, "about that"), (0.64, 0.02, "hardly"), (0.6, 0.02, "missed")],
)
def test_what_is_said_of_an_aim_goes_by_the_interval(share: float, ci: float, said: str) -> None:
    assert targets.verdict(Estimate(share, ci), 0.65) == said


def test_the_command_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert targets.main(["sane_sevens", "--parts", "rules", "--deals", "4"]) == 0
    _, _, plain, silly = capsys.readouterr().out.splitlines()
    assert plain.startswith("| sane_sevens | thumb against random | ")
    assert silly.startswith("| sane_sevens, silly=true | thumb against random | ")
    assert "| 69 % |" in silly


def test_what_was_played_is_told_when_it_is_interrupted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(row: targets.Row, *_: object) -> None:
        row.values += [1.0, 0.0]
        raise KeyboardInterrupt

    monkeypatch.setattr(targets.Row, "play", interrupted)
    assert targets.main(["pyramid"]) == INTERRUPTED
    out = capsys.readouterr().out
    assert "| pyramid | expert alone | 50.0 ± " in out
    assert "Interrupted in pyramid." in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("nothing", "Nothing was asked in 'nothing'"),
        ("--parts everything", "no part 'everything'"),
        ("pyramid --parts thumb", "in these parts"),
        ("--deals 1", "At least 2 deals"),
        ("--seconds 0", "more than 0"),
    ],
)
def test_wrong_use_is_refused(arguments: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        targets.main(arguments.split())
    assert said in capsys.readouterr().err


@pytest.mark.long
def test_a_plain_player_is_as_strong_as_was_asked_of_the_rules_of_thumb() -> None:
    """In Suitability by points; it is weaker than the package's heuristics."""
    plain_bots.add_to_bots()
    row, rules = row_of(targets.PLAIN_RANDOM, "suitability"), row_of(targets.RULES, "suitability")
    for each in (row, rules):
        each.play(400, 3, 60)
    assert 44 < sum(row.values) / 400 < 54 < sum(rules.values) / 400


def test_a_plain_player_wins_most_games_that_somebody_wins() -> None:
    """In Chain Up it wins 97 % among random players, and fewer than half of the games against heuristics."""
    plain_bots.add_to_bots()
    game, player = sevenfold.load("chain_up"), bot("plain")
    shares = [play(game, deal, [player, bot("random")], (0, 1), Span()).wins[0] for deal in range(600)]
    won = [share for share in shares if share != 0.5]  # nobody: it is shared
    assert len(won) > 400
    assert sum(won) / len(won) > 0.95
    against = [play(game, deal, [player, bot("thumb")], (0, 1), Span()).wins[0] for deal in range(300)]
    assert 0.3 < sum(against) / 300 < 0.5


def test_there_is_no_plain_player_of_other_games() -> None:
    """The message names the games that have one; the bot takes no budget."""
    game = sevenfold.load("sane_sevens")
    with pytest.raises(BadInput, match="There are plain players of suitability and chain_up, not of sane_sevens"):
        choose(plain_bots.PlainPlayer(), game.start(1))
    with pytest.raises(BadInput, match="takes no budget, not '5'"):
        plain_bots.PlainPlayer("5")
