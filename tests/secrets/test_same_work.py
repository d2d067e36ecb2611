"""A card that is a cheat makes the server do exactly what any other card does, so that no clock can tell it.

Twins: two tables with the same people, cards and moves so far. At one the next card is allowed, at the other
it is a cheat; what the server did for each is laid side by side.
"""

import logging
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, NamedTuple

import orjson
import pytest
from django.db import connection

from core.realtime import bus
from games import broadcast
from games.live import protocol
from games.models import Cheat, LogEntry, Table
from games.rules.topics.pause import Ready
from games.selectors.sights import load_table_sights
from tests.support.games.people import person
from tests.support.games.playing import AT, do, move, number, opened, people, short, sight, snapshot
from tests.support.servers import ROOT

pytestmark = pytest.mark.django_db

SEATS = range(4)
OURS = str(ROOT / "games")
SAVEPOINT = re.compile(r'SAVEPOINT "\w+"')
LOOK_AT_THE_HAND = {"fails_to_follow_suit", "has_suit"}
"""Whether a card breaks the suit takes a look at the hand or none: less than a millionth of a second."""
SITTING: dict[str, Callable[[], dict[str, Any]]] = {
    "people": lambda: {"sitting": people(4), "bots": 0},
    "a person and bots": lambda: {"sitting": [person("alice")], "bots": 3},
}


class Work(NamedTuple):
    """What the server did for one action."""

    statements: list[tuple[str, list[str]]]
    steps: list[tuple[str, str]]
    lines: list[tuple[str, str]]
    wakes: list[dict[str, Any]]


@contextmanager
def watched(caplog: pytest.LogCaptureFixture) -> Iterator[Work]:
    """All that this thread does for a table: statements, steps through our code, log lines, wake-ups."""
    work = Work([], [], [], [])

    def note_statement(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        numbered = SAVEPOINT.sub("SAVEPOINT", sql)
        work.statements.append((numbered, [type(each).__name__ for each in parameters or ()]))
        return execute(sql, parameters, many, context)

    def note_step(frame: Any, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(OURS) and code.co_name not in LOOK_AT_THE_HAND:
            work.steps.append((code.co_filename, code.co_qualname))

    def note_wake(wake: broadcast.Wake) -> None:
        work.wakes.append({**wake._asdict(), "table_id": "a twin"})

    bus.add_listener(note_wake, kind=broadcast.Wake)
    caplog.clear()
    with caplog.at_level(logging.DEBUG), connection.execute_wrapper(note_statement):
        sys.setprofile(note_step)
        try:
            yield work
        finally:
            sys.setprofile(None)
            bus.remove_listener(note_wake)
    work.lines.extend((record.name, record.getMessage()) for record in caplog.records)


def table_of(sitting: Any, bots: int, cards: int = 8) -> str:
    """One of the twins, its first round dealt."""
    return opened(*sitting, size=4, bots=bots, options=short(cards, 2, cheating=True, pause=60))


def choices(table_id: str) -> tuple[int, str, str] | None:
    """The seat on turn, a card that it may play and a forbidden one of equal length; None if there are none.

    Not the last card of a trick: who takes it may depend on the card, and anybody can see that.
    """
    seen = sight(table_id)
    if seen["status"] != "playing" or len(seen["trick"]["plays"]) == len(SEATS) - 1:
        return None
    seat = seen["turn"][0]
    mine = sight(table_id, seat)
    legal = mine["legal"]["cards"]
    for honest in legal:
        for cheat in set(mine["playable"]) - set(legal):
            if len(honest) == len(cheat):
                return seat, honest, cheat
    return None


def twins(who: str, rng_seed: int) -> tuple[str, str, int, str, str]:
    """Two tables at the same place, where somebody can cheat: both, the seat, an honest card and a cheat."""
    given = SITTING[who]()
    both = [table_of(**given), table_of(**given)]
    for table_id in both:
        again = Random(rng_seed)
        while choices(table_id) is None:
            move(table_id, again)
    seat, honest, cheat = choices(both[0]) or (0, "", "")
    assert choices(both[1]) == (seat, honest, cheat)
    assert number(both[0]) == number(both[1])
    return both[0], both[1], seat, honest, cheat


def plays(table_id: str, seat: int, card: str, caplog: pytest.LogCaptureFixture) -> Work:
    """What the server does for a card."""
    with watched(caplog) as work:
        do(table_id, seat, {"type": "play", "card": card}, action_id="the-card")
    return work


def frames(table_id: str, after: int) -> dict[int | None, str]:
    """What each viewer's sockets are sent, and a watcher's."""
    shown = load_table_sights(table_id, now=AT)
    return {
        viewer: protocol.encode_update(**shown.update(viewer, after=after, with_sheet=False))
        for viewer in (None, *SEATS)
    }


def shape(value: Any) -> Any:
    """A JSON value without its texts and numbers."""
    if isinstance(value, dict):
        return {name: shape(inner) for name, inner in value.items()}
    return [shape(inner) for inner in value] if isinstance(value, list) else type(value).__name__


@pytest.mark.parametrize("rng_seed", range(4))
@pytest.mark.parametrize("who", SITTING)
def test_a_cheat_takes_the_same_statements_steps_lines_and_wakes(who, rng_seed, caplog):
    one, other, seat, honest, cheat = twins(who, rng_seed)
    allowed, forbidden = plays(one, seat, honest, caplog), plays(other, seat, cheat, caplog)
    before, after = (snapshot(table_id).state.round.cheats for table_id in (one, other))
    assert len(after) == len(before) + 1
    assert forbidden.statements == allowed.statements
    assert len(allowed.statements) >= 2
    assert forbidden.steps == allowed.steps
    assert len(allowed.steps) > 20
    assert forbidden.lines == allowed.lines == []
    assert forbidden.wakes == allowed.wakes
    assert len(allowed.wakes) == 1


@pytest.mark.parametrize("rng_seed", range(4))
@pytest.mark.parametrize("who", SITTING)
def test_a_cheat_leaves_the_same_rows_with_another_card(who, rng_seed, caplog):
    one, other, seat, honest, cheat = twins(who, rng_seed)
    before = number(one)
    plays(one, seat, honest, caplog), plays(other, seat, cheat, caplog)
    kept = [
        list(
            LogEntry.objects.filter(table_id=table_id, number__gt=before).values_list(
                "number", "seat", "action_id", "type", "data", "at"
            )
        )
        for table_id in (one, other)
    ]
    assert len(kept[0]) == 1
    assert kept[1] == [(*row[:4], row[4].replace(f'"{honest}"', f'"{cheat}"'), row[5]) for row in kept[0]]
    rows = [
        Table.objects.filter(pk=table_id).values("status", "number", "due_at").get()
        for table_id in (one, other)
    ]
    assert rows[0] == rows[1]
    assert not Cheat.objects.filter(round__table_id__in=(one, other)).exists()


@pytest.mark.parametrize("rng_seed", range(4))
@pytest.mark.parametrize("who", SITTING)
def test_everyone_is_sent_the_same_frame_with_another_card(who, rng_seed, caplog):
    one, other, seat, honest, cheat = twins(who, rng_seed)
    before = number(one)
    plays(one, seat, honest, caplog), plays(other, seat, cheat, caplog)
    told, told_of_cheat = frames(one, before), frames(other, before)
    for viewer in (None, *SEATS):
        assert len(told_of_cheat[viewer]) == len(told[viewer])
        assert shape(orjson.loads(told_of_cheat[viewer])) == shape(orjson.loads(told[viewer]))
        if viewer != seat:
            assert told_of_cheat[viewer] == told[viewer].replace(f'"{honest}"', f'"{cheat}"')


# --- The end of a round --------------------------------------------------------------------------------


def to_the_pause(table_id: str, *, cheating: bool) -> None:
    """Play a round in which nobody cheats, or everybody who can."""
    rng = Random(3)
    while (seen := sight(table_id))["status"] != "pause":
        if seen["status"] != "playing":
            move(table_id, rng)
            continue
        mine = sight(table_id, seen["turn"][0])
        legal = mine["legal"]["cards"]
        barred = [card for card in mine["playable"] if card not in legal]
        card = (barred or legal)[0] if cheating else legal[0]
        do(table_id, seen["turn"][0], {"type": "play", "card": card})


def test_the_next_deal_takes_the_same_work_whether_anybody_cheated_in_the_round(caplog):
    """The rows of the round are written with it; those of cheats are not."""
    honest, cheated = (table_of(people(4), 0) for _ in range(2))
    to_the_pause(honest, cheating=False)
    to_the_pause(cheated, cheating=True)
    assert [bool(snapshot(table_id).state.round.cheats) for table_id in (honest, cheated)] == [False, True]
    works = []
    for table_id in (honest, cheated):
        for seat in SEATS[:-1]:
            do(table_id, seat, Ready())
        with watched(caplog) as work:
            do(table_id, SEATS[-1], Ready())
        works.append(work)
        assert sight(table_id)["round"]["number"] == 2
    assert works[0].statements == works[1].statements
    assert any("games_trick" in sql for sql, _ in works[0].statements)
    assert works[0].wakes == works[1].wakes
    assert not Cheat.objects.filter(round__table_id=cheated).exists()
