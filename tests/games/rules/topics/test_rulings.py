"""The organisers' verbs: halt, resume, time limit, substitution, stop, annul."""

import orjson
import pytest

from core.refusal import BadRequest
from games.rules import engine, legal
from games.rules.errors import (
    AlreadySeated,
    AlreadyStarted,
    Halted,
    NotFinished,
    NothingChanged,
    NotSeated,
    WrongPhase,
)
from games.rules.events import redact_event
from games.rules.marks import marked_card
from games.rules.record import build_record
from games.rules.record.check import check_record
from games.rules.sight import viewer_sight
from games.rules.statuses import ABANDONED, FINISHED
from games.rules.topics.bidding import Bid
from games.rules.topics.cheating import Accuse
from games.rules.topics.holds import HaltTable, ResumeTable, TableResumed
from games.rules.topics.lobby import TakeSeat
from games.rules.topics.pause import EndPause, Ready
from games.rules.topics.playing import Play
from games.rules.topics.preparing import SetWing
from games.rules.topics.rounds import GameFinished, RoundDealt
from games.rules.topics.rulings import (
    AnnulGame,
    GameStopped,
    PlayerReplaced,
    ReplacePlayer,
    SetTimeLimit,
    StopGame,
)
from games.rules.topics.trump import NameTrump
from tests.support.rules.tables import (
    AT,
    a_table,
    accuse,
    bids_nothing,
    dealt,
    done,
    events,
    is_refused,
    joined,
    opened,
    pause_ended,
    play,
    turn,
)

HANDS = ("R7 G1", "R2 G5", "R3 B4")


EVE = ReplacePlayer(1, "eve", "human", 9)


ROBOT = ReplacePlayer(1, "Merlin", "bot", None, "master")


VERBS = (HaltTable(), ResumeTable(), SetTimeLimit("2026-01-01T13:00:00Z"), EVE, StopGame(), AnnulGame())


def in_play(**options):
    """Three at a table of custom rounds of two cards each; everybody has bid 0; green is trump."""
    rounds = [{"cards": 2}, {"cards": 2}, {"cards": 1}]
    return bids_nothing(dealt(*HANDS, preset="custom", rounds=rounds, **options))


def in_pause(**options):
    """The same after its first round."""
    return play(in_play(**options), "R7 R2 R3 G1 G5 B4")


def sight(state, viewer=None):
    return viewer_sight(state, viewer, number=1, server_time=AT)


# --- Halt and resume -------------------------------------------------------------------------------


def test_at_a_halted_table_no_seat_acts_and_the_organisers_can_let_it_go_on():
    state = done(in_play(cheating=True), None, HaltTable())
    assert legal.seats_to_act(state) == ()
    for action in (Play("R7"), Accuse(1, "button"), SetWing("R7"), Bid(0), Ready(), NameTrump("R")):
        is_refused(state, 0, action, Halted)
    assert Halted.code == "halted"
    again = done(state, None, ResumeTable())
    assert again == in_play(cheating=True)
    assert done(again, 0, Play("R7")).round.cards_played == 1


def test_who_does_not_sit_there_hears_so_at_a_halted_table_too():
    state = done(in_play(), None, HaltTable())
    is_refused(state, None, Play("R7"), NotSeated)
    is_refused(state, None, TakeSeat("gus", "human", 7), AlreadyStarted)


def test_a_halted_sight_asks_nobody_for_anything_and_says_why():
    state = play(in_play(cheating=True), "R7")
    assert (sight(state, 1)["halted"], sight(state, 1)["turn"], sight(state, 1)["can_accuse"]) == (
        False,
        [1],
        [0, 2],
    )
    seen = sight(done(state, None, HaltTable()), 1)
    assert seen["halted"] is True
    assert seen["hand"] == ["R2", "G5"]
    assert (seen["turn"], seen["playable"], seen["can_accuse"]) == ([], [], [])
    assert seen["legal"] == {"suits": [], "bids": [], "cards": []}


def test_the_pause_between_rounds_survives_a_halt():
    state = done(in_pause(), None, HaltTable())
    assert state.status == "pause"
    is_refused(state, 0, Ready(), Halted)
    is_refused(state, None, EndPause(), Halted)
    state = done(state, None, ResumeTable())
    assert state.status == "pause"
    assert pause_ended(state).round.number == 2


def test_what_would_follow_at_a_halted_table_follows_when_it_goes_on():
    """All others are ready; the last human is replaced by a bot while the table is halted."""
    state = done(done(in_pause(), 0, Ready()), 2, Ready())
    state = done(done(state, None, HaltTable()), None, ROBOT)
    assert state.status == "pause"
    assert [type(event) for event in events(state, None, ResumeTable())] == [TableResumed, RoundDealt]


def test_a_table_is_halted_once_and_resumed_once():
    is_refused(in_play(), None, ResumeTable(), NothingChanged)
    is_refused(done(in_play(), None, HaltTable()), None, HaltTable(), NothingChanged)


# --- Time limit ------------------------------------------------------------------------------------


def test_a_time_limit_is_shown_to_all_and_changes_nothing_else():
    limit = SetTimeLimit("2026-01-01T13:00:00Z")
    state = done(in_play(), None, limit)
    assert state._replace(closes_at=None) == in_play()
    assert [sight(state, viewer)["closes_at"] for viewer in (None, 0)] == ["2026-01-01T13:00:00Z"] * 2
    is_refused(state, None, limit, NothingChanged)
    assert sight(done(state, None, SetTimeLimit(None)))["closes_at"] is None


# --- Substitution ----------------------------------------------------------------------------------


def test_a_newcomer_takes_over_all_that_the_seat_has():
    before = play(in_play(), "R7")
    state = done(before, None, EVE)
    assert (state.seats[1].name, state.seats[1].user, state.seats[1].salt) == ("eve", 9, "")
    assert state.round == before.round
    assert state.seat_of(1) is None
    assert state.seat_of(9) == 1
    assert done(state, 1, Play("R2")).round.cards_played == 2


def test_a_newcomer_keeps_the_salt_by_which_the_cards_were_dealt():
    state = opened(3, preset="custom", rounds=[{"cards": 1}])
    for name, salt in (("ada", "0a"), ("ben", "0b"), ("cleo", "0c")):
        state = joined(state, name, salt=salt)
    assert [seat.salt for seat in done(state, None, EVE).seats] == ["0a", "0b", "0c"]


def test_the_wing_and_the_word_ready_were_the_former_players():
    winged = done(in_play(), 1, SetWing("R2"))
    assert marked_card(winged, 1) == "R2"
    assert marked_card(done(winged, None, EVE), 1) is None
    both = done(winged, 2, SetWing("R3"))
    assert [marked_card(done(both, None, EVE), seat) for seat in range(3)] == [None, None, "R3"]
    ready = done(in_pause(), 1, Ready())
    assert done(ready, None, EVE).round.ready == frozenset()


def test_when_a_bot_takes_the_seat_of_the_last_who_was_not_ready_the_pause_ends():
    state = done(done(in_pause(), 0, Ready()), 2, Ready())
    assert [type(event) for event in events(state, None, ROBOT)] == [PlayerReplaced, RoundDealt]


def test_the_same_bot_or_person_cannot_sit_down_twice():
    state = done(in_play(), None, EVE)
    is_refused(state, None, EVE, AlreadySeated)
    is_refused(state, None, EVE._replace(seat=0), AlreadySeated)
    state = done(state, None, ROBOT)
    is_refused(state, None, ROBOT, AlreadySeated)
    assert done(state, None, ROBOT._replace(level="apprentice")).seats[1].level == "apprentice"


@pytest.mark.parametrize("seat", [-1, 3])
def test_there_must_be_such_a_seat(seat):
    is_refused(in_play(), None, EVE._replace(seat=seat), BadRequest)


def test_what_is_told_of_a_newcomer_is_what_everyone_sees():
    event = PlayerReplaced(1, "eve", "human", 9, "master")
    for viewer in (None, 0, 1):
        assert redact_event(event, viewer, number=5, at=AT) == {
            "type": "player_replaced",
            "number": 5,
            "at": "2026-01-01T12:00:00Z",
            "seat": 1,
            "name": "eve",
            "kind": "human",
        }


# --- Stop and annul --------------------------------------------------------------------------------


def test_a_stopped_game_is_ranked_by_its_scored_rounds():
    first = in_pause()
    state = pause_ended(first)
    happened = events(state, None, StopGame())
    assert [type(event) for event in happened] == [GameStopped, GameFinished]
    assert happened[0].round == 2
    over = done(state, None, StopGame())
    assert over.status == FINISHED
    assert [past.number for past in over.past] == [1]
    assert {place.seat: place.score for place in over.result} == dict(enumerate(first.scores))


def test_in_the_pause_the_round_that_is_scored_counts():
    state = in_pause()
    over = done(state, None, StopGame())
    assert events(state, None, StopGame())[0] == GameStopped(None)
    assert [past.number for past in over.past] == [1]
    assert over.scores == state.scores


def test_accusations_of_the_void_round_count_as_little_as_its_tricks():
    state = accuse(play(in_play(cheating=True), "R7 R2 R3"), 0, 1)
    assert state.scores == (-10, 0, 0)
    over = done(state, None, StopGame())
    assert over.scores == (0, 0, 0)
    assert over.past == ()
    assert [place.score for place in over.result] == [0, 0, 0]
    judged = accuse(in_pause(cheating=True), 0, 1)
    assert done(judged, None, StopGame()).scores == judged.scores


def test_a_game_without_a_scored_round_ends_with_zeros():
    over = done(a_table(3), None, StopGame())
    assert [(place.score, place.correct_bids) for place in over.result] == [(0, 0)] * 3
    assert over.tie_break == "coin_flip"
    assert check_record(orjson.loads(orjson.dumps(build_record(over, "t")))) == []


def test_a_halted_game_can_be_stopped_and_annulled():
    halted = done(in_play(), None, HaltTable())
    assert done(halted, None, StopGame()).status == FINISHED
    assert not done(halted, None, StopGame()).halted
    assert not done(halted, None, AnnulGame()).halted


def test_nothing_of_an_annulled_game_counts():
    state = done(in_pause(), None, AnnulGame())
    assert (state.status, state.result) == (ABANDONED, None)
    with pytest.raises(NotFinished):
        build_record(state, "t")
    seen = sight(state, 0)
    assert (seen["status"], seen["hand"], seen["turn"], seen["result"]) == ("abandoned", None, [], None)


@pytest.mark.parametrize("verb", VERBS)
def test_nothing_is_to_be_done_where_no_game_runs(verb):
    is_refused(opened(3), None, verb, WrongPhase)
    is_refused(done(in_play(), None, StopGame()), None, verb, WrongPhase)
    is_refused(done(in_play(), None, AnnulGame()), None, verb, WrongPhase)


def test_turns_are_as_before_for_who_takes_over():
    state = a_table(3)
    seat = turn(state) if state.status == "bidding" else state.round.dealer
    after = done(state, None, EVE._replace(seat=seat))
    assert legal.seats_to_act(after) == legal.seats_to_act(state)
    assert engine.take_action(after, None, ROBOT._replace(seat=seat), AT)[0].seats[seat].kind == "bot"
