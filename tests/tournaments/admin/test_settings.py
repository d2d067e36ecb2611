"""The admin's own pages of tournaments: made from a preset, copied and set, with their stages."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.games.people import person
from tests.support.tournaments.events import AT, event, fresh, quick_mix
from tests.support.tournaments.pages.admin import change, page_of
from tests.support.tournaments.pages.desks import fields_of, fields_on, staff
from tournaments.models import AuditEntry, Role, Stage, Tournament
from tournaments.rules.presets import PRESETS
from tournaments.services.lifecycle.roles import grant_role

pytestmark = pytest.mark.django_db


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
    grant_role(
        tournament_id=owner.tournament.pk,
        username=person("hans").username,
        kind="owner",
        actor=owner.user,
        now=AT,
    )
    at = next(n for n, one in enumerate(owner.tournament.roles.all()) if one.user_id == owner.user.pk)
    answer, _ = change(owner, **{f"roles-{at}-DELETE": "on"})
    assert answer["Location"] == reverse("admin:index")


def test_a_stage_is_changed_on_its_own_page(owner):
    stage = owner.tournament.stages.get(number=1)
    address = page_of("stage", "change", stage.pk)
    sent = fields_of(owner.client.get(address))
    assert owner.client.post(address, {**sent, "minutes": "30"}).status_code == 302
    stage.refresh_from_db()
    assert stage.minutes == 30


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


@pytest.mark.parametrize(("language", "suffix"), [("en", " (copy)"), ("de", " (Kopie)")])
def test_the_name_suggested_for_a_copy_is_short_enough(owner, language, suffix):
    Tournament.objects.update(name="N" * 80)
    owner.user.preferences = {"language": language}
    owner.user.save()
    page = owner.client.get(page_of("tournament", "copy", owner.tournament.pk)).content.decode()
    suggested = fields_on(page)["name"]
    assert suggested.endswith(suffix)
    assert len(suggested) == 80


def test_two_stages_exchange_their_numbers(owner):
    first, second = owner.tournament.stages.all()
    answer, said = change(owner, **{"stages-0-number": "2", "stages-1-number": "1", "stages-1-minutes": "30"})
    assert answer.status_code == 302, said
    assert list(owner.tournament.stages.values_list("pk", "minutes")) == [(second.pk, 30), (first.pk, None)]
    log = AuditEntry.objects.filter(tournament=owner.tournament, type="stage_changed")
    assert [(entry.stage, entry.before, entry.after) for entry in log] == [
        (2, {"number": 1}, {"number": 2}),
        (1, {"number": 2}, {"number": 1}),
        (1, {"minutes": None}, {"minutes": 30}),
    ]


def test_a_stage_is_put_between_two_others(owner):
    final = owner.tournament.stages.get(number=2)
    more = {f"stages-2-{name}": value for name, value in {
        "number": 2, "kind": "swiss", "mix": quick_mix().pk, "points": "rank", "points_table": "[4, 3, 2, 1]",
        "qualify": "all", "warn_minutes": 5, "overrun_penalty": 0, "tournament": owner.tournament.pk,
    }.items()}  # fmt: skip
    answer, said = change(owner, **{"stages-TOTAL_FORMS": 3, "stages-1-number": "3", **more})
    assert answer.status_code == 302, said
    assert list(owner.tournament.stages.values_list("kind", flat=True)) == ["drawn", "swiss", "final"]
    final.refresh_from_db()
    assert final.number == 3


def test_a_stage_does_not_get_the_number_of_another_on_its_own_page(owner):
    stage = owner.tournament.stages.get(number=1)
    address = page_of("stage", "change", stage.pk)
    sent = fields_of(owner.client.get(address))
    page = owner.client.post(address, {**sent, "number": "2"}, follow=True).content.decode()
    assert "There already is a stage 2." in page
    assert owner.tournament.stages.get(pk=stage.pk).number == 1


def test_a_stage_does_not_go_before_one_that_is_drawn(owner):
    owner.press("add_bots", count=8, level="apprentice")
    owner.sure("close_check_in")
    owner.tournament.stages.filter(number=1).update(number=5)
    owner.tournament.stages.filter(number=2).update(number=6)
    owner.press("draw", 5)
    _, said = change(owner, **{"stages-1-number": "3"})
    assert said == ["Stage 3 or a later one has already been drawn."]


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
