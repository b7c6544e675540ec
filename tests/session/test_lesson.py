"""Lessons: what they say is so by the rules, what they call right is right, and a wrong lesson says where it is wrong."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

import sevenfold
from helpers.selection import games
from helpers.table_server import Running
from sevenfold.coaching.open_hands import OpenHandsCoach
from sevenfold.declare.rules import Rules
from sevenfold.registry import rules_of
from sevenfold.session.lesson import BadLesson, Lesson, has_lesson, lesson_file, load_lesson, read_lesson
from sevenfold.terminal.ui.lesson import LessonTerminal
from sevenfold.view.rule_page import name_of

WITH_LESSONS = [game for game in sevenfold.game_names() if has_lesson(rules_of(game))]
SAMPLES = 3000  # of the coach, for one decision
SECONDS = 0.5  # for the solver: enough near the end of a deal
LUCK = 1.5  # a right answer may seem worse than the best by this many intervals of 95 %

lessons = pytest.mark.parametrize("game", WITH_LESSONS)


@lessons
def test_every_move_has_its_reason_and_one_is_right(game: str) -> None:
    lesson = load_lesson(rules_of(game))
    assert 5 <= len(lesson.steps) <= 8
    for step in lesson.steps:
        assert [answer.move for answer in step.answers] == step.view.moves
        right = [answer for answer in step.answers if answer.is_right]
        assert 0 < len(right) < len(step.answers)
        assert all(answer.views for answer in right)
        assert step.question.endswith("?")


@pytest.mark.parametrize("game", games(WITH_LESSONS))
def test_what_is_right_is_right_by_the_solver_or_the_coach(game: str) -> None:
    """With all hands open where that can be solved, otherwise by the coach, which knows what the player knows."""
    coach = OpenHandsCoach(SECONDS)
    for number, step in enumerate(load_lesson(rules_of(game)).steps, 1):
        right = [answer.move.actions[0] for answer in step.answers if answer.is_right and len(answer.move.actions) == 1]
        solved = coach.look(step.state, right[0])
        if solved:
            assert {str(step.state.action(action)) for action in right} <= set(solved.best), number
            continue
        advice = sevenfold.advise(step.state, simulations=SAMPLES)
        costs = [advice.cost(action) for action in right]
        assert min(cost.points - LUCK * cost.ci95 for cost in costs) <= 0, (number, advice.actions)


@lessons
def test_the_texts_name_cards_of_the_pack(game: str) -> None:
    rules = rules_of(game)
    letters = {suit.letter for suit in rules.pack.suits}
    texts = lesson_file(rules).read_text(encoding="utf-8").split("`")[1::2]
    assert texts
    assert [code for code in texts if code not in letters and name_of(code, rules.pack) is None] == []


# -- a lesson of a devised game ---------------------------------------------------------------------------------------

GOOD = """
options = { players = 2 }

[[steps]]
deal = 7
text = "Your first turn."
question = "What now?"
otherwise = "No."

[[steps.answers]]
moves = ["{right}"]
right = true
why = "Yes."
"""


def sane_sevens(**change: str) -> str:
    """A lesson of Sane Sevens with one right answer, changed here and there."""
    state = sevenfold.load("sane_sevens").start(7)
    seat, right = state.turn, state.legal_actions()[0].text
    text = GOOD.replace("{right}", right).replace("deal = 7", f"deal = 7\nseat = {seat}")
    for old, new in change.items():
        assert old in text
        text = text.replace(old, new)
    return text


def test_a_lesson_is_read() -> None:
    lesson = read_lesson(rules_of("sane_sevens"), sane_sevens())
    (step,) = lesson.steps
    assert step.is_new_deal
    assert [answer.why for answer in step.answers] == ["Yes.", *["No."] * (len(step.answers) - 1)]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"What now?": "What\nnow?"}, r"^The lesson of Sane Sevens: .*line 8"),
        ({'why = "Yes."': ""}, "steps 1, answers 1, why: it is missing"),
        ({"otherwise": "other"}, "steps 1, other: there is no such key"),
        ({"players = 2": "players = 9"}, "players must be one of 2, 3, 4, not 9"),
        ({"deal = 7\n": ""}, "step 1: The first step names its deal"),
        ({'otherwise = "No."': ""}, "step 1: Nothing is said about "),
        ({"right = true": ""}, "step 1: No answer is right"),
        ({"right = true": 'then = ["draw"]'}, "step 1: Nothing follows the wrong answer"),
        ({"right = true": 'right = true\nthen = ["fly"]'}, "step 1: Move 1, 'fly', does not fit"),
        ({"right = true": 'right = true\nshows = ["You win."]'}, "the table does not say 'You win.'; it says: You "),
        ({'moves = ["': 'moves = ["fly", "'}, "step 1: 'fly' is not an action here"),
        ({'moves = ["': 'moves = ["play X9", "'}, "step 1: 'play X9' is not an action here"),
        ({'text = "Your first turn."': 'text = "a"\nmoves = ["fly"]'}, "step 1: Move 1, 'fly', does not fit"),
        ({"deal = 7\nseat = ": "deal = 7\nseat = 5#"}, "step 1: "),
    ],
)
def test_a_wrong_lesson_says_where(change: dict[str, str], says: str) -> None:
    with pytest.raises(BadLesson, match=says):
        read_lesson(rules_of("sane_sevens"), sane_sevens(**change))


def test_an_answer_that_the_rules_forbid_is_named_with_the_rule() -> None:
    state = sevenfold.load("sane_sevens").start(7)
    assert state.turn is not None
    hand = {face.code for zone in state.view(state.turn).zones if zone.id == f"hand-{state.turn}" for face in zone.faces}
    forbidden = next(
        f"play {code}" for code in sorted(filter(None, hand)) if f"play {code}" not in map(str, state.legal_actions())
    )
    with pytest.raises(BadLesson, match=f"The answer '{forbidden}' is not allowed: "):
        read_lesson(rules_of("sane_sevens"), sane_sevens(**{'moves = ["': f'moves = ["{forbidden}", "'}))


def test_the_file_stands_beside_the_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert lesson_file(rules_of("suitability")).name == "lesson.toml"
    assert lesson_file(rules_of("suitability")).parent.name == "suitability"
    rules: Rules = rules_of("suitability")
    module = __import__(rules.position.__module__, fromlist=["rules"])
    monkeypatch.setattr(module, "__file__", str(tmp_path / "my_game.py"))
    assert lesson_file(rules) == tmp_path / "my_game.lesson.toml"
    with pytest.raises(sevenfold.BadInput, match="Suitability has no lesson"):
        load_lesson(rules)


# -- in the terminal --------------------------------------------------------------------------------------------------


def worked_through(lesson: Lesson, *typed: str) -> str:
    """What the terminal prints while these answers are typed."""
    printed, answers = io.StringIO(), iter(typed)

    def ask(prompt: str) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    assert LessonTerminal(lesson, Console(file=printed, width=100), ask).run()
    return printed.getvalue()


@lessons
def test_in_the_terminal_the_right_answers_lead_to_the_end(game: str) -> None:
    lesson = load_lesson(rules_of(game))
    right = [next(answer.move.text for answer in step.answers if answer.is_right) for step in lesson.steps]
    printed = worked_through(lesson, *right)
    assert f"question {len(right)} of {len(right)}" in printed
    assert printed.count("Right.") == len(right)
    assert printed.rstrip().endswith(f"Now play: sevenfold play {game}")


def test_in_the_terminal_a_wrong_answer_says_why_and_may_be_tried_again() -> None:
    lesson = load_lesson(rules_of("suitability"))
    printed = worked_through(lesson, "make spades trump", "fly", "help", "moves", "skip", "back", "make spades penalty")
    assert "Not quite." in printed
    assert "throw their penalty cards into them" in printed
    assert "'fly' is not a move here" in printed
    assert printed.count("quit: the end.") == 3, "with the first question, which is shown twice, and where help is asked for"
    assert printed.count("question 1 of 6") == 2
    assert printed.count("question 2 of 6") == 2
    assert "Bo makes hearts the reverse suit." in printed
    assert printed.rstrip().endswith("You left the lesson.")


# -- over HTTP --------------------------------------------------------------------------------------------------------


def test_the_page_is_given_what_the_player_sees(server: Running) -> None:
    answer = server.http.get("/api/games/suitability/lesson")
    lesson = answer.json()
    assert (answer.status_code, lesson["name"], len(lesson["steps"])) == (200, "Suitability", 6)
    for step in lesson["steps"]:
        assert [one["actions"] for one in step["answers"]] == [move["actions"] for move in step["view"]["moves"]]
        for view in [step["view"], *(view for one in step["answers"] for view in one["views"])]:
            assert view["seat"] == 0
            others = [face for zone in view["zones"] if zone["purpose"] == "hand" and zone["owner"] for face in zone["faces"]]
            assert {face["code"] for face in others} <= {None}
    assert server.error(server.http.get("/api/games/pyramid/lesson")) == (404, "unknown_page")
    assert server.error(server.http.get("/api/games/whist/lesson")) == (404, "unknown_game")
    listed = {game["id"]: game["lesson"] for game in server.http.get("/api/games").json()["games"]}
    assert {game for game, has in listed.items() if has} == set(WITH_LESSONS)
