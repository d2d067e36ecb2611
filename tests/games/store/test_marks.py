"""Marks beside the log: the answers to them are known again, and do not pile up in memory."""

import pytest
from django.conf import settings

from games.store import tables
from games.store.marks import MAX_ANSWERS
from tests.support.games.playing import bidding, do, on_turn, snapshot

pytestmark = pytest.mark.django_db


def prepare_bids(table_id: str, seat: int, count: int) -> None:
    """Prepare a bid again and again, each time another one and with another id."""
    for n in range(count):
        do(table_id, seat, {"type": "prepare_bid", "bid": n % 2}, action_id=f"id {n}")


@pytest.fixture
def table_id() -> str:
    return bidding()


def test_answers_to_marks_do_not_pile_up(table_id):
    seat, answers = (on_turn(table_id) + 1) % 4, len(snapshot(table_id).answers)
    prepare_bids(table_id, seat, MAX_ANSWERS + 8)
    assert len(snapshot(table_id).answers) == answers
    assert len(snapshot(table_id).mark_answers[seat]) == MAX_ANSWERS


def test_the_number_of_answers_that_are_kept_is_documented():
    for name in ("docs/android.md", "docs/openapi.yaml"):
        assert f"latest {MAX_ANSWERS} at a table" in (settings.BASE_DIR / name).read_text()


@pytest.mark.parametrize("forgotten", [False, True])
def test_a_repeated_mark_gets_its_answer_and_changes_nothing(table_id, forgotten):
    seat = (on_turn(table_id) + 1) % 4
    prepare_bids(table_id, seat, 4)
    if forgotten:
        tables.clear_cached_tables()
    before = snapshot(table_id)
    again = do(table_id, seat, {"type": "prepare_bid", "bid": 0}, action_id="id 0")
    assert again.number == before.number
    assert snapshot(table_id).version == before.version
    assert snapshot(table_id).answer_to((seat + 1) % 4, "id 0") is None
