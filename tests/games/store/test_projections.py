"""The rows are projections of the log: after whole games of all options, and never a word too early."""

import re
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.core import serializers

from games.models import Cheat, LogEntry, Round, Seat, Table
from games.rules.record.check import check_record
from games.selectors.sights import read_record
from games.services.audit import audit_table
from games.services.lobby.lobby import leave_seat, open_table, start_game, take_seat
from tests.support.games.people import person
from tests.support.games.playing import AT, number, people, play_on, running, short, sight

pytestmark = pytest.mark.django_db

A_CARD = re.compile(r'"(?:[RYGB](?:1[0-3]|[1-9])|[JW][1-4])"')
GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "the full game of three": (3, {"preset": "standard"}),
    "dm2008": (4, {"preset": "dm2008"}),
    "a tournament of five in secret": (5, {"preset": "tournament", "reveal": "hiddentip", "cheating": True}),
    "bids that never add up": (4, short(1, 2, 5, 7, restriction="notequal", spare_one_card=True)),
    "german": (5, short(1, 3, 4, 5, 6, restriction="german")),
    "canadian": (6, short(1, 2, 3, 4, restriction="canadian")),
    "bids shown after the round": (3, short(2, 20, reveal="delayed")),
    "bids in secret, restricted": (6, short(1, 1, 10, 3, reveal="hiddentip", restriction="notequal")),
    "cheating": (4, short(3, 6, 9, cheating=True)),
    "no pause": (4, short(2, 1, 2, pause=0)),
}


def rows_as_rounds(table_id: str) -> list[dict[str, Any]]:
    """What the rows tell, in the words of the record; hands are in no row."""
    return [
        {
            "number": row.number,
            "cards": row.cards,
            "dealer": row.dealer,
            "turned": row.turned or None,
            "trump": row.trump or None,
            "reveal": row.reveal,
            "restricted": row.restricted,
            "bids": list(row.bids.order_by("position").values("seat", "bid")),
            "tricks": list(row.tricks.order_by("number").values("plays", "winner")),
            "cheats": list(row.cheats.order_by("position").values("trick", "seat", "card", "owed")),
            "accusations": list(
                row.accusations.order_by("position").values(
                    "accuser", "accused", "after", "source", "verdict", "accuser_points", "accused_points"
                )
            ),
            "scores": list(
                row.scores.order_by("seat").values("seat", "bid", "tricks", "points", "adjustment", "total")
            ),
        }
        for row in Round.objects.filter(table_id=table_id).order_by("number")
    ]


def all_rows_but_the_log(table_id: str) -> str:
    """Every row of this app that is not the log, as text."""
    models = [model for model in apps.get_app_config("games").get_models() if model is not LogEntry]
    return "".join(serializers.serialize("json", model.objects.all()) for model in models)


@pytest.mark.parametrize("name", GAMES)
def test_after_a_whole_game_the_rows_are_what_the_record_says(name):
    players, options = GAMES[name]
    table_id = running(players, **options)
    play_on(table_id, Random(name), nerve=0.1)
    said = read_record(table_id)
    assert check_record(said) == []
    assert audit_table(table_id) == []
    assert rows_as_rounds(table_id) == [
        {key: value for key, value in past.items() if key != "hands"} for past in said["rounds"]
    ]
    row = Table.objects.get(pk=table_id)
    assert (row.status, row.due_at, row.tie_break) == ("finished", None, said["tie_break"] or "")
    seats = Seat.objects.filter(table_id=table_id).order_by("rank")
    assert list(seats.values("seat", "score", "correct_bids", "rank")) == said["result"]
    if options.get("cheating"):
        assert Cheat.objects.filter(round__table_id=table_id).exists()


def test_at_every_move_the_rows_are_what_the_log_says():
    table_id = running(3, **short(2, 3, cheating=True, reveal="hiddentip"))
    seen = []

    def watch() -> None:
        seen.append(number(table_id))
        assert audit_table(table_id) == []

    play_on(table_id, Random(4), watch=watch, nerve=0.2)
    assert len(set(seen)) > 20


def test_no_row_tells_a_card_a_bid_or_a_cheat_of_a_round_that_is_not_over():
    table_id = running(4, **short(15, cheating=True, reveal="hiddentip"))
    statuses = set()

    def watch() -> None:
        status = sight(table_id)["status"]
        statuses.add(status)
        if status != "finished":
            assert not A_CARD.search(all_rows_but_the_log(table_id))
            assert not Round.objects.exists()

    play_on(table_id, Random(2), watch=watch)
    assert {"bidding", "playing", "pause"} <= statuses
    # What was hidden is there now, so the search can find it.
    assert A_CARD.search(all_rows_but_the_log(table_id))
    assert Cheat.objects.exists()


def test_a_round_is_written_when_the_next_one_is_dealt():
    table_id = running(3, **short(1, 1))
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == "pause")
    assert not Round.objects.filter(table_id=table_id).exists()
    play_on(table_id, Random(1), until=lambda seen: seen["round"]["number"] == 2)
    assert Round.objects.filter(table_id=table_id).count() == 1
    assert [seat.rank for seat in Seat.objects.filter(table_id=table_id)] == [None] * 3


def test_seats_close_up_in_the_rows_when_a_table_starts_with_free_ones():
    alice, bob, dora = people(3)
    table_id = open_table(user=alice, size=6, options=short(1), now=AT)
    take_seat(table_id=table_id, user=bob, seat=3, now=AT)
    take_seat(table_id=table_id, user=dora, seat=5, now=AT)
    start_game(table_id=table_id, user=bob, now=AT)
    seats = Seat.objects.filter(table_id=table_id).order_by("seat")
    assert list(seats.values_list("seat", "name")) == [(0, "alice"), (1, "bob"), (2, "dora")]
    assert Table.objects.get(pk=table_id).started_at == AT
    assert audit_table(table_id) == []


def test_who_leaves_has_no_row():
    alice, bob = people(2)
    table_id = open_table(user=alice, size=4, now=AT)
    take_seat(table_id=table_id, user=bob, now=AT)
    leave_seat(table_id=table_id, user=alice, now=AT)
    assert list(Seat.objects.filter(table_id=table_id).values_list("seat", "name")) == [(1, "bob")]
    assert audit_table(table_id) == []


def test_an_account_that_goes_leaves_its_seat_and_name():
    table_id = running(3)
    person("alice").delete()
    seat = Seat.objects.get(table_id=table_id, seat=0)
    assert (seat.name, seat.user_id) == ("alice", None)
    assert audit_table(table_id) == []
