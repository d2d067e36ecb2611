"""What was hidden from whom when, from the log; and whether a frame or an answer of that moment tells it."""

import json
import re
import sqlite3
from contextlib import closing
from datetime import datetime
from typing import Any, NamedTuple

import orjson

from games.rules.cards import is_card
from games.rules.engine import apply
from games.rules.events import Event, decode_event
from games.rules.state import State
from games.rules.statuses import FINISHED
from games.rules.topics.bidding import BidMade
from games.rules.topics.playing import CardPlayed

A_CARD = re.compile(r'"((?:[RYGB](?:1[0-3]|[1-9])|[JW][1-4]))"')
IN_A_LOG_LINE = re.compile(r"\b(?:[RYGB](?:1[0-3]|[1-9])|[JW][1-4])\b")
LOG = "SELECT number, type, data, at FROM games_logentry WHERE table_id = ? ORDER BY number"
OF_CHEATS = re.compile(r'"(?:cheat|cheats|owed|called_by|suit_owed)"')


class Past(NamedTuple):
    """A table's log: each event and the state after it, by number."""

    events: dict[int, Event]
    states: dict[int, State]

    @property
    def last(self) -> State:
        """How it ended."""
        return self.states[max(self.states)]


def past_of(database: str, table_id: str) -> Past:
    """The log of a table, read from the file of a SQLite server."""
    with closing(sqlite3.connect(database)) as connection:
        rows = connection.execute(LOG, (table_id,)).fetchall()
    events, states, state = {}, {}, None
    for number, kind, data, at in rows:
        events[number] = decode_event(kind, json.loads(data))
        state = states[number] = apply(state, events[number], datetime.fromisoformat(at))
    return Past(events, states)


def known_cards(state: State, viewer: int | None) -> set[str]:
    """The cards of the running round that a viewer may know."""
    current = state.round
    if current is None:
        return set()
    known = {play.card for trick in current.tricks for play in trick.plays}
    known |= {play.card for play in current.trick.plays} if current.trick else set()
    known |= {current.turned_card} if current.turned_card else set()
    return known | (set(current.dealt_hands[viewer]) if viewer is not None else set())


def cards_in(data: bytes) -> set[str]:
    """All cards that stand anywhere in a JSON text."""
    found: set[str] = set()

    def look(value: Any) -> None:
        if isinstance(value, dict):
            look(list(value.values()))
        elif isinstance(value, list):
            for inner in value:
                look(inner)
        elif is_card(value):
            found.add(value)

    look(orjson.loads(data))
    return found


def leaks(past: Past, viewer: int | None, told: list[dict[str, Any]]) -> list[str]:
    """What of all that this viewer was told they could not know yet, as sentences."""
    found: list[str] = []
    for said in told:
        for event in said.get("events", ()):
            found += _in_event(past, viewer, event)
        sight = said.get("sight")
        if sight is not None:
            found += _in_sight(past.states[sight["number"]], viewer, sight)
        if "rounds" not in said:
            found += _secrets_in_other_fields(past, said)
    return found


def _in_event(past: Past, viewer: int | None, event: dict[str, Any]) -> list[str]:
    state, happened = past.states[event["number"]], past.events[event["number"]]
    found = _cards(f"event {event['number']}", event, known_cards(state, viewer), state)
    hidden = isinstance(happened, BidMade) and happened.secret and happened.seat != viewer
    if hidden and (set(event) != {"type", "number", "at", "seat", "bid"} or event["bid"] is not None):
        found.append(f"event {event['number']} tells a hidden bid")
    if isinstance(happened, CardPlayed) and set(event) != {"type", "number", "at", "seat", "card", "by"}:
        found.append(f"event {event['number']} tells more of a card than the card")
    return found


def _in_sight(state: State, viewer: int | None, sight: dict[str, Any]) -> list[str]:
    place = f"the sight at {sight['number']}"
    found = _cards(place, sight, known_cards(state, viewer), state)
    if sight["viewer"] != viewer:
        found.append(f"{place} is somebody else's")
    if state.round is not None and not state.round.revealed:
        for player in sight["players"]:
            told = player["bid"] is not None or player["score_now"] != player["score"]
            if player["seat"] != viewer and told:
                found.append(f"{place} tells the hidden bid of seat {player['seat']}")
    if state.status != FINISHED and OF_CHEATS.search(json.dumps(sight)):
        found.append(f"{place} speaks of cheats")
    return found


def _cards(place: str, said: dict[str, Any], known: set[str], state: State) -> list[str]:
    if state.status == FINISHED:
        return []
    more = set(A_CARD.findall(json.dumps(said))) - known
    return [f"{place} tells {sorted(more)}"] if more else []


def _secrets_in_other_fields(past: Past, said: dict[str, Any]) -> list[str]:
    """Acks, refusals, presence, rows: nothing in them is about cards, seeds or salts."""
    text = json.dumps({name: value for name, value in said.items() if name not in ("events", "sight")})
    found = [f"{said.get('type')} tells a card: {text}"] if A_CARD.search(text) else []
    seeds = [past.last.server_seed, *([past.last.game_seed.hex()] if past.last.game_seed else [])]
    secrets = [*seeds, *(seat.salt for seat in past.last.seats if seat and seat.salt)]
    return found + [f"{said.get('type')} tells a seed" for secret in secrets if secret in json.dumps(said)]
