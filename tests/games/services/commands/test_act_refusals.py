"""What the command handler refuses, by name."""

from datetime import timedelta
from random import Random

import pytest

from core.refusal import Refusal
from games.rules.errors import (
    BidNotAllowed,
    BidOutOfRange,
    CannotAccuseYourself,
    CardNotInHand,
    MustFollowSuit,
    NoSuchTable,
    NothingToAccuse,
    NotSeated,
    NotYourTurn,
    StrictTable,
    WrongPhase,
)
from games.rules.topics.bidding import Bid
from games.rules.topics.cheating import Accuse
from games.rules.topics.pause import EndPause, Ready
from games.rules.topics.playing import Play
from games.rules.topics.trump import NameTrump
from games.services.commands.act import carry_out_action, dispatch, set_wing
from games.services.commands.command import Command, Stale
from games.store.snapshot import Accepted
from tests.support.games.choices import some_action
from tests.support.games.people import person
from tests.support.games.playing import (
    AT,
    bidding,
    do,
    in_pause,
    in_play,
    move,
    number,
    on_turn,
    opened,
    play_on,
    running,
    short,
    sight,
    snapshot,
    user_at,
)
from tests.support.games.refusals import is_refused

RNG = Random(1)


@pytest.mark.django_db
def test_a_stranger_acts_nowhere():
    table_id = bidding()
    charlie = person("charlie")
    for action in (Bid(0), Play("R1"), Ready(), NameTrump("R"), Accuse(0, "button")):
        is_refused(NotSeated, lambda action=action: by(charlie, table_id, action))


def by(user, table_id: str, action) -> None:
    carry_out_action(table_id=table_id, user=user.pk, action=action, now=AT, action_id="x")


@pytest.mark.django_db
def test_a_table_that_does_not_exist_is_not_found():
    alice = person("alice")
    is_refused(NoSuchTable, lambda: by(alice, "nowhere", Bid(0)))


@pytest.mark.django_db
def test_what_does_not_fit_a_bidding_table_is_refused_by_name():
    table_id = bidding()
    seat = on_turn(table_id)
    other = (seat + 1) % 4
    is_refused(NotYourTurn, lambda: do(table_id, other, Bid(0)))
    is_refused(BidOutOfRange, lambda: do(table_id, seat, Bid(-1)))
    is_refused(BidOutOfRange, lambda: do(table_id, seat, Bid(6)))
    is_refused(WrongPhase, lambda: do(table_id, seat, Play(sight(table_id, seat)["hand"][0])))
    is_refused(WrongPhase, lambda: do(table_id, seat, NameTrump("R")))
    is_refused(WrongPhase, lambda: do(table_id, seat, Ready()))
    is_refused(StrictTable, lambda: do(table_id, seat, Accuse(other, "button")))
    is_refused(WrongPhase, lambda: raised(dispatch(Command(table_id, EndPause(), AT))))


def raised(outcome) -> None:
    if isinstance(outcome, Refusal):
        raise outcome


@pytest.mark.django_db
def test_the_bid_that_would_add_up_is_refused():
    table_id = bidding(restriction="notequal")
    for _ in range(3):
        do(table_id, on_turn(table_id), Bid(1))
    is_refused(BidNotAllowed, lambda: do(table_id, on_turn(table_id), Bid(2)))


@pytest.mark.django_db
def test_what_does_not_fit_a_playing_table_is_refused_by_name():
    table_id = in_play()
    seat = on_turn(table_id)
    hands = snapshot(table_id).state.round.hands
    is_refused(NotYourTurn, lambda: do(table_id, (seat + 1) % 4, Play(hands[(seat + 1) % 4][0])))
    is_refused(CardNotInHand, lambda: do(table_id, seat, Play(hands[(seat + 1) % 4][0])))
    is_refused(WrongPhase, lambda: do(table_id, seat, Bid(1)))
    do(table_id, seat, some_action(sight(table_id, seat), RNG))
    is_refused(NotYourTurn, lambda: do(table_id, seat, Play(hands[seat][0])))


@pytest.mark.django_db
def test_who_must_follow_suit_is_told_so_at_a_strict_table():
    rng = Random(2)
    table_id = in_play()
    while True:
        seen = sight(table_id, on_turn(table_id))
        barred = [card for card in seen["hand"] if card not in seen["legal"]["cards"]]
        if barred:
            break
        move(table_id, rng)
    is_refused(MustFollowSuit, lambda: do(table_id, seen["viewer"], Play(barred[0])))


@pytest.mark.django_db
def test_accusations_have_their_time():
    table_id = bidding(cheating=True)
    is_refused(NothingToAccuse, lambda: do(table_id, 0, Accuse(1, "button")))
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == "pause")
    is_refused(CannotAccuseYourself, lambda: do(table_id, 0, Accuse(0, "button")))
    play_on(table_id, Random(1))
    is_refused(NothingToAccuse, lambda: do(table_id, 0, Accuse(1, "button")))


@pytest.mark.django_db
def test_nobody_is_ready_twice():
    table_id = in_pause()
    do(table_id, 2, Ready())
    assert sight(table_id)["ready"] == [2]
    is_refused(WrongPhase, lambda: do(table_id, 2, Ready()))


# --- The scheduler -------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_scheduler_does_not_act_on_an_old_number():
    table_id = in_pause()
    old = Command(table_id, EndPause(), AT, at_number=snapshot(table_id).moved)
    assert isinstance(dispatch(old), Accepted)
    before = number(table_id)
    is_refused(Stale, lambda: raised(dispatch(old)))
    assert number(table_id) == before


@pytest.mark.django_db
def test_what_moves_nobody_does_not_make_the_scheduler_late():
    table_id = in_pause()
    due = Command(table_id, EndPause(), AT, at_number=snapshot(table_id).moved)
    at = snapshot(table_id).due_at
    do(table_id, 0, Ready())
    assert snapshot(table_id).due_at == at
    assert isinstance(dispatch(due), Accepted)


@pytest.mark.django_db
def test_nobody_can_put_off_the_bots_for_ever():
    table_id = opened(person("alice"), bots=2, size=3, options=short(5))
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == "playing" and 0 not in seen["turn"])
    at, moved = snapshot(table_id).due_at, snapshot(table_id).moved
    assert at is not None
    for card in sight(table_id, 0)["hand"] * 3:
        set_wing(table_id=table_id, user=user_at(table_id, 0), card=card, now=AT + timedelta(seconds=9))
    assert (snapshot(table_id).due_at, snapshot(table_id).moved) == (at, moved)


@pytest.mark.django_db
def test_what_is_so_already_makes_no_entry():
    table_id = running(3)
    before = number(table_id)
    set_wing(table_id=table_id, user=user_at(table_id, 0), card=None, now=AT)
    assert number(table_id) == before
