"""A draw that is not released is the desk's alone: all that others can get is the same whatever was drawn."""

import re

import pytest

from tests.support.games.people import person
from tests.support.tournaments.events import AT, desk, event, play_stage, with_bots
from tests.support.tournaments.pages.visitors import browse
from tournaments.live import protocol
from tournaments.selectors.own.entry import next_step_for_user, own_entry
from tournaments.selectors.public.lists import visible_tournament
from tournaments.selectors.public.tournament import public_tournament
from tournaments.services.draw import draws
from tournaments.services.draw.drafts import swap_seats
from tournaments.services.entry import entries
from tournaments.services.entry import own_entry as own

pytestmark = pytest.mark.usefixtures("on_file")
PATHS = (
    "/tournaments/{slug}",
    "/tournaments/{slug}/live",
    "/tournaments/{slug}/hall",
    "/tournaments/{slug}/hall.json",
    "/api/v1/tournaments",
    "/api/v1/tournaments/{slug}",
    "/api/v1/tournaments/{slug}/standings",
    "/api/v1/tournaments/{slug}/stages/1",
    "/api/v1/tournaments/{slug}/stages/2",
    *(
        f"/tournaments/{{slug}}/export/{what}.{format}"
        for what in ("seats", "standings", "results")
        for format in ("csv", "json")
    ),
)
MOVING = re.compile(
    r'"number": ?\d+|"server_time": ?"[^"]+"|nonce="[^"]+"|csrfmiddlewaretoken" value="\w+|W/"[^"]+"'
)
"""What differs between two looks at the same thing."""


def seen(tournament):
    """All that alice, who plays, and a stranger can get."""
    found = {}
    for name in ("alice", None):
        for path in PATHS:
            answer = browse(name).get(path.format(slug=tournament.slug))
            found[name, path] = (answer.status_code, MOVING.sub("", answer.content.decode()))
        found[name, "socket"] = (200, MOVING.sub("", frame(name, tournament)))
    return found


def frame(name, tournament):
    """What the socket sends."""
    user = person(name) if name else None
    page = public_tournament(visible_tournament(tournament.slug, user))
    user_id = user.pk if user else None
    return protocol.encode_tournament(
        number=page.number,
        status=page.tournament.status,
        stage=page.newest_stage_number,
        step=next_step_for_user(page, user_id, now=AT),
        own=own_entry(page, user_id),
        now=AT,
    )


def with_alice(*stages):
    tournament = event(*stages)
    own.enter_tournament(tournament_id=tournament.pk, user=person("alice"), now=AT)
    entries.check_in_all(**desk(tournament))
    return with_bots(tournament, 7)


@pytest.mark.parametrize("stage_number", [1, 2])
def test_nothing_tells_a_sketch_from_another_or_from_none(stage_number):
    tournament = with_alice({}, {})
    if stage_number == 2:
        play_stage(tournament, 1)
    before = seen(tournament)
    for seed in (1, 2):
        draws.draw_stage(**desk(tournament), stage_number=stage_number, seed=seed)
        assert seen(tournament) == before
    one, other = (
        tournament.stages.get(number=stage_number).placements.filter(seat=1).values_list("pk", flat=True)
    )
    swap_seats(one=one, other=other, actor=person("olga"), now=AT)
    assert seen(tournament) == before

    draws.release_draw(**desk(tournament), stage_number=stage_number)
    after = seen(tournament)
    told = {path for (name, path), text in after.items() if text != before[name, path]}
    seats = "/tournaments/{slug}/export/seats.csv"
    stage = f"/api/v1/tournaments/{{slug}}/stages/{stage_number}"
    assert {"/tournaments/{slug}", "/tournaments/{slug}/hall.json", "socket", seats, stage} <= told
    draws.take_back_draw(**desk(tournament), stage_number=stage_number)
    assert seen(tournament) == before
