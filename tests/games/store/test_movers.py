"""The rows say who made each move, and statistics count what people bid and played themselves."""

from datetime import timedelta
from importlib import import_module
from random import Random

import pytest
from django.apps import apps

from games.models import Bid, LogEntry, Score, Trick
from games.rules.topics.absence import ComeBack, GoAway
from games.selectors.people.players import player_statistics
from games.services.audit import audit_table
from games.services.bots.turns import server_command
from games.services.commands.act import dispatch, set_wing
from games.services.commands.command import Command
from games.services.referee import replace_player
from games.store import tables
from games.store.snapshot import Accepted
from tests.support.games.organised import sitter
from tests.support.games.people import person
from tests.support.games.playing import (
    AT,
    NAMES,
    in_play,
    opened,
    people,
    play_on,
    running,
    short,
    sight,
    user_at,
)

db = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_claims(monkeypatch: pytest.MonkeyPatch) -> None:
    """Earlier games had no claims, and bots play every card of these by hand."""
    monkeypatch.setattr("games.bots.choose.choose_claim", lambda sight: None)


def the_scheduler_moves(table_id: str, until: str = "pause") -> None:
    """Let the scheduler play on, hours late, until the table is as wanted."""
    now = AT
    while sight(table_id)["status"] != until:
        now += timedelta(hours=1)
        command = server_command(tables.load_snapshot(table_id), now=now, rng=Random(2))
        assert command is not None
        assert isinstance(dispatch(command), Accepted)


def movers(table_id: str, round_number: int, seat: int) -> tuple[set[str], set[str]]:
    """Who made the bids and the plays of a seat in a round, by the rows."""
    bids = Bid.objects.filter(round__table_id=table_id, round__number=round_number, seat=seat)
    tricks = Trick.objects.filter(round__table_id=table_id, round__number=round_number)
    plays = [play for trick in tricks for play in trick.plays if play["seat"] == seat]
    return set(bids.values_list("by", flat=True)), {play["by"] for play in plays}


def bids_of(name: str) -> int:
    """How many bids somebody's statistics count."""
    return player_statistics(person(name))["bids"]


def finished(table_id: str) -> str:
    """Play a table to its end."""
    play_on(table_id, Random(1))
    assert audit_table(table_id) == []
    return table_id


@db
def test_people_and_bots_move_for_themselves():
    table_id = finished(opened(*people(2), size=4, bots=2, options=short(3, 2)))
    assert [movers(table_id, 1, seat) for seat in (0, 1)] == [({"human"}, {"human"}), ({"bot"}, {"bot"})]
    assert bids_of("alice") == bids_of("bob") == 2


def with_a_clock() -> str:
    """A table where the clock made all moves of the first round."""
    table_id = running(4, **short(3, 2, clock=15))
    the_scheduler_moves(table_id)
    return finished(table_id)


def with_a_stand_in() -> str:
    """A table where a stand-in moved for bob in the first round."""
    table_id = opened(*people(2), size=4, bots=2, options=short(3, 2, clock=15))
    dispatch(Command(table_id, GoAway(3), AT))
    the_scheduler_moves(table_id)
    dispatch(Command(table_id, ComeBack(3), AT))
    return finished(table_id)


def with_a_substitute() -> str:
    """A table where eve takes over a seat in the second of three rounds."""
    table_id = in_play(3, 2, 1)
    play_on(table_id, Random(1), until=lambda seen: seen["round"]["number"] == 2)
    replace_player(table_id=table_id, seat=1, sitter=sitter("eve"), now=AT)
    return finished(table_id)


def with_a_wing() -> str:
    """A table of two rounds where bob's first card was laid aside."""
    table_id = in_play(3, 2)
    seat = next(seat for seat in range(4) if seat not in sight(table_id)["turn"])
    set_wing(table_id=table_id, user=user_at(table_id, seat), card=sight(table_id, seat)["hand"][0], now=AT)
    return finished(table_id)


@db
def test_a_clocks_moves_are_its_own():
    table_id = with_a_clock()
    assert movers(table_id, 1, 0) == ({"clock"}, {"clock"})
    assert movers(table_id, 2, 0) == ({"human"}, {"human"})
    assert bids_of("alice") == 1
    assert player_statistics(person("alice"))["bids_met"] <= 1


@db
def test_a_stand_ins_moves_are_its_own():
    table_id = with_a_stand_in()
    assert movers(table_id, 1, 3) == ({"bot"}, {"bot"})
    assert movers(table_id, 2, 3) == ({"human"}, {"human"})
    assert bids_of("bob") == 1


@db
def test_a_substitute_answers_for_the_rounds_from_the_next_one_on():
    with_a_substitute()
    assert (bids_of("eve"), bids_of("alice")) == (1, 3)


@db
def test_a_round_with_a_wing_is_not_played_by_hand():
    table_id = with_a_wing()
    winged = [seat for seat in range(4) if "wing" in movers(table_id, 1, seat)[1]]
    assert len(winged) == 1
    assert [bids_of(name) for name in NAMES[:4]] == [1 if seat in winged else 2 for seat in range(4)]


GAMES = [with_a_clock, with_a_stand_in, with_a_substitute, with_a_wing]


@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize("played", GAMES)
def test_the_rows_of_earlier_games_are_filled_in_from_their_logs(played):
    table_id = played()
    Bid.objects.update(by="human")
    Score.objects.update(own_moves=True)
    assert audit_table(table_id)
    import_module("games.migrations.0002_movers").fill_in_movers(apps, None)
    assert audit_table(table_id) == []


@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize("damage", ["an entry is lost", "an entry cannot be read"])
def test_a_damaged_log_holds_up_no_other_game(damage, caplog):
    damaged, whole = with_a_clock(), with_a_substitute()
    entry = LogEntry.objects.filter(table_id=damaged, type="bid_made").order_by("number").last()
    if damage == "an entry is lost":
        entry.delete()
    else:
        LogEntry.objects.filter(pk=entry.pk).update(data="{")
    Bid.objects.update(by="human")
    Score.objects.update(own_moves=True)
    import_module("games.migrations.0002_movers").fill_in_movers(apps, None)
    assert audit_table(whole) == []
    assert f"The log of table {damaged} is damaged" in caplog.text
