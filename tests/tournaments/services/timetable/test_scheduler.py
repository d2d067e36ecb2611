"""The scheduler of tournaments: claims what is due, and does it."""

from datetime import datetime

import pytest
from django.utils import timezone

from tests.support.tournaments.events import AT, enter, event, fresh, later
from tournaments.services.timetable import scheduler
from tournaments.services.timetable.timetable import run_due_steps

pytestmark = pytest.mark.usefixtures("on_file")


def look(monkeypatch: pytest.MonkeyPatch, now: datetime) -> None:
    """A scheduler that starts looks once, at `now`."""
    monkeypatch.setattr(timezone, "now", lambda: now)
    scheduler._run_all_due_steps()


def test_check_in_lasts_as_long_where_no_server_ran_when_it_should_have_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tournament = event(
        automatic=True,
        entry_closes_at=later(60),
        check_in_opens_at=later(60),
        check_in_closes_at=later(110),
        starts_at=later(120),
    )
    enter(tournament, "alice", "bob", "dora", "emil")
    run_due_steps(tournament.pk, now=AT)
    look(monkeypatch, later(130))
    moved = fresh(tournament)
    assert (moved.status, moved.check_in_closes_at, moved.starts_at) == ("check_in", later(180), later(190))
