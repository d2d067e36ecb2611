"""Claims through the command handler: proven before it, decided by it, and stored like every other action."""

from contextlib import suppress
from random import Random

import orjson
import pytest

from core.refusal import Refusal
from games import models
from games.rules.claims.proof import prove_claim
from games.rules.errors import ClaimTooEarly
from games.rules.record.check import check_record
from games.rules.topics.claiming import ClaimTricks
from games.selectors import sights
from games.services.audit import audit_table
from games.store import tables
from tests.support.games.playing import do, in_play, move, on_turn, sight

pytestmark = pytest.mark.django_db


def played_with_claims(table_id, rng):
    """Play the game to its end; whoever can prove a claim makes it."""
    while (seen := sight(table_id))["status"] != "finished":
        claimed = False
        for tricks in sight(table_id, seen["turn"][0])["can_claim"] if seen["turn"] else ():
            with suppress(Refusal):
                do(table_id, seen["turn"][0], ClaimTricks(tricks))
                claimed = True
                break
        if not claimed:
            move(table_id, rng)


@pytest.mark.parametrize("options", [{}, {"edition": "magic"}, {"reveal": "delayed"}], ids=str)
def test_rows_log_and_record_of_games_with_claims_agree(options):
    table_id = in_play(2, 3, 4, 2, 1, **options)
    played_with_claims(table_id, Random(2))
    assert models.LogEntry.objects.filter(table_id=table_id, type="tricks_claimed").exists()
    assert audit_table(table_id) == []
    assert check_record(orjson.loads(orjson.dumps(sights.read_record(table_id)))) == []


def test_what_followed_from_a_claim_does_not_count_as_somebody_elses_move():
    table_id = in_play(2, 3, 4, 2, 1)
    played_with_claims(table_id, Random(2))
    assert not models.Score.objects.filter(round__table_id=table_id, own_moves=False).exists()


def test_a_claim_is_proven_before_the_command_handler_decides_it():
    table_id = in_play(2)
    prove_claim.cache_clear()
    with suppress(Refusal):
        do(table_id, on_turn(table_id), ClaimTricks("all"))
    assert prove_claim.cache_info().hits >= 1
    assert prove_claim.cache_info().misses == 1


def test_a_claim_that_comes_too_early_changes_nothing():
    table_id = in_play(5)
    before = tables.load_snapshot(table_id).number
    with pytest.raises(ClaimTooEarly):
        do(table_id, on_turn(table_id), ClaimTricks("all"))
    assert tables.load_snapshot(table_id).number == before
