"""What a typed move means depends on what the table waits for."""

from typing import cast

import pytest

from games.rules.errors import WrongPhase
from games.rules.protocol.sight import Sight
from games.rules.topics.bidding import Bid
from games.rules.topics.playing import Play
from games.rules.topics.trump import NameTrump
from games.services.slow_tables.typed_moves import action_from_typed_move
from games.text_commands.moves import parse_move_line
from games.text_commands.refusals import NotUnderstood


def action(status: str, text: str):
    move = parse_move_line(text)
    assert move is not None
    return action_from_typed_move(cast("Sight", {"status": status, "hand": ["R7", "R9", "W1"]}), move)


@pytest.mark.parametrize(
    ("status", "text", "meant"),
    [
        ("bidding", "2", Bid(2)),
        ("bidding", "zwei", Bid(2)),
        ("playing", "R7", Play("R7")),
        ("playing", "w", Play("W1")),
        ("naming_trump", "red", NameTrump("R")),
    ],
)
def test_a_move_is_the_answer_that_the_table_waits_for(status, text, meant):
    assert action(status, text) == meant


@pytest.mark.parametrize(
    ("status", "text"),
    [("bidding", "R7"), ("playing", "zwei"), ("playing", "B3"), ("naming_trump", "2")],
)
def test_a_move_that_makes_no_sense_there_is_refused(status, text):
    with pytest.raises(NotUnderstood):
        action(status, text)


def test_a_table_that_waits_for_no_move_refuses_each():
    with pytest.raises(WrongPhase):
        action("pause", "2")
