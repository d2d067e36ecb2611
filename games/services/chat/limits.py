"""How much people may write: by account, and by address because guest accounts cost nothing."""

from datetime import datetime

from accounts.models import AccountKind, User
from core.limits import Limit, count_attempt

BURST = Limit("chat-burst", 6, 5)
"""Messages of a person in a row."""
MESSAGES = Limit("chat", 30, 60)
"""Messages of a person."""
GUESTS_BURST = Limit("chat-guests-burst", 3, 5)
"""Messages of a guest or a program in a row."""
GUESTS_MESSAGES = Limit("chat-guests", 12, 60)
"""Messages of a guest or a program."""
COMMANDS = Limit("text-commands", 60, 60)
"""Commands of one account: enough to play using only commands."""
OF_ADDRESS = Limit("chat-address", 120, 60)
"""Messages from one address. A hall of players may share one."""
REPORTS = Limit("chat-reports", 20, 3600)
"""Reports by one account."""


def count_command(*, user: User, now: datetime) -> None:
    """Count a command, valid or not, towards the account's limit; raise Throttled."""
    count_attempt(limit=COMMANDS, who=str(user.pk), now=now)


def count_message(*, user: User, address: str, now: datetime) -> None:
    """Count a message, valid or not, towards the account's and the address's limits; raise Throttled.

    Guests and bot accounts have lower limits than people with accounts.
    """
    is_person = user.kind == AccountKind.HUMAN
    for limit in (BURST, MESSAGES) if is_person else (GUESTS_BURST, GUESTS_MESSAGES):
        count_attempt(limit=limit, who=str(user.pk), now=now)
    count_attempt(limit=OF_ADDRESS, who=address, now=now)
