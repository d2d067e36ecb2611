"""Who may do what at a desk: owner, arbiter, helper, viewer, staff without a role, strangers."""

import pytest
from django.contrib.auth.models import Group, Permission
from django.urls import reverse

from accounts.models import User
from tests.support.games.people import person
from tests.support.tournaments.events import AT, event, fresh, sketched, table
from tests.support.tournaments.pages.admin import client_of, page_of
from tests.support.tournaments.pages.desks import Organiser, organising, staff
from tournaments.admin.desk.routing import url_names
from tournaments.models import AuditEntry, Entry, Role
from tournaments.services.lifecycle.roles import grant_role, revoke_role

PAGES = ("overview", "check_in", "add", "namesakes", "export_entrants", "pairs", "standings", "prizes", "log")
OF_PARTS = {"entrant", "entrant_list", "stage", "live", "table", "results", "entry_form", "import_preview"}
ROLES = ("owner", "arbiter", "helper", "viewer")
# The buttons by the least role that presses them; each with what it needs to be understood.
OF_OWNERS = {"cancel": {"confirm": "yes", "reason": "rain"}, "change_prizes": {"prizes": "a hat"}}
OF_ARBITERS = {
    "open_check_in": {},
    "remind": {},
    "close_check_in": {"confirm": "yes"},
    "finish": {"confirm": "yes"},
    "timetable_on": {},
    "timetable_off": {},
    "add_bots": {"count": 1, "level": "apprentice"},
    "draw:1": {},
    "release:1": {},
    "start:1": {},
    "take_back:1": {"confirm": "yes"},
    "discard:1": {"confirm": "yes"},
    "reopen:1": {"confirm": "yes", "reason": "x"},
    "pause_all:1": {},
    "resume_all:1": {},
    "add_time_to_all:1": {"minutes": 5},
    "pause:1:1": {},
    "resume:1:1": {},
    "add_time:1:1": {"minutes": 5},
    "break_tie:1": {"how": "lot", "reason": "x"},
    "open_play_off:1": {"entries": "1,2"},
    "call_off:T": {"confirm": "yes", "reason": "x"},
    "close_stage:1": {},
    "warn:1": {},
    "penalise_overrun:1": {"confirm": "yes"},
    "cut:1": {"qualify": "all"},
    "forbid": {"one": 1, "other": 2},
    "let_in:E": {"reason": "x"},
    "disqualify:E": {"confirm": "yes", "reason": "x"},
    "lift:E": {"confirm": "yes", "reason": "x"},
    "penalty:E": {"points": 5, "reason": "x"},
    "swap": {"one": "P", "other": "Q"},
    "lock": {"lock": "P"},
    "give_seat": {"placement": "P", "who": "bot"},
    "stop:T": {"confirm": "yes", "reason": "x"},
    "replay:T": {"confirm": "yes", "reason": "x"},
    "wrong_players": {"one": "P", "other": "Q", "reason": "x"},
    "result:T": {"0-score": 10, "0-correct_bids": 1, "reason": "x"},
}
OF_HELPERS = {
    "check_in_entrant": {"entry": "E"},
    "undo_check_in": {"entry": "E"},
    "stand_by": {"entry": "E"},
    "check_in_all": {"confirm": "yes"},
    "correct:E": {"name": "Somebody"},
    "withdraw:E": {"confirm": "yes"},
    "add_player": {"username": "new"},
    "details:E": {"club": "Bonn"},
    "merge_csv": {"seen": "x"},
    "discard_csv": {},
    "import_csv": {"text": "username\nnew"},
}
BUTTONS = {**OF_OWNERS, **OF_ARBITERS, **OF_HELPERS}
REACH = {
    "owner": set(BUTTONS),
    "arbiter": {*OF_ARBITERS, *OF_HELPERS},
    "helper": set(OF_HELPERS),
    "viewer": set(),
}
NOT_ALLOWED = "Your role in this tournament does not allow that."


@pytest.fixture
def desk(on_file):
    """A tournament whose first stage is drawn."""
    olga = Organiser(organising("olga", tournament := event()), tournament)
    person("new")
    sketched(tournament, 8)
    return olga


def filled(desk: Organiser, name: str) -> tuple[str, list[int], dict]:
    """A button's name, its place and its fields, with the ids of what there is."""
    tournament = desk.tournament
    row = table(tournament)
    one, other = row.placements.order_by("seat")[:2]
    ids = {"E": one.entry_id, "T": row.pk, "P": one.pk, "Q": other.pk}
    button, *where = name.split(":")
    fields = {field: ids.get(value, value) for field, value in BUTTONS[name].items()}
    return button, [ids.get(place, place) for place in where], fields


@pytest.mark.parametrize("kind", ROLES)
def test_each_role_reaches_as_far_as_it_says(desk, kind):
    person_ = Organiser(organising(f"a-{kind}", desk.tournament, kind), desk.tournament)
    before = fresh(desk.tournament).number
    refused = [name for name in BUTTONS if name not in REACH[kind]]
    for name in refused:
        button, where, fields = filled(desk, name)
        assert person_.press(button, *where, **fields) == NOT_ALLOWED, name
    assert fresh(desk.tournament).number == before
    allowed = [(name, filled(desk, name)) for name in BUTTONS if name in REACH[kind]]
    # What cancels comes last.
    for name, (button, where, fields) in reversed(allowed):
        assert person_.press(button, *where, **fields) not in ("", NOT_ALLOWED), name


@pytest.mark.parametrize("kind", ROLES)
def test_only_those_who_may_copy_a_tournament_are_offered_it(desk, kind):
    client = client_of(organising(f"a-{kind}", desk.tournament, kind))
    copy = page_of("tournament", "copy", desk.tournament.pk)
    page = client.get(page_of("tournament", "change", desk.tournament.pk))
    assert page.status_code == 200
    assert desk.address("overview") in page.content.decode()
    assert (copy in page.content.decode(), client.get(copy).status_code) == (
        (True, 200) if kind == "owner" else (False, 404)
    )


def test_a_superuser_is_offered_to_copy(desk, root):
    copy = page_of("tournament", "copy", desk.tournament.pk)
    assert copy in root.get(page_of("tournament", "change", desk.tournament.pk)).content.decode()
    assert root.get(copy).status_code == 200


def test_there_is_no_other_button():
    buttons_ = {name.split(":")[0] for name in BUTTONS} | {"allow"}
    assert url_names() == buttons_ | {*PAGES, *OF_PARTS}


@pytest.mark.parametrize("kind", ROLES)
def test_every_role_sees_all_pages(desk, kind):
    person_ = Organiser(organising(f"a-{kind}", desk.tournament, kind), desk.tournament)
    for name in PAGES:
        person_.page(name)
    person_.page("stage", 1)
    person_.page("live", 1)
    person_.page("table", 1, 1)
    person_.page("results", 1, table=1)
    person_.page("entry_form", 1, table=1)
    person_.page("entrant", desk.tournament.entries.first().pk)


def test_staff_without_a_role_is_told_of_no_desk(desk):
    stranger = Organiser(staff("stan"), desk.tournament)
    for name in PAGES:
        stranger.page(name, expect=404)
    answer = stranger.client.post(desk.address("open_check_in"))
    assert answer.status_code == 404
    change = reverse("admin:tournaments_tournament_change", args=[desk.tournament.pk])
    assert stranger.client.get(change).status_code in (302, 403, 404)
    assert stranger.client.get(reverse("admin:tournaments_tournament_changelist")).status_code == 403
    assert stranger.client.get(reverse("admin:tournaments_auditentry_changelist")).status_code == 403


def test_who_organises_elsewhere_is_told_of_no_desk_either(desk):
    other = event()
    stranger = Organiser(organising("otto", other), desk.tournament)
    stranger.page("overview", expect=404)
    entry = desk.tournament.entries.first()
    stranger.tournament = other
    # Their own desk is no way to others' entrants.
    assert stranger.press("check_in_entrant", entry=entry.pk) == NOT_ALLOWED
    assert stranger.press("penalty", entry.pk, points=5, reason="x") == NOT_ALLOWED
    lists = ("tournament", "entry", "stage", "role", "auditentry", "handresult", "penalty", "forbiddenpair")
    for name in lists:
        page = stranger.client.get(reverse(f"admin:tournaments_{name}_changelist")).content.decode()
        assert desk.tournament.name not in page.replace(f"{other.name}", ""), name


@pytest.mark.parametrize("name", ["olga", None])
def test_who_may_not_enter_the_admin_is_sent_to_the_login(desk, name):
    desk.client.logout()
    if name:
        desk.user.is_staff = False
        desk.user.save()
        desk.client.force_login(desk.user)
    for address in (desk.address("overview"), desk.address("live", 1)):
        assert desk.client.get(address).status_code in (302, 403)
    before = fresh(desk.tournament).number
    assert desk.client.post(desk.address("release", 1)).status_code in (302, 403)
    assert fresh(desk.tournament).number == before


def test_a_superuser_is_everywhere_the_owner(desk):
    root = Organiser(staff("root", is_superuser=True), desk.tournament)
    assert "Your role: owner" in root.page("overview")
    assert "released" in root.press("release", 1)


def test_a_role_opens_the_admin_and_taking_it_closes_the_desk(desk):
    helper = person("hans")
    grant_role(tournament_id=desk.tournament.pk, username="HANS", kind="helper", actor=desk.user, now=AT)
    hans = Organiser(type(helper).objects.get(pk=helper.pk), desk.tournament)
    assert "Your role: helper" in hans.page("overview")
    role = Role.objects.get(user=helper, tournament=desk.tournament)
    revoke_role(role_id=role.pk, actor=desk.user, now=AT)
    hans.page("overview", expect=302)
    acts = AuditEntry.objects.filter(tournament=desk.tournament, type__startswith="role")
    assert [(act.type, act.by_name) for act in acts] == [("role_given", "olga"), ("role_taken", "olga")]


def taken(desk, helper) -> bool:
    """A role is given to somebody and taken away; whether they may enter the admin after it."""
    kind = {"tournament_id": desk.tournament.pk, "username": helper.username, "kind": "helper"}
    role = grant_role(**kind, actor=desk.user, now=AT)
    assert User.objects.get(pk=helper.pk).is_staff
    revoke_role(role_id=role.pk, actor=desk.user, now=AT)
    return User.objects.get(pk=helper.pk).is_staff


def permission() -> Permission:
    return Permission.objects.get(codename="add_tournament")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("hal", lambda user: Role.objects.create(user=user, tournament=event(), kind="viewer")),
        ("ida", lambda user: User.objects.filter(pk=user.pk).update(is_superuser=True)),
        ("jim", lambda user: user.user_permissions.add(permission())),
        ("kim", lambda user: user.groups.add(Group.objects.get_or_create(name="referees")[0])),
    ],
    ids=["another role", "a superuser", "a right", "a group"],
)
def test_who_has_another_reason_to_enter_the_admin_keeps_it(desk, name, reason):
    helper = person(name)
    reason(helper)
    assert taken(desk, helper)


def test_the_last_role_takes_the_admin_with_it_and_the_log_tells(desk):
    assert not taken(desk, person("lea"))
    notes = AuditEntry.objects.filter(tournament=desk.tournament, type="role_taken")
    assert notes.get().after == {"may_enter_the_admin": False}
    assert taken(desk, staff("root", is_superuser=True))
    assert notes.order_by("number").last().after is None


def test_a_get_never_does_anything(desk):
    for name in BUTTONS:
        button, where, _ = filled(desk, name)
        assert desk.client.get(desk.address(button, *where)).status_code == 405
    assert Entry.objects.filter(tournament=desk.tournament, status="checked_in").count() == 8


def test_a_button_leads_back_to_its_page_and_nowhere_else(desk):
    back = desk.address("log")
    answer = desk.client.post(desk.address("timetable_on"), {"next": back})
    assert answer["Location"] == back
    answer = desk.client.post(desk.address("timetable_on"), {"next": "https://evil.example/"})
    assert answer["Location"] == desk.address("overview")
