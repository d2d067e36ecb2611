"""The topics (chapters) of the rules; each topic declares its actions and events (see `topic.py`).

A new action is written only in its topic, together with its event: the engine, `games.rules.actions` and
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
"""Any action: what a player or the server may request at a table."""
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
"""Any action that clients may send while a game is in progress."""
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
"""Any event: an entry of a table's log, secrets included."""
