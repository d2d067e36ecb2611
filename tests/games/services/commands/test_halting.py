"""Halt, resume, time limit: who may act, when the scheduler acts, what is told."""

from datetime import timedelta
from functools import partial
from random import Random

import pytest
from django.db import transaction

from core.refusal import NotFound
from games.rules.errors import Halted, WrongPhase
from games.rules.topics.pause import EndPause
from games.rules.topics.playing import Play
from games.selectors.tables import due_tables
from games.services.audit import audit_table
from games.services.bots.turns import server_command
from games.services.commands.act import dispatch, set_wing
from games.services.commands.command import Command, Stale
from games.services.referee import annul_game, halt_table, resume_table, set_time_limit, stop_game
from games.services.uncharged_time import Outage, tables_with_outdated_due_times
from tests.support.games.organised import row
from tests.support.games.people import person
from tests.support.games.playing import (
    AT,
    do,
    in_play,
    opened,
    people,
    play_on,
    running,
    short,
    sight,
    snapshot,
    user_at,
)

db = pytest.mark.django_db


@db
def test_a_halted_table_refuses_its_players_and_goes_on_when_resumed():
    table_id = in_play(3, 2, 1)
    seat = sight(table_id)["turn"][0]
    card = sight(table_id, seat)["playable"][0]
    halt_table(table_id=table_id, now=AT)
    assert (row(table_id).halted, row(table_id).status) == (True, "playing")
    for refused in (
        partial(do, table_id, seat, Play(card)),
        partial(set_wing, table_id=table_id, user=user_at(table_id, seat), card=card, now=AT),
    ):
        with pytest.raises(Halted):
            refused()
    resume_table(table_id=table_id, now=AT)
    assert row(table_id).halted is False
    do(table_id, seat, Play(card))
    assert audit_table(table_id) == []


@db
def test_to_halt_or_resume_twice_is_to_do_it_once():
    table_id = in_play(3, 2, 1)
    resume_table(table_id=table_id, now=AT)
    for _ in range(2):
        halt_table(table_id=table_id, now=AT)
    number = row(table_id).number
    halt_table(table_id=table_id, now=AT)
    assert row(table_id).number == number


@db
def test_the_scheduler_waits_at_a_halted_table_and_acts_anew_when_it_goes_on():
    table_id = opened(person("alice"), bots=3, options=short(3))
    play_on(table_id, Random(3), until=lambda seen: 0 not in seen["turn"])
    assert row(table_id).due_at is not None
    waiting = snapshot(table_id)
    asked = server_command(waiting, now=AT, rng=Random(1))
    halt_table(table_id=table_id, now=AT)
    assert isinstance(dispatch(asked), Stale)
    assert row(table_id).due_at is None
    assert due_tables(AT + timedelta(days=1)) == []
    assert server_command(snapshot(table_id), now=AT, rng=Random(1)) is None
    later = AT + timedelta(hours=1)
    resume_table(table_id=table_id, now=later)
    assert row(table_id).due_at >= later
    assert [due[0] for due in due_tables(later + timedelta(minutes=1))] == [table_id]


@db
def test_a_halted_pause_neither_ends_nor_is_renewed_and_begins_anew_when_resumed():
    table_id = running(4, **short(1, 1, pause=8))
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == "pause")
    halt_table(table_id=table_id, now=AT)
    assert row(table_id).due_at is None
    assert tables_with_outdated_due_times(Outage.STOPPED, now=AT + timedelta(days=1)) == []
    assert row(table_id).due_at is None
    assert isinstance(dispatch(Command(table_id, EndPause(), AT)), Halted)
    assert sight(table_id)["deadline"] is None
    later = AT + timedelta(hours=1)
    resume_table(table_id=table_id, now=later)
    assert row(table_id).status == "pause"
    assert row(table_id).due_at == later + timedelta(seconds=8)


@db
@pytest.mark.parametrize("verb", [halt_table, resume_table, stop_game, annul_game])
def test_the_verbs_need_a_game_that_runs(verb):
    waiting = opened(*people(2))
    with pytest.raises(WrongPhase):
        verb(table_id=waiting, now=AT)
    with pytest.raises(NotFound):
        verb(table_id="nowhere", now=AT)
    over = in_play(3, 2, 1)
    stop_game(table_id=over, now=AT)
    with pytest.raises(WrongPhase):
        verb(table_id=over, now=AT)


def test_a_verb_within_a_transaction_is_refused_before_it_waits_for_itself(backend):
    table_id = running(3)

    def halt_within():
        with transaction.atomic():
            halt_table(table_id=table_id, now=AT)

    with pytest.raises(RuntimeError):
        halt_within()
    assert not row(table_id).halted


@db
def test_a_time_limit_is_told_and_leaves_the_moments_of_the_scheduler_alone():
    table_id = running(4, **short(1, 1, pause=8))
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == "pause")
    due_at = row(table_id).due_at
    for _ in range(2):
        set_time_limit(table_id=table_id, closes_at=AT + timedelta(minutes=45), now=AT)
    assert sight(table_id)["closes_at"] == "2026-01-01T12:45:00Z"
    assert (row(table_id).closes_at, row(table_id).due_at) == (AT + timedelta(minutes=45), due_at)
    assert audit_table(table_id) == []
    set_time_limit(table_id=table_id, closes_at=None, now=AT)
    assert (sight(table_id)["closes_at"], row(table_id).closes_at) == (None, None)
