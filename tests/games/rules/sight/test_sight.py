"""Contract, "Sight": all that one viewer may know; that it is no more, is shown in tests/secrets."""

from datetime import timedelta

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import legal
from games.rules.topics.bidding import Bid
from games.rules.topics.pause import Ready
from tests.support.rules.sights import of_players, sight
from tests.support.rules.tables import (
    AT,
    SEED,
    a_table,
    bid,
    bids_nothing,
    dealt,
    done,
    joined,
    named,
    opened,
    pause_ended,
    play,
)
from tests.support.rules.whole_games import games

ADA, BEN, CLEO = range(3)


# --- The frame ------------------------------------------------------------------------------------

FIELDS = """number status viewer players round trick last_trick turn ready deadline server_time hand wing
playable can_accuse can_claim legal commitment result sheet halted own_pause deserted pause_asked
closes_at"""


@given(games(short=True), st.data())
def test_a_sight_always_has_all_its_fields_and_is_json(game, data):
    state = data.draw(st.sampled_from(game.states))
    viewer = data.draw(st.sampled_from([None, *range(len(state.seats))]))
    seen = sight(state, viewer)
    assert sorted({*seen} - {"edition"}) == sorted(FIELDS.split())
    assert seen.get("edition", "base") == state.options.edition
    assert orjson.loads(orjson.dumps(seen)) == seen
    assert sorted(seen["legal"]) == ["bids", "cards", "suits"]


def test_number_viewer_and_moments_are_what_they_are():
    seen = sight(a_table(3), BEN, deadline=AT + timedelta(seconds=8))
    assert (seen["number"], seen["viewer"]) == (57, BEN)
    assert seen["server_time"] == "2026-01-01T12:00:00Z"
    assert seen["deadline"] == "2026-01-01T12:00:08Z"
    assert sight(a_table(3))["deadline"] is None


def test_the_sheet_can_be_left_out():
    seen, without = sight(a_table(3)), sight(a_table(3), with_sheet=False)
    assert set(seen) - set(without) == {"sheet"}


@pytest.mark.parametrize(
    ("state", "status"),
    [
        (opened(3), "open"),
        (dealt("R1", "R2", "R3", turned="W1"), "naming_trump"),
        (dealt("R1", "R2", "R3"), "bidding"),
        (bids_nothing(dealt("R1", "R2", "R3")), "playing"),
        (play(bids_nothing(dealt("R1", "R2", "R3")), "R1 R2 R3"), "pause"),
    ],
)
def test_the_status_says_what_the_table_does(state, status):
    assert sight(state)["status"] == status


def test_the_commitment_is_there_from_the_first_moment():
    assert sight(opened(3))["commitment"] == opened(3).commitment


# --- An open table --------------------------------------------------------------------------------


def test_an_open_table_shows_who_sits_where():
    state = joined(joined(opened(4), "ada", seat=2), "botty", seat=0, kind="bot")
    assert [(p["seat"], p["name"], p["kind"]) for p in sight(state)["players"]] == [
        (0, "botty", "bot"),
        (2, "ada", "human"),
    ]


def test_an_open_table_has_no_round_no_hand_and_nobody_to_act():
    seen = sight(joined(opened(3), "ada"), ADA)
    nothing = {"round": None, "trick": None, "last_trick": None, "turn": [], "hand": None, "sheet": []}
    assert {name: seen[name] for name in nothing} == nothing


def test_who_gives_signs_of_life_is_connected_and_bots_always_are():
    state = joined(joined(joined(opened(4), "ada"), "ben"), "botty", kind="bot")
    assert [p["connected"] for p in sight(state, connected={1})["players"]] == [False, True, True]


def test_when_a_stand_in_takes_over_is_shown_for_who_is_not_connected():
    state = joined(joined(opened(3), "ada"), "ben")
    seen = sight(state, connected={1}, away_at={0: AT, 1: AT})
    assert [player["away_at"] for player in seen["players"]] == [AT.isoformat().replace("+00:00", "Z"), None]


# --- The round ------------------------------------------------------------------------------------


def test_the_round_says_what_is_played():
    assert sight(dealt("R1 R2", "Y1 Y2", "B1 B2", number=2, restricted=True))["round"] == {
        "number": 2,
        "of": 20,
        "cards": 2,
        "dealer": 2,
        "turned": "G2",
        "trump": "G",
        "reveal": "open",
        "restricted": True,
    }


def test_trump_is_null_until_the_dealer_names_it():
    state = dealt("R1", "R2", "R3", turned="W1")
    assert sight(state)["round"]["trump"] is None
    assert sight(named(state, "Y"))["round"]["trump"] == "Y"


def test_each_sees_the_own_hand_and_onlookers_none():
    state = dealt("R1 J1", "R2 W1", "R3 G4")
    assert [sight(state, viewer)["hand"] for viewer in (0, 1, 2, None)] == [
        ["R1", "J1"],
        ["R2", "W1"],
        ["R3", "G4"],
        None,
    ]


def test_of_other_hands_one_sees_how_many_cards_they_are():
    state = play(bids_nothing(dealt("R1 J1", "R2 W1", "R3 G4")), "R1 R2")
    assert of_players(state, "cards", ADA) == [1, 1, 2]


# --- Bids -----------------------------------------------------------------------------------------


def test_an_open_bid_is_seen_by_all():
    state = bid(dealt("R1", "R2", "R3"), 1)
    for viewer in (0, 1, 2, None):
        assert of_players(state, "bid", viewer) == [1, None, None]
        assert of_players(state, "has_bid", viewer) == [True, False, False]


@pytest.mark.parametrize("reveal", ["hiddentip", "delayed"])
def test_of_a_secret_bid_others_see_only_that_it_is_made(reveal):
    state = done(done(dealt("R1", "R2", "R3", reveal=reveal), BEN, Bid(1)), CLEO, Bid(0))
    for viewer, bids in (
        (ADA, [None] * 3),
        (BEN, [None, 1, None]),
        (CLEO, [None, None, 0]),
        (None, [None] * 3),
    ):
        assert of_players(state, "bid", viewer) == bids
        assert of_players(state, "has_bid", viewer) == [False, True, True]


def test_all_are_shown_when_the_last_is_in():
    assert of_players(bid(dealt("R1", "R2", "R3", reveal="hiddentip"), 1, 0, 1), "bid") == [1, 0, 1]


def test_delayed_bids_are_seen_when_the_round_has_been_played():
    state = bid(dealt("R1", "R2", "R3", reveal="delayed"), 1, 0, 1)
    assert of_players(state, "bid", ADA) == [1, None, None]
    assert of_players(play(state, "R1 R2"), "bid", ADA) == [1, None, None]
    assert of_players(play(state, "R1 R2 R3"), "bid", None) == [1, 0, 1]


def test_a_secret_bid_shows_in_the_own_score_now_alone():
    state = bid(dealt("R1", "R2", "R3", reveal="delayed", scores=(50, 50, 50)), 1, 0, 1)
    assert of_players(state, "score_now", ADA) == [40, 50, 50]
    assert of_players(state, "score_now", None) == [50, 50, 50]


def test_while_bids_are_secret_several_may_act():
    state = done(dealt("R1", "R2", "R3", reveal="hiddentip"), BEN, Bid(1))
    assert sight(state)["turn"] == [0, 2]


# --- The trick ------------------------------------------------------------------------------------


def test_the_trick_shows_its_cards_in_the_order_they_were_played():
    state = play(bids_nothing(dealt("R1 J1", "J2 W1", "R3 G4", dealer=0)), "J2 R3")
    assert sight(state)["trick"] == {
        "number": 1,
        "leader": BEN,
        "plays": [{"seat": BEN, "card": "J2"}, {"seat": CLEO, "card": "R3"}],
        "suit": "R",
    }


def test_before_its_first_card_a_trick_is_empty_and_has_no_suit():
    assert sight(bids_nothing(dealt("R1", "R2", "R3")))["trick"] == {
        "number": 1,
        "leader": ADA,
        "plays": [],
        "suit": None,
    }


def test_while_one_bids_there_is_no_trick():
    assert sight(dealt("R1", "R2", "R3"))["trick"] is None


def test_the_last_trick_says_who_took_it():
    seen = sight(play(bids_nothing(dealt("R1 J1", "R9 W1", "R3 G4")), "R1 R9 R3"))
    assert seen["last_trick"] == {
        "number": 1,
        "leader": ADA,
        "plays": [{"seat": ADA, "card": "R1"}, {"seat": BEN, "card": "R9"}, {"seat": CLEO, "card": "R3"}],
        "suit": "R",
        "winner": BEN,
    }
    assert seen["trick"]["leader"] == BEN
    assert [player["tricks"] for player in seen["players"]] == [0, 1, 0]


def test_the_rounds_last_trick_is_seen_in_the_pause_and_not_in_the_next_round():
    state = play(bids_nothing(dealt("R1", "R2", "R3")), "R1 R2 R3")
    assert sight(state)["last_trick"]["winner"] == CLEO
    assert sight(pause_ended(state))["last_trick"] is None


# --- What one may do ------------------------------------------------------------------------------


@given(games(short=True), st.data())
def test_what_one_may_do_is_what_the_rules_offer(game, data):
    state = data.draw(st.sampled_from(game.states))
    viewer = data.draw(st.integers(0, len(state.seats) - 1))
    seen = sight(state, viewer)
    assert seen["turn"] == list(legal.seats_to_act(state))
    assert seen["legal"] == {
        "suits": list(legal.legal_suits(state, viewer)),
        "bids": list(legal.legal_bids(state, viewer)),
        "cards": list(legal.legal_plays(state, viewer)),
    }
    assert seen["playable"] == list(legal.playable_cards(state, viewer))
    assert seen["can_accuse"] == list(legal.accusable_seats(state, viewer))
    assert seen["can_claim"] == list(legal.claimable_tricks(state, viewer))


def test_the_forbidden_bid_is_missing_among_the_legal_ones():
    state = bid(dealt("R1 R2 R3", "Y1 Y2 Y3", "B1 B2 B3", restricted=True), 1, 0)
    assert sight(state, CLEO)["legal"]["bids"] == [0, 1, 3]


@pytest.mark.parametrize(("cheating", "playable"), [(False, ["R9"]), (True, ["R9", "B2"])])
def test_legal_is_what_the_rules_allow_and_playable_what_the_table_accepts(cheating, playable):
    seen = sight(play(bids_nothing(dealt("R1 J1", "R9 B2", "R3 G4", cheating=cheating)), "R1"), BEN)
    assert seen["legal"]["cards"] == ["R9"]
    assert seen["playable"] == playable


def test_who_can_be_accused_is_seen():
    state = play(bids_nothing(dealt("R1 J1", "R9 B2", "R3 G4", cheating=True)), "R1")
    assert [sight(state, viewer)["can_accuse"] for viewer in (0, 1, 2, None)] == [[1, 2], [0, 2], [0, 1], []]


def test_in_a_pause_one_sees_who_is_ready():
    state = play(bids_nothing(dealt("R1", "R2", "R3")), "R1 R2 R3")
    assert sight(state)["ready"] == []
    assert sight(done(state, CLEO, Ready()))["ready"] == [CLEO]


def test_the_seed_is_in_no_sight():
    assert SEED not in orjson.dumps(sight(a_table(3), ADA)).decode()
