"""Accusing over a socket: what is no accusation is refused to its sender alone, and the socket stays open."""

from random import Random

import pytest
from asgiref.sync import sync_to_async as aside

from games.models import Accusation
from tests.support.games.cheating.accusations import (
    HONEST,
    NO_JSON,
    ODD,
    WRONG_FIELDS,
    a_cheat,
    claim,
    others,
)
from tests.support.games.connections.socket_client import Socket, socket_path
from tests.support.games.playing import (
    do,
    in_play,
    move,
    number,
    on_turn,
    play_on,
    running,
    short,
    sight,
    snapshot,
)
from tests.support.games.snapshots import everything


@pytest.fixture
def table_id(on_file) -> str:
    """A cheating table of alice, bob, dora and emil at which a card lies."""
    table_id = in_play(4, 1, cheating=True, pause=60)
    move(table_id, Random(7))
    return table_id


async def refused_without_effect(line: Socket, action: dict, code: str) -> dict:
    """Say it: the refusal, and that nobody's world has changed."""
    before = await aside(everything)()
    await line.act("call", **action)
    refused = await line.next("refused")
    assert (refused["id"], refused["code"]) == ("call", code), (action, refused)
    assert refused["detail"]
    assert await aside(everything)() == before
    return refused


async def test_a_wrong_field_is_named_and_the_socket_stays_open(table_id, tokens):
    async with (
        Socket(socket_path(table_id), tokens["alice"]) as alice,
        Socket(socket_path(table_id), tokens["bob"]) as bob,
    ):
        await bob.is_quiet()
        before = await aside(everything)()
        for field, action in WRONG_FIELDS:
            await alice.act("call", **action)
            refused = await alice.next("refused")
            assert (refused["id"], refused["code"]) == ("call", "bad_request"), action
            assert list(refused["errors"]) == [field], action
        assert await aside(everything)() == before
        assert await alice.is_quiet() == await bob.is_quiet() == []
        await alice.act("good", **HONEST)
        assert (await alice.next("ack"))["outcome"]["verdict"] == "wrong"


async def test_a_lux_that_is_no_number_of_json_is_no_frame(table_id, tokens):
    before = await aside(everything)()
    async with Socket(socket_path(table_id), tokens["alice"]) as alice:
        for text in NO_JSON:
            await alice.say(f'{{"type": "action", "id": "call", "action": {text}}}')
            refused = await alice.next("refused")
            assert refused["code"] == "bad_request"
        assert await alice.is_quiet() == []
    assert await aside(everything)() == before


async def test_oddities_are_taken_and_shown_to_nobody(table_id, tokens):
    async with (
        Socket(socket_path(table_id), tokens["alice"]) as alice,
        Socket(socket_path(table_id)) as watcher,
    ):
        for n, action in enumerate(ODD):
            await alice.act(f"odd-{n}", **action)
            ack = await alice.next("ack")
            assert set(ack["outcome"]) == {"verdict", "accuser_points", "accused_points"}
            await watcher.until(ack["number"])
        kept = snapshot(table_id).state.round.accusations
    assert [(call.lux, call.sensed_at) for call in kept] == [
        (action.get("lux"), action.get("sensed_at")) for action in ODD
    ]
    told = str(alice.frames + watcher.frames)
    assert "lux" not in told
    assert "sensed_at" not in told


async def test_the_first_to_arrive_is_first_whatever_the_phones_say_of_time(tokens, name_at, on_file):
    table_id = await aside(running)(4, **short(12, cheating=True))
    accused, _ = await aside(a_cheat)(table_id, Random(5))
    first, second, _ = others(accused)
    names = [await aside(name_at)(table_id, seat) for seat in (first, second)]
    async with (
        Socket(socket_path(table_id), tokens[names[0]]) as one,
        Socket(socket_path(table_id), tokens[names[1]]) as other,
    ):
        await one.act("call", **claim(accused=accused, sensed_at="2999-01-01T00:00:00Z"))
        assert (await one.next("ack"))["outcome"]["verdict"] == "caught"
        await other.act("call", **claim(accused=accused, sensed_at="1999-01-01T00:00:00Z"))
        assert (await other.next("ack"))["outcome"]["verdict"] == "late"


# --- When nobody may be accused ----------------------------------------------------------------------


async def test_nobody_accuses_oneself_and_onlookers_nobody(table_id, tokens):
    for who, code in (
        ("bob", "cannot_accuse_yourself"),
        ("charlie", "not_seated"),
        (None, "not_authenticated"),
    ):
        async with Socket(socket_path(table_id), tokens[who] if who else None) as line:
            await line.hear()
            await refused_without_effect(line, HONEST, code)


async def test_nobody_is_accused_at_a_strict_table(tokens):
    table_id = await aside(in_play)(4, 1)
    async with Socket(socket_path(table_id), tokens["alice"]) as alice:
        await refused_without_effect(alice, HONEST, "strict_table")


async def test_nobody_is_accused_before_a_rounds_first_card_or_after_the_result(tokens):
    table_id = await aside(in_play)(4, 1, cheating=True)
    async with Socket(socket_path(table_id), tokens["alice"]) as alice:
        await refused_without_effect(alice, HONEST, "nothing_to_accuse")
        await aside(play_on)(table_id, Random(1), until=lambda seen: seen["round"]["number"] == 2)
        await refused_without_effect(alice, HONEST, "nothing_to_accuse")
        await aside(play_on)(table_id, Random(1))
        await alice.until(number(table_id))
        await refused_without_effect(alice, HONEST, "nothing_to_accuse")
    assert not await Accusation.objects.filter(round__table_id=table_id).aexists()


# --- The ack of a card -----------------------------------------------------------------------------------


@pytest.mark.parametrize("cheats", [False, True])
async def test_who_plays_a_card_hears_the_same_frames_whether_it_is_a_cheat(tokens, name_at, on_file, cheats):
    """One update with one event, and an ack that says no more than where the card lies in the log."""
    table_id, card = await aside(before_a_cheat)(cheats)
    seat, before = on_turn(table_id), number(table_id)
    name = await aside(name_at)(table_id, seat)
    async with (
        Socket(socket_path(table_id), tokens[name]) as mine,
        Socket(socket_path(table_id)) as watcher,
    ):
        for line in (mine, watcher):
            await line.until(before)
            await line.is_quiet()
        await mine.act("card", type="play", card=card)
        ack = await mine.next("ack")
        told = [frame for line in (mine, watcher) for frame in await line.is_quiet()]
        told += [frame for frame in mine.frames if frame.get("number") == before + 1 and frame not in told]
    assert ack == {"type": "ack", "id": "card", "number": before + 1, "outcome": None}
    updates = [frame for frame in told if frame["type"] == "update"]
    assert len(updates) == 2
    for update in updates:
        assert [event["type"] for event in update["events"]] == ["card_played"]
        assert "sheet" not in update["sight"]
    assert bool(snapshot(table_id).state.round.cheats) == cheats


def before_a_cheat(cheats: bool) -> tuple[str, str]:
    """A table at which all play by the rules until somebody could do otherwise; that card, or one allowed."""
    table_id = running(4, **short(8, cheating=True))
    while True:
        seen = sight(table_id)
        mine = sight(table_id, seen["turn"][0])
        forbidden = [card for card in mine["playable"] if card not in mine["legal"]["cards"]]
        if forbidden and len(seen["trick"]["plays"]) < 3:
            return table_id, (forbidden if cheats else mine["legal"]["cards"])[0]
        if seen["status"] == "playing":
            do(table_id, mine["viewer"], {"type": "play", "card": mine["legal"]["cards"][0]})
        else:
            move(table_id, Random(7))
