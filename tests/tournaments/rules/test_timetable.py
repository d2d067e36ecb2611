"""A tournament runs by its timetable: the steps of a day, their moments, and nothing twice."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.tournaments.days import MINUTE, NOON, day, run, stage
from tournaments.rules.timetable import Facts, Step, TableFacts, due_tables, next_step

NIGHT = NOON - 600 * MINUTE
ONCE_A_STAGE = (Step.DRAW, Step.RELEASE, Step.START_TABLES, Step.CLOSE_STAGE)
TOO_LATE_TO_MATTER = (Step.REMIND_CHECK_IN, Step.WARN)


def clock(moment) -> str:
    return moment.strftime("%H:%M")


def test_a_day_with_nobody_at_the_desk():
    assert [(step.value, clock(at)) for step, at in run(day(), NIGHT, stages=2, missing=True)] == [
        ("open_check_in", "11:00"),
        ("remind_check_in", "11:35"),
        ("close_check_in", "11:50"),
        ("draw", "11:50"),
        ("release", "11:50"),
        ("start_tables", "12:00"),
        ("replace_no_shows", "12:03"),
        ("warn", "12:40"),
        ("penalise_overrun", "12:45"),
        ("stop_tables", "12:55"),
        ("close_stage", "12:55"),
        ("draw", "12:55"),
        ("release", "12:55"),
        ("start_tables", "13:00"),
        ("replace_no_shows", "13:03"),
        ("warn", "13:40"),
        ("penalise_overrun", "13:45"),
        ("stop_tables", "13:55"),
        ("close_stage", "13:55"),
        ("finish", "13:55"),
    ]


def test_results_can_be_protested_before_the_next_stage_is_drawn():
    steps = run(day(protest_seconds=180), NIGHT, stages=2)
    assert [(step.value, clock(at)) for step, at in steps if at >= NOON + 55 * MINUTE][:4] == [
        ("stop_tables", "12:55"),
        ("close_stage", "12:55"),
        ("draw", "12:58"),
        ("release", "12:58"),
    ]
    started = [clock(at) for step, at in steps if step is Step.START_TABLES]
    # The break begins when the players know their seats.
    assert started == ["12:00", "13:03"]


def test_results_of_the_last_stage_can_be_protested_before_the_tournament_is_over():
    steps = run(day(protest_seconds=180), NIGHT, stages=1)
    assert [(step.value, clock(at)) for step, at in steps][-2:] == [
        ("close_stage", "12:55"),
        ("finish", "12:58"),
    ]


def test_without_check_in_entry_closes_and_the_first_stage_is_drawn():
    steps = run(day(check_in_opens_at=None, check_in_closes_at=None), NIGHT, stages=1)
    assert [(step.value, clock(at)) for step, at in steps[:4]] == [
        ("close_entry", "10:50"),
        ("draw", "10:50"),
        ("release", "10:50"),
        ("start_tables", "12:00"),
    ]


def test_11_of_at_least_12_entrants_are_too_few():
    steps = run(day(present=11), NIGHT)
    assert [step for step, _ in steps][-2:] == [Step.CLOSE_CHECK_IN, Step.CANCEL]


def test_12_are_enough():
    assert run(day(present=12), NIGHT)[-1][0] is Step.FINISH


def test_who_goes_home_later_does_not_cancel_what_has_begun():
    later = day(status="running", present=3, stage=stage(2, previous_closed_at=NOON))
    assert next_step(later, NOON) == (Step.DRAW, NOON)


@given(
    outages=st.lists(st.integers(0, 400), max_size=12).map(tuple),
    stages=st.integers(1, 5),
    tables=st.integers(1, 4),
    missing=st.booleans(),
)
def test_a_server_that_was_down_anywhere_goes_on_and_does_nothing_twice(outages, stages, tables, missing):
    smooth = run(day(), NIGHT, stages=stages, tables=tables, missing=missing)
    rough = run(day(), NIGHT, stages=stages, tables=tables, missing=missing, outages=outages)

    def must(steps):
        return [step for step, _ in steps if step not in TOO_LATE_TO_MATTER]

    # Who sleeps through a whole game finds several steps due together: only the order may differ.
    assert sorted(must(rough)) == sorted(must(smooth))
    assert [step for step in must(rough) if step in ONCE_A_STAGE] == list(ONCE_A_STAGE) * stages
    assert all(earlier <= later for (_, earlier), (_, later) in pairwise(rough))
    assert rough[-1][0] is Step.FINISH


@given(minutes=st.integers(-700, 300))
def test_the_same_facts_at_the_same_moment_give_the_same_step(minutes):
    now = NOON + minutes * MINUTE
    assert next_step(day(), now) == next_step(day(), now)


def test_a_reminder_after_check_in_is_left_out():
    late = day(status="check_in")
    assert next_step(late, NOON - 11 * MINUTE) == (Step.REMIND_CHECK_IN, NOON - 25 * MINUTE)
    assert next_step(late, NOON) == (Step.CLOSE_CHECK_IN, NOON - 10 * MINUTE)


def test_a_short_check_in_reminds_when_it_opens():
    short = day(status="check_in", check_in_opens_at=NOON - 15 * MINUTE)
    assert next_step(short, NOON - 15 * MINUTE) == (Step.REMIND_CHECK_IN, NOON - 15 * MINUTE)


def playing(*tables: TableFacts, **changes: object) -> Facts:
    return day(
        status="running", stage=stage(1, drawn=True, released=True, started=True, tables=tables, **changes)
    )


def test_a_table_with_added_time_is_stopped_later_than_the_others():
    facts = playing(TableFacts(1, NOON, overran=True), TableFacts(2, NOON + 5 * MINUTE), warned=True)
    assert next_step(facts, NOON) == (Step.PENALISE_OVERRUN, NOON + 5 * MINUTE)
    assert due_tables(facts.stage, Step.STOP_TABLES, NOON + 9 * MINUTE) == ()
    assert due_tables(facts.stage, Step.STOP_TABLES, NOON + 10 * MINUTE) == (1,)
    assert due_tables(facts.stage, Step.STOP_TABLES, NOON + 15 * MINUTE) == (1, 2)


def test_nothing_happens_to_a_table_whose_clock_stands_and_its_stage_stays_open():
    facts = playing(TableFacts(1, NOON, no_show_due_at=NOON, halted=True))
    assert next_step(facts, NOON + 60 * MINUTE) is None


def test_without_a_limit_a_stage_waits_for_its_last_result():
    assert next_step(playing(TableFacts(1)), NOON) is None
    done = playing(done_at=NOON + MINUTE)
    assert next_step(done, NOON + 2 * MINUTE) == (Step.CLOSE_STAGE, NOON + MINUTE)


def test_without_a_stop_a_table_that_overruns_is_penalised_and_plays_on():
    facts = playing(TableFacts(1, NOON), overtime_minutes=None)
    assert next_step(facts, NOON) == (Step.PENALISE_OVERRUN, NOON)
    assert next_step(playing(TableFacts(1, NOON, overran=True), overtime_minutes=None), NOON) is None


def test_who_is_stopped_on_the_minute_does_not_overrun():
    facts = playing(TableFacts(1, NOON), overtime_minutes=0)
    assert next_step(facts, NOON) == (Step.STOP_TABLES, NOON)


@pytest.mark.parametrize("status", ["finished", "cancelled"])
def test_what_is_over_does_nothing_more(status):
    assert next_step(day(status=status), NOON) is None


def test_the_desk_can_hold_everything():
    assert next_step(day(held=True), NOON) is None


def test_a_moment_that_nobody_set_never_comes():
    assert (
        next_step(day(status="running", starts_at=None, stage=stage(1, drawn=True, released=True)), NOON)
        is None
    )
