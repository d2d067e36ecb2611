"""The reasons why chat refuses a request; each refusal is shown only to its sender."""

from datetime import datetime

from core.refusal import Forbidden, NotFound, Refusal
from core.sentence import Sentence


class ChatClosed(Refusal):
    """The organisers of a tournament have closed chat until the game is over."""

    code = "chat_closed"
    detail = Sentence("The organisers have switched chat off until this round is over.")


class ChatSuspended(Refusal):
    """Moderators have suspended this account from chat for a time."""

    code = "chat_suspended"

    def __init__(self, until: datetime, reason: str) -> None:
        """Build the refusal's message, with the end of the suspension in UTC and the moderators' reason."""
        super().__init__(
            Sentence(
                "You cannot chat until %(until)s UTC. The moderators’ reason: %(reason)s",
                # In figures: the name of a month would stay English.
                until=f"{until:%Y-%m-%d, %H:%M}",
                reason=Sentence(reason),
            )
        )


class WrongChannel(Forbidden):
    """The message is for the other channel: players write to the table, and spectators to each other."""

    detail = Sentence("Players write to the table, and spectators to each other.")


class NoSuchMessage(NotFound):
    """The message does not exist, or this user cannot see it."""

    detail = Sentence("There is no such message.")


class CannotMuteYourself(Refusal):
    """A user tried to mute themselves."""

    code = "cannot_mute_yourself"
    detail = Sentence("You cannot mute yourself.")


class TooManyMutes(Refusal):
    """The user has muted as many people as an account can."""

    code = "too_many_mutes"
    detail = Sentence("You have muted as many chats and players as an account can. Unmute somebody first.")


class CannotReportYourself(Refusal):
    """A user tried to report their own message."""

    code = "cannot_report_yourself"
    detail = Sentence("You cannot report your own message.")
