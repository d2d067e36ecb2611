"""Input and outcomes of the command handler: a Command becomes an Accepted or a Refusal."""

from datetime import datetime
from typing import NamedTuple

from core.refusal import OutOfService, Refusal
from games.rules.actions import Action
from games.store.snapshot import Accepted


class Unavailable(OutOfService):
    """The database takes no writes now, or too many others change the table; nothing changed."""

    detail = "The table cannot be reached at the moment. Try again."


class DatabaseUnreachable(Unavailable):
    """Waiting for the database timed out, as it would for every other table: fail the rest at once."""


class Stale(Refusal):
    """The command was valid for an earlier state of the table only; somebody else was faster."""

    code = "stale"
    detail = "The table has moved on."


class Command(NamedTuple):
    """An action at a table: by a `user`, or by the server for `seat`.

    `action_id` is the client's idempotency key. A command of the server may be limited: to `at_number`, it is
    stale when other seats have to act than since that log entry; to `at_entry`, when anything has happened
    since that entry.
    """

    table_id: str
    action: Action
    now: datetime
    user: int | None = None
    seat: int | None = None
    action_id: str | None = None
    at_number: int | None = None
    by: str | None = None
    at_entry: int | None = None
    lag: int = 0
    """Measured round trip to this client, in milliseconds."""


Outcome = Accepted | Refusal
