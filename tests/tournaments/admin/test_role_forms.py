"""The admin's form of roles: given, changed and taken, and what only owners may do."""

import pytest

from accounts.models import User
from tests.support.games.people import person
from tests.support.tournaments.pages.admin import change, page_of, role
from tests.support.tournaments.pages.desks import Organiser, organising
from tournaments.models import AuditEntry, Role
from tournaments.models.choices import RoleKind

pytestmark = pytest.mark.django_db


def test_roles_are_given_changed_and_taken(owner):
    person("hans")
    answer, said = change(owner, **role("Hans", "helper"))
    assert answer.status_code == 302, said
    hans = User.objects.get(username="hans")
    assert hans.is_staff
    assert Role.objects.get(user=hans).kind == RoleKind.HELPER
    at = next(n for n, one in enumerate(owner.tournament.roles.all()) if one.user_id == hans.pk)
    change(owner, **{f"roles-{at}-kind": "arbiter"})
    assert Role.objects.get(user=hans).kind == RoleKind.ARBITER
    at = next(n for n, one in enumerate(owner.tournament.roles.all()) if one.user_id == hans.pk)
    change(owner, **{f"roles-{at}-DELETE": "on"})
    assert not Role.objects.filter(user=hans).exists()
    assert not User.objects.get(username="hans").is_staff
    acts = AuditEntry.objects.filter(tournament=owner.tournament)
    assert [act.type for act in acts] == ["role_given", "role_given", "role_taken"]


@pytest.mark.parametrize(("name", "said"), [("ghost", "There is no account"), ("gast", "is a guest")])
def test_roles_that_cannot_be_given(owner, name, said):
    person("gast", kind="guest")
    _, messages = change(owner, **role(name, "helper"))
    assert any(said in sentence for sentence in messages)
    assert Role.objects.filter(tournament=owner.tournament).count() == 1
    assert not User.objects.get(username="gast").is_staff


def test_the_last_owner_stays(owner):
    _, messages = change(owner, **{"roles-0-DELETE": "on"})
    assert any("at least one owner" in sentence for sentence in messages)
    _, messages = change(owner, **{"roles-0-kind": "viewer"})
    assert any("at least one owner" in sentence for sentence in messages)
    assert Role.objects.get(tournament=owner.tournament).kind == RoleKind.OWNER


@pytest.mark.parametrize("kind", ["arbiter", "helper", "viewer"])
def test_only_owners_change_settings(owner, kind):
    other = Organiser(organising("otto", owner.tournament, kind), owner.tournament)
    address = page_of("tournament", "change", owner.tournament.pk)
    page = other.client.get(address)
    assert page.status_code == 200
    assert "_save" not in page.content.decode()
    assert other.client.post(address, {"name": "Mine"}).status_code == 403
    assert other.client.get(page_of("tournament", "add")).status_code == 403
    assert other.client.get(page_of("tournament", "copy", owner.tournament.pk)).status_code == 404
