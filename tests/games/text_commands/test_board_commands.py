"""Commands that name their table: how a line is read, and what is said of one that cannot be."""

from contextlib import suppress
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.text_commands.board_commands import (
    AnswerChallenge,
    ChallengePlayers,
    ListGames,
    MoveAtBoard,
    PlanVacation,
    QueueAtBoard,
    ShowBoard,
    ShowHistory,
    ShowRatings,
    ShowStandings,
    WriteMessage,
)
from games.text_commands.commands import MakeBid, ShowHelp
from games.text_commands.dates import parse_period
from games.text_commands.lines import find_command_in_email_line
from games.text_commands.moves import parse_move_line, parse_moves
from games.text_commands.parse import is_command, parse_command
from games.text_commands.refusals import NotUnderstood
from games.text_commands.usages import USAGES


def refusal_of(text: str) -> str:
    with pytest.raises(NotUnderstood) as refusal:
        parse_command(text)
    return refusal.value.detail


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("wizard challenge ada bob cyd", ChallengePlayers(("ada", "bob", "cyd"), None, None, False)),
        (
            "WIZARD Challenge -canadian -inorder -days 5 ada, @bob",
            ChallengePlayers(("ada", "bob"), "canadian", 5, True),
        ),
        ("/challenge ada bob –days=2 —inorder", ChallengePlayers(("ada", "bob"), None, 2, True)),
        (
            "wizard herausfordern -deutsch -tage 2 ada bob",
            ChallengePlayers(("ada", "bob"), "german", 2, False),
        ),
        ("wizard accept K7XM", AnswerChallenge(True, "k7xm")),
        ("wizard accept 12", AnswerChallenge(True, "12")),
        ("/decline", AnswerChallenge(False, None)),
        ("wizard show", ShowBoard(None, None)),
        ("wizard show k7xm", ShowBoard("k7xm", None)),
        ("wizard show k7xm#12", ShowBoard("k7xm", 12)),
        ("/show #12", ShowBoard(None, 12)),
        ("wizard zeige k7xm # 12", ShowBoard("k7xm", 12)),
        ("wizard games", ListGames(False)),
        ("wizard games next", ListGames(True)),
        ("wizard message k7xm Well played!", WriteMessage("k7xm Well played!", "k7xm", "Well played!")),
        ("/message Hi", WriteMessage("Hi", None, "")),
        ("wizard standings", ShowStandings(None)),
        ("wizard standings k7xm", ShowStandings("k7xm")),
        ("wizard ratings", ShowRatings()),
        ("wizard verlauf", ShowHistory()),
        ("wizard vacation", PlanVacation()),
        ("wizard vacation cancel", PlanVacation(cancels=True)),
        (
            "wizard vacation 2026-12-20..2027-01-03",
            PlanVacation(date(2026, 12, 20), date(2027, 1, 3)),
        ),
        ("wizard urlaub 20.12.2026 bis 3.1.2027", PlanVacation(date(2026, 12, 20), date(2027, 1, 3))),
        ("wizard vacation cancel 2026-12-20", PlanVacation(date(2026, 12, 20), date(2026, 12, 20), True)),
        ("wizard help rules", ShowHelp("rules")),
        ("wizard hilfe Regeln", ShowHelp("rules")),
        ("wizard help herausfordern", ShowHelp("challenge")),
        ("Wizard bid 2", MakeBid(2)),
    ],
)
def test_a_command_is_read(text, command):
    assert parse_command(text) == command


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("wizard", "Type a command, such as /bid 2. /help lists them all."),
        ("wizard chalenge ada", "There is no command /chalenge. Did you mean /challenge?"),
        ("wizard challenge", "Say whom you challenge, for example /challenge -days 2 ada bob cyd."),
        ("wizard challenge -german -canadian ada", "Only one of these can hold: -german, -canadian."),
        ("wizard challenge -days 15 ada", "After -days comes a number of days from 1 to 14."),
        ("wizard challenge ada -days", "After -days comes a number of days from 1 to 14."),
        ("wizard challenge ada bob Ada", "“Ada” is named twice."),
        ("wizard challenge a b c d e f g", "Wizard is played by 3 to 6."),
        ("wizard move", "Write /move [board] 2|R7|red, for example /move k7xm R7."),
        ("wizard move k7xm", "Write /move [board] 2|R7|red, for example /move k7xm R7."),
        ("wizard games all", "Write /games [next], for example /games."),
        ("wizard message", "Write /message [board] text, for example /message k7xm Well played!."),
        ("wizard ratings now", "Nothing can follow /ratings."),
        (
            "wizard queue k7xm red 7",
            "“red 7” can be one card or two moves. Put commas between the moves: red, 7",
        ),
        (
            "wizard vacation 31.2.2026",
            "Write the first and the last day, such as 2026-12-20..2027-01-03 or 20.12.2026-3.1.2027.",
        ),
    ],
)
def test_what_is_no_command_is_told_what_to_write(text, sentence):
    assert refusal_of(text) == sentence


def test_an_unknown_option_of_a_challenge_is_told_all_of_them():
    assert refusal_of("/challenge -fast ada").startswith(
        "There is no option “-fast”. The options are -american"
    )


def test_a_move_can_be_meant_for_the_known_table_or_for_a_board():
    command = parse_command("wizard move k7xm R7")
    assert isinstance(command, MoveAtBoard)
    assert (command.here, command.board) == (None, "k7xm")
    assert command.there is not None
    assert command.there.cards == {"R7"}
    both = parse_command("/move herz 7")
    assert isinstance(both, MoveAtBoard)
    assert both.here is not None
    assert both.there is not None
    assert (both.here.cards, both.board, both.there.text) == ({"R6"}, "herz", "7")


@pytest.mark.parametrize(
    ("text", "here", "board", "there"),
    [
        ("/queue", None, None, None),
        ("/queue k7xm", None, "k7xm", None),
        ("/queue clear", [], None, None),
        ("/queue k7xm clear", None, "k7xm", []),
        ("/queue k7xm 2 R7 W", None, "k7xm", ["2", "R7", "W"]),
        ("/queue k7xm 2; red 7, W1", None, "k7xm", ["2", "red 7", "W1"]),
        ("/queue 2, R7", ["2", "R7"], None, None),
    ],
)
def test_a_queue_is_several_moves(text, here, board, there):
    command = parse_command(text)
    assert isinstance(command, QueueAtBoard)
    texts = [
        None if moves is None else [move.text for move in moves] for moves in (command.here, command.there)
    ]
    assert (texts[0], command.board, texts[1]) == (here, board, there)


@pytest.mark.parametrize(
    ("text", "bid", "suit", "cards"),
    [
        ("2", 2, None, {"R2", "Y2", "G2", "B2"}),
        ("zwei", 2, None, set()),
        ("Eins.", 1, None, set()),
        ("two tricks", 2, None, set()),
        ("keine", 0, None, set()),
        ("R7", None, None, {"R7"}),
        ("rot 7", None, None, {"R7"}),
        ("wizard", None, None, {"W1", "W2", "W3", "W4"}),
        ("W 2!", None, None, {"W2"}),
    ],
)
def test_a_bare_move(text, bid, suit, cards):
    move = parse_move_line(text)
    assert move is not None
    assert (move.bid, move.suit, move.cards) == (bid, suit, cards)


def test_a_colour_is_a_suit_and_any_of_its_cards():
    move = parse_move_line("rot")
    assert move is not None
    assert (move.suit, len(move.cards)) == ("R", 13)


@pytest.mark.parametrize("text", ["", ".", "Hi Bob", "thanks, 2 is fine", "-- ", "R77", "x" * 50])
def test_prose_is_no_move(text):
    assert parse_move_line(text) is None


def test_too_many_queued_moves_are_refused():
    with pytest.raises(NotUnderstood, match="60 moves"):
        parse_moves(",".join(["2"] * 61))


@pytest.mark.parametrize(
    ("text", "at_table", "elsewhere"),
    [
        ("2", "/move 2", None),
        ("  rot 7 ", "/move rot 7", None),
        ("wizard", "/move wizard", "wizard"),
        ("bid 2", "/bid 2", None),
        ("play purple 7", "/play purple 7", None),
        ("wizard games", "wizard games", "wizard games"),
        ("/games", "/games", "/games"),
        ("games", None, None),
        ("Hello Ada,", None, None),
        ("// 2", None, None),
        ("", None, None),
    ],
)
def test_which_lines_of_a_mail_are_commands(text, at_table, elsewhere):
    assert find_command_in_email_line(text, at_table=True) == at_table
    assert find_command_in_email_line(text, at_table=False) == elsewhere


@pytest.mark.parametrize(
    ("text", "whether"),
    [("wizard games", True), ("Wizard GAMES next", True), ("Wizard is fun", False), ("wizard", False)],
)
def test_a_line_of_a_chat_may_begin_with_the_games_name(text, whether):
    assert is_command(text) is whether


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("2026-12-20", (date(2026, 12, 20), date(2026, 12, 20))),
        ("2026-12-20 - 2027-01-03", (date(2026, 12, 20), date(2027, 1, 3))),
        ("from 2026-12-20 to 2027-01-03", (date(2026, 12, 20), date(2027, 1, 3))),
        ("vom 20.12. bis zum 3.1.2027", (date(2026, 12, 20), date(2027, 1, 3))),
        ("1.2.-3.2.2027", (date(2027, 2, 1), date(2027, 2, 3))),
        ("20.12.", None),
        ("12/20/2026", None),
        ("2026-02-30", None),
        ("2026-12-20 and 2027-01-03", None),
        ("soon", None),
    ],
)
def test_days_are_read(text, days):
    assert parse_period(text) == days


def test_every_example_is_a_command_with_either_beginning():
    for found in USAGES.values():
        assert parse_command(found.example) == parse_command(f"wizard {found.example[1:]}")


WORDS = st.sampled_from(
    [
        *USAGES,
        "-days",
        "-german",
        "3",
        "k7xm",
        "#4",
        "next",
        "clear",
        "red",
        "R7",
        ",",
        "..",
        "2026-12-20",
        "–",
    ]
)


@given(st.one_of(st.text(), st.lists(WORDS, max_size=6).map(lambda words: "wizard " + " ".join(words))))
def test_nothing_but_a_refusal_comes_of_any_text(text):
    for at_table in (True, False):
        line = find_command_in_email_line(text, at_table=at_table)
        assert line is None or len(line) >= 1
    with suppress(NotUnderstood):
        parse_command(text)
