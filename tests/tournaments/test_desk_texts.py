import pytest

from games.rules.options import RoundPlan
from tournaments.rules.timetable import Step
from tournaments.selectors.desk.overview import DeskOverview
from tournaments.templatetags.desk_texts import rounds_text, step_text

NOTHING = DeskOverview._make([None] * len(DeskOverview._fields))


def test_a_timetable_that_does_nothing_more_says_nothing():
    assert step_text(NOTHING) == ""


def test_the_next_step_says_when_the_protest_period_ends_with_it():
    after_protests = NOTHING._replace(ends_protest_period=True)
    assert step_text(NOTHING._replace(step=Step.FINISH)) == "the result is final"
    assert (
        step_text(after_protests._replace(step=Step.DRAW)) == "the protest period ends, and seats are drawn"
    )
    assert step_text(after_protests._replace(step=Step.FINISH)) == (
        "the protest period ends, and the tournament is over"
    )


@pytest.mark.parametrize(
    ("cards", "text"),
    [([1], "1 round: 1 card"), ([5], "1 round: 5 cards"), ([5, 11, 15], "3 rounds: 5, 11, 15 cards")],
)
def test_the_length_of_a_game_is_said_with_its_cards(cards, text):
    assert rounds_text([RoundPlan(each, "american", "open") for each in cards]) == text
