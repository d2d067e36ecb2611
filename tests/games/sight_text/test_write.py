"""A sight as text: what each phase of a game says to its reader, and nothing that the reader may not know."""

import pytest
from django.utils import translation

from core.translation import translate
from games.rules.cards.deck_names import DeckNames
from games.rules.legal import legal_plays
from games.rules.topics.bidding import Bid
from games.rules.topics.pause import EndPause
from games.rules.topics.playing import Play
from games.sight_text import describe_sight, typed_move_commands
from games.text_commands.parse import parse_command
from tests.support.rules.sights import sight
from tests.support.rules.tables import dealt, done, joined, named, opened, turn

HANDS = ("R7 B3 W1", "R9 Y2 J1", "G5 G6 G7")


def text(state, seat: int | None, deck: str = "modern") -> str:
    return describe_sight(sight(state, seat), DeckNames(deck))


def bid_all(state, *bids: int):
    for bid in bids:
        state = done(state, turn(state), Bid(bid))
    return state


def played(state, *cards: str):
    for card in cards:
        state = done(state, turn(state), Play(card))
    return state


def test_who_has_to_bid_reads_the_hand_and_the_bids_that_are_allowed():
    said = text(bid_all(dealt(*HANDS, number=3, restricted=True), 1, 1), 2)
    assert "Round 3 of 20, cards in each hand: 3. cleo deals." in said
    assert "Trump is green: G2 (Green 2) was turned up." in said
    assert "The bids must not add up to the number of tricks." in said
    assert "Your hand: G7 (Green 7), G6 (Green 6), G5 (Green 5)." in said
    assert "You can answer:\nbid 0, bid 2, bid 3\n" in said
    assert "ben: bid 1, tricks taken: 0, score: 0" in said
    assert "cleo (you): has not bid" in said


def test_who_has_to_play_reads_the_trick_and_each_legal_card():
    state = played(bid_all(dealt(*HANDS), 1, 1, 1), "R7")
    said = text(state, 1, "classic")
    assert "It is your turn." in said
    assert "Trick 1: ada R7 (8 of Hearts).\nThe suit to follow is hearts." in said
    assert "play R9: 10 of Hearts\nplay J1: Jester\nclaim all: " in said
    assert "Y2" not in said.split("You can answer:")[1]


def test_who_waits_is_offered_nothing_and_sees_no_other_hand():
    state = bid_all(dealt(*HANDS), 1, 1, 1)
    for seat in (1, 2, None):
        said = text(state, seat)
        assert "It is ada’s turn." in said
        assert "You can answer" not in said
        assert "W1" not in said
    assert "Your hand" not in text(state, None)


def test_secret_bids_stay_secret():
    said = text(bid_all(dealt(*HANDS, reveal="hiddentip"), 3), 1)
    assert "ada: has bid in secret" in said
    assert "bid 3, tricks" not in said


@pytest.mark.parametrize(
    ("turned", "sentence"),
    [
        (None, "No card was turned up: there is no trump."),
        ("J2", "A Jester was turned up: there is no trump."),
    ],
)
def test_a_round_without_trump_says_why(turned, sentence):
    assert sentence in text(dealt(*HANDS, turned=turned), 0)


def test_the_dealer_names_trump_by_word():
    state = dealt(*HANDS, turned="W2")
    said = text(state, 2)
    assert "A Wizard was turned up: the dealer names the trump suit." in said
    assert "You can answer:\ntrump red: Red\ntrump yellow: Yellow" in said
    assert "Trump is blue: the dealer named it." in text(named(state, "B"), 2)


def test_a_scored_round_and_the_result_stand_on_the_sheet():
    state = bid_all(dealt("R7", "R9", "G5", rounds=[{"cards": 1}], preset="custom"), 1, 1, 1)
    state = played(state, "R7", "R9", "G5")
    said = text(state, 0)
    assert "The trick before went to cleo: ada R7 (Red 7), ben R9 (Red 9), cleo G5 (Green 5)." in said
    assert "Round 1: ada bid 1, took 0, −10 points, now −10; " in said
    over = done(state, None, EndPause()) if state.status == "pause" else state
    said = text(over, 0)
    assert said.startswith("The game is over.")
    assert "Result:\n1. cleo, 30 points" in said
    assert "ada (you): −10 points" in said


def test_an_open_table_lists_who_sits_there():
    assert text(joined(opened(), "ada"), None) == "The table is waiting for players.\n\nPlayers:\nada"


def test_every_answer_is_a_command_that_is_understood():
    state = dealt("R7 B3 W1 W2", "R9 Y2 J1 J2", "G5 G6 G7 G8")
    answers = typed_move_commands(sight(state, 0))
    state = bid_all(state, 0, 0, 0)
    answers += typed_move_commands(sight(state, 0))
    assert len(answers) == 5 + 4 + 2
    for answer in answers:
        parse_command(answer.command)
    assert {f"play {card}" for card in legal_plays(state, 0)} < {answer.command for answer in answers}


def test_it_is_translated_as_a_whole():
    state = played(bid_all(dealt(*HANDS), 1, 1, 1), "R7")
    with translation.override("de"):
        said = translate(describe_sight(sight(state, 1)))
    assert "Du bist am Zug." in said
    assert "R7 (Rot 7)" in said


@pytest.mark.parametrize(
    ("turned", "trump", "line"),
    [
        (None, None, "No card was turned up: there is no trump."),
        (None, "B", "Trump is blue: the dealer named it."),
        ("W1", "B", "Trump is blue: the dealer named it."),
        ("W1", None, "A Wizard was turned up: the dealer names the trump suit."),
        ("J1", None, "A Jester was turned up: there is no trump."),
    ],
)
def test_each_way_to_a_trump_is_told(turned, trump, line):
    seen = sight(bid_all(dealt(*HANDS), 1, 1, 1), 1)
    seen["round"].update(turned=turned, trump=trump)
    assert line in describe_sight(seen, DeckNames("modern"))


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"halted": True}, "The table is paused."),
        ({"turn": []}, "Nobody has to move now."),
        ({"turn": [0, 2]}, "The table is waiting for ada and cleo."),
    ],
)
def test_whom_the_table_waits_for_is_told(changes, line):
    seen = sight(bid_all(dealt(*HANDS), 1, 1, 1), 1)
    seen.update(changes)
    assert line in describe_sight(seen, DeckNames("modern"))
