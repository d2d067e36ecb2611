"""Acts that exclude each other, at the same moment: one of them holds, and what is stored is of one piece."""

from typing import Any

import pytest

from games.models import Table
from tests.support.games.threads import at_once
from tests.support.tournaments.events import (
    AT,
    acts,
    desk,
    event,
    fresh,
    organiser,
    play,
    stage_of,
    start,
    table,
    with_bots,
)
from tournaments.errors import TablesUnfinished, WrongMoment
from tournaments.services.draw import draws
from tournaments.services.stage import closing
from tournaments.services.table import opening
from tournaments.services.table.rulings import replay_table

pytestmark = pytest.mark.usefixtures("backend")


def test_one_starts_the_tables_while_another_takes_their_seats_back():
    tournament = with_bots(event(), 8)
    draws.draw_stage(**desk(tournament), stage_number=1, seed=1)
    draws.release_draw(**desk(tournament), stage_number=1)
    what: dict[str, Any] = {**desk(tournament), "stage_number": 1}
    started, taken = at_once([lambda: opening.start_tables(**what), lambda: draws.take_back_draw(**what)])
    # Whoever was first: the seats are a sketch again, and no game goes on.
    assert not isinstance(taken, Exception)
    assert (stage_of(tournament).released_at, stage_of(tournament).started_at) == (None, None)
    assert [table(tournament, table_number).game for table_number in (1, 2)] == [None, None]
    games = [game for table_number in (1, 2) for game in table(tournament, table_number).annulled]
    if isinstance(started, Exception):
        assert isinstance(started, WrongMoment)
        assert (acts(tournament, "tables_started", "draw_taken_back"), games) == (["draw_taken_back"], [])
    else:
        assert acts(tournament, "tables_started", "draw_taken_back") == ["tables_started", "draw_taken_back"]
        assert set(Table.objects.filter(pk__in=games).values_list("status", flat=True)) == {"abandoned"}
        assert len(games) == 2


def test_one_closes_the_stage_while_another_has_a_table_played_again():
    tournament = with_bots(event(), 8)
    start(tournament, 1)
    play(tournament, 1)
    first = table(tournament)
    close = {**desk(tournament), "stage_number": 1}
    replay: dict[str, Any] = {
        "stage_table_id": first.pk,
        "actor": organiser(),
        "now": AT,
        "reason": "a marked card",
    }
    closed, replayed = at_once([lambda: closing.close_stage(**close), lambda: replay_table(**replay)])
    again = table(tournament).game_id != first.game_id
    if again:
        assert isinstance(closed, TablesUnfinished)
        assert (replayed, stage_of(tournament).closed_at) == (None, None)
        assert acts(tournament, "stage_closed", "table_replayed") == ["table_replayed"]
    else:
        assert isinstance(replayed, WrongMoment)
        assert stage_of(tournament).closed_at == AT
        assert acts(tournament, "stage_closed", "table_replayed") == ["stage_closed"]


def test_a_stage_that_three_close_at_once_is_closed_once():
    tournament = with_bots(event(), 4)
    start(tournament, 1)
    play(tournament, 1)
    close = {**desk(tournament), "stage_number": 1}
    answers = at_once([lambda: closing.close_stage(**close)] * 3)
    assert sorted(isinstance(answer, WrongMoment) for answer in answers) == [False, True, True]
    assert acts(tournament, "stage_closed") == ["stage_closed"]
    assert fresh(tournament).status == "running"
