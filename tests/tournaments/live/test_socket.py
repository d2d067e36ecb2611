"""The socket of a tournament: where it is, where its viewer has to be, at once and after every change."""

import json

from asgiref.sync import sync_to_async as aside
from django.conf import settings
from django.utils import timezone
from jsonschema import Draft202012Validator, FormatChecker

from accounts.models import Token
from accounts.services import revoke_token
from tests.support.games.people import person
from tests.support.tournaments.events import AT, desk, event, play, table, with_people
from tournaments.live import hub as hubs
from tournaments.models import Tournament
from tournaments.selectors.public.versions import public_tournament_by_id
from tournaments.services.draw import draws
from tournaments.services.entry import own_entry
from tournaments.services.lifecycle import lifecycle
from tournaments.services.table import opening

PEOPLE = ("alice", "bob", "dora", "emil")
SCHEMA = json.loads((settings.BASE_DIR / "docs/socket.schema.json").read_text())
FROM_SERVER = Draft202012Validator(
    {**SCHEMA, "oneOf": [{"$ref": "#/$defs/from_server"}]}, format_checker=FormatChecker()
)


def ready(**fields):
    """A tournament of four who are checked in."""
    tournament = event({"minutes": 45}, **fields)
    with_people(tournament, PEOPLE)
    return tournament


async def do(act, tournament, **fields):
    """An act of the owner at the desk."""
    await aside(lambda: act(**desk(tournament), **fields))()


async def told(line):
    """The next frame of the tournament, which is as described."""
    frame = await line.next("tournament")
    FROM_SERVER.validate(frame)
    return frame


async def test_each_is_told_their_own_seat_when_the_draw_is_released_and_not_before(line_of, only_words):
    tournament = await aside(ready)()
    async with line_of("alice", tournament) as alice, line_of(None, tournament) as stranger:
        assert [(await told(line))["step"] for line in (alice, stranger)] == ["there", "enter_late"]
        await do(draws.draw_stage, tournament, stage_number=1)
        sketch = await told(alice)
        assert (sketch["step"], sketch["own"]["table"], sketch["stage"]) == ("there", None, None)
        assert (await told(stranger))["own"] is None

        await do(draws.release_draw, tournament, stage_number=1)
        seat = (await told(alice))["own"]["table"]
        assert (seat["number"], seat["id"], seat["status"]) == (1, None, "waiting")
        frame = await told(stranger)
        assert (frame["own"], frame["stage"]) == (None, 1)

        await do(opening.start_tables, tournament, stage_number=1)
        frame = await told(alice)
        assert (frame["step"], frame["own"]["table"]["id"]) == (
            "play",
            (await aside(table)(tournament)).game_id,
        )
        await aside(play)(tournament, 1)
        assert (await told(alice))["step"] == "done"


async def test_what_another_process_has_changed_is_found_by_a_look(line_of, only_the_look):
    tournament = await aside(ready)()
    async with line_of("alice", tournament) as alice:
        await told(alice)
        await do(draws.draw_stage, tournament, stage_number=1)
        await do(draws.release_draw, tournament, stage_number=1)
        while (frame := await told(alice))["step"] != "seat":
            pass
        assert frame["own"]["table"]["number"] == 1


async def test_a_tournament_is_read_once_for_all_its_sockets(line_of, only_words, monkeypatch):
    tournament = await aside(ready)()
    read = []
    lines = [line_of(name, tournament) for name in (*PEOPLE, None)]
    for line in lines:
        await line.__aenter__()
        await told(line)

    def read_and_note(tournament_id):
        read.append(tournament_id)
        return public_tournament_by_id(tournament_id)

    monkeypatch.setattr(hubs, "public_tournament_by_id", read_and_note)
    await do(draws.draw_stage, tournament, stage_number=1)
    await do(draws.release_draw, tournament, stage_number=1)
    for line in lines:
        last = line.frames[-1]["number"]
        while (frame := await told(line))["stage"] is None:
            assert frame["number"] > last
            last = frame["number"]
        await line.__aexit__(None, None, None)
    assert len(read) <= 4


async def test_a_socket_that_joins_reads_the_tournament_once(line_of, only_words, monkeypatch):
    tournament = await aside(ready)()
    read = []

    def read_and_note(tournament_id):
        read.append(tournament_id)
        return public_tournament_by_id(tournament_id)

    monkeypatch.setattr(hubs, "public_tournament_by_id", read_and_note)
    async with line_of("alice", tournament) as alice:
        await told(alice)
        # Its answer comes after the join is complete.
        await alice.say({"type": "ping"})
        await alice.next("pong")
    assert read == [tournament.pk]


async def test_a_change_while_a_socket_joins_reaches_it(line_of, only_words, monkeypatch):
    tournament = await aside(ready)()
    changes = [draws.draw_stage, draws.release_draw]

    def read_before_a_change(tournament_id):
        found = public_tournament_by_id(tournament_id)
        while changes:
            changes.pop(0)(**desk(tournament), stage_number=1)
        return found

    monkeypatch.setattr(hubs, "public_tournament_by_id", read_before_a_change)
    async with line_of("alice", tournament) as alice:
        while (await told(alice))["step"] != "seat":
            pass


async def test_a_draft_is_shown_to_its_organisers_alone(line_of):
    tournament = await aside(event)(visibility="draft")
    async with line_of("olga", tournament) as olga, line_of("alice", tournament) as alice:
        assert (await told(olga))["status"] == "entry"
        assert (await alice.next("refused"))["code"] == "not_found"
        assert (await alice.next("closed"))["code"] == 4004


async def test_who_may_see_it_no_more_is_shown_out(line_of):
    tournament = await aside(event)()
    async with line_of("alice", tournament) as alice:
        await told(alice)
        await aside(Tournament.objects.filter(pk=tournament.pk).update)(visibility="draft")
        await do(lifecycle.open_check_in, tournament)
        assert (await alice.next("refused"))["code"] == "not_found"
        assert (await alice.next("closed"))["code"] == 4004


async def test_a_token_that_dies_ends_its_sockets_and_no_other(line_of):
    tournament = await aside(event)()
    async with line_of("alice", tournament) as alice, line_of("bob", tournament) as bob:
        await told(alice)
        await told(bob)

        def revoke():
            token = Token.objects.filter(user=person("alice")).latest("pk")
            revoke_token(token=token, now=timezone.now())

        await aside(revoke)()
        assert (await alice.next("bye"))["code"] == 4001
        await bob.is_quiet()


async def test_it_takes_nothing_but_pings(line_of):
    tournament = await aside(event)()
    async with line_of("alice", tournament) as alice:
        await told(alice)
        await alice.act("1", type="bid", bid=1)
        assert (await alice.next("refused"))["code"] == "bad_request"
        await alice.is_quiet()


async def test_who_enters_sees_it_in_every_window(line_of, only_words):
    tournament = await aside(event)()
    async with line_of("alice", tournament) as one, line_of("alice", tournament) as other:
        assert (await told(one))["step"] == (await told(other))["step"] == "enter"
        await aside(
            lambda: own_entry.enter_tournament(tournament_id=tournament.pk, user=person("alice"), now=AT)
        )()
        assert (await told(one))["step"] == (await told(other))["step"] == "wait"


async def test_nothing_is_kept_of_sockets_that_are_gone(line_of):
    tournament = await aside(event)()
    async with line_of("alice", tournament) as alice:
        await told(alice)
        assert hubs.TournamentHub.get_current().topics() == [tournament.pk]
    assert not hubs.TournamentHub.get_current().topics()
