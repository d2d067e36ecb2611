"""Who goes away, who comes back, and a pause that all who are there agree on."""

import pytest

from games.rules import engine
from games.rules.errors import Halted, NothingChanged, NotSeated, WrongPhase
from games.rules.legal import seats_to_act
from games.rules.sight import viewer_sight
from games.rules.state import State
from games.rules.topics.absence import AskStandIn, ComeBack, GoAway, LeaveGame, PlayerAway
from games.rules.topics.bidding import Bid
from games.rules.topics.holds import AskPause, EndOwnPause, HaltTable, ResumeTable, TableHalted
from games.rules.topics.pause import Ready
from games.rules.topics.playing import Play
from games.rules.topics.rulings import ReplacePlayer
from tests.support.rules.tables import AT, a_table, joined, opened, up_to_play


def do(state, seat, action):
    return engine.take_action(state, seat, action, AT)[0]


def sight(state, viewer=None):
    return viewer_sight(state, viewer, number=1, server_time=AT)


def test_who_is_away_is_shown_so():
    state = do(a_table(), None, GoAway(2))
    assert [player["away"] for player in sight(state)["players"]] == [False, False, True, False]
    state = do(state, None, ComeBack(2))
    assert not any(player["away"] for player in sight(state)["players"])


def test_nobody_goes_twice_or_comes_back_without_having_gone():
    state = do(a_table(), None, GoAway(2))
    with pytest.raises(NothingChanged):
        do(state, None, GoAway(2))
    with pytest.raises(NothingChanged):
        do(state, None, ComeBack(1))


def test_bots_are_never_away():
    with pytest.raises(NothingChanged):
        do(a_table(kind="bot"), None, GoAway(0))


def test_one_leaves_a_running_game_on_purpose():
    state = a_table()
    _, (event, *_) = engine.take_action(state, 1, LeaveGame(), AT)
    assert event == PlayerAway(1, left=True)
    with pytest.raises(NotSeated):
        do(state, None, LeaveGame())
    with pytest.raises(WrongPhase):
        do(opened(), 0, LeaveGame())


def test_a_pause_begins_when_all_ask_for_it_and_anyone_ends_it():
    state = a_table()
    for seat in range(3):
        state = do(state, seat, AskPause())
        assert not state.halted
    assert sight(state)["pause_asked"] == [0, 1, 2]
    state, happened = engine.take_action(state, 3, AskPause(), AT)
    assert happened[-1] == TableHalted("players")
    seen = sight(state, 0)
    assert (seen["halted"], seen["own_pause"], seen["turn"], seen["pause_asked"]) == (True, True, [], [])
    with pytest.raises(Halted, match="The players have paused this table"):
        do(state, 0, Bid(0))
    state = do(state, 2, EndOwnPause())
    assert (state.halted, state.own_pause, seats_to_act(state) != ()) == (False, False, True)


def test_who_is_away_is_not_asked():
    state = do(a_table(), None, GoAway(3))
    for seat in range(3):
        state = do(state, seat, AskPause())
    assert state.halted


def test_who_goes_while_the_others_wait_for_them_lets_the_pause_begin():
    state = a_table()
    for seat in range(3):
        state = do(state, seat, AskPause())
    state, happened = engine.take_action(state, None, GoAway(3), AT)
    assert happened[-1] == TableHalted("players")


def with_a_bot_of_a_user() -> State:
    """A table of two people and, at seat 2, a bot that a user runs; stand-ins come on request."""
    state = opened(3, preset="custom", rounds=[{"cards": 1}], stand_in_minutes=0)
    for user, (name, kind) in enumerate([("ada", "human"), ("ben", "human"), ("robby", "bot")], start=1):
        state = joined(state, name, kind=kind, user=user)
    return state


def test_a_bot_does_not_stop_a_table_that_all_people_have_left():
    state = with_a_bot_of_a_user()
    for seat in (0, 1):
        state = do(state, None, GoAway(seat))
    assert not do(state, 2, AskPause()).halted


def test_a_bot_does_not_replace_the_last_person():
    state = do(with_a_bot_of_a_user(), None, GoAway(0))
    assert do(state, 2, AskStandIn(1)).away == {0}


def test_one_person_is_enough_to_replace_a_bot():
    state = do(with_a_bot_of_a_user(), None, GoAway(0))
    assert do(state, 1, AskStandIn(2)).away == {0, 2}


def test_who_takes_over_a_seat_does_not_inherit_requests():
    state = a_table(4, stand_in_minutes=0)
    for seat in (0, 1):
        state = do(state, seat, AskStandIn(3))
    state = do(state, 3, AskPause())
    state = do(state, None, ReplacePlayer(3, "zoe", "human", 99))
    assert do(state, 2, AskStandIn(3)).away == set()
    for seat in (0, 1, 2):
        state = do(state, seat, AskPause())
    assert not state.halted


def test_one_asks_once():
    state = do(a_table(), 0, AskPause())
    with pytest.raises(NothingChanged):
        do(state, 0, AskPause())


def test_the_organisers_pause_is_not_the_players_to_end():
    state = do(a_table(), None, HaltTable())
    with pytest.raises(Halted, match="The organisers have paused this table"):
        do(state, 0, EndOwnPause())
    with pytest.raises(Halted):
        do(state, 0, AskPause())


def test_the_organisers_take_over_a_pause_of_the_players():
    state = a_table()
    for seat in range(4):
        state = do(state, seat, AskPause())
    state = do(state, None, HaltTable())
    assert (state.halted, state.own_pause) == (True, False)
    assert not do(state, None, ResumeTable()).halted


def test_no_pause_is_ended_that_is_not():
    with pytest.raises(WrongPhase):
        do(a_table(), 0, EndOwnPause())


def test_the_next_round_waits_for_who_is_there():
    state = up_to_play(a_table(3, preset="custom", rounds=[{"cards": 1}, {"cards": 1}]))
    while state.status == "playing":
        state = do(state, seats_to_act(state)[0], Play(state.round.hands[seats_to_act(state)[0]][0]))
    state = do(state, None, GoAway(0))
    state = do(state, 1, Ready())
    assert state.status == "pause"
    assert do(state, 2, Ready()).round.number == 2


def test_a_table_is_deserted_when_nobody_is_left_who_would_miss_a_move():
    state = a_table()
    for seat in range(4):
        assert not state.is_deserted
        state = do(state, None, GoAway(seat))
    assert state.is_deserted
    assert not state._replace(organised=True).is_deserted
    assert not a_table(kind="bot").is_deserted
