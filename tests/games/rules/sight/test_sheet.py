"""The sheet of a sight: a line for each scored round, the totals, and the cheats when the game is over."""

from hypothesis import given

from tests.support.rules.sights import of_players, sight
from tests.support.rules.tables import (
    accuse,
    bid,
    bids_nothing,
    dealt,
    play,
)
from tests.support.rules.whole_games import games

ADA, BEN, CLEO = range(3)


def caught():
    """Round 1 is over; in its pause Ada caught Ben."""
    state = bid(dealt("R1 Y1", "R4 B4", "R6 G6", cheating=True, turned="J1", scores=(10, 0, 0)), 1, 0, 2)
    return accuse(play(state, "R1 B4 R6 G6 Y1 R4"), ADA, BEN)


def test_the_sheet_has_a_line_for_each_scored_round():
    assert sight(caught())["sheet"] == [
        {
            "round": 1,
            "cells": [
                {"seat": 0, "bid": 1, "tricks": 0, "points": -10, "adjustment": 10, "total": 10},
                {"seat": 1, "bid": 0, "tricks": 0, "points": 20, "adjustment": -10, "total": 10},
                {"seat": 2, "bid": 2, "tricks": 2, "points": 40, "adjustment": 0, "total": 40},
            ],
        }
    ]


def test_a_round_that_is_being_played_is_not_in_the_sheet_yet():
    assert sight(bids_nothing(dealt("R1", "R2", "R3")))["sheet"] == []


def test_in_the_pause_score_and_score_now_are_the_total():
    assert of_players(caught(), "score") == of_players(caught(), "score_now") == [10, 10, 40]


@given(games(short=True))
def test_a_finished_table_shows_its_whole_sheet_its_result_and_no_hands(game):
    seen = sight(game.state, 0)
    assert seen["status"] == "finished"
    assert seen["result"] == [place._asdict() for place in game.state.result]
    assert len(seen["sheet"]) == len(game.state.past)
    assert (seen["round"], seen["trick"], seen["hand"], seen["turn"]) == (None, None, None, [])
    totals = {cell["seat"]: cell["total"] for cell in seen["sheet"][-1]["cells"]}
    assert {place["seat"]: place["score"] for place in seen["result"]} == totals


@given(games(cheating=True, short=True))
def test_when_the_game_is_over_the_sheet_shows_each_cheat_and_who_called_it(game):
    for row, past in zip(sight(game.state)["sheet"], game.state.past, strict=True):
        assert row["cheats"] == [
            {"trick": c.trick, "seat": c.seat, "card": c.card, "owed": c.owed, "called_by": c.called_by}
            for c in past.cheats
        ]
