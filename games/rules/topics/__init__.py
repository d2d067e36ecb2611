"""The chapters of the rules. Each declares its actions and events: see `topic.py`.

A new action is written in its topic, with its event, and nowhere else: the engine, `games.rules.actions` and
`games.rules.events` read the declarations from `TOPICS`.
"""

from games.rules.topics import (
    absence,
    bidding,
    cheating,
    claiming,
    holds,
    hosting,
    lobby,
    pause,
    playing,
    preparing,
    rounds,
    rulings,
    slow,
    trump,
)
from games.rules.topics.topic import Topic
from games.rules.undo import asking as undo

TOPICS: tuple[Topic, ...] = (
    lobby.TOPIC,
    hosting.TOPIC,
    rounds.TOPIC,
    trump.TOPIC,
    bidding.TOPIC,
    preparing.TOPIC,
    playing.TOPIC,
    claiming.TOPIC,
    undo.TOPIC,
    cheating.TOPIC,
    pause.TOPIC,
    absence.TOPIC,
    holds.TOPIC,
    rulings.TOPIC,
    slow.TOPIC,
)
Action = (
    lobby.Action
    | hosting.Action
    | trump.Action
    | bidding.Action
    | preparing.Action
    | playing.Action
    | claiming.Action
    | undo.Action
    | cheating.Action
    | pause.Action
    | absence.Action
    | holds.Action
    | rulings.Action
    | slow.Action
)
"""What a seat, or the server for a seat, may ask of a table."""
PlayerAction = (
    trump.PlayerAction
    | bidding.PlayerAction
    | preparing.PlayerAction
    | playing.PlayerAction
    | claiming.PlayerAction
    | undo.PlayerAction
    | cheating.PlayerAction
    | pause.PlayerAction
    | absence.PlayerAction
    | holds.PlayerAction
)
"""What clients may send."""
Event = (
    lobby.Event
    | hosting.Event
    | rounds.Event
    | trump.Event
    | bidding.Event
    | preparing.Event
    | playing.Event
    | claiming.Event
    | undo.Event
    | cheating.Event
    | pause.Event
    | absence.Event
    | holds.Event
    | rulings.Event
    | slow.Event
)
"""What happened at a table: its log's entries, secrets included."""
