"""What entrants are told on their devices."""

import pytest
from django.utils import translation

from core.sentence import encode_sentences
from notifications.kinds import NoticeKind, build_title_and_body
from notifications.models import PendingPush
from tests.support.games.people import person
from tests.support.notifications.devices import create_device
from tests.support.tournaments.events import AT, desk, event, with_people
from tournaments.models import Stage, StageTable
from tournaments.services.draw import draws
from tournaments.services.editing import editing
from tournaments.services.entry import notices, own_entry
from tournaments.services.lifecycle import lifecycle
from tournaments.services.table import opening

pytestmark = pytest.mark.django_db


def told() -> list[tuple[str, str, dict]]:
    """What waits to be sent, by kind: kind, user, facts; and forget it."""
    rows = PendingPush.objects.select_related("device__user").order_by("kind", "pk")
    found = [(row.kind, row.device.user.username, row.facts, row.path) for row in rows]
    PendingPush.objects.all().delete()
    return found


def test_entrants_are_told_that_check_in_is_open():
    tournament = event()
    for name in ("alice", "bob"):
        own_entry.enter_tournament(tournament_id=tournament.pk, user=person(name), now=AT)
    create_device(person("alice"))
    create_device(person("stranger"))
    lifecycle.open_check_in(**desk(tournament))
    facts = {"tournament": tournament.name}
    assert told() == [("check_in", "alice", facts, tournament.get_absolute_url())]


def test_players_are_told_of_their_seat_and_of_their_open_table_but_not_of_drafts():
    tournament = event()
    user = with_people(tournament, ["alice", "bob", "dora"])[1].user
    create_device(user)
    stage = Stage.objects.get(tournament=tournament, number=1)
    draws.draw_stage(**desk(tournament), stage_number=1, seed=1)
    assert told() == []
    draws.release_draw(**desk(tournament), stage_number=1)
    facts = {"tournament": tournament.name, "stage": encode_sentences(stage.title), "table": 1}
    assert told() == [("seated", user.username, facts, tournament.get_absolute_url())]
    opening.start_tables(**desk(tournament), stage_number=1)
    game = StageTable.objects.get(stage=stage).game_id
    assert told() == [("table_open", user.username, facts, f"/tables/{game}/")]


def test_a_stage_is_told_in_the_language_of_the_device():
    """An organiser who reads German releases the draw."""
    tournament = event()
    create_device(with_people(tournament, ["alice", "bob", "dora"])[1].user)
    with translation.override("de"):
        draws.draw_stage(**desk(tournament), stage_number=1, seed=1)
        draws.release_draw(**desk(tournament), stage_number=1)
    facts = PendingPush.objects.get(kind="seated").facts
    said = {}
    for language in ("en", "de"):
        with translation.override(language):
            said[language] = build_title_and_body(NoticeKind.SEATED, facts).body
    assert said["en"] == f"{tournament.name}, Stage 1: you play at table 1."
    assert said["de"] == f"{tournament.name}, Stufe 1: Du spielst an Tisch 1."


def test_what_is_refused_tells_nobody():
    tournament = event()
    create_device(with_people(tournament, ["alice", "bob", "dora"])[1].user)
    told()
    lifecycle.cancel_tournament(**desk(tournament), reason="rain")
    with pytest.raises(lifecycle.WrongMoment):
        lifecycle.open_check_in(**desk(tournament))
    assert told() == []


def test_players_are_told_together(django_assert_max_num_queries):
    tournament = event()
    names = [f"player{number}" for number in range(12)]
    for entry in with_people(tournament, names):
        create_device(entry.user)
    told()
    stage = Stage.objects.get(tournament=tournament, number=1)
    draws.draw_stage(**desk(tournament), stage_number=1, seed=1)
    with editing(**desk(tournament)) as edit, django_assert_max_num_queries(3):
        notices.notify_of_seats(edit, stage)
    assert len(told()) == len(names)
