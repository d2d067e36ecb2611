"""The admin's own pages of tournaments: made from a preset, copied, set, their stages, mixes and roles."""

from typing import Any

import pytest
from django.conf import settings
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.support.games.people import person
from tests.support.tournaments.desks import Organiser, fields_of, organising, staff
from tests.support.tournaments.events import AT, event, fresh, organiser, quick_mix
from tournaments.models import AuditEntry, OptionMix, Role, Stage, Tournament
from tournaments.models.choices import RoleKind
from tournaments.rules.presets import PRESETS
from tournaments.selectors.public.sentences import mix_sentences
from tournaments.services.lifecycle.roles import give_role

pytestmark = pytest.mark.django_db


def page_of(model: str, kind: str, *args: Any) -> str:
    """Of a model's page."""
    return reverse(f"admin:tournaments_{model}_{kind}", args=args)


def client_of(user: User) -> Client:
    """A browser."""
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def root() -> Client:
    return client_of(staff("root", is_superuser=True))


@pytest.fixture
def owner() -> Organiser:
    tournament = event({"kind": "drawn"}, {"kind": "final"})
    return Organiser(organising("olga", tournament), tournament)


def change(owner: Organiser, **changes: Any) -> tuple[Any, list[str]]:
    """Save a tournament's page with these changes; the answer, and what was said."""
    address = page_of("tournament", "change", owner.tournament.pk)
    sent = fields_of(owner.client.get(address))
    answer = owner.client.post(address, {**sent, **changes})
    return answer, [str(message) for message in get_messages(answer.wsgi_request)]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_tournament_is_made_from_each_preset(root, preset):
    sent = {"pattern": preset, "name": "Spring Cup", "slug": "spring-cup"}
    moment = {"starts_at_0": "2027-05-01", "starts_at_1": "12:00:00"}
    answer = root.post(page_of("tournament", "add"), {**sent, **moment})
    made = Tournament.objects.get(slug="spring-cup")
    assert answer["Location"] == page_of("tournament", "change", made.pk)
    assert made.stages.count() == len(PRESETS[preset].stages)
    assert made.check_in_opens_at
    assert Role.objects.get(tournament=made).user.username == "root"
    assert AuditEntry.objects.get(tournament=made).after == {"preset": preset}
    assert root.get(answer["Location"]).status_code == 200


def test_the_page_for_a_new_one_tells_of_the_presets(root):
    page = root.get(page_of("tournament", "add")).content.decode()
    assert all(preset.description.split(":")[0] in page for preset in PRESETS.values())


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ({"slug": "Spring Cup"}, "slug"),
        ({"slug": "taken"}, "slug"),
        ({"name": ""}, "name"),
        ({"pattern": "x"}, "pattern"),
    ],
)
def test_what_is_wrong_with_a_new_one_is_said_at_its_field(root, fields, name):
    Tournament.objects.create(slug="taken", name="Taken")
    sent = {"pattern": "club", "name": "A", "slug": "a", "starts_at_0": "", "starts_at_1": "", **fields}
    answer = root.post(page_of("tournament", "add"), sent)
    assert name in answer.context["adminform"].form.errors
    assert Tournament.objects.count() == 1


def test_a_reserved_address_is_refused_with_a_message(root):
    sent = {"pattern": "club", "name": "A", "slug": "a--b", "starts_at_0": "", "starts_at_1": ""}
    assert root.post(page_of("tournament", "add"), sent).status_code == 200
    assert not Tournament.objects.exists()


def test_settings_are_changed_and_written_down(owner):
    answer, _ = change(owner, name="Renamed", capacity="24", prizes="A hat")
    assert answer.status_code == 302, answer.context["errors"]
    now = fresh(owner.tournament)
    assert (now.name, now.capacity, now.prizes) == ("Renamed", 24, "A hat")
    entry = AuditEntry.objects.get(tournament=now, type="settings_changed")
    assert entry.by_name == "olga"
    assert entry.after == {"name": "Renamed", "capacity": 24, "prizes": "A hat"}
    assert now.number == 1


def test_nothing_changed_is_not_written_down(owner):
    answer, _ = change(owner)
    assert answer.status_code == 302
    assert not AuditEntry.objects.filter(tournament=owner.tournament).exists()


def test_moments_come_in_their_order(owner):
    answer, _ = change(
        owner,
        starts_at_0="2027-05-01",
        starts_at_1="12:00:00",
        check_in_closes_at_0="2027-05-01",
        check_in_closes_at_1="12:30:00",
    )
    assert "starts_at" in answer.context["adminform"].form.errors
    answer, _ = change(owner, capacity="3", min_entrants="12")
    assert "capacity" in answer.context["adminform"].form.errors


def test_a_stage_is_changed_added_and_taken_out(owner):
    mix = quick_mix()
    final = owner.tournament.stages.get(number=2)
    more = {f"stages-2-{name}": value for name, value in {
        "number": 3, "kind": "final", "mix": mix.pk, "points": "rank", "points_table": "[4, 3, 2, 1]",
        "qualify": "all", "warn_minutes": 5, "overrun_penalty": 0, "tournament": owner.tournament.pk,
    }.items()}  # fmt: skip
    answer, said = change(owner, **{"stages-TOTAL_FORMS": 3, "stages-0-minutes": "45", **more})
    assert answer.status_code == 302, said
    assert list(owner.tournament.stages.values_list("number", "minutes")) == [(1, 45), (2, None), (3, None)]
    answer, said = change(owner, **{"stages-1-DELETE": "on"})
    assert answer.status_code == 302, said
    assert not Stage.objects.filter(pk=final.pk).exists()
    assert list(owner.tournament.stages.values_list("number", flat=True)) == [1, 2]
    acts = AuditEntry.objects.filter(tournament=owner.tournament)
    assert [act.type for act in acts] == ["stage_changed", "stage_added", "stage_removed"]
    assert acts[0].after == {"minutes": 45}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("points_table", "[]"),
        ("points_table", '{"a": 1}'),
        ("points_table", "[1.5]"),
        ("qualify", "best"),
        ("mix", ""),
    ],
)
def test_what_is_wrong_with_a_stage_is_said_at_its_field(owner, field, value):
    answer, _ = change(owner, **{f"stages-0-{field}": value})
    errors = answer.context["inline_admin_formsets"][0].formset.errors[0]
    assert {"qualify": "qualify_count"}.get(field, field) in errors


def test_a_drawn_stage_stands(owner):
    owner.press("add_bots", count=8, level="apprentice")
    owner.sure("close_check_in")
    owner.press("draw", 1)
    stage = owner.tournament.stages.get(number=1)
    change(owner, **{"stages-0-minutes": "10"})
    stage.refresh_from_db()
    assert stage.minutes is None
    change(owner, **{"stages-0-DELETE": "on"})
    assert Stage.objects.filter(pk=stage.pk).exists()
    page = owner.client.get(page_of("stage", "change", stage.pk))
    assert "_save" not in page.content.decode()
    _, said = change(owner, same_deals="on", name="Renamed too")
    assert any("Seats have already been drawn" in sentence for sentence in said)
    assert fresh(owner.tournament).name != "Renamed too"


def test_settings_are_changed_while_it_plays(owner):
    owner.press("add_bots", count=8, level="apprentice")
    owner.sure("close_check_in")
    owner.press("draw", 1)
    answer, _ = change(owner, break_seconds="240")
    assert answer.status_code == 302
    assert fresh(owner.tournament).break_seconds == 240
    assert AuditEntry.objects.get(type="settings_changed").after == {"break_seconds": 240}


def test_from_the_settings_one_comes_to_the_desk(owner):
    answer, _ = change(owner, name="Renamed")
    assert answer["Location"] == owner.address("overview")
    answer, _ = change(owner, name="Once more", _continue="1")
    assert answer["Location"] == page_of("tournament", "change", owner.tournament.pk)


def test_who_gives_up_the_own_role_there_is_not_sent_to_a_closed_desk(owner):
    give_role(
        tournament_id=owner.tournament.pk,
        username=person("hans").username,
        kind="owner",
        by=owner.user,
        now=AT,
    )
    at = next(n for n, one in enumerate(owner.tournament.roles.all()) if one.user_id == owner.user.pk)
    answer, _ = change(owner, **{f"roles-{at}-DELETE": "on"})
    assert answer["Location"] == reverse("admin:index")


@pytest.mark.parametrize("model", ["tournament", "entry", "auditentry"])
def test_lists_have_the_whole_width(owner, model):
    page = owner.client.get(page_of(model, "changelist")).content.decode()
    assert "nav-sidebar" not in page


def test_a_stage_is_changed_on_its_own_page(owner):
    stage = owner.tournament.stages.get(number=1)
    address = page_of("stage", "change", stage.pk)
    sent = fields_of(owner.client.get(address))
    assert owner.client.post(address, {**sent, "minutes": "30"}).status_code == 302
    stage.refresh_from_db()
    assert stage.minutes == 30


def role(name: str, kind: str, place: int = 1) -> dict[str, Any]:
    """A new line among the roles."""
    return {f"roles-{place}-username": name, f"roles-{place}-kind": kind}


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


def test_a_copy_is_a_draft_of_its_own(owner):
    address = page_of("tournament", "copy", owner.tournament.pk)
    assert owner.client.get(address).status_code == 200
    answer = owner.client.post(
        address, {"name": "Next year", "slug": "next-year", "starts_at_0": "", "starts_at_1": ""}
    )
    copy = Tournament.objects.get(slug="next-year")
    assert answer["Location"] == page_of("tournament", "change", copy.pk)
    assert (copy.visibility, copy.stages.count(), copy.entries.count()) == ("draft", 2, 0)
    again = owner.client.post(
        address, {"name": "Again", "slug": "next-year", "starts_at_0": "", "starts_at_1": ""}
    )
    assert again.status_code == 200
    assert "slug" in again.content.decode().lower()


# --- Mixes -------------------------------------------------------------------------------------------------

MIX = {"name": "Ours", "preset": "custom", "edition": "base", "pause": "8", "rounds": "[1, 2, 3]"}


def test_a_mix_is_made(root):
    assert root.post(page_of("optionmix", "add"), MIX).status_code == 302
    made = OptionMix.objects.get(name="Ours")
    assert (made.rounds, made.clock) == ([1, 2, 3], None)


def test_rounds_are_empty_where_a_preset_decides(root):
    assert root.get(page_of("optionmix", "add")).context["adminform"].form["rounds"].value() == ""
    fields = {**MIX, "preset": "standard", "rounds": ""}
    assert root.post(page_of("optionmix", "add"), fields).status_code == 302
    mix = OptionMix.objects.get(name="Ours")
    assert mix.rounds is None
    change = root.get(page_of("optionmix", "change", mix.pk))
    assert change.context["adminform"].form["rounds"].value() == ""


def test_a_mix_may_have_a_clock_for_each_decision(root):
    assert root.post(page_of("optionmix", "add"), {**MIX, "clock": "30"}).status_code == 302
    assert OptionMix.objects.get(name="Ours").clock == 30
    assert "30 seconds a decision" in root.get(page_of("optionmix", "changelist")).content.decode()


def test_a_mix_plays_an_edition_and_players_are_told(root):
    assert root.post(page_of("optionmix", "add"), {**MIX, "edition": "magic"}).status_code == 302
    mix = OptionMix.objects.get(name="Ours")
    assert mix.edition == "magic"
    assert mix_sentences(mix, online=True)[0].startswith("Wizard Magic: a 1 played where its suit must be")
    assert not any("Magic" in line for line in mix_sentences(OptionMix(), online=True))


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ({"edition": "gold"}, "edition"),
        ({"rounds": "[21]"}, "rounds"),
        ({"rounds": "[]"}, "rounds"),
        ({"rounds": '[{"cards": 2, "colour": "red"}]'}, "rounds"),
        ({"rounds": "[1"}, "rounds"),
        ({"preset": "tournament"}, "rounds"),
        ({"preset": "dm2008", "rounds": "", "restriction": "german"}, "restriction"),
        ({"preset": "standard", "rounds": "", "restriction": "german", "reveal": "delayed"}, "reveal"),
        ({"pause": "61"}, "pause"),
        ({"cheating": "on", "pause": "4"}, "pause"),
        ({"clock": "20"}, "clock"),
        ({"name": ""}, "name"),
    ],
)
def test_what_is_wrong_with_a_mix_is_said_at_its_field(root, fields, name):
    answer = root.post(page_of("optionmix", "add"), {**MIX, **fields})
    assert name in answer.context["adminform"].form.errors
    assert not OptionMix.objects.filter(name="Ours").exists()


def test_a_mix_that_was_drawn_with_is_frozen(owner, root):
    mix = owner.tournament.stages.first().mix
    address = page_of("optionmix", "change", mix.pk)
    assert "_save" in owner.client.get(address).content.decode()
    owner.press("add_bots", count=8, level="apprentice")
    owner.sure("close_check_in")
    owner.press("draw", 1)
    for client in (owner.client, root):
        assert 'name="_save"' not in client.get(address).content.decode()
        assert client.post(address, {**MIX, "name": "Changed"}).status_code == 403
    assert OptionMix.objects.get(pk=mix.pk).name == mix.name


def test_a_changed_mix_is_news_of_the_tournaments_that_play_with_it(
    owner, root, django_capture_on_commit_callbacks
):
    before = fresh(owner.tournament).number
    mix = owner.tournament.stages.first().mix
    with django_capture_on_commit_callbacks(execute=True):
        assert root.post(page_of("optionmix", "change", mix.pk), {**MIX, "name": mix.name}).status_code == 302
    assert fresh(owner.tournament).number == before + 1


def test_others_mixes_are_not_changed(owner):
    other = Organiser(organising("otto", event(mix=owner.tournament.stages.first().mix)))
    address = page_of("optionmix", "change", owner.tournament.stages.first().mix.pk)
    assert 'name="_save"' not in other.client.get(address).content.decode()
    assert other.client.get(page_of("optionmix", "changelist")).status_code == 200


# --- Lists -------------------------------------------------------------------------------------------------

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


def test_points_are_written_as_people_write_them(owner):
    page = owner.client.get(page_of("tournament", "change", owner.tournament.pk)).content.decode()
    assert 'value="45, 30, 20, 10, 5"' in page
    for written in ("3, 2, 1", "[3, 2, 1]"):
        answer, _ = change(owner, **{"stages-0-points_table": written})
        assert answer.status_code == 302
        assert owner.tournament.stages.get(number=1).points_table == [3, 2, 1]


def test_every_date_and_time_has_a_name_for_screen_readers(owner):
    page = owner.client.get(page_of("tournament", "change", owner.tournament.pk)).content.decode()
    for name in ("Entry opens", "Check-in closes", "Play starts"):
        assert f'aria-label="{name}, date"' in page
        assert f'aria-label="{name}, time"' in page


def test_spans_have_their_unit(owner):
    page = owner.client.get(page_of("tournament", "change", owner.tournament.pk)).content.decode()
    for words in (
        "Seconds that a table waits",
        "Seconds between the end of a stage",
        "Seconds between two stages",
    ):
        assert words in page


def test_the_menu_leads_organisers_to_their_desk(owner, root):
    assert f'href="{reverse("admin:desks")}"' in owner.client.get("/rules/").content.decode()
    assert owner.client.get(reverse("admin:desks"))["Location"] == owner.address("overview")
    event()
    event()
    assert root.get(reverse("admin:desks"))["Location"] == page_of("tournament", "changelist")
    nobody = Client()
    nobody.force_login(staff("stan"))
    assert nobody.get(reverse("admin:desks"))["Location"] == reverse("admin:index")


def test_a_mix_speaks_as_the_form_that_opens_a_table(root):
    words = (settings.BASE_DIR / "static/js/options.js").read_text()
    page = root.get(page_of("optionmix", "add")).content.decode()
    for field in ("preset", "edition", "restriction", "reveal"):
        for _, label in OptionMix._meta.get_field(field).choices or ():
            assert f'label: "{label}"' in words
            assert f">{label}</option>" in page


def test_the_audit_list_says_what_was_done_in_words(root):
    tournament = event()
    give_role(
        tournament_id=tournament.pk,
        username=person("rita").username,
        kind=RoleKind.HELPER,
        by=organiser(),
        now=AT,
    )
    page = root.get(page_of("auditentry", "changelist")).content.decode()
    entry = AuditEntry.objects.filter(tournament=tournament).latest("number")
    assert "_" in entry.type
    assert f">{entry.type.replace('_', ' ')}<" in page
    assert f">{entry.type}<" not in page
    assert "1 audit entry" in page
