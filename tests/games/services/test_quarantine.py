"""A table whose log is damaged is quarantined with a note, its neighbours play on, and mended it goes on."""

import logging
from collections.abc import Callable
from random import Random

import pytest
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from core.refusal import NotFound
from games.models import LogEntry, RoundSnapshot, Table
from games.rules.errors import Quarantined
from games.selectors.tables import due_tables, open_tables, require_table_access
from games.services.commands.command import Unavailable
from games.services.commands.handler import handle_commands
from games.services.quarantine import recheck_table
from games.store import tables
from games.store.snapshot import Accepted
from tests.support.games.playing import (
    AT,
    first_command,
    in_play,
    number,
    opened,
    people,
    play_on,
    running,
    short,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def table_id() -> str:
    """A table at which cards are played, that no process has at hand."""
    return in_play()


def entries(table_id: str, *types: str):
    return LogEntry.objects.filter(table_id=table_id, type__in=types)


def the_last(table_id: str):
    return LogEntry.objects.filter(table_id=table_id, number=number(table_id))


DAMAGES: dict[str, Callable[[str], object]] = {
    "Entry 2 of the log is missing.": lambda t: LogEntry.objects.filter(table_id=t, number=2).delete(),
    "The log ends at entry": lambda t: the_last(t).delete(),
    "cannot be read: JSONDecodeError.": lambda t: entries(t, "round_dealt").update(data='{"hands": [["R7"'),
    "cannot be read: KeyError.": lambda t: entries(t, "round_dealt").update(type="card_eaten"),
    "The log cannot be replayed": lambda t: LogEntry.objects.filter(table_id=t, number=1).update(
        type="player_ready", data='{"seat": 0}'
    ),
    "The log goes on to entry": lambda t: Table.objects.filter(pk=t).update(number=F("number") - 1),
    "The log is empty.": lambda t: LogEntry.objects.filter(table_id=t).delete(),
}


def damage(table_id: str, how: Callable[[str], object]) -> None:
    assert how(table_id)
    tables.clear_cached_tables(table_id)


def note(table_id: str) -> str:
    found: str = Table.objects.values_list("quarantined", flat=True).get(pk=table_id)
    return found


@pytest.mark.parametrize("why", DAMAGES)
def test_a_damaged_log_is_found_on_loading_and_noted(table_id, why, caplog):
    Table.objects.filter(pk=table_id).update(due_at=AT)
    damage(table_id, DAMAGES[why])
    with caplog.at_level(logging.ERROR), pytest.raises(Quarantined):
        tables.load_snapshot(table_id)
    row = Table.objects.get(pk=table_id)
    assert why in row.quarantined
    assert (row.status, row.due_at) == ("playing", None)
    assert "R7" not in row.quarantined + caplog.text
    assert f"Table {table_id} is quarantined" in caplog.text


def test_neighbours_in_the_same_batch_play_on(table_id):
    good = in_play()
    commands = [first_command(table_id), first_command(good)]
    before = number(good)
    damage(table_id, DAMAGES["Entry 2 of the log is missing."])
    poor, fine = handle_commands(commands)
    assert isinstance(poor, Quarantined)
    assert isinstance(fine, Accepted)
    assert number(good) > before


def test_a_process_that_has_the_sound_table_at_hand_does_not_move_it_either(table_id):
    command = first_command(table_id)
    Table.objects.filter(pk=table_id).update(quarantined="Another process found it.")
    assert isinstance(handle_commands([command])[0], Quarantined)
    assert LogEntry.objects.filter(table_id=table_id).count() == number(table_id)


def test_the_scheduler_finds_nothing_to_do_there(table_id):
    Table.objects.filter(pk=table_id).update(due_at=AT)
    assert [found[0] for found in due_tables(AT)] == [table_id]
    damage(table_id, DAMAGES["Entry 2 of the log is missing."])
    with pytest.raises(Quarantined):
        tables.load_snapshot(table_id)
    assert due_tables(AT) == []


def test_nobody_enters_and_no_lobby_shows_it():
    table_id = opened(*people(1))
    assert [row["id"] for row in open_tables()] == [table_id]
    Table.objects.filter(pk=table_id).update(quarantined="It is.")
    assert open_tables() == []
    with pytest.raises(Quarantined):
        require_table_access(table_id, None, None)


def test_a_database_that_is_away_is_no_damage(table_id, monkeypatch):
    command = first_command(table_id)
    tables.clear_cached_tables(table_id)

    def away(*_):
        raise OSError("gone")

    monkeypatch.setattr(tables, "read_log_rows", away)
    assert isinstance(handle_commands([command])[0], Unavailable)
    assert note(table_id) == ""


def test_a_table_that_moves_while_it_is_read_is_sound(table_id, monkeypatch):
    before = number(table_id)
    tables.clear_cached_tables(table_id)
    rows = tables.read_log_rows

    def moved_meanwhile(*asked):
        monkeypatch.setattr(tables, "read_log_rows", rows)
        handle_commands([a_request_of_another_process(table_id)])
        tables.clear_cached_tables(table_id)
        return rows(*asked)

    monkeypatch.setattr(tables, "read_log_rows", moved_meanwhile)
    assert tables.load_snapshot(table_id).number > before
    assert note(table_id) == ""


def a_request_of_another_process(table_id: str):
    tables.load_snapshot(table_id)
    return first_command(table_id)


def test_what_is_mended_goes_on_where_it_was(table_id):
    entry = LogEntry.objects.get(table_id=table_id, number=2)
    command = first_command(table_id)
    damage(table_id, lambda _: entry.delete())
    with pytest.raises(Quarantined):
        tables.load_snapshot(table_id)
    assert recheck_table(table_id=table_id, now=AT) == ["Entry 2 of the log is missing."]
    assert note(table_id) == "Entry 2 of the log is missing."
    entry.save(force_insert=True)
    assert recheck_table(table_id=table_id, now=AT) == []
    assert note(table_id) == ""
    assert isinstance(handle_commands([command])[0], Accepted)


def test_a_round_snapshot_of_the_log_before_the_repair_is_dropped():
    """Its state would outlive the entry that was wrong."""
    table_id = running(4, **short(2, 3))
    play_on(table_id, Random(1), until=lambda seen: seen["round"]["number"] == 2)
    assert RoundSnapshot.objects.filter(table=table_id).exists()
    RoundSnapshot.objects.filter(table=table_id).update(moved=1)
    Table.objects.filter(pk=table_id).update(quarantined="A score was wrong.")
    assert recheck_table(table_id=table_id, now=AT) == []
    assert not RoundSnapshot.objects.filter(table=table_id).exists()
    assert note(table_id) == ""


def test_a_check_of_a_sound_table_leaves_its_round_snapshot():
    table_id = running(4, **short(2, 3))
    play_on(table_id, Random(1), until=lambda seen: seen["round"]["number"] == 2)
    assert recheck_table(table_id=table_id, now=AT) == []
    assert RoundSnapshot.objects.filter(table=table_id).exists()


def test_the_scheduler_goes_on_with_its_bots_after_the_mending():
    table_id = opened(*people(1), size=3, bots=2)
    due = tables.load_snapshot(table_id).due_at
    Table.objects.filter(pk=table_id).update(quarantined="It was.", due_at=None)
    now = timezone.now()
    assert recheck_table(table_id=table_id, now=now) == []
    assert (tables.load_snapshot(table_id).due_at is None) == (due is None)


def test_only_what_is_there_can_be_checked():
    with pytest.raises(NotFound):
        tables.load_snapshot("nowhere")
    with pytest.raises(Table.DoesNotExist):
        recheck_table(table_id="nowhere", now=AT)


def test_the_admin_shows_the_reason_and_checks_again(admin_client, table_id):
    in_play()
    entry = LogEntry.objects.get(table_id=table_id, number=2)
    damage(table_id, lambda _: entry.delete())
    with pytest.raises(Quarantined):
        tables.load_snapshot(table_id)
    pages = reverse("admin:games_table_changelist")
    page = admin_client.get(pages, {"quarantined__isempty": "0"}).content.decode()
    assert "Entry 2 of the log is missing." in page
    assert page.count('class="action-select"') == 1
    form = {"action": "check_tables_again", "_selected_action": [table_id]}
    assert (
        f"Table {table_id} stays quarantined" in admin_client.post(pages, form, follow=True).content.decode()
    )
    entry.save(force_insert=True)
    assert (
        f"Table {table_id} is back in play." in admin_client.post(pages, form, follow=True).content.decode()
    )
    assert note(table_id) == ""


def test_the_tables_page_says_that_it_is_quarantined(client, table_id):
    Table.objects.filter(pk=table_id).update(quarantined="Entry 2 of the log is missing.")
    page = client.get(reverse("table", args=[table_id]))
    assert page.status_code == 503
    assert "This table is unavailable" in page.content.decode()
    assert "Entry 2" not in page.content.decode()


def test_players_are_told_over_http_that_it_is_quarantined(table_id):
    from rest_framework.test import APIClient

    Table.objects.filter(pk=table_id).update(quarantined="Entry 2 of the log is missing.")
    api = APIClient()
    for path in (f"/api/v1/tables/{table_id}", f"/api/v1/tables/{table_id}/events?after=0"):
        answer = api.get(path)
        assert (answer.status_code, answer.json()["code"]) == (503, "quarantined")
        assert "Entry 2" not in answer.json()["detail"]
