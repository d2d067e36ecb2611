"""Actions that are sent once and again: answered with their number, done once."""

from random import Random

import pytest

from games.models import LogEntry
from games.rules.errors import (
    BidOutOfRange,
)
from games.rules.topics.bidding import Bid
from games.rules.topics.cheating import Accuse
from games.store import tables
from tests.support.games.choices import some_action
from tests.support.games.playing import (
    bidding,
    do,
    in_pause,
    in_play,
    move,
    number,
    on_turn,
    sight,
)
from tests.support.games.snapshots import everything

RNG = Random(1)


@pytest.mark.django_db
def test_an_action_is_answered_with_the_number_that_it_became():
    table_id = bidding()
    before = number(table_id)
    answer = do(table_id, on_turn(table_id), Bid(1), action_id="bid-1")
    entry = LogEntry.objects.get(table_id=table_id, number=answer.number)
    assert answer == (before + 1, None)
    assert (entry.type, entry.action_id) == ("bid_made", "bid-1")


@pytest.mark.django_db
@pytest.mark.parametrize("forgotten", [False, True])
def test_an_action_sent_again_gets_its_old_answer_and_happens_once(forgotten):
    table_id = in_play()
    seat = on_turn(table_id)
    action = some_action(sight(table_id, seat), RNG)
    first = do(table_id, seat, action, action_id="once")
    for _ in range(5):
        move(table_id, RNG)
    before = everything()
    if forgotten:
        tables.clear_cached_tables()
    assert do(table_id, seat, action, action_id="once") == first
    assert everything() == before


@pytest.mark.django_db
def test_an_accusation_sent_again_gets_its_verdict_again_and_costs_once():
    table_id = in_pause(cheating=True)
    first = do(table_id, 0, Accuse(1, "button"), action_id="call")
    tables.clear_cached_tables()
    again = do(table_id, 0, Accuse(1, "button"), action_id="call")
    assert again == first
    assert first.outcome["verdict"] in ("caught", "wrong")
    assert LogEntry.objects.filter(table_id=table_id, type="accused").count() == 1


@pytest.mark.django_db
def test_the_same_id_of_two_players_is_two_actions():
    table_id = bidding(reveal="hiddentip")
    answers = [do(table_id, seat, Bid(1), action_id="same") for seat in (0, 1)]
    assert answers[0].number != answers[1].number


@pytest.mark.django_db
def test_a_refused_id_may_be_used_again():
    table_id = bidding()
    seat = on_turn(table_id)
    with pytest.raises(BidOutOfRange):
        do(table_id, seat, Bid(16), action_id="again")
    assert do(table_id, seat, Bid(2), action_id="again").number == number(table_id)
