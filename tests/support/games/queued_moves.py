"""Queues of moves at slow tables, and what the scheduler makes of them."""

from accounts.models import User
from core.sentence import decode_sentences
from games.models import PendingMail
from games.models.mail import MailKind
from games.selectors.queued_moves import describe_queue
from games.services.slow_tables.queue import QueueWatch, replace_queued_moves
from games.text_commands.moves import NamedMove, parse_move_line
from tests.support.games.playing import AT, snapshot, user_at


def moves(*texts: str) -> list[NamedMove]:
    """The moves that these lines of a mail name."""
    return [move for text in texts if (move := parse_move_line(text)) is not None]


def enqueue(table_id: str, seat: int, *texts: str) -> User:
    """Queue these moves for the player at a seat, whom it returns."""
    user = User.objects.get(pk=user_at(table_id, seat))
    replace_queued_moves(table_id=table_id, user=user, moves=moves(*texts), now=AT)
    return user


def queued(table_id: str, user: User) -> list[str]:
    """The moves that wait, as their player sees them."""
    return describe_queue(snapshot(table_id), user.pk)["moves"]


def reports() -> list[list[str]]:
    """The sentences of each mail about queued moves, in the order in which they were queued."""
    mails = PendingMail.objects.filter(kind=MailKind.MOVE_REPORT)
    return [
        [str(sentence) for sentence in decode_sentences(mail.facts["sentences"])]
        for mail in mails.order_by("pk")
    ]


def tick() -> None:
    """All that the scheduler makes of queues, until nothing more is due."""
    for _ in range(20):
        QueueWatch().tick(now=AT, monotonic_now=0)
