"""Plays moves and gives every byte that leaves the rules: rows, all viewers' frames, refusals, the record."""

import hashlib
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from core.refusal import Refusal
from games.live import protocol
from games.rules import engine
from games.rules.clock import clock_deadline
from games.rules.events import Event, redact_event
from games.rules.options import parse_options
from games.rules.record import build_record
from games.rules.sight import viewer_sight
from games.rules.sight.memory import build_memory
from games.rules.state import State
from games.rules.statuses import FINISHED
from games.rules.topics.lobby import OpenTable
from games.store.append import encode_entry
from games.store.entries import StoredEntry
from tests.golden.moves import Move

AT = datetime(2026, 1, 1, 12, tzinfo=UTC)
DIGEST = 16
"""Hex digits of the digest behind each move."""


class Playback:
    """A table that tells all that can be read of it, and a digest of everything told so far."""

    def __init__(self, setting: dict[str, Any], *, frames: bool = True) -> None:
        self._frames = frames
        self.at = AT
        self.number = 0
        self._sum = hashlib.sha256()
        opening = OpenTable(
            parse_options(setting["options"]), setting["size"], setting["seed"], setting["organised"]
        )
        self.state, events = engine.open_table(opening, self.at)
        self.opened = list(self._tell(events))

    def do(self, move: Move) -> list[str]:
        """Do a move; what can be read then, line by line. A refusal is one of these lines."""
        self.at += timedelta(milliseconds=move.after)
        try:
            self.state, events = engine.take_action(
                self.state, move.seat, move.action, self.at, by=move.by, lag=move.lag
            )
        except Refusal as refusal:
            lines = [protocol.encode_refusal("id", refusal)]
            self._sum.update(lines[0].encode())
            return lines
        return list(self._tell(events))

    @property
    def digest(self) -> str:
        """Of everything told so far."""
        return self._sum.hexdigest()[:DIGEST]

    def _tell(self, events: list[Event]) -> Iterator[str]:
        for line in self._lines(events):
            self._sum.update(line.encode())
            yield line

    def _lines(self, events: list[Event]) -> Iterator[str]:
        entries = [StoredEntry(self.number + n, self.at, event) for n, event in enumerate(events, start=1)]
        self.number += len(entries)
        for entry in entries:
            number, at, kind, data, *_ = encode_entry(entry)
            yield f"row {number} {at.isoformat()} {kind} {data}"
        for viewer in (None, *range(len(self.state.seats))) if self._frames else ():
            yield f"viewer {viewer} {self._frame(entries, viewer)}"
        yield f"memory {json.dumps(build_memory(self.state))}"
        if self.state.status == FINISHED:
            yield f"record {json.dumps(build_record(self.state, 'golden'))}"

    def _frame(self, entries: list[StoredEntry], viewer: int | None) -> str:
        """The update that a viewer's socket would get."""
        seen = [redact_event(entry.event, viewer, number=entry.number, at=entry.at) for entry in entries]
        sight = viewer_sight(
            self.state,
            viewer,
            number=self.number,
            server_time=self.at,
            deadline=clock_deadline(self.state),
            connected=self._connected(self.state),
            away_at={0: self.at + timedelta(seconds=30), 2: self.at},
        )
        return protocol.encode_update(self.number, seen, sight)

    def _connected(self, state: State) -> set[int]:
        return {seat for seat in range(len(state.seats)) if (seat + self.number) % 3}
