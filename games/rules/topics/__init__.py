"""The chapters of the rules. Each declares its actions and events: see `topic.py`.

A new action is written in its topic, with its event, and nowhere else: the engine, `games.rules.actions` and
`games.rules.events` read the declarations from `TOPICS`.
"""

from games.rules.topics import (
    absence,
    bidding,
    cheating,
    holds,
    lobby,
    pause,
    playing,
    rounds,
    rulings,
    trump,
)
from games.rules.topics.topic import Topic

TOPICS: tuple[Topic, ...] = (
    lobby.TOPIC,
    rounds.TOPIC,
    trump.TOPIC,
    bidding.TOPIC,
    playing.TOPIC,
    cheating.TOPIC,
    pause.TOPIC,
    absence.TOPIC,
    holds.TOPIC,
    rulings.TOPIC,
)
Action = (
    lobby.Action
    | trump.Action
    | bidding.Action
    | playing.Action
    | cheating.Action
    | pause.Action
    | absence.Action
    | holds.Action
    | rulings.Action
)
"""What a seat, or the server for a seat, may ask of a table."""
PlayerAction = (
    trump.PlayerAction
    | bidding.PlayerAction
    | playing.PlayerAction
    | cheating.PlayerAction
    | pause.PlayerAction
    | absence.PlayerAction
    | holds.PlayerAction
)
"""What clients may send."""
Event = (
    lobby.Event
    | rounds.Event
    | trump.Event
    | bidding.Event
    | playing.Event
    | cheating.Event
    | pause.Event
    | absence.Event
    | holds.Event
    | rulings.Event
)
"""What happened at a table: its log's entries, secrets included."""
