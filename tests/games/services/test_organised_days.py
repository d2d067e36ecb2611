"""Games into which organisers intervene at random moments: the log stays sound, the record passes."""

from contextlib import suppress
from datetime import timedelta
from functools import partial
from random import Random

import pytest

from core.realtime import bus
from core.refusal import Refusal
from games import broadcast
from games.rules.errors import WrongPhase
from games.rules.record.check import check_record
from games.selectors.sights import read_record
from games.services.audit import audit_table
from games.services.referee import (
    annul_game,
    halt_table,
    replace_player,
    resume_table,
    set_time_limit,
    stop_game,
)
from games.store import tables
from games.wire.actions import parse_action
from tests.support.games.organised import MERLIN, row, sitter
from tests.support.games.playing import AT, do, in_play, move, running, short, sight

db = pytest.mark.django_db


def meddle(table_id: str, rng: Random, now) -> None:
    """Some verb, whatever the table does; a refusal is as good."""
    newcomer = rng.choice(["eve", "fred", "gina", "hugo"])
    verbs = [
        partial(halt_table, table_id=table_id, now=now),
        partial(resume_table, table_id=table_id, now=now),
        partial(set_time_limit, table_id=table_id, closes_at=now + timedelta(minutes=45), now=now),
        partial(
            replace_player,
            table_id=table_id,
            seat=rng.randrange(4),
            sitter=rng.choice([MERLIN, sitter(newcomer)]),
            now=now,
        ),
    ]
    with suppress(Refusal):
        rng.choice(verbs)()


def a_day_with_organisers(rng: Random) -> str:
    """A game into which organisers intervene all the time, to its end: played out, stopped or annulled."""
    cheating = rng.random() < 0.5
    table_id = running(4, **short(2, 3, 1, cheating=cheating, pause=rng.choice([5 if cheating else 0, 8])))
    now = AT
    while (status := sight(table_id)["status"]) not in ("finished", "abandoned"):
        now += timedelta(seconds=1)
        if rng.random() < 0.25:
            meddle(table_id, rng, now)
        elif rng.random() < 0.01:
            rng.choice([stop_game, annul_game])(table_id=table_id, now=now)
        elif sight(table_id)["halted"]:
            resume_table(table_id=table_id, now=now)
        elif status == "pause" or sight(table_id)["turn"]:
            move(table_id, rng, now)
        if rng.random() < 0.1:
            tables.clear_cached_tables(table_id)
    return table_id


@db
@pytest.mark.parametrize("rng", range(25))
def test_a_game_with_verbs_at_random_moments_passes_audit_and_check(rng):
    table_id = a_day_with_organisers(Random(rng))
    assert audit_table(table_id) == []
    if row(table_id).status == "finished":
        assert check_record(read_record(table_id)) == []


def test_it_does_so_on_every_database(backend):
    for rng in range(5):
        table_id = a_day_with_organisers(Random(rng))
        assert audit_table(table_id) == []


@db
def test_what_happens_to_a_table_is_told():
    table_id = in_play(3, 2, 1)
    told = []
    bus.add_listener(told.append, kind=broadcast.TableListingChanged)
    try:
        replace_player(table_id=table_id, seat=0, sitter=MERLIN, now=AT)
        annul_game(table_id=table_id, now=AT)
    finally:
        bus.remove_listener(told.append)
    assert told == [broadcast.TableListingChanged(table_id)] * 2
    with pytest.raises(WrongPhase):
        do(table_id, 1, parse_action({"type": "ready"}))
