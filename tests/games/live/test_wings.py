"""Cards and bids are prepared over the socket: their player alone sees them, and each is played once."""

import pytest
from asgiref.sync import sync_to_async as aside

from games.store import tables
from tests.support.games.connections.socket_client import Socket, socket_path
from tests.support.games.playing import bidding, on_turn, sight


async def turn_of(table_id):
    """The seat on turn and the one after it."""
    seat = await aside(on_turn)(table_id)
    return seat, (seat + 1) % 4


async def hand_of(table_id, seat):
    """A seat's cards."""
    return (await aside(sight)(table_id, seat))["hand"]


@pytest.fixture
def socket_at(table_id, tokens, name_at):
    """Makes the socket of whoever sits on a seat."""

    async def make(seat, at=table_id):
        return Socket(socket_path(at), tokens[await aside(name_at)(at, seat)])

    return make


async def test_a_card_is_marked_and_only_its_player_sees_which(table_id, socket_at):
    first, second = await turn_of(table_id)
    card = (await hand_of(table_id, second))[0]
    async with await socket_at(second) as own, await socket_at(first) as other:
        number = (await own.hear())["number"]
        await other.hear()
        await own.say({"type": "wing", "card": card})
        seen = await own.next("update")
        assert (seen["number"], seen["events"], seen["sight"]["wing"]) == (number, [], card)
        await own.say({"type": "wing", "card": None})
        assert (await own.next("update"))["sight"]["wing"] is None
        assert await other.is_quiet() == []


async def test_the_same_card_again_changes_nothing(table_id, socket_at):
    _, second = await turn_of(table_id)
    card = (await hand_of(table_id, second))[0]
    async with await socket_at(second) as own:
        await own.hear()
        await own.say({"type": "wing", "card": card})
        await own.next("update")
        await own.say({"type": "wing", "card": card})
        assert [frame["type"] for frame in await own.is_quiet()] == []


async def test_the_action_is_answered_and_happens_once_per_id(table_id, socket_at):
    _, second = await turn_of(table_id)
    cards = await hand_of(table_id, second)
    async with await socket_at(second) as own:
        await own.act("a", type="wing", card=cards[0])
        first = await own.next("ack", id="a")
        await own.act("b", type="wing", card=cards[1])
        await own.next("ack", id="b")
        await own.act("a", type="wing", card=cards[0])
        assert (await own.next("ack", id="a"))["number"] == first["number"]
    assert (await aside(sight)(table_id, second))["wing"] == cards[1]


async def test_a_marked_card_is_played_once_also_by_a_server_that_starts_anew(table_id, socket_at):
    first, second = await turn_of(table_id)
    lead = (await aside(sight)(table_id, first))["playable"][0]
    legal = next(
        (card for card in await hand_of(table_id, second) if card[0] in (lead[0], "W", "J")),
        (await hand_of(table_id, second))[0],
    )
    async with await socket_at(second) as own, await socket_at(first) as leader:
        await own.act("w", type="wing", card=legal)
        await own.next("ack", id="w")
        await aside(tables.clear_cached_tables)(table_id)
        await leader.act("p", type="play", card=lead)
        number = (await leader.next("ack", id="p"))["number"]
        seen = await own.until(number + 1)
        assert [play["card"] for play in seen["sight"]["trick"]["plays"]] == [lead, legal]
        assert seen["sight"]["wing"] is None
        assert legal not in seen["sight"]["hand"]


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ({"type": "wing", "card": "R99"}, "bad_request"),
        ({"type": "wing", "card": "R1", "bid": 1}, "bad_request"),
        ({"type": "wing", "card": 7}, "bad_request"),
    ],
)
async def test_a_frame_that_is_none_is_refused(table_id, socket_at, frame, code):
    async with await socket_at(0) as own:
        await own.hear()
        await own.say(frame)
        assert (await own.next("refused"))["code"] == code


async def test_cards_of_others_and_spectators_are_refused(table_id, tokens, socket_at):
    card = (await hand_of(table_id, 1))[0]
    async with await socket_at(0) as own, Socket(socket_path(table_id)) as stranger:
        await own.say({"type": "wing", "card": card})
        assert (await own.next("refused"))["code"] == "card_not_in_hand"
        await stranger.say({"type": "wing", "card": card})
        assert (await stranger.next("refused"))["code"] == "not_authenticated"


async def test_a_bid_is_prepared_and_made_when_the_turn_comes(tokens, socket_at):
    table_id = await aside(bidding)()
    first, second = await turn_of(table_id)
    async with await socket_at(second, table_id) as own, await socket_at(first, table_id) as other:
        number = (await own.hear())["number"]
        await other.hear()
        await own.act("b", type="prepare_bid", bid=2)
        assert (await own.next("ack", id="b"))["number"] == number
        assert await other.is_quiet() == []
        await other.act("o", type="bid", bid=0)
        made = (await own.until(number + 2))["sight"]
        assert [player["bid"] for player in made["players"] if player["bid"] is not None].count(2) == 1
        assert "prepared_bid" not in made
