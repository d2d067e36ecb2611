"""The stored key that finds an entrant's namesakes."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.support.tournaments.entrants.importing import imported
from tests.support.tournaments.events import AT, desk, event, organiser
from tournaments.models import Entry
from tournaments.services.entry import entries
from tournaments.services.entry.corrections import correct_entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def cards():
    """A tournament with real cards that Jörg from Bonn and Ada have entered."""
    tournament = event(online=False)
    entries.enter_player(**desk(tournament), name="Jörg", club="Bonn")
    entries.enter_player(**desk(tournament), name="Ada")
    return tournament


def shown(tournament):
    """The names as they are shown, each entrant asked alone."""
    return [entry.shown_name for entry in tournament.entries.order_by("start_number")]


def test_who_has_no_namesake_is_told_from_no_other_row(cards):
    entry = cards.entries.get(name="Ada")
    with CaptureQueriesContext(connection) as asked:
        assert entry.shown_name == "Ada"
    assert len(asked) == 1
    assert "name_key" in asked[0]["sql"]


def test_a_corrected_name_has_the_namesakes_of_the_new_one(cards):
    ada = cards.entries.get(name="Ada")
    correct_entry(entry_id=ada.pk, name="JO\u0308RG", actor=organiser(), now=AT)
    assert shown(cards) == ["Jörg (Bonn)", "JO\u0308RG (no. 2)"]


def test_so_has_a_name_that_a_file_changes(cards):
    ada = cards.entries.get(name="Ada")
    imported(cards, f"id,name,club\n{ada.pk},jörg,Trier\n")
    assert shown(cards) == ["Jörg (Bonn)", "jörg (Trier)"]


def test_an_upgrade_computes_the_keys_of_those_who_have_entered_before(cards):
    entries.enter_player(**desk(cards), name="JÖRG", club="Trier")
    Entry.objects.filter(tournament=cards).update(name_key="")
    import_module("tournaments.migrations.0023_name_keys").fill_name_keys(apps, None)
    assert shown(cards) == ["Jörg (Bonn)", "Ada", "JÖRG (Trier)"]
