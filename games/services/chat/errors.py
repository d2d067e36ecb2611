"""The reasons why chat refuses a request; only the sender sees a refusal."""

from datetime import datetime

from core.refusal import Forbidden, NotFound, Refusal
from core.sentence import Sentence


class ChatClosed(Refusal):
    """The organisers of a tournament have closed the table's chat until the game is over."""

    code = "chat_closed"
    detail = Sentence("The organisers have switched chat off until this round is over.")


class ChatSuspended(Refusal):
    """Moderators have suspended the user from chat for some time."""

    code = "chat_suspended"

    def __init__(self, until: datetime, reason: str) -> None:
        """Create the refusal with the end (in UTC) and the reason of the suspension."""
        super().__init__(
            Sentence(
                "You cannot chat until %(until)s UTC. The moderators’ reason: %(reason)s",
                # Numeric, because the name of a month would stay English.
                until=f"{until:%Y-%m-%d, %H:%M}",
                reason=Sentence(reason),
            )
        )


class WrongChannel(Forbidden):
    """The user cannot write to this channel: players write to the table, and spectators to each other."""

    detail = Sentence("Players write to the table, and spectators to each other.")


class NoSuchMessage(NotFound):
    """The message does not exist, or the user cannot see it."""

    detail = Sentence("There is no such message.")


class CannotMuteYourself(Refusal):
    """Users cannot mute themselves."""

    code = "cannot_mute_yourself"
    detail = Sentence("You cannot mute yourself.")


class TooManyMutes(Refusal):
    """The user already has the maximum number of mutes."""

    code = "too_many_mutes"
    detail = Sentence("You have muted as many chats and players as an account can. Unmute somebody first.")


class CannotReportYourself(Refusal):
    """Users cannot report their own messages."""

    code = "cannot_report_yourself"
    detail = Sentence("You cannot report your own message.")
