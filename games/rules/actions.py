"""The actions that clients can send, by their names on the wire; the topics declare them."""

from typing import Any

from games.rules.topics import TOPICS, Action, PlayerAction

__all__ = ["WIRE_ACTIONS", "Action", "PlayerAction"]

WIRE_ACTIONS: dict[str, type[Any]] = {
    rule.wire: rule.action for topic in TOPICS for rule in topic.actions if rule.wire is not None
}
"""Maps the `type` of an action on the wire to its class."""
