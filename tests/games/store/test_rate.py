"""Ratings of games that end at the same time, in two processes."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections, transaction

from games.models import Rating, Table
from games.store.rate import rate_game
from tests.support.connections import connected
from tests.support.games.playing import finished, people
from tests.support.waiting import wait_until


@pytest.fixture
def on_postgres(postgres_database, django_db_blocker):
    with django_db_blocker.unblock(), connected(postgres_database):
        yield


def rate(table: Table) -> None:
    try:
        with transaction.atomic():
            rate_game(table)
    finally:
        connections.close_all()


def somebody_waits_for_this_transaction() -> bool:
    waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT EXISTS ({waiting})")
        return bool(cursor.fetchone()[0])


@pytest.mark.long
@pytest.mark.postgres
def test_the_first_two_games_of_new_players_both_count_if_they_end_at_once(on_postgres):
    ids = [finished(*people(4), options={"preset": "tournament"}) for _ in range(2)]
    first, second = (Table.objects.get(pk=table_id) for table_id in ids)
    expected = dict(Rating.objects.values_list("user", "value"))
    Rating.objects.all().delete()
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            rate_game(first)
            beside = pool.submit(rate, second)
            wait_until(somebody_waits_for_this_transaction)
        beside.result()
    assert {rating.games for rating in Rating.objects.all()} == {2}
    assert dict(Rating.objects.values_list("user", "value")) == expected
