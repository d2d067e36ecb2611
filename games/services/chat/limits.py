"""How much people may write: per account, and per network address because guest accounts cost nothing."""

from datetime import datetime

from accounts.models import AccountKind, User
from core.limits import Limit, count_attempt

BURST = Limit("chat-burst", 6, 5)
"""Messages that a person may send in quick succession."""
MESSAGES = Limit("chat", 30, 60)
"""Messages that a person may send."""
GUESTS_BURST = Limit("chat-guests-burst", 3, 5)
"""Messages that a guest or a bot account may send in quick succession."""
GUESTS_MESSAGES = Limit("chat-guests", 12, 60)
"""Messages that a guest or a bot account may send."""
COMMANDS = Limit("text-commands", 60, 60)
"""Commands of one account: enough for playing by commands alone."""
OF_ADDRESS = Limit("chat-address", 120, 60)
"""Messages from one network address, which a hall full of players may share."""
REPORTS = Limit("chat-reports", 20, 3600)
"""Reports by one account."""


def count_command(*, user: User, now: datetime) -> None:
    """Count a command typed in the chat against the user's rate limit.

    Raise Throttled if the limit is exceeded.
    """
    count_attempt(limit=COMMANDS, key=str(user.pk), now=now)


def count_message(*, user: User, address: str, now: datetime) -> None:
    """Count a chat message against the rate limits of the user and of the network address.

    Raise Throttled if a limit is exceeded.
    """
    is_person = user.kind == AccountKind.HUMAN
    for limit in (BURST, MESSAGES) if is_person else (GUESTS_BURST, GUESTS_MESSAGES):
        count_attempt(limit=limit, key=str(user.pk), now=now)
    count_attempt(limit=OF_ADDRESS, key=address, now=now)
