"""Undo through the command handler: bots wait for the answers, time ends a question, and rows follow."""

from datetime import timedelta
from random import Random

import pytest

from games.models import Round, Trick
from games.rules.topics.playing import Play
from games.rules.undo.ask import ANSWER_TIMEOUT
from games.rules.undo.asking import AnswerUndo, AskUndo, UndoEnded
from games.selectors.analysis.decisions import decisions_of_seat
from games.services.audit import audit_table
from games.services.bots.turns import server_command
from games.services.commands.act import dispatch
from games.store import tables
from tests.support.games.people import person
from tests.support.games.playing import (
    AT,
    do,
    in_play,
    move,
    on_turn,
    opened,
    play_on,
    short,
    sight,
    snapshot,
)

pytestmark = pytest.mark.django_db


def after_a_card():
    """A table at which somebody has played a card: the seat and the card."""
    table_id = in_play(2, undo=True, pause=0)
    seat = on_turn(table_id)
    card = sight(table_id, seat)["legal"]["cards"][0]
    do(table_id, seat, Play(card))
    return table_id, seat, card


def agree(table_id, seat):
    """Everybody else allows what `seat` asks for."""
    do(table_id, seat, AskUndo())
    for other in set(range(4)) - {seat}:
        do(table_id, other, AnswerUndo(True))


def test_an_undone_card_is_in_the_hand_again_also_for_a_server_that_starts_anew():
    table_id, seat, card = after_a_card()
    number = snapshot(table_id).number
    agree(table_id, seat)
    tables.clear_cached_tables(table_id)
    assert on_turn(table_id) == seat
    assert card in sight(table_id, seat)["hand"]
    assert sight(table_id)["number"] == number + 5


def test_a_question_ends_when_its_time_is_over():
    table_id, seat, _ = after_a_card()
    do(table_id, seat, AskUndo())
    asked = snapshot(table_id)
    assert asked.due_at == AT + ANSWER_TIMEOUT
    assert server_command(asked, now=AT + timedelta(seconds=14), rng=Random(1)) is None
    command = server_command(asked, now=asked.due_at, rng=Random(1))
    dispatch(command)
    assert snapshot(table_id).recent[-1].event == UndoEnded(seat, "timed_out")
    assert "undo" not in sight(table_id)
    assert snapshot(table_id).due_at is None


def test_bots_wait_for_the_answers_of_people():
    options = short(3, undo=True, pause=0)
    table_id = opened(person("alice"), person("bob"), size=4, bots=2, options=options)
    rng = Random(5)
    while not is_bots_turn_after_a_person(table_id):
        move(table_id, rng)
    seat = snapshot(table_id).state.round.trick.plays[-1].seat
    assert server_command(snapshot(table_id), now=AT, rng=rng) is not None
    do(table_id, seat, AskUndo())
    assert server_command(snapshot(table_id), now=AT, rng=rng) is None
    [other] = sight(table_id)["undo"]["waits_for"]
    do(table_id, other, AnswerUndo(False))
    assert server_command(snapshot(table_id), now=AT, rng=rng) is not None


def is_bots_turn_after_a_person(table_id):
    """Whether a person has just played a card, and a bot is to play the next."""
    state = snapshot(table_id).state
    if state.status != "playing" or not state.round.trick.plays:
        return False
    return (
        state.round.trick.plays[-1].seat in state.human_seats()
        and on_turn(table_id) not in state.human_seats()
    )


def test_statistics_analysis_and_rows_know_nothing_of_it():
    table_id, seat, card = after_a_card()
    agree(table_id, seat)
    other = next(held for held in sight(table_id, seat)["legal"]["cards"] if held != card)
    do(table_id, seat, Play(other))
    play_on(table_id, Random(1))
    played = [decision.what for decision in decisions_of_seat(table_id, seat) if decision.kind == "play"]
    assert played == [other, card]
    assert Round.objects.get(table_id=table_id).number == 1
    assert Trick.objects.filter(round__table_id=table_id).count() == 2
    assert audit_table(table_id) == []


def test_the_same_id_again_gives_the_same_answer():
    table_id, seat, _ = after_a_card()
    first = do(table_id, seat, AskUndo(), action_id="ask")
    assert do(table_id, seat, AskUndo(), action_id="ask") == first
