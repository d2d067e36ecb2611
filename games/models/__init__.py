"""The database rows: each table's append-only log, and projections for queries, admin and tournaments."""

from games.models.analysis import Analysis
from games.models.challenge import Challenge
from games.models.chat import ChatMessage, ChatMute
from games.models.lobby import Favourite, MatchRequest
from games.models.log import LogEntry, Mark, RoundSnapshot
from games.models.loop import Loop
from games.models.mail import BouncedAddress, PendingMail
from games.models.moderation import ChatReport, ChatSanction
from games.models.rating import Rating, SlowRating
from games.models.received_mail import ReceivedMail
from games.models.rounds import Accusation, Bid, Cheat, Round, Score, Trick
from games.models.seat import Seat
from games.models.slow import QueuedMove, SlowTurn, Vacation
from games.models.table import Table

__all__ = [
    "Accusation",
    "Analysis",
    "Bid",
    "BouncedAddress",
    "Challenge",
    "ChatMessage",
    "ChatMute",
    "ChatReport",
    "ChatSanction",
    "Cheat",
    "Favourite",
    "LogEntry",
    "Loop",
    "Mark",
    "MatchRequest",
    "PendingMail",
    "QueuedMove",
    "Rating",
    "ReceivedMail",
    "Round",
    "RoundSnapshot",
    "Score",
    "Seat",
    "SlowRating",
    "SlowTurn",
    "Table",
    "Trick",
    "Vacation",
]
