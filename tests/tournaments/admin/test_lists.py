"""The admin's lists: shown, searched, filtered, and only read where nothing may be written."""

import pytest

from tests.support.games.people import person
from tests.support.tournaments.events import AT, event, organiser
from tests.support.tournaments.pages.admin import page_of
from tournaments.models import AuditEntry
from tournaments.models.choices import RoleKind
from tournaments.services.lifecycle.roles import grant_role

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("model", ["tournament", "entry", "auditentry"])
def test_lists_have_the_whole_width(owner, model):
    page = owner.client.get(page_of(model, "changelist")).content.decode()
    assert "nav-sidebar" not in page


LISTS = (
    "tournament",
    "stage",
    "entry",
    "role",
    "forbiddenpair",
    "handresult",
    "penalty",
    "auditentry",
    "optionmix",
)


@pytest.mark.parametrize("name", LISTS)
def test_lists_are_shown_and_searched(owner, name):
    owner.press("add_bots", count=8, level="apprentice")
    address = page_of(name, "changelist")
    assert owner.client.get(address).status_code == 200
    assert owner.client.get(address, {"q": "event"}).status_code == 200


@pytest.mark.parametrize("name", ["entry", "auditentry", "handresult", "penalty", "role", "forbiddenpair"])
def test_what_is_only_read_has_no_way_to_write(owner, root, name):
    owner.press("add_bots", count=1, level="apprentice")
    for client in (owner.client, root):
        assert client.get(page_of(name, "add")).status_code == 403
    if name in ("entry", "auditentry"):
        row = (owner.tournament.entries if name == "entry" else owner.tournament.audit_log).first()
        for client in (owner.client, root):
            assert client.get(page_of(name, "change", row.pk)).status_code == 200
            assert client.post(page_of(name, "change", row.pk), {"reason": "x"}).status_code == 403
            assert client.post(page_of(name, "delete", row.pk), {"post": "yes"}).status_code == 403


@pytest.mark.parametrize(
    ("name", "lookup"),
    [
        ("entry", "user__email__startswith"),
        ("entry", "user__password__startswith"),
        ("tournament", "lot_seed__startswith"),
        ("role", "user__email__contains"),
        ("auditentry", "tournament__lot_seed__startswith"),
        ("handresult", "by__password__startswith"),
        ("optionmix", "stages__tournament__lot_seed"),
    ],
)
def test_lists_are_not_asked_about_what_they_hide(owner, name, lookup):
    assert owner.client.get(page_of(name, "changelist"), {lookup: "a"}).status_code == 400


def test_the_log_is_filtered_by_act_and_by_tournament(owner):
    owner.press("add_bots", count=1, level="apprentice")
    owner.press("open_check_in")
    page = owner.page("log", act="check_in_opened")
    assert "check in opened" in page
    assert "Bot 1" not in page
    assert "Bot 1" in owner.page("log", q="olga")
    assert "Nothing found" in owner.page("log", q="zzz")
    found = owner.client.get(page_of("auditentry", "changelist"), {"type": "bots_entered"})
    assert found.context["cl"].result_count == 1


def test_the_audit_list_says_what_was_done_in_words(root):
    tournament = event()
    grant_role(
        tournament_id=tournament.pk,
        username=person("rita").username,
        kind=RoleKind.HELPER,
        actor=organiser(),
        now=AT,
    )
    page = root.get(page_of("auditentry", "changelist")).content.decode()
    entry = AuditEntry.objects.filter(tournament=tournament).latest("number")
    assert "_" in entry.type
    assert f">{entry.type.replace('_', ' ')}<" in page
    assert f">{entry.type}<" not in page
    assert "1 audit entry" in page
