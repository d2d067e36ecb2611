"""Tables that play the same cards: nobody sees anybody else's before the stage's last table is done."""

import pytest

from tests.support.games.people import person
from tests.support.tournaments.events import AT, desk, event, play, start, table, with_people
from tests.support.tournaments.pages.visitors import browse, call, get
from tournaments.services.stage import closing
from tournaments.services.table.rulings import stop_table

pytestmark = pytest.mark.usefixtures("on_file")
PEOPLE = ("alice", "bob", "dora", "emil", "fay", "gus", "hal", "ida")
WAYS = ("/api/v1/tables/{}", "/api/v1/tables/{}/events", "/api/v1/tables/{}/record", "/tables/{}/")


@pytest.fixture
def running():
    tournament = event({}, same_deals=True)
    with_people(tournament, PEOPLE)
    start(tournament, 1)
    return tournament


def at_table(tournament, table_number):
    """The names of who sits there."""
    return [
        placement.entry.name
        for placement in table(tournament, table_number).placements.select_related("entry")
    ]


def shut(names, game):
    """The ways to a table's cards, as these people find them."""
    return {browse(name).get(way.format(game)).status_code for name in names for way in WAYS}


def test_others_see_nothing_of_a_table_and_its_own_people_no_record(running):
    play(running, 1, most=1)
    first, second = (table(running, table_number).game_id for table_number in (1, 2))
    outside = [None, "olga", *at_table(running, 2)]
    assert shut(outside, first) == {403}
    assert shut([None, *at_table(running, 1)], second) == {403}
    for name in at_table(running, 1):
        assert call(name, "GET", "").status_code == 200
        answer = browse(name).get(f"/api/v1/tables/{first}/record")
        assert (answer.status_code, answer.json()["code"]) == (409, "not_finished")
    listed = browse(None).get("/api/v1/tables?status=finished").json()["results"]
    assert first not in [row["id"] for row in listed]


def test_the_stage_tells_results_but_no_way_to_the_cards_until_all_are_done(running):
    play(running, 1, most=1)
    path = f"{running.slug}/stages/1"
    first, second = get("alice", path)["tables"]
    assert (first["status"], first["record"], first["replay"]) == ("finished", None, None)
    assert first["seats"][0]["score"] is not None
    assert second["status"] == "playing"
    play(running, 1)
    # The last table is done when the stage is closed: until then a result can still be replayed or corrected.
    assert [row["record"] for row in get("alice", path)["tables"]] == [None, None]
    closing.close_stage(**desk(running), stage_number=1)
    tables = get("alice", path)["tables"]
    assert shut([None, *PEOPLE], tables[0]["id"]) == {200}
    hands = [
        [round_["hands"] for round_ in browse(None).get(row["record"]).json()["rounds"]] for row in tables
    ]
    assert hands[0] == hands[1]


def test_a_table_that_is_stopped_is_sealed_like_the_others(running):
    stop_table(stage_table_id=table(running).pk, actor=person("olga"), now=AT, reason="overtime")
    game = table(running).game_id
    assert shut([None, *at_table(running, 2)], game) == {403}
    assert get(None, f"{running.slug}/stages/1")["tables"][0]["record"] is None
