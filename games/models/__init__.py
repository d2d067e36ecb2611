"""Rows: each table's append-only log, and its projections for queries, the admin and tournaments."""

from games.models.accusation import Accusation
from games.models.analysis import Analysis
from games.models.bid import Bid
from games.models.challenge import Challenge
from games.models.chat import ChatMessage, ChatMute
from games.models.cheat import Cheat
from games.models.lobby import Favourite, MatchRequest
from games.models.log import LogEntry, Mark
from games.models.loop import Loop
from games.models.moderation import ChatReport, ChatSanction
from games.models.rating import Rating
from games.models.round import Round
from games.models.score import Score
from games.models.seat import Seat
from games.models.table import Table
from games.models.trick import Trick

__all__ = [
    "Accusation",
    "Analysis",
    "Bid",
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
    "Rating",
    "Round",
    "Score",
    "Seat",
    "Table",
    "Trick",
]
