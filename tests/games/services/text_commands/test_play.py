"""Commands that play at a table: what they do is what the buttons do."""

import pytest

from accounts.models import User
from core.refusal import Refusal
from games.services.text_commands import run_command
from tests.support.games.playing import AT, bidding, on_turn, sight, user_at

pytestmark = pytest.mark.django_db


def say(table_id: str, seat: int, text: str) -> str:
    """What the command of the player in this seat is answered."""
    user = User.objects.get(pk=user_at(table_id, seat))
    return run_command(text=text, user=user, now=AT, table_id=table_id)["text"]


def test_a_bid_is_taken_back_when_the_others_allow_it():
    table_id = bidding(3, undo=True)
    first = on_turn(table_id)
    assert say(table_id, first, "/bid 1") == "Your bid: 1."
    assert say(table_id, first, "/undo") == "You ask to take that back."
    assert [say(table_id, seat, "/undo allow") for seat in range(4) if seat != first] == ["You allow it."] * 3
    assert on_turn(table_id) == first
    assert sight(table_id)["players"][first]["bid"] is None


def test_a_bid_stays_when_somebody_refuses():
    table_id = bidding(3, undo=True)
    first = on_turn(table_id)
    say(table_id, first, "/bid 1")
    say(table_id, first, "/undo")
    assert say(table_id, (first + 1) % 4, "/undo refuse") == "You refuse it."
    assert on_turn(table_id) != first


@pytest.mark.parametrize("text", ["/trump red", "/claim all"])
def test_what_the_table_does_not_wait_for_is_refused(text):
    table_id = bidding(3)
    first = on_turn(table_id)
    with pytest.raises(Refusal):
        say(table_id, first, text)
    assert (on_turn(table_id), sight(table_id)["status"]) == (first, "bidding")
