"""Each accusation and each cheat is a row when the game is over: who, whom, how, when, what came of it."""

from datetime import timedelta
from random import Random

import pytest

from games.models import Accusation, Cheat, Round
from games.rules.round import Round as Played
from games.rules.topics.cheating import Accuse
from games.services.audit import audit_table
from tests.support.games.cheating.accusations import a_cheat, others
from tests.support.games.playing import AT, do, play_on, running, short, sight, snapshot

pytestmark = pytest.mark.django_db

LATER = AT + timedelta(minutes=3)


@pytest.fixture
def called() -> tuple[str, int, str]:
    """A game that is over: in its first round one cheat was called, rightly, late, and by a wrong name."""
    table_id = running(4, **short(12, 1, cheating=True))
    accused, card = a_cheat(table_id, Random(5))
    first, second, third = others(accused)
    do(table_id, first, Accuse(accused, "light_sensor", 0.25, "2026-01-01T11:59:58.5Z"), now=AT)
    do(table_id, second, Accuse(accused, "button"), now=LATER)
    honest = next(seat for seat in others(third) if not cheats_of(table_id, seat))
    do(table_id, third, Accuse(honest, "mail", 3.0), now=LATER)
    play_on(table_id, Random(9))
    return table_id, accused, card


def cheats_of(table_id: str, seat: int) -> list[str]:
    """The cards with which a seat has cheated in the running round."""
    return [cheat.card for cheat in snapshot(table_id).state.round.cheats if cheat.seat == seat]


def test_an_accusation_is_kept_with_all_that_was_said_and_judged(called):
    table_id, accused, _ = called
    first, second, third = others(accused)
    rows = Accusation.objects.filter(round__table_id=table_id)
    assert list(
        rows.values_list("round__number", "position", "accuser", "accused", "source", "lux", "sensed_at")
    ) == [
        (1, 0, first, accused, "light_sensor", 0.25, "2026-01-01T11:59:58.5Z"),
        (1, 1, second, accused, "button", None, ""),
        (1, 2, third, rows[2].accused, "mail", 3.0, ""),
    ]
    assert list(rows.values_list("received_at", "verdict", "accuser_points", "accused_points")) == [
        (AT, "caught", 10, -10),
        (LATER, "late", -10, 0),
        (LATER, "wrong", -10, 0),
    ]
    assert len(set(rows.values_list("after", flat=True))) == 1
    assert audit_table(table_id) == []


def test_an_accusation_tells_after_how_many_cards_it_came():
    table_id = running(4, **short(12, cheating=True))
    a_cheat(table_id, Random(5))
    seen = sight(table_id)
    lying = 4 * (seen["trick"]["number"] - 1) + len(seen["trick"]["plays"])
    do(table_id, 0, Accuse(1, "button"))
    play_on(table_id, Random(9))
    assert Accusation.objects.get(round__table_id=table_id).after == lying


def test_a_cheat_is_kept_with_the_suit_owed_and_who_called_it_or_nobody(called):
    table_id, accused, card = called
    played: Played = snapshot(table_id).state.past[0]
    rows = Cheat.objects.filter(round__table_id=table_id, round__number=1)
    assert list(rows.values_list("position", "trick", "seat", "card", "owed", "called_by")) == [
        (position, *cheat) for position, cheat in enumerate(played.cheats)
    ]
    mine = rows.get(card=card)
    assert (mine.seat, mine.called_by) == (accused, next(others(accused)))
    trick = Round.objects.get(table_id=table_id, number=1).tricks.get(number=mine.trick)
    assert {"seat": accused, "card": card, "by": "human"} in trick.plays
    assert mine.owed == next(play["card"][0] for play in trick.plays if play["card"][0] in "RYGB")
    assert mine.owed != card[0]
    got_away = rows.filter(called_by=None)
    assert got_away.exists()


@pytest.mark.parametrize("status", ["playing", "pause", "bidding"])
def test_there_is_no_row_of_a_cheat_before_the_game_is_over(status):
    table_id = running(4, **short(12, 2, cheating=True))
    a_cheat(table_id, Random(5))
    wanted = 2 if status == "bidding" else 1
    play_on(
        table_id,
        Random(9),
        until=lambda seen: (seen["status"], seen["round"]["number"]) == (status, wanted),
    )
    assert not Cheat.objects.filter(round__table_id=table_id).exists()
    assert audit_table(table_id) == []
    play_on(table_id, Random(9))
    assert Cheat.objects.filter(round__table_id=table_id, round__number=1).exists()
    assert audit_table(table_id) == []
