from tournaments.rules.timetable import Step
from tournaments.selectors.desk.overview import DeskOverview
from tournaments.templatetags.desk_texts import step_text

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
