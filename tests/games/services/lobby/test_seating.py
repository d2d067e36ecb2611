"""Tables that open with all their players: who sits where, what is dealt, and when it is told."""

from datetime import timedelta, timezone

import pytest
from django.db import transaction

from core.realtime import bus
from core.refusal import BadRequest
from games import broadcast
from games.models import Seat, Table
from games.rules.cards.deal import server_salt
from games.rules.errors import AlreadySeated, WrongNumberOfPlayers
from games.services.audit import audit_table
from games.services.referee import Sitter, open_tournament_table, seed_with_first_dealer
from games.store import tables
from tests.support.games.people import person
from tests.support.games.playing import AT, SEED, short, sight, snapshot

BOT = Sitter("Merlin", "bot", None, "master")


def sitters(*names: str) -> list[Sitter]:
    return [Sitter(user.username, user.kind, user.pk) for user in map(person, names)]


def seated(*names: str, **more) -> str:
    given = {"options": short(2, 1), "now": AT, "server_seed": SEED, **more}
    return open_tournament_table(sitters=[*sitters(*names), BOT], **given)


@pytest.mark.django_db
def test_everyone_sits_where_they_were_put_and_the_first_round_is_dealt():
    table_id = seated("dora", "alice", "bob", caption="German championship", caption_url="/t/dm")
    seen = sight(table_id)
    assert [player["name"] for player in seen["players"]] == ["dora", "alice", "bob", "Merlin"]
    assert seen["round"]["number"] == 1
    row = Table.objects.get(pk=table_id)
    assert (row.opened_by, row.started_at, row.caption, row.caption_url) == (
        None,
        AT,
        "German championship",
        "/t/dm",
    )
    state = snapshot(table_id).state
    assert [seat.salt for seat in state.seats] == [server_salt(bytes.fromhex(state.server_seed)).hex()] * 4
    assert audit_table(table_id) == []


@pytest.mark.django_db
def test_a_time_limit_can_be_known_from_the_start():
    closes_at = AT + timedelta(minutes=45)
    in_berlin = closes_at.astimezone(timezone(timedelta(hours=1)))
    table_id = seated("alice", "bob", closes_at=in_berlin)
    assert sight(table_id)["closes_at"] == "2026-01-01T12:45:00Z"
    assert Table.objects.get(pk=table_id).closes_at == closes_at
    assert audit_table(table_id) == []


@pytest.mark.django_db
def test_the_same_seed_deals_the_same_cards_at_each_table():
    one, other = seated("alice", "bob", sealed=True), seated("dora", "emil", sealed=True)
    assert snapshot(one).state.round.dealt_hands == snapshot(other).state.round.dealt_hands
    assert snapshot(one).state.commitment == snapshot(other).state.commitment


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("refusal", "wrong"),
    [
        (WrongNumberOfPlayers, {"options": {"preset": "dm2008"}}),
        (BadRequest, {"options": {"preset": "chess"}}),
        (BadRequest, {"options": short(2, 1, coach=True)}),
        (BadRequest, {"visibility": "secret"}),
        (BadRequest, {"caption": "x" * 201}),
        (BadRequest, {"caption": "x", "caption_url": "javascript:alert(1)"}),
    ],
)
def test_what_cannot_be_played_is_refused_and_nothing_is_stored(refusal, wrong):
    with pytest.raises(refusal):
        seated("alice", "bob", **wrong)
    assert not Table.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("refusal", "sitter"),
    [
        (AlreadySeated, lambda alice: Sitter("alice", "human", alice.pk)),
        (BadRequest, lambda alice: Sitter("nobody", "human", None)),
        (BadRequest, lambda alice: Sitter("alice", "ghost", alice.pk)),
        (BadRequest, lambda alice: Sitter("Circe", "bot", alice.pk, "master")),
        (BadRequest, lambda alice: Sitter("Circe", "bot", None, "god")),
    ],
)
def test_who_cannot_sit_is_refused(refusal, sitter):
    wrong = sitter(person("alice"))
    with pytest.raises(refusal):
        open_tournament_table(sitters=[*sitters("alice", "bob"), wrong], options=short(1), now=AT)
    assert not Table.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_seed_can_be_had_for_each_first_dealer(players):
    bots = [Sitter(f"bot {n}", "bot", None, "apprentice") for n in range(players)]
    for seat in range(players):
        seeds = {seed_with_first_dealer(players, seat) for _ in range(3)}
        assert len(seeds) == 3
        for seed in seeds:
            table_id = open_tournament_table(sitters=bots, options=short(1), now=AT, server_seed=seed)
            assert sight(table_id)["round"]["dealer"] == seat


class Listener:
    """Hears all wake-ups."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def __call__(self, wake: broadcast.Wake) -> None:
        self.told.append(wake.table_id)


@pytest.fixture
def listener():
    heard = Listener()
    bus.add_listener(heard, kind=broadcast.Wake)
    yield heard
    bus.remove_listener(heard)


def test_many_tables_open_together_and_are_told_of_when_all_are_stored(backend, listener):
    with transaction.atomic():
        opened = [seated("alice", "bob") for _ in range(20)]
        assert listener.told == []
        assert [tables.cached_snapshot(table_id) for table_id in opened] == [None] * 20
    assert listener.told == opened
    assert all(
        tables.cached_snapshot(table_id).number == Table.objects.get(pk=table_id).number
        for table_id in opened
    )


def test_when_one_of_many_fails_none_is_there_and_nothing_is_told(backend, listener):
    opened = []

    def open_both():
        with transaction.atomic():
            opened.append(seated("alice", "bob"))
            seated("alice", "alice")

    with pytest.raises(AlreadySeated):
        open_both()
    assert listener.told == []
    assert tables.cached_snapshot(opened[0]) is None
    assert (Table.objects.count(), Seat.objects.count()) == (0, 0)
