"""Claims over HTTP: each refusal has its code, and nobody else learns of it; a proven one is seen by all."""

from random import Random

import pytest

from tests.support.games.people import api_of, person
from tests.support.games.playing import in_play, move, number, on_turn, sight
from tests.support.games.responses import TABLES, is_refused

pytestmark = pytest.mark.django_db


def api_at(table_id, seat):
    """The client of whoever sits on a seat."""
    return api_of(person(sight(table_id)["players"][seat]["name"]))


def claim(table_id, seat, tricks):
    return api_at(table_id, seat).post(
        f"{TABLES}/{table_id}/actions", {"id": f"{seat}-{tricks}", "type": "claim", "tricks": tricks}
    )


@pytest.mark.parametrize(
    ("options", "code"), [({}, "claim_too_early"), ({"cheating": True, "pause": 5}, "claims_unavailable")]
)
def test_a_claim_that_cannot_be_decided_is_refused_with_the_reason(options, code):
    table_id = in_play(5, **options)
    seat = on_turn(table_id)
    before = number(table_id)
    is_refused(lambda: claim(table_id, seat, "all"), 409, code)
    is_refused(lambda: claim(table_id, (seat + 1) % 4, "all"), 409, code if options else "not_your_turn")
    assert number(table_id) == before


def test_another_word_than_all_or_none_is_a_bad_request():
    table_id = in_play(2)
    is_refused(lambda: claim(table_id, on_turn(table_id), "some"), 400, "bad_request")


def test_an_unproven_claim_leaves_no_trace_for_the_others_and_a_proven_one_is_seen_by_all():
    table_id, rng = in_play(2, 3, 4, 3, 2), Random(2)
    unproven = 0
    while sight(table_id)["status"] != "finished":
        seat = on_turn(table_id) if sight(table_id)["turn"] else None
        for tricks in sight(table_id, seat)["can_claim"] if seat is not None else ():
            before = number(table_id)
            answer = claim(table_id, seat, tricks)
            events = api_at(table_id, (seat + 1) % 4).get(f"{TABLES}/{table_id}/events?after={before}").json()
            if answer.status_code == 200:
                first = events["events"][0]
                assert (first["type"], first["seat"], first["tricks"]) == ("tricks_claimed", seat, tricks)
                assert unproven
                return
            assert answer.json()["code"] == "claim_unproven"
            assert events == {"number": before, "events": []}
            unproven += 1
        move(table_id, rng)
    pytest.fail("No claim was proven.")
