"""Presets fill in everything; copies take over all but the players."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps

from core.refusal import BadRequest
from games.rules.options import parse_options
from games.rules.options.schedules import plan_rounds
from games.rules.restriction import is_restricted
from tests.support.games.people import person
from tests.support.tournaments.events import AT, event, organiser
from tournaments.errors import RoleMissing
from tournaments.models import AuditEntry, OptionMix, Role
from tournaments.rules.mixes import find_option_mix_errors, supported_sizes, table_options
from tournaments.selectors.mixes import mix_from_model
from tournaments.services.lifecycle.copying import copy_tournament
from tournaments.services.lifecycle.presets import PRESETS, create_from_preset

pytestmark = pytest.mark.django_db


def created(preset, slug="open-2026", **more):
    what = {"preset": preset, "slug": slug, "name": "Open 2026", "actor": organiser(), "now": AT, **more}
    return create_from_preset(**what)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_a_draft_that_is_ready_to_go(preset):
    tournament = created(preset, starts_at=AT + timedelta(days=7))
    assert (tournament.visibility, tournament.status, tournament.preset) == ("draft", "entry", preset)
    assert tournament.roles.get().user == organiser()
    assert tournament.check_in_closes_at < tournament.starts_at
    stages = list(tournament.stages.select_related("mix"))
    assert [stage.number for stage in stages] == list(range(1, len(stages) + 1))
    for stage in stages:
        assert (
            find_option_mix_errors(mix_from_model(stage.mix), supported_sizes(mix_from_model(stage.mix)))
            == []
        )
    assert AuditEntry.objects.get(tournament=tournament).type == "created"


def test_the_world_championship():
    tournament = created("world")
    stages = list(tournament.stages.all())
    assert [stage.kind for stage in stages] == ["drawn"] * 4 + ["final"]
    assert (stages[0].minutes, stages[0].warn_minutes, stages[0].overrun_penalty) == (45, 5, 10)
    assert (stages[3].qualify, stages[3].qualify_count, tournament.nation_quota) == ("best", 4, 2)


def test_the_german_championship_of_2018():
    stages = list(created("german_2018").stages.all())
    assert [stage.kind for stage in stages] == ["drawn"] * 5 + ["knock_out"] * 2 + ["final"]
    assert (stages[4].qualify, stages[4].qualify_count) == ("best", 64)
    assert [stage.qualify for stage in stages[5:7]] == ["per_table"] * 2


@pytest.mark.parametrize("preset", ["german_2018", "german_2019"])
def test_the_german_championship_spares_rounds_of_one_card(preset):
    """So it has been played since 2015; all later rounds are restricted."""
    mixes = {mix_from_model(stage.mix) for stage in created(preset).stages.select_related("mix")}
    (mix,) = mixes
    options = parse_options(table_options(mix, 4))
    restricted = [
        is_restricted(
            plan, round_number=number, scores=(0,) * 4, dealer=0, spare_one_card=options.spare_one_card
        )
        for number, plan in enumerate(plan_rounds(options, 4), start=1)
    ]
    assert restricted == [False] + [True] * 9


@pytest.mark.parametrize("preset", PRESETS)
def test_whatever_is_played_here_has_a_clock(preset):
    for stage in created(preset).stages.select_related("mix"):
        assert stage.mix.clock == 30


def test_earlier_mixes_of_a_preset_stay_without_a_clock():
    old = OptionMix.objects.create(name="Ten rounds, bids may not add up", preset="tournament")
    assert created("world").stages.first().mix != old
    old.refresh_from_db()
    assert old.clock is None


def test_mixes_that_allow_cheating_get_a_longer_pause_when_the_site_is_upgraded():
    kept = {"quiet": (False, 0), "slow": (True, 8)}
    for name, (cheating, pause) in {**kept, "short": (True, 4), "none": (True, 0)}.items():
        OptionMix.objects.create(name=name, preset="standard", cheating=cheating, pause=pause)
    import_module("tournaments.migrations.0006_cheating_pause").lengthen_pauses(apps, None)
    pauses = dict(OptionMix.objects.values_list("name", "pause"))
    assert pauses == {"quiet": 0, "slow": 8, "short": 5, "none": 5}


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"preset": "none"}, "preset"),
        ({"slug": "Not A Slug"}, "slug"),
        ({"name": ""}, "name"),
        ({"slug": ""}, "slug"),
    ],
)
def test_what_is_wrong_is_told_by_field(wrong, field):
    with pytest.raises(BadRequest) as refused:
        created(**{"preset": "club", **wrong})
    assert field in refused.value.errors


def test_a_near_start_leaves_time_for_entry_and_for_check_in():
    tournament = created("online", starts_at=AT + timedelta(minutes=20))
    assert tournament.entry_closes_at == AT + timedelta(minutes=10)
    assert tournament.check_in_closes_at == AT + timedelta(minutes=18)
    assert tournament.entry_is_open(AT)


@pytest.mark.parametrize("seconds", [17, 90, 1000, 1234.5])
def test_a_near_start_gives_a_timetable_of_whole_minutes(seconds):
    starts_at = (AT + timedelta(seconds=seconds)).replace(second=0, microsecond=0) + timedelta(minutes=1)
    now = starts_at - timedelta(seconds=seconds)
    tournament = created("club", now=now, starts_at=starts_at)
    times = [tournament.entry_closes_at, tournament.check_in_opens_at, tournament.check_in_closes_at]
    assert all((at.second, at.microsecond) == (0, 0) for at in times)
    assert now <= times[0] == times[1] <= times[2] <= starts_at


def test_a_mix_that_somebody_has_changed_is_left_to_them():
    first = created("world").stages.first().mix
    assert created("world", slug="same").stages.first().mix == first
    OptionMix.objects.filter(pk=first.pk).update(pause=30)
    second = created("world", slug="other").stages.first().mix
    assert (second.name, second.pause) == (f"{first.name} (2)", 8)
    assert created("world", slug="third").stages.first().mix == second


def test_an_address_is_taken_once():
    created("club")
    with pytest.raises(BadRequest) as refused:
        created("club")
    assert "slug" in refused.value.errors


def test_a_copy_has_the_stages_and_the_organisers_and_its_own_dates():
    source = created("world", starts_at=AT + timedelta(days=7))
    Role.objects.create(tournament=source, user=person("rita"), kind="arbiter")
    copy = copy_tournament(
        tournament_id=source.pk,
        slug="open-2027",
        name="Open 2027",
        actor=organiser(),
        now=AT,
        starts_at=AT + timedelta(days=371),
    )
    assert (copy.slug, copy.visibility, copy.nation_quota) == ("open-2027", "draft", 2)
    assert source.check_in_closes_at is not None
    assert copy.check_in_closes_at == source.check_in_closes_at + timedelta(days=364)
    assert [s.kind for s in copy.stages.all()] == [s.kind for s in source.stages.all()]
    assert set(copy.roles.values_list("user__username", "kind")) == {("olga", "owner"), ("rita", "arbiter")}
    assert copy.lot_seed != source.lot_seed
    assert not copy.entries.exists()


def test_only_owners_copy():
    with pytest.raises(RoleMissing):
        copy_tournament(tournament_id=event().pk, slug="mine", name="Mine", actor=person("charlie"), now=AT)
