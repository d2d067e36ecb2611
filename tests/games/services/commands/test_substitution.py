"""Somebody takes over a seat: what the old and the new player may know and do, and races."""

from datetime import timedelta
from functools import partial
from random import Random

import pytest

from core.refusal import BadRequest
from games.models import Seat
from games.rules.errors import AlreadySeated, NotSeated, WrongPhase
from games.rules.topics.playing import Play
from games.selectors.sights import table_view
from games.services.audit import audit_table
from games.services.bots.turns import server_command
from games.services.commands.act import carry_out_action, dispatch
from games.services.commands.command import Stale
from games.services.referee import Sitter, replace_player, stop_game
from games.store import tables
from tests.support.games.choices import some_action
from tests.support.games.organised import MERLIN, row, sitter
from tests.support.games.people import person
from tests.support.games.playing import AT, do, in_play, sight, snapshot, user_at
from tests.support.games.threads import at_once

db = pytest.mark.django_db


@db
def test_a_substitute_has_the_hand_and_the_former_player_no_longer():
    table_id = in_play(3, 2, 1)
    seat = sight(table_id)["turn"][0]
    hand, former = sight(table_id, seat)["hand"], user_at(table_id, seat)
    Seat.objects.filter(table_id=table_id, seat=seat).update(arrived_at=AT)
    replace_player(table_id=table_id, seat=seat, sitter=sitter("eve"), now=AT)
    theirs = table_view(table_id, former, now=AT)
    assert (theirs["sight"]["viewer"], theirs["sight"]["hand"]) == (None, None)
    assert "invite" not in theirs
    mine = table_view(table_id, person("eve").pk, now=AT)
    assert (mine["sight"]["viewer"], mine["sight"]["hand"]) == (seat, hand)
    assert mine["players"][seat] == {"seat": seat, "name": "eve", "kind": "human", "level": None}
    assert Seat.objects.get(table_id=table_id, seat=seat).arrived_at is None
    with pytest.raises(NotSeated):
        carry_out_action(table_id=table_id, user=former, action=Play(hand[0]), now=AT)
    do(table_id, seat, some_action(sight(table_id, seat), Random(1)))
    assert audit_table(table_id) == []


@db
def test_when_a_bot_sits_down_on_turn_the_scheduler_has_to_act_and_no_longer_when_a_person_does():
    table_id = in_play(3, 2, 1)
    seat = sight(table_id)["turn"][0]
    assert row(table_id).due_at is None
    later = AT + timedelta(minutes=3)
    replace_player(table_id=table_id, seat=seat, sitter=MERLIN, now=later)
    assert row(table_id).due_at == later
    asked = server_command(snapshot(table_id), now=later, rng=Random(1))
    assert asked.seat == seat
    replace_player(table_id=table_id, seat=seat, sitter=sitter("eve"), now=later)
    assert row(table_id).due_at is None
    assert isinstance(dispatch(asked), Stale)


@db
def test_who_cannot_take_a_seat_over():
    table_id = in_play(3, 2, 1)
    bob = person("bob")
    for refusal, seat, wrong in (
        (AlreadySeated, 0, Sitter("bob", "human", bob.pk)),
        (AlreadySeated, 1, Sitter("bob", "human", bob.pk)),
        (BadRequest, 4, MERLIN),
        (BadRequest, -1, MERLIN),
        (BadRequest, 0, Sitter("Merlin", "bot", None, None)),
        (BadRequest, 0, Sitter("nobody", "human", None)),
    ):
        with pytest.raises(refusal):
            replace_player(table_id=table_id, seat=seat, sitter=wrong, now=AT)
    stop_game(table_id=table_id, now=AT)
    with pytest.raises(WrongPhase):
        replace_player(table_id=table_id, seat=0, sitter=MERLIN, now=AT)


@pytest.mark.parametrize("by", ["one committer", "two processes"])
def test_of_a_substitution_and_a_play_at_one_instant_one_is_first(backend, by, request):
    """Either the card lies and was acked, or who wanted to play it hears that they no longer sit there."""
    if by == "one committer":
        request.getfixturevalue("at_work")
    for _ in range(25):
        table_id = in_play(3, 2, 1)
        seat = sight(table_id)["turn"][0]
        former, card = user_at(table_id, seat), sight(table_id, seat)["playable"][0]
        substitute = sitter("eve")
        played, replaced = at_once(
            [
                partial(
                    carry_out_action,
                    table_id=table_id,
                    user=former,
                    action=Play(card),
                    now=AT,
                    action_id="once",
                ),
                partial(replace_player, table_id=table_id, seat=seat, sitter=substitute, now=AT),
            ]
        )
        assert replaced is None
        state = tables.load_snapshot(table_id).state
        lies = card in [lay.card for lay in state.round.trick.plays]
        assert lies is not isinstance(played, NotSeated)
        assert state.seat_of(former) is None
        assert state.seat_of(substitute.user) == seat
        assert audit_table(table_id) == []


def test_two_organisers_who_replace_one_seat_at_one_instant_leave_a_sound_table(backend):
    table_id = in_play(3, 2, 1)
    jobs = [
        partial(replace_player, table_id=table_id, seat=2, sitter=somebody, now=AT)
        for somebody in (sitter("eve"), MERLIN, MERLIN._replace(name="Circe"))
    ]
    assert at_once(jobs) == [None] * 3
    assert len(tables.load_snapshot(table_id).state.substitutions) == 3
    assert audit_table(table_id) == []
