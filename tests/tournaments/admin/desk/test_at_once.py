"""Two organisers at the same moment: one acts, the other is told so."""

from functools import partial

import pytest

from tests.support.games.threads import at_once
from tests.support.tournaments.events import acts, event, sketched, stage_of
from tests.support.tournaments.pages.desks import Organiser, organising
from tournaments.models import AuditEntry


@pytest.fixture
def two(backend) -> list[Organiser]:
    """Olga and Otto at the desk of one tournament whose first stage is drawn."""
    tournament = event()
    organisers = [Organiser(organising(name, tournament), tournament) for name in ("olga", "otto")]
    sketched(tournament, 16)
    return organisers


def said_at_once(two: list[Organiser], button: str, **fields: str) -> list[str]:
    """Both press the same button; what each is told."""
    return at_once([partial(one.press, button, 1, **fields) for one in two])


def test_both_release(two):
    said = sorted(said_at_once(two, "release"))
    assert said == [
        "The seats of Stage 1 are released: players can see them.",
        "The seats of Stage 1 have already been released.",
    ]
    assert acts(two[0].tournament, "draw_released") == ["draw_released"]


def test_both_start_the_tables(two):
    two[0].press("release", 1)
    said = sorted(said_at_once(two, "start"))
    assert said == ["Stage 1 has already started.", "The tables of Stage 1 have started."]
    assert acts(two[0].tournament, "tables_started") == ["tables_started"]
    games = stage_of(two[0].tournament).tables.values_list("game", flat=True)
    assert len(set(games)) == 4


def test_both_draw(two):
    said = said_at_once(two, "draw")
    # Who comes second while the other still draws is told; the draw that stands is whole.
    assert any("is drawn" in sentence for sentence in said)
    assert all("is drawn" in sentence or "has just drawn" in sentence for sentence in said), said
    stage = stage_of(two[0].tournament)
    seats = list(stage.placements.values_list("entry", flat=True))
    assert len(seats) == len(set(seats)) == 16
    last = AuditEntry.objects.filter(tournament=two[0].tournament, type="seats_drawn").last()
    assert last.after["seed"] == stage.draw_seed
