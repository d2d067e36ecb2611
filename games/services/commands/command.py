"""Input and outcomes of the command handler: a Command becomes an Accepted or a Refusal."""

from datetime import datetime
from typing import NamedTuple

from core.refusal import OutOfService, Refusal
from core.sentence import Sentence
from games.rules.actions import Action
from games.store.snapshot import Accepted


class Unavailable(OutOfService):
    """Nothing was changed: the database accepts no writes, or too many processes are changing the table."""

    detail = Sentence("The table cannot be reached at the moment. Try again.")


class DatabaseUnreachable(Unavailable):
    """The database did not answer in time. All waiting commands fail, instead of timing out one by one."""


class Stale(Refusal):
    """The command was valid only for an earlier state of the table."""

    code = "stale"
    detail = Sentence("The table has moved on.")


class Command(NamedTuple):
    """An action at a table, either by `user`, or by the server on behalf of `seat`.

    `action_id` is the client's idempotency key. The server's commands may be conditional: one with
    `at_number` becomes stale if the seats to act may have changed since that log entry, and one with
    `at_entry` becomes stale if any entry follows that one.
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
