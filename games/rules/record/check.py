"""Checks a record by playing its moves again and comparing the result."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import cast

from core.refusal import Refusal
from core.sentence import Sentence
from games.rules.movers import KINDS
from games.rules.protocol.record import GameRecord, RecordSubstitution, ReplacedPlayer
from games.rules.record import FORMAT, record_of
from games.rules.record.replay import play_again


def check_record(record: object) -> list[str]:
    """Return the errors of a record as sentences; empty if replaying its moves gives the same record.

    An illegal move or a malformed record gives a single error instead of an exception.
    """
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        return [Sentence("This is not a record in the format %(format)s.", format=FORMAT)]
    # It only claims to be a record: whatever is missing is found when it is read.
    claimed = cast(GameRecord, record)
    try:
        told = list(_faults_in_stated_values(claimed))
        again = record_of(play_again(claimed), claimed["table"])
    except Refusal as refusal:
        return [Sentence("The moves are not possible: %(why)s", why=refusal.detail)]
    # The record may be any file at all, so whatever breaks while it is replayed counts as its fault.
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, AssertionError) as fault:
        return [Sentence("The record is malformed: %(fault)s", fault=f"{type(fault).__name__} {fault}")]
    # The times do not follow from the moves, so the record's own are used.
    times = {name: record.get(name) for name in ("started_at", "finished_at")}
    played = {**again, **times}
    return [*told, *_describe_differences("record", record, played)]


def _faults_in_stated_values(record: GameRecord) -> Iterator[str]:
    """Yield an error for each invalid value that does not follow from the moves: table, players, times."""
    if not isinstance(record["table"], str):
        yield Sentence("record.table is %(value)r; this must be a text.", value=record["table"])
    for player in (*record["players"], *_players_of_substitutions(record)):
        if not isinstance(player["name"], str):
            yield Sentence("A player's name is %(value)r; this must be a text.", value=player["name"])
        if player["kind"] not in KINDS:
            yield Sentence(
                "A player's kind is %(value)r; this must be one of %(kinds)s.",
                value=player["kind"],
                kinds=", ".join(KINDS),
            )
    started, finished = (datetime.fromisoformat(record[name]) for name in ("started_at", "finished_at"))
    if started.utcoffset() != timedelta(0) or finished.utcoffset() != timedelta(0):
        yield Sentence("Moments must be in UTC.")
    elif finished < started:
        yield Sentence("The game ended before it started.")


def _players_of_substitutions(record: GameRecord) -> list[RecordSubstitution | ReplacedPlayer]:
    """Return all players named in substitutions: the new ones and those they replaced."""
    changes = record.get("substitutions", [])
    return [player for change in changes for player in (change, change["replaced"])]


def _describe_differences(place: str, said: object, played: object) -> list[str]:
    """Return sentences that say where two JSON values differ, at any depth; `place` is the path to them.

    Fields that only the record (`said`) has do not count as differences.
    """
    if isinstance(said, dict) and isinstance(played, dict):
        # More keys than these are no fault: fields may be added to the format within its version.
        faults: list[str] = [
            Sentence("%(field)s is missing.", field=f"{place}.{key}") for key in played if key not in said
        ]
        for key in played:
            if key in said:
                faults += _describe_differences(f"{place}.{key}", said[key], played[key])
        return faults
    if isinstance(said, list) and isinstance(played, list) and len(said) == len(played):
        return [
            fault
            for n, (a, b) in enumerate(zip(said, played, strict=True))
            for fault in _describe_differences(f"{place}[{n}]", a, b)
        ]
    # In Python 1 equals True and 1.0; in JSON they are three different values.
    same = said == played and type(said) is type(played)
    if same:
        return []
    return [
        Sentence("%(field)s is %(said)r; the rules give %(played)r.", field=place, said=said, played=played)
    ]
