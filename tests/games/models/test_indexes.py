"""Rows that a game writes are entered into no index that another one makes redundant."""

import pytest
from django.db import connection

from games import models

WRITTEN_BY_GAMES = (
    models.LogEntry,
    models.Round,
    models.Bid,
    models.Trick,
    models.Score,
    models.Cheat,
    models.Accusation,
)


@pytest.mark.django_db
@pytest.mark.parametrize("model", WRITTEN_BY_GAMES, ids=lambda model: model.__name__)
def test_no_index_repeats_the_beginning_of_a_unique_one(model):
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, model._meta.db_table).values()
    unique = [each["columns"] for each in found if each["unique"]]
    plain = [each["columns"] for each in found if each["index"] and not each["unique"]]
    assert any(len(columns) > 1 for columns in unique)
    redundant = [some for some in plain if any(columns[: len(some)] == some for columns in unique)]
    assert redundant == []
