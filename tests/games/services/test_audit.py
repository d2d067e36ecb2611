"""The audit finds whatever was changed behind the door's back, and nothing where all is well."""

from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest
from django.db.models import F

from games.models import Accusation, Bid, Cheat, LogEntry, Round, Score, Seat, Table, Trick
from games.rules.topics.cheating import Accuse
from games.services.audit import audit_table
from games.services.referee import stop_game
from tests.support.games.playing import AT, do, opened, people, play_on, running, short

pytestmark = pytest.mark.django_db


@pytest.fixture
def table_id() -> str:
    """A finished game with cheats and accusations."""
    table_id = running(4, **short(6, 3, cheating=True))
    play_on(table_id, Random(3), nerve=0.3)
    return table_id


@pytest.fixture
def cut_short() -> str:
    """A game in its second round."""
    table_id = running(3, **short(1, 5))
    play_on(table_id, Random(1), until=lambda seen: seen["round"]["number"] == 2)
    return table_id


CHANGED: dict[str, Callable[[str], object]] = {
    "status is": lambda t: Table.objects.filter(pk=t).update(status="playing"),
    "number is": lambda t: Table.objects.filter(pk=t).update(number=F("number") + 1),
    "size is": lambda t: Table.objects.filter(pk=t).update(size=6),
    "options is": lambda t: Table.objects.filter(pk=t).update(options={"preset": "standard"}),
    "commitment is": lambda t: Table.objects.filter(pk=t).update(commitment="0" * 64),
    "started_at is": lambda t: Table.objects.filter(pk=t).update(started_at=AT - timedelta(days=1)),
    "finished_at is": lambda t: Table.objects.filter(pk=t).update(finished_at=None),
    "halted is": lambda t: Table.objects.filter(pk=t).update(halted=True),
    "closes_at is": lambda t: Table.objects.filter(pk=t).update(closes_at=AT),
    "tie_break is": lambda t: Table.objects.filter(pk=t).update(tie_break="by bribe"),
    "seats is": lambda t: Seat.objects.filter(table_id=t, seat=0).update(score=F("score") + 10),
    "round 2 is not": lambda t: Round.objects.filter(table_id=t, number=2).update(trump="X"),
    "round 1: bids": lambda t: one(Bid, t).update(bid=F("bid") + 1),
    "round 1: tricks": lambda t: one(Trick, t).update(winner=(one(Trick, t).get().winner + 1) % 4),
    "round 1: scores": lambda t: one(Score, t).update(points=F("points") + 10),
    "round 1: cheats": lambda t: one(Cheat, t).update(called_by=None, card="R1"),
    "round 1: accusations": lambda t: one(Accusation, t).update(verdict="maybe"),
}
GONE: dict[str, Callable[[str], object]] = {
    "seats is": lambda t: Seat.objects.filter(table_id=t, seat=3).delete(),
    "the rounds are": lambda t: Round.objects.filter(table_id=t, number=1).delete(),
    "round 1: bids": lambda t: one(Bid, t).delete(),
    "round 1: tricks": lambda t: one(Trick, t).delete(),
    "round 1: scores": lambda t: one(Score, t).delete(),
    "round 1: cheats": lambda t: one(Cheat, t).delete(),
    "round 1: accusations": lambda t: one(Accusation, t).delete(),
}
BROKEN_LOG: dict[str, Callable[[str], object]] = {
    "the log is empty": lambda t: LogEntry.objects.filter(table_id=t).delete(),
    "number is": lambda t: LogEntry.objects.filter(table_id=t).last().delete(),
    "the log cannot be replayed": lambda t: entries(t, "card_played").update(data='{"seat": 0, "card"'),
    "the log cannot be replayed: KeyError 'card_eaten'": lambda t: entries(t, "card_played").update(
        type="card_eaten"
    ),
    "the log cannot be replayed: TypeError": lambda t: entries(t, "trump_named", "bid_made").update(
        data="{}"
    ),
    "the log cannot be replayed: KeyError 'X9'": lambda t: entries(t, "card_played").update(
        data='{"seat": 0, "card": "X9", "by": "human"}'
    ),
    "the log's numbers have gaps": lambda t: entries(t, "player_ready", "trick_taken").update(
        number=F("number") + 1000
    ),
}


def one(model: type, table_id: str) -> object:
    """The first row of its kind in round 1, as a query that can change or delete it."""
    rows = model.objects.filter(round__table_id=table_id, round__number=1)
    return model.objects.filter(pk=rows.first().pk)


def entries(table_id: str, *types: str) -> object:
    """One entry of one of these types, as a query."""
    found = LogEntry.objects.filter(table_id=table_id, type__in=types).last()
    return LogEntry.objects.filter(pk=found.pk)


def test_nothing_is_wrong_with_what_the_door_wrote(table_id, cut_short):
    assert audit_table(table_id) == []
    assert audit_table(cut_short) == []
    assert audit_table(opened(*people(2))) == []


@pytest.mark.parametrize("fault", CHANGED)
def test_a_changed_row_is_found(table_id, fault):
    CHANGED[fault](table_id)
    found = audit_table(table_id)
    assert len(found) == 1, found
    assert found[0].startswith(fault)


@pytest.mark.parametrize("fault", GONE)
def test_a_missing_row_is_found(table_id, fault):
    GONE[fault](table_id)
    found = audit_table(table_id)
    assert len(found) == 1, found
    assert found[0].startswith(fault)


@pytest.mark.parametrize("fault", BROKEN_LOG)
def test_a_broken_log_is_found(table_id, fault):
    BROKEN_LOG[fault](table_id)
    found = audit_table(table_id)
    assert found
    assert found[0].startswith(fault)


def test_a_row_too_many_is_found(cut_short):
    Round.objects.create(table_id=cut_short, number=2, cards=5, dealer=0, reveal="open", restricted=False)
    assert audit_table(cut_short) == ["the rounds are [1, 2], the log has 1"]


def test_an_entry_that_was_taken_out_of_the_middle_is_found(cut_short):
    LogEntry.objects.filter(table_id=cut_short, type="seat_taken").first().delete()
    assert audit_table(cut_short) == ["the log's numbers have gaps"]


def test_a_lie_about_the_past_is_found(table_id):
    """A score that the log does not give, well-formed as it may be."""
    entry = LogEntry.objects.filter(table_id=table_id, type="round_scored").first()
    LogEntry.objects.filter(pk=entry.pk).update(data='{"round": 1, "points": [900, 0, 0, 0]}')
    assert any("seats is" in fault or "scores" in fault for fault in audit_table(table_id))


def test_a_late_accusation_belongs_to_its_round():
    table_id = running(3, **short(2, cheating=True))
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == "pause")
    do(table_id, 0, Accuse(1, "mail", 0.5, "at dusk"))
    play_on(table_id, Random(1))
    assert audit_table(table_id) == []
    kept = Accusation.objects.get(round__table_id=table_id)
    assert (kept.source, kept.lux, kept.sensed_at, kept.after) == ("mail", 0.5, "at dusk", 6)


def test_a_stopped_game_that_would_be_rated_is_a_fault():
    table_id = running(3)
    stop_game(table_id=table_id, now=AT)
    assert audit_table(table_id) == []
    Table.objects.filter(pk=table_id).update(unrated=False)
    assert [fault.split()[0] for fault in audit_table(table_id)] == ["unrated"]
