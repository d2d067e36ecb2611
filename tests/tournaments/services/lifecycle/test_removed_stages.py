"""Stages that somebody else removes while an organiser changes them."""

from functools import partial

import pytest

from tests.support.tournaments.events import desk, event
from tournaments.errors import NoSuchTournament
from tournaments.models import Stage
from tournaments.services.lifecycle import settings

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "change",
    [partial(settings.change_stage, changes={"name": "Final"}), settings.remove_stage],
    ids=["changed", "removed"],
)
def test_a_stage_that_has_just_been_removed_is_refused(monkeypatch, change):
    tournament = event({}, {})
    [stage, _] = tournament.stages.order_by("number")
    find = settings._get_tournament_id

    def find_before_removal(stage_id):
        found = find(stage_id)
        Stage.objects.filter(pk=stage_id).delete()
        return found

    monkeypatch.setattr(settings, "_get_tournament_id", find_before_removal)
    by = {name: value for name, value in desk(tournament).items() if name != "tournament_id"}
    with pytest.raises(NoSuchTournament, match="There is no such stage"):
        change(stage_id=stage.pk, **by)
    assert tournament.stages.count() == 1
