"""Queued moves: made on their player's turn, once, if they are legal; otherwise dropped and reported."""

from random import Random

import pytest

from accounts.models import User
from core.refusal import BadRequest
from games.models import LogEntry, PendingMail, QueuedMove, SlowTurn
from games.models.mail import MailKind
from games.rules.errors import NotSeated, WrongPhase
from games.rules.topics.bidding import Bid
from games.rules.topics.claiming import ClaimTricks
from games.rules.topics.pause import EndPause
from games.services.commands.act import dispatch
from games.services.commands.command import Command
from games.services.lobby import lobby
from games.services.slow_tables import queue
from games.services.slow_tables.queue import make_queued_moves, replace_queued_moves
from games.services.text_commands import run_command
from tests.support.games.choices import first_legal
from tests.support.games.people import person
from tests.support.games.playing import (
    AT,
    bidding,
    do,
    in_play,
    number,
    on_turn,
    opened,
    people,
    play_on,
    running,
    short,
    sight,
    snapshot,
    user_at,
)
from tests.support.games.queued_moves import enqueue, moves, queued, reports, tick
from tests.support.games.slow_tables import SLOW

pytestmark = pytest.mark.usefixtures("either_database", "nobody_is_connected")


def test_moves_wait_for_the_turn_and_are_made_one_by_one():
    table_id = bidding(3, **SLOW)
    first, second = on_turn(table_id), (on_turn(table_id) + 1) % 4
    card = sight(table_id, second)["hand"][0]
    user = enqueue(table_id, second, "zwei", card)
    tick()
    assert queued(table_id, user) == ["zwei", card]
    do(table_id, first, Bid(1))
    tick()
    assert sight(table_id, second)["players"][second]["bid"] == 2
    assert queued(table_id, user) == [card]
    enqueue(table_id, first, "0")
    assert reports() == []
    assert LogEntry.objects.filter(table=table_id, action_id__startswith="queued-").count() == 1


def test_a_move_leaves_the_queue_as_soon_as_it_is_in_the_log(monkeypatch):
    """Its row is deleted a moment later: who hears of the move and looks must not see it queued."""
    table_id = bidding(3, **SLOW)
    user = enqueue(table_id, on_turn(table_id), "0", "R7")
    seen = []

    def look_first(command):
        outcome = dispatch(command)
        seen.append(queued(table_id, user))
        return outcome

    monkeypatch.setattr(queue, "dispatch", look_first)
    make_queued_moves(now=AT)
    assert seen == [["R7"]]
    assert queued(table_id, user) == ["R7"]


def test_everybodys_queues_are_made_in_turn():
    table_id = bidding(3, **SLOW)
    for seat in range(4):
        enqueue(table_id, seat, "0", *sight(table_id, seat)["hand"])
    tick()
    made = LogEntry.objects.filter(table=table_id, action_id__startswith="queued-")
    assert made.filter(type="bid_made").count() == 4
    assert made.filter(type="card_played").exists()
    assert QueuedMove.objects.exists() or reports()


def test_what_is_not_legal_is_reported_and_ends_the_queue():
    table_id = bidding(3, **SLOW)
    seat = on_turn(table_id)
    user = enqueue(table_id, seat, "9", "R7")
    before = number(table_id)
    tick()
    assert (number(table_id), queued(table_id, user)) == (before, [])
    [[sentence, rest]] = reports()
    assert sentence.startswith("Your queued move “9” was not made: ")
    assert rest == "The moves after it were dropped, too."
    [mail] = PendingMail.objects.filter(kind=MailKind.MOVE_REPORT)
    assert (mail.user_id, mail.table_id) == (user.pk, table_id)


def test_a_word_that_is_no_bid_is_reported():
    table_id = bidding(3, **SLOW)
    enqueue(table_id, on_turn(table_id), "red")
    tick()
    assert [sentence for [sentence] in reports()] == [
        "Your queued move “red” was not made: “red” is no bid. Write how many tricks you bid, as a number."
    ]


def test_nobody_queues_a_cheat():
    table_id = in_play(5, cheating=True, **SLOW)
    play_on(table_id, Random(2), until=_has_to_follow)
    seat = on_turn(table_id)
    seen = sight(table_id, seat)
    forbidden = next(card for card in seen["hand"] if card not in seen["legal"]["cards"])
    assert forbidden in seen["playable"]
    enqueue(table_id, seat, forbidden)
    before = number(table_id)
    tick()
    assert number(table_id) == before
    assert "would break the rules now" in reports()[0][0]


def _has_to_follow(seen) -> bool:
    """Whether a player is on turn who may not play every card."""
    if seen["status"] != "playing" or not seen["trick"]["plays"]:
        return False
    [table_id] = QueuedTables.ids()
    own = sight(table_id, seen["turn"][0])
    return len(own["legal"]["cards"]) < len(own["hand"])


class QueuedTables:
    @staticmethod
    def ids() -> list[str]:
        return list(SlowTurn.objects.values_list("table_id", flat=True).distinct())


def test_whoever_moves_otherwise_voids_the_queue():
    table_id = bidding(3, **SLOW)
    first, second = on_turn(table_id), (on_turn(table_id) + 1) % 4
    do(table_id, first, Bid(0))
    user = enqueue(table_id, second, "1", sight(table_id, second)["hand"][0])
    do(table_id, second, Bid(2))
    play_on(table_id, Random(1), until=lambda seen: seen["turn"] == [second] and seen["status"] == "playing")
    before = number(table_id)
    tick()
    assert (number(table_id), queued(table_id, user)) == (before, [])
    assert "in another way" in reports()[0][0]


def test_a_card_that_a_claim_plays_voids_no_queue():
    # With this seed, the second player of the first trick can prove that they take no more tricks.
    table_id = opened(*people(3), size=3, options=short(2, 2, pace="slow"), seed=f"{18:064x}")
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == "playing")
    leader, second = on_turn(table_id), (on_turn(table_id) + 1) % 3
    do(table_id, leader, first_legal(sight(table_id, leader)))
    do(table_id, second, ClaimTricks("none"))
    user = enqueue(table_id, leader, "1")
    third = on_turn(table_id)
    do(table_id, third, first_legal(sight(table_id, third)))
    assert sight(table_id)["status"] == "pause"
    dispatch(Command(table_id, EndPause(), AT))
    play_on(table_id, Random(1), until=lambda seen: seen["turn"] == [leader] and seen["status"] == "bidding")
    tick()
    assert (queued(table_id, user), reports()) == ([], [])
    assert sight(table_id)["players"][leader]["bid"] == 1


def test_a_queue_is_replaced_shown_and_cleared_by_commands():
    table_id = bidding(3, **SLOW)
    seat = (on_turn(table_id) + 1) % 4
    user = User.objects.get(pk=user_at(table_id, seat))

    def say(text: str) -> str:
        return run_command(text=text, user=user, now=AT)["text"]

    board = table_id[:5]
    assert say(f"wizard queue {board}") == f"You have queued no moves at board {table_id}."
    assert say(f"wizard queue {board} 2, rot 7, W") == f"Queued at board {table_id}: 2, rot 7, W"
    assert say(f"wizard queue {board}") == f"Queued at board {table_id}: 2, rot 7, W"
    assert say(f"wizard queue {board} 1") == f"Queued at board {table_id}: 1"
    assert say(f"wizard queue {board} clear") == f"You have queued no moves at board {table_id}."
    say(f"wizard queue {board} red")
    do(table_id, on_turn(table_id), Bid(0))
    tick()
    why = "Your queued move “red” was not made: “red” is no bid. Write how many tricks you bid, as a number."
    assert say(f"wizard queue {board}") == f"{why}\nYou have queued no moves at board {table_id}."
    assert say(f"wizard queue {board} clear") == f"You have queued no moves at board {table_id}."


def test_who_cannot_queue():
    table_id = bidding(3, **SLOW)
    with pytest.raises(NotSeated):
        replace_queued_moves(table_id=table_id, user=person("charlie"), moves=moves("1"), now=AT)
    with pytest.raises(WrongPhase, match="slow tables"):
        enqueue(bidding(3), 0, "1")
    with pytest.raises(BadRequest):
        enqueue(table_id, 0, *["1"] * 61)
    with pytest.raises(NotSeated):
        run_command(text=f"wizard queue {table_id}", user=person("charlie"), now=AT)


def test_the_end_of_the_game_empties_its_queues():
    table_id = running(4, **SLOW)
    user = enqueue(table_id, 0, "1")
    play_on(table_id, Random(3))
    assert queued(table_id, user) == []
    with pytest.raises(WrongPhase, match="over"):
        enqueue(table_id, 0, "1")


def test_someone_who_lost_the_seat_has_no_queue():
    table_id = bidding(3, **SLOW)
    enqueue(table_id, on_turn(table_id), "1")
    former = person("charlie")
    QueuedMove.objects.update(user=former)
    SlowTurn.objects.update(user=former)
    before = number(table_id)
    make_queued_moves(now=AT)
    assert (queued(table_id, former), number(table_id)) == ([], before)


def test_moves_queued_before_the_start_are_made_on_the_seat_that_was_drawn():
    sitting = people(4)
    table_id = opened(
        *sitting[:3], size=4, options=short(3, pace="slow", days=3, random_seats=True, reveal="hiddentip")
    )
    for user in sitting[:3]:
        replace_queued_moves(table_id=table_id, user=user, moves=moves("0"), now=AT)
    lobby.take_seat(table_id=table_id, user=sitting[3], now=AT)
    seats = [snapshot(table_id).state.seat_of(user.pk) for user in sitting]
    assert seats[:3] != [0, 1, 2]
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == "bidding")
    tick()
    assert [player["seat"] for player in sight(table_id)["players"] if player["has_bid"]] == sorted(seats[:3])


def test_where_nothing_is_queued_one_small_query_says_so(django_assert_num_queries):
    with django_assert_num_queries(1):
        assert make_queued_moves(now=AT) == 0
