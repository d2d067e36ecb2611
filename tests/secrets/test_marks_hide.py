"""What a player marks, and that it was unmarked, is seen by nobody else: not even that there was anything.

Twins: two tables with the same people, cards and moves. At one of them cards are marked and bids prepared
that the rules do not allow on the turn; all that anybody else gets is the same at both.
"""

from random import Random
from typing import Any

import orjson
import pytest
from asgiref.sync import sync_to_async as aside
from rest_framework.test import APIClient

from core.realtime import bus
from games import broadcast
from games.live import protocol
from games.models import LogEntry, Mark, Table
from games.rules.topics.bidding import Bid
from games.rules.topics.playing import Play
from games.rules.topics.preparing import PrepareBid, SetWing
from games.selectors.sights import load_table_sights
from tests.support.games.connections.socket_client import Socket, socket_path
from tests.support.games.people import person
from tests.support.games.playing import AT, NAMES, bidding, do, in_play, move, number, sight, snapshot

SEATS = range(4)
CHEATING = {"cheating": True, "pause": 60}


def told(table_id: str, owner: int, after: int) -> dict[Any, Any]:
    """All that everybody but `owner` can get: frames, answers of the API, and how often the table woke."""
    found: dict[Any, Any] = {}
    for viewer in (None, *SEATS):
        if viewer != owner:
            shown = load_table_sights(table_id, now=AT).update(viewer, after=after, with_sheet=True)
            found["frame", viewer] = protocol.encode_update(**shown)
    for name in (*NAMES[:4], None):
        if name is not None and snapshot(table_id).state.seat_of(person(name).pk) == owner:
            continue
        client = APIClient()
        if name is not None:
            client.force_authenticate(person(name))
        for path in ("", "/events"):
            answer = client.get(f"/api/v1/tables/{table_id}{path}")
            body = orjson.loads(answer.content)
            body.pop("opened_at", None), body.pop("invite", None), body.pop("id", None)
            body.get("sight", {}).pop("server_time", None)
            headers = {
                key: value for key, value in answer.headers.items() if key in ("ETag", "Last-Modified")
            }
            found["answer", name, path] = (body, headers)
    rows = LogEntry.objects.filter(table_id=table_id, number__gt=after)
    found["log"] = list(rows.values_list("number", "seat", "type", "data", "at"))
    found["table"] = Table.objects.filter(pk=table_id).values("number", "status", "due_at").get()
    return found


@pytest.fixture
def wakes():
    """The wake-ups that all processes get of tables that have moved."""
    found: list[broadcast.Wake] = []
    bus.add_listener(found.append, kind=broadcast.Wake)
    yield found
    bus.remove_listener(found.append)


def without_ids(wakes: list[broadcast.Wake]) -> list[broadcast.Wake]:
    """The wake-ups as if they were of one table, without what only processes hear: the count of marks."""
    return [wake._replace(table_id="a twin", mark_version=0) for wake in wakes]


def refused_card(table_id: str) -> tuple[int, int, str, str] | None:
    """A leader and the next seat, a card to lead, and one of the next seat's that breaks the suit."""
    seen = sight(table_id)
    if seen["status"] != "playing" or seen["trick"]["plays"]:
        return None
    leader = seen["turn"][0]
    owner = (leader + 1) % 4
    hand = sight(table_id, owner)["hand"]
    for lead in sight(table_id, leader)["legal"]["cards"]:
        others = [card for card in hand if card[0] in "RYGB" and card[0] != lead[0]]
        if lead[0] in "RYGB" and others and any(card[0] == lead[0] for card in hand):
            return leader, owner, lead, others[0]
    return None


@pytest.mark.django_db
@pytest.mark.parametrize("options", [{}, CHEATING], ids=["strict", "cheating"])
def test_a_card_that_is_marked_and_unmarked_leaves_nothing_that_others_could_see(options, wakes):
    one, other = in_play(**options), in_play(**options)
    rng, again = Random(1), Random(1)
    while (situation := refused_card(one)) is None:
        move(one, rng), move(other, again)
    leader, owner, lead, forbidden = situation
    before = number(one)
    wakes.clear()
    do(one, owner, SetWing(sight(one, owner)["hand"][0]), action_id="first")
    do(one, owner, SetWing(None), action_id="second")
    do(one, owner, SetWing(forbidden), action_id="third")
    assert wakes == []
    assert told(one, owner, before) == told(other, owner, before)
    assert sight(one, owner)["wing"] == forbidden
    do(one, leader, Play(lead)), do(other, leader, Play(lead))
    assert sight(one, owner)["unmarked"] == {"card": forbidden, "bid": None}
    assert "unmarked" not in sight(other, owner)
    assert told(one, owner, before) == told(other, owner, before)
    by_hand = sight(one, owner)["legal"]["cards"][0]
    do(one, owner, Play(by_hand)), do(other, owner, Play(by_hand))
    assert told(one, owner, before) == told(other, owner, before)
    assert without_ids(wakes[::2]) == without_ids(wakes[1::2])
    assert Mark.objects.filter(table_id=one).exists()


@pytest.mark.django_db
def test_a_prepared_bid_that_is_refused_leaves_nothing_that_others_could_see(wakes):
    one, other = (bidding(2, restriction="notequal") for _ in range(2))
    first = sight(one)["turn"][0]
    seats = [(first + n) % 4 for n in SEATS]
    dealer, before = seats[-1], number(one)
    do(one, dealer, PrepareBid(0), action_id="first")
    do(one, dealer, PrepareBid(2), action_id="second")
    assert told(one, dealer, before) == told(other, dealer, before)
    for seat in seats[:3]:
        do(one, seat, Bid(0)), do(other, seat, Bid(0))
    assert sight(one, dealer)["unmarked"] == {"card": None, "bid": 2}
    assert told(one, dealer, before) == told(other, dealer, before)
    do(one, dealer, Bid(1)), do(other, dealer, Bid(1))
    assert told(one, dealer, before) == told(other, dealer, before)


@pytest.mark.django_db(transaction=True)
async def test_sockets_of_others_and_of_spectators_get_no_frame():
    table_id = await aside(in_play)(cheating=True, pause=60)
    leader = (await aside(sight)(table_id))["turn"][0]
    owner = (leader + 1) % 4
    card = (await aside(sight)(table_id, owner))["hand"][0]
    async with Socket(socket_path(table_id)) as spectator:
        first = await spectator.hear()
        await aside(do)(table_id, owner, SetWing(card))
        await aside(do)(table_id, owner, SetWing(None))
        assert await spectator.is_quiet() == []
        assert await aside(number)(table_id) == first["number"]


@pytest.mark.django_db
def test_what_is_marked_is_in_the_owners_sight_and_would_be_found():
    table_id = in_play()
    owner = (sight(table_id)["turn"][0] + 1) % 4
    before, card = number(table_id), sight(table_id, owner)["hand"][0]
    nobody = told(table_id, -1, before)
    do(table_id, owner, SetWing(card))
    assert {key for key, value in told(table_id, -1, before).items() if value != nobody[key]} == {
        ("frame", owner),
        ("answer", next(name for name in NAMES if seat_of(table_id, name) == owner), ""),
    }


def seat_of(table_id: str, name: str) -> int | None:
    """The seat of a person."""
    return snapshot(table_id).state.seat_of(person(name).pk)
