"""The table before the first deal: who sits down, gets up and starts."""

import pytest

from core.refusal import BadRequest
from games.rules import engine
from games.rules.engine import apply
from games.rules.errors import (
    AlreadySeated,
    AlreadyStarted,
    NotEnoughPlayers,
    NothingToAccuse,
    NotSeated,
    SeatTaken,
    StrictTable,
    TableFull,
    WrongNumberOfPlayers,
    WrongPhase,
)
from games.rules.options import parse_options
from games.rules.topics.bidding import Bid
from games.rules.topics.cheating import Accuse
from games.rules.topics.lobby import (
    GameStarted,
    LeaveSeat,
    OpenTable,
    PlayerSeated,
    StartGame,
    TableOpened,
    TakeSeat,
)
from games.rules.topics.pause import EndPause, Ready
from games.rules.topics.playing import Play
from games.rules.topics.rounds import RoundDealt
from games.rules.topics.trump import NameTrump
from tests.support.rules.tables import AT, SEED, a_table, done, events, is_refused, joined, opened


def sitting(state):
    """The names by seat."""
    return [seat and seat.name for seat in state.seats]


# --- Opening --------------------------------------------------------------------------------------


def test_a_new_table_is_open_and_nobody_sits():
    state = opened(4)
    assert (state.status, sitting(state), state.round) == ("open", [None] * 4, None)


def test_opening_is_the_first_entry_of_the_log():
    state, log = engine.open_table(OpenTable(parse_options({}), 4, SEED), AT)
    assert log == [TableOpened(parse_options({}).as_dict(), 4, SEED, state.commitment)]


@pytest.mark.parametrize("seats", [-1, 0, 2, 7])
def test_a_table_has_3_to_6_seats(seats):
    with pytest.raises(BadRequest):
        opened(seats)


def test_a_table_has_a_number_of_seats_that_its_preset_takes():
    with pytest.raises(WrongNumberOfPlayers, match="4 or 5"):
        opened(6, preset="tournament")


# --- Sitting down ---------------------------------------------------------------------------------


def test_who_names_no_seat_gets_the_first_free_one():
    state = joined(joined(opened(4), "ada", seat=1), "ben")
    assert sitting(state) == ["ben", "ada", None, None]
    assert sitting(joined(state, "cleo")) == ["ben", "ada", "cleo", None]


def test_who_names_a_free_seat_gets_it():
    assert sitting(joined(opened(4), "ada", seat=3)) == [None, None, None, "ada"]


def test_a_seat_of_somebody_else_is_refused():
    is_refused(joined(opened(4), "ada", seat=1), None, TakeSeat("ben", "human", seat=1), SeatTaken)


@pytest.mark.parametrize("seat", [-1, 4, 99])
def test_a_seat_that_the_table_has_not_is_refused(seat):
    is_refused(opened(4), None, TakeSeat("ada", "human", seat=seat), BadRequest)


def test_one_person_sits_once():
    state = joined(opened(4), "ada", user=7)
    is_refused(state, None, TakeSeat("ada", "human", user=7), AlreadySeated)
    is_refused(state, 0, TakeSeat("ada", "human", user=7, seat=3), AlreadySeated)


def test_bots_are_nobody_in_particular_and_sit_as_often_as_one_likes():
    state = joined(joined(opened(4), "botty", kind="bot"), "botty", kind="bot")
    assert sitting(state) == ["botty", "botty", None, None]


@pytest.mark.parametrize("salt", ["0", "xy", "ab" * 33])
def test_a_salt_that_is_none_is_refused(salt):
    is_refused(opened(4), None, TakeSeat("ada", "human", salt=salt), BadRequest)


def test_who_sits_already_is_told_so_even_when_the_game_runs():
    state = opened(3)
    for user in (7, 8, 9):
        state = joined(state, "somebody", user=user)
    is_refused(state, None, TakeSeat("ada", "human", user=7), AlreadySeated)


def test_a_game_that_runs_takes_nobody_in():
    is_refused(a_table(3), None, TakeSeat("dan", "human", user=7), AlreadyStarted)


def test_a_table_without_a_free_seat_is_full():
    """It starts with its last seat, so this is seen only in the moment between."""
    state = opened(3)
    for seat in range(3):
        state = apply(state, PlayerSeated(seat, "somebody", "human", None, None, ""), AT)
    is_refused(state, None, TakeSeat("dan", "human", user=7), TableFull)


# --- Getting up -----------------------------------------------------------------------------------


def test_who_gets_up_leaves_the_seat_to_others():
    state = joined(joined(opened(4), "ada"), "ben")
    state = done(state, 0, LeaveSeat())
    assert sitting(state) == [None, "ben", None, None]
    assert sitting(joined(state, "cleo")) == ["cleo", "ben", None, None]


def test_who_got_up_may_sit_down_again():
    state = joined(joined(opened(4), "ada", user=7), "ben", user=8)
    state = joined(done(state, 0, LeaveSeat()), "ada", user=7, seat=3)
    assert sitting(state) == [None, "ben", None, "ada"]


def test_a_table_that_its_last_person_leaves_is_abandoned():
    state = joined(joined(opened(4), "ada"), "botty", kind="bot")
    state = done(state, 0, LeaveSeat())
    assert state.status == "abandoned"
    is_refused(state, None, TakeSeat("ben", "human"), AlreadyStarted)
    is_refused(state, 1, StartGame(), AlreadyStarted)


def test_nobody_gets_up_from_a_game_that_runs():
    is_refused(a_table(3), 0, LeaveSeat(), AlreadyStarted)


def test_only_who_sits_gets_up():
    is_refused(opened(3), None, LeaveSeat(), NotSeated)


# --- Starting -------------------------------------------------------------------------------------


def test_a_table_starts_by_itself_when_its_last_seat_is_taken():
    state = joined(joined(opened(3), "ada"), "ben")
    assert state.status == "open"
    assert [type(event) for event in events(state, None, TakeSeat("cleo", "human"))] == [
        PlayerSeated,
        GameStarted,
        RoundDealt,
    ]


def test_three_may_start_a_larger_table_and_move_together_in_their_order():
    state = opened(6)
    for name, seat in (("cleo", 5), ("ada", 1), ("ben", 2)):
        state = joined(state, name, seat=seat)
    assert GameStarted((1, 2, 5)) in events(state, 5, StartGame())
    state = done(state, 5, StartGame())
    assert sitting(state) == ["ada", "ben", "cleo"]
    assert len(state.schedule) == 20


def test_two_are_not_enough():
    is_refused(joined(joined(opened(4), "ada"), "ben"), 0, StartGame(), NotEnoughPlayers)


def test_a_preset_does_not_start_with_a_number_that_it_does_not_take():
    state = opened(5, preset="tournament")
    for name in ("ada", "ben", "cleo"):
        state = joined(state, name)
    refusal = is_refused(state, 0, StartGame(), WrongNumberOfPlayers)
    assert "4 or 5" in refusal.detail
    assert done(joined(state, "dan"), 0, StartGame()).status != "open"


def test_only_who_sits_starts():
    is_refused(opened(3), None, StartGame(), NotSeated)


def test_a_game_starts_once():
    is_refused(a_table(3), 0, StartGame(), AlreadyStarted)


# --- Everything else ------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [NameTrump("R"), Bid(0), Play("R7"), Ready()])
def test_moves_do_not_fit_an_open_table(action):
    is_refused(joined(opened(3), "ada"), 0, action, WrongPhase)


def test_no_pause_ends_at_an_open_table():
    is_refused(opened(3), None, EndPause(), WrongPhase)


def test_nobody_is_accused_at_an_open_table():
    def both(**options):
        return joined(joined(opened(3, **options), "ada"), "ben")

    is_refused(both(cheating=True), 0, Accuse(1, "button"), NothingToAccuse)
    is_refused(both(), 0, Accuse(1, "button"), StrictTable)
