"""Units of work: roles, the audit log, and two who act at once."""

import pytest
from django.db import DatabaseError, transaction

from tests.support.games.people import person
from tests.support.tournaments.events import AT, desk, event, fresh
from tournaments.errors import NoSuchTournament, ReasonMissing, RoleMissing
from tournaments.models import AuditEntry, Role
from tournaments.models.audit import NeverEditedError
from tournaments.services.editing import editing, require_reason
from tournaments.services.entry import entries
from tournaments.services.lifecycle import lifecycle

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("kind", "may_check_in", "may_close"),
    [("owner", True, True), ("arbiter", True, True), ("helper", True, False), ("viewer", False, False)],
)
def test_a_role_allows_what_is_below_it(kind, may_check_in, may_close):
    tournament = event()
    Role.objects.create(tournament=tournament, user=person("rita"), kind=kind)
    what = {"tournament_id": tournament.pk, "actor": person("rita"), "now": AT}
    for allowed, act in ((may_check_in, entries.check_in_all), (may_close, lifecycle.open_check_in)):
        if allowed:
            act(**what)
        else:
            with pytest.raises(RoleMissing):
                act(**what)


def test_a_stranger_may_nothing_and_a_superuser_everything():
    tournament = event()
    with pytest.raises(RoleMissing):
        entries.check_in_all(tournament_id=tournament.pk, actor=person("charlie"), now=AT)
    boss = person("boss")
    boss.is_superuser = True
    boss.save()
    entries.check_in_all(tournament_id=tournament.pk, actor=boss, now=AT)
    assert AuditEntry.objects.get(tournament=tournament).by_name == "boss"


def test_a_role_of_another_tournament_is_none_here():
    mine, other = event(), event()
    Role.objects.create(tournament=mine, user=person("rita"), kind="owner")
    with pytest.raises(RoleMissing):
        lifecycle.open_check_in(tournament_id=other.pk, actor=person("rita"), now=AT)


def test_what_is_refused_leaves_nothing_behind():
    tournament = event()

    def fail() -> None:
        with editing(tournament.pk, actor=None, now=AT) as edit:
            edit.add_audit_entry("tried")
            edit.tournament.name = "Another"
            raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        fail()
    assert fresh(tournament).name == tournament.name
    assert not AuditEntry.objects.filter(tournament=tournament).exists()


def test_each_edit_moves_the_number_on_and_is_told_of():
    tournament = event()
    lifecycle.open_check_in(**desk(tournament))
    assert fresh(tournament).number == tournament.number + 1


def test_there_must_be_such_a_tournament():
    with pytest.raises(NoSuchTournament), editing(10**9, actor=None, now=AT):
        pytest.fail("no edit is possible")


def test_a_reason_is_more_than_space():
    assert require_reason("  late ") == "late"
    with pytest.raises(ReasonMissing):
        require_reason(" \n")


def test_the_audit_log_is_never_edited_whoever_asks():
    tournament = event()
    lifecycle.open_check_in(**desk(tournament))
    entry = AuditEntry.objects.get(tournament=tournament)
    entry.reason = "nothing"
    for change in (
        entry.save,
        entry.delete,
        lambda: AuditEntry.objects.update(reason="x"),
        AuditEntry.objects.all().delete,
    ):
        with pytest.raises(NeverEditedError):
            change()
    raw = AuditEntry._base_manager.filter(pk=entry.pk)
    with pytest.raises(DatabaseError), transaction.atomic():
        raw.update(reason="x")
    assert AuditEntry.objects.get(pk=entry.pk).reason == ""
