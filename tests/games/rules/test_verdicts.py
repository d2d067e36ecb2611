"""Rules, "Cheating": who is right, and what it costs; the table's part is in test_engine_cheating."""

from games.rules.verdicts import Cheat, judge_accusation, mark_called_cheats, verdict_points

BEN, CLEO = 1, 2
BEN_CHEATS = Cheat(1, BEN, "B4", "R")
BEN_CHEATS_AGAIN = Cheat(2, BEN, "G4", "R")
CLEO_CHEATS = Cheat(1, CLEO, "B5", "R")


def test_a_cheat_that_nobody_has_called_yet_is_caught():
    assert judge_accusation([BEN_CHEATS], BEN) == "caught"


def test_a_cheat_of_another_player_makes_the_accusation_wrong():
    assert judge_accusation([CLEO_CHEATS], BEN) == "wrong"


def test_without_any_cheat_an_accusation_is_wrong():
    assert judge_accusation([], BEN) == "wrong"


def test_who_was_caught_already_and_has_not_cheated_since_is_accused_too_late():
    assert judge_accusation(mark_called_cheats([BEN_CHEATS], accuser=0, accused=BEN), BEN) == "late"


def test_all_cheats_so_far_count_as_called_at_once():
    assert (
        judge_accusation(mark_called_cheats([BEN_CHEATS, BEN_CHEATS_AGAIN], accuser=0, accused=BEN), BEN)
        == "late"
    )


def test_who_was_caught_and_has_cheated_since_is_caught_again():
    cheats = (*mark_called_cheats([BEN_CHEATS], accuser=0, accused=BEN), BEN_CHEATS_AGAIN)
    assert judge_accusation(cheats, BEN) == "caught"


def test_the_first_who_calls_a_cheat_is_remembered():
    once = mark_called_cheats([BEN_CHEATS, CLEO_CHEATS], accuser=0, accused=BEN)
    twice = mark_called_cheats((*once, BEN_CHEATS_AGAIN), accuser=3, accused=BEN)
    assert [cheat.called_by for cheat in twice] == [0, None, 3]


def test_a_cheat_of_another_player_is_not_called_with_it():
    assert (
        judge_accusation(mark_called_cheats([BEN_CHEATS, CLEO_CHEATS], accuser=0, accused=BEN), CLEO)
        == "caught"
    )


def test_the_points_of_a_verdict():
    assert verdict_points("caught") == (10, -10)
    assert verdict_points("late") == (-10, 0)
    assert verdict_points("wrong") == (-10, 0)
