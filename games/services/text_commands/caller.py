"""The user who runs a typed command, and the table where it was typed."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from accounts.models import User
from accounts.preferences import Preferences, stored_preferences
from core.sentence import Sentence
from games.rules.actions import PlayerAction
from games.rules.errors import NotSeated
from games.rules.protocol.sight import Sight
from games.selectors import sights
from games.selectors.tables import require_table_access
from games.services.commands.act import carry_out_action
from games.store.tables import load_snapshot
from games.text_commands.refusals import NotUnderstood
from games.wire.chat import CommandReply


class Caller(NamedTuple):
    """The user who runs a typed command, and the circumstances in which it was typed."""

    user: User
    now: datetime
    known_table: str | None
    """The table where the command was typed, or None."""
    command_id: str | None
    """The idempotency key, or None."""
    invite: str | None
    """The table's invite code, or None."""
    source: str
    """The source that is logged for an accusation."""

    @property
    def table_id(self) -> str:
        """The id of the table where the command was typed. Raises NotUnderstood if there is none."""
        if not self.known_table:
            raise NotUnderstood(Sentence("This command needs a table."))
        return self.known_table

    @property
    def preferences(self) -> Preferences:
        """The user's preferences, with defaults for missing or invalid ones."""
        return stored_preferences(self.user.preferences)

    def with_table(self, table_id: str) -> "Caller":
        """Return a copy with this table as the current table.

        Raise a Refusal if the user may not see the table.
        """
        require_table_access(table_id, self.user.pk, self.invite)
        return self._replace(known_table=table_id)

    def carry_out(self, action: PlayerAction, command_name: str, reply_text: str) -> CommandReply:
        """Carry out an action at the current table. Return a reply with this command name and text.

        If an action of this user with the caller's `command_id` has already been carried out at the table, do
        not carry out `action`. Raise a Refusal if the action is not allowed.
        """
        found = carry_out_action(
            table_id=self.table_id, user=self.user.pk, action=action, now=self.now, action_id=self.command_id
        )
        return {"command": command_name, "text": reply_text, "number": found.number}

    def read_sight(self) -> Sight:
        """Return the user's view of the current table. Raise NotUnderstood if there is no current table."""
        snapshot = load_snapshot(self.table_id)
        return sights.build_sight(snapshot, sights.seat_of_user(snapshot, self.user.pk), now=self.now)

    def read_hand(self) -> Sequence[str]:
        """Return the cards in the user's hand. Raise NotSeated for spectators."""
        seen = self.read_sight()
        if seen["viewer"] is None:
            raise NotSeated()
        return seen["hand"] or ()
