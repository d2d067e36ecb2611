"""Cards and bids are prepared over HTTP, and what became illegal is told to its player."""

from functools import partial

import pytest

from tests.support.games.people import api_of, person
from tests.support.games.playing import bidding, do, in_play, on_turn, sight
from tests.support.games.responses import TABLES, is_refused

pytestmark = pytest.mark.django_db


def api_at(table_id, seat):
    """The client of whoever sits on a seat."""
    return api_of(person(sight(table_id)["players"][seat]["name"]))


def seen(table_id, seat):
    """A seat's sight over HTTP."""
    return api_at(table_id, seat).get(f"{TABLES}/{table_id}").json()["sight"]


def table_with_an_illegal_wing():
    """A table, a card to lead, the next seat, and a card of it that could not follow."""
    table_id = in_play(8)
    first = on_turn(table_id)
    following = (first + 1) % 4
    hand = sight(table_id, following)["hand"]
    held = {card[0] for card in hand} & set("RYGB")
    lead = next(card for card in sight(table_id, first)["hand"] if card[0] in held)
    wrong = next(card for card in hand if card[0] in held - {lead[0]})
    return table_id, lead, following, wrong


def test_a_card_that_may_not_be_played_is_unmarked_and_its_player_is_told():
    table_id, lead, seat, wrong = table_with_an_illegal_wing()
    path = f"{TABLES}/{table_id}/wing"
    table = api_at(table_id, seat).put(path, {"card": wrong}).json()
    assert table["sight"]["wing"] == wrong
    do(table_id, on_turn(table_id), {"type": "play", "card": lead})
    own = seen(table_id, seat)
    assert (own["wing"], own["unmarked"]) == (None, {"card": wrong, "bid": None})
    assert [other for other in range(4) if "unmarked" in seen(table_id, other)] == [seat]
    is_refused(lambda: api_at(table_id, seat).put(path, {"card": wrong}), 409, "must_follow_suit")
    assert api_at(table_id, seat).delete(path).status_code == 204


def test_a_prepared_bid_is_seen_by_its_player_alone_and_can_be_taken_back():
    table_id = bidding()
    seat = (on_turn(table_id) + 1) % 4
    api, path = api_at(table_id, seat), f"{TABLES}/{table_id}/actions"
    other_events = partial(api_at(table_id, (seat + 1) % 4).get, f"{TABLES}/{table_id}/events")
    before = other_events().json()
    assert api.post(path, {"id": "1", "type": "prepare_bid", "bid": 3}).json()["number"] == before["number"]
    assert [seen(table_id, other).get("prepared_bid") for other in range(4)].count(3) == 1
    assert seen(table_id, seat)["prepared_bid"] == 3
    assert other_events().json() == before
    assert api.post(path, {"id": "2", "type": "prepare_bid", "bid": None}).status_code == 200
    assert "prepared_bid" not in seen(table_id, seat)
    is_refused(lambda: api.post(path, {"id": "3", "type": "prepare_bid", "bid": 9}), 409, "bid_out_of_range")
