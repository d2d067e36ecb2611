"""What clients get with their next sight of a table."""

from random import Random

import pytest

from games.selectors.sights import TableSights
from tests.support.games.playing import AT, play_on, running, short, snapshot

pytestmark = pytest.mark.django_db


def test_the_sheet_comes_with_what_changes_it_and_where_that_is_not_known():
    table_id = running(3, **short(1, 1))
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == "playing")
    before = snapshot(table_id).number
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == "pause")
    scored = snapshot(table_id)

    def has_sheet(after: int, **changed: object) -> bool:
        update = TableSights(scored._replace(**changed), AT).update(0, after=after, with_sheet=False)
        return "sheet" in update["sight"]

    assert has_sheet(before)
    assert not has_sheet(scored.number)
    # A client that missed more than is in memory gets no events, but the points must not be old ones.
    assert has_sheet(before, recent=())
    assert not has_sheet(scored.number, recent=())
