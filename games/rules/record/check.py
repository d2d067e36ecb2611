"""The check of any record: play its moves again, and compare."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from core.refusal import Refusal
from games.rules.protocol.values import KINDS
from games.rules.record import FORMAT, record_of
from games.rules.record.replay import play_again


def check_record(record: object) -> list[str]:
    """The faults of a record, each a sentence; none where it is what the rules make of its moves."""
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        return [f"This is not a record in the format {FORMAT}."]
    try:
        told = list(_faults_of_what_is_told(record))
        again = record_of(play_again(record), record["table"])
    except Refusal as refusal:
        return [f"The moves are not possible: {refusal.detail}"]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, AssertionError) as fault:
        return [f"The record is malformed: {type(fault).__name__} {fault}"]
    times = {name: record.get(name) for name in ("started_at", "finished_at")}
    played = {**again, **times}
    return [*told, *_differences("record", record, played)]


def _faults_of_what_is_told(record: dict[str, Any]) -> Iterator[str]:
    """Faults of what no move can show: the table, the players' names and kinds, the moments."""
    if not isinstance(record["table"], str):
        yield f"record.table is {record['table']!r}; this must be a text."
    for player in (*record["players"], *_substitutes(record)):
        if not isinstance(player["name"], str):
            yield f"A player's name is {player['name']!r}; this must be a text."
        if player["kind"] not in KINDS:
            yield f"A player's kind is {player['kind']!r}; this must be one of {', '.join(KINDS)}."
    started, finished = (datetime.fromisoformat(record[name]) for name in ("started_at", "finished_at"))
    if started.utcoffset() != timedelta(0) or finished.utcoffset() != timedelta(0):
        yield "Moments must be in UTC."
    elif finished < started:
        yield "The game ended before it started."


def _substitutes(record: dict[str, Any]) -> list[dict[str, Any]]:
    """Those who took over a seat, and those they replaced."""
    changes = record.get("substitutions", [])
    return [player for change in changes for player in (change, change["replaced"])]


def _differences(place: str, said: object, played: object) -> list[str]:
    """Where two JSON values differ, as sentences."""
    if isinstance(said, dict) and isinstance(played, dict):
        faults = [f"{place}.{key} is missing." for key in played if key not in said]
        for key in played:
            if key in said:
                faults += _differences(f"{place}.{key}", said[key], played[key])
        return faults
    if isinstance(said, list) and isinstance(played, list) and len(said) == len(played):
        return [
            fault
            for n, (a, b) in enumerate(zip(said, played, strict=True))
            for fault in _differences(f"{place}[{n}]", a, b)
        ]
    same = said == played and type(said) is type(played)
    return [] if same else [f"{place} is {said!r}; the rules give {played!r}."]
