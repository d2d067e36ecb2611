"""Checks a record by replaying its moves and comparing the result."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import cast

from core.refusal import Refusal
from core.sentence import Sentence
from games.rules.movers import KINDS
from games.rules.protocol.record import GameRecord, RecordSubstitution, ReplacedPlayer
from games.rules.record import FORMAT, build_record
from games.rules.record.replay import replay_record


def check_record(record: object) -> list[str]:
    """Replay a game's record and return a message for each fault.

    For a malformed record, return a message instead of raising an exception.
    """
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        return [Sentence("This is not a record in the format %(format)s.", format=FORMAT)]
    # So far it only claims to be a record: missing fields raise an exception when they are read.
    claimed = cast(GameRecord, record)
    try:
        messages = list(_find_invalid_values(claimed))
        again = build_record(replay_record(claimed), claimed["table"])
    except Refusal as refusal:
        return [Sentence("The moves are not possible: %(why)s", why=refusal.detail)]
    # The record may be any file at all, so any failure of the replay means that the record is malformed.
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, AssertionError) as fault:
        return [Sentence("The record is malformed: %(fault)s", fault=f"{type(fault).__name__} {fault}")]
    # The times do not follow from the moves, so take them from the record.
    times = {name: record.get(name) for name in ("started_at", "finished_at")}
    played = {**again, **times}
    return [*messages, *_describe_differences("record", record, played)]


def _find_invalid_values(record: GameRecord) -> Iterator[str]:
    """Yield a message for each invalid value in the record.

    The checked values are the table id, the times of start and end, and each player's name and kind (human,
    guest or bot).
    """
    if not isinstance(record["table"], str):
        yield Sentence("record.table is %(value)r; this must be a text.", value=record["table"])
    for player in (*record["players"], *_players_in_substitutions(record)):
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


def _players_in_substitutions(record: GameRecord) -> list[RecordSubstitution | ReplacedPlayer]:
    """Return JSON objects with the name and kind of each player in the record's substitutions.

    The substitution itself is the object of the new player. It is followed by the object of the replaced
    player.
    """
    changes = record.get("substitutions", [])
    return [player for change in changes for player in (change, change["replaced"])]


def _describe_differences(path: str, recorded: object, replayed: object) -> list[str]:
    """Return a message for each difference between a recorded and a replayed JSON value, at any depth.

    `path` is the name of the value in the messages, such as "record". Additional fields in the recorded value
    are ignored.
    """
    if isinstance(recorded, dict) and isinstance(replayed, dict):
        # Extra keys are not an error: fields may be added to the format without a new version.
        faults: list[str] = [
            Sentence("%(field)s is missing.", field=f"{path}.{key}")
            for key in replayed
            if key not in recorded
        ]
        for key in replayed:
            if key in recorded:
                faults += _describe_differences(f"{path}.{key}", recorded[key], replayed[key])
        return faults
    if isinstance(recorded, list) and isinstance(replayed, list) and len(recorded) == len(replayed):
        return [
            fault
            for n, (a, b) in enumerate(zip(recorded, replayed, strict=True))
            for fault in _describe_differences(f"{path}[{n}]", a, b)
        ]
    # In Python 1 equals True and 1.0; in JSON they are three different values.
    same = recorded == replayed and type(recorded) is type(replayed)
    if same:
        return []
    return [
        Sentence(
            "%(field)s is %(said)r; the rules give %(played)r.", field=path, said=recorded, played=replayed
        )
    ]
